"""What searches on several threads find depends on the seed and their number, on nothing else."""

import threading

import pytest

import kinroute
from kinroute import AfterIterations, SearchConfig
from kinroute.search.config import PAPER

INSTANCE = kinroute.generate(60, seed=7)
ANNEALED = PAPER.updated({"annealing": {"solutions": 4, "steps_per_customer": 20}})


def way(result: kinroute.Result) -> tuple[object, ...]:
    """All that a repeated search must repeat."""
    return result.routes, result.iterations, result.restarts, result.stopped_by


@pytest.mark.parametrize("threads", [2, 3, 5])
@pytest.mark.parametrize(
    "config",
    [
        PAPER,
        PAPER.updated({"restarts": {"after": 40}}),
        ANNEALED.updated({"restarts": {"after": 60}}),
    ],
    ids=["random", "restarts", "annealed"],
)
def test_the_same_threads_seed_and_iterations_give_the_same_solution(
    threads: int, config: SearchConfig
) -> None:
    ways = [
        way(
            kinroute.solve(
                INSTANCE, seed=2, threads=threads, config=config, stop=AfterIterations(200)
            )
        )
        for _ in range(3)
    ]
    assert ways[0] == ways[1] == ways[2]


def test_a_busy_machine_changes_nothing() -> None:
    def result() -> kinroute.Result:
        stop = AfterIterations(300)
        return kinroute.solve(INSTANCE, seed=4, threads=3, config=ANNEALED, stop=stop)

    alone = way(result())
    is_over = threading.Event()

    def burn() -> None:
        while not is_over.is_set():
            kinroute.solve(INSTANCE, method="D-O", seed=9, stop=AfterIterations(50))

    neighbours = [threading.Thread(target=burn) for _ in range(3)]
    for neighbour in neighbours:
        neighbour.start()
    try:
        assert way(result()) == alone
    finally:
        is_over.set()
        for neighbour in neighbours:
            neighbour.join()
