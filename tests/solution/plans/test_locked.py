import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import kinroute
from kinroute.errors import ConfigError, ImpossibleError, Interrupted
from kinroute.solution.plans.start import start_from
from tests.solution.plans.exports import WRITERS
from tests.solution.plans.made_up import random_instance

STOP = kinroute.AfterIterations(50)


def holds(result: kinroute.Result, chain: tuple[int, ...]) -> bool:
    return any(route[: len(chain)] == chain for route in result.routes)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_locked_stays_and_the_rest_gets_better(seed: int) -> None:
    instance = random_instance(seed, 24)
    first = kinroute.solve(instance, stop=kinroute.AfterIterations(1), method="D-O", seed=seed)
    assert first.feasible
    routes = first.routes
    count = min(2, len(routes[1]))
    result = kinroute.solve(
        instance, start=first.solution, lock=["1", f"2:{count}"], stop=STOP, seed=seed
    )
    assert result.instance is instance
    assert result.check == kinroute.check(instance, result.solution)
    assert result.feasible
    assert result.cost <= first.cost + 1e-9
    assert routes[0] in result.routes
    assert holds(result, routes[1][:count])
    assert result.trace[-1].cost == pytest.approx(result.cost)


def all_solutions(customers: list[int]) -> Iterator[list[list[int]]]:
    """Every way to serve some customers: each one goes alone, or anywhere into a route."""
    if not customers:
        yield []
        return
    for routes in all_solutions(customers[1:]):
        yield [[customers[0]], *routes]
        for number, route in enumerate(routes):
            for at in range(len(route) + 1):
                longer = [*route[:at], customers[0], *route[at:]]
                yield [*routes[:number], longer, *routes[number + 1 :]]


@pytest.mark.parametrize("seed", range(24))
def test_few_customers_get_the_best_routes_that_keep_the_locks(seed: int) -> None:
    instance = random_instance(seed, 5)
    start = kinroute.Solution([[2, 4], [1, 3], [5]])
    if not kinroute.check(instance, start).feasible:
        instance = random_instance(seed, 5, max_stops=None, capacity=99)
    allowed = (
        routes
        for routes in all_solutions([1, 2, 3, 4, 5])
        if [5] in routes and any(route[:2] == [2, 4] for route in routes)
    )
    verdicts = (kinroute.check(instance, kinroute.Solution(routes)) for routes in allowed)
    best = min(verdict.cost for verdict in verdicts if verdict.feasible)
    result = kinroute.solve(instance, start=start, lock=["1:2", "3"], stop=STOP)
    assert result.cost == pytest.approx(best)


@pytest.mark.thorough
def test_locked_routes_of_a_real_instance_stay() -> None:
    instance = kinroute.generate(60, seed=5)
    first = kinroute.solve(instance, stop=kinroute.AfterIterations(1), method="D-O")
    free = kinroute.solve(instance, start=first.solution, stop=kinroute.AfterIterations(300))
    locked = kinroute.solve(
        instance, start=first.solution, lock=["1", "2:3", "3:1"], stop=kinroute.AfterIterations(300)
    )
    assert free.cost <= locked.cost <= first.cost
    assert first.routes[0] in locked.routes
    assert holds(locked, first.routes[1][:3])
    assert holds(locked, first.routes[2][:1])


def test_stops_of_yesterday_are_locked_by_name(tmp_path: Path) -> None:
    instance = random_instance(4, 12)
    names = instance.names or ()
    routes = (*((customer,) for customer in range(1, 9)), (9, 10), (11, 12))
    WRITERS[".csv"](tmp_path / "p.csv", instance, routes)
    keep = [k for k in range(12) if k != 3]  # stop 4 is gone
    assert instance.distances is not None
    nodes = [0, *(k + 1 for k in keep)]
    today = instance.with_changes(
        demands=instance.demands[keep],
        service=instance.service[keep],
        distances=instance.distances[np.ix_(nodes, nodes)],
        names=[names[k] for k in keep],
    )
    result = kinroute.solve(today, start=tmp_path / "p.csv", lock=["9", "10:1"], stop=STOP)
    assert (8, 9) in result.routes
    assert holds(result, (10,))


def test_locks_that_leave_no_feasible_solution_are_named_as_the_reason() -> None:
    # 3 + 2 and 3 + 2 fit two vehicles; with 2 + 2 locked as a route, 3 + 3 is left for the other.
    instance = kinroute.Instance(
        demands=[3, 3, 2, 2], capacity=5, coordinates=[(0, 0), *[(1, 1)] * 4], vehicles=2
    )
    start = kinroute.Solution([[3, 4], [1, 2]])
    with pytest.raises(ImpossibleError, match="with what is locked, "):
        kinroute.solve(instance, start=start, lock="1", stop=STOP)


def test_few_customers_with_locks_keep_the_limit_on_stops() -> None:
    line = kinroute.Instance(
        demands=[1] * 6, capacity=9, coordinates=[(k, 0) for k in range(7)], max_stops=4
    )
    start = kinroute.Solution([[6, 5, 4], [1, 2, 3]])
    result = kinroute.solve(line, start=start, lock="1:3", stop=STOP)
    assert result.feasible
    assert holds(result, (6, 5, 4))


def test_everything_locked_is_refused() -> None:
    instance = kinroute.generate(10, seed=1)
    start = kinroute.solve(instance, stop=kinroute.AfterIterations(1)).solution
    locks = [str(number) for number in range(1, len(start) + 1)]
    with pytest.raises(ConfigError, match="every route is locked; nothing is left to search"):
        kinroute.solve(instance, start=start, lock=locks)


def test_locks_need_a_start_and_take_no_scores() -> None:
    instance = kinroute.generate(10, seed=1)
    with pytest.raises(ConfigError, match="lock '1' needs a start"):
        kinroute.solve(instance, lock="1")
    start = kinroute.solve(instance, stop=kinroute.AfterIterations(1)).solution
    with pytest.raises(ConfigError, match="heatmap is for all customers"):
        kinroute.solve(instance, start=start, lock="1", heatmap=np.ones((10, 10)))
    named = kinroute.solve(instance, start=start, lock="1:1", local_search="fusion", stop=STOP)
    assert named.feasible


def test_an_interrupted_search_keeps_the_locks() -> None:
    instance = kinroute.generate(40, seed=2)
    start = start_from(
        kinroute.solve(instance, stop=kinroute.AfterIterations(1)).solution, instance, ["1", "2:2"]
    )

    def interrupt() -> None:
        time.sleep(0.5)
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(Interrupted) as interrupted:
        kinroute.solve(instance, start=start, stop=kinroute.AfterSeconds(20))
    result = interrupted.value.result
    assert result.instance is instance
    assert start.closed[0] in result.routes
    assert holds(result, start.chains[0])
