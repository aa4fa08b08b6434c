import json
from typing import Any

import pytest

from kinroute.errors import FormatError
from kinroute.solution.plans.objects import parse_geojson, parse_json


def test_routes_stand_in_for_itineraries() -> None:
    """As `--json` of 0.1 printed them."""
    named = parse_json('{"cost": 7, "routes": [[2], [1]], "names": [["B"], ["A"]]}', "p.json")
    assert (named.stops, named.has_names, named.cost) == (("B", "A"), True, 7)
    numbered = parse_json('{"routes": [[2], [1]]}', "p.json")
    assert (numbered.stops, numbered.has_names) == (("2", "1"), False)


def test_points_without_lines_are_a_plan() -> None:
    geometry = {"type": "Point", "coordinates": [13.5, 52.5]}
    point: dict[str, Any] = {"type": "Feature", "geometry": geometry}
    found = [point | {"properties": {"route": 1, "name": name}} for name in "AB"]
    text = json.dumps({"type": "FeatureCollection", "features": found})
    for parse in (parse_geojson, parse_json):
        plan = parse(text, "p.geojson")
        assert plan.routes[0].stops == ("A", "B")
        assert plan.distance is None
        assert plan.places == {"A": (52.5, 13.5), "B": (52.5, 13.5)}
        assert plan.is_geographic


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "this is not JSON"),
        ("[" * 100_000, "this is not JSON"),
        ("7", "this is no plan"),
        ('{"itineraries": 7}', "this is no plan"),
        ('{"itineraries": [{"route": 1, "stops": [{"node": 0, "name": "d"}]}]}', "no stops"),
        ('{"itineraries": [{"route": 1, "stops": [{"name": 1, "node": "x"}]}]}', "no plan"),
        ('{"itineraries": [{"route": 1, "stops": [{"node": 1e999, "name": "a"}]}]}', "no plan"),
        ('{"routes": [["a"]]}', "this is no plan"),
        ('{"routes": []}', "there are no stops"),
    ],
)
def test_what_is_no_plan_is_refused(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=f"p.json.*{message}"):
        parse_json(text, "p.json")


def test_features_without_routes_are_no_plan() -> None:
    with pytest.raises(FormatError, match="points need the properties route, position and name"):
        parse_geojson('{"features": [{"geometry": {"type": "Point"}, "properties": {}}]}', "p")
