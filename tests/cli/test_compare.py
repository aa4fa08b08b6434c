import json
from pathlib import Path

import pytest

from tests.cli.conftest import Cli


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two days: Café goes to another route, Grocer is gone, Kiosk is new."""
    monkeypatch.chdir(tmp_path)
    head = "route,position,node,name,distance,departure,x,y,distance_unit,time_unit\n"
    Path("monday.csv").write_text(
        head + "1,1,1,Bakery,4,10,1,1,km,min\n1,2,2,Grocer,8,20,2,1,km,min\n"
        "1,3,3,Café,10,30,3,1,km,min\n2,1,4,Florist,5,90,4,1,km,min\n3,1,5,Deli,6,9,5,1,km,min\n"
    )
    Path("tuesday.csv").write_text(
        head + "1,1,4,Florist,4,10,4,1,km,min\n1,2,3,Café,9,80,3,1,km,min\n"
        "2,1,1,Bakery,8,20,1,1,km,min\n2,2,6,Kiosk,10,30,6,1,km,min\n3,1,5,Deli,6,9,5,1,km,min\n"
    )
    return tmp_path


def test_the_table_says_what_changed(cli: Cli, folder: Path) -> None:
    ran = cli("compare", "monday.csv", "tuesday.csv")
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "plans       monday.csv → tuesday.csv",
        "stops       5 → 5 (1 added, 1 removed, 1 moved to another route)",
        "routes      3 → 3 (1 unchanged, 2 with other stops)",
        "distance    21 km → 25 km (+4 km, +19.0 %)",
        "duration    2 h 09 min → 1 h 59 min (-10 min, -7.8 %)",
        "",
        "Route 1 (1 → 2 stops, was 2): from old route 1: Café",
        "Route 2 (3 → 2 stops, was 1): to route 1: Café; new: Kiosk; gone: Grocer",
        "Route 3 (1 stop): unchanged",
    ]


def test_json_is_one_line(cli: Cli, folder: Path) -> None:
    ran = cli("compare", "monday.csv", "tuesday.csv", "--json")
    assert len(ran.out.splitlines()) == 1
    found = json.loads(ran.out)
    assert found["moved"] == [{"stop": "Café", "from": "1", "to": "1"}]
    assert (found["added"], found["removed"]) == (["Kiosk"], ["Grocer"])
    assert (found["a"]["distance"], found["b"]["distance"]) == (21, 25)
    assert found["a"]["plan"] == "monday.csv"
    assert [route["change"] for route in found["routes"]] == [
        "stops changed",
        "stops changed",
        "unchanged",
    ]


def test_a_picture_is_drawn(cli: Cli, folder: Path) -> None:
    assert cli("compare", "monday.csv", "tuesday.csv", "--plot", "c.png").code == 0
    assert (folder / "c.png").read_bytes().startswith(b"\x89PNG")
    assert cli("compare", "monday.csv", "tuesday.csv", "--plot", "c.gif").code == 2
    assert cli("compare", "monday.csv", "tuesday.csv", "--plot", "monday.csv").code == 2


def test_an_instance_gives_the_figures_of_solutions(cli: Cli, vrp: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "a.sol", tmp_path / "b.sol"
    costs = [
        cli("solve", vrp, "--iterations", n, "--seed", n, "-o", path, "--json").json["cost"]
        for n, path in ((1, first), (200, second))
    ]
    ran = cli("compare", first, second, "--instance", vrp)
    assert ran.code == 0
    assert f"cost        {costs[0]} → {costs[1]}" in ran.out
    assert "feasible    yes → yes" in ran.out
    same = cli("compare", first, first, "--instance", vrp)
    assert f"cost        {costs[0]} → {costs[0]} (the same)" in same.out
    assert "(the same routes for all)" in same.out


def test_without_a_capacity_nothing_is_called_feasible(cli: Cli, tmp_path: Path) -> None:
    stops, plan = tmp_path / "stops.csv", tmp_path / "plan.sol"
    stops.write_text("name,x,y,demand\nd,0,0,0\na,1,0,5\nb,2,0,5\n")
    plan.write_text("Route #1: 1 2\nCost 4\n")
    ran = cli("compare", plan, plan, "--instance", stops)
    assert "cost        4 → 4" in ran.out
    assert "feasible" not in ran.out
    known = cli("compare", plan, plan, "--instance", stops, "--capacity", 9)
    assert "feasible    no → no" in known.out


def test_a_name_does_not_control_the_terminal(cli: Cli, folder: Path) -> None:
    Path("odd.csv").write_text("route,name\n1,Bakery\n2,\x1b[31mred\n")
    ran = cli("compare", "monday.csv", "odd.csv")
    assert ran.code == 0
    assert "Route 2 (1 stop): new; new: \ufffd[31mred" in ran.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["monday.csv", "nowhere.csv"], "nowhere.csv: there is no such file"),
        (["monday.csv", "a.vrp"], "a plan cannot be read from .vrp"),
        (["monday.csv", "tuesday.csv", "--capacity", 3], "give --instance FILE"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    cli: Cli, folder: Path, words: list[object], message: str
) -> None:
    ran = cli("compare", *words)
    assert ran.code == 2
    assert message in ran.err


def test_an_open_plan_is_compared_as_an_open_one(cli: Cli, tmp_path: Path) -> None:
    stops = tmp_path / "stops.csv"
    stops.write_text("name,x,y,demand\ndepot,0,0,\nA,3,0,1\nB,3,4,1\n")
    plan = tmp_path / "open.sol"
    assert cli("solve", stops, "--capacity", 2, "--open", "-o", plan).code == 0
    given = ("compare", plan, plan, "--instance", stops, "--capacity", 2)
    assert cli(*given, "--open", "--json").json["a"]["distance"] == 7
    assert cli(*given, "--json").json["a"]["distance"] == 12
    refused = cli("compare", plan, plan, "--open")
    assert refused.code == 2
    assert "--open is about an instance; give --instance FILE" in refused.err
