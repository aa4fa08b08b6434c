"""Does `kinroute overkill` say the right word? Scores with a known answer, put through it.

    python benchmarks/assays.py [--models random farthest] [--seeds 1 2] [--runs 1]

Of uniform random scores, minus the distance (the same lists), distance with noise, `light-2`, the
edges of good solutions, and the farthest customers first, with the defaults of `kinroute overkill`.
`--runs 3` is three times as large: three runs per instance and method, and a folder of its own.
Run again, it resumes; assays that are finished are only shown. A row a verdict:

    model | seed | operator | assay | verdict | gap, points | interval | instances | minutes
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import kinroute
from kinroute.bench.api import overkill
from kinroute.bench.assay import assays
from kinroute.bench.overkill import SECONDS
from kinroute.bench.results import Results
from kinroute.io import write_vrplib
from kinroute.io.heatmaps import write_heatmap

HERE = Path(__file__).parent
FUNCTIONS = ("random", "nearest", "noisy", "farthest")
MODELS = (*FUNCTIONS, "light-2", "solutions")
"""Functions of `assay_models.py`, a network, and the edges of solutions."""
SOLVED, CUSTOMERS, LABEL_SECONDS = 200, 300, 3.0
"""Instances with solutions for each seed, and the processor time of a solution."""
HEADER = "model | seed | operator | assay | verdict | gap | interval | instances | minutes"


def solved_instances(folder: Path, seed: int) -> Path:
    """A folder of instances, good solutions, and the edges of these as heatmaps."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(SOLVED):
        instance = kinroute.generate(CUSTOMERS, seed=950_000 + 10_000 * seed + number)
        place = folder / instance.name
        if place.with_suffix(".npz").exists():
            continue
        result = kinroute.solve(instance, stop=kinroute.AfterCpuSeconds(LABEL_SECONDS))
        edges = np.zeros((CUSTOMERS, CUSTOMERS), np.float32)
        for route in result.solution.routes:
            for one, other in pairwise(route):
                edges[one - 1, other - 1] = edges[other - 1, one - 1] = 1
        write_vrplib(instance, place.with_suffix(".vrp"))
        result.solution.write(place.with_suffix(".sol"))
        write_heatmap(place.with_suffix(".npz"), edges)
    return folder


def assay(model: str, seed: int, folder: Path, store: Path, **options: Any) -> Results:
    """The results of `kinroute overkill` for a model."""
    name = f"{HERE / 'assay_models.py'}:{model}" if model in FUNCTIONS else model
    if model == "solutions":
        name = str(solved_instances(folder / f"solved-{seed}", seed))
    return overkill(name, store=store, seed=seed, **options)


def rows(results: Results, model: str, seed: int, minutes: float) -> list[list[str]]:
    """The verdicts of an assay."""
    found = []
    for one in assays(results.comparisons()):
        for judged in one.learned:
            at = judged.interval
            alone = " (scores alone)" if "scores alone" in judged.arm else ""
            found.append(
                [
                    model,
                    str(seed),
                    f"{one.operators}{alone}",
                    one.sensitivity,
                    one.word(judged),
                    f"{at.mean:+.3f}",
                    f"{at.low:+.3f} to {at.high:+.3f}",
                    str(judged.test.pairs),
                    f"{minutes:.1f}",
                ]
            )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", nargs="+", choices=MODELS, default=MODELS)
    parser.add_argument("--seeds", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--runs", type=int, default=1, help="per instance and method")
    parser.add_argument("--folder", type=Path, default=Path("build/assays"))
    parser.add_argument("--sample", type=int, help="instances, instead of all")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each run")
    arguments = parser.parse_args()
    options = {"seeds": arguments.runs, "sample": arguments.sample, "seconds": arguments.seconds}
    arguments.folder.mkdir(parents=True, exist_ok=True)
    print(f"| {HEADER} |\n|{'---|' * (HEADER.count('|') + 1)}")
    for model in arguments.models:
        for seed in arguments.seeds:
            store = arguments.folder / f"{model}-{seed}-{arguments.runs}.sqlite"
            note = store.with_suffix(".json")
            if not note.exists():
                if model == "solutions":  # labelling is not part of the assay
                    solved_instances(arguments.folder / f"solved-{seed}", seed)
                start = time.monotonic()
                results = assay(model, seed, arguments.folder, store, **options)
                minutes = (time.monotonic() - start) / 60
                note.write_text(json.dumps(rows(results, model, seed, minutes)))
            for row in json.loads(note.read_text()):
                print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
