import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from kinroute.bench.campaign_file import read_campaign
from kinroute.bench.instances import Files
from kinroute.bench.status import instances_by_digest, status_of
from kinroute.bench.store import Store
from kinroute.errors import FormatError
from kinroute.io import write_vrplib
from kinroute.problem.generate import generate
from tests.bench import real


def test_an_intact_store_is_checked_run_by_run(tmp_path: Path) -> None:
    _, path, _ = real.filled(tmp_path)
    with Store(path) as store:
        status = status_of(store)
    assert (status.runs, status.selected, status.planned, status.checked) == (20, 20, 20, 20)
    assert status.arms == {"D-O": 10, "D-D": 10}


def test_an_empty_store_has_no_campaign(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        status = status_of(store)
    assert (status.campaign, status.runs, status.planned) == (None, 0, None)


def test_a_run_that_no_longer_passes_the_check_is_named(tmp_path: Path) -> None:
    _, path, records = real.filled(tmp_path)
    forged = replace(records[5], cost=records[5].cost - 1)
    with sqlite3.connect(path) as file:
        change = "UPDATE runs SET cost = ?, digest = ? WHERE key = ?"
        file.execute(change, (forged.cost, forged.digest, forged.key))
    file.close()
    with Store(path) as store, pytest.raises(FormatError, match=f"{forged.key}.*the check"):
        status_of(store)


def test_instances_that_are_gone_are_left_out(tmp_path: Path) -> None:
    campaign_path, _, _ = real.filled(tmp_path)
    write_vrplib(generate(9), tmp_path / "a.vrp")
    (tmp_path / "b.vrp").write_text("broken")
    paths = tuple(tmp_path / f"{name}.vrp" for name in "abc")
    campaign = replace(read_campaign(campaign_path), instances=Files(paths=paths))
    (found,) = instances_by_digest(campaign).values()
    assert found.customers == 9
