"""Servers and workers that end, by request or by kill -9, while jobs run."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from statistics import median

import pytest

from kinroute.client import Job
from kinroute.errors import ServiceError
from tests.studio.service.servers import Server, end, eventually, larger, serving, start

pytestmark = pytest.mark.thorough


def events(folder: Path) -> list[tuple[str, str]]:
    """The jobs and their states, in the order in which they happened."""
    query = "SELECT job, json_extract(data, '$.state') FROM events WHERE kind = 'state'"
    with closing(sqlite3.connect(folder / "jobs.sqlite")) as connection:
        return list(connection.execute(query + " ORDER BY job, number"))


def require_one_end_each(folder: Path, jobs: list[str]) -> None:
    """Every job ended once, and never began again before it was put back."""
    told: dict[str, list[str]] = {job: [] for job in jobs}
    for job, state in events(folder):
        told[job].append(state)
    for states in told.values():
        assert states[-1] in ("done", "failed")
        assert all(state in ("queued", "running") for state in states[:-1])
        assert states[:-1] == ["queued", "running"] * (len(states) // 2)


def test_jobs_go_back_to_the_queue_at_sigterm_and_run_after_a_restart(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with serving(folder, "--workers", 1) as first:
        job = first.submit(larger(), iterations=400).json["id"]
        waiting = first.submit(iterations=1).json["id"]
        assert eventually(lambda: first.client.job(job).state == "running")
        follower: list[str] = []
        reader = threading.Thread(target=lambda: follower.extend(_states(first, job)), daemon=True)
        reader.start()
        assert first.stop(signal.SIGTERM) == 0
        assert eventually(lambda: not reader.is_alive(), seconds=20)
    with serving(folder, "--workers", 1) as second:
        assert second.client.wait(job, timeout=60).state == "done"
        assert second.client.wait(waiting, timeout=60).state == "done"
    require_one_end_each(folder, [job, waiting])


def _states(server: Server, job: str) -> list[str]:
    try:
        return [event.kind for event in server.client.follow(job, timeout=3)]
    except ServiceError:
        return []


def test_ctrl_c_ends_with_the_code_of_an_interruption(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--workers", 1) as server:
        assert server.stop(signal.SIGINT) == 130


def test_children_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--workers", 2) as server:
        server.submit(larger(), seconds=60)
        assert eventually(lambda: len(server.children()) >= 3)
        children = server.children()
        server.kill()
        assert eventually(lambda: not any(_is_alive(pid) for pid in children), seconds=10)


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_two_servers_do_not_share_a_folder(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--workers", 1) as server:
        second = subprocess.run(
            [sys.executable, "-m", "kinroute", "serve", "--folder", server.folder, "--port", "0"],
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert second.returncode == 2
    assert "another server uses the folder" in second.stderr


def test_a_worker_that_always_dies_fails_its_job_in_the_end(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--workers", 1) as server:
        job = server.submit(larger(), seconds=60).json["id"]
        for _ in range(3):
            assert eventually(lambda: server.client.job(job).state == "running")
            assert eventually(lambda: len(server.children("worker")) == 1)
            before = server.children("worker")
            _kill(before)
            assert eventually(lambda before=before: server.children("worker") != before)  # type: ignore[misc]
        ended = server.client.wait(job, timeout=30)
        assert ended.state == "failed"
        assert "died 3 times" in (ended.problem or "")


def _kill(pids: list[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def test_ten_kills_of_servers_and_workers_lose_no_job(tmp_path: Path) -> None:
    folder, rng = tmp_path / "data", random.Random(15)
    server = start(folder, "--workers", 2)
    jobs: list[str] = []
    finished: dict[str, float | None] = {}
    try:
        for kill in range(10):
            jobs += [
                server.submit(larger(40, seed), iterations=200, seed=seed).json["id"]
                for seed in range(2 * kill + 1, 2 * kill + 3)
            ]
            time.sleep(rng.uniform(0.1, 0.6))
            finished |= {job.id: job.cost for job in server.client.jobs("done")}
            if kill % 2:
                end(server)
                server = start(folder, "--workers", 2)
            else:
                _kill([rng.choice(server.children())])
        ended = {job: server.client.wait(job, timeout=120) for job in jobs}
        assert {job.state for job in ended.values()} <= {"done", "failed"}
        assert all(job.state == "done" for job in ended.values() if job.id in finished)
        assert all(ended[job].cost == cost for job, cost in finished.items())
        for job in ended.values():
            if job.state == "done":
                assert server.client.result(job)["cost"] == job.cost
            else:
                assert "died" in (job.problem or "")
        assert sum(job.state == "done" for job in ended.values()) >= 15
    finally:
        end(server)
    require_one_end_each(folder, jobs)


def test_fifty_jobs_of_ten_clients_on_two_workers(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    times: list[float] = []
    with serving(folder, "--workers", 2) as server:

        def work(number: int) -> list[Job]:
            client, found = server.client, []
            for turn in range(5):
                seed = 1 + 5 * number + turn
                job = server.submit(larger(30, seed), iterations=200, seed=seed).json["id"]
                for path in ("/jobs", f"/jobs/{job}", "/health/ready", "/metrics"):
                    began = time.perf_counter()
                    assert server.get(path).status == 200
                    times.append(time.perf_counter() - began)
                found.append(client.wait(job, timeout=300))
            return found

        with ThreadPoolExecutor(10) as clients:
            ended = [job for jobs in clients.map(work, range(10)) for job in jobs]
        assert Counter(job.state for job in ended) == {"done": 50}
        assert len({job.id for job in ended}) == 50
        assert len(list(server.client.jobs("done"))) == 50
    states = Counter(state for _, state in events(folder))
    assert states == {"queued": 50, "running": 50, "done": 50}
    assert median(times) < 0.2
