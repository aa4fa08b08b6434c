import pytest
from hypothesis import given
from hypothesis import strategies as st

import kinroute
from kinroute.errors import SolutionError
from kinroute.solution.plans import Plan
from kinroute.solution.plans.comparison import common_names, compared
from kinroute.solution.plans.plan import PlanRoute


def plan(**routes: str) -> Plan:
    """Routes as words of one letter per stop."""
    return Plan(
        source="p.csv",
        routes=tuple(PlanRoute(label=label, stops=tuple(stops)) for label, stops in routes.items()),
        has_names=True,
    )


def kinds(first: Plan, second: Plan) -> dict[str, str]:
    return {
        f"{c.before.label if c.before else '-'}{c.after.label if c.after else '-'}": c.kind
        for c in compared(first, second).routes
    }


def test_renumbered_routes_are_no_change() -> None:
    found = compared(plan(x="abc", y="def", z="gh"), plan(x="gh", y="abc", z="def"))
    assert [change.kind for change in found.routes] == ["unchanged"] * 3
    assert (found.moved, found.added, found.removed) == ((), (), ())


def test_every_kind_of_change_is_named() -> None:
    before = plan(p="abc", q="def", r="gh", s="ij", t="k")
    after = plan(P="abc", Q="efd", R="ghj", S="i", U="lm", V="n")
    assert kinds(before, after) == {
        "pP": "unchanged",
        "qQ": "order changed",
        "rR": "stops changed",
        "sS": "stops changed",
        "-U": "new",
        "-V": "new",
        "t-": "dissolved",
    }
    assert kinds(plan(a="xyz"), plan(a="zyx")) == {"aa": "reversed"}


def test_stops_that_moved_are_named_with_both_routes() -> None:
    found = compared(plan(p="abcd", q="efgh"), plan(x="efghd", y="abc"))
    assert [(m.stop, m.source, m.target) for m in found.moved] == [("d", "p", "x")]
    joined, left = found.routes
    assert [m.stop for m in joined.joined] == ["d"]
    assert [m.stop for m in left.left] == ["d"]


def test_added_and_removed_stops_are_not_moved() -> None:
    found = compared(plan(p="abc"), plan(p="abx"))
    assert (found.moved, found.added, found.removed) == ((), ("x",), ("c",))
    assert found.routes[0].kind == "stops changed"


def test_numbers_and_names_meet_through_what_knows_both() -> None:
    numbered = Plan(
        source="a.sol", routes=(PlanRoute(label="1", stops=("2", "1")),), has_names=False
    )
    named = plan(r="BA")
    with pytest.raises(SolutionError, match=r"p\.csv: it has names .* give the instance"):
        compared(numbered, named)
    instance = kinroute.Instance(
        demands=[1, 1], capacity=2, coordinates=[(0, 0)] * 3, names=["A", "B"]
    )
    assert compared(numbered, named, instance).routes[0].kind == "unchanged"
    with_numbers = Plan(
        source="p.csv", routes=named.routes, has_names=True, numbers={"A": 1, "B": 2}
    )
    assert common_names(numbered, with_numbers) == {"2": "B", "1": "A"}


def test_the_plain_values_have_all_of_it() -> None:
    found = compared(plan(p="ab", q="c"), plan(p="a", q="cbx")).as_dict()
    assert found["moved"] == [{"stop": "b", "from": "p", "to": "q"}]
    assert found["added"] == ["x"]
    assert found["routes"][0] == {
        "before": "p",
        "after": "p",
        "change": "stops changed",
        "stops_before": 2,
        "stops_after": 1,
        "joined": [],
        "left": [{"stop": "b", "from": "p", "to": "q"}],
        "added": [],
        "removed": [],
    }


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    stops = draw(st.lists(st.sampled_from("abcdefghijkl"), min_size=1, max_size=12, unique=True))
    homes = draw(st.lists(st.integers(0, 3), min_size=len(stops), max_size=len(stops)))
    routes = {
        f"r{home}": "".join(s for s, h in zip(stops, homes, strict=True) if h == home)
        for home in homes
    }
    return plan(**routes)


@given(plans(), plans())
def test_every_stop_is_accounted_for(first: Plan, second: Plan) -> None:
    found = compared(first, second)
    both = set(first.stops) & set(second.stops)
    assert set(found.added) == set(second.stops) - both
    assert set(found.removed) == set(first.stops) - both
    assert {move.stop for move in found.moved} <= both
    assert sum(len(c.joined) for c in found.routes) == len(found.moved)
    assert sum(len(c.left) for c in found.routes) == len(found.moved)
    befores = sorted(c.before.label for c in found.routes if c.before)
    assert befores == sorted(route.label for route in first.routes)
    # No other pairing keeps more stops: moves are what a maximum assignment leaves.
    mirrored = compared(second, first)
    assert len(mirrored.moved) == len(found.moved)


@given(plans())
def test_a_plan_is_unchanged_beside_itself(same: Plan) -> None:
    found = compared(same, same)
    assert {change.kind for change in found.routes} == {"unchanged"}
