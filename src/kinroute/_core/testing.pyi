"""Single steps of the search, for the tests."""

from collections.abc import Sequence

import kinroute._core

def try_move(
    problem: kinroute._core.Problem,
    routes: Sequence[Sequence[int]],
    name: str,
    u: int,
    v: int,
    penalties: tuple[int, int],
) -> tuple[int, int, int, list[list[int]]]: ...
def try_swap_star(
    problem: kinroute._core.Problem,
    routes: Sequence[Sequence[int]],
    r: int,
    s: int,
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
def kept_customers(
    problem: kinroute._core.Problem, parent: Sequence[Sequence[int]], child: Sequence[Sequence[int]]
) -> list[int]: ...
def construct(
    problem: kinroute._core.Problem, related: kinroute._core.Neighbours, seed: int
) -> list[list[int]]: ...
def neighbouring_routes(
    problem: kinroute._core.Problem, routes: Sequence[Sequence[int]], size: int, seed: int
) -> list[list[int]]: ...
def anneal_with_search(
    problem: kinroute._core.Problem,
    related: kinroute._core.Neighbours,
    routes: Sequence[Sequence[int]],
    steps: float,
    part_size: int,
    penalty_scale: float,
    seed: int,
) -> list[list[int]]: ...
def part(
    problem: kinroute._core.Problem, customers: Sequence[int], fleet: int
) -> tuple[list[int], list[list[int]]]: ...
def anneal(
    problem: kinroute._core.Problem,
    related: kinroute._core.Neighbours,
    routes: Sequence[Sequence[int]],
    steps: int,
    seed: int,
) -> list[list[int]]: ...
def penalised_cost(
    problem: kinroute._core.Problem, routes: Sequence[Sequence[int]], penalties: tuple[int, int]
) -> int: ...
def broken_pairs(
    problem: kinroute._core.Problem, a: Sequence[Sequence[int]], b: Sequence[Sequence[int]]
) -> float: ...
def survivors(
    problem: kinroute._core.Problem,
    solutions: Sequence[Sequence[Sequence[int]]],
    min_size: int,
    generation_size: int,
    elite: int,
    close: int,
    unique: bool,
) -> list[tuple[list[list[int]], float]]: ...
def random_numbers(seed: int, bound: int, count: int) -> list[int]: ...
def adapted_penalties(
    problem: kinroute._core.Problem, scale: float, batches: Sequence[Sequence[bool]]
) -> list[int]: ...
def sectors_overlap(a: Sequence[int], b: Sequence[int]) -> bool: ...
