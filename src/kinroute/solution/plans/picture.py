"""Two plans side by side, with the stops that moved marked."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke

from kinroute.errors import InputError
from kinroute.plot.heading import draw_heading
from kinroute.plot.palette import ALERT, FAINT, INK, Color, Points, route_colors
from kinroute.problem import geometry
from kinroute.problem.instance import Instance
from kinroute.solution.plans.comparison import Comparison, RouteChange, common_names
from kinroute.solution.plans.matching import customers_of
from kinroute.solution.plans.plan import Place, Plan, PlanRoute

_SIDE = 7.0  # inches of each map, the longer side
_MOST_LABELS = 60
_GREY: Color = (0.78, 0.80, 0.82)
_MARKS: dict[str, dict[str, Any]] = {
    "moved": {"marker": "o", "facecolors": "none", "edgecolors": INK, "s": 110, "linewidths": 1.6},
    "added": {"marker": "P", "facecolors": INK, "edgecolors": "white", "s": 90, "linewidths": 0.8},
    "removed": {"marker": "X", "facecolors": ALERT, "edgecolors": "white", "s": 90},
}
_TEXTS = {
    "moved": "moved to another route",
    "added": "only in the second plan",
    "removed": "only in the first plan",
}


def draw_comparison(
    first: Plan, second: Plan, changes: Comparison, instance: Instance | None = None
) -> Figure:
    """Return a picture of two plans that `compared` has compared.

    Routes with most of their stops in common have the same colour; those that are unchanged are
    grey. Raises InputError where neither the plans nor the instance say where stops are.
    """
    atlas = _atlas(first, second, instance)
    colors = _colors(atlas, changes)
    figure, panels = _sheet(atlas)
    sides = (
        (first, [(c.before, color) for c, color in zip(changes.routes, colors, strict=True)]),
        (second, [(c.after, color) for c, color in zip(changes.routes, colors, strict=True)]),
    )
    marked = {
        "moved": [move.stop for move in changes.moved],
        "added": list(changes.added),
        "removed": list(changes.removed),
    }
    for axes, (plan, routes) in zip(panels, sides, strict=True):
        _draw_routes(axes, atlas, routes, is_open=plan.is_open)
        here = {stop for route, _ in routes if route for stop in route.stops}
        for kind, stops in marked.items():
            _mark(axes, atlas, [stop for stop in stops if stop in here], kind)
        used = sum(bool(route and route.stops) for route, _ in routes)
        text = f"routes {used} · stops {len(plan.stops)}"
        draw_heading(axes, Path(plan.source).name, text)
    _draw_legend(figure, marked)
    return figure


@dataclass(frozen=True, slots=True, kw_only=True)
class _Atlas:
    """Where all stops of both plans are, on a plane."""

    points: Points
    """The depot, or the middle of the stops, first."""
    rows: dict[str, int]
    """The row of each stop."""

    def along(self, stops: tuple[str, ...]) -> Points:
        """The places of some stops."""
        return self.points[[self.rows[stop] for stop in stops]]


def _atlas(first: Plan, second: Plan, instance: Instance | None) -> _Atlas:
    if instance is not None:
        return _atlas_of(first, second, instance)
    if first.places is None or second.places is None:
        bare = first if first.places is None else second
        raise InputError(
            "it does not say where its stops are; give the instance (--instance FILE)",
            source=bare.source,
        )
    names = common_names(first, second)
    places: dict[str, Place] = {names.get(s, s): at for s, at in first.places.items()}
    places |= second.places
    depot = second.depot or first.depot
    middle = np.mean(list(places.values()), axis=0)
    points = np.array([middle if depot is None else depot, *places.values()], np.float64)
    if first.is_geographic or second.is_geographic:
        points = geometry.projected(points)
    return _Atlas(points=points, rows={stop: row for row, stop in enumerate(places, 1)})


def _atlas_of(first: Plan, second: Plan, instance: Instance) -> _Atlas:
    """By the instance; all stops must be in it."""
    rows: dict[str, int] = {}
    for plan in (first, second):
        numbers = customers_of(plan, instance)
        missing = [stop for stop in plan.stops if stop not in numbers]
        if missing and (first.places is None or second.places is None):
            raise InputError(
                f"the stop {missing[0]!r} is not in {instance.name}, so it cannot be drawn",
                source=plan.source,
            )
        if missing:
            return _atlas(first, second, None)
        rows |= numbers
    return _Atlas(points=instance.positions(), rows=rows)


def _colors(atlas: _Atlas, changes: Comparison) -> list[Color]:
    """One colour for each pair of routes, grey for those that stay."""
    changed = [change for change in changes.routes if not _stays(change)]
    groups = [[atlas.rows[stop] for stop in _stops(change)] for change in changed]
    colors = iter(route_colors(atlas.points, groups) if groups else [])
    return [_GREY if _stays(change) else next(colors) for change in changes.routes]


def _stays(change: RouteChange) -> bool:
    return change.kind in ("unchanged", "reversed") or not _stops(change)


def _stops(change: RouteChange) -> tuple[str, ...]:
    both = [route.stops for route in (change.before, change.after) if route is not None]
    return tuple(dict.fromkeys(stop for stops in both for stop in stops))


def _sheet(atlas: _Atlas) -> tuple[Figure, list[Axes]]:
    low, high = atlas.points.min(axis=0), atlas.points.max(axis=0)
    span = max(float((high - low).max()), 1e-9)
    width, height = (max(float(size), 0.45 * span) for size in high - low)
    inches = _SIDE / max(width, height)
    figure = Figure(figsize=(2.08 * width * inches, height * inches))
    FigureCanvasAgg(figure)
    middle, margin = (low + high) / 2, 0.04 * span
    panels = []
    for left in (0.0, 0.52):
        axes = figure.add_axes((left, 0.0, 0.48, 1.0))
        axes.set_xlim(middle[0] - width / 2 - margin, middle[0] + width / 2 + margin)
        axes.set_ylim(middle[1] - height / 2 - margin, middle[1] + height / 2 + margin)
        axes.set_aspect("equal")
        axes.set_xticks([])
        axes.set_yticks([])
        for spine in axes.spines.values():
            spine.set_color("#d9dde1")
        panels.append(axes)
    return figure, panels


def _draw_routes(
    axes: Axes, atlas: _Atlas, routes: list[tuple[PlanRoute | None, Color]], *, is_open: bool
) -> None:
    driven = [(route, color) for route, color in routes if route is not None and route.stops]
    count = sum(len(route.stops) for route, _ in driven)
    thickness = max(0.8, min(2.0, 12.0 / math.sqrt(max(1, count))))
    lines = [atlas.along(route.stops) for route, _ in driven]
    legs = (0,) if is_open else (0, -1)
    ends = [np.stack([atlas.points[0], line[end]]) for line in lines for end in legs]
    colors = [color for _, color in driven]
    axes.add_collection(
        LineCollection(
            ends,
            colors=[color for color in colors for _ in legs],
            linewidths=0.6 * thickness,
            linestyles=(0, (4, 3)),
            alpha=0.5,
            zorder=1,
        ),
        autolim=False,
    )
    axes.add_collection(
        LineCollection(lines, colors=colors, linewidths=thickness, zorder=2), autolim=False
    )
    for line, color in zip(lines, colors, strict=True):
        size = max(3.0, min(30.0, 3000.0 / count))
        axes.scatter(
            line[:, 0],
            line[:, 1],
            s=size,
            color=color,
            edgecolors="white",
            linewidths=0.5,
            zorder=3,
        )
    axes.plot(*atlas.points[:1].T, "s", ms=9, mfc=INK, mec="white", mew=1.4, zorder=5)


def _mark(axes: Axes, atlas: _Atlas, stops: list[str], kind: str) -> None:
    if not stops:
        return
    places = atlas.along(tuple(stops))
    axes.scatter(places[:, 0], places[:, 1], zorder=4, **_MARKS[kind])
    if len(stops) > _MOST_LABELS:
        return
    for stop, (x, y) in zip(stops, places, strict=True):
        axes.annotate(
            stop if len(stop) <= 24 else stop[:23] + "…",
            (x, y),
            xytext=(7, 5),
            textcoords="offset points",
            fontsize=7.5,
            color=ALERT if kind == "removed" else INK,
            parse_math=False,
            path_effects=[withStroke(linewidth=2, foreground="white", alpha=0.8)],
            zorder=6,
        )


def _draw_legend(figure: Figure, marked: dict[str, list[str]]) -> None:
    handles = [Line2D([], [], color=_GREY, lw=3)]
    labels = ["unchanged routes"]
    for kind, stops in marked.items():
        if stops:
            look = _MARKS[kind]
            face = look["facecolors"]
            handles.append(
                Line2D([], [], ls="", marker=look["marker"], ms=8, mfc=face, mec=look["edgecolors"])
            )
            labels.append(f"{_TEXTS[kind]} ({len(stops)})")
    figure.legend(
        handles=handles,
        labels=labels,
        loc="upper center",
        bbox_to_anchor=(0.5, -0.01),
        ncols=len(handles),
        frameon=False,
        fontsize=9,
        labelcolor=FAINT if len(handles) == 1 else INK,
    )
