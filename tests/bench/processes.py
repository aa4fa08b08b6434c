"""Real processes for the tests: campaigns that are killed, schedulers started by hand."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

CAMPAIGN = """
title = "Short runs"
seeds = "1-{seeds}"
[instances]
law = "XML"
customers = {customers}
seeds = "0-{last}"
[budget]
iterations = {iterations}
[[arms]]
method = ["D-O", "D-D"]
"""


def campaign_file(
    folder: Path, *, runs: int, seeds: int = 5, customers: int = 20, iterations: int = 20
) -> Path:
    """A campaign of so many runs: two arms, so many seeds, the rest instances."""
    path = folder / "short.toml"
    last = runs // (2 * seeds) - 1
    path.write_text(
        CAMPAIGN.format(seeds=seeds, customers=customers, last=last, iterations=iterations)
    )
    return path


def started(*arguments: object, cwd: Path) -> subprocess.Popen[str]:
    """A command in a process group of its own, both outputs together."""
    return subprocess.Popen(
        [sys.executable, "-m", "kinroute", *map(str, arguments)],
        cwd=cwd,
        text=True,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def python(*arguments: object, cwd: Path) -> subprocess.Popen[str]:
    """A Python process that keeps quiet."""
    return subprocess.Popen(
        [sys.executable, *map(str, arguments)],
        cwd=cwd,
        text=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def workers_of(pid: int) -> list[int]:
    """The worker processes that a client has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == pid and b"spawn_main" in (path / "cmdline").read_bytes():
                found.append(int(path.name))
        except (OSError, IndexError, ValueError):
            continue
    return sorted(found)


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def killed(pid: int) -> None:
    """kill -9, if it is still there."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def eventually(is_so: Callable[[], bool], *, seconds: float = 60) -> bool:
    """Whether it becomes so in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if is_so():
            return True
        time.sleep(0.02)
    return is_so()


@contextmanager
def by_hand(
    folder: Path, contact: Path, *, workers: int, tls: tuple[object, ...] = ()
) -> Iterator[list[subprocess.Popen[str]]]:
    """A Dask scheduler and workers as processes of their own; `contact` tells the address."""
    scheduler: tuple[object, ...] = (
        "-m",
        "distributed.cli.dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        0,
    )
    if tls:
        scheduler += ("--protocol", "tls")
    worker = ("-m", "distributed.cli.dask_worker", "--nthreads", 1, "--no-nanny")
    here = ("--no-dashboard", "--scheduler-file", contact, *tls)
    processes = [python(*scheduler, *here, cwd=folder)]
    try:
        assert eventually(contact.exists)
        processes += [python(*worker, *here, cwd=folder) for _ in range(workers)]
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.wait()
