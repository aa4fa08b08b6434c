import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kinroute
from kinroute import (
    AfterIterations,
    AfterSeconds,
    ByHeatmap,
    ByNetwork,
    Instance,
    Interrupted,
    Progress,
    Solution,
)
from kinroute.errors import (
    ConfigError,
    FormatError,
    ImpossibleError,
    InstanceError,
    SolutionError,
)

SMALL = kinroute.generate(30, seed=8)
MEDIUM = kinroute.generate(120, seed=2)

# What a time limit may be overrun by; a build with sanitizers (`make asan`) promises less.
OVERRUN = 1.0 if "KINROUTE_SLOW_BUILD" in os.environ else 0.05


def assert_checked(result: kinroute.Result) -> None:
    """The result agrees with a check of its own solution from scratch."""
    verdict = kinroute.check(result.instance, result.solution)
    assert verdict.feasible == result.feasible
    assert verdict.cost == result.cost == result.solution.cost
    if result.feasible:
        assert verdict.problems == ()


@pytest.mark.parametrize(
    "method", ["auto", "D-O", "D-D", "D-N", "N-O", "N-D", "N-N", "fragment", "fragment-random"]
)
def test_every_method_brings_a_feasible_result_that_passes_the_check(method: str) -> None:
    heatmap = np.random.default_rng(1).random((30, 30))
    result = kinroute.solve(SMALL, method=method, heatmap=heatmap, stop=AfterIterations(30))
    assert result.feasible
    assert result.method == method
    assert_checked(result)


def asymmetric(n: int) -> np.ndarray:
    return np.random.default_rng(n).integers(1, 100, (n + 1, n + 1)).astype(float)


def places(n: int) -> np.ndarray:
    return np.random.default_rng(n).uniform(0, 50, (n + 1, 2))


KINDS = {
    "float": Instance(demands=[1] * 20, capacity=5, coordinates=places(20)),
    "asymmetric": Instance(demands=[1] * 20, capacity=5, distances=asymmetric(20)),
    "asymmetric floats": Instance(demands=[1] * 20, capacity=5, distances=asymmetric(20) / 7),
    "duration": Instance(
        demands=[1] * 20, capacity=9, coordinates=places(20), service=1.5, max_duration=150
    ),
    "asymmetric duration": Instance(
        demands=[1] * 20, capacity=9, distances=asymmetric(20), service=2, max_duration=250
    ),
    "rounded distances with fractional service": Instance(
        demands=[1] * 20,
        capacity=9,
        coordinates=places(20),
        rounding="nearest",
        service=0.1234,
        max_duration=140,
    ),
    "lat and lon": Instance(
        demands=[1] * 20, capacity=5, coordinates=places(20), metric="great_circle"
    ),
    "geo": Instance(
        demands=[1] * 20, capacity=5, coordinates=places(20), metric="geo", rounding="nearest"
    ),
    "rounded up": Instance(demands=[1] * 20, capacity=5, coordinates=places(20), rounding="up"),
    "float demands": Instance(
        demands=np.linspace(0.1, 2.3, 20), capacity=5.55, coordinates=places(20)
    ),
    "demands of thirds": Instance(demands=[1 / 3] * 20, capacity=1.5, coordinates=places(20)),
    "one customer": Instance(demands=[3], capacity=3, coordinates=[(0, 0), (3, 4)]),
    "two customers": Instance(demands=[3, 1], capacity=3, coordinates=[(0, 0), (3, 4), (1, 1)]),
    "three customers": Instance(demands=[3, 1, 2], capacity=3, coordinates=places(3)),
    "zero demands": Instance(demands=[0] * 20, capacity=1, coordinates=places(20)),
    "coinciding points": Instance(
        demands=[1] * 20, capacity=4, coordinates=[(0, 0)] + [(5, 5)] * 10 + [(9, 0)] * 10
    ),
    "everyone at the depot": Instance(demands=[1] * 6, capacity=2, coordinates=[(7, 7)] * 7),
    "bounded fleet": Instance(demands=[1] * 20, capacity=5, coordinates=places(20), vehicles=4),
    "a limit that never binds": Instance(
        demands=[1] * 6, capacity=3, coordinates=places(6), max_duration=1e18, service=3
    ),
    "large demands": Instance(
        demands=np.linspace(1e14, 1e15, 20).round(), capacity=1e15, coordinates=places(20)
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_instance_gets_a_feasible_result_that_passes_the_check(kind: str) -> None:
    instance = KINDS[kind]
    heatmap = np.random.default_rng(1).random((instance.customers, instance.customers))
    for method in ("auto", "D-D", "N-N"):
        result = kinroute.solve(
            instance, method=method, heatmap=heatmap, stop=[AfterIterations(40), 20]
        )
        assert result.feasible
        is_exact = method == "auto" and instance.customers <= 8
        assert result.stopped_by == ("optimal" if is_exact else "iterations")
        assert_checked(result)


def test_one_customer_per_route_when_no_two_fit_together() -> None:
    # Half a unit too much is cheap at first: the penalties need a while to rise.
    instance = Instance(demands=[0.51 * 40] * 20, capacity=40, coordinates=places(20))
    result = kinroute.solve(instance, stop=AfterIterations(100))
    assert result.feasible
    assert sorted(result.routes) == [(customer,) for customer in range(1, 21)]


def test_the_cost_of_one_customer_is_the_way_there_and_back() -> None:
    assert kinroute.solve(KINDS["one customer"], stop=AfterIterations(1)).cost == 10


def test_zero_demands_are_one_tour_where_that_is_shortest() -> None:
    assert len(kinroute.solve(KINDS["zero demands"], stop=AfterIterations(50)).routes) == 1


@given(seed=st.integers(0, 10**6), n=st.integers(1, 9), timed=st.booleans(), whole=st.booleans())
@settings(max_examples=60, deadline=None)
def test_every_result_passes_the_check(seed: int, n: int, timed: bool, whole: bool) -> None:
    rng = np.random.default_rng(seed)
    distances = rng.integers(0, 60, (n + 1, n + 1)) / (1 if whole else 7)
    service = rng.integers(0, 30, n) / 7
    round_trips = distances[0, 1:] + distances[1:, 0] + service
    instance = Instance(
        demands=rng.integers(0, 50, n) / 10,
        capacity=5,
        distances=distances,
        service=service,
        max_duration=round_trips.max() * 1.3 + 1 if timed else np.inf,
    )
    assert_checked(kinroute.solve(instance, seed=seed, stop=AfterIterations(15)))


def test_a_fleet_that_just_carries_thirds_is_not_torn_apart() -> None:
    # 1/3 is rounded up inside, so three of them seem a trifle too much for one vehicle.
    around = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (2, 0), (-2, 0), (0, 2), (3, 0), (0, 3)]
    instance = Instance(demands=[1 / 3] * 9, capacity=1, vehicles=3, coordinates=around)
    result = kinroute.solve(instance, stop=[AfterIterations(20), 20])
    assert result.stopped_by == "iterations"
    assert result.feasible
    assert_checked(result)


def test_durations_are_not_rounded_in_the_users_favour() -> None:
    # 65 stops of 0.1234 are 8.021, and 2 there and back: 10.021 is over 10, although 65 × 0.123
    # is not. So there must be two routes.
    at_one_place = [(0, 0)] + [(1, 0)] * 65
    instance = Instance(
        demands=[1] * 65,
        capacity=100,
        coordinates=at_one_place,
        rounding="nearest",
        service=0.1234,
        max_duration=10,
    )
    result = kinroute.solve(instance, stop=AfterIterations(100))
    assert result.feasible
    assert len(result.routes) == 2


def hard_to_pack() -> Instance:
    """Two vehicles of 100 for 40 customers that pack, if at all, in few ways: 199 or 200 of 200."""
    rng = np.random.default_rng(3)
    demands = rng.integers(1, 9, 40).astype(float)
    far = rng.uniform(-100, 100, (41, 2))
    return Instance(
        demands=demands,
        capacity=float(-(-demands.sum() // 2)),
        coordinates=far,
        vehicles=2,
        max_duration=1.05 * 2 * np.linalg.norm(far - far[0], axis=1).max(),
    )


def test_no_feasible_solution_in_time_is_told_apart_from_none_at_all() -> None:
    result = kinroute.solve(hard_to_pack(), stop=AfterIterations(20))
    assert not result.feasible
    assert result.trace == ()
    assert any("over the limit" in problem for problem in result.check.problems)
    assert_checked(result)
    with pytest.raises(ImpossibleError):
        Instance(demands=[2, 2], capacity=2, vehicles=1, coordinates=[(0, 0), (1, 0), (0, 1)])


def test_a_time_limit_holds_from_the_call_on() -> None:
    # A busy machine may take the processor away at the end, so one of three must be on time.
    overruns = []
    for limit in (0.4, 0.5, 0.6):
        began = time.perf_counter()
        result = kinroute.solve(MEDIUM, stop=AfterSeconds(limit))
        overruns.append(time.perf_counter() - began - limit)
        assert result.stopped_by == "time"
        assert result.runtime >= limit
    assert min(overruns) < OVERRUN


def test_a_short_time_limit_holds_with_a_thousand_customers() -> None:
    instance = kinroute.generate(1000, seed=1)
    kinroute.solve(SMALL, stop=AfterIterations(0))  # loads what is loaded once
    overruns = []
    for _ in range(3):
        began = time.perf_counter()
        kinroute.solve(instance, stop=1.0)
        overruns.append(time.perf_counter() - began - 1.0)
    assert min(overruns) < OVERRUN


def test_other_threads_run_while_the_search_does() -> None:
    counted, is_over = [0], threading.Event()

    def count() -> None:
        while not is_over.is_set():
            counted[0] += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    began = counted[0]
    kinroute.solve(MEDIUM, stop=0.5)
    during = counted[0] - began
    is_over.set()
    counter.join()
    # With the GIL held it would be about one per poll, 10 in half a second.
    assert during > 60


def test_two_threads_find_what_each_would_alone() -> None:
    alone = [kinroute.solve(SMALL, seed=s, stop=AfterIterations(300)).routes for s in (1, 2)]
    found: dict[int, tuple[tuple[int, ...], ...]] = {}

    def search(seed: int) -> None:
        found[seed] = kinroute.solve(SMALL, seed=seed, stop=AfterIterations(300)).routes

    threads = [threading.Thread(target=search, args=(seed,)) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[1], found[2]] == alone


def test_two_searches_run_side_by_side() -> None:
    spans: list[tuple[float, float]] = []

    def search() -> None:
        began = time.perf_counter()
        kinroute.solve(SMALL, stop=0.5)
        spans.append((began, time.perf_counter()))

    threads = [threading.Thread(target=search) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    overlap = min(end for _, end in spans) - max(start for start, _ in spans)
    assert overlap > 0.4


def test_a_function_can_end_the_search() -> None:
    asked: list[int] = []

    def enough(progress: Progress) -> bool:
        asked.append(progress.iterations)
        return len(asked) == 3

    result = kinroute.solve(SMALL, stop=[enough, AfterSeconds(30)])
    assert result.stopped_by == "asked"
    assert len(asked) == 3
    assert result.runtime < 10


def test_an_observer_hears_costs_in_the_users_units() -> None:
    seen: list[Progress] = []
    result = kinroute.solve(SMALL, stop=0.3, observer=seen.append)
    assert seen[-1].best_cost is not None
    assert seen[-1].best_cost >= result.cost
    assert seen[-1].best_cost == pytest.approx(result.cost, rel=0.2)
    left = seen[-1].time_left
    assert left is not None
    assert 0 <= left <= 0.3


def test_what_an_observer_raises_comes_out() -> None:
    def fail(progress: Progress) -> None:
        raise ZeroDivisionError(f"after {progress.iterations}")

    with pytest.raises(ZeroDivisionError, match="after 0"):
        kinroute.solve(SMALL, stop=AfterSeconds(30), observer=fail)


@pytest.fixture
def _ctrl_c() -> Iterator[None]:
    """Ctrl-C as in a terminal; a process in the background may have been told to ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_ctrl_c")
def test_a_signal_ends_the_search_with_the_best_result() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.iterations > 0:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(Interrupted) as caught:
        kinroute.solve(SMALL, method="D-O", stop=AfterSeconds(30), observer=interrupt)
    result = caught.value.result
    assert result.stopped_by == "interrupted"
    assert result.feasible
    assert_checked(result)


def test_ctrl_c_in_a_process_ends_the_search_with_the_best_result() -> None:
    program = (
        "import signal\n"
        "import kinroute\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "print('ready', flush=True)\n"
        "try:\n"
        "    kinroute.solve(kinroute.generate(60, seed=1), stop=60)\n"
        "except kinroute.Interrupted as stopped:\n"
        "    result = stopped.result\n"
        "    print(result.stopped_by, result.feasible, kinroute.check(result.instance, "
        "result.solution).ok)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=20)
    assert output == "interrupted True True\n"


def test_a_warm_start_from_a_file_is_never_made_worse(tmp_path: Path) -> None:
    good = kinroute.solve(SMALL, seed=1, stop=AfterIterations(300))
    good.write(tmp_path / "good.sol")
    for start in (good.solution, tmp_path / "good.sol", str(tmp_path / "good.sol")):
        result = kinroute.solve(SMALL, seed=9, start=start, stop=AfterIterations(0))
        assert result.cost <= good.cost


@pytest.mark.parametrize(
    ("routes", "problem"),
    [
        ([[1, 2], [2, 3]], "customer 2 is visited 2 times"),
        ([[1, 2]], "customer 3 is not visited"),
        ([[1, 2, 3, 4]], "there is no customer 4"),
        ([[0, 1, 2, 3]], "there is no customer 0"),
    ],
)
def test_a_bad_warm_start_is_refused(routes: list[list[int]], problem: str, tmp_path: Path) -> None:
    instance = Instance(demands=[1] * 3, capacity=3, coordinates=places(3), name="three")
    with pytest.raises(SolutionError, match=f"no warm start for three: {problem}"):
        kinroute.solve(instance, start=Solution(routes), stop=AfterIterations(1))
    path = tmp_path / "bad.sol"
    Solution(routes).write(path)
    with pytest.raises(SolutionError, match=r"bad\.sol: no warm start"):
        kinroute.solve(instance, start=path, stop=AfterIterations(1))


def test_a_warm_start_that_is_no_file_is_refused() -> None:
    with pytest.raises(FormatError, match=r"nowhere\.sol"):
        kinroute.solve(SMALL, start="nowhere.sol", stop=AfterIterations(1))


@pytest.mark.parametrize("seed", [-1, 1.5, True, "one"])
def test_a_seed_is_a_whole_number_from_zero_up(seed: Any) -> None:
    with pytest.raises(ConfigError, match="seed ="):
        kinroute.solve(SMALL, seed=seed, stop=AfterIterations(1))


def test_large_seeds_are_fine() -> None:
    assert kinroute.solve(SMALL, seed=2**64 + 3, stop=AfterIterations(1)).seed == 2**64 + 3


def test_granularity_replaces_the_methods_setting() -> None:
    narrow = kinroute.solve(SMALL, method="D-O", granularity=1, stop=AfterIterations(10))
    wide = kinroute.solve(SMALL, method="D-O", granularity=29, stop=AfterIterations(10))
    assert narrow.trace[0].cost != wide.trace[0].cost
    with pytest.raises(ConfigError, match="granularity = 0"):
        kinroute.solve(SMALL, granularity=0)


def test_an_unknown_method_is_refused_by_naming_the_known_ones() -> None:
    with pytest.raises(ConfigError, match="unknown method 'X-X'; use one of auto, D-O"):
        kinroute.solve(SMALL, method="X-X")


@pytest.mark.parametrize("method", ["D-N", "N-O", "N-D", "N-N"])
def test_the_methods_with_a_network_work_out_of_the_box(method: str) -> None:
    result = kinroute.solve(SMALL, method=method, stop=AfterIterations(20))
    assert result.feasible
    assert 0 < result.inference < result.runtime


def test_an_optimistic_clock_does_not_count_inference(monkeypatch: pytest.MonkeyPatch) -> None:
    real = ByNetwork.inferred

    def slow(self: ByNetwork, *args: object, **more: object) -> ByHeatmap:
        time.sleep(0.6)
        return real(self, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(ByNetwork, "inferred", slow)
    stop: list[Any] = [AfterSeconds(0.5), AfterIterations(10**9)]
    honest = kinroute.solve(SMALL, method="N-N", stop=stop)
    optimistic = kinroute.solve(SMALL, method="N-N", stop=stop, optimistic=True)
    assert honest.iterations <= 1 < optimistic.iterations
    assert min(honest.inference, optimistic.inference) >= 0.6
    assert 0.5 <= optimistic.runtime < 1.0


def test_what_a_function_does_on_other_threads_counts() -> None:
    def threaded(instance: Instance) -> np.ndarray:
        def busy() -> None:
            until = time.thread_time() + 0.4
            while time.thread_time() < until:
                pass

        thread = threading.Thread(target=busy)
        thread.start()
        thread.join()
        return np.zeros((instance.customers, instance.customers))

    stop: list[Any] = [kinroute.AfterCpuSeconds(0.3), AfterIterations(10**9)]
    honest = kinroute.solve(SMALL, method="N-N", heatmap=threaded, stop=stop)
    optimistic = kinroute.solve(SMALL, method="N-N", heatmap=threaded, stop=stop, optimistic=True)
    assert honest.iterations <= 1 < optimistic.iterations


@pytest.mark.parametrize("rule", [AfterSeconds, kinroute.AfterCpuSeconds])
def test_a_function_that_waits_is_charged_its_wall_time(rule: Any) -> None:
    def served(instance: Instance) -> np.ndarray:
        time.sleep(0.4)
        return np.zeros((instance.customers, instance.customers))

    honest = kinroute.solve(SMALL, method="N-N", heatmap=served, stop=rule(0.3))
    assert honest.iterations == 0
    assert honest.inference >= 0.4
    free = kinroute.solve(SMALL, method="N-N", heatmap=served, stop=rule(0.3), optimistic=True)
    assert free.iterations > 0


def test_pure_lists_are_by_heat_alone() -> None:
    heat = np.random.default_rng(1).random((SMALL.customers, SMALL.customers))
    arguments: dict[str, Any] = {"method": "N-N", "stop": AfterIterations(50), "heatmap": heat}
    default = kinroute.solve(SMALL, **arguments)
    mixed = kinroute.solve(SMALL, **arguments, neighbours="mixed")
    pure = kinroute.solve(SMALL, **arguments, neighbours="pure")
    assert mixed.routes == default.routes
    assert [step.cost for step in pure.trace] != [step.cost for step in mixed.trace]
    with pytest.raises(ConfigError, match="neighbours = 'half'; use 'mixed' or 'pure'"):
        kinroute.solve(SMALL, neighbours="half")  # type: ignore[arg-type]


def test_a_search_logs_but_never_prints(capsys: pytest.CaptureFixture[str]) -> None:
    kinroute.solve(SMALL, stop=AfterIterations(1))
    assert capsys.readouterr() == ("", "")


def test_its_own_cost_is_a_target_that_can_be_reached_again() -> None:
    instance = kinroute.generate(40, seed=9).with_changes(rounding="none")
    best = kinroute.solve(instance, stop=kinroute.AfterIterations(200))
    stop: list[Any] = [kinroute.AtCost(best.cost), kinroute.AfterIterations(1000)]
    assert kinroute.solve(instance, stop=stop).stopped_by == "target"


def test_a_limit_that_equals_the_round_trip_can_be_kept() -> None:
    far = kinroute.Instance(
        coordinates=[(0, 0), (0.1, 1 / 3), (1 / 7, 0.9)], demands=[1, 1], capacity=2
    )
    trip = 2 * far.distance(0, 2)
    result = kinroute.solve(far.with_changes(max_duration=trip), stop=kinroute.AfterIterations(20))
    assert result.feasible
    assert result.trace


def test_long_distances_with_small_demands_become_feasible() -> None:
    # In metres a route is dear, and a unit of excess must be dearer still.
    positions = np.random.default_rng(3).integers(0, 2_000_000, (31, 2))
    instance = Instance(coordinates=positions, demands=[1] * 30, capacity=5)
    for method in ("auto", "D-O"):
        result = kinroute.solve(instance, method=method, stop=AfterIterations(50))
        assert result.feasible, method


@pytest.mark.parametrize("full", [0.3333333333, 453.59237, 1e-9])
def test_a_demand_that_just_fills_a_vehicle_fits(full: float) -> None:
    instance = Instance(
        coordinates=[(0, 0), (1, 0), (0, 1)], demands=[full, full / 2], capacity=full
    )
    assert kinroute.solve(instance, stop=AfterIterations(20)).feasible


def test_service_that_cannot_be_counted_is_refused() -> None:
    with pytest.raises(InstanceError, match=r"service 1e[+]15 of customer 1 is more than"):
        Instance(coordinates=[(0, 0), (1, 0)], demands=[1], capacity=1, service=[1e15])


def test_long_service_and_limits_are_counted_without_overflow() -> None:
    instance = Instance(
        coordinates=[(0, 0), (1, 0), (0, 1), (1, 1)],
        demands=[1, 1, 1],
        capacity=3,
        service=[2e8, 1e8, 1e8],
        max_duration=3.1e8,
    )
    result = kinroute.solve(instance, stop=AfterIterations(100))
    assert result.feasible
    assert len(result.routes) == 2


def test_iterations_make_the_run_even_beside_a_time_limit() -> None:
    instance = kinroute.generate(60, seed=5)
    stops: list[Any] = [AfterIterations(1), [AfterIterations(1), AfterSeconds(200)]]
    alone, beside = (kinroute.solve(instance, stop=stop) for stop in stops)
    assert [at.cost for at in beside.trace] == [at.cost for at in alone.trace]
    assert beside.routes == alone.routes


class SlowPath:
    """A path on a slow disk."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __fspath__(self) -> str:
        time.sleep(0.2)
        return str(self._path)


def test_reading_a_warm_start_counts_as_time(tmp_path: Path) -> None:
    instance = kinroute.generate(20, seed=1)
    kinroute.solve(instance, stop=AfterIterations(5)).write(tmp_path / "a.sol")
    start = SlowPath(tmp_path / "a.sol")
    assert kinroute.solve(instance, start=start, stop=AfterIterations(1)).runtime >= 0.2
