import json
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest

import kinroute
from kinroute.io import write_vrplib
from kinroute.io.heatmaps import write_heatmap
from tests.cli.conftest import Cli, started


def files_in(directory: Path) -> set[str]:
    return {path.name for path in directory.iterdir()}


def test_a_file_becomes_routes_a_picture_and_a_summary(
    cli: Cli, vrp: Path, tmp_path: Path, instance: kinroute.Instance
) -> None:
    sol, picture = tmp_path / "out.sol", tmp_path / "out.png"
    ran = cli("solve", vrp, "--iterations", 100, "-o", sol, "--plot", picture)
    assert ran.code == 0
    solution = kinroute.Solution.read(sol)
    verdict = kinroute.check(instance, solution)
    assert verdict.ok
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert f"cost        {verdict.cost:.0f}" in ran.out
    assert "feasible    yes" in ran.out
    assert "Route #1 (load" in ran.out


def test_json_is_the_only_line_on_standard_output(cli: Cli, vrp: Path) -> None:
    ran = cli("solve", vrp, "--iterations", 50, "--seed", 3, "--json")
    assert len(ran.out.splitlines()) == 1
    found = ran.json
    assert found["feasible"] is True
    assert found["seed"] == 3
    assert found["iterations"] == 50
    assert sorted(c for route in found["routes"] for c in route) == list(range(1, 41))
    assert found["trace"][-1]["cost"] == found["cost"]
    assert "names" not in found


def test_explain_gives_the_settings_and_the_reason_in_two_lines(cli: Cli, vrp: Path) -> None:
    ran = cli("solve", vrp, "--time-limit", 0.1, "--quiet", "--explain")
    settings, reason = ran.err.splitlines()
    assert settings.startswith("settings: 1 annealed solution (80% of the time), then generations")
    assert reason.startswith("reason:   40 customers (up to 150), about ")
    assert reason.endswith("0.0025 s for each (below 0.02)")


def test_json_carries_the_settings_and_their_reason(cli: Cli, vrp: Path) -> None:
    found = cli(
        *("solve", vrp, "--iterations", 5, "--method", "D-O", "--granularity", 9, "--json")
    ).json["settings"]
    assert found["reason"] == "method D-O has the paper's parameters; granularity set by the caller"
    assert found["config"]["granularity"] == 9
    assert found["config"]["population"]["min_size"] == 12
    assert found["phases"].startswith("random first population, then generations by crossover")


def test_json_carries_names_where_the_input_has_them(cli: Cli, stops: Path) -> None:
    found = cli("solve", stops, "--capacity", 30, "--iterations", 20, "--json").json
    names = {name for route in found["names"] for name in route}
    assert names == {"Bakery", "Florist [new]", "Café Überall"}


def test_the_summary_shows_names_as_they_are(cli: Cli, stops: Path) -> None:
    ran = cli("solve", stops, "--capacity", 50, "--iterations", 20)
    assert "Florist [new]" in ran.out
    assert "Café Überall" in ran.out


def test_a_summary_of_many_routes_is_shortened(cli: Cli, tmp_path: Path) -> None:
    many = kinroute.generate(60, seed=1, demand=1, route_size=(1, 1))
    write_vrplib(many, tmp_path / "many.vrp")
    ran = cli("solve", tmp_path / "many.vrp", "--iterations", 5)
    assert "Route #20 " in ran.out
    assert "Route #21 " not in ran.out
    assert "… and 40 more, -o FILE writes them all" in ran.out
    ran = cli("solve", tmp_path / "many.vrp", "--iterations", 5, "-o", tmp_path / "many.sol")
    assert f"… and 40 more, see {tmp_path / 'many.sol'}" in ran.out


def test_quiet_says_nothing(cli: Cli, vrp: Path) -> None:
    ran = cli("solve", vrp, "--iterations", 20, "--quiet")
    assert (ran.code, ran.out, ran.err) == (0, "", "")


def test_quiet_still_prints_json(cli: Cli, vrp: Path) -> None:
    ran = cli("solve", vrp, "--iterations", 20, "--quiet", "--json")
    assert ran.err == ""
    assert ran.json["feasible"] is True


def test_the_rounding_and_the_default_time_are_shown(cli: Cli, stops: Path) -> None:
    ran = cli("solve", stops, "--capacity", 50)
    assert "Euclidean distances, not rounded (a list of stops)" in ran.err
    assert "Default time limit: 2.0 s, by the number of customers" in ran.err


def test_round_and_no_round_change_how_distances_count(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "three.vrp"
    triangle = kinroute.Instance(
        demands=[1, 1], capacity=2, coordinates=[(0, 0), (1, 1), (2, 0)], rounding="nearest"
    )
    write_vrplib(triangle, path)
    # 1.414 + 1.414 + 2 = 4.83; rounded 1 + 1 + 2 = 4.
    costs = [
        cli("solve", path, *option, "--iterations", 5, "--json").json["cost"]
        for option in ([], ["--round"], ["--no-round"])
    ]
    assert costs == [4, 4, pytest.approx(4.8284, abs=1e-4)]


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        (["--time-limit", 0.3], "time"),
        (["--cpu-time", 0.3], "cpu_time"),
        (["--iterations", 10], "iterations"),
        (["--no-improvement", 10], "no_improvement"),
        (["--target", 1e9], "target"),
    ],
)
def test_every_limit_ends_the_search(
    cli: Cli, vrp: Path, option: list[object], reason: str
) -> None:
    assert cli("solve", vrp, *option, "--json", "--quiet").json["stopped_by"] == reason


def test_the_same_seed_gives_the_same_routes(cli: Cli, vrp: Path) -> None:
    first, second = (
        cli("solve", vrp, "--iterations", 60, "--seed", 5, "--json").json["routes"]
        for _ in range(2)
    )
    assert first == second


def test_a_warm_start_is_never_made_worse(cli: Cli, vrp: Path, tmp_path: Path) -> None:
    sol = tmp_path / "out.sol"
    before = cli("solve", vrp, "--iterations", 200, "-o", sol, "--json").json["cost"]
    again = cli("solve", vrp, "--iterations", 0, "--start", sol, "-o", sol, "--json").json["cost"]
    assert again <= before


def test_a_heatmap_steers_the_n_methods(cli: Cli, vrp: Path, tmp_path: Path) -> None:
    heat = tmp_path / "heat.npz"
    np.savez(heat, heatmap=np.random.default_rng(1).random((40, 40)))
    ran = cli("solve", vrp, "--method", "N-N", "--heatmap", heat, "--iterations", 20, "--json")
    assert ran.code == 0
    assert ran.json["method"] == "N-N"
    by_distance = cli("solve", vrp, "--method", "D-D", "--iterations", 20, "--json")
    assert ran.json["routes"] != by_distance.json["routes"]


def test_a_heatmap_that_is_not_used_is_mentioned(cli: Cli, vrp: Path, tmp_path: Path) -> None:
    heat = tmp_path / "heat.npz"
    np.savez(heat, heatmap=np.ones((40, 40)))
    ran = cli("solve", vrp, "--heatmap", heat, "--iterations", 5)
    assert ran.code == 0
    assert "method auto uses no heatmap; these do: D-N, N-O, N-D, N-N" in ran.err


# Four customers 10 away from the depot in four directions. Each fits into a route of 20.5, no two
# of them do (10 + 14.1 + 10), so three vehicles are too few; no demand proves it beforehand.
def cross(stops: int) -> str:
    """Stops at the ends of a cross, in turn; a route may reach only one of the ends."""
    ends = [(10, 0), (0, 10), (-10, 0), (0, -10)]
    places = [(0, 0), *(ends[k % 4] for k in range(stops))]
    return (
        f"NAME : cross\nTYPE : CVRP\nDIMENSION : {stops + 1}\nEDGE_WEIGHT_TYPE : EUC_2D\n"
        "CAPACITY : 9\nDISTANCE : 20.5\nNODE_COORD_SECTION\n"
        + "".join(f"{k} {x} {y}\n" for k, (x, y) in enumerate(places, 1))
        + "DEMAND_SECTION\n"
        + "".join(f"{k} {min(1, k - 1)}\n" for k in range(1, stops + 2))
        + "DEPOT_SECTION\n1\n-1\nEOF\n"
    )


def test_a_few_stops_without_a_solution_are_proved_to_have_none(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "cross.vrp"
    path.write_text(cross(4))
    ran = cli("solve", path, "--vehicles", 3)
    assert ran.code == 2
    assert "no feasible solution exists: all ways to serve the 4 customers" in ran.err
    ran = cli("solve", path, "--vehicles", 4, "--json")
    assert (ran.code, ran.json["cost"], ran.json["stopped_by"]) == (0, 80, "optimal")


def test_an_infeasible_result_is_written_and_leaves_with_3(cli: Cli, tmp_path: Path) -> None:
    path, sol = tmp_path / "cross.vrp", tmp_path / "cross.sol"
    path.write_text(cross(12))
    ran = cli("solve", path, "--vehicles", 3, "--iterations", 50, "-o", sol, "--json")
    assert ran.code == 3
    assert ran.json["feasible"] is False
    assert "kinroute: no feasible solution found in time; the best one violates limits:" in ran.err
    assert "over the limit 20.5" in ran.err
    verdict = kinroute.check(kinroute.read(path, vehicles=3), kinroute.Solution.read(sol))
    assert not verdict.feasible
    assert cli("solve", path, "--vehicles", 4, "--iterations", 50).code == 0
    assert "feasible    no: route" in cli("solve", path, "--vehicles", 3, "--iterations", 50).out


# Bad input: exit code 2, one message that names the file and the value, nothing left behind.

HEAD = "NAME : t\nTYPE : CVRP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : {capacity}\n"
COORDS = "NODE_COORD_SECTION\n1 0 0\n2 3 4\n3 {x} 8\n"
DEMANDS = "DEMAND_SECTION\n1 0\n2 {demand}\n3 4\nDEPOT_SECTION\n1\n-1\nEOF\n"


def vrp_text(**values: object) -> str:
    fields = {"capacity": 10, "x": 6, "demand": 5, **values}
    return (HEAD + COORDS + DEMANDS).format(**fields)


BAD_INSTANCES: list[tuple[str, str, str | bytes, list[object], str]] = [
    ("an empty file", "a.vrp", "", [], "a.vrp: the file is empty"),
    ("a binary file", "a.vrp", b"\x7fELF\x00\xff\xfe\x00", [], "a.vrp, line 1:"),
    ("a truncated section", "a.vrp", vrp_text()[:-60], [], "a.vrp"),
    ("a demand above the capacity", "a.vrp", vrp_text(demand=50), [], "a.vrp, line 12: demand 50"),
    ("a demand below zero", "a.vrp", vrp_text(demand=-5), [], "-5"),
    ("a demand that is not finite", "a.vrp", vrp_text(demand="nan"), [], "'nan'"),
    ("a coordinate that is not finite", "a.vrp", vrp_text(x="inf"), [], "'inf'"),
    ("a total above the fleet", "a.vrp", vrp_text(demand=9), ["--vehicles", 1], "total demand 13"),
    ("a fleet of none", "a.vrp", vrp_text(), ["--vehicles", 0], "vehicles 0"),
    ("no capacity at all", "a.vrp", vrp_text(), ["--capacity", 0], "capacity 0"),
    (
        "a fleet too small to be packed",
        "a.csv",
        "x,y,demand\n0,0,\n1,1,6\n2,2,6\n3,3,6\n",
        ["--capacity", 10, "--vehicles", 2],
        "cannot be packed into 2 vehicles of capacity 10",
    ),
    (
        "time windows",
        "a.csv",
        "name,x,y,demand,tw_start\ndepot,0,0,,\nA,1,1,1,8:00\n",
        ["--capacity", 5],
        "a.csv, row 1: the column 'tw_start' states time windows; that is not solved",
    ),
    ("a list of stops without a capacity", "a.csv", "x,y,demand\n0,0,\n1,1,1\n", [], "--capacity"),
    ("a matrix that is not square", "a.csv", "0,1,2\n1,0,2\n", ["--capacity", 2], "square"),
    ("a matrix with a negative entry", "a.csv", "0,-7\n1,0\n", ["--capacity", 2], "-7"),
    (
        "a duration limit shorter than a round trip",
        "a.vrp",
        vrp_text().replace("CAPACITY", "DISTANCE : 15\nCAPACITY"),
        [],
        "needs 20 out and back with its service, but a route may last 15",
    ),
    ("costs that would overflow", "a.vrp", vrp_text(x="3e9"), [], "3e+09"),
    ("an unknown method", "a.vrp", vrp_text(), ["--method", "D-X"], "unknown method 'D-X'"),
    ("a time below zero", "a.vrp", vrp_text(), ["--time-limit", -1], "-1"),
    ("a seed below zero", "a.vrp", vrp_text(), ["--seed", -1], "seed = -1"),
    ("a granularity of none", "a.vrp", vrp_text(), ["--granularity", 0], "granularity = 0"),
    ("a network of no name", "a.vrp", vrp_text(), ["--method", "N-N", "--model", "heavy"], "heavy"),
]


@pytest.mark.parametrize(
    ("name", "content", "options", "message"),
    [case[1:] for case in BAD_INSTANCES],
    ids=[case[0] for case in BAD_INSTANCES],
)
def test_bad_input_is_refused_in_one_line(
    cli: Cli, tmp_path: Path, name: str, content: str | bytes, options: list[object], message: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    ran = cli("solve", path, *options, "--iterations", 10, "-o", tmp_path / "out.sol", "--quiet")
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("kinroute: ")
    assert message in ran.err
    assert "Traceback" not in ran.err
    assert all(line.startswith(" " * 10) for line in ran.err.splitlines()[1:])
    assert files_in(tmp_path) == {name}


HEATMAPS = {
    "the wrong shape": (np.ones((5, 5)), "shape (5, 5)"),
    "NaN": (np.full((40, 40), np.nan), "is nan"),
}


@pytest.mark.parametrize("method", ["auto", "N-O"])
@pytest.mark.parametrize(("heat", "message"), HEATMAPS.values(), ids=HEATMAPS.keys())
def test_a_bad_heatmap_is_refused_whether_it_is_used_or_not(
    cli: Cli, vrp: Path, tmp_path: Path, method: str, heat: np.ndarray, message: str
) -> None:
    path = tmp_path / "heat.npz"
    np.savez(path, heatmap=heat)
    ran = cli("solve", vrp, "--method", method, "--heatmap", path, "-o", tmp_path / "out.sol")
    assert ran.code == 2
    assert f"kinroute: {path}: heatmap" in ran.err
    assert message in ran.err
    assert files_in(tmp_path) == {"small.vrp", "heat.npz"}


def test_a_warm_start_that_visits_a_customer_twice_is_refused(
    cli: Cli, vrp: Path, tmp_path: Path
) -> None:
    start = tmp_path / "start.sol"
    start.write_text(f"Route #1: {' '.join(map(str, range(1, 41)))} 7\n")
    ran = cli("solve", vrp, "--start", start)
    assert ran.code == 2
    assert f"kinroute: {start}: no warm start" in ran.err
    assert "customer 7 is visited 2 times" in ran.err


@pytest.mark.parametrize("option", ["--heatmap", "--start"])
def test_a_missing_file_is_named(cli: Cli, vrp: Path, option: str) -> None:
    ran = cli("solve", vrp, option, "nowhere.x")
    assert ran.code == 2
    assert "nowhere.x" in ran.err


def test_a_missing_instance_is_named(cli: Cli) -> None:
    ran = cli("solve", "nowhere.vrp")
    assert (ran.code, ran.err) == (2, "kinroute: nowhere.vrp: there is no such file\n")


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("x,y,demand\n0,0,\n3,4,5\n", ["--capacity", 5]),
        ("x,y,demand\n0,0,\n3,4,0\n6,8,0\n", ["--capacity", 5]),
        ("x,y,demand\n1,1,\n1,1,2\n1,1,3\n", ["--capacity", 3]),
    ],
    ids=["one customer", "zero demand", "coinciding points"],
)
def test_odd_but_solvable_instances_are_solved(
    cli: Cli, tmp_path: Path, text: str, options: list[object]
) -> None:
    path = tmp_path / "odd.csv"
    path.write_text(text)
    ran = cli("solve", path, *options, "--iterations", 20, "--json", "--plot", tmp_path / "odd.svg")
    assert ran.code == 0
    assert ran.json["feasible"] is True


@pytest.mark.parametrize(
    ("option", "path", "message"),
    [
        ("-o", "missing/out.sol", "there is no directory"),
        ("-o", ".", "it is a directory"),
        ("-o", "small.vrp", "it is also"),
        ("--plot", "out.bmp", "use one of .png, .svg, .pdf"),
        ("--plot", "missing/out.png", "there is no directory"),
    ],
)
def test_outputs_that_cannot_be_written_are_refused_before_the_search(
    cli: Cli, vrp: Path, tmp_path: Path, option: str, path: str, message: str
) -> None:
    began = time.monotonic()
    ran = cli("solve", vrp, "--time-limit", 60, option, tmp_path / path)
    assert ran.code == 2
    assert message in ran.err
    assert time.monotonic() - began < 20
    assert files_in(tmp_path) == {"small.vrp"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--fast",), "No such option: --fast"),
        (("--iterations", "many"), "Invalid value for '--iterations'"),
    ],
)
def test_unknown_options_are_refused(
    cli: Cli, vrp: Path, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    ran = cli("solve", vrp, "-o", tmp_path / "out.sol", *words)
    assert ran.code == 2
    assert message in " ".join(ran.err.replace("│", " ").split())
    assert files_in(tmp_path) == {"small.vrp"}


@pytest.mark.parametrize(("number", "threads"), [(signal.SIGINT, 1), (signal.SIGTERM, 2)])
def test_a_signal_ends_the_search_and_keeps_the_best_routes(
    vrp: Path, tmp_path: Path, instance: kinroute.Instance, number: signal.Signals, threads: int
) -> None:
    sol, picture = tmp_path / "out.sol", tmp_path / "out.svg"
    options = ["--time-limit", 60, "-o", sol, "--plot", picture, "--json", "--threads", threads]
    process = started("solve", vrp, *options, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stderr is not None
    while "best" not in process.stderr.readline():  # the first sign of a search
        assert process.poll() is None
    process.send_signal(number)
    process.send_signal(number)  # a second one is ignored
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    found = json.loads(out)
    assert found["stopped_by"] == "interrupted"
    assert "interrupted; these are the best routes so far" in err
    solution = kinroute.Solution.read(sol)
    assert kinroute.check(instance, solution).ok
    assert solution.cost == found["cost"]
    assert picture.exists()
    assert files_in(tmp_path) == {"small.vrp", "out.sol", "out.svg"}


def test_a_reader_that_goes_away_does_not_cost_the_result(vrp: Path, tmp_path: Path) -> None:
    sol = tmp_path / "out.sol"
    process = started(
        "solve",
        vrp,
        "--time-limit",
        2,
        "-o",
        sol,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    process.stderr.close()
    process.wait(timeout=20)
    assert kinroute.check(kinroute.read(vrp), kinroute.Solution.read(sol)).ok


def test_a_relatedness_can_be_named(cli: Cli, vrp: Path) -> None:
    words = ("solve", vrp, "--iterations", 20, "--method", "D-D", "--json", "--quiet")
    named = cli(*words, "--local-search", "fusion", "--crossover", "Ranker")
    assert named.code == 0
    assert named.json["feasible"]
    unknown = cli(*words, "--crossover", "luck")
    assert unknown.code == 2
    assert "relatedness 'luck' is unknown" in unknown.err


def test_a_heatmap_that_only_the_crossover_uses_is_not_idle(
    cli: Cli, vrp: Path, instance: kinroute.Instance, tmp_path: Path
) -> None:
    heat = np.ones((instance.customers, instance.customers), np.float32)
    write_heatmap(tmp_path / "h.npz", heat)
    words = ("solve", vrp, "--iterations", 5, "--heatmap", tmp_path / "h.npz")
    assert "uses no heatmap" in cli(*words).err
    assert "uses no heatmap" not in cli(*words, "--crossover", "heatmap").err


def test_the_heading_says_which_columns_are_not_used(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("name,x,y,qty,phone,note,tw_start\ndepot,0,0,,,,\nA,1,1,1,5,b,8:00\n")
    ran = cli("solve", path, "--capacity", 5, "--ignore-columns", "tw_start", "--iterations", 1)
    assert ran.code == 0
    assert "\nnot used: phone, note (carried to the exports)\n" in ran.err
    assert "\nleft out: tw_start (--ignore-columns)\n" in ran.err


def test_an_escape_sequence_in_a_name_does_not_reach_the_terminal(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "a.vrp"
    path.write_text(vrp_text().replace("NAME : ", "NAME : \x1b[31mred\x07", 1))
    ran = cli("solve", path, "--iterations", 1)
    assert ran.code == 0
    assert "\\x1b[31mred\\x07" in ran.out
    assert "\x1b" not in ran.out + ran.err


def test_the_model_that_is_read_is_not_overwritten(cli: Cli, vrp: Path, tmp_path: Path) -> None:
    model = tmp_path / "m.safetensors"
    model.write_bytes(b"kept")
    ran = cli("solve", vrp, "--model", model, "-o", model, "--iterations", 1)
    assert ran.code == 2
    assert "choose another name" in ran.err
    assert model.read_bytes() == b"kept"
