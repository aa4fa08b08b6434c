from pathlib import Path

import pytest

import kinroute
from kinroute.errors import FormatError
from kinroute.solution.plans import read_plan
from kinroute.solution.plans.reading import SUFFIXES
from tests.solution.plans.exports import WRITERS

# From the depot to each corner of a square with sides of 3, at 30 km/h.
NAMES = ("Bakery", "=Café [new]", "007", "Ätna; GmbH")
SQUARE = kinroute.Instance(
    demands=[1, 2, 3, 4],
    capacity=10,
    coordinates=[(0, 0), (3, 0), (3, 3), (0, 3), (-3, 0)],
    speed=30,
    service=5,
    distance_unit="km",
    names=NAMES,
)
ROUTES = ((2, 1), (4, 3))


@pytest.mark.parametrize("suffix", [suffix for suffix in SUFFIXES if suffix != ".sol"])
def test_every_export_gives_the_routes_by_name(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"plan{suffix}"
    WRITERS[suffix](path, SQUARE, ROUTES)
    plan = read_plan(path)
    assert plan.has_names
    assert [route.label for route in plan.routes] == ["1", "2"]
    assert [route.stops for route in plan.routes] == [
        ("=Café [new]", "Bakery"),
        ("Ätna; GmbH", "007"),
    ]
    verdict = kinroute.check(SQUARE, kinroute.Solution(ROUTES))
    assert plan.distance == pytest.approx(sum(verdict.distances))
    assert plan.duration == pytest.approx(sum(verdict.durations or ()))
    assert (plan.distance_unit, plan.time_unit) == ("km", "min")
    if suffix != ".json":
        assert plan.places is not None
        assert plan.places["007"] == (0, 3)
        assert plan.depot == (0, 0)
        assert plan.is_geographic == (suffix == ".geojson")
    if suffix in (".json", ".xlsx"):
        assert plan.cost == pytest.approx(verdict.cost)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_customers_without_names_go_by_their_numbers(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"plan{suffix}"
    WRITERS[suffix](path, SQUARE.with_changes(names=None), ROUTES)
    plan = read_plan(path)
    assert not plan.has_names
    assert [route.stops for route in plan.routes] == [("2", "1"), ("4", "3")]


@pytest.mark.parametrize("suffix", [".vrp", ".npz", ".pdf", ".gpx"])
def test_what_is_no_plan_is_refused(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"plan{suffix}"
    path.write_text("anything")
    with pytest.raises(FormatError, match=r"cannot be read from .*; use one of \.sol, \.csv"):
        read_plan(path)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_file_that_is_not_there_is_said_so(tmp_path: Path, suffix: str) -> None:
    with pytest.raises(FormatError, match="there is no such file"):
        read_plan(tmp_path / f"nowhere{suffix}")


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("content", [b"{}", b"[]", b"\x00\xff\x00", b"route,name\n", b"PK\x03\x04"])
def test_damaged_files_are_refused(tmp_path: Path, suffix: str, content: bytes) -> None:
    path = tmp_path / f"plan{suffix}"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=f"plan{suffix}"):
        read_plan(path)
