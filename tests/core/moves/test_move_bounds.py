from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute import _core
from tests.core.moves.oracle import packed
from tests.core.problems import (
    DURATION_UNIT,
    PENALTIES,
    Routes,
    Tiny,
    duration_limits,
    problems,
    routed,
    testing,
)

FARTHEST = 2**28
"""No distance that the core is given is longer."""
HEAVIEST = 2**30
"""Nor is any total of demands larger."""
LARGEST_MATRIX = 5000
"""Nodes; above, distances are computed from coordinates."""


def wrong_refusals(
    core: _core.Problem, routes: Routes, penalties: tuple[int, int]
) -> list[tuple[str, int, int]]:
    """Moves that improve where the bounds leave none."""
    customers = [customer for route in routes for customer in route]
    visits = [*customers, *(-r for r in range(1, core.fleet + 1))]
    refused = [
        (u, v)
        for u, v in product(customers, visits)
        if u != v and not testing.may_improve(core, routes, u, v, penalties)
    ]
    return [
        (name, u, v)
        for (u, v), name in product(refused, testing.move_names())
        if testing.try_move(core, routes, name, u, v, penalties)[0] < 0
    ]


@pytest.mark.parametrize("timed", [False, True])
@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_bounds_never_refuse_an_improvement(timed: bool, data: st.DataObject) -> None:
    problem = data.draw(problems(most=7, symmetric=True, timed=timed))
    routes = packed(data.draw(routed(problem)))
    assert wrong_refusals(problem.core, routes, data.draw(PENALTIES)) == []


@st.composite
def extreme_problems(draw: st.DrawFn) -> Tiny:
    """Distances and demands as large as they may be, or as small."""
    n = draw(st.integers(1, 6))
    distance = st.integers(FARTHEST - 3, FARTHEST) | st.integers(0, 3) | st.integers(0, FARTHEST)
    lower = [[draw(distance) for _ in range(i)] for i in range(n + 1)]
    most = HEAVIEST // n
    demand = st.integers(most - 3, most) | st.integers(0, 3) | st.integers(0, most)
    is_timed = draw(st.booleans())
    return Tiny(
        distances=[
            [0 if i == j else lower[max(i, j)][min(i, j)] for j in range(n + 1)]
            for i in range(n + 1)
        ],
        demands=[0, *(draw(demand) for _ in range(n))],
        capacity=draw(st.integers(1, 3) | st.integers(HEAVIEST - 3, HEAVIEST) | st.just(most)),
        service=[0] * (n + 1),
        max_duration=draw(st.integers(1, 4 * FARTHEST)) if is_timed else None,
    )


# As dear as the penalties get before a cost could overflow, and as cheap.
LOAD_PENALTIES = st.sampled_from([1, 2**10, 2**25])
DURATION_PENALTIES = st.sampled_from([1, DURATION_UNIT, 1000 * DURATION_UNIT])


@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_bounds_and_prices_hold_near_the_limits_of_distances_and_loads(data: st.DataObject) -> None:
    problem = data.draw(extreme_problems())
    routes = packed(data.draw(routed(problem)))
    penalties = (data.draw(LOAD_PENALTIES), data.draw(DURATION_PENALTIES))
    assert testing.penalised_cost(problem.core, routes, penalties) == problem.cost(
        routes, penalties
    )
    assert wrong_refusals(problem.core, routes, penalties) == []


@dataclass(frozen=True)
class OnAPlane:
    """Places of the depot and some customers; enough others make distances computed ones."""

    places: list[tuple[int, int]]
    demands: list[int]
    capacity: int
    scale: float
    max_duration: int | None

    @property
    def core(self) -> _core.Problem:
        others = LARGEST_MATRIX + 1 - len(self.places)
        places = np.array(self.places + [(0, 0)] * others, float)
        return _core.Problem(
            demands=np.array(self.demands + [0] * others, np.int32),
            capacity=self.capacity,
            fleet=4,
            positions=places,
            limits=duration_limits([0] * len(places), self.max_duration),
            distances=None,
            coordinates=places,
            metric="euclidean",
            rounding="none",
            scale=self.scale,
            penalty_scale=1.0,
            is_open=False,
            per_route=0,
        )


@st.composite
def problems_on_a_plane(draw: st.DrawFn) -> OnAPlane:
    n = draw(st.integers(1, 6))
    at = st.tuples(st.integers(0, 30), st.integers(0, 30))
    # The diagonal is 42.4 long: counted in these units it is nearly the longest there may be.
    scale = draw(st.sampled_from([1.0, 1000.0, FARTHEST / 43]))
    is_timed = draw(st.booleans())
    return OnAPlane(
        places=[draw(at) for _ in range(n + 1)],
        demands=[0, *(draw(st.integers(0, 10)) for _ in range(n))],
        capacity=draw(st.integers(5, 25)),
        scale=scale,
        max_duration=int(draw(st.integers(20, 150)) * scale) if is_timed else None,
    )


@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_bounds_over_computed_distances_never_refuse_an_improvement(data: st.DataObject) -> None:
    problem = data.draw(problems_on_a_plane())
    routes: Routes = [[], [], [], []]
    for customer in data.draw(st.permutations(range(1, len(problem.places)))):
        routes[data.draw(st.integers(0, 3))].append(customer)
    load, duration = data.draw(PENALTIES)
    penalties = (int(load * problem.scale), duration)
    assert wrong_refusals(problem.core, packed(routes), penalties) == []


def test_bounds_are_no_mere_formality() -> None:
    # Two routes far apart, each the shortest: nothing between them is even looked at.
    problem = OnAPlane(
        [(15, 15), (0, 0), (0, 1), (30, 30), (30, 29)], [0, 1, 1, 1, 1], 2, 1.0, None
    )
    routes = [[1, 2], [3, 4]]
    assert not any(
        testing.may_improve(problem.core, routes, u, v, (1000, DURATION_UNIT))
        for u, v in product((1, 2), (3, 4, -2, -3))
    )
    # The customers of a route that crosses both are.
    assert testing.may_improve(problem.core, [[1, 3], [2, 4]], 1, 2, (1000, DURATION_UNIT))
