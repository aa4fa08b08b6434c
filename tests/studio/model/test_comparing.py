import kinroute
from kinroute.studio.model.comparing import change_rows, changes, plan_of

INSTANCE = kinroute.generate(6, seed=1)
NAMES = ["depot", *"ABCDEF"]
BEFORE = [(1, 2, 3), (4, 5, 6)]


def test_a_plan_has_its_cost_and_numbers() -> None:
    plan = plan_of(INSTANCE, BEFORE, "first")
    assert plan.cost == kinroute.check(INSTANCE, kinroute.Solution(BEFORE)).cost
    assert plan.routes[1].stops == ("4", "5", "6")


def test_the_rows_say_where_stops_came_from_and_went() -> None:
    rows = change_rows(changes(INSTANCE, BEFORE, [(4, 5, 6, 3), (1, 2)]), NAMES)
    assert rows == [
        ("1", "2", "3 → 4", "from route 1: C"),
        ("2", "1", "3 → 2", "to route 1: C"),
    ]


def test_other_orders_and_new_routes_are_named() -> None:
    rows = change_rows(changes(INSTANCE, BEFORE, [(2, 1, 3), (6, 5, 4)]), NAMES)
    assert [row[3] for row in rows] == ["order changed", "reversed"]
    rows = change_rows(changes(INSTANCE, BEFORE, [(1, 2), (3,), (4, 5, 6)]), NAMES)
    assert rows[-1][:2] == ("2", "–")
    assert change_rows(changes(INSTANCE, BEFORE, BEFORE), NAMES) == []
