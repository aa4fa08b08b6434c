"""Single steps of the search, for the tests."""

from collections.abc import Callable, Sequence

import kinroute._core

def part(
    problem: kinroute._core.Problem, customers: Sequence[int], fleet: int
) -> tuple[list[int], list[list[int]]]: ...
def random_numbers(seed: int, bound: int, count: int) -> list[int]: ...
def sectors_overlap(a: Sequence[int], b: Sequence[int]) -> bool: ...
def penalised_cost(
    problem: kinroute._core.Problem, routes: Sequence[Sequence[int]], penalties: tuple[int, int]
) -> int: ...
def broken_pairs(
    problem: kinroute._core.Problem, a: Sequence[Sequence[int]], b: Sequence[Sequence[int]]
) -> float: ...
def undo(
    problem: kinroute._core.Problem,
    related: kinroute._core.Neighbours,
    routes: Sequence[Sequence[int]],
    changes: Sequence[tuple[int, int]],
    with_search: bool,
    lighter_only: bool,
    touched_only: bool,
    is_narrow: bool,
    penalties: tuple[int, int],
    seed: int,
) -> tuple[list[list[int]], list[list[int]], bool]: ...
def touched(
    problem: kinroute._core.Problem,
    routes: Sequence[Sequence[int]],
    changes: Sequence[tuple[int, int]],
    penalties: tuple[int, int],
) -> tuple[list[list[int]], list[int]]: ...
def stamped(
    problem: kinroute._core.Problem,
    routes: Sequence[Sequence[int]],
    changes: Sequence[tuple[int, int]],
    penalties: tuple[int, int],
) -> tuple[list[list[int]], list[int]]: ...
def try_move(
    problem: kinroute._core.Problem,
    routes: Sequence[Sequence[int]],
    name: str,
    u: int,
    v: int,
    penalties: tuple[int, int],
) -> tuple[int, int, int, list[list[int]]]: ...
def move_names() -> list[str]: ...
def may_improve(
    problem: kinroute._core.Problem,
    routes: Sequence[Sequence[int]],
    u: int,
    v: int,
    penalties: tuple[int, int],
) -> bool: ...
def try_swap_star(
    problem: kinroute._core.Problem,
    routes: Sequence[Sequence[int]],
    r: int,
    s: int,
    penalties: tuple[int, int],
) -> tuple[int, int, int, list[list[int]]]: ...
def try_swap_star_around(
    problem: kinroute._core.Problem,
    related: kinroute._core.Neighbours,
    routes: Sequence[Sequence[int]],
    customers: Sequence[int],
    penalties: tuple[int, int],
) -> tuple[int, int, int, list[list[int]]]: ...
def split(
    problem: kinroute._core.Problem,
    tour: Sequence[int],
    most_routes: int,
    penalties: tuple[int, int],
) -> list[list[int]]: ...
def crossover(
    problem: kinroute._core.Problem,
    kind: str,
    related: kinroute._core.Neighbours,
    first: Sequence[int],
    second: Sequence[int],
    seed: int,
) -> list[int]: ...
def edge_assembly(
    problem: kinroute._core.Problem,
    related: kinroute._core.Neighbours,
    first: Sequence[Sequence[int]],
    second: Sequence[Sequence[int]],
    seed: int,
) -> list[list[int]]: ...
def local_search(
    problem: kinroute._core.Problem,
    related: kinroute._core.Neighbours,
    routes: Sequence[Sequence[int]],
    penalties: tuple[int, int],
    seed: int,
) -> list[list[int]]: ...
def local_search_of_child(
    problem: kinroute._core.Problem,
    related: kinroute._core.Neighbours,
    parent: Sequence[Sequence[int]],
    routes: Sequence[Sequence[int]],
    penalties: tuple[int, int],
    seed: int,
) -> list[list[int]]: ...
def inherited(
    problem: kinroute._core.Problem, parent: Sequence[Sequence[int]], child: Sequence[Sequence[int]]
) -> tuple[list[int], list[int]]: ...
def survivors(
    problem: kinroute._core.Problem,
    solutions: Sequence[Sequence[Sequence[int]]],
    config: kinroute._core.PopulationConfig,
) -> list[tuple[list[list[int]], float]]: ...
def adapted_penalties(
    problem: kinroute._core.Problem,
    config: kinroute._core.PenaltyConfig,
    batches: Sequence[Sequence[bool]],
) -> list[int]: ...
def construct(
    problem: kinroute._core.Problem,
    related: kinroute._core.Neighbours,
    config: kinroute._core.SearchConfig,
    seed: int,
) -> list[list[int]]: ...
def neighbouring_routes(
    problem: kinroute._core.Problem, routes: Sequence[Sequence[int]], count: int, seed: int
) -> list[list[int]]: ...

class Schedule:
    def __init__(self, initial: float, final: float, mean_arc: float) -> None: ...

def accepted(
    schedule: Schedule, share: float, length: int, current: int, tries: int, seed: int
) -> int: ...
def perturbed_with_excess(
    problem: kinroute._core.Problem,
    related: kinroute._core.Neighbours,
    routes: Sequence[Sequence[int]],
    config: kinroute._core.SearchConfig,
    penalties: tuple[int, int],
    seed: int,
) -> list[list[int]]: ...
def anneal(
    problem: kinroute._core.Problem,
    related: kinroute._core.Neighbours,
    routes: Sequence[Sequence[int]],
    config: kinroute._core.SearchConfig,
    seed: int,
) -> list[list[int]]: ...

class Mailbox:
    def __init__(self, searches: int) -> None: ...
    def publish(self, search: int) -> None: ...
    def unread(self, search: int, reader: int) -> tuple[int, int] | None: ...
    def mark_read(self, search: int, reader: int) -> None: ...
    def note_work(self, search: int, work: int) -> None: ...
    def await_work(self, search: int, work: int, calls: int) -> bool: ...
    def await_turns(self, search: int, turns: int, calls: int) -> bool: ...
    def leave(self, search: int) -> None: ...
    def close(self) -> None: ...

class ForkJoin:
    def __init__(self, threads: int) -> None: ...
    def run(self, task: Callable[[int], None]) -> None: ...
    def serve(self, index: int) -> None: ...
    def dismiss(self) -> None: ...
    def close(self) -> None: ...
    def is_closed(self) -> bool: ...
