"""How many proven optima with a setting of `auto` changed? Two arms at equal iterations, by pairs.

    python benchmarks/optima.py DATA/XML restarts.merge_every=0
    python benchmarks/optima.py DATA/XML restarts.merge_every=0 --names '*[13579]' --sample 60

DATA holds .vrp and .sol files of small instances. The settings are those of `auto` for 0.05 s per
customer; iterations instead of seconds, so that other load on the machine changes nothing (22,000
are about 5 s of 100 customers on an idle core). A search that reaches the optimum ends there.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import mean

import kinroute
from kinroute.search.auto import settings
from kinroute.search.config import SearchConfig
from kinroute.search.stop import StopPlan


def changed(config: SearchConfig, change: str) -> SearchConfig:
    """The same with one setting, such as `restarts.after=500`, changed."""
    path, value = change.split("=")
    group, name = path.split(".")
    return config.updated({group: {name: json.loads(value)}})


def gaps(path: Path, arguments: argparse.Namespace) -> tuple[float, float]:
    """In percent, as `auto` is and with the change."""
    instance = kinroute.read(path)
    optimum = kinroute.Solution.read(path.with_suffix(".sol")).cost or 0.0
    config = settings(instance, StopPlan(seconds=0.05 * instance.customers)).config
    first, second = (
        kinroute.solve(
            instance,
            config=arm,
            seed=arguments.seed,
            stop=[kinroute.AtCost(optimum), kinroute.AfterIterations(arguments.iterations)],
        ).cost
        for arm in (config, changed(config, arguments.change))
    )
    return 100 * (first / optimum - 1), 100 * (second / optimum - 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("change", help="a setting, such as restarts.merge_every=0")
    parser.add_argument("--names", default="*", help="a pattern")
    parser.add_argument("--sample", type=int, help="the first so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=22_000)
    arguments = parser.parse_args()
    paths = sorted(arguments.data.glob(f"{arguments.names}.vrp"))[: arguments.sample]
    pairs = []
    for path in paths:
        pairs.append(gaps(path, arguments))
        print(f"{path.stem}: auto {pairs[-1][0]:.4f} %, changed {pairs[-1][1]:.4f} %", flush=True)
    for arm, name in enumerate(("auto", arguments.change)):
        solved = sum(pair[arm] <= 1e-9 for pair in pairs)
        gap = mean(pair[arm] for pair in pairs)
        print(f"{name}: {solved} of {len(pairs)} optima, mean gap {gap:.4f} %")


if __name__ == "__main__":
    main()
