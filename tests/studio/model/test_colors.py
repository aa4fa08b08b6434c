import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import kinroute
from kinroute.plot.palette import hex_color
from kinroute.studio.model.colors import RouteNumbers, RouteStream

INSTANCE = kinroute.generate(12, seed=1)


def numbers(*, few: bool = True) -> RouteNumbers:
    return RouteNumbers(INSTANCE.positions(), few=few)


@st.composite
def partitions(draw: st.DrawFn) -> list[list[int]]:
    order = draw(st.permutations(range(1, 13)))
    cuts = sorted(draw(st.sets(st.integers(1, 11), max_size=5)))
    return [list(part) for part in np.split(np.array(order), cuts)]


def test_a_route_keeps_its_number_while_most_of_its_customers_stay() -> None:
    known = numbers()
    first = known.numbered([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]])
    again = known.numbered([[9, 10, 11, 4], [1, 2, 3, 12], [8, 7, 6, 5]])
    by_customer = {c: number for number, route in first.items() for c in route}
    assert {by_customer[9]: (9, 10, 11, 4), by_customer[1]: (1, 2, 3, 12)}.items() <= again.items()
    assert again[by_customer[5]] == (8, 7, 6, 5)


@given(st.lists(partitions(), min_size=1, max_size=5))
def test_what_is_sent_makes_of_the_old_routes_the_new_ones(plans: list[list[list[int]]]) -> None:
    stream, shown = RouteStream(numbers()), dict[int, list[int]]()
    for plan in plans:
        changes = stream.changes(plan)
        for number in changes["drop"]:
            del shown[number]
        for number, color, stops in changes["set"]:
            assert color == stream.color(number)
            shown[number] = stops
        assert sorted(shown.values()) == sorted(plan)
        assert stream.shown == {number: tuple(route) for number, route in shown.items()}


def test_routes_that_stay_are_not_sent_again() -> None:
    stream = RouteStream(numbers())
    stream.changes([[1, 2], [3, 4], [5, 6]])
    changes = stream.changes([[1, 2], [3, 5], [4, 6]])
    assert sorted(stops for _, _, stops in changes["set"]) == [[3, 5], [4, 6]]
    stream.forget()
    assert len(stream.changes([[1, 2], [3, 5], [4, 6]])["set"]) == 3


def test_few_routes_have_the_colours_of_pictures() -> None:
    assert [numbers().color(k) for k in range(10)] == [hex_color(k, 10) for k in range(10)]
    assert numbers().color(12) == hex_color(12, 99)
    assert len({numbers(few=False).color(k) for k in range(40)}) == 40
