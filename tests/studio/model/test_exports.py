import json
from pathlib import Path

import pytest

import kinroute
from kinroute.solution.export import FORMATS
from kinroute.studio.model.exports import exported, file_name, ready_formats
from tests.studio.made_up import result, town


def test_every_format_of_the_command_line_can_be_had() -> None:
    plan = town().result()
    found = ready_formats(plan.instance)
    assert list(found) == list(FORMATS)
    assert all(reason is None for _, reason in found.values())
    for suffix in (".sol", ".json", ".csv", ".geojson", ".gpx", ".html"):
        assert exported(plan, suffix)


def test_what_cannot_be_written_says_why() -> None:
    found = ready_formats(result().instance)
    assert "needs latitudes" in str(found[".gpx"][1])
    assert found[".sol"][1] is None


def test_the_routes_are_those_of_the_plan(tmp_path: Path) -> None:
    plan = result()
    assert json.loads(exported(plan, ".json"))["cost"] == plan.cost
    (tmp_path / "a.sol").write_bytes(exported(plan, ".sol"))
    assert kinroute.Solution.read(tmp_path / "a.sol").routes == plan.routes


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../../x", "x.sol"),
        ("a b/c", "a_b_c.sol"),
        ("...", "routes.sol"),
        ("ü" * 200, "ü" * 80 + ".sol"),
    ],
)
def test_a_name_has_nothing_that_is_special_in_a_path(name: str, safe: str) -> None:
    assert file_name(result().instance.with_changes(name=name), ".sol") == safe
