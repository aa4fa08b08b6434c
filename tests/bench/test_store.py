import json
import os
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from kinroute.bench.groups import group_of
from kinroute.bench.instances import Drawn
from kinroute.bench.record import Record
from kinroute.bench.store import Store, StoredInstance
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


def test_what_goes_in_comes_out(path: Path, records: list[Record]) -> None:
    with Store(path) as store:
        assert all(store.add(record) for record in records)
        assert store.has(records[0].key)
    with Store(path) as store:
        assert store.records() == records
        assert store.keys() == {record.key for record in records}


def test_a_run_is_kept_once(path: Path, records: list[Record]) -> None:
    with Store(path) as store:
        assert store.add(records[0])
        assert not store.add(records[0])
        assert len(store.records()) == 1


def test_two_processes_write_to_one_store(path: Path, tmp_path: Path) -> None:
    program = (
        "import sys\nfrom pathlib import Path\nfrom kinroute.bench.store import Store\n"
        "with Store(Path(sys.argv[1])) as source: records = source.records()\n"
        "with Store(Path(sys.argv[2])) as store: print(sum(map(store.add, records)))"
    )
    plan = made_up.filled(tmp_path / "source.sqlite", made_up.campaign(25))
    words = [sys.executable, "-c", program, str(tmp_path / "source.sqlite"), str(path)]
    both = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    counts = [int(process.communicate(timeout=60)[0]) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert sum(counts) == len(plan.runs)
    with Store(path) as store:
        assert len(store.records()) == len(plan.runs)


def test_many_processes_may_make_the_store_at_once(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom pathlib import Path\nfrom kinroute.bench.store import Store\n"
        "for k in range(150): Store(Path(sys.argv[1]) / f'{k}.sqlite').__exit__(None, None, None)"
    )
    words = [sys.executable, "-c", program, str(tmp_path)]
    processes = [subprocess.Popen(words) for _ in range(4)]
    assert [process.wait(timeout=60) for process in processes] == [0, 0, 0, 0]


def test_a_row_that_was_tampered_with_is_reported(path: Path, records: list[Record]) -> None:
    with Store(path) as store:
        for record in records:
            store.add(record)
    with sqlite3.connect(path) as file:
        file.execute("UPDATE runs SET cost = cost - 1 WHERE key = ?", (records[2].key,))
    file.close()
    with Store(path) as store, pytest.raises(FormatError, match=f"{records[2].key}.*damaged"):
        store.records()


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


def test_what_is_no_store_is_reported(path: Path) -> None:
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
    with pytest.raises(FormatError, match="version 99, this program reads 1"):
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


def test_an_empty_file_is_no_store(path: Path) -> None:
    path.touch()
    with pytest.raises(InputError, match="there is no such store"):
        Store(path, must_exist=True)
    assert path.stat().st_size == 0


def test_a_store_is_read_where_nobody_can_write(
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


def test_facts_are_remembered(path: Path) -> None:
    with Store(path) as store:
        assert store.fact("planned") is None
        store.set_fact("planned", 5)
        store.set_fact("planned", [6, "x"])
        assert store.fact("planned") == [6, "x"]


def test_instances_come_back_with_their_groups(path: Path) -> None:
    entries = [replace(entry, best_known=7.0) for entry in Drawn(customers=9, seeds=(1,)).entries()]
    groups = {entry.digest: group_of(entry.name, entry.instance) for entry in entries}
    with Store(path) as store:
        store.set_instances(entries, groups)
        assert store.instances() == {
            entries[0].digest: StoredInstance(
                name=entries[0].name,
                customers=9,
                best_known=7.0,
                group=groups[entries[0].digest],
            )
        }


def test_groups_of_older_stores_are_read(path: Path) -> None:
    traits = {"depot": "corner", "layout": "mixed", "demand": "mostly small", "route_length": "3-5"}
    with Store(path) as store:
        store._connection.execute(
            "INSERT INTO instances VALUES ('d', 'n', 9, NULL, ?)", (json.dumps(traits),)
        )
        group = store.instances()["d"].group
    assert (group.demand, group.is_derived) == ("mostly-small", False)
