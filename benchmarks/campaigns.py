"""The overhead of campaigns: two workers against one, and the time besides the searches.

    python benchmarks/campaigns.py --runs 60 --seconds 1

The same campaign of short runs on one worker and on two, each into a fresh store. "Engine" is the
CPU time of all processes that was not spent in `solve` nor in starting them.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget
from kinroute.bench.campaign import Campaign
from kinroute.bench.cluster import connected
from kinroute.bench.instances import Drawn
from kinroute.bench.plan import Plan, planned
from kinroute.bench.progress import CampaignProgress
from kinroute.bench.run import run
from kinroute.bench.store import Store


def cpu() -> float:
    """CPU time of this process and of the children that have ended."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def measured(plan: Plan, workers: int) -> tuple[float, float, float]:
    """Wall time, CPU time of the searches, and CPU time of everything else but starting up."""
    first, rest = (replace(plan, runs=runs) for runs in (plan.runs[:workers], plan.runs[workers:]))
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "s.sqlite") as store:
        idle = cpu()
        with connected(workers=workers) as client:
            run(first, store, CampaignProgress(), on=nullcontext(client))  # imports, first calls
        started = sum(record.cpu_seconds for record in store.records())
        idle = cpu() - idle - started
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "s.sqlite") as store:
        before = cpu()
        with connected(workers=workers) as client:
            run(first, store, CampaignProgress(), on=nullcontext(client))
            began = time.perf_counter()
            outcome = run(rest, store, CampaignProgress(), on=nullcontext(client))
            wall = time.perf_counter() - began
        spent = cpu() - before
        searching = sum(record.cpu_seconds for record in store.records())
        assert not outcome.failures
        return wall, searching, spent - idle - searching


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--clock", choices=("cpu", "wall"), default="wall")
    options = parser.parse_args()
    campaign = Campaign(
        name="engine",
        title="engine",
        instances=Drawn(customers=100, seeds=tuple(range(options.runs // 2))),
        budget=Budget(measure="seconds", amount=options.seconds, clock=options.clock),
        seeds=(1,),
        arms=(Arm(method="D-O"), Arm(method="D-D")),
        baseline="D-O",
    )
    plan = planned(campaign)
    walls = {}
    for workers in (1, 2):
        wall, searching, engine = measured(plan, workers)
        count = len(plan.runs) - workers
        walls[workers] = wall / count
        ideal = count * options.seconds / workers
        over, share = 100 * (wall / ideal - 1), 100 * engine / (count * options.seconds)
        print(
            f"{workers} workers: {wall:.2f} s for {count} runs, {over:+.1f} % over "
            f"{ideal:.1f} s; engine {engine:.2f} s of CPU time beside {searching:.2f} s of "
            f"searching, {share:.1f} % of the runs' seconds"
        )
    print(f"speed-up {walls[1] / walls[2]:.2f}")


if __name__ == "__main__":
    main()
