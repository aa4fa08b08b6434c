"""
The native search of Kinroute. Python owns the data, this owns the search.
"""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

from kinroute._core import testing as testing

class RouteLimit:
    """
    A limit on what a route sums up: at its customers, and along arcs by the problem's distances (uses_costs), a matrix of its own, or its coordinates at a scale of its own.
    """

    def __init__(
        self,
        *,
        at_nodes: Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        most: int,
        uses_costs: bool = False,
        matrix: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ]
        | None = None,
        scale: float | None = None,
    ) -> None: ...

class Problem:
    """What is to be solved, in whole numbers."""

    def __init__(
        self,
        *,
        demands: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        capacity: int,
        fleet: int,
        positions: Annotated[
            NDArray[numpy.float64],
            dict(shape=(None, None), order="C", device="cpu", writable=False),
        ],
        distances: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ]
        | None,
        coordinates: Annotated[
            NDArray[numpy.float64],
            dict(shape=(None, None), order="C", device="cpu", writable=False),
        ]
        | None,
        metric: str,
        rounding: str,
        scale: float,
        penalty_scale: float,
        is_open: bool,
        per_route: int,
        limits: Sequence[RouteLimit],
    ) -> None: ...
    @property
    def customers(self) -> int: ...
    @property
    def fleet(self) -> int: ...
    @property
    def max_distance(self) -> int: ...
    def distance(self, i: int, j: int) -> int: ...

class Neighbours:
    """For each customer the customers most related to it, best first."""

    def __init__(
        self,
        rows: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
    ) -> None: ...
    def symmetrised(self) -> Neighbours: ...
    def of(self, customer: int) -> list[int]: ...

class PopulationConfig:
    def __init__(self) -> None: ...
    @property
    def min_size(self) -> int: ...
    @min_size.setter
    def min_size(self, arg: int, /) -> None: ...
    @property
    def generation_size(self) -> int: ...
    @generation_size.setter
    def generation_size(self, arg: int, /) -> None: ...
    @property
    def elite(self) -> int: ...
    @elite.setter
    def elite(self, arg: int, /) -> None: ...
    @property
    def close(self) -> int: ...
    @close.setter
    def close(self, arg: int, /) -> None: ...
    @property
    def unique(self) -> bool: ...
    @unique.setter
    def unique(self, arg: bool, /) -> None: ...
    @property
    def initial_size(self) -> int: ...
    @initial_size.setter
    def initial_size(self, arg: int, /) -> None: ...

class PenaltyConfig:
    def __init__(self) -> None: ...
    @property
    def target_feasible(self) -> float: ...
    @target_feasible.setter
    def target_feasible(self, arg: float, /) -> None: ...
    @property
    def tolerance(self) -> float: ...
    @tolerance.setter
    def tolerance(self, arg: float, /) -> None: ...
    @property
    def increase(self) -> float: ...
    @increase.setter
    def increase(self, arg: float, /) -> None: ...
    @property
    def decrease(self) -> float: ...
    @decrease.setter
    def decrease(self, arg: float, /) -> None: ...
    @property
    def memory(self) -> int: ...
    @memory.setter
    def memory(self, arg: int, /) -> None: ...
    @property
    def adapt_every(self) -> int: ...
    @adapt_every.setter
    def adapt_every(self, arg: int, /) -> None: ...

class BreedingConfig:
    def __init__(self) -> None: ...
    @property
    def edge_assembly_share(self) -> float: ...
    @edge_assembly_share.setter
    def edge_assembly_share(self, arg: float, /) -> None: ...

class RestartConfig:
    def __init__(self) -> None: ...
    @property
    def after(self) -> int: ...
    @after.setter
    def after(self, arg: int, /) -> None: ...
    @property
    def merge_every(self) -> int: ...
    @merge_every.setter
    def merge_every(self, arg: int, /) -> None: ...

class AnnealingConfig:
    def __init__(self) -> None: ...
    @property
    def solutions(self) -> int: ...
    @solutions.setter
    def solutions(self, arg: int, /) -> None: ...
    @property
    def share(self) -> float: ...
    @share.setter
    def share(self, arg: float, /) -> None: ...
    @property
    def quick_share(self) -> float: ...
    @quick_share.setter
    def quick_share(self, arg: float, /) -> None: ...
    @property
    def steps_per_customer(self) -> float: ...
    @steps_per_customer.setter
    def steps_per_customer(self, arg: float, /) -> None: ...
    @property
    def quick_steps(self) -> float: ...
    @quick_steps.setter
    def quick_steps(self, arg: float, /) -> None: ...
    @property
    def initial_temperature(self) -> float: ...
    @initial_temperature.setter
    def initial_temperature(self, arg: float, /) -> None: ...
    @property
    def final_temperature(self) -> float: ...
    @final_temperature.setter
    def final_temperature(self, arg: float, /) -> None: ...
    @property
    def target_feasible(self) -> float: ...
    @target_feasible.setter
    def target_feasible(self, arg: float, /) -> None: ...
    @property
    def part_size(self) -> int: ...
    @part_size.setter
    def part_size(self, arg: int, /) -> None: ...
    @property
    def rounds(self) -> int: ...
    @rounds.setter
    def rounds(self, arg: int, /) -> None: ...
    @property
    def thread_rounds(self) -> int: ...
    @thread_rounds.setter
    def thread_rounds(self, arg: int, /) -> None: ...
    @property
    def touched_only(self) -> bool: ...
    @touched_only.setter
    def touched_only(self, arg: bool, /) -> None: ...
    @property
    def lighter_only(self) -> bool: ...
    @lighter_only.setter
    def lighter_only(self, arg: bool, /) -> None: ...
    @property
    def narrow_share(self) -> float: ...
    @narrow_share.setter
    def narrow_share(self, arg: float, /) -> None: ...

class RuinConfig:
    def __init__(self) -> None: ...
    @property
    def granularity(self) -> int: ...
    @granularity.setter
    def granularity(self, arg: int, /) -> None: ...
    @property
    def mean_removed(self) -> float: ...
    @mean_removed.setter
    def mean_removed(self, arg: float, /) -> None: ...
    @property
    def quick_mean_removed(self) -> float: ...
    @quick_mean_removed.setter
    def quick_mean_removed(self, arg: float, /) -> None: ...
    @property
    def max_string_length(self) -> int: ...
    @max_string_length.setter
    def max_string_length(self, arg: int, /) -> None: ...
    @property
    def blink_rate(self) -> float: ...
    @blink_rate.setter
    def blink_rate(self, arg: float, /) -> None: ...
    @property
    def split_stop(self) -> float: ...
    @split_stop.setter
    def split_stop(self, arg: float, /) -> None: ...
    @property
    def allows_excess(self) -> bool: ...
    @allows_excess.setter
    def allows_excess(self, arg: bool, /) -> None: ...

class SearchConfig:
    def __init__(self) -> None: ...
    @property
    def granularity(self) -> int: ...
    @granularity.setter
    def granularity(self, arg: int, /) -> None: ...
    @property
    def population(self) -> PopulationConfig: ...
    @population.setter
    def population(self, arg: PopulationConfig, /) -> None: ...
    @property
    def penalties(self) -> PenaltyConfig: ...
    @penalties.setter
    def penalties(self, arg: PenaltyConfig, /) -> None: ...
    @property
    def breeding(self) -> BreedingConfig: ...
    @breeding.setter
    def breeding(self, arg: BreedingConfig, /) -> None: ...
    @property
    def restarts(self) -> RestartConfig: ...
    @restarts.setter
    def restarts(self, arg: RestartConfig, /) -> None: ...
    @property
    def annealing(self) -> AnnealingConfig: ...
    @annealing.setter
    def annealing(self, arg: AnnealingConfig, /) -> None: ...
    @property
    def ruin(self) -> RuinConfig: ...
    @ruin.setter
    def ruin(self, arg: RuinConfig, /) -> None: ...

class Limits:
    """When a search ends: whichever comes first."""

    def __init__(self) -> None: ...
    @property
    def seconds(self) -> float | None: ...
    @seconds.setter
    def seconds(self, arg: float | None, /) -> None: ...
    @property
    def cpu_seconds(self) -> float | None: ...
    @cpu_seconds.setter
    def cpu_seconds(self, arg: float | None, /) -> None: ...
    @property
    def iterations(self) -> int | None: ...
    @iterations.setter
    def iterations(self, arg: int | None, /) -> None: ...
    @property
    def no_improvement(self) -> int | None: ...
    @no_improvement.setter
    def no_improvement(self, arg: int | None, /) -> None: ...
    @property
    def target(self) -> int | None: ...
    @target.setter
    def target(self, arg: int | None, /) -> None: ...

class Progress:
    """Where a search stands."""

    @property
    def seconds(self) -> float: ...
    @property
    def iterations(self) -> int: ...
    @property
    def best(self) -> int | None: ...
    @property
    def feasible_share(self) -> float: ...
    @property
    def restarts(self) -> int: ...
    @property
    def annealing_steps(self) -> int: ...
    @property
    def load_penalty(self) -> int: ...
    @property
    def limit_penalty(self) -> float: ...
    @property
    def diversity(self) -> float: ...
    @property
    def paused(self) -> float: ...
    def best_routes(self) -> list[list[int]]:
        """
        The best feasible routes so far; only while the search waits for the poll.
        """

    def begin_pause(self) -> None:
        """
        What the rest of this poll takes does not count, and other threads wait for it.
        """

class Outcome:
    """What a search found."""

    @property
    def routes(self) -> list[list[int]]: ...
    @property
    def cost(self) -> int: ...
    @property
    def excess_load(self) -> int: ...
    @property
    def excess_limits(self) -> int: ...
    @property
    def iterations(self) -> int: ...
    @property
    def restarts(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def paused(self) -> float: ...
    @property
    def reason(self) -> str: ...
    @property
    def trace(self) -> list[tuple[float, int, int]]: ...

def crossovers() -> list[str]:
    """The names of the crossovers."""

def search(
    *,
    problem: Problem,
    local_search: Neighbours,
    crossover: Neighbours,
    ruin: Neighbours,
    crossover_kind: str,
    config: SearchConfig,
    seed: int,
    limits: Limits,
    start: Sequence[Sequence[int]],
    poll: object | None,
    threads: int = 1,
) -> Outcome:
    """
    Runs the genetic search without the GIL, on one thread or several. `poll` is called with the Progress about twenty times a second and ends the search by returning True.
    """

class Network:
    """A trained network, for reading heat off it."""

    def __init__(
        self,
        *,
        width: int,
        depth: int,
        weights: Annotated[
            NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> None: ...
    def heat(
        self,
        nodes: Annotated[
            NDArray[numpy.float32], dict(shape=(None, 3), order="C", device="cpu", writable=False)
        ],
    ) -> NDArray[numpy.float32]:
        """The heat (n, n) of all pairs of nodes (n, 3), the depot first."""

    def heat_of(
        self,
        rows: Sequence[int],
        nodes: Annotated[
            NDArray[numpy.float32], dict(shape=(None, 3), order="C", device="cpu", writable=False)
        ],
    ) -> NDArray[numpy.float32]:
        """The heat (r, n) of the pairs of some nodes."""

def ranked_by_heat(
    heat: Annotated[
        NDArray[numpy.float32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    members: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    centres: Sequence[int],
) -> tuple[NDArray[numpy.int32], NDArray[numpy.float32], list[int]]:
    """
    Lists (r, m - 1) of the customers `members` by falling heat (r, m + 1), the depot first, for those at the places `centres`; their scores; and the rows with equal scores, which stay in the order of the members.
    """

def optimal_routes(
    *,
    cost: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    duration: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    distance: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    demands: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    service: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    capacity: float,
    max_duration: float,
    max_distance: float,
    max_stops: int,
    vehicles: int,
    cost_per_route: float,
) -> list[list[int]] | None:
    """
    The cheapest feasible routes of up to ten customers, or None; in the user's numbers.
    """

def giant_tour(problem: Problem, routes: Sequence[Sequence[int]]) -> list[int]:
    """
    The routes joined as parents of a crossover are: by the angle of their barycentres at the depot.
    """
