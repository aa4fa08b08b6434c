import os
import threading
import time

import pytest

import kinroute
from kinroute import (
    AfterCpuSeconds,
    AfterIterations,
    AfterNoImprovement,
    AfterSeconds,
    AtCost,
    Progress,
)
from kinroute.errors import ConfigError
from kinroute.search.config import PAPER

INSTANCE = kinroute.generate(60, seed=7)
ANNEALED = PAPER.updated({"annealing": {"solutions": 4, "steps_per_customer": 5}})
TIMES_SLOWER = 5 if os.environ.get("KINROUTE_SLOW_BUILD") else 1


def test_iterations_are_those_of_all_threads_together() -> None:
    result = kinroute.solve(INSTANCE, threads=3, stop=AfterIterations(101))
    assert result.iterations == 101
    assert result.stopped_by == "iterations"


def test_different_numbers_of_threads_take_different_ways() -> None:
    traces = {
        tuple(
            (at.cost, at.iterations)
            for at in kinroute.solve(
                INSTANCE, method="D-O", threads=t, stop=AfterIterations(150)
            ).trace
        )
        for t in (1, 2, 3)
    }
    assert len(traces) == 3


def test_one_thread_is_the_ordinary_search() -> None:
    one = kinroute.solve(INSTANCE, threads=1, stop=AfterIterations(150))
    same = kinroute.solve(INSTANCE, stop=AfterIterations(150))
    assert (one.routes, one.iterations) == (same.routes, same.iterations)
    assert (one.restarts, one.stopped_by) == (same.restarts, same.stopped_by)


def test_no_improvement_ends_all() -> None:
    result = kinroute.solve(INSTANCE, threads=2, stop=AfterNoImprovement(100))
    assert result.stopped_by == "no_improvement"
    assert result.iterations - result.trace[-1].iterations == 100


def test_a_target_ends_all() -> None:
    easy = kinroute.solve(INSTANCE, stop=AfterIterations(0)).cost
    result = kinroute.solve(INSTANCE, threads=2, stop=[AtCost(easy), AfterSeconds(30)])
    assert result.stopped_by == "target"
    assert result.cost <= easy


@pytest.mark.parametrize("customers", [60, 1500])
def test_the_time_limit_holds(customers: int) -> None:
    instance = kinroute.generate(customers, seed=3)
    results = [kinroute.solve(instance, threads=2, stop=AfterSeconds(0.5)) for _ in range(3)]
    assert all(result.stopped_by == "time" and result.feasible for result in results)
    # A busy machine may take the processor away at the end, so one of three must be on time.
    assert min(result.runtime for result in results) <= 0.5 + 0.5 * TIMES_SLOWER


def test_without_time_there_is_still_an_answer() -> None:
    for config in (PAPER, ANNEALED):
        result = kinroute.solve(INSTANCE, threads=3, config=config, stop=AfterSeconds(0))
        assert sorted(c for route in result.routes for c in route) == list(range(1, 61))


def test_processor_time_is_that_of_all_threads() -> None:
    before = time.process_time()
    result = kinroute.solve(INSTANCE, threads=2, stop=AfterCpuSeconds(0.6))
    assert result.stopped_by == "cpu_time"
    assert time.process_time() - before <= 0.6 + 0.4 * TIMES_SLOWER


def test_the_observer_hears_of_the_work_of_all() -> None:
    seen: list[Progress] = []
    here = threading.get_ident()
    heard_on: set[int] = set()

    def observer(progress: Progress) -> None:
        seen.append(progress)
        heard_on.add(threading.get_ident())

    def has_seen_iterations(progress: Progress) -> bool:
        return len({p.iterations for p in seen}) > 3

    result = kinroute.solve(
        INSTANCE,
        method="D-O",
        threads=2,
        stop=[has_seen_iterations, AfterSeconds(60)],
        observer=observer,
    )
    assert result.stopped_by == "asked"
    assert heard_on == {here}
    assert [p.iterations for p in seen] == sorted(p.iterations for p in seen)


def test_an_error_of_the_observer_ends_all_threads() -> None:
    def observer(progress: Progress) -> None:
        if progress.iterations > 20:
            raise LookupError("enough")

    before = threading.active_count()
    with pytest.raises(LookupError, match="enough"):
        kinroute.solve(INSTANCE, method="D-O", threads=3, observer=observer, stop=AfterSeconds(30))
    assert threading.active_count() == before


def test_a_warm_start_is_never_lost() -> None:
    good = kinroute.solve(INSTANCE, stop=AfterIterations(400))
    for config in (PAPER, ANNEALED.updated({"annealing": {"solutions": 2}})):
        result = kinroute.solve(
            INSTANCE, threads=2, start=good.solution, config=config, stop=AfterIterations(2)
        )
        assert result.cost <= good.cost


def test_durations_and_a_tight_fleet_work_with_threads() -> None:
    tight = kinroute.generate(60, seed=7)
    fleet = kinroute.solve(tight, stop=AfterIterations(200)).routes
    bounded = kinroute.Instance(
        name="tight",
        coordinates=tight.coordinates,
        demands=tight.demands,
        capacity=tight.capacity,
        vehicles=len(fleet),
        max_duration=3000.0,
    )
    result = kinroute.solve(bounded, threads=2, stop=AfterIterations(200))
    assert result.feasible
    assert len(result.routes) <= len(fleet)


@pytest.mark.parametrize("threads", [0, -1, 1.5, True, 10_000, "2"])
def test_bad_numbers_of_threads_are_named(threads: object) -> None:
    with pytest.raises(ConfigError, match="threads"):
        kinroute.solve(INSTANCE, threads=threads)  # type: ignore[arg-type]
