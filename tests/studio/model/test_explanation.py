import pytest
from hypothesis import given
from hypothesis import strategies as st

import kinroute
from kinroute import Instance, Solution
from kinroute.studio.model.explanation import (
    best_place,
    insertion_cost,
    removal_saving,
    route_cost,
    route_facts,
)

# A square: the depot in a corner, customers at (3, 0), (3, 4) and (0, 4).
SQUARE = Instance(
    coordinates=[(0, 0), (3, 0), (3, 4), (0, 4)], demands=[1, 2, 3], capacity=6, service=1.0
)


def variant(**changes: object) -> Instance:
    return SQUARE.with_changes(**changes)


def test_a_stop_costs_what_the_route_would_save() -> None:
    facts = route_facts(SQUARE, [(1, 2, 3)], 0)
    # 3 + 4 + 3 + 4 = 14; without 1: 5 + 3 + 4 = 12; without 2: 3 + 5 + 4 = 12; without 3: 12.
    assert facts.cost == 14
    assert [stop.saving for stop in facts.stops] == [2, 2, 2]
    assert facts.itinerary.load == 6
    assert facts.best_to_remove == facts.stops[0]


def test_an_only_stop_saves_the_whole_route_with_its_fixed_cost() -> None:
    (stop,) = route_facts(variant(fixed_cost=10.0), [(2,)], 0).stops
    assert stop.saving == 2 * 5 + 10


def test_nothing_is_removed_that_saves_nothing() -> None:
    line = Instance(coordinates=[(0, 0), (1, 0), (2, 0)], demands=[1, 1], capacity=2)
    assert route_facts(line, [(1, 2)], 0).stops[0].saving == 0
    best = route_facts(line, [(1, 2)], 0).best_to_remove
    assert best is not None
    assert best.customer == 2
    flat = Instance(distances=[[0, 0], [0, 0]], demands=[1], capacity=1)
    assert route_facts(flat, [(1,)], 0).best_to_remove is None


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"open_routes": True},
        {"fixed_cost": 7.0},
        {"duration_cost": 2.0, "speed": 30.0},
        {"distance_cost": 0.5, "duration_cost": 1.0, "speed": 60.0, "fixed_cost": 3.0},
    ],
)
@given(data=st.data())
def test_prices_are_differences_of_checked_costs(
    changes: dict[str, object], data: st.DataObject
) -> None:
    instance = kinroute.generate(8, seed=2).with_changes(service=2.0, **changes)
    route = tuple(data.draw(st.permutations(range(1, 9))))[: data.draw(st.integers(1, 8))]
    place = data.draw(st.integers(0, len(route) - 1))
    rest = route[:place] + route[place + 1 :]

    def cost(stops: tuple[int, ...]) -> float:
        return kinroute.check(instance, Solution([stops])).cost if stops else 0.0

    assert removal_saving(instance, route, place) == pytest.approx(cost(route) - cost(rest))
    assert route_cost(instance, route) == pytest.approx(cost(route))
    found, price = best_place(instance, rest, route[place])
    every = [insertion_cost(instance, rest, route[place], k) for k in range(len(rest) + 1)]
    assert price == pytest.approx(min(every))
    longer = (*rest[:found], route[place], *rest[found:])
    assert price == pytest.approx(cost(longer) - cost(rest))
