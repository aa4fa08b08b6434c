import json
from pathlib import Path

from tests.cli.conftest import Cli

# Depot (0, 0); Bakery (3, 4) 10, Florist (0, 8) 20, Café (6, 8) 15: 5, 8 and 10 away.


def test_a_table_says_what_is_in_a_file(cli: Cli, stops: Path) -> None:
    ran = cli("info", stops, "--capacity", 30)
    assert ran.code == 0
    rows = dict(line.split("  ", 1) for line in ran.out.splitlines())
    rows = {label: value.strip() for label, value in rows.items()}
    assert rows["name"] == "stops"
    assert rows["total demand"] == "45, at most 20 at one customer"
    assert rows["fewest vehicles"] == "2 (75.0 % full)"
    assert rows["distances"] == "Euclidean distances, not rounded (a list of stops)"
    assert rows["bounding box"] == "(0, 0) to (6, 8)"
    assert rows["from the depot"] == "nearest 5, mean 7.67, farthest 10"


def test_json_says_the_same(cli: Cli, stops: Path) -> None:
    found = json.loads(cli("info", stops, "--capacity", 30, "--vehicles", 3, "--json").out)
    assert found["customers"] == 3
    assert found["fewest_vehicles"] == 2
    assert found["vehicles"] == 3
    assert found["max_duration"] is None
    assert found["depot_distance"] == {"nearest": 5, "mean": 7.67, "farthest": 10}


def test_a_matrix_has_no_bounding_box(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text("0,1,2\n3,0,4\n5,6,0\n")
    ran = cli("info", path, "--capacity", 2)
    assert "no coordinates" in ran.out
    assert "asymmetric" in ran.out


def test_an_impossible_instance_is_reported_with_its_place(cli: Cli, stops: Path) -> None:
    ran = cli("info", stops, "--capacity", 12)
    assert ran.code == 2
    first, second = ran.err.splitlines()
    assert first.startswith(f"kinroute: {stops}, row 4: demand 20 of customer 2 ('Florist [new]')")
    assert second == "          Split the stop, or raise the capacity to at least 20."


def test_times_and_limits_have_their_units(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        "client,lat,lon,qty,service_minutes,phone\nHub,48.1,11.5,,,\nA,48.2,11.6,5,10,1\n"
    )
    text = "--capacity 9 --speed 30 --max-duration 8h --max-distance 120 --max-stops 25 --open"
    options = [*text.split(), "--fixed-cost", "50"]
    out = cli("info", path, *options).out
    rows = {line[:15].strip(): line[15:].strip() for line in out.splitlines()}
    assert rows["minimised"] == "distance + 50 per route"
    assert rows["travel times"] == "at 30 km per hour"
    assert rows["service"] == "10 min in all"
    assert rows["duration limit"] == "8 h 00 min"
    assert rows["distance limit"] == "120 km"
    assert rows["stops limit"] == "25 per route"
    assert rows["routes end"] == "at their last stop"
    assert rows["carried columns"] == "phone"
    known = json.loads(cli("info", path, *options, "--json").out)
    assert (known["speed"], known["time_unit"], known["distance_unit"]) == (30, "min", "km")
    assert (known["max_duration"], known["max_distance"], known["max_stops"]) == (480, 120, 25)
    assert known["carried_columns"] == ["phone"]
