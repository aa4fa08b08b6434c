"""How far from the best-known costs? One method, one set of instances, one budget.

    python benchmarks/gap.py DATA --set X --seconds 1
    python benchmarks/gap.py DATA --set XML --seconds 5 --sample 300 --method D-O
    python benchmarks/gap.py DATA --set large --seconds 120
    python benchmarks/gap.py DATA --set X --seconds-per-customer 0.24 --sample 20 --seeds 2

DATA holds X/, XML/ and large/ with .vrp and .sol files, and bks_x.json with newer best-known costs.
Seconds are of the processor, so that other load on the machine changes little. A search that
reaches the best-known cost ends there. A sample is spread evenly over the set.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

import kinroute
from kinroute.search.stop import Stop


@dataclass(frozen=True, slots=True)
class Run:
    name: str
    gap: float
    feasible: bool


def solved(path: Path, seed: int, known: float, arguments: argparse.Namespace) -> Run:
    """One search with the given budget."""
    instance = kinroute.read(path)
    seconds = arguments.seconds or arguments.seconds_per_customer * instance.customers
    stop: list[Stop] = [kinroute.AfterCpuSeconds(seconds), kinroute.AtCost(known)]
    result = kinroute.solve(instance, method=arguments.method, seed=seed, stop=stop)
    return Run(path.stem, 100 * (result.cost / known - 1), result.feasible)


def sampled(paths: list[Path], count: int | None) -> list[Path]:
    if count is None or count >= len(paths):
        return paths
    return [paths[k * len(paths) // count] for k in range(count)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--set", default="X", choices=("X", "XML", "large"))
    parser.add_argument("--method", default="auto")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seconds-per-customer", type=float, default=0.24)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    arguments = parser.parse_args()
    newest = json.loads((arguments.data / "bks_x.json").read_text())
    paths = sampled(sorted((arguments.data / arguments.set).glob("*.vrp")), arguments.sample)

    def run(job: tuple[Path, int]) -> Run:
        path, seed = job
        solution = kinroute.Solution.read(path.with_suffix(".sol"))
        result = solved(path, seed, newest.get(path.stem) or solution.cost or 0.0, arguments)
        print(f"{result.name} seed {seed}: {result.gap:.3f} %", flush=True)
        return result

    jobs = [(path, seed) for path in paths for seed in range(1, arguments.seeds + 1)]
    with ThreadPoolExecutor(arguments.workers) as pool:
        runs = list(pool.map(run, jobs))
    reached = sum(run.feasible and run.gap <= 1e-9 for run in runs)
    infeasible = sum(not run.feasible for run in runs)
    print(
        f"{arguments.set}, {arguments.method}: {len(runs)} runs, mean gap "
        f"{mean(run.gap for run in runs):.3f} %, best known reached {reached} times "
        f"({100 * reached / len(runs):.1f} %), {infeasible} infeasible"
    )


if __name__ == "__main__":
    main()
