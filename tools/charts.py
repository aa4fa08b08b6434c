"""Charts of measurements: other solvers, the acceptance of annealing, and threads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import kinroute
from kinroute import _core
from kinroute.plot.palette import FAINT, INK

_OURS, _OTHERS = "#1f77b4", "#9aa5af"
_SOLVERS = {
    "hygese": "HGS-CVRP (hygese)",
    "pyvrp": "PyVRP",
    "ortools": "OR-Tools",
    "pyvroom": "VROOM",
}


def peers(page: Path) -> Figure:
    """The table of a page's section on other solvers: a dot per instance, a bar for the mean."""
    gaps = gaps_of(page.read_text(encoding="utf-8"))
    figure, axes = _chart(8.2, 2.9)
    names = sorted(gaps, key=lambda name: -float(np.mean(gaps[name])))
    for place, name in enumerate(names):
        color = _OURS if name == "kinroute" else _OTHERS
        mean = float(np.mean(gaps[name]))
        axes.barh(place, mean, height=0.62, color=color, zorder=2)
        axes.scatter(gaps[name], [place] * len(gaps[name]), s=14, color=INK, alpha=0.55, zorder=3)
        axes.text(mean + 0.06, place + 0.36, f"{mean:.2f} %", fontsize=8.5, color=INK, va="bottom")
    axes.set_yticks(range(len(names)), [_SOLVERS.get(name, "Kinroute") for name in names])
    axes.tick_params(axis="y", labelsize=10.5, labelcolor=INK)
    axes.set_ylim(-0.5, len(names) - 0.2)
    axes.set_xlabel("gap to the best known cost, in percent; bar: mean, dot: one instance")
    return figure


def gaps_of(text: str) -> dict[str, list[float]]:
    """The columns of the table, by solver; instances without a solution are left out."""
    table = text.split("## Comparison with other solvers\n")[1].split("\n## ")[0]
    header, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in table.splitlines()
        if re.match(r"\| (instance|X-)", line)
    ]
    return {
        name: [float(row[k]) for row in rows if row[k] != "none"]
        for k, name in enumerate(header[1:], 1)
    }


def acceptance(tries: int = 4000) -> Figure:
    """How often the core's annealing accepts a solution that is longer, over its time."""
    schedule = _core.testing.Schedule(1.0, 0.01, 1000.0)
    shares = np.linspace(0, 1, 60)
    figure, axes = _chart(7.2, 3.0)
    for longer, color in ((10, "#2a9d5c"), (100, "#1f77b4"), (500, "#8e44ad"), (1000, "#e4572e")):
        counts = [
            _core.testing.accepted(schedule, float(share), 10_000 + longer, 10_000, tries, 7)
            for share in shares
        ]
        values = 100 * np.array(counts) / tries
        axes.plot(100 * shares, values, color=color, lw=2.2, label=f"{longer / 1000:g}")
    axes.legend(title="longer by, in mean arc lengths", frameon=False, fontsize=9, ncols=2)
    axes.set_xlabel("share of the time, in percent")
    axes.set_ylabel("accepted, in percent")
    axes.set_xlim(0, 100)
    axes.set_ylim(0, 102)
    return figure


def threads(
    customers: int = 150, children: int = 3000, seeds: Sequence[int] = range(1, 9)
) -> Figure:
    """The cost over the children of each thread, for one, two and four threads."""
    instance = kinroute.generate(customers, law="X", seed=12)
    grid = np.linspace(children / 60, children, 60)
    curves = {
        count: np.mean([_course(instance, count, grid, seed) for seed in seeds], axis=0)
        for count in (1, 2, 4)
    }
    best = min(float(curve[-1]) for curve in curves.values())
    figure, axes = _chart(7.2, 3.0)
    for (count, curve), color in zip(
        curves.items(), ("#9aa5af", "#1f77b4", "#2a9d5c"), strict=True
    ):
        label = "1 thread" if count == 1 else f"{count} threads"
        axes.plot(grid, 100 * (curve / best - 1), color=color, lw=2.2, label=label)
    axes.legend(frameon=False, fontsize=10)
    axes.set_xlim(0, children)
    axes.set_ylim(0, None)
    axes.set_xlabel("children of each thread")
    axes.set_ylabel("above the best mean cost, in percent")
    return figure


def _course(instance: kinroute.Instance, count: int, grid: np.ndarray, seed: int) -> list[float]:
    """The best cost at each number of children of one thread."""
    result = kinroute.solve(
        instance,
        method="D-O",
        threads=count,
        seed=seed,
        stop=kinroute.AfterIterations(count * int(grid[-1])),
    )
    times = [point.iterations / count for point in result.trace]
    costs = [point.cost for point in result.trace]
    return [costs[max(0, int(np.searchsorted(times, x, "right")) - 1)] for x in grid]


def _chart(width: float, height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color("#d9dde1")
    axes.tick_params(colors=FAINT, labelsize=9, length=0)
    axes.grid(axis="x" if width > 8 else "both", color="#eceff1", zorder=0)
    axes.set_axisbelow(True)
    axes.xaxis.label.set_color(INK)
    axes.yaxis.label.set_color(INK)
    return figure, axes
