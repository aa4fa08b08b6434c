import pytest
from hypothesis import given
from hypothesis import strategies as st

import kinroute
from kinroute.errors import SolutionError
from kinroute.solution.plans import Plan
from kinroute.solution.plans.matching import matched, same_stops
from kinroute.solution.plans.plan import PlanRoute


def named(*names: str) -> kinroute.Instance:
    places = [(0, 0), *((k, 1) for k in range(len(names)))]
    return kinroute.Instance(
        demands=[1] * len(names), capacity=9, coordinates=places, names=names, name="today"
    )


def plan(*routes: list[str], has_names: bool = True) -> Plan:
    return Plan(
        source="p.csv",
        routes=tuple(
            PlanRoute(label=str(number), stops=tuple(stops)) for number, stops in enumerate(routes)
        ),
        has_names=has_names,
    )


def test_stops_are_matched_by_name() -> None:
    match = matched(plan(["C", "A"], ["gone", "B"], ["lost"]), named("A", "B", "C", "new"))
    assert match.routes == ((3, 1), (2,), ())
    assert match.gone == ("gone", "lost")
    assert match.added == (4,)


def test_what_spreadsheets_change_in_a_name_does_not_matter() -> None:
    """Exports guard formulas by an apostrophe and put names on one line."""
    today = named("=Café", "Two\nlines", "  Ätna  GmbH", "UPPER")
    match = matched(plan(["'=Café", "Two lines", "Ätna GmbH", "upper"]), today)
    assert match.routes == ((1, 2, 3, 4),)


def test_an_exact_name_goes_before_a_similar_one() -> None:
    match = matched(plan(["a", "A"]), named("A", "a"))
    assert match.routes == ((2, 1),)


def test_similar_names_that_are_ambiguous_do_not_match() -> None:
    match = matched(plan(["x", "aa"]), named("x", "AA", "Aa"))
    assert (match.gone, match.added) == (("aa",), (2, 3))


def test_numbers_must_fit_exactly() -> None:
    today = named("a", "b").with_changes(names=None)
    assert matched(plan(["2"], ["1"], has_names=False), today).routes == ((2,), (1,))
    for stops, problem in (
        (["1", "2", "3"], "no customer 3"),
        (["1"], "customer 2 is not visited"),
    ):
        with pytest.raises(SolutionError, match=f"p.csv: .*not those of today: .*{problem}"):
            matched(plan(stops, has_names=False), today)


def test_numbers_fit_an_instance_that_has_names() -> None:
    assert matched(plan(["2", "1"], has_names=False), named("a", "b")).routes == ((2, 1),)


def test_names_that_are_numbers_are_names() -> None:
    match = matched(plan(["1", "2"], has_names=False), named("2", "1"))
    assert match.routes == ((2, 1),)


def test_names_need_names() -> None:
    with pytest.raises(SolutionError, match=r"have names .'A', .* have none to match"):
        matched(plan(["A"]), named("A").with_changes(names=None))


def test_a_plan_of_other_stops_is_refused() -> None:
    with pytest.raises(SolutionError, match="none of its 2 stops is in today; the first one is"):
        matched(plan(["X", "Y"]), named("A", "B"))


NAMES = st.lists(st.text(min_size=1, max_size=4), min_size=1, max_size=8, unique=True)


@given(NAMES, NAMES)
def test_no_two_stops_become_the_same(a: list[str], b: list[str]) -> None:
    found = same_stops(a, b)
    assert len(set(found.values())) == len(found)
    assert all(found[name] == name for name in a if name in b)
    assert set(found) <= set(a)
    assert set(found.values()) <= set(b)
