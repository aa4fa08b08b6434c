"""The maps on drivers' sheets."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.patheffects import withStroke

from kinroute.plot.palette import INK, Points
from kinroute.solution.itinerary import Itinerary

_GROUND = "#f3f5f7"
_MOST_NUMBERS = 60


def draw_all(
    axes: Axes, places: Points, routes: Sequence[Itinerary], colors: Sequence[str]
) -> None:
    """Draw all routes, each in its colour."""
    _prepare(axes, places)
    width = 1.3 if len(routes) <= 60 else 0.5
    lines = [places[[stop.node for stop in route.stops]] for route in routes]
    axes.add_collection(LineCollection(lines, colors=list(colors), linewidths=width, zorder=2))
    for route, color in zip(routes, colors, strict=True):
        nodes = [stop.node for stop in route.customers]
        if len(places) <= 2000:
            axes.plot(*places[nodes].T, "o", ms=2.6, mfc=color, mec="white", mew=0.4, zorder=3)
    _draw_depot(axes, places)


def draw_one(axes: Axes, places: Points, route: Itinerary, color: str) -> None:
    """Draw one route with its stops numbered in their order."""
    nodes = [stop.node for stop in route.stops]
    _prepare(axes, places[nodes])
    axes.plot(*places[nodes].T, "-", color=color, lw=1.8, solid_joinstyle="round", zorder=2)
    customers = [stop.node for stop in route.customers]
    axes.plot(*places[customers].T, "o", ms=5.5, mfc=color, mec="white", mew=0.9, zorder=3)
    if len(customers) <= _MOST_NUMBERS:
        for number, node in enumerate(customers, 1):
            axes.annotate(
                str(number),
                places[node],
                xytext=(5, 3.5),
                textcoords="offset points",
                fontsize=7.5,
                color=INK,
                path_effects=[withStroke(linewidth=2.0, foreground=_GROUND)],
                zorder=4,
            )
    _draw_depot(axes, places)


def _prepare(axes: Axes, shown: Points) -> None:
    """Show these places with the same scale in both directions, whatever the shape of the box."""
    low, high = shown.min(axis=0), shown.max(axis=0)
    middle, span = (low + high) / 2, (high - low) * 1.14
    box = axes.get_position()
    figure = axes.get_figure()
    assert figure is not None
    width, height = figure.bbox.width * box.width, figure.bbox.height * box.height
    unit = max(span[0] / width, span[1] / height) or 1.0 / width
    axes.set_xlim(middle[0] - unit * width / 2, middle[0] + unit * width / 2)
    axes.set_ylim(middle[1] - unit * height / 2, middle[1] + unit * height / 2)
    axes.set_facecolor(_GROUND)
    axes.set_xticks([])
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_visible(False)


def _draw_depot(axes: Axes, places: Points) -> None:
    axes.plot(*places[0], "s", ms=7, mfc=INK, mec="white", mew=1.0, zorder=5)
