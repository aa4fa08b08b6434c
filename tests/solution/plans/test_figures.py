import pytest

import kinroute
from kinroute.solution.plans import Plan
from kinroute.solution.plans.figures import figures
from kinroute.solution.plans.plan import PlanRoute

# Out and back to (3, 4) is 10, to (0, 1) is 2; at 60 km/h a km takes a minute.
INSTANCE = kinroute.Instance(
    demands=[1, 2],
    capacity=2,
    coordinates=[(0, 0), (3, 4), (0, 1)],
    names=["A", "B"],
    speed=60,
    service=5,
    distance_unit="km",
)


def plan(*routes: str, **more: float) -> Plan:
    return Plan(
        source="p.csv",
        routes=tuple(PlanRoute(label=r, stops=tuple(r)) for r in routes),
        has_names=True,
        **more,  # type: ignore[arg-type]
    )


def test_an_instance_computes_the_figures() -> None:
    found = figures(plan("A", "B", cost=99), INSTANCE)
    assert (found.cost, found.distance, found.duration) == (12, 12, 22)
    assert (found.routes, found.stops, found.feasible) == (2, 2, True)
    assert (found.distance_unit, found.time_unit) == ("km", "min")
    assert figures(plan("AB"), INSTANCE).feasible is False


def test_a_plan_of_some_customers_is_neither_feasible_nor_not() -> None:
    found = figures(plan("A"), INSTANCE)
    assert (found.cost, found.feasible) == (10, None)


@pytest.mark.parametrize("instance", [None, INSTANCE])
def test_without_all_stops_the_file_is_believed(instance: kinroute.Instance | None) -> None:
    found = figures(plan("AX", cost=7, distance=6), instance)
    assert (found.cost, found.distance, found.duration) == (7, 6, None)
    assert found.feasible is None
