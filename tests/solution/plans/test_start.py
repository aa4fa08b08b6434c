from pathlib import Path

import pytest

import kinroute
from kinroute.errors import ConfigError, SolutionError
from kinroute.solution.plans.start import start_from
from tests.solution.plans.exports import WRITERS
from tests.solution.plans.made_up import random_instance, random_routes

YESTERDAY = kinroute.Instance(
    demands=[1, 2, 3, 4, 5],
    capacity=8,
    coordinates=[(0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (3, 0)],
    names=["A", "B", "C", "D", "E"],
    name="yesterday",
)
ROUTES = ((1, 2, 5), (3, 4))
# B is gone, F is new and on the way to E, and C now needs 5: C and D no longer fit together.
TODAY = kinroute.Instance(
    demands=[1, 5, 4, 5, 1],
    capacity=8,
    coordinates=[(0, 0), (1, 0), (0, 1), (0, 2), (3, 0), (2, 0)],
    names=["A", "C", "D", "E", "F"],
    name="today",
)


@pytest.fixture(params=[".csv", ".json", ".xlsx", ".geojson"])
def yesterday(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"yesterday{request.param}"
    WRITERS[request.param](path, YESTERDAY, ROUTES)
    return path


def test_a_plan_becomes_one_of_today(yesterday: Path) -> None:
    start = start_from(yesterday, TODAY)
    assert start.solution.routes == ((1, 5, 4), (2,), (3,))
    assert start.text == (
        f"{yesterday}: 3 of 5 stops kept in their routes, 1 moved, since they no longer fit there, "
        "1 no longer there, 1 new"
    )
    assert not start.is_locked


def test_a_plan_of_the_same_stops_is_kept(yesterday: Path) -> None:
    start = start_from(yesterday, YESTERDAY)
    assert start.solution.routes == ROUTES
    assert start.text == f"{yesterday}: 5 of 5 stops kept in their routes"


def test_locks_stay_where_they_are(yesterday: Path) -> None:
    """The first two stops of route 1 are A and B; B is gone."""
    start = start_from(yesterday, TODAY, ["1:2"])
    assert (start.chains, start.closed) == (((1,),), ())
    whole = start_from(yesterday, TODAY, ["1"])
    assert (whole.chains, whole.closed) == ((), ((1, 4),))
    assert (1, 4) in whole.solution.routes
    with pytest.raises(ConfigError, match="has no route '7'"):
        start_from(yesterday, TODAY, ["7"])


def test_a_solution_is_used_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.sol"
    overloaded = kinroute.Solution([[1, 2, 3, 4, 5]])
    overloaded.write(path)
    for source in (overloaded, path, str(path)):
        start = start_from(source, TODAY, ["1:2"])
        assert start.solution.routes == overloaded.routes
        assert (start.text, start.chains) == ("", ((1, 2),))
    with pytest.raises(
        SolutionError, match=r"no warm start for today: customer 5 .* is not visited"
    ):
        start_from(kinroute.Solution([[1, 2, 3, 4]]), TODAY)


@pytest.mark.parametrize("seed", range(12))
def test_the_result_is_never_worse_than_the_start(seed: int, tmp_path: Path) -> None:
    instance = random_instance(seed, 14)
    path = tmp_path / "p.csv"
    WRITERS[".csv"](path, instance, tuple(map(tuple, random_routes(seed, 14))))
    today = instance.with_changes(
        demands=instance.demands[::-1], names=[*(instance.names or ())[:12], "new 1", "new 2"]
    )
    start = start_from(path, today)
    before = kinroute.check(today, start.solution)
    assert before.feasible
    result = kinroute.solve(today, start=path, stop=kinroute.AfterIterations(0))
    assert result.feasible
    assert result.cost <= before.cost + 1e-9
