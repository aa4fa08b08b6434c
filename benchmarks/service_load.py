"""What does the service bear? Many jobs by several clients at once, and how fast pages answer.

    python benchmarks/service_load.py --jobs 50 --clients 10 --workers 2

Clients submit their jobs, then look at the list and at their jobs until all of them have ended.
Prints whether every job ran once, and the median and the slowest response of each request; a first
job, by which the processes of the service have started, does not count.
"""

from __future__ import annotations

import argparse
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from statistics import median
from typing import Any

import kinroute
from kinroute.client import Client, Job

Times = dict[str, list[float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=50)
    parser.add_argument("--clients", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--customers", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each job")
    given = parser.parse_args()
    times: Times = defaultdict(list)
    with serving(given.workers) as address:
        client_work(address, range(1), given, defaultdict(list))  # its processes have started
        began = time.perf_counter()
        shares = [range(k, given.jobs, given.clients) for k in range(given.clients)]
        with ThreadPoolExecutor(given.clients) as clients:
            calls = [clients.submit(client_work, address, share, given, times) for share in shares]
            jobs = [job for call in calls for job in call.result()]
        seconds = time.perf_counter() - began
        events = [list(Client(address).follow(job)) for job in jobs]
    starts = [sum(event.data.get("state") == "running" for event in each) for each in events]
    done = sum(job.state == "done" for job in jobs)
    once = sum(count == 1 for count in starts)
    print(
        f"{len(jobs)} jobs by {given.clients} clients on {given.workers} workers: {seconds:.1f} s"
    )
    print(f"done {done}, begun exactly once {once}")
    print("| request | count | median ms | slowest ms |")
    print("|---|---|---|---|")
    for name, found in sorted(times.items()):
        print(f"| {name} | {len(found)} | {1e3 * median(found):.0f} | {1e3 * max(found):.0f} |")


def client_work(address: str, share: range, given: argparse.Namespace, times: Times) -> list[Job]:
    """What one client does; returns its jobs as they ended."""
    client = Client(address)

    def timed(name: str, call: Any, *arguments: Any, **options: Any) -> Any:
        began = time.perf_counter()
        found = call(*arguments, **options)
        times[name].append(time.perf_counter() - began)
        return found

    open_jobs = []
    for number in share:
        instance = kinroute.generate(given.customers, seed=number)
        job = timed("POST /jobs", client.submit, instance, seconds=given.seconds, method="D-O")
        open_jobs.append(job.id)
    ended: list[Job] = []
    while open_jobs:
        timed("GET /jobs", lambda: next(client.jobs()))
        for job in list(open_jobs):
            found = timed("GET /jobs/{id}", client.job, job)
            if found.is_finished:
                open_jobs.remove(job)
                ended.append(found)
        time.sleep(0.1)
    return ended


@contextmanager
def serving(workers: int) -> Iterator[str]:
    """The address of a service that runs meanwhile."""
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [
                *(sys.executable, "-m", "kinroute", "serve", "--port", "0"),
                *("--folder", folder, "--workers", str(workers)),
            ],
            stderr=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        try:
            assert process.stderr is not None
            found = None
            while found is None:
                found = re.search(r"(http://[^\s/]+)", process.stderr.readline())
            with ThreadPoolExecutor(1) as pool:
                pool.submit(process.stderr.read)  # what it says of jobs must not fill the pipe
                yield found[1]
                process.send_signal(signal.SIGTERM)
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
