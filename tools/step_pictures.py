"""Pictures of single steps of the search, each made by the core on a small random instance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, count

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scenes import (
    PENALTIES,
    Routes,
    Scene,
    draw_edges,
    draw_map,
    draw_routes,
    edges_of,
    length,
    local_optimum,
    panels,
    scene,
)

import kinroute
from kinroute import _core
from kinroute.plot.palette import ALERT, FAINT, INK, route_colors
from kinroute.plot.related import dots
from kinroute.search.giant_tour import giant_tour

_FIRST, _SECOND = "#1f77b4", "#e8963c"


def split(customers: int = 18) -> Figure:
    """A giant tour, and the routes that Split cuts it into."""
    at = scene(customers, seed=6)
    tour = giant_tour(at.instance, kinroute.Solution(at.routes))
    routes = _core.testing.split(at.problem, tour, len(at.routes), PENALTIES)
    figure, (before, after) = panels(
        [
            ("giant tour", "all customers in one order, without the depot"),
            ("after Split", f"{len(routes)} routes in the same order, length {_text(at, routes)}"),
        ],
        top=1.0,
    )
    places = at.instance.positions()
    draw_map(before, at)
    before.plot(*places[list(tour)].T, color=FAINT, lw=1.8, zorder=2)
    for place, customer in enumerate(tour, 1):
        _number(before, at, customer, str(place))
    draw_map(after, at)
    draw_routes(after, at, routes)
    _draw_loads(figure.add_axes((0.0, 0.84, 0.98, 0.155)), at, routes)
    return figure


def _draw_loads(axes: Axes, at: Scene, routes: Routes) -> None:
    """The demands in the order of the tour, and the loads of the routes."""
    place = 0
    for route, color in zip(routes, route_colors(at.instance.positions(), routes), strict=True):
        demands = at.instance.demands[[customer - 1 for customer in route]]
        for step, demand in enumerate(demands):
            axes.bar(place + step, 1, width=0.94, color=color)
            axes.text(place + step, 0.48, f"{demand:g}", ha="center", va="center", color="white")
        text = f"{demands.sum():g} of {at.instance.capacity:g}"
        axes.text(place - 0.45, 1.2, text, color=color, fontsize=9.5, fontweight="bold")
        place += len(route)
    axes.set_xlim(-0.6, place - 0.4)
    axes.set_ylim(0, 1.7)
    axes.set_axis_off()


def swap_star(customers: int = 24) -> Figure:
    """Two customers that change routes, each to its best position there."""
    at = scene(customers, seed=4)
    before, after, pair = next(_exchanges(at))
    moved = [c for r in pair for c in before[r] if c not in after[r]]
    figure, (left, right) = panels(
        [
            ("before", f"two routes that overlap, length {_text(at, before)}"),
            ("after SWAP*", f"each at its best position, length {_text(at, after)}"),
        ]
    )
    for axes, routes in ((left, before), (right, after)):
        draw_map(axes, at)
        draw_routes(axes, at, routes, shown=pair)
        _ring(axes, at, moved)
    return figure


def _exchanges(at: Scene) -> Iterator[tuple[list[list[int]], list[list[int]], tuple[int, int]]]:
    """Exchanges of one customer each way between two routes, neither in the other's place."""
    for r, s in combinations(range(len(at.routes)), 2):
        for u in at.routes[r]:
            for v in at.routes[s]:
                before = [list(route) for route in at.routes]
                before[r] = _inserted(at, [c for c in before[r] if c != u], v)
                before[s] = _inserted(at, [c for c in before[s] if c != v], u)
                price, *_, after = _core.testing.try_swap_star(at.problem, before, r, s, PENALTIES)
                after = [route for route in after if route]
                places = before[r].index(v), before[s].index(u)
                if (
                    price < 0
                    and len(after) == len(before)
                    and {u} == set(after[r]) - set(before[r])
                    and {v} == set(after[s]) - set(before[s])
                    and after[r].index(u) != places[0]
                    and after[s].index(v) != places[1]
                ):
                    yield before, after, (r, s)


def edge_assembly(customers: int = 30) -> Figure:
    """Two parents, the cycles along which they exchange edges, and the child."""
    at = scene(customers, seed=5)
    first, second, child = next(_assemblies(at))
    removed, added = edges_of(first) - edges_of(child), edges_of(child) - edges_of(first)
    figure, axes = panels(
        [
            ("parent A", f"length {_text(at, first)}"),
            ("parent B", f"length {_text(at, second)}"),
            ("exchanged edges", "A's dashed, B's solid: they alternate"),
            ("child", f"A with these edges of B, length {_text(at, child)}"),
        ]
    )
    for each in axes:
        draw_map(each, at)
    draw_edges(axes[0], at, edges_of(first), _FIRST)
    draw_edges(axes[1], at, edges_of(second), _SECOND)
    draw_edges(axes[2], at, edges_of(first) & edges_of(child), "#e3e7ea")
    draw_edges(axes[2], at, removed, _FIRST, dashed=True)
    draw_edges(axes[2], at, added, _SECOND)
    draw_edges(axes[3], at, edges_of(child) - added, _FIRST)
    draw_edges(axes[3], at, added, _SECOND)
    return figure


def _assemblies(at: Scene) -> Iterator[tuple[Routes, Routes, Routes]]:
    """Children that take four to six edges of the second parent and have no cut-off cycle."""
    for seed in count(1):
        first, second = local_optimum(at, seed), local_optimum(at, seed + 1000)
        child = _core.testing.edge_assembly(at.problem, at.related, first, second, seed)
        added = edges_of(child) - edges_of(first)
        is_shorter = length(at, child) < min(length(at, first), length(at, second))
        if 4 <= len(added) <= 6 and added <= edges_of(second) and is_shorter:
            yield first, second, child


def ruin_and_recreate(customers: int = 40) -> Figure:
    """Strings of stops around one customer are removed, inserted again, and searched around."""
    at = scene(customers, seed=8, iterations=40)
    before, ruined, recreated, after = next(_ruins(at))
    gone = sorted({c for r in before for c in r} - {c for r in ruined for c in r})
    colors = route_colors(at.instance.positions(), before)
    figure, axes = panels(
        [
            ("solution", f"length {_text(at, before)}"),
            ("ruin", f"{len(gone)} stops around one customer are removed"),
            ("recreate", f"each where it costs least, length {_text(at, recreated)}"),
            ("local search", f"around the change, length {_text(at, after)}"),
        ]
    )
    for each, routes in zip(axes, (before, ruined, recreated, after), strict=True):
        draw_map(each, at)
        draw_routes(each, at, routes, colors=colors)
        _ring(each, at, gone)
    return figure


def _ruins(at: Scene) -> Iterator[tuple[Routes, Routes, Routes, Routes]]:
    """Steps that end with a shorter solution, from a local optimum."""
    for seed in count(1):
        before = local_optimum(at, seed)
        centre = 1 + seed % at.instance.customers
        gone = [centre, *at.nearest[centre - 1][:7]]
        ruined = [[c for c in route if c not in gone] for route in before]
        ruined = [route for route in ruined if route]
        recreated: list[list[int]] = ruined
        for customer in sorted(gone, key=lambda c: -at.instance.demands[c - 1]):
            recreated = _recreated(at, recreated, customer)
        after = _core.testing.local_search(at.problem, at.related, recreated, PENALTIES, seed)
        is_shorter = length(at, after) < length(at, recreated) < length(at, before)
        if is_shorter and len(before) == len(ruined) == len(recreated) == len(after):
            yield before, ruined, recreated, after


def _recreated(at: Scene, routes: list[list[int]], customer: int) -> list[list[int]]:
    """The routes with the customer where it fits and costs least."""
    demands, capacity = at.instance.demands, at.instance.capacity
    choices = [[*routes, [customer]]]
    for k, route in enumerate(routes):
        if sum(demands[c - 1] for c in (*route, customer)) <= capacity:
            choices.append([*routes[:k], _inserted(at, route, customer), *routes[k + 1 :]])
    return min(choices, key=lambda choice: length(at, choice))


def _inserted(at: Scene, route: Sequence[int], customer: int) -> list[int]:
    """The route with the customer where it lengthens it least."""
    choices = [[*route[:k], customer, *route[k:]] for k in range(len(route) + 1)]
    return min(choices, key=lambda choice: length(at, [choice]))


def _ring(axes: Axes, at: Scene, customers: Sequence[int]) -> None:
    places = at.instance.positions()[list(customers)]
    look = {"facecolors": "none", "edgecolors": ALERT, "linewidths": 1.8}
    dots(axes, places, s=110, zorder=6, **look)


def _number(axes: Axes, at: Scene, customer: int, text: str) -> None:
    place = at.instance.positions()[customer]
    axes.annotate(text, place, (4, 4), textcoords="offset points", fontsize=8, color=INK)


def _text(at: Scene, routes: Routes) -> str:
    return f"{length(at, routes):,.0f}"
