"""Store files that are damaged, foreign, newer, full or read-only."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from kinroute.bench.record import Record
from kinroute.bench.store import Store
from kinroute.errors import FormatError, InputError
from tests.bench import made_up


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.sqlite"


@pytest.fixture
def records(tmp_path: Path) -> list[Record]:
    made_up.filled(tmp_path / "source.sqlite", made_up.campaign(4))
    with Store(tmp_path / "source.sqlite") as store:
        return store.records()


@pytest.mark.thorough
def test_many_processes_may_create_the_store_at_once(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom pathlib import Path\nfrom kinroute.bench.store import Store\n"
        "for k in range(150): Store(Path(sys.argv[1]) / f'{k}.sqlite').__exit__(None, None, None)"
    )
    words = [sys.executable, "-c", program, str(tmp_path)]
    processes = [subprocess.Popen(words) for _ in range(4)]
    assert [process.wait(timeout=60) for process in processes] == [0, 0, 0, 0]


def test_a_damaged_file_is_reported(path: Path, records: list[Record]) -> None:
    with Store(path) as store:
        for record in records:
            store.add(record)
    content = bytearray(path.read_bytes())
    content[4096 : 4096 + 3000] = b"\xa5" * 3000
    path.write_bytes(content)
    with pytest.raises(FormatError, match="damaged"):
        Store(path)


def test_half_a_file_is_reported(path: Path, records: list[Record]) -> None:
    with Store(path) as store:
        for record in records:
            store.add(record)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(FormatError, match="damaged"):
        Store(path)


def test_what_is_not_a_store_is_reported(path: Path) -> None:
    path.write_text("this is not a database, however long it may be" * 30)
    with pytest.raises(FormatError, match=r"damaged|not the store"):
        Store(path)
    path.unlink()
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE mine (x)")
    file.close()
    with pytest.raises(FormatError, match="not the store of a campaign"):
        Store(path)


def test_a_newer_store_is_reported_and_left_alone(path: Path, records: list[Record]) -> None:
    with Store(path) as store:
        store.add(records[0])
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version = 99")
    file.close()
    before = path.read_bytes()
    with pytest.raises(FormatError, match="version 99, this program reads 1 and 2"):
        Store(path)
    assert path.read_bytes() == before


def test_a_full_disk_loses_nothing_that_was_stored(path: Path, records: list[Record]) -> None:
    with Store(path) as store:
        store.add(records[0])
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(InputError, match="disk is full"):
            list(map(store.add, records[1:]))
        kept = store.records()
    with Store(path) as store:
        assert store.records() == kept
        assert records[0] in kept


def test_a_store_that_must_exist_is_not_made(path: Path) -> None:
    with pytest.raises(InputError, match="no such store"):
        Store(path, must_exist=True)
    assert not path.exists()
    with pytest.raises(InputError, match="no directory"):
        Store(path.parent / "gone" / "runs.sqlite")


def test_an_empty_file_is_not_a_store(path: Path) -> None:
    path.touch()
    with pytest.raises(InputError, match="there is no such store"):
        Store(path, must_exist=True)
    assert path.stat().st_size == 0


def test_a_store_is_read_in_a_read_only_folder(
    path: Path, records: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(path) as store:
        store.add(records[0])
    monkeypatch.setattr(os, "access", lambda *_: False)
    with Store(path, must_exist=True) as fixed:
        assert fixed.records() == [records[0]]
        with pytest.raises(InputError, match="readonly"):
            fixed.add(records[1])
    assert [one.name for one in path.parent.glob("runs.sqlite*")] == ["runs.sqlite"]
    path.with_name("runs.sqlite-wal").write_bytes(b"something unmerged")
    with pytest.raises(InputError, match="in use when it was copied"):
        Store(path, must_exist=True)
