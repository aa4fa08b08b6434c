"""Does the engine hold under a duration limit? Feasible when, ended when, and Ctrl-C, by size.

    python benchmarks/timed.py [--seconds 20] [--sizes 1000 3000 10000] [--limits 1.1 1.5 3]
    python benchmarks/timed.py --sizes 1000 --pyvrp 30

Instances are generated; the duration limit is a multiple of the longest way out and back. `Ctrl-C`
is how long the command line takes to end after a SIGINT in the middle of a search, with its routes
written. With --pyvrp, both solvers run for that time on each instance, in processes of their own,
and our checker judges the routes (`pip install --group peers`).
"""

from __future__ import annotations

import argparse
import json
import math
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import kinroute
from kinroute.io import write_vrplib

QUIET = subprocess.DEVNULL
PEERS = Path(__file__).with_name("peer_solvers.py")
HEAD = ("customers", "limit", "feasible", "first feasible s", "cost", "overrun ms", "Ctrl-C s")


def limited(customers: int, factor: float, seed: int) -> kinroute.Instance:
    """A generated instance whose routes may last `factor` times the longest out-and-back."""
    instance = kinroute.generate(customers, seed=seed)
    farthest = max(instance.distance(0, i) for i in range(1, customers + 1))
    return instance.with_changes(max_duration=math.floor(2 * farthest * factor))


def searched(instance: kinroute.Instance, seconds: float, seed: int) -> list[str]:
    """Cells: feasible, first feasible s, cost, overrun ms."""
    began = time.perf_counter()
    result = kinroute.solve(instance, stop=kinroute.AfterSeconds(seconds), seed=seed)
    overrun = time.perf_counter() - began - seconds
    first = f"{result.trace[0].time:.2f}" if result.trace else "never"
    verdict = "yes" if result.feasible else "no"
    return [verdict, first, f"{result.cost:.0f}", f"{1000 * overrun:.0f}"]


def interrupted(path: Path, after: float, seed: int) -> str:
    """Seconds from SIGINT, sent `after` seconds of search, to the end of `kinroute solve`.

    With a note where it ended otherwise.
    """
    written = path.with_suffix(".sol")
    words = ["solve", path, "-o", written, "--time-limit", 20 * after, "--seed", seed]
    command = [sys.executable, "-m", "kinroute", *map(str, words)]
    with subprocess.Popen(command, stdout=QUIET, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        process.stderr.readline()  # the heading: the search begins
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        began = time.perf_counter()
        process.communicate()
    took = f"{time.perf_counter() - began:.2f}"
    if process.returncode != 130:
        return f"{took} (exit code {process.returncode})"
    return took if written.exists() else f"{took} (no routes)"


def compared(path: Path, seconds: float, seed: int) -> list[str]:
    """Cells: the cost of each solver in the same time, and how much less ours is."""
    instance = kinroute.read(path)
    costs = []
    for solver in ("kinroute", "pyvrp"):
        command = [sys.executable, str(PEERS), solver, str(path), str(seconds), str(seed)]
        ended = subprocess.run(command, capture_output=True, text=True, check=True)
        routes = json.loads(ended.stdout.splitlines()[-1])
        verdict = kinroute.check(instance, kinroute.Solution(routes))
        costs.append(verdict.cost if verdict.feasible else math.inf)
    return [*("none" if math.isinf(cost) else f"{cost:.0f}" for cost in costs), better(*costs)]


def better(ours: float, theirs: float) -> str:
    if math.isinf(ours) or math.isinf(theirs):
        return "yes" if ours < theirs else "no"
    return f"{100 * (1 - ours / theirs):.2f} %"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 3000, 10_000])
    parser.add_argument("--limits", type=float, nargs="+", default=[1.1, 1.5, 3.0])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--interrupt", type=float, default=5.0, help="seconds until Ctrl-C")
    parser.add_argument("--pyvrp", type=float, metavar="SECONDS")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    heads = list(HEAD)
    if given.pyvrp:
        heads += [f"kinroute, {given.pyvrp:g} s", f"PyVRP, {given.pyvrp:g} s", "better by"]
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for size in given.sizes:
        for factor in given.limits:
            instance = limited(size, factor, given.seed)
            row = [str(size), f"{factor:g}", *searched(instance, given.seconds, given.seed)]
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "timed.vrp"
                write_vrplib(instance, path)
                row.append(interrupted(path, given.interrupt, given.seed))
                if given.pyvrp:
                    row += compared(path, given.pyvrp, given.seed)
            print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
