"""
The native search of Kinroute. Python owns the data, this owns the search.
"""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

from kinroute._core import testing as testing

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
        service: Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        max_duration: int | None,
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

class SearchConfig:
    """The settings of a search."""

    def __init__(
        self,
        *,
        min_size: int,
        generation_size: int,
        elite: int,
        close: int,
        unique: bool,
        target_feasible: float,
        granularity: int,
        restart_after: int,
        reunion_every: int,
        crossover: str,
        assembly_share: float,
        annealed: int,
        annealing_share: float,
        annealing_quick_share: float,
        annealing_steps: float,
        annealing_rounds: int,
        annealing_part_size: int,
        initial: int,
        seed: int,
        penalty_scale: float,
    ) -> None: ...

class Limits:
    """When a search ends: whichever comes first."""

    def __init__(
        self,
        *,
        seconds: float | None,
        cpu_seconds: float | None,
        iterations: int | None,
        no_improvement: int | None,
        target: int | None,
    ) -> None: ...

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

class Outcome:
    """What a search found."""

    @property
    def routes(self) -> list[list[int]]: ...
    @property
    def cost(self) -> int: ...
    @property
    def excess_load(self) -> int: ...
    @property
    def excess_duration(self) -> int: ...
    @property
    def iterations(self) -> int: ...
    @property
    def restarts(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def reason(self) -> str: ...
    @property
    def trace(self) -> list[tuple[float, int, int]]: ...

def search(
    *,
    problem: Problem,
    local_search: Neighbours,
    crossover: Neighbours,
    ruin: Neighbours,
    config: SearchConfig,
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
