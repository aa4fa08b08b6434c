import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinroute.errors import InstanceError
from kinroute.problem import validation as check

FINITE = st.floats(0, 1e6, allow_nan=False)


@given(st.lists(FINITE, min_size=1, max_size=9))
def test_customer_values_are_kept_with_or_without_the_depots_zero(values: list[float]) -> None:
    n = len(values)
    assert check.customer_values(values, "demand", n).tolist() == values
    assert check.customer_values([0.0, *values], "demand", n).tolist() == values


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([[1, 2]], r"demand has shape \(1, 2\); give one number per customer"),
        ([1], "demand has 1 values; there are 2 customers"),
        ([3, 1, 2], r"demand\[0\] = 3 belongs to the depot; it must be 0, or left out"),
        ([1, -2], "demand -2 of customer 2 must be a finite number, 0 or more"),
        ([math.nan, 2], "demand nan of customer 1 must be a finite number"),
        ([math.inf, 2], "demand inf of customer 1 must be a finite number"),
        (["a", "b"], "demand must be numbers in a regular array"),
        ([[1], [2, 3]], "demand must be numbers in a regular array"),
    ],
)
def test_customer_values_that_cannot_be_are_refused(values: Any, message: str) -> None:
    with pytest.raises(InstanceError, match=message):
        check.customer_values(values, "demand", 2)


def test_an_error_about_a_customer_names_it() -> None:
    with pytest.raises(InstanceError) as caught:
        check.customer_values([1, 1, -1], "demand", 3)
    assert caught.value.customer == 3


def test_service_is_one_number_for_all_or_one_for_each() -> None:
    assert check.service_times(2.5, 3).tolist() == [2.5, 2.5, 2.5]
    assert check.service_times([], 3).tolist() == [0, 0, 0]
    assert check.service_times([1, 2, 3], 3).tolist() == [1, 2, 3]


def test_service_must_be_within_the_range_of_the_core() -> None:
    assert check.service_times([2**28], 1).tolist() == [2**28]
    with pytest.raises(InstanceError, match="of customer 2 is more than can be counted"):
        check.service_times([1, 2**28 + 1], 2)


@pytest.mark.parametrize(
    ("pairs", "metric", "message"),
    [
        ([1, 2], "euclidean", r"coordinates have shape \(2,\)"),
        ([[1, 2, 3]], "euclidean", r"coordinates have shape \(1, 3\)"),
        ([[0, 0], [1, math.nan]], "euclidean", r"\(1, nan\) of customer 1 must be two finite"),
        ([[math.inf, 0], [1, 1]], "euclidean", "of the depot must be two finite numbers"),
        ([[0, 0], [91, 0]], "great_circle", r"\(91, 0\) of customer 1 must be \(latitude"),
        ([[0, 0], [0, -181]], "geo", r"\(0, -181\) of customer 1"),
        ([[0, 0], [2**28, 2**28]], "euclidean", "coordinates span a distance of 3.79"),
    ],
)
def test_coordinates_that_cannot_be_are_refused(pairs: Any, metric: Any, message: str) -> None:
    with pytest.raises(InstanceError, match=message):
        check.coordinate_pairs(pairs, metric)


def test_large_coordinates_are_fine_where_distances_do_not_come_from_them() -> None:
    pairs = [[0, 0], [2**28, 2**28]]
    assert check.coordinate_pairs(pairs, "matrix").tolist() == pairs


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[0, 1]], r"distances have shape \(1, 2\); the matrix must be square"),
        ([[0, -1], [1, 0]], "the distance -1 from node 0 to node 1 must be 0 or more"),
        (
            [[0, 1], [math.nan, 0]],
            "the distance nan from node 1 to node 0 must be a number; inf forbids",
        ),
        ([[0, 2**28 + 1], [1, 0]], r"at most 2\^28 = 268435456, or inf to forbid it"),
    ],
)
def test_matrices_that_cannot_be_are_refused(matrix: Any, message: str) -> None:
    with pytest.raises(InstanceError, match=message):
        check.square_matrix(matrix, "distances")


def test_the_diagonal_of_a_matrix_becomes_zero_and_the_callers_stays() -> None:
    given = np.array([[math.nan, 1.0], [2.0, -7.0]])
    assert check.square_matrix(given, "distances").tolist() == [[0, 1], [2, 0]]
    assert given[1, 1] == -7.0


@pytest.mark.parametrize(
    "array",
    [
        check.customer_values([1, 2], "demand"),
        check.service_times(1, 2),
        check.coordinate_pairs([[0, 0], [1, 1]], "euclidean"),
        check.square_matrix([[0, 1], [1, 0]], "distances"),
    ],
)
def test_arrays_are_read_only_and_contiguous(array: np.ndarray) -> None:
    assert not array.flags.writeable
    assert array.flags.c_contiguous
    assert array.dtype == np.float64


def test_names_are_texts_that_differ() -> None:
    assert check.customer_names([1, "b"], 2) == ("1", "b")
    with pytest.raises(InstanceError, match="names has 1 values; there are 2 customers"):
        check.customer_names(["a"], 2)
    with pytest.raises(InstanceError, match="customers 1 and 3 are both named 'a'"):
        check.customer_names(["a", "b", "a"], 3)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (0, "capacity 0 must be a finite number above 0"),
        (-1, "capacity -1 must be"),
        (math.nan, "capacity nan must be"),
        (math.inf, "capacity inf must be"),
        ("many", "capacity 'many' is not a number"),
        (None, "capacity None is not a number"),
        ("1_0", "capacity '1_0' is not a number"),
        (10**400, "capacity 1000.* is not a number"),
        (1e-300, "capacity 1e-300 must be at least 1e-15; use a smaller unit"),
    ],
)
def test_a_capacity_is_positive_and_finite(value: Any, message: str) -> None:
    with pytest.raises(InstanceError, match=message):
        check.positive(value, "capacity")


def test_a_limit_may_be_infinite() -> None:
    assert check.positive(math.inf, "max_duration", or_infinite=True) == math.inf
    assert check.positive("2.5", "capacity") == 2.5


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (0, "vehicles 0 must be 1 or more; leave it out for no bound"),
        (1.5, "vehicles 1.5 is not a whole number"),
        ("2", "vehicles '2' is not a whole number"),
        (10**400, "vehicles must be at most 2147483647"),
    ],
)
def test_a_fleet_is_a_whole_number_from_1(value: Any, message: str) -> None:
    with pytest.raises(InstanceError, match=message):
        check.count(value, "vehicles")
    assert check.count(np.int64(3), "vehicles") == 3


@pytest.mark.parametrize(
    "values", [["1_0", "2"], [1 + 2j, 3], [10**400, 1], ["2024-01-01"], np.array([1, 2], "M8[D]")]
)
def test_what_only_python_takes_for_a_number_is_refused(values: Any) -> None:
    with pytest.raises(InstanceError, match="demand must be numbers in a regular array"):
        check.customer_values(values, "demand")


def test_coordinates_at_both_ends_of_the_numbers_are_refused() -> None:
    with pytest.raises(InstanceError, match="coordinates span a distance of inf"):
        check.coordinate_pairs([(-1.7e308, 0), (1.7e308, 0)], "euclidean")


def test_degrees_are_told_from_other_coordinates() -> None:
    rng = np.random.default_rng(1)
    berlin = np.array([52.52, 13.405]) + rng.normal(size=(20, 2)) * 0.05
    assert check.look_like_degrees(berlin)
    assert check.look_like_degrees(np.array([[-1.2921, 36.8219], [-1.3032, 36.7073]]))
    whole = rng.integers(0, 100, (20, 2)).astype(np.float64)
    for plain in (rng.random((20, 2)), whole, np.asarray(berlin * 1000, np.float64)):
        assert not check.look_like_degrees(plain)
