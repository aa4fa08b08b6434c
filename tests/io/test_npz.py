import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute.errors import FormatError, InputError, InputWarning, InstanceError
from kinroute.io import read
from kinroute.problem.instance import Instance

MATRIX = [[0, 1, 2], [3, 0, 4], [5, 6, 0]]


def archive(tmp_path: Path, asked: float | None = None, **arrays: Any) -> Instance:
    np.savez(tmp_path / "m.npz", **arrays)
    return read(tmp_path / "m.npz", capacity=asked)


def test_an_archive_may_hold_everything(tmp_path: Path) -> None:
    instance = archive(
        tmp_path,
        distances=np.array(MATRIX),
        demands=[0, 4, 5],
        capacity=9,
        coordinates=[(0, 0), (1, 0), (2, 0)],
        service=[1.0, 2.0],
        max_duration=100.0,
        vehicles=2,
        names=["hub", "Inn", "Bar"],
    )
    assert instance.distance(1, 2) == 4
    assert instance.demands.tolist() == [4, 5]
    assert (instance.capacity, instance.max_duration, instance.vehicles) == (9, 100, 2)
    assert instance.names == ("Inn", "Bar")
    assert instance.service.tolist() == [1, 2]


def test_the_new_quantities_are_read(tmp_path: Path) -> None:
    instance = archive(
        tmp_path,
        distances=[[0, 1, np.inf], [3, 0, 4], [5, 6, 0]],
        durations=np.ones((3, 3)),
        demands=[4, 5],
        capacity=9,
        max_distance=50,
        max_stops=2,
        open_routes=True,
        fixed_cost=7,
        distance_cost=0.5,
        duration_cost=2,
        distance_unit="km",
        time_unit="min",
        rounding="nearest",
        name="Monday",
        depot_name="hub",
    )
    assert instance.durations is not None
    assert (instance.max_distance, instance.max_stops, instance.open_routes) == (50, 2, True)
    assert (instance.fixed_cost, instance.distance_cost, instance.duration_cost) == (7, 0.5, 2)
    assert (instance.distance_unit, instance.time_unit, instance.rounding) == (
        "km",
        "min",
        "nearest",
    )
    assert (instance.name, instance.depot_name) == ("Monday", "hub")
    assert instance.is_forbidden(0, 2)


def test_coordinates_and_a_speed_may_stand_for_distances(tmp_path: Path) -> None:
    points = [(48.1, 11.5), (48.2, 11.6)]
    instance = archive(
        tmp_path, 5, coordinates=points, metric="great_circle", demands=[1], speed=30
    )
    assert instance.metric == "great_circle"
    assert instance.speed == 30


def test_demands_that_are_assumed_are_said(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match=r"m\.npz: there are no demands; every customer gets"):
        assert archive(tmp_path, 5, distances=MATRIX).demands.tolist() == [1, 1]


def test_a_foreign_member_is_refused_by_name(tmp_path: Path) -> None:
    np.savez(tmp_path / "m.npz", distances=MATRIX)
    with zipfile.ZipFile(tmp_path / "m.npz", "a") as file:
        file.writestr("readme.txt", "hello")
    with pytest.raises(FormatError, match=r"holds 'readme\.txt', which is no array"):
        read(tmp_path / "m.npz", capacity=5)


def test_a_shape_that_is_not_there_is_refused_before_it_is_allocated(tmp_path: Path) -> None:
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        stream, {"descr": "<f8", "fortran_order": False, "shape": (10**6, 10**6)}
    )
    with zipfile.ZipFile(tmp_path / "m.npz", "w") as file:
        file.writestr("distances.npy", stream.getvalue())
    with pytest.raises(FormatError, match="claims the shape"):
        read(tmp_path / "m.npz", capacity=5)


@pytest.mark.parametrize(
    ("arrays", "kind", "reason"),
    [
        ({"heat": MATRIX}, FormatError, "the array 'heat' is not known"),
        ({"heatmap": MATRIX}, FormatError, "this is a heatmap, not an instance"),
        ({"demands": [1]}, FormatError, "there is no array 'distances'; found: demands"),
        ({"distances": MATRIX, "demand": [1, 2]}, FormatError, "did you mean 'demands'"),
        ({"distances": MATRIX, "duration": MATRIX}, FormatError, "did you mean 'durations'"),
        ({"distances": MATRIX, "time_windows": [1]}, FormatError, "states time windows, which"),
        ({"distances": MATRIX, "open_routes": 3}, FormatError, "open_routes 3 must be true or"),
        ({"distances": MATRIX, "rounding": "down"}, InstanceError, "rounding 'down' is none of"),
        ({"distances": [[0, 1, 2]]}, InstanceError, "must be square"),
        ({"distances": 7}, InstanceError, "must be square"),
        ({"distances": [[0, -1], [1, 0]]}, InstanceError, "-1 from node 0 to node 1"),
        ({"distances": [[0, np.nan], [1, 0]]}, InstanceError, "nan from node 0 to node 1"),
        ({"distances": MATRIX, "capacity": [1, 2]}, FormatError, "capacity has shape"),
        ({"distances": MATRIX, "vehicles": 1.5}, FormatError, "vehicles 1.5"),
        ({"distances": MATRIX, "vehicles": np.inf}, FormatError, "vehicles inf"),
        (
            {"distances": MATRIX, "max_duration": "x"},
            FormatError,
            "max_duration 'x' is not",
        ),
        ({"distances": MATRIX, "demands": ["a", "b"]}, InstanceError, "demand must be numbers"),
        ({"distances": MATRIX, "demands": [1, 200]}, InstanceError, "demand 200 of customer 2"),
        ({"distances": np.array([{}], dtype=object)}, FormatError, "an array of Python objects"),
    ],
)
def test_odd_archives_are_refused_by_name(
    tmp_path: Path, arrays: dict[str, Any], kind: type[InputError], reason: str
) -> None:
    with pytest.raises(kind, match=reason):
        archive(tmp_path, None if "capacity" in arrays else 9, **arrays)


def complaint(path: Path) -> str:
    """Return what is wrong with a file, or "fine"; any other exception is a bug."""
    try:
        read(path, capacity=20)
    except InputError as error:
        return str(error)
    return "fine"


@pytest.mark.filterwarnings("ignore::kinroute.errors.InputWarning")
@settings(deadline=None)
@given(st.data())
def test_a_mutated_archive_is_an_instance_or_an_input_error(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.getbasetemp() / "mutated.npz"
    np.savez_compressed(path, distances=MATRIX, demands=[1, 2], capacity=9)
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(content)
    assert complaint(path).startswith((str(path), "fine"))
