"""Small problems for the core, and their costs recomputed in plain Python."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from hypothesis import strategies as st

from kinroute import ByDistance, Instance, _core
from kinroute.search.bridge import core_config
from kinroute.search.config import PAPER
from kinroute.search.core_problem import core_problem

testing = _core.testing

DURATION_UNIT = 256
"""The core counts the price of a unit of duration in this many parts."""

Routes = list[list[int]]


STOP_WORTH = 5
"""What a stop adds to a limit on stops, in tests."""


def duration_limits(
    service: list[int], most: int | None, durations: list[list[int]] | None = None
) -> list[_core.RouteLimit]:
    """A limit on travel times plus service, if there is one; times are distances unless given."""
    if most is None:
        return []
    at_nodes = np.array(service, np.int64)
    matrix = None if durations is None else np.array(durations, np.int32)
    return [
        _core.RouteLimit(at_nodes=at_nodes, most=most, uses_costs=matrix is None, matrix=matrix)
    ]


@dataclass(frozen=True, kw_only=True)
class Tiny:
    """A problem in the core's own whole numbers; lists have one entry per node, depot first."""

    distances: list[list[int]]
    demands: list[int]
    capacity: int
    service: list[int]
    max_duration: int | None = None
    durations: list[list[int]] | None = None
    max_stops: int | None = None
    fleet: int = 4
    penalty_scale: float = 1.0

    @property
    def customers(self) -> int:
        return len(self.demands) - 1

    @property
    def core(self) -> _core.Problem:
        nodes = len(self.demands)
        return _core.Problem(
            demands=np.array(self.demands, np.int32),
            capacity=self.capacity,
            fleet=self.fleet,
            positions=np.array([(i * i % 7, i * 3 % 5) for i in range(nodes)], float),
            limits=self._limits(),
            distances=np.array(self.distances, np.int32),
            coordinates=None,
            metric="euclidean",
            rounding="none",
            scale=1.0,
            penalty_scale=self.penalty_scale,
            is_open=False,
            per_route=0,
        )

    def route_cost(self, route: list[int], penalties: tuple[int, int]) -> int:
        """Length, plus what excess load and excess duration cost."""
        if not route:
            return 0
        length = sum(self.distances[i][j] for i, j in pairwise([0, *route, 0]))
        cost = length + penalties[0] * max(0, sum(self.demands[i] for i in route) - self.capacity)
        excess = sum(max(0, value - most) for value, most in self.limited([0, *route, 0]))
        return cost + excess * penalties[1] // DURATION_UNIT

    def limited(self, nodes: list[int]) -> list[tuple[int, int]]:
        """What nodes in a row sum up to, and the most it may be, for every limit."""
        values = []
        if self.max_duration is not None:
            times = self.durations or self.distances
            travel = sum(times[i][j] for i, j in pairwise(nodes))
            values.append((travel + sum(self.service[i] for i in nodes), self.max_duration))
        if self.max_stops is not None:
            stops = sum(map(bool, nodes))
            values.append((STOP_WORTH * stops, STOP_WORTH * self.max_stops))
        return values

    def _limits(self) -> list[_core.RouteLimit]:
        limits = duration_limits(self.service, self.max_duration, self.durations)
        if self.max_stops is not None:
            at_nodes = np.full(len(self.demands), STOP_WORTH, np.int64)
            at_nodes[0] = 0
            limits.append(_core.RouteLimit(at_nodes=at_nodes, most=STOP_WORTH * self.max_stops))
        return limits

    def cost(self, routes: Routes, penalties: tuple[int, int]) -> int:
        return sum(self.route_cost(route, penalties) for route in routes)


def tiny(
    distances: list[list[int]],
    demands: list[int] | None = None,
    *,
    capacity: int = 100,
    fleet: int = 4,
) -> Tiny:
    """A problem without durations; demands are those of the customers, 1 each unless given."""
    n = len(distances) - 1
    return Tiny(
        distances=distances,
        demands=[0, *(demands or [1] * n)],
        capacity=capacity,
        service=[0] * (n + 1),
        fleet=fleet,
    )


def line(positions: list[int], demands: list[int] | None = None, **settings: int) -> Tiny:
    """Customers on a line with the depot at 0: the distance is the difference."""
    nodes = [0, *positions]
    return tiny([[abs(a - b) for b in nodes] for a in nodes], demands, **settings)


def neighbours(rows: list[list[int]]) -> _core.Neighbours:
    width = max(map(len, rows))
    return _core.Neighbours(np.array([row + [0] * (width - len(row)) for row in rows], np.int32))


def everyone(n: int) -> _core.Neighbours:
    """Lists that hold all the other customers."""
    return neighbours([[j for j in range(1, n + 1) if j != i] or [0] for i in range(1, n + 1)])


def closed(distances: list[list[int]]) -> list[list[int]]:
    """The shortest ways (Floyd and Warshall), so that the triangle inequality holds."""
    d = np.array(distances)
    for k in range(len(d)):
        d = np.minimum(d, d[:, k, None] + d[None, k])
    shortest: list[list[int]] = d.tolist()
    return shortest


KINDS = {
    "symmetric": {"symmetric": True, "timed": False},
    "asymmetric": {"symmetric": False, "timed": False},
    "timed": {"symmetric": True, "timed": True},
    "asymmetric and timed": {"symmetric": False, "timed": True},
}
"""The kinds of problems that a move, or an undo, may treat differently."""


@st.composite
def problems(
    draw: st.DrawFn,
    *,
    most: int = 9,
    symmetric: bool | None = None,
    timed: bool | None = None,
    metric: bool = False,
    own_durations: bool = True,
) -> Tiny:
    n = draw(st.integers(1, most))
    cells = draw(st.binary(min_size=(n + 1) ** 2, max_size=(n + 1) ** 2))  # faster than integers
    distances = [[cells[i * (n + 1) + j] % 51 for j in range(n + 1)] for i in range(n + 1)]
    for i in range(n + 1):
        distances[i][i] = 0
    if draw(st.booleans()) if symmetric is None else symmetric:
        distances = [[distances[max(i, j)][min(i, j)] for j in range(n + 1)] for i in range(n + 1)]
    if metric:
        distances = closed(distances)
    per_customer = st.lists(st.integers(0, 10), min_size=n, max_size=n)
    is_timed = draw(st.booleans()) if timed is None else timed
    durations, max_stops = None, None
    if is_timed and own_durations and draw(st.booleans()):
        durations = [[(d * 7 + 3) % 40 if d else 0 for d in row] for row in distances]
    if is_timed and draw(st.booleans()):
        max_stops = draw(st.integers(1, 4))
    return Tiny(
        durations=closed(durations) if metric and durations else durations,
        max_stops=max_stops,
        distances=distances,
        demands=[0, *draw(per_customer)],
        capacity=draw(st.integers(5, 25)),
        service=[0, *draw(per_customer)],
        max_duration=draw(st.integers(20, 150)) if is_timed else None,
        fleet=draw(st.integers(1, 4)),
    )


@st.composite
def routed(draw: st.DrawFn, problem: Tiny) -> Routes:
    """The customers in random order on the routes of the fleet, some perhaps empty."""
    routes: Routes = [[] for _ in range(problem.fleet)]
    for customer in draw(st.permutations(range(1, problem.customers + 1))):
        routes[draw(st.integers(0, problem.fleet - 1))].append(customer)
    return routes


PENALTIES = st.tuples(st.integers(1, 30), st.integers(1, 4 * DURATION_UNIT))


def is_partition(routes: Routes, problem: Tiny) -> bool:
    """Whether every customer is on exactly one route."""
    visits = sorted(customer for route in routes for customer in route)
    return visits == list(range(1, problem.customers + 1))


def related(instance: Instance, k: int = 12) -> _core.Neighbours:
    """The nearest customers of each."""
    return _core.Neighbours(ByDistance().neighbours(instance, k).ids)


def constructed(instance: Instance, seed: int) -> Routes:
    """Routes built from nothing; none if some customer found no place."""
    problem = core_problem(instance).problem
    return testing.construct(problem, related(instance), core_config(PAPER), seed)


def annealing_config(**settings: float) -> _core.SearchConfig:
    """The paper's settings with other ones for annealing, smaller parts than are allowed too."""
    config = core_config(PAPER)
    for name, value in settings.items():
        setattr(config.annealing, name, value)
    return config


def annealed_quickly(instance: Instance, routes: Routes, *, steps: float, seed: int) -> Routes:
    """The best routes of an annealing without local search."""
    config = annealing_config(quick_share=1, quick_steps=steps / instance.customers)
    problem = core_problem(instance).problem
    return testing.anneal(problem, related(instance), routes, config, seed)


def cost(instance: Instance, routes: Routes) -> float:
    """The length of all routes, in the units of the instance."""
    return sum(instance.distance(i, j) for route in routes for i, j in pairwise([0, *route, 0]))


class Rng:
    """xoshiro256++ seeded by splitmix64, from Blackman and Vigna's description: an oracle."""

    def __init__(self, seed: int) -> None:
        self.state: list[int] = []
        for _ in range(4):
            seed = (seed + 0x9E3779B97F4A7C15) % 2**64
            z = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
            self.state.append(z ^ (z >> 31))

    def next(self) -> int:
        a, b, c, d = self.state
        result = (_rotated((a + d) % 2**64, 23) + a) % 2**64
        c, d = c ^ a, d ^ b
        b, a = b ^ c, a ^ d
        self.state = [a, b, c ^ (self.state[1] << 17) % 2**64, _rotated(d, 45)]
        return result

    def below(self, bound: int) -> int:
        return (self.next() >> 32) * bound >> 32


def _rotated(word: int, left: int) -> int:
    return (word << left | word >> (64 - left)) % 2**64
