import pytest
from hypothesis import given
from hypothesis import strategies as st

import kinroute
from kinroute import Solution
from kinroute.errors import InputError
from kinroute.studio.model.edits import Locks, home_of, move_stop

INSTANCE = kinroute.generate(10, seed=3)
ROUTES = ((1, 2, 3), (4, 5, 6, 7), (8, 9, 10))


@given(st.integers(1, 10), st.integers(0, 3))
def test_a_move_keeps_every_customer_and_says_its_price(customer: int, target: int) -> None:
    moved = move_stop(INSTANCE, ROUTES, customer, target)
    assert sorted(c for route in moved.routes for c in route) == list(range(1, 11))
    before = kinroute.check(INSTANCE, Solution(ROUTES)).cost
    after = kinroute.check(INSTANCE, Solution(moved.routes)).cost
    assert moved.price == pytest.approx(after - before)
    if target == home_of(ROUTES, customer):
        assert moved.price <= 0


def test_a_route_that_loses_its_last_stop_goes() -> None:
    moved = move_stop(INSTANCE, ((1,), tuple(range(2, 11))), 1, 1)
    assert len(moved.routes) == 1


def test_other_customers_and_routes_are_refused() -> None:
    with pytest.raises(InputError, match="customer 99 is on no route"):
        move_stop(INSTANCE, ROUTES, 99, 0)
    with pytest.raises(InputError, match="there is no route 9; use 1 to 4"):
        move_stop(INSTANCE, ROUTES, 1, 8)


def test_locks_are_those_of_solve_whatever_the_order_of_routes() -> None:
    locks = Locks().toggled(ROUTES[1]).upto(ROUTES[2], 9)
    assert locks.texts(ROUTES) == ("2", "3:2")
    assert locks.texts(ROUTES[::-1]) == ("1:2", "2")
    assert locks.is_whole(ROUTES[1])
    assert locks.texts(((4, 5, 6), (7,))) == ()


def test_a_second_time_unlocks() -> None:
    locks = Locks().toggled(ROUTES[0]).toggled(ROUTES[0])
    assert locks == Locks()
    assert Locks().upto(ROUTES[2], 9).upto(ROUTES[2], 9) == Locks()
    assert Locks().upto(ROUTES[2], 8).upto(ROUTES[2], 9).texts(ROUTES) == ("3:2",)
