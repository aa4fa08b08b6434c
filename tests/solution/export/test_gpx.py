from pathlib import Path

import gpxpy
import gpxpy.gpx
import pytest

from tests.solution.export.made_up import large, utrecht


def parsed(path: Path) -> gpxpy.gpx.GPX:
    with path.open(encoding="utf-8") as file:
        return gpxpy.parse(file, version="1.1")


def test_someone_elses_parser_finds_the_routes_and_their_stops(tmp_path: Path) -> None:
    utrecht().write(tmp_path / "a.gpx")
    found = parsed(tmp_path / "a.gpx")
    assert found.name == "Monday <&> Tuesday"
    assert [route.name for route in found.routes] == ["Route 1", "Route 2"]
    assert [route.number for route in found.routes] == [1, 2]
    points = found.routes[0].points
    assert [(point.latitude, point.longitude) for point in points] == [
        *((52.09, 5.12), (52.1, 5.13), (52.11, 5.1), (52.09, 5.12)),
    ]
    assert [point.name for point in points] == ["Depot", "=1+1", "مخبز <b>&amp;", "Depot"]
    assert points[1].description == (
        "demand 4; arrival 0:03 after the start; phone: +31 30 1234; route: A"
    )
    assert found.routes[1].points[1].name == "面包店 🥐 2"
    assert found.routes[1].description == "1 stop, load 3 of 10, 4.66 km, 14 min"


def test_without_times_there_are_no_arrivals_and_open_routes_do_not_return(tmp_path: Path) -> None:
    utrecht(speed=None, service=0, open_routes=True).write(tmp_path / "a.gpx")
    assert "arrival" not in (tmp_path / "a.gpx").read_text(encoding="utf-8")
    assert [len(route.points) for route in parsed(tmp_path / "a.gpx").routes] == [3, 2]


@pytest.mark.parametrize("count", [1, 1000])
def test_any_number_of_routes_is_read_back(tmp_path: Path, count: int) -> None:
    large(count, 2).write(tmp_path / "a.gpx")
    assert len(parsed(tmp_path / "a.gpx").routes) == count
