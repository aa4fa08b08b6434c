import math
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinroute.errors import ImpossibleError, InputWarning, InstanceError
from kinroute.problem.instance import Instance


def small(**changes: Any) -> Instance:
    """Two customers at (3, 4) and (0, 8), 5 and 8 from the depot and 5 from each other."""
    fields: dict[str, Any] = {
        "demands": [4, 6],
        "capacity": 10,
        "coordinates": [(0, 0), (3, 4), (0, 8)],
    }
    return Instance(**{**fields, **changes})


def refused(kind: type[InstanceError] = InstanceError, **changes: Any) -> str:
    with pytest.raises(kind) as caught:
        small(**changes)
    return str(caught.value)


def test_distances_are_euclidean_unless_told_otherwise() -> None:
    instance = small()
    assert [instance.distance(0, 1), instance.distance(0, 2), instance.distance(1, 2)] == [5, 8, 5]
    assert instance.customers == 2
    assert instance.total_demand == 10
    assert instance.is_symmetric


def test_rounding_is_half_up_or_up_or_none() -> None:
    points = [(0, 0), (1.5, 0), (0, 2.25)]
    for rounding, expected in (("nearest", [2, 2]), ("up", [2, 3]), ("none", [1.5, 2.25])):
        instance = small(coordinates=points, rounding=rounding)
        assert [instance.distance(0, i) for i in (1, 2)] == expected


def test_arrays_are_copies_that_cannot_be_written() -> None:
    demands = np.array([4.0, 6.0])
    instance = small(demands=demands)
    demands[0] = 9
    assert instance.demands.tolist() == [4, 6]
    with pytest.raises(ValueError, match="read-only"):
        instance.demands[0] = 1


def test_demands_may_begin_with_the_depots_zero() -> None:
    assert small(demands=[0, 4, 6]).demands.tolist() == [4, 6]
    assert "depot" in refused(demands=[1, 4, 6])


def test_a_matrix_takes_precedence_and_may_be_asymmetric() -> None:
    matrix = np.array([[9, 1, 2], [3, 9, 4], [5, 6, 9]])
    instance = small(distances=matrix)
    assert instance.metric == "matrix"
    assert not instance.is_symmetric
    assert (instance.distance(1, 2), instance.distance(2, 1), instance.distance(1, 1)) == (4, 6, 0)
    assert small(distances=(matrix + matrix.T)).is_symmetric


def test_positions_are_there_for_every_metric() -> None:
    assert small().positions().tolist() == [[0, 0], [3, 4], [0, 8]]
    assert small(metric="geo").positions().shape == (3, 2)
    assert small(metric="great_circle").positions().shape == (3, 2)
    without = small(coordinates=None, distances=[[0, 5, 8], [5, 0, 5], [8, 5, 0]]).positions()
    assert math.dist(without[0], without[2]) == pytest.approx(8)


CITIES = [(48.8566, 2.3522), (51.5074, -0.1278), (52.52, 13.405)]  # Paris, London, Berlin
ROADS = [[0, 460, 1050], [460, 0, 1100], [1050, 1100, 0]]


@pytest.mark.parametrize("said", [{"geographic": True}, {"metric": "great_circle"}])
def test_latitudes_beside_a_matrix_are_drawn_as_a_map(said: dict[str, Any]) -> None:
    roads = small(coordinates=CITIES, distances=ROADS, **said)
    assert (roads.metric, roads.geographic, roads.distance(0, 1)) == ("matrix", True, 460)
    degrees = roads.degrees()
    assert degrees is not None
    assert degrees.tolist() == [list(city) for city in CITIES]
    np.testing.assert_array_equal(
        roads.positions(), small(coordinates=CITIES, metric="great_circle").positions()
    )
    (_, london, berlin) = roads.positions()
    assert london[0] < 0 < berlin[0]  # west and east of Paris
    assert 0 < london[1] < berlin[1]  # north of it
    assert roads.with_changes(vehicles=2).geographic


def test_coordinates_on_a_plane_have_no_degrees() -> None:
    assert small().degrees() is None
    assert small(distances=ROADS).degrees() is None
    assert small(coordinates=None, distances=ROADS, geographic=True).degrees() is None


def test_tsplib_degrees_and_minutes_become_decimal() -> None:
    degrees = small(coordinates=[(38.24, -20.42), (1.3, 2), (0, 0)], metric="geo").degrees()
    assert degrees is not None
    np.testing.assert_allclose(degrees[:2], [[38.4, -20.7], [1.5, 2]])


def test_geographic_coordinates_are_checked_and_need_distances() -> None:
    assert "use metric 'great_circle'" in refused(coordinates=CITIES, geographic=True)
    outside = [(2.3522, 48.8566), (151.5, 0.1), (0, 0)]
    message = refused(coordinates=outside, distances=ROADS, geographic=True)
    assert "must be (latitude, longitude)" in message


def test_changes_are_checked_like_everything_else() -> None:
    assert small().with_changes(capacity=12).capacity == 12
    with pytest.raises(ImpossibleError):
        small().with_changes(capacity=5)
    asymmetric = small(distances=[[0, 1, 2], [3, 0, 4], [5, 6, 0]])
    assert not asymmetric.with_changes(name="other").is_symmetric


def test_service_may_be_one_number_for_all() -> None:
    assert small(service=3).service.tolist() == [3, 3]
    assert small(service=[1, 2]).service.tolist() == [1, 2]
    assert small().service.tolist() == [0, 0]


def test_the_rounding_is_told_in_one_line() -> None:
    instance = small(rounding="nearest", rounding_reason="EUC_2D as CVRPLIB counts it")
    assert instance.rounding_text == (
        "Euclidean distances, each rounded to the nearest integer (EUC_2D as CVRPLIB counts it)"
    )
    assert small().rounding_text == "Euclidean distances, not rounded"


def test_fewest_vehicles_is_a_bin_packing_bound() -> None:
    # 6 + 6 + 6 = 18 is less than 2 * 10, but no two of them share a vehicle.
    points = [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert Instance(demands=[6, 6, 6], capacity=10, coordinates=points).fewest_vehicles == 3
    assert small(demands=[0, 0]).fewest_vehicles == 1


def test_one_customer_zero_demand_and_coinciding_points_are_fine() -> None:
    assert Instance(demands=[0], capacity=1, coordinates=[(1, 1), (1, 1)]).customers == 1


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ({"coordinates": [(0, 0)], "demands": []}, ["no customers"]),
        ({"coordinates": None}, ["neither coordinates nor distances"]),
        ({"demands": [4, -1]}, ["demand -1", "customer 2"]),
        ({"demands": [4, math.nan]}, ["demand nan", "customer 2"]),
        ({"demands": [4]}, ["1 values", "2 customers"]),
        ({"demands": [[4, 6]]}, ["shape (1, 2)"]),
        ({"demands": ["a", "b"]}, ["demand must be numbers"]),
        ({"capacity": 0}, ["capacity 0", "above 0"]),
        ({"capacity": math.inf}, ["capacity inf", "finite"]),
        ({"capacity": "big"}, ["'big'"]),
        ({"coordinates": [(0, 0), (math.inf, 1), (2, 2)]}, ["(inf, 1)", "customer 1"]),
        ({"coordinates": [(0, 0, 0)] * 3}, ["shape (3, 3)"]),
        ({"coordinates": [(0, 0), (2e9, 0), (1, 1)]}, ["2e+09", "Rescale"]),
        ({"coordinates": [(0, 0), (91, 0), (1, 1)], "metric": "great_circle"}, ["±90"]),
        ({"distances": [[0, 1], [1, 0]]}, ["3 rows", "distances 2"]),
        ({"distances": [[0, 1, 2], [1, 0, 2]]}, ["(2, 3)", "square"]),
        ({"distances": [[0, 1, -2], [1, 0, 2], [1, 1, 0]]}, ["-2 from node 0 to node 2"]),
        ({"distances": [[0, 1, 2], [math.nan, 0, 2], [1, 1, 0]]}, ["nan from node 1 to node 0"]),
        ({"distances": [[0, 1, 2e9], [1, 0, 2], [1, 1, 0]]}, ["2e+09", "2^28"]),
        ({"metric": "matrix"}, ["needs distances"]),
        ({"metric": "manhattan"}, ["'manhattan'", "euclidean"]),
        ({"rounding": "down"}, ["'down'", "nearest"]),
        ({"service": [1, 2, 3, 4]}, ["service has 4 values"]),
        ({"service": [1, -2]}, ["service -2", "customer 2"]),
        ({"max_duration": math.nan}, ["max_duration nan"]),
        ({"max_duration": 0}, ["max_duration 0"]),
        ({"vehicles": 0}, ["vehicles 0", "1 or more"]),
        ({"vehicles": 2.5}, ["vehicles 2.5", "whole"]),
        ({"names": ["a"]}, ["names has 1 values"]),
        ({"names": ["a", "a"]}, ["customers 1 and 2", "'a'"]),
    ],
)
def test_numbers_that_make_no_instance_are_refused_by_name(
    changes: dict[str, Any], parts: list[str]
) -> None:
    message = refused(**changes)
    assert all(part in message for part in parts), message


def test_errors_name_the_file_where_there_is_one() -> None:
    assert refused(source="a.vrp", capacity=-1).startswith("a.vrp: capacity -1")


def test_a_demand_above_the_capacity_is_impossible() -> None:
    message = refused(ImpossibleError, demands=[4, 340], names=["Inn", "Bakery"], capacity=250)
    assert message == (
        "demand 340 of customer 2 ('Bakery') is more than a vehicle carries (capacity 250)\n"
        "Split the stop, or raise the capacity to at least 340."
    )


def test_a_fleet_that_cannot_carry_the_total_is_impossible() -> None:
    message = refused(ImpossibleError, capacity=9, vehicles=1)
    assert "total demand 10" in message
    assert "Allow at least 2 vehicles" in message


def test_a_fleet_that_cannot_be_packed_is_impossible() -> None:
    # 5 * 4 = 20 = 2 * 10, but a vehicle of 10 holds only two 4s.
    with pytest.raises(ImpossibleError, match="cannot be packed into 2 vehicles"):
        Instance(demands=[4] * 5, capacity=10, vehicles=2, coordinates=[(i, 0) for i in range(6)])


def test_a_round_trip_beyond_the_limit_is_impossible() -> None:
    # Customer 2 is 8 away: 8 + 1.5 + 8 = 17.5.
    assert "customer 2 needs 17.5" in refused(ImpossibleError, service=[0, 1.5], max_duration=17)
    assert small(service=[0, 1], max_duration=17).max_duration == 17


def test_a_round_trip_counts_both_directions() -> None:
    matrix = [[0, 1, 2], [9, 0, 9], [2, 9, 0]]
    assert "customer 1 needs 10" in refused(ImpossibleError, distances=matrix, max_duration=9.5)


def test_a_detour_that_is_shorter_than_the_way_back_keeps_an_instance_possible() -> None:
    # Customer 1 straight back costs 9, over customer 2 only 1 + 2: 1 + 1 + 2 = 4.
    matrix = [[0, 1, 2], [9, 0, 1], [2, 9, 0]]
    assert small(distances=matrix, max_duration=5).max_duration == 5
    message = refused(ImpossibleError, distances=matrix, max_duration=3.5)
    assert "customer 1 needs 4" in message


def test_the_core_modules_import_neither_scipy_nor_matplotlib() -> None:
    code = (
        "import sys, kinroute.solution.check, kinroute.problem.generate, kinroute.io;"
        "assert not {'scipy', 'matplotlib'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.filterwarnings("ignore:the coordinates look like degrees")
@given(
    st.lists(
        st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.integers(0, 50)),
        min_size=2,
        max_size=20,
    )
)
def test_distances_are_a_metric_and_independent_of_direction(
    stops: list[tuple[float, float, int]],
) -> None:
    instance = Instance(
        demands=[demand for *_, demand in stops[1:]],
        capacity=50,
        coordinates=[(x, y) for x, y, _ in stops],
    )
    for i in range(len(stops)):
        assert instance.distance(i, i) == 0
        assert instance.distance(0, i) == instance.distance(i, 0) >= 0


def test_degrees_without_a_metric_are_said() -> None:
    points = [(52.5219, 13.4132), (52.5123, 13.4351), (52.4991, 13.3987)]
    with pytest.warns(InputWarning, match="the coordinates look like degrees") as caught:
        Instance(demands=[1, 2], capacity=5, coordinates=points)
    assert caught[0].filename == __file__
    assert Instance(demands=[1, 2], capacity=5, coordinates=points, metric="great_circle")
