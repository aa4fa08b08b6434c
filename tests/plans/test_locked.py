import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import kinroute
from kinroute.errors import ConfigError, Interrupted
from kinroute.plans.start import start_from
from tests.plans.exports import WRITERS
from tests.plans.made_up import random_instance

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
