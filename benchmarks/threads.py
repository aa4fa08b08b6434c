"""What do more threads bring? Time to reach the cost of one thread.

    python benchmarks/threads.py DATA [--threads 2] [--seconds-per-customer 0.01] [--seeds 16]
    python benchmarks/threads.py DATA --iterations 2500

The time at which a single search reaches a cost scatters over an order of magnitude, so costs are
averaged over the seeds first: when is the mean cost of several threads where that of one thread was
after 50, 60, … 100 % of its time? The ratio is the geometric mean over these levels. It has two
parts: what an iteration is worth (the same question with iterations for time), and how many there
are in a second. Both sides search with `D-O`, whose way does not depend on the time limit.

Times need a core per thread and an idle machine. With `--iterations` no clock is looked at: only
the worth of an iteration is measured, and that is the same on any machine.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

import kinroute
from kinroute.search.stop import Stop
from kinroute.solution.result import Improvement

INSTANCES = ("X-n157-k13", "X-n251-k28", "X-n327-k20", "X-n401-k29", "X-n502-k39", "X-n627-k43")
LEVELS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)

Clock = Callable[[Improvement], float]


def by_time(at: Improvement) -> float:
    return at.time


def by_iterations(at: Improvement) -> float:
    return at.iterations


def geometric_mean(values: list[float]) -> float:
    return math.exp(mean(map(math.log, values))) if min(values) > 0 else math.nan


@dataclass(frozen=True, slots=True)
class Side:
    """Searches of one kind with several seeds."""

    runs: list[kinroute.Result]

    def cost_at(self, moment: float, clock: Clock) -> float:
        """The mean of what they had found by then."""
        return mean(
            next((at.cost for at in reversed(run.trace) if clock(at) <= moment), run.trace[0].cost)
            for run in self.runs
        )

    def reached(self, cost: float, clock: Clock) -> float:
        """When their mean was first at that cost; their end if never."""
        moments = sorted({clock(at) for run in self.runs for at in run.trace if clock(at) > 0})
        end = mean(run.runtime if clock is by_time else run.iterations for run in self.runs)
        return next((m for m in moments if self.cost_at(m, clock) <= cost), end)

    def pace(self) -> float:
        """Iterations per second."""
        return sum(run.iterations for run in self.runs) / sum(run.runtime for run in self.runs)


def speedup(one: Side, several: Side, end: float, clock: Clock) -> float:
    """How much sooner several threads are where one was; not a number without iterations."""
    if end == 0:
        return math.nan
    return geometric_mean(
        [level * end / several.reached(one.cost_at(level * end, clock), clock) for level in LEVELS]
    )


def side(instance: kinroute.Instance, threads: int, seeds: int, stop: Stop) -> Side:
    return Side(
        [
            kinroute.solve(instance, method="D-O", seed=seed, stop=stop, threads=threads)
            for seed in range(1, seeds + 1)
        ]
    )


def by_the_clock(
    instance: kinroute.Instance, arguments: argparse.Namespace
) -> tuple[float, float, float]:
    """How much sooner, of that by worth of an iteration, and by number of them."""
    seconds = arguments.seconds_per_customer * instance.customers
    one = side(instance, 1, arguments.seeds, kinroute.AfterSeconds(seconds))
    # Longer, so that threads that are of no use can be seen.
    longer = kinroute.AfterSeconds(1.5 * seconds)
    several = side(instance, arguments.threads, arguments.seeds, longer)
    done = mean(run.iterations for run in one.runs)
    return (
        speedup(one, several, seconds, by_time),
        speedup(one, several, done, by_iterations),
        several.pace() / one.pace(),
    )


def by_count(
    instance: kinroute.Instance, arguments: argparse.Namespace
) -> tuple[float, float, float]:
    """The worth of an iteration alone."""
    count = arguments.iterations
    one = side(instance, 1, arguments.seeds, kinroute.AfterIterations(count))
    longer = kinroute.AfterIterations(3 * count // 2)
    several = side(instance, arguments.threads, arguments.seeds, longer)
    return math.nan, speedup(one, several, count, by_iterations), math.nan


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds-per-customer", type=float, default=0.01)
    parser.add_argument("--iterations", type=int)
    parser.add_argument("--seeds", type=int, default=16)
    parser.add_argument("--instances", nargs="+", default=INSTANCES)
    arguments = parser.parse_args()
    measured = by_count if arguments.iterations else by_the_clock
    print(f"| instance | ratio, {arguments.threads} threads | per iteration | iterations/s |")
    print("|---|---|---|---|")
    rows = []
    for name in arguments.instances:
        instance = kinroute.read(arguments.data / "X" / f"{name}.vrp")
        rows.append(measured(instance, arguments))
        print(f"| {name} | " + " | ".join(f"{x:.2f}" for x in rows[-1]) + " |", flush=True)
    means = [geometric_mean(list(column)) for column in zip(*rows, strict=True)]
    print("| **geometric mean** | " + " | ".join(f"**{x:.2f}**" for x in means) + " |")


if __name__ == "__main__":
    main()
