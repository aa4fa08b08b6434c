"""The crossover that relatedness steers, as a picture (DOX and NOX of the paper)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from kinroute.errors import InputError
from kinroute.plot.fonts import drawable
from kinroute.plot.palette import ALERT, FAINT, INK, Points
from kinroute.plot.related import dots, require_customer
from kinroute.plot.routes import refuse_unknown_customers
from kinroute.problem.instance import Instance
from kinroute.relatedness.neighbours import Relatedness
from kinroute.search.giant_tour import giant_tour
from kinroute.solution import Solution

__all__ = ["Crossover", "crossed", "draw_crossover"]

_FIRST = "#6aaed6"
_SECOND = "#e8963c"
_NEITHER = "#e6e9ec"
_MOST_NUMBERED = 45


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossover:
    """One crossover, step by step."""

    parents: tuple[tuple[int, ...], tuple[int, ...]]
    """Giant tours."""
    fragment: tuple[int, ...]
    """The part of parent 1 in the child; the last is i."""
    related: tuple[int, ...]
    """The customers most related to i that are not in the fragment."""
    j: int
    """The first customer taken from parent 2."""
    plain: int
    """The first customer taken from parent 2 by plain OX."""
    child: tuple[int, ...]
    """The fragment, then the rest in the order of parent 2 from j on."""


def crossed(
    parents: tuple[Sequence[int], Sequence[int]],
    customer: int,
    related: Sequence[int],
    *,
    share: float = 1 / 3,
    seed: int = 1,
) -> Crossover:
    """Cross two giant tours with a fragment that ends at `customer`.

    The fragment is a share of parent 1; j is drawn from the `related` customers that are not in
    it, or from all that are not where there are none.
    """
    one, two = tuple(parents[0]), tuple(parents[1])
    n = len(one)
    if n < 2 or sorted(one) != sorted(two):
        raise InputError("both parents must visit the same two customers or more")
    end = one.index(customer)
    size = min(n - 1, max(1, round(share * n)))
    fragment = tuple(one[(end - size + 1 + step) % n] for step in range(size))
    outside = tuple(c for c in related if c > 0 and c not in fragment)
    rest = [c for c in two if c not in fragment]
    j = int(np.random.default_rng(seed).choice(outside or rest))
    at = rest.index(j)
    after = (two[(end + 1 + step) % n] for step in range(n))
    return Crossover(
        parents=(one, two),
        fragment=fragment,
        related=outside,
        j=j,
        plain=next(c for c in after if c not in fragment),
        child=(*fragment, *rest[at:], *rest[:at]),
    )


def draw_crossover(
    instance: Instance,
    customer: int,
    related: Relatedness,
    parents: tuple[Solution, Solution],
    *,
    count: int = 15,
    seed: int = 1,
) -> Figure:
    """Return the tours of both parents and their child, and where on the map they are joined.

    Giant tours are those of the search: routes by the angle of their barycentres at the depot.
    The customer is the last of the fragment; the child continues at one of the `count` customers
    most related to it. A dotted line shows where plain OX would continue.
    """
    require_customer(instance, customer)
    for parent in parents:
        refuse_unknown_customers(instance, parent)
    tours = tuple(giant_tour(instance, parent) for parent in parents)
    ids = related.neighbours(instance, count).ids[customer - 1].tolist()
    step = crossed((tours[0], tours[1]), customer, ids, seed=seed)
    figure = Figure(figsize=(11.0, 8.2), layout="constrained")
    FigureCanvasAgg(figure)
    grid = figure.add_gridspec(2, 2, height_ratios=(1.0, 3.0))
    _draw_tours(figure.add_subplot(grid[0, :]), step)
    places = instance.positions()
    _draw_first(figure.add_subplot(grid[1, 0]), places, parents[0], step)
    _draw_second(figure.add_subplot(grid[1, 1]), places, parents[1], step)
    figure.suptitle(
        drawable(f"{instance.name}: crossover at {instance.customer_text(customer)}"),
        color=INK,
        fontsize=13,
        fontweight="bold",
    )
    return figure


def _draw_tours(axes: Axes, step: Crossover) -> None:
    """Three rows of cells: parent 1 with the fragment, parent 2 with the rest, the child."""
    inside = set(step.fragment)
    n = len(step.child)
    rows = (
        ("parent 1", step.parents[0], (_FIRST, _NEITHER)),
        ("parent 2", step.parents[1], (_NEITHER, _SECOND)),
        ("child", step.child, (_FIRST, _SECOND)),
    )
    for height, (name, tour, colors) in zip((2.6, 1.3, 0.0), rows, strict=True):
        axes.text(-0.01 * n, height + 0.4, name, ha="right", va="center", color=INK, fontsize=10)
        cells = axes.bar(range(n), 0.8, width=1.0, bottom=height, align="edge", edgecolor="white")
        for cell, customer in zip(cells, tour, strict=True):
            cell.set(facecolor=colors[customer not in inside], linewidth=0.5)
        _draw_numbers(axes, tour, height, step)
    axes.set_xlim(-0.12 * n, n)
    axes.set_ylim(-0.2, 3.9)
    axes.set_axis_off()


def _draw_numbers(axes: Axes, tour: Sequence[int], height: float, step: Crossover) -> None:
    """Number the cells while there are few, and name the two that are joined."""
    i, j = step.fragment[-1], step.j
    if len(tour) <= _MOST_NUMBERED:
        for place, customer in enumerate(tour):
            axes.text(
                place + 0.5, height + 0.4, str(customer), ha="center", va="center", fontsize=8
            )
    is_before = tour.index(i) < tour.index(j)
    for name, customer, is_left in (("i", i, is_before), ("j", j, not is_before)):
        axes.annotate(
            f"{name} = {customer}",
            (tour.index(customer) + 0.5, height + 1.0),
            xytext=(-2 if is_left else 2, 0),
            textcoords="offset points",
            ha="right" if is_left else "left",
            va="center",
            color=ALERT,
            fontsize=8,
            fontweight="bold",
        )


def _draw_first(axes: Axes, places: Points, parent: Solution, step: Crossover) -> None:
    i = step.fragment[-1]
    _draw_map(axes, places, parent)
    _draw_tour(axes, places, step.fragment, parent, _FIRST)
    if step.related:
        dots(axes, places[list(step.related)], s=48, c=_SECOND, zorder=4)
    axes.plot(*places[[i, step.plain]].T, ":", color=INK, lw=1.3, zorder=3)
    _draw_joint(axes, places, i, step.j)
    _write(
        axes,
        "parent 1",
        "blue: the fragment, up to i · orange: most related to i outside it\n"
        "red: continues at j, one of these · dotted: where plain OX continues",
    )


def _draw_second(axes: Axes, places: Points, parent: Solution, step: Crossover) -> None:
    _draw_map(axes, places, parent)
    dots(axes, places[list(step.fragment)], s=30, c=_FIRST, zorder=4)
    _draw_tour(axes, places, step.child[len(step.fragment) :], parent, _SECOND)
    _draw_joint(axes, places, step.fragment[-1], step.j)
    _write(
        axes,
        "parent 2, and the rest of the child",
        "orange: in the order of parent 2 from j on (dashed: to its next route)\n"
        "Split will cut the child into routes of its own",
    )


def _write(axes: Axes, title: str, text: str) -> None:
    axes.set_title(title, loc="left", color=INK, fontsize=11, fontweight="bold")
    axes.set_xlabel(text, color=INK, fontsize=9, loc="left")


def _draw_map(axes: Axes, places: Points, solution: Solution) -> None:
    axes.add_collection(
        LineCollection(
            [places[[0, *route, 0]] for route in solution],
            colors=FAINT,
            linewidths=0.5,
            alpha=0.6,
            zorder=1,
        ),
        autolim=False,
    )
    dots(axes, places[1:], s=12, c="#b9c0c7", linewidths=0, zorder=2)
    axes.plot(*places[0], "s", ms=8, mfc=INK, mec="white", mew=1.2, zorder=5)
    axes.set_aspect("equal")
    axes.margins(0.06)
    axes.set_xticks([])
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_color("#d9dde1")


def _draw_tour(
    axes: Axes, places: Points, tour: Sequence[int], parent: Solution, color: str
) -> None:
    """Draw part of a tour: bold within a route of the parent, thin from one to the next."""
    route_of = {customer: number for number, route in enumerate(parent) for customer in route}
    for is_inside, width, style in ((True, 2.0, "-"), (False, 0.6, "--")):
        steps = [p for p in pairwise(tour) if (route_of[p[0]] == route_of[p[1]]) is is_inside]
        lines = LineCollection(
            [places[list(step)] for step in steps],
            colors=color,
            linewidths=width,
            linestyles=style,
            zorder=3,
        )
        axes.add_collection(lines, autolim=False)
    dots(axes, places[list(tour)], s=22, c=color, zorder=4)


def _draw_joint(axes: Axes, places: Points, i: int, j: int) -> None:
    """Draw where the parents are joined, and write the two names on the outer sides."""
    axes.plot(*places[[i, j]].T, color=ALERT, lw=2.4, zorder=5)
    dots(axes, places[[i, j]], s=60, c=ALERT, linewidths=1.0, zorder=6)
    i_is_lower = places[i, 1] <= places[j, 1]
    for text, customer, is_lower in ((f"i = {i}", i, i_is_lower), (f"j = {j}", j, not i_is_lower)):
        axes.annotate(
            text,
            places[customer],
            xytext=(0, -9 if is_lower else 9),
            textcoords="offset points",
            ha="center",
            va="top" if is_lower else "bottom",
            color=ALERT,
            fontsize=9,
            fontweight="bold",
            path_effects=[withStroke(linewidth=2.5, foreground="white")],
            zorder=7,
        )
