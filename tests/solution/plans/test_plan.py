import pytest

from kinroute.errors import FormatError
from kinroute.solution.plans import Plan
from kinroute.solution.plans.plan import PlanRoute


def plan(**routes: str) -> Plan:
    return Plan(
        source="p.csv",
        routes=tuple(
            PlanRoute(label=label, stops=tuple(stops.split())) for label, stops in routes.items()
        ),
        has_names=True,
    )


def test_stops_are_those_of_all_routes() -> None:
    assert plan(a="x y", b="z").stops == ("x", "y", "z")


def test_a_stop_is_on_one_route() -> None:
    with pytest.raises(FormatError, match=r"p\.csv: the stop 'x' is there 2 times"):
        plan(a="x y", b="x")


def test_routes_have_their_own_labels() -> None:
    routes = (PlanRoute(label="1", stops=("a",)), PlanRoute(label="1", stops=("b",)))
    with pytest.raises(FormatError, match="the route '1' is there 2 times"):
        Plan(source="p", routes=routes, has_names=True)
