"""Which crossover is better? Methods on the same instances and seeds, in pairs.

    python benchmarks/crossovers.py DATA D-O D-D --set XML --seconds 0.5 --sample 150
    python benchmarks/crossovers.py DATA D-O D-D --set X --seconds-per-customer 0.01 --most 330

DATA holds X/ and XML/ with .vrp and .sol files, and bks_x.json with newer best-known costs. The
methods are compared with the first of them. They take turns on every instance, and seconds are CPU
time, so that other load on the machine affects them alike. A search that reaches the best-known
cost stops. "Detectable" is the difference that is detected with 80 % power.
"""

from __future__ import annotations

import argparse
import json
from math import exp, log, sqrt
from pathlib import Path
from statistics import mean, stdev
from time import process_time
from typing import NamedTuple

from gap import sampled
from scipy.stats import norm, wilcoxon

import kinroute
from kinroute.search.stop import Stop

POWER = norm.ppf(0.975) + norm.ppf(0.8)
"""Standard errors of a difference that is detected at 5 % significance with 80 % power."""

HEAD = """\
| method | runs | gap % | best known | mean s | difference | p | better / worse | SD | detectable |
|---|---|---|---|---|---|---|---|---|---|"""


class Run(NamedTuple):
    gap: float
    seconds: float


def solved(path: Path, known: float, method: str, seed: int, options: argparse.Namespace) -> Run:
    """One search with the given budget."""
    instance = kinroute.read(path)
    seconds = options.seconds or options.seconds_per_customer * instance.customers
    stop: list[Stop] = [kinroute.AfterCpuSeconds(seconds), kinroute.AtCost(known)]
    config = {"population": {"elite": options.elite, "close": options.close}}
    began = process_time()
    result = kinroute.solve(instance, method=method, seed=seed, stop=stop, config=config)
    return Run(100 * (result.cost / known - 1), process_time() - began)


def selected(paths: list[Path], options: argparse.Namespace) -> list[Path]:
    """A sample spread evenly over the instances of the requested sizes."""
    if options.set == "X":
        sizes = {path: int(path.stem.split("-")[1][1:]) - 1 for path in paths}
        paths = [path for path in paths if options.least <= sizes[path] <= options.most]
    return sampled(paths, options.sample)


def row(name: str, runs: list[Run], base: list[Run]) -> str:
    """A line of the table: how a method did, and how it differs from the first one."""
    gaps = [run.gap for run in runs]
    reached = sum(gap < 1e-9 for gap in gaps)
    seconds = exp(mean(log(run.seconds) for run in runs))
    cells = [name, str(len(runs)), f"{mean(gaps):.3f}", str(reached), f"{seconds:.2f}"]
    differences = [run.gap - other.gap for run, other in zip(runs, base, strict=True)]
    if not any(differences):
        return " | ".join([*cells, "", "", "", "", ""])
    spread = stdev(differences)
    cells += [
        f"{mean(differences):+.3f} ± {spread / sqrt(len(runs)):.3f}",
        f"{wilcoxon(differences).pvalue:.2g}",
        f"{sum(d < -1e-9 for d in differences)} / {sum(d > 1e-9 for d in differences)}",
        f"{spread:.3f}",
        f"{POWER * spread / sqrt(len(runs)):.3f}",
    ]
    return " | ".join(cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("methods", nargs="+")
    parser.add_argument("--set", default="X", choices=("X", "XML"))
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seconds-per-customer", type=float, default=0.01)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--least", type=int, default=0, help="customers, on set X")
    parser.add_argument("--most", type=int, default=1000, help="customers, on set X")
    parser.add_argument("--elite", type=int, default=4)
    parser.add_argument("--close", type=int, default=5)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    options = parser.parse_args()
    newest = json.loads((options.data / "bks_x.json").read_text())
    runs: dict[str, list[Run]] = {name: [] for name in options.methods}
    for path in selected(sorted((options.data / options.set).glob("*.vrp")), options):
        known = newest.get(path.stem) or kinroute.Solution.read(path.with_suffix(".sol")).cost
        if known is None:
            raise SystemExit(f"{path.stem}: no best-known cost")
        for seed in options.seeds:
            for name, done in runs.items():
                done.append(solved(path, known, name, seed, options))
    print(HEAD)
    for name, done in runs.items():
        print(f"| {row(name, done, runs[options.methods[0]])} |")


if __name__ == "__main__":
    main()
