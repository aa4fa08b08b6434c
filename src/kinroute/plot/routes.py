"""Pictures of instances and their routes.

Drawn with Matplotlib's object interface: no display, no global state, any thread.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke

from kinroute.errors import SolutionError
from kinroute.plot.fonts import drawable, font
from kinroute.plot.heading import draw_heading, fault_text, instance_text, solution_text
from kinroute.plot.palette import FAINT, INK, Color, Points, route_colors
from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import plain
from kinroute.solution import Solution
from kinroute.solution.check import Check, check
from kinroute.solution.measures import count, measures_text

_SIDE = 9.0  # inches, the longer one
_MOST_LABELS = 40
_MOST_IN_LEGEND = 14
_MOST_DASHED = 40


def draw(
    instance: Instance, solution: Solution | None = None, *, title: str | None = None
) -> Figure:
    """Return a picture of the instance, with the routes of a solution in colour.

    The first and the last leg of a route are dashed and light (with many routes only light). An
    infeasible solution is marked in red. Without coordinates the positions are computed from the
    distances, which a label says.
    Raises SolutionError where the solution visits a customer that the instance does not have.
    """
    sheet = _sheet(instance)
    if solution is None:
        _draw_customers(sheet, FAINT)
        draw_heading(sheet.axes, title or instance.name, instance_text(instance))
    else:
        refuse_unknown_customers(instance, solution)
        verdict = check(instance, solution)
        colors = route_colors(sheet.positions, solution.routes)
        _draw_routes(sheet, solution.routes, colors)
        _draw_customers(sheet, _customer_colors(instance.customers, solution.routes, colors))
        _draw_legend(sheet, solution.routes, colors, verdict)
        text = solution_text(instance, solution, verdict)
        draw_heading(sheet.axes, title or instance.name, text, fault_text(verdict))
    _draw_depot(sheet)
    _draw_labels(sheet)
    return sheet.figure


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sheet:
    """An empty picture and its layout."""

    figure: Figure
    axes: Axes
    instance: Instance
    positions: Points
    """(n + 1, 2), the depot first."""


def _sheet(instance: Instance) -> _Sheet:
    positions = instance.positions()
    low, high = positions.min(axis=0), positions.max(axis=0)
    span = max(float((high - low).max()), 1e-9)
    width, height = (max(float(size), 0.3 * span) for size in high - low)
    inches = _SIDE / max(width, height)
    figure = Figure(figsize=(width * inches, height * inches))
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    middle, margin = (low + high) / 2, 0.03 * span
    axes.set_xlim(middle[0] - width / 2 - margin, middle[0] + width / 2 + margin)
    axes.set_ylim(middle[1] - height / 2 - margin, middle[1] + height / 2 + margin)
    axes.set_aspect("equal")
    for spine in axes.spines.values():
        spine.set_color("#d9dde1")
    axes.tick_params(colors=FAINT, labelsize=8, length=3)
    if instance.degrees() is not None:
        axes.set_xlabel("km east of the depot", color=FAINT, fontsize=8)
        axes.set_ylabel("km north of the depot", color=FAINT, fontsize=8)
    if instance.coordinates is None:
        axes.tick_params(length=0, labelbottom=False, labelleft=False)
        axes.set_xlabel(
            "schematic: positions drawn from the distances",
            color=FAINT,
            fontsize=9,
            fontstyle="italic",
        )
    return _Sheet(figure=figure, axes=axes, instance=instance, positions=positions)


def _draw_routes(sheet: _Sheet, routes: Sequence[Sequence[int]], colors: Sequence[Color]) -> None:
    places = sheet.positions
    thickness = _between(0.7, 9.0 / math.sqrt(sheet.instance.customers), 1.8)
    is_open = sheet.instance.open_routes
    ends = [
        places[[0, end]]
        for route in routes
        for end in (route[:1] if is_open else (route[0], route[-1]))
    ]
    sheet.axes.add_collection(
        LineCollection(
            ends,
            colors=[color for color in colors for _ in range(1 if is_open else 2)],
            linewidths=0.6 * thickness,
            # Many dashes around one depot make rings of their own.
            linestyles=(0, (4, 3)) if len(routes) <= _MOST_DASHED else "solid",
            alpha=_between(0.12, 8.0 / max(1, len(routes)), 0.6),
            zorder=1,
        ),
        autolim=False,
    )
    sheet.axes.add_collection(
        LineCollection(
            [places[list(route)] for route in routes],
            colors=list(colors),
            linewidths=thickness,
            capstyle="round",
            joinstyle="round",
            zorder=2,
        ),
        autolim=False,
    )


def _draw_customers(sheet: _Sheet, colors: Any) -> None:
    n = sheet.instance.customers
    x, y = sheet.positions[1:].T
    sheet.axes.scatter(
        x,
        y,
        s=_between(1.5, 4000.0 / n, 42.0),
        c=colors,
        edgecolors="white",
        linewidths=_between(0.0, 40.0 / n, 0.8),
        zorder=3,
    )


def _draw_depot(sheet: _Sheet) -> None:
    x, y = sheet.positions[0]
    sheet.axes.plot(
        [x], [y], "s", ms=9, mfc=INK, mec="white", mew=1.4, zorder=5, label="depot", clip_on=False
    )


def _draw_labels(sheet: _Sheet) -> None:
    """Write names, or numbers, beside the customers while there are few."""
    instance = sheet.instance
    if instance.customers > _MOST_LABELS:
        return
    names = instance.names or tuple(str(c) for c in range(1, instance.customers + 1))
    for name, (x, y) in zip(names, sheet.positions[1:], strict=True):
        label = drawable(name if len(name) <= 24 else name[:23] + "…")
        sheet.axes.annotate(
            label,
            (x, y),
            xytext=(5, 4),
            textcoords="offset points",
            fontsize=7.5,
            color=INK,
            parse_math=False,
            path_effects=[withStroke(linewidth=2, foreground="white", alpha=0.8)],
            zorder=4,
            **font(label),
        )


def _draw_legend(
    sheet: _Sheet, routes: Sequence[Sequence[int]], colors: Sequence[Color], verdict: Check
) -> None:
    """Show load, length and duration of each route while there are few."""
    if not 0 < len(routes) <= _MOST_IN_LEGEND:
        return
    instance = sheet.instance
    capacity = plain(instance.capacity)
    durations = verdict.durations or [None] * len(routes)
    measures = [
        measures_text(instance, distance, duration)
        for distance, duration in zip(verdict.distances, durations, strict=True)
    ]
    sheet.axes.legend(
        handles=[Line2D([], [], color=color, lw=3) for color in colors],
        labels=[
            f"{number}   {count(len(route), 'stop')}, {plain(load)} of {capacity}, {measure}"
            for number, (route, load, measure) in enumerate(
                zip(routes, verdict.loads, measures, strict=True), 1
            )
        ],
        title="route",
        alignment="left",
        loc="upper left",
        bbox_to_anchor=(1.01, 1.0),
        borderaxespad=0.0,
        frameon=False,
        fontsize=8.5,
        labelcolor=INK,
    )


def refuse_unknown_customers(instance: Instance, solution: Solution) -> None:
    """Raise SolutionError where a solution visits a customer that the instance does not have."""
    for number, route in enumerate(solution.routes, 1):
        for customer in route:
            if not 1 <= customer <= instance.customers:
                raise SolutionError(
                    f"route {number} visits customer {customer}; {instance.name} has customers 1 "
                    f"to {instance.customers}"
                )


def _customer_colors(
    n: int, routes: Sequence[Sequence[int]], colors: Sequence[Color]
) -> npt.NDArray[np.float64]:
    """One colour per customer, that of its route; grey where it is on none."""
    by_customer = np.full((n, 3), 0.62)
    for route, color in zip(routes, colors, strict=True):
        by_customer[np.array(route) - 1] = color
    return by_customer


def _between(low: float, value: float, high: float) -> float:
    return max(low, min(value, high))
