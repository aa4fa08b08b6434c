import json
import os
import random
import sqlite3
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute.bench.record import Record
from kinroute.bench.repair import repair, salvage
from kinroute.bench.results import results_of
from kinroute.bench.store import Store
from kinroute.errors import FormatError, InputError
from tests.bench import made_up, real
from tests.bench.damage import DAMAGES, Damage, copied, readable

pytestmark = pytest.mark.thorough

Filled = tuple[Path, list[Record]]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Filled:
    _, store, records = real.filled(tmp_path_factory.mktemp("real"))
    return store, records


def with_log(folder: Path, records: list[Record]) -> Path:
    """A store as a campaign that was killed leaves it: its last runs are in the log only."""
    path, killed = folder / "s.sqlite", folder / "killed"
    killed.mkdir()
    with Store(path) as store:
        store._connection.execute("PRAGMA wal_autocheckpoint = 0")
        for record in records:
            store.add(record)
        return copied(path, killed)


def test_nothing_of_an_intact_store_is_lost(filled: Filled, tmp_path: Path) -> None:
    path, records = filled
    done = repair(path, tmp_path / "new.sqlite")
    assert (done.kept, done.lost, done.rejected, done.checked) == (20, 0, 0, 20)
    with Store(path) as old, Store(tmp_path / "new.sqlite") as new:
        assert sorted(new.keys()) == sorted(record.key for record in records)
        assert new.records() == old.records()
        assert new.instances() == old.instances()
        for name in ("campaign", "asked", "origins"):
            assert new.fact(name) == old.fact(name)
    assert [one.name for one in tmp_path.iterdir()] == ["new.sqlite"]


def test_long_rows_and_many_pages_are_read(tmp_path: Path) -> None:
    def longer(record: Record) -> Record:
        rng = random.Random(record.key)
        routes = [[rng.randrange(9**9)] * rng.choice((1, 900, 5000))]
        return replace(record, routes=json.dumps(routes))

    made_up.filled(tmp_path / "s.sqlite", made_up.campaign(30), changed=longer)
    with Store(tmp_path / "s.sqlite") as store:
        expected = {record.key: record for record in store.records()}
    assert salvage(tmp_path / "s.sqlite").records == expected


def test_runs_in_the_log_are_read(filled: Filled, tmp_path: Path) -> None:
    path = with_log(tmp_path, filled[1])
    assert path.with_name("s.sqlite-wal").stat().st_size > 4096 * len(filled[1])
    assert salvage(path).records.keys() == {record.key for record in filled[1]}


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 10**9), damage=st.sampled_from(DAMAGES), log=st.booleans())
def test_every_readable_run_is_kept_and_no_other(
    filled: Filled, seed: int, damage: Damage, log: bool
) -> None:
    records = {record.key: record for record in filled[1]}
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "copy").mkdir()
        path = with_log(folder, filled[1]) if log else copied(filled[0], folder)
        victim = path.with_name(f"{path.name}-wal") if log else path
        victim.write_bytes(damage(victim.read_bytes(), random.Random(seed)))
        before = {one.name: one.read_bytes() for one in path.parent.iterdir() if one.is_file()}
        found = salvage(path).records
        assert {key: records.get(key) for key in found} == found
        after = {one.name: one.read_bytes() for one in path.parent.iterdir() if one.is_file()}
        assert before == after
        assert readable(path, folder / "copy", len(records)) <= found.keys()


def test_the_lost_ones_are_counted(filled: Filled, tmp_path: Path) -> None:
    path = copied(filled[0], tmp_path)
    content = path.read_bytes()
    at = content.index(filled[1][3].routes.encode())
    path.write_bytes(content[:at] + b"[[0" + content[at + 3 :])
    done = repair(path, tmp_path / "new.sqlite")
    assert (done.kept, done.lost) == (19, 1)


@pytest.mark.parametrize("routes", ["[[1,2]]", "[[", '{"a": 1}'])
def test_a_run_that_does_not_pass_the_check_is_left_out(
    filled: Filled, tmp_path: Path, routes: str
) -> None:
    path = copied(filled[0], tmp_path)
    forged = replace(filled[1][0], routes=routes)
    with sqlite3.connect(path) as file:
        file.execute(
            "UPDATE runs SET routes = ?, digest = ? WHERE key = ?",
            (forged.routes, forged.digest, forged.key),
        )
    file.close()
    done = repair(path, tmp_path / "new.sqlite")
    assert (done.kept, done.lost, done.rejected) == (19, 0, 1)


def test_a_store_of_version_1_becomes_one_with_hashes(tmp_path: Path) -> None:
    made_up.version_1(tmp_path / "s.sqlite")
    made_up.filled(tmp_path / "s.sqlite", made_up.campaign(4, customers=101))
    os.truncate(tmp_path / "s.sqlite", (tmp_path / "s.sqlite").stat().st_size - 4096)
    found = salvage(tmp_path / "s.sqlite")
    assert found.records
    assert len(found.instances) == 4


def test_what_is_left_can_be_reported(filled: Filled, tmp_path: Path) -> None:
    path = copied(filled[0], tmp_path)
    content = path.read_bytes()
    path.write_bytes(b"\0" * 100 + content[100:])
    with pytest.raises(FormatError, match="kinroute bench repair"):
        Store(path)
    assert repair(path, tmp_path / "new.sqlite").kept == 20
    with Store(tmp_path / "new.sqlite") as store:
        assert len(results_of(store).records) == 20


def test_nothing_is_overwritten_and_nothing_is_made_of_nothing(
    filled: Filled, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="it exists already"):
        repair(filled[0], filled[0])
    (tmp_path / "x.sqlite").write_bytes(b"not a store at all" * 1000)
    with pytest.raises(FormatError, match="no run of a campaign is readable"):
        repair(tmp_path / "x.sqlite", tmp_path / "y.sqlite")
    with pytest.raises(InputError, match="cannot read"):
        repair(tmp_path / "gone.sqlite", tmp_path / "y.sqlite")
    assert not (tmp_path / "y.sqlite").exists()
