import os

import numpy as np
import pytest

import kinroute
from kinroute import AfterCpuSeconds, AfterIterations, Instance
from kinroute.search.config import PAPER


def test_an_annealed_population_is_reproducible_and_better_than_a_random_one() -> None:
    instance = kinroute.generate(200, law="X", seed=11)
    config = PAPER.updated({"annealing": {"solutions": 4, "steps_per_customer": 5}})
    runs = [
        kinroute.solve(instance, method="D-O", config=settled, stop=AfterIterations(1))
        for settled in (config, config, PAPER)
    ]
    assert runs[0].routes == runs[1].routes
    assert runs[0].cost < runs[2].cost


def test_the_first_feasible_solution_is_there_at_once() -> None:
    instance = kinroute.generate(3000, law="X", seed=2)
    seconds = 20.0 if "KINROUTE_SLOW_BUILD" in os.environ else 2.0
    result = kinroute.solve(instance, stop=AfterCpuSeconds(seconds))
    assert result.feasible
    assert result.trace[0].time < result.runtime / 2
    assert len(result.trace) > 10  # and improves all the time


def test_even_no_time_at_all_brings_a_feasible_solution() -> None:
    result = kinroute.solve(kinroute.generate(1200, law="X", seed=2), stop=0.0)
    assert result.feasible


def test_annealing_begins_with_the_warm_start() -> None:
    instance = kinroute.generate(120, seed=4)
    good = kinroute.solve(instance, method="D-O", stop=AfterIterations(300))
    again = kinroute.solve(
        instance,
        config=PAPER.updated({"annealing": {"solutions": 1, "steps_per_customer": 1}}),
        start=good.solution,
        stop=AfterIterations(1),
    )
    assert again.cost <= good.cost


@pytest.mark.parametrize("seconds", [0.3, 0.6])
def test_annealing_ends_with_the_time(seconds: float) -> None:
    instance = kinroute.generate(500, law="X", seed=6)
    result = kinroute.solve(instance, stop=seconds)
    assert result.stopped_by == "time"
    assert result.runtime < seconds + 0.5  # on a busy machine


def timed(n: int) -> Instance:
    """A limit on durations that binds before the capacity does."""
    points = np.random.default_rng(n).uniform(0, 100, (n + 1, 2))
    farthest = np.linalg.norm(points - points[0], axis=1).max()
    return Instance(
        demands=[1] * n, capacity=n, coordinates=points, service=2, max_duration=2.5 * farthest
    )


@pytest.mark.parametrize("quick_share", [0.0, 1.0])
@pytest.mark.parametrize("customers", [4, 80])
def test_annealing_keeps_duration_limits_and_is_never_worse_than_its_start(
    customers: int, quick_share: float
) -> None:
    annealing = {"solutions": 1, "steps_per_customer": 5, "quick_share": quick_share}
    config = PAPER.updated({"annealing": annealing})
    instance = timed(customers)
    first = kinroute.solve(instance, config=config, stop=AfterIterations(0))
    assert first.feasible
    assert first.check.durations is not None
    assert max(first.check.durations) > 0.7 * instance.max_duration
    start = kinroute.solve(instance, method="D-O", seed=2, stop=AfterIterations(0))
    again = kinroute.solve(instance, config=config, start=start.solution, stop=AfterIterations(0))
    for result in (first, again):
        costs = [at.cost for at in result.trace]
        assert costs == sorted(costs, reverse=True)
    assert start.feasible
    assert again.feasible
    assert again.cost <= start.cost
