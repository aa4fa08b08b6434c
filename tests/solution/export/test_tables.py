from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinroute import Instance
from kinroute.solution.export.tables import (
    attribute_names,
    place_columns,
    rounded,
    route_columns,
    route_rows,
    stop_columns,
    stop_rows,
)
from tests.solution.export.made_up import matrix, plane, result_of, utrecht


def test_there_is_a_row_per_stop_with_the_depot_at_both_ends() -> None:
    result = plane()
    rows = [dict(zip(stop_columns(result.instance), row, strict=True)) for row in stop_rows(result)]
    assert [(row["route"], row["position"], row["node"]) for row in rows] == [
        *((1, 0, 0), (1, 1, 1), (1, 2, 2), (1, 3, 0)),
        *((2, 0, 0), (2, 1, 3), (2, 2, 0)),
    ]
    assert [row["distance"] for row in rows] == [0, 5, 10, 18, 0, 10, 20]
    assert [row["load"] for row in rows] == [0, 4, 10, 10, 0, 3, 3]
    assert [(row["x"], row["y"]) for row in rows[:3]] == [(0, 0), (3, 4), (0, 8)]


def test_an_open_route_has_no_row_for_a_return() -> None:
    rows = list(stop_rows(plane(open_routes=True)))
    assert [row[2] for row in rows] == [0, 1, 2, 0, 3]


def test_carried_columns_come_last_and_never_hide_another() -> None:
    columns = stop_columns(utrecht().instance)
    assert columns[-2:] == ("phone", "route (input)")
    assert len(set(columns)) == len(columns)
    twice = [{"name": "a", "name (input)": "b"}] * 3
    assert stop_columns(utrecht(attributes=twice).instance)[-2:] == (
        "name (input)",
        "name (input) (input)",
    )


def test_columns_that_only_some_customers_have_are_empty_for_the_others() -> None:
    result = plane(attributes=[{"a": "1"}, {"b": "2"}, {}])
    assert attribute_names(result.instance) == ("a", "b")
    assert [row[-2:] for row in stop_rows(result) if row[2]] == [("1", ""), ("", "2"), ("", "")]


def test_places_are_named_for_what_they_are() -> None:
    assert place_columns(plane().instance) == ("x", "y")
    assert place_columns(utrecht().instance) == ("latitude", "longitude")
    assert place_columns(matrix().instance) == ()


def test_routes_have_their_totals_and_units() -> None:
    result = utrecht()
    rows = [
        dict(zip(route_columns(), row, strict=True))
        for row in route_rows(result.instance, result.itineraries)
    ]
    assert [(row["route"], row["stops"], row["load"]) for row in rows] == [(1, 2, 10), (2, 1, 3)]
    assert {(row["distance_unit"], row["time_unit"]) for row in rows} == {("km", "min")}


def test_sums_lose_their_noise_and_infinity_is_nothing() -> None:
    assert rounded(0.1 + 0.2) == 0.3
    assert rounded(6.0000000001) == 6
    assert isinstance(rounded(6.0), int)
    assert rounded(float("inf")) is None
    assert rounded(None) is None


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=12),
    st.integers(1, 5),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_the_last_row_of_a_route_has_the_sums_of_the_checker(
    demands: list[int], size: int, is_open: bool, random: Random
) -> None:
    n = len(demands)
    instance = Instance(
        demands=demands,
        capacity=50,
        coordinates=[(random.randrange(900), random.randrange(900)) for _ in range(n + 1)],
        service=[random.uniform(0, 5) for _ in range(n)],
        open_routes=is_open,
    )
    order = random.sample(range(1, n + 1), n)
    result = result_of(instance, [order[at : at + size] for at in range(0, n, size)])
    last = {row[0]: row for row in stop_rows(result)}
    assert result.check.durations is not None
    for number, row in last.items():
        load, distance, _, departure = row[5:9]
        assert load == result.check.loads[number - 1]
        assert distance == pytest.approx(result.check.distances[number - 1], abs=1e-5)
        assert departure == pytest.approx(result.check.durations[number - 1], abs=1e-5)
    assert sum(1 for row in stop_rows(result) if row[2]) == n
