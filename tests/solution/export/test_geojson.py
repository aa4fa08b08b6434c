from pathlib import Path

import geojson
import pytest

from kinroute.solution.export.geojson import features
from tests.solution.export.made_up import large, utrecht


def test_someone_elses_parser_finds_lines_and_points(tmp_path: Path) -> None:
    utrecht().write(tmp_path / "a.geojson")
    found = geojson.loads((tmp_path / "a.geojson").read_text(encoding="utf-8"))
    assert found.is_valid
    assert [feature.geometry.type for feature in found.features] == [
        *("LineString", "LineString"),
        *("Point", "Point", "Point", "Point"),
    ]
    line = found.features[0].geometry.coordinates
    assert line == [[5.12, 52.09], [5.13, 52.1], [5.1, 52.11], [5.12, 52.09]]  # longitude first
    names = [feature.properties["name"] for feature in found.features[2:]]
    assert names == ["Depot", "=1+1", "مخبز <b>&amp;", "面包店 🥐 2"]
    assert found.features[3].properties["phone"] == "+31 30 1234"
    assert found.features[0].properties["stroke"].startswith("#")


def test_an_open_route_does_not_return() -> None:
    lines = features(utrecht(open_routes=True))["features"][:2]
    assert [len(line["geometry"]["coordinates"]) for line in lines] == [3, 2]


def test_degrees_beside_a_matrix_are_places_too() -> None:
    matrix = [[0, 1, 2, 3], [1, 0, 1, 2], [2, 1, 0, 1], [3, 2, 1, 0]]
    roads = utrecht(distances=matrix, metric="euclidean", geographic=True)
    line = features(roads)["features"][0]
    assert line["geometry"]["coordinates"][1] == [5.13, 52.1]
    assert line["properties"]["distance"] == 4


@pytest.mark.parametrize("count", [1, 1000])
def test_any_number_of_routes_is_valid(tmp_path: Path, count: int) -> None:
    large(count, 2).write(tmp_path / "a.geojson")
    found = geojson.loads((tmp_path / "a.geojson").read_text(encoding="utf-8"))
    assert found.is_valid
    assert len(found.features) == count + 1 + 2 * count
