"""Solves a shipped instance with D-O and D-D side by side, and shows what came out.

The two searches run in two threads of one process: the core does not hold the GIL. Writes the
better routes as demo/*.sol and demo/*.png.
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
METHODS = ("D-O", "D-D")


class Board:
    """The latest news of each method, as a table."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.latest: dict[str, kinroute.Progress] = {}

    def hear(self, method: str, progress: kinroute.Progress) -> None:
        self.latest[method] = progress

    def __rich__(self) -> Table:
        table = Table(title=f"searching for {self.seconds:g} s")
        for heading in ("method", "best cost", "iterations", "per second", "feasible", "time left"):
            table.add_column(heading, justify="left" if heading == "method" else "right")
        for method in METHODS:
            if (seen := self.latest.get(method)) is None:
                continue
            cost = "-" if seen.best_cost is None else f"{seen.best_cost:,.0f}"
            table.add_row(
                method,
                cost,
                f"{seen.iterations:,}",
                f"{seen.iterations_per_second:,.0f}",
                f"{seen.feasible_share:.0%}",
                f"{seen.time_left or 0:.1f} s",
            )
        return table


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
    for heading in ("method", "cost", "gap", "routes", "iterations", "last improvement"):
        table.add_column(heading, justify="left" if heading == "method" else "right")
    for result in results:
        last = f"{result.trace[-1].time:.1f} s" if result.trace else "-"
        table.add_row(
            result.method,
            f"{result.cost:,.0f}",
            f"{100 * (result.cost / reference - 1):+.2f} %",
            str(len(result.routes)),
            f"{result.iterations:,}",
            last,
        )
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--instance", default="KX-n201-k10-s3")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--out", type=Path, default=Path("demo"))
    arguments = parser.parse_args()
    console = Console()
    instance = kinroute.read(HERE / "instances" / f"{arguments.instance}.vrp")
    references = json.loads((HERE / "instances" / "reference_costs.json").read_text())
    console.print(f"{instance.name}: {instance.customers} customers. {instance.rounding_text}.")

    results = solved(instance, arguments.seconds, console)
    console.print(summary(results, references[instance.name]["cost"]))
    best = min(results, key=lambda result: result.cost)
    arguments.out.mkdir(exist_ok=True)
    for suffix, write in ((".sol", best.write), (".png", best.plot)):
        path = arguments.out / f"{instance.name}{suffix}"
        write(path)
        console.print(f"wrote {path}")


if __name__ == "__main__":
    main()
