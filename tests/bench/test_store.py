import json
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from kinroute.bench.groups import group_of
from kinroute.bench.instances import Drawn
from kinroute.bench.record import Record
from kinroute.bench.results import results_of
from kinroute.bench.source import StoredInstance
from kinroute.bench.store import Store
from kinroute.errors import FormatError
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


def test_a_row_that_was_tampered_with_is_reported(path: Path, records: list[Record]) -> None:
    with Store(path) as store:
        for record in records:
            store.add(record)
    with sqlite3.connect(path) as file:
        file.execute("UPDATE runs SET cost = cost - 1 WHERE key = ?", (records[2].key,))
    file.close()
    with Store(path) as store, pytest.raises(FormatError, match=f"damaged.*{records[2].key}"):
        store.records()


def test_facts_are_remembered(path: Path) -> None:
    with Store(path) as store:
        assert store.fact("planned") is None
        store.set_fact("planned", 5)
        store.set_fact("planned", [6, "x"])
        assert store.fact("planned") == [6, "x"]


@pytest.mark.parametrize(
    ("change", "table"),
    [
        ("UPDATE instances SET best_known = best_known - 1", "instances"),
        ("UPDATE instances SET traits = replace(traits, 'random', 'center')", "instances"),
        ("UPDATE facts SET value = replace(value, '15', '16') WHERE name = 'campaign'", "facts"),
        ("UPDATE facts SET name = 'called' WHERE name = 'asked'", "facts"),
    ],
)
def test_figures_are_never_made_of_changed_instances_and_facts(
    path: Path, change: str, table: str
) -> None:
    made_up.filled(path, made_up.campaign(4))
    with sqlite3.connect(path) as file:
        assert file.execute(change).rowcount
    file.close()
    with Store(path) as store, pytest.raises(FormatError, match=f"a row of {table} does not match"):
        results_of(store)


def test_a_store_of_version_1_is_written_and_read_as_it_is(path: Path) -> None:
    made_up.version_1(path)
    made_up.filled(path, made_up.campaign(4))
    with Store(path) as store:
        assert store._connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert len(results_of(store).records) == 24


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
    made_up.version_1(path)
    with Store(path) as store:
        store._connection.execute(
            "INSERT INTO instances VALUES ('d', 'n', 9, NULL, ?)", (json.dumps(traits),)
        )
        group = store.instances()["d"].group
    assert (group.demand, group.is_derived) == ("mostly-small", False)
