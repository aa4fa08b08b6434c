"""The heading of a picture of routes."""

from __future__ import annotations

import math
from typing import Any

from matplotlib.axes import Axes

from kinroute.plot.fonts import drawable, font
from kinroute.plot.palette import ALERT, INK
from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import plain
from kinroute.solution import Solution
from kinroute.solution.check import Check, check
from kinroute.solution.measures import cost_unit, count, distance_unit, duration_text, is_timed


def draw_heading(axes: Axes, name: str, text: str, fault: str | None = None) -> None:
    """Write the name, a line of figures and, in red, a violated limit above the axes."""
    lines: list[tuple[str, dict[str, Any]]] = [
        (name, {"fontsize": 14, "color": ALERT if fault else INK}),
        (text, {"fontsize": 10, "color": INK}),
    ]
    if fault is not None:
        lines.append((fault, {"fontsize": 10, "color": ALERT}))
    height = 8.0
    for line, look in reversed(lines):
        shown = drawable(line)
        axes.annotate(
            shown,
            (0.0, 1.0),
            xycoords="axes fraction",
            xytext=(0.0, height),
            textcoords="offset points",
            parse_math=False,
            **font(shown, bold=line is name),
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
    parts = [
        f"cost {_brief(verdict.cost)} {cost_unit(instance)}".rstrip(),
        count(len(solution), "route"),
    ]
    distance = _brief(math.fsum(_unrounded(instance, solution, verdict)))
    parts.append(f"total distance {distance} {distance_unit(instance)}".rstrip())
    if verdict.durations is not None and is_timed(instance):
        duration = duration_text(instance, math.fsum(verdict.durations))
        parts.append(f"{duration} with service" if instance.service.any() else duration)
    return " · ".join([*parts, count(instance.customers, "customer")])


def _unrounded(instance: Instance, solution: Solution, verdict: Check) -> tuple[float, ...]:
    if instance.rounding == "none":
        return verdict.distances
    # Without limits, so that no proof about them is repeated.
    exact = instance.with_changes(
        rounding="none",
        vehicles=None,
        max_duration=math.inf,
        max_distance=math.inf,
        max_stops=None,
    )
    return check(exact, solution).distances


def fault_text(verdict: Check) -> str | None:
    """The first violated limit of an infeasible solution; None for a feasible one."""
    if verdict.feasible:
        return None
    first, more = verdict.problems[0], len(verdict.problems) - 1
    return f"infeasible: {first}" + (f" (and {more} more)" if more else "")


def _brief(value: float) -> str:
    if not math.isfinite(value):
        return "∞"
    return plain(value) if float(value).is_integer() else f"{value:.2f}"
