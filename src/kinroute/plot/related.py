"""Pictures of relatedness: the customers most related to one, beside its route in a solution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from kinroute.errors import InputError
from kinroute.plot.fonts import drawable
from kinroute.plot.palette import ALERT, FAINT, INK, Points
from kinroute.plot.routes import refuse_unknown_customers
from kinroute.problem.instance import Instance
from kinroute.relatedness.neighbours import Relatedness
from kinroute.solution import Solution

__all__ = ["dots", "draw_related", "require_customer"]

_RELATED = "#1f77b4"
_ROUTE = "#2a9d5c"
_SIDE = 4.6  # inches of one panel
_MARGIN = 0.08


def draw_related(
    instance: Instance,
    customer: int,
    relatednesses: Mapping[str, Relatedness],
    solution: Solution,
    *,
    count: int = 20,
) -> Figure:
    """Return one panel for each relatedness, and one with the customer's place in a solution.

    Lines go to the `count` most related customers; a line is bold and red where the solution has
    that edge. All panels show the same part of the map. Raises InputError for a customer that is
    not there, SolutionError for a solution of another instance.
    """
    require_customer(instance, customer)
    refuse_unknown_customers(instance, solution)
    lists = {
        name: [j for j in related.neighbours(instance, count).ids[customer - 1].tolist() if j > 0]
        for name, related in relatednesses.items()
    }
    route = next((list(r) for r in solution if customer in r), [customer])
    beside = _beside(route, customer)
    places = instance.positions()
    frame = _frame(places, [customer, *beside, *(j for ids in lists.values() for j in ids)])
    figure, panels = _panels(len(lists) + 1, frame)
    for axes, (name, ids) in zip(panels, lists.items(), strict=False):
        _draw_place(axes, places, customer)
        _draw_lines(axes, places, customer, ids, beside)
        held = sum(j in ids for j in beside)
        _head(axes, name, f"{held} of its {_edges(len(beside))} among {len(ids)}")
    _draw_place(panels[-1], places, customer)
    _draw_solution(panels[-1], places, solution, route)
    _head(panels[-1], "in the solution", f"its route has {_stops(len(route))}")
    what = drawable(instance.customer_text(customer))
    figure.suptitle(
        f"{instance.name}: most related to {what}", color=INK, fontsize=13, fontweight="bold"
    )
    return figure


def require_customer(instance: Instance, customer: int) -> None:
    """Raise InputError where the instance has no such customer."""
    if not 1 <= customer <= instance.customers:
        raise InputError(
            f"there is no customer {customer}; {instance.name} has customers 1 to "
            f"{instance.customers}"
        )


def dots(axes: Axes, points: Points, **look: Any) -> None:
    """Draw points (p, 2), by default with a white edge."""
    axes.scatter(points[:, 0], points[:, 1], **{"edgecolors": "white", "linewidths": 0.6, **look})


def _beside(route: Sequence[int], customer: int) -> list[int]:
    """The customers before and after one on its route."""
    return [a if b == customer else b for a, b in pairwise(route) if customer in (a, b)]


def _frame(places: Points, shown: Sequence[int]) -> Points:
    """(2, 2) the corners of a square around some customers."""
    low, high = places[list(shown)].min(axis=0), places[list(shown)].max(axis=0)
    half = max(float((high - low).max()), 1e-9) * (0.5 + _MARGIN)
    middle = (low + high) / 2
    return np.array([middle - half, middle + half])


def _panels(count: int, frame: Points) -> tuple[Figure, list[Axes]]:
    figure = Figure(figsize=(_SIDE * count, _SIDE + 0.9), layout="constrained")
    FigureCanvasAgg(figure)
    panels = list(figure.subplots(1, count, squeeze=False)[0])
    for axes in panels:
        axes.set_xlim(*frame[:, 0])
        axes.set_ylim(*frame[:, 1])
        axes.set_aspect("equal")
        axes.set_xticks([])
        axes.set_yticks([])
        for spine in axes.spines.values():
            spine.set_color("#d9dde1")
    return figure, panels


def _draw_place(axes: Axes, places: Points, customer: int) -> None:
    dots(axes, places[1:], s=14, c="#b9c0c7", linewidths=0, zorder=2)
    axes.plot(*places[0], "s", ms=9, mfc=INK, mec="white", mew=1.2, zorder=5)
    dots(axes, places[[customer]], s=90, c=ALERT, linewidths=1.2, zorder=6)


def _draw_lines(
    axes: Axes, places: Points, customer: int, ids: Sequence[int], beside: Sequence[int]
) -> None:
    is_edge = [j in beside for j in ids]
    axes.add_collection(
        LineCollection(
            [places[[customer, j]] for j in ids],
            colors=[ALERT if edge else _RELATED for edge in is_edge],
            linewidths=[2.8 if edge else 0.9 for edge in is_edge],
            zorder=3,
        ),
        autolim=False,
    )
    dots(axes, places[list(ids)], s=34, c=_RELATED, zorder=4)


def _draw_solution(axes: Axes, places: Points, solution: Solution, route: Sequence[int]) -> None:
    others = [places[[0, *other, 0]] for other in solution if list(other) != list(route)]
    axes.add_collection(
        LineCollection(others, colors=FAINT, linewidths=0.5, alpha=0.6, zorder=1), autolim=False
    )
    axes.plot(*places[[0, *route, 0]].T, color=_ROUTE, lw=1.8, zorder=3)
    dots(axes, places[list(route)], s=30, c=_ROUTE, zorder=4)


def _head(axes: Axes, name: str, text: str) -> None:
    axes.set_title(name, loc="left", color=INK, fontsize=11, fontweight="bold")
    axes.set_xlabel(text, color=INK, fontsize=9.5, loc="left")


def _edges(number: int) -> str:
    return f"{number} edge" + ("" if number == 1 else "s")


def _stops(number: int) -> str:
    return f"{number} stop" + ("" if number == 1 else "s")
