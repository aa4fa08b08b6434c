"""Solves a shipped instance with D-O, D-D and auto side by side, and shows what came out.

The searches run in threads of one process: the core does not hold the GIL. Writes the best routes
as demo/*.sol, demo/*.png and demo/*.html, and says what to try next.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.live import Live
from rich.table import Table

import kinroute

HERE = Path(__file__).parent
METHODS = {"D-O": "HGS, the baseline", "D-D": "crossover by distance", "auto": "the default"}
NEXT = """
What to try next (kinroute is .venv/bin/kinroute until you install it):

  kinroute solve examples/stops.csv --capacity 250 --speed 30 -o plan.html   # plans a spreadsheet
  kinroute studio              # the same in a browser: files, live searches, changes by hand
  kinroute overkill light-2    # does a network steer the search better than distance? (minutes)
  make docs                    # the documentation, into build/site/index.html

What steers the search around one customer, as a picture:

  kinroute plot {instance} {solution} --related 46 -o related.png
"""


class Board:
    """The latest news of each method, as a table."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.latest: dict[str, kinroute.Progress] = {}

    def hear(self, method: str, progress: kinroute.Progress) -> None:
        self.latest[method] = progress

    def __rich__(self) -> Table:
        table = Table(title=f"searching for {self.seconds:g} s")
        for heading in ("method", "best cost", "iterations", "feasible", "time left"):
            table.add_column(heading, justify="left" if heading == "method" else "right")
        for method in METHODS:
            if (seen := self.latest.get(method)) is not None:
                table.add_row(method, *_row(seen))
        return table


def _row(seen: kinroute.Progress) -> tuple[str, str, str, str]:
    done = f"{seen.annealing_steps:,} annealing" if seen.is_annealing else f"{seen.iterations:,}"
    return (
        "-" if seen.best_cost is None else f"{seen.best_cost:,.0f}",
        done,
        f"{seen.feasible_share:.0%}",
        f"{seen.time_left or 0:.1f} s",
    )


def solved(instance: kinroute.Instance, seconds: float, console: Console) -> list[kinroute.Result]:
    """One result per method, all searching at the same time."""
    board = Board(seconds)

    def run(method: str) -> kinroute.Result:
        return kinroute.solve(
            instance,
            method=method,
            stop=kinroute.AfterSeconds(seconds),
            observer=partial(board.hear, method),
        )

    with ThreadPoolExecutor(len(METHODS)) as pool, Live(board, console=console):
        return list(pool.map(run, METHODS))


def summary(results: list[kinroute.Result], reference: float) -> Table:
    table = Table(title=f"{results[0].instance.name}, reference cost {reference:,.0f}")
    for heading in ("method", "", "cost", "gap", "routes", "last improvement"):
        is_text = heading in ("method", "")
        table.add_column(heading, justify="left" if is_text else "right")
    for result in results:
        last = f"{result.trace[-1].time:.1f} s" if result.trace else "-"
        table.add_row(
            result.method,
            METHODS[result.method],
            f"{result.cost:,.0f}",
            f"{100 * (result.cost / reference - 1):+.2f} %",
            str(len(result.routes)),
            last,
        )
    return table


def written(best: kinroute.Result, folder: Path) -> dict[str, Path]:
    """The files of the best result, by suffix."""
    folder.mkdir(exist_ok=True)
    files = {end: folder / f"{best.instance.name}{end}" for end in (".sol", ".png", ".html")}
    for path in files.values():
        best.write(path)
    return files


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--instance", default="KX-n201-k10-s3")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--out", type=Path, default=Path("demo"))
    arguments = parser.parse_args()
    console = Console(highlight=False)
    path = HERE / "instances" / f"{arguments.instance}.vrp"
    instance = kinroute.read(path)
    references = json.loads((HERE / "instances" / "reference_costs.json").read_text())
    console.print(f"{instance.name}: {instance.customers} customers. {instance.rounding_text}.")

    results = solved(instance, arguments.seconds, console)
    console.print(summary(results, references[instance.name]["cost"]))
    files = written(min(results, key=lambda result: result.cost), arguments.out)
    console.print(f"\nThe best routes:    {files['.sol']}", soft_wrap=True)
    console.print(f"as a picture:       {files['.png']}", soft_wrap=True)
    console.print(f"as a page to zoom:  {files['.html']}", soft_wrap=True)
    console.print(
        NEXT.format(instance=path.relative_to(HERE.parent), solution=files[".sol"]), soft_wrap=True
    )


if __name__ == "__main__":
    main()
