import time
from itertools import pairwise

import pytest

import kinroute
from kinroute import AfterCpuSeconds, AfterIterations, AfterSeconds, Progress

INSTANCE = kinroute.generate(60, seed=4)


def test_the_outside_is_asked_at_once_and_then_at_most_twenty_times_a_second() -> None:
    seen: list[Progress] = []
    kinroute.solve(INSTANCE, stop=AfterSeconds(0.6), observer=seen.append)
    assert seen[0].iterations == 0
    assert 2 <= len(seen) <= 1 + 0.6 / 0.05
    gaps = [b.time - a.time for a, b in pairwise(seen)]
    assert min(gaps) >= 0.045


def test_progress_only_ever_goes_forward() -> None:
    seen: list[Progress] = []
    kinroute.solve(INSTANCE, stop=AfterSeconds(0.5), observer=seen.append)
    assert [p.iterations for p in seen] == sorted(p.iterations for p in seen)
    costs = [p.best_cost for p in seen if p.best_cost is not None]
    assert costs == sorted(costs, reverse=True)
    assert all(0 <= p.feasible_share <= 1 for p in seen)


def test_a_search_without_time_still_brings_an_answer() -> None:
    result = kinroute.solve(INSTANCE, stop=AfterSeconds(0))
    assert result.stopped_by == "time"
    assert sorted(c for route in result.routes for c in route) == list(range(1, 61))


def test_processor_time_ends_the_search() -> None:
    before = time.thread_time()
    result = kinroute.solve(INSTANCE, stop=AfterCpuSeconds(0.3))
    spent = time.thread_time() - before
    assert result.stopped_by == "cpu_time"
    assert spent == pytest.approx(0.3, abs=0.06)


def test_waiting_costs_no_processor_time() -> None:
    # The observer sleeps 30 ms at each look: on the wall that is far more than 0.1 s of search.
    result = kinroute.solve(
        INSTANCE, stop=[AfterCpuSeconds(0.1), 20], observer=lambda _: time.sleep(0.03)
    )
    assert result.stopped_by == "cpu_time"
    assert result.runtime > 0.12


def test_whichever_limit_comes_first_ends_the_search() -> None:
    few = kinroute.solve(INSTANCE, stop=[AfterIterations(5), AfterSeconds(60)])
    soon = kinroute.solve(INSTANCE, stop=[AfterIterations(10**9), AfterSeconds(0.1)])
    assert (few.stopped_by, soon.stopped_by) == ("iterations", "time")


def test_improvements_are_recorded_with_their_time_and_iteration() -> None:
    result = kinroute.solve(INSTANCE, stop=AfterIterations(200))
    times = [at.time for at in result.trace]
    assert times == sorted(times)
    assert times[-1] <= result.runtime
    assert result.trace[-1].cost == result.cost
    assert all(0 <= at.iterations <= 200 for at in result.trace)
