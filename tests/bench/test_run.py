"""Campaigns with real processes, which are killed."""

import json
import os
import random
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from kinroute.bench.campaign_file import read_campaign
from kinroute.bench.plan import planned
from kinroute.bench.progress import CampaignProgress
from kinroute.bench.record import Record
from kinroute.bench.run import default_store, opened_store, run, store_plan
from kinroute.bench.store import Store
from kinroute.bench.stored_campaign import stored_campaign
from kinroute.bench.trace import unpacked
from kinroute.bench.worker import execute
from kinroute.errors import InputError
from tests.bench import made_up
from tests.bench.processes import (
    by_hand,
    campaign_file,
    eventually,
    is_alive,
    killed,
    started,
    workers_of,
)

pytestmark = pytest.mark.thorough

Outcome = tuple[Record, list[float], list[int]]


def stored(path: Path) -> int:
    """How many runs are in a store that others write to."""
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10) as file:
            return int(file.execute("SELECT count(*) FROM runs").fetchone()[0])
    except sqlite3.OperationalError:  # not made yet
        return 0
    finally:
        file.close()


def outcome(record: Record) -> Outcome:
    """What must be the same whenever and wherever a run is done."""
    trace = unpacked(record.trace)
    same = replace(record, seconds=0, cpu_seconds=0, core=None, worker="", finished="", trace=b"")
    return same, trace.costs.tolist(), trace.iterations.tolist()


def expected(campaign: Path) -> list[Outcome]:
    """What the campaign finds, done one by one in this process."""
    return sorted(
        (outcome(execute(run)) for run in planned(read_campaign(campaign)).runs),
        key=lambda one: one[0].key,
    )


def found(store: Path) -> list[Outcome]:
    with Store(store, must_exist=True) as opened:
        return sorted(map(outcome, opened.records()), key=lambda one: one[0].key)


def has_stored(store: Path, runs: int) -> bool:
    """Whether so many runs are stored in time."""
    return eventually(lambda: stored(store) >= runs)


def has_workers(pid: int) -> bool:
    """Whether a client has a worker in time."""
    return eventually(lambda: bool(workers_of(pid)))


def test_a_campaign_resumes_where_it_was_killed(tmp_path: Path) -> None:
    runs, rng = 200, random.Random(5)
    campaign = campaign_file(tmp_path, runs=runs, iterations=60, customers=30)
    store = tmp_path / "runs" / "short.sqlite"
    command = ("bench", "run", campaign, "--workers", 2)
    client = started(*command, cwd=tmp_path)
    victims = ["worker", "client", "worker", "both", "worker"] * 2
    orphans: list[int] = []
    try:
        for number, victim in enumerate(victims):
            wanted = 12 * number + rng.randrange(12)  # 0: while the first workers are starting
            if not (has_stored(store, wanted) and has_workers(client.pid)):
                killed(client.pid)
                pytest.fail(f"it came to a halt after {number} kills: {client.communicate()[0]}")
            workers = workers_of(client.pid)
            if victim != "client":
                killed(rng.choice(workers))
            if victim != "worker":
                killed(client.pid)
                client.communicate(timeout=30)
                orphans += workers
                client = started(*command, cwd=tmp_path)
        output, _ = client.communicate(timeout=120)
        assert client.returncode == 0, output
    finally:
        killed(client.pid)
        client.wait()
    assert "were stored already" in output
    assert eventually(lambda: not any(map(is_alive, orphans)), seconds=20)
    assert stored(store) == runs
    assert found(store) == expected(campaign)


def test_a_store_that_holds_every_run_starts_no_cluster(tmp_path: Path) -> None:
    plan = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(3))
    progress = CampaignProgress()
    with Store(tmp_path / "s.sqlite") as store:
        outcome = run(plan, store, progress, on=never())
        assert (outcome.stored, outcome.done, outcome.failures) == (3 * 6, 0, [])
        assert progress.share_done == 1.0


@contextmanager
def never() -> Iterator[None]:
    pytest.fail("a cluster was started for nothing")
    yield


def test_the_store_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(3))
    calls = []
    read = Store.records

    def counted(store: Store) -> list[Record]:
        calls.append(store)
        return read(store)

    monkeypatch.setattr(Store, "records", counted)
    with Store(tmp_path / "s.sqlite") as store:
        run(plan, store, CampaignProgress(), on=never())
    assert len(calls) == 1


def test_what_a_report_needs_is_stored_before_the_first_run(tmp_path: Path) -> None:
    plan = made_up.plan_of(made_up.campaign(3))
    with opened_store(tmp_path / "new" / "s.sqlite") as store:
        store_plan(plan, store)
        assert stored_campaign(store) == plan.campaign
        assert store.instances().keys() == {entry.digest for entry in plan.entries}
    assert default_store("mine") == Path("runs/mine.sqlite")


def test_a_folder_that_cannot_be_created_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=r"cannot create the folder .*file"):
        opened_store(tmp_path / "file" / "s.sqlite")


def test_two_campaigns_on_one_store_do_each_run_once(tmp_path: Path) -> None:
    campaign = campaign_file(tmp_path, runs=40)
    store = tmp_path / "both.sqlite"
    command = ("bench", "run", campaign, "--workers", 1, "--store", store)
    both = [started(*command, cwd=tmp_path) for _ in range(2)]
    outputs = [process.communicate(timeout=120)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0], outputs
    assert found(store) == expected(campaign)


def test_a_scheduler_started_by_hand_is_used_as_it_is(tmp_path: Path) -> None:
    campaign = campaign_file(tmp_path, runs=40)
    contact = tmp_path / "scheduler.json"
    with by_hand(tmp_path, contact, workers=2) as processes:
        address = json.loads(contact.read_text())["address"]
        command = started("bench", "run", campaign, "--scheduler", address, cwd=tmp_path)
        output, _ = command.communicate(timeout=120)
        assert command.returncode == 0, output
        assert not workers_of(command.pid)
        assert all(process.poll() is None for process in processes)
    assert found(tmp_path / "runs" / "short.sqlite") == expected(campaign)


def test_a_scheduler_that_dies_is_reported_and_nothing_is_lost(tmp_path: Path) -> None:
    campaign = campaign_file(tmp_path, runs=200, iterations=300, customers=40)
    store, contact = tmp_path / "runs" / "short.sqlite", tmp_path / "scheduler.json"
    with by_hand(tmp_path, contact, workers=1) as (scheduler, *_):
        address = json.loads(contact.read_text())["address"]
        command = started("bench", "run", campaign, "--scheduler", address, cwd=tmp_path)
        assert has_stored(store, 3)
        scheduler.kill()
        output, _ = command.communicate(timeout=120)
    assert command.returncode == 2, output
    assert "the scheduler no longer responds" in output
    assert 3 <= stored(store) < 200


def test_ctrl_c_keeps_what_was_stored(tmp_path: Path) -> None:
    campaign = campaign_file(tmp_path, runs=200, iterations=200, customers=30)
    store = tmp_path / "runs" / "short.sqlite"
    process = started("bench", "run", campaign, "--workers", 1, cwd=tmp_path)
    assert has_stored(store, 3)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 130, output
    assert "The same command resumes the campaign" in output
    assert 3 <= stored(store) < 200


@pytest.mark.parametrize("delay", [0.1, 0.4, 0.8, 1.2])
def test_ctrl_c_while_the_workers_start_ends_them_quietly(tmp_path: Path, delay: float) -> None:
    campaign = campaign_file(tmp_path, runs=200)
    process = started("bench", "run", campaign, "--workers", 2, cwd=tmp_path)
    assert process.stdout is not None
    assert "Short runs" in process.stdout.readline()  # printed just before they start
    time.sleep(delay)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 130, output
    assert "kinroute: interrupted" in output
    assert "Traceback" not in output
