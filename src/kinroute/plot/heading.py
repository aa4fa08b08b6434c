"""The heading of a picture of routes."""

from __future__ import annotations

import math
from typing import Any

from matplotlib.axes import Axes

from kinroute.plot.palette import ALERT, INK
from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import plain
from kinroute.solution import Solution
from kinroute.solution.check import Check, check


def draw_heading(axes: Axes, name: str, text: str, fault: str | None = None) -> None:
    """Write the name, a line of figures and, in red, a violated limit above the axes."""
    lines: list[tuple[str, dict[str, Any]]] = [
        (name, {"fontsize": 14, "fontweight": "bold", "color": ALERT if fault else INK}),
        (text, {"fontsize": 10, "color": INK}),
    ]
    if fault is not None:
        lines.append((fault, {"fontsize": 10, "color": ALERT}))
    height = 8.0
    for line, look in reversed(lines):
        axes.annotate(
            line,
            (0.0, 1.0),
            xycoords="axes fraction",
            xytext=(0.0, height),
            textcoords="offset points",
            parse_math=False,
            **look,
        )
        height += 1.5 * look["fontsize"]


def instance_text(instance: Instance) -> str:
    """The key figures of an instance, in one line."""
    return (
        f"{count(instance.customers, 'customer')} · capacity {plain(instance.capacity)} · "
        f"total demand {plain(instance.total_demand)}"
    )


def solution_text(instance: Instance, solution: Solution, verdict: Check) -> str:
    """The key figures of a solution, in one line."""
    unit = " km" if instance.metric in ("geo", "great_circle") else ""
    distance = _brief(_unrounded(instance, solution, verdict))
    parts = [
        f"cost {_brief(verdict.cost)}",
        count(len(solution), "route"),
        f"total distance {distance}{unit}",
        count(instance.customers, "customer"),
    ]
    return " · ".join(parts)


def _unrounded(instance: Instance, solution: Solution, verdict: Check) -> float:
    if instance.rounding == "none":
        return verdict.cost
    # Without limits, so that no proof about them is repeated.
    exact = instance.with_changes(rounding="none", vehicles=None, max_duration=math.inf)
    return check(exact, solution).cost


def fault_text(verdict: Check) -> str | None:
    """The first violated limit of an infeasible solution; None for a feasible one."""
    if verdict.feasible:
        return None
    first, more = verdict.problems[0], len(verdict.problems) - 1
    return f"infeasible: {first}" + (f" (and {more} more)" if more else "")


def count(number: int, noun: str) -> str:
    """A number with its noun: 1 route, 1,200 routes."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def _brief(value: float) -> str:
    return plain(value) if float(value).is_integer() else f"{value:.2f}"
