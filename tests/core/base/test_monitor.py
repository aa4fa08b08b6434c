import threading
import time
from itertools import pairwise

import pytest

import kinroute
from kinroute import AfterCpuSeconds, AfterIterations, AfterSeconds, Pause, Progress, Solution

INSTANCE = kinroute.generate(60, seed=4)


def test_the_outside_is_asked_at_once_and_then_at_most_twenty_times_a_second() -> None:
    seen: list[Progress] = []
    kinroute.solve(INSTANCE, stop=AfterSeconds(0.6), observer=seen.append)
    assert seen[0].iterations == 0
    assert 2 <= len(seen) <= 1 + round(0.6 / 0.05)
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


def test_an_observer_can_have_the_routes_of_every_improvement() -> None:
    costs: list[tuple[float, float]] = []

    def observe(progress: Progress) -> None:
        if progress.best_cost is not None:
            found = kinroute.check(INSTANCE, Solution(progress.routes()))
            assert found.feasible
            costs.append((progress.best_cost, found.cost))

    for method in ("D-O", "auto"):
        kinroute.solve(INSTANCE, method=method, stop=AfterSeconds(0.4), observer=observe)
    # While a solution is annealed its best routes may be newer than the cost that was noted.
    assert costs
    assert all(found <= cost for cost, found in costs)


def test_the_routes_are_gone_once_the_observer_has_returned() -> None:
    seen: list[Progress] = []
    kinroute.solve(INSTANCE, method="D-O", stop=AfterSeconds(0.2), observer=seen.append)
    with pytest.raises(RuntimeError, match="only there while the search waits"):
        seen[-1].routes()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_slow_observer_does_not_stretch_the_time_limit(threads: int) -> None:
    waited = False

    def wait_once(progress: Progress) -> None:
        nonlocal waited
        if not waited:
            waited = True
            time.sleep(0.8)

    began = time.monotonic()
    result = kinroute.solve(
        INSTANCE, method="D-O", stop=AfterSeconds(0.6), observer=wait_once, threads=threads
    )
    assert time.monotonic() - began < 0.6 + 0.8 - 0.1
    assert result.runtime >= 0.8
    assert result.stopped_by == "time"


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("method", ["D-O", "auto"])
def test_a_pause_holds_a_search_up_without_its_time(threads: int, method: str) -> None:
    instance = kinroute.generate(400, seed=4)
    pause, seen = Pause(), list[Progress]()
    busy = list[float]()

    def pause_once(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == 3:
            pause.begin()
            threading.Thread(target=end_of_pause).start()

    def end_of_pause() -> None:
        time.sleep(0.2)
        before = time.process_time()
        time.sleep(0.8)
        busy.append(time.process_time() - before)
        pause.end()

    began = time.monotonic()
    result = kinroute.solve(
        instance,
        method=method,
        stop=AfterSeconds(0.8),
        observer=pause_once,
        pause=pause,
        threads=threads,
    )
    assert time.monotonic() - began >= 0.8 + 1.0 - 0.1  # the pause begins a little later
    assert 0.8 <= result.runtime < 1.3
    assert len(seen) > 3
    assert seen[3].time - seen[2].time < 0.5
    assert seen[-1].iterations + seen[-1].annealing_steps > (
        seen[2].iterations + seen[2].annealing_steps
    )
    assert busy[0] < 0.3  # seconds of processor time of all threads in the pause
    assert all(at.time <= result.runtime for at in result.trace)


def test_an_observer_sees_penalties_and_diversity() -> None:
    seen: list[Progress] = []

    def has_penalties(progress: Progress) -> bool:
        return progress.load_penalty > 0

    kinroute.solve(
        INSTANCE, method="D-O", stop=[has_penalties, AfterSeconds(30)], observer=seen.append
    )
    assert seen[-1].load_penalty > 0
    assert 0 < seen[-1].diversity <= 1
