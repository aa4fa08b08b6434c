import gc
import time
import weakref

import pytest

import kinroute
from kinroute import Solution
from kinroute.studio.model.run import Run
from kinroute.studio.model.settings import SearchSettings

INSTANCE = kinroute.generate(80, seed=4)


def state_of(run: Run) -> str:
    return run.state


def wait_for(run: Run, improvements: int) -> None:
    end = time.monotonic() + 20
    while run.history.seen < improvements and time.monotonic() < end:
        time.sleep(0.01)
    assert run.history.seen >= improvements


def test_a_run_collects_every_improvement_with_its_routes() -> None:
    run = Run(INSTANCE, SearchSettings(method="D-O", time_limit=1.0))
    assert not run.is_active
    run.begin()
    run.join(20)
    assert run.state == "done"
    assert run.result is not None
    costs = [frame.cost for frame in run.history]
    assert costs == sorted(costs, reverse=True)
    for frame in run.history:
        verdict = kinroute.check(INSTANCE, Solution(frame.routes))
        assert verdict.feasible
        assert verdict.cost == frame.cost
    assert run.best_cost == run.result.cost
    assert run.samples


@pytest.mark.parametrize("threads", [1, 2])
def test_a_pause_holds_the_search_up_and_its_time(threads: int) -> None:
    run = Run(INSTANCE, SearchSettings(method="D-D", time_limit=1.2, threads=threads))
    run.begin()
    wait_for(run, 1)
    run.pause()
    time.sleep(0.2)
    assert state_of(run) == "paused"
    assert run.progress is not None
    before = run.progress.iterations
    time.sleep(1.6)
    assert run.is_active  # although the time limit is over by the clock on the wall
    assert run.progress.iterations == before
    run.resume()
    wait_for(run, 1)
    run.join(20)
    assert state_of(run) == "done"
    assert run.progress.iterations > before
    assert run.result is not None
    assert run.result.runtime < 1.8


def test_a_stop_ends_also_a_paused_search_with_its_best_routes() -> None:
    run = Run(INSTANCE, SearchSettings(time_limit=60))
    run.begin()
    wait_for(run, 1)
    run.pause()
    run.stop()
    run.join(20)
    assert run.state == "done"
    assert run.result is not None
    assert run.result.stopped_by == "asked"


def test_a_run_goes_on_from_routes_and_keeps_what_is_locked() -> None:
    first = kinroute.solve(INSTANCE, method="D-O", stop=kinroute.AfterIterations(5))
    settings = SearchSettings(iterations=200)
    run = Run(INSTANCE, settings, start=first.solution, lock=["1", "2:2"])
    run.begin()
    run.join(60)
    assert run.result is not None, run.error
    assert run.result.cost <= first.cost
    assert first.routes[0] in run.result.routes
    assert any(route[:2] == first.routes[1][:2] for route in run.result.routes)
    for frame in run.history:
        assert kinroute.check(INSTANCE, Solution(frame.routes)).feasible


def test_an_error_is_kept_for_the_page() -> None:
    run = Run(INSTANCE, SearchSettings(), start=Solution([[1, 2]]))
    run.begin()
    run.join(20)
    assert run.state == "failed"
    assert run.error is not None
    assert "no warm start" in run.error


def test_a_run_that_nobody_holds_is_gone_at_once_with_its_search() -> None:
    run = Run(INSTANCE, SearchSettings(method="D-O", time_limit=0.2))
    run.begin()
    run.join(20)
    gone = weakref.ref(run)
    gc.disable()  # nothing must wait for the collector of cycles
    try:
        del run
        assert gone() is None
    finally:
        gc.enable()


def test_samples_are_bounded() -> None:
    run = Run(INSTANCE, SearchSettings(method="D-O", time_limit=0.3))
    run.begin()
    run.join(20)
    assert run.progress is not None
    for _ in range(2_000):
        run._sample(run.progress)
    assert len(run.samples) <= 400
