import pytest

from kinroute.errors import FormatError
from kinroute.solution.plans.tables import parse_csv


def routes(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(route.label, route.stops) for route in parse_csv(text, "p.csv").routes]


def test_two_columns_are_enough() -> None:
    assert routes("Route,Name\nNorth,A\nSouth,C\nNorth,B\n") == [
        ("North", ("A", "B")),
        ("South", ("C",)),
    ]


def test_positions_order_the_stops() -> None:
    assert routes("route;position;name\n1;2;B\n1;1;A\n1;10;C\n") == [("1", ("A", "B", "C"))]


def test_the_depot_is_no_stop() -> None:
    text = "route,position,node,name\n1,0,0,Depot Nord\n1,1,4,A\n1,2,0,Depot Nord\n"
    plan = parse_csv(text, "p.csv")
    assert plan.stops == ("A",)
    assert plan.numbers == {"A": 4}


def test_totals_are_those_of_the_last_rows() -> None:
    text = "route,name,distance,departure\n1,A,2,5\n1,B,3.5,9\n2,C,1,\n"
    plan = parse_csv(text, "p.csv")
    assert (plan.distance, plan.duration) == (4.5, 9)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name,x\nA,1\n", "row 1: this is no plan: it needs columns 'route' and 'name'"),
        ("route,x\n1,1\n", "found: 'route', 'x'"),
        ("route,name\n", "there are no stops"),
        ("route,name\n1,A\n2,B\n2,A\n", "row 4: the stop 'A' is already in row 2"),
        ("route,name\n1,\n", "row 2: name is blank"),
        ("route,name\n,A\n", "row 2: route is blank"),
        ("route,name,node\n1,A,x\n", "row 2: node 'x' is not a number"),
        ("route,name,node\n1,A,1.5\n", "row 2: node 1.5 is no customer"),
        ("route,name,node\n1,A,-1\n", "row 2: node -1 is no customer"),
        ("route,name,distance\n1,A,far\n", "row 2: distance 'far' is not a number"),
        ("route,node\n1,0\n", "there are no stops"),
    ],
)
def test_what_is_no_plan_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=f"p.csv.*{message}"):
        parse_csv(text, "p.csv")
