from pathlib import Path
from typing import Any

import pytest

import kinroute
from kinroute.bench.solving.request import LEAST_PART, Request, requested
from kinroute.errors import ConfigError, SolutionError
from kinroute.search.stop import AfterCpuSeconds, AfterIterations, AfterNoImprovement, AtCost
from kinroute.solution.plans.start import Start


def request_of(**changes: Any) -> Request:
    arguments: dict[str, Any] = {
        "stop": None,
        "seed": 1,
        "start": None,
        "observer": None,
        "granularity": None,
        "config": None,
        "threads": 1,
        "least_part": None,
    }
    return requested(kinroute.generate(30, seed=1), **(arguments | changes))


def test_the_settings_are_those_of_auto_for_the_whole_instance() -> None:
    request = request_of(stop=10.0, granularity=7)
    assert request.config.granularity == 7
    assert (request.is_timed, request.least_part) == (True, LEAST_PART)
    assert not request_of(stop=AfterIterations(5)).is_timed


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"stop": AfterCpuSeconds(5)}, "processor time is not counted over a cluster"),
        ({"stop": AfterNoImprovement(5)}, "without improvement are not counted"),
        ({"stop": AtCost(5)}, "give a time limit, or a number of iterations"),
        ({"least_part": 0}, "least_part = 0; use a number of customers from 1 up"),
        ({"threads": 0}, "threads = 0"),
        ({"seed": -1}, "seed = -1"),
    ],
)
def test_what_cannot_be_done_on_a_cluster_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        request_of(**changes)


def test_a_start_is_a_solution_of_the_instance_or_its_file(tmp_path: Path) -> None:
    routes = kinroute.Solution([(c,) for c in range(1, 31)])
    routes.write(tmp_path / "plan.sol")
    assert request_of(start=tmp_path / "plan.sol").start == routes
    with pytest.raises(SolutionError, match="no warm start"):
        request_of(start=kinroute.Solution([(1, 2)]))


def test_locked_stops_are_refused() -> None:
    routes = kinroute.Solution([(c,) for c in range(1, 31)])
    assert request_of(start=Start(solution=routes, text="")).start == routes
    with pytest.raises(ConfigError, match="locked stops cannot be solved on a cluster"):
        request_of(start=Start(solution=routes, text="", closed=((1,),)))
