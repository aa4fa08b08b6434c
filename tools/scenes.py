"""Small random instances with good routes, and maps of them: what `step_pictures` draws on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import kinroute
from kinroute import _core
from kinroute.plot.palette import INK, Color, route_colors
from kinroute.plot.related import dots
from kinroute.search.core_problem import core_problem

Routes = Sequence[Sequence[int]]
Edges = set[frozenset[int]]
PENALTIES = (10**6, 10**6)
"""Penalties at which no excess pays."""
_SIDE = 3.6  # inches of a panel
_GREY = "#b9c0c7"


@dataclass(frozen=True)
class Scene:
    """A small instance, its core problem and good routes."""

    instance: kinroute.Instance
    problem: _core.Problem
    related: _core.Neighbours
    nearest: list[list[int]]
    routes: list[list[int]]


def scene(customers: int, *, seed: int, iterations: int = 300) -> Scene:
    """Random customers around a depot in the middle, six on a route."""
    instance = kinroute.generate(
        customers, depot="center", layout="random", demand="5-10", route_size=(5.5, 6.5), seed=seed
    )
    result = kinroute.solve(instance, stop=kinroute.AfterIterations(iterations))
    nearest = kinroute.ByDistance().neighbours(instance, 10).ids
    routes = [list(route) for route in result.routes]
    problem = core_problem(instance).problem
    return Scene(instance, problem, _core.Neighbours(nearest), nearest.tolist(), routes)


def local_optimum(at: Scene, seed: int) -> list[list[int]]:
    """Other routes: what local search makes of a random order of the customers."""
    keys = _core.testing.random_numbers(seed, 10**6, at.instance.customers)
    order = sorted(range(1, len(keys) + 1), key=lambda customer: keys[customer - 1])
    routes = _core.testing.split(at.problem, order, len(at.routes) + 1, PENALTIES)
    return _core.testing.local_search(at.problem, at.related, routes, PENALTIES, seed)


def length(at: Scene, routes: Routes) -> float:
    """The total length."""
    arcs = (pair for route in routes for pair in pairwise([0, *route, 0]))
    return sum(at.instance.distance(i, j) for i, j in arcs)


def panels(titles: Sequence[tuple[str, str]], *, top: float = 0.0) -> tuple[Figure, list[Axes]]:
    """Maps with headings, two in a row; `top` leaves inches above them."""
    rows = len(titles) // 2
    row, column = _SIDE + 0.75, _SIDE + 0.15
    width, height = 2 * column, rows * row + top
    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    axes = [
        figure.add_axes(
            (k % 2 / 2, (rows - 1 - k // 2) * row / height, _SIDE / width, _SIDE / height)
        )
        for k in range(len(titles))
    ]
    for each, (name, text) in zip(axes, titles, strict=True):
        each.set_title(text, loc="left", fontsize=9.5, color=INK)
        each.annotate(
            name,
            (0.0, 1.0),
            xycoords="axes fraction",
            xytext=(0, 21),
            textcoords="offset points",
            fontsize=12,
            fontweight="bold",
            color=INK,
        )
    return figure, axes


def draw_map(axes: Axes, at: Scene) -> None:
    """The customers and the depot."""
    places = at.instance.positions()
    dots(axes, places[1:], s=26, c=_GREY, zorder=3)
    axes.plot(*places[0], "s", ms=9, mfc=INK, mec="white", mew=1.2, zorder=5)
    axes.set_aspect("equal", adjustable="datalim")
    axes.margins(0.07)
    axes.set_xticks([])
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_color("#d9dde1")


def draw_routes(
    axes: Axes,
    at: Scene,
    routes: Routes,
    *,
    shown: Iterable[int] = (),
    colors: Sequence[Color] | None = None,
) -> None:
    """Routes in colours of their own or the given ones; grey if others than they are `shown`."""
    places = at.instance.positions()
    chosen = set(shown) or set(range(len(routes)))
    colors = colors or route_colors(places, routes)
    for k, (route, color) in enumerate(zip(routes, colors, strict=True)):
        is_shown = k in chosen
        shade = color if is_shown else "#d5dade"
        axes.plot(*places[[0, *route, 0]].T, color=shade, lw=2.0 if is_shown else 1.2, zorder=2)
        if is_shown:
            dots(axes, places[list(route)], s=30, color=color, zorder=4)


def draw_edges(axes: Axes, at: Scene, edges: Edges, color: str, *, dashed: bool = False) -> None:
    places = at.instance.positions()
    for edge in edges:
        axes.plot(*places[sorted(edge)].T, "--" if dashed else "-", color=color, lw=2.2, zorder=3)


def edges_of(routes: Routes) -> Edges:
    """The edges without direction."""
    return {frozenset(pair) for route in routes for pair in pairwise([0, *route, 0])}
