import json
from pathlib import Path

from kinroute.solution.export.json_object import json_text
from tests.solution.export.made_up import matrix, utrecht


def test_the_file_has_the_object_of_the_result(tmp_path: Path) -> None:
    result = utrecht()
    result.write(tmp_path / "a.json")
    assert json.loads((tmp_path / "a.json").read_text()) == json.loads(json_text(result))
    assert json.loads(json_text(result))["itineraries"][0]["stops"][1]["name"] == "=1+1"


def test_infinite_distances_are_null_since_json_has_no_infinity() -> None:
    values = json.loads(json_text(matrix()), parse_constant=lambda name: 1 / 0)
    assert values["cost"] is None
    assert values["itineraries"][0]["distance"] is None
    assert values["feasible"] is False
