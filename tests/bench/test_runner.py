"""Campaigns with real processes, which are killed."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from kinroute.bench.campaign_file import read_campaign
from kinroute.bench.cluster import connected
from kinroute.bench.plan import Plan, Run, planned
from kinroute.bench.record import Record
from kinroute.bench.runner import carry_out
from kinroute.bench.store import Store
from kinroute.bench.trace import unpacked
from kinroute.bench.worker import perform
from kinroute.errors import InputError
from tests.bench.processes import (
    campaign_file,
    eventually,
    is_alive,
    killed,
    python,
    started,
    workers_of,
)


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


def told(record: Record) -> tuple:
    """What must be the same whenever and wherever a run is done."""
    trace = unpacked(record.trace)
    same = replace(record, seconds=0, cpu_seconds=0, core=None, worker="", finished="", trace=b"")
    return same, trace.costs.tolist(), trace.iterations.tolist()


def undisturbed(campaign: Path) -> list[tuple]:
    """What the campaign finds, done one by one in this process."""
    return sorted(
        (told(perform(run)) for run in planned(read_campaign(campaign)).runs),
        key=lambda one: one[0].key,
    )


def found(store: Path) -> list[tuple]:
    with Store(store, must_exist=True) as opened:
        return sorted(map(told, opened.records()), key=lambda one: one[0].key)


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
            if not (
                eventually(lambda least=wanted: stored(store) >= least)
                and eventually(lambda pid=client.pid: bool(workers_of(pid)))
            ):
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
    assert "were there already" in output
    assert eventually(lambda: not any(map(is_alive, orphans)), seconds=20)
    assert stored(store) == runs
    assert found(store) == undisturbed(campaign)


def test_two_campaigns_on_one_store_do_each_run_once(tmp_path: Path) -> None:
    campaign = campaign_file(tmp_path, runs=40)
    store = tmp_path / "both.sqlite"
    command = ("bench", "run", campaign, "--workers", 1, "--store", store)
    both = [started(*command, cwd=tmp_path) for _ in range(2)]
    outputs = [process.communicate(timeout=120)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0], outputs
    assert found(store) == undisturbed(campaign)


@contextmanager
def by_hand(folder: Path, contact: Path, *, workers: int) -> Iterator[list[subprocess.Popen[str]]]:
    """A Dask scheduler and workers as processes of their own; `contact` tells the address."""
    scheduler = ("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", 0)
    worker = ("-m", "distributed.cli.dask_worker", "--nthreads", 1, "--no-nanny")
    here = ("--no-dashboard", "--scheduler-file", contact)
    processes = [python(*scheduler, *here, cwd=folder)]
    try:
        assert eventually(contact.exists)
        processes += [python(*worker, *here, cwd=folder) for _ in range(workers)]
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


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
    assert found(tmp_path / "runs" / "short.sqlite") == undisturbed(campaign)


def test_a_scheduler_that_dies_is_the_input_s_fault_and_nothing_is_lost(tmp_path: Path) -> None:
    campaign = campaign_file(tmp_path, runs=200, iterations=300, customers=40)
    store, contact = tmp_path / "runs" / "short.sqlite", tmp_path / "scheduler.json"
    with by_hand(tmp_path, contact, workers=1) as (scheduler, *_):
        address = json.loads(contact.read_text())["address"]
        command = started("bench", "run", campaign, "--scheduler", address, cwd=tmp_path)
        assert eventually(lambda: stored(store) >= 3)
        scheduler.kill()
        output, _ = command.communicate(timeout=120)
    assert command.returncode == 2, output
    assert "the scheduler is gone" in output
    assert 3 <= stored(store) < 200


class Killer:
    """Lets runs pile up after the first one, and kills the scheduler at the second."""

    def __init__(self, scheduler: subprocess.Popen[str]) -> None:
        self.scheduler, self.heard = scheduler, 0

    def begun(self, plan: Plan, stored: list[Record]) -> None: ...

    def failed(self, run: Run, error: BaseException) -> None: ...

    def workers(self, threads: int) -> None: ...

    def done(self, record: Record) -> None:
        self.heard += 1
        if self.heard == 1:
            time.sleep(1.5)
        elif self.heard == 2:
            self.scheduler.kill()


def test_a_scheduler_that_dies_while_results_wait_is_the_input_s_fault(tmp_path: Path) -> None:
    plan = planned(read_campaign(campaign_file(tmp_path, runs=40)))
    contact = tmp_path / "scheduler.json"
    with by_hand(tmp_path, contact, workers=3) as (scheduler, *_), Store(tmp_path / "s") as store:
        address = json.loads(contact.read_text())["address"]
        with connected(scheduler=address) as client:
            client.wait_for_workers(3, timeout=30)
            with pytest.raises(InputError, match="the scheduler is gone"):
                carry_out(plan, store, client, Killer(scheduler))
        assert len(list(store.records())) >= 2


def test_nobody_at_the_address_is_the_input_s_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kinroute.bench import cluster
    from kinroute.errors import ConfigError

    monkeypatch.setattr(cluster, "_CONNECT_SECONDS", 0.5)
    with (
        pytest.raises(ConfigError, match="no scheduler answers"),
        cluster.connected(scheduler="tcp://127.0.0.1:9"),
    ):
        pass
    with pytest.raises(ConfigError, match="0 workers do nothing"), cluster.connected(workers=0):
        pass


def test_ctrl_c_keeps_what_was_stored(tmp_path: Path) -> None:
    campaign = campaign_file(tmp_path, runs=200, iterations=200, customers=30)
    store = tmp_path / "runs" / "short.sqlite"
    process = started("bench", "run", campaign, "--workers", 1, cwd=tmp_path)
    assert eventually(lambda: stored(store) >= 3)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 130, output
    assert "The same command goes on from there" in output
    assert 3 <= stored(store) < 200


@pytest.mark.parametrize("delay", [0.1, 0.4, 0.8, 1.2])
def test_ctrl_c_while_the_workers_start_ends_them_quietly(tmp_path: Path, delay: float) -> None:
    campaign = campaign_file(tmp_path, runs=200)
    process = started("bench", "run", campaign, "--workers", 2, cwd=tmp_path)
    assert process.stdout is not None
    assert "Short runs" in process.stdout.readline()  # what comes is said just before they start
    time.sleep(delay)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 130, output
    assert "kinroute: interrupted" in output
    assert "Traceback" not in output
