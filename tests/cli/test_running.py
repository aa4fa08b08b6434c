import json
import signal
from pathlib import Path

import jsonschema
import pytest

import kinroute
from kinroute import AfterIterations
from kinroute.cli.progress import Silent
from kinroute.cli.running import Outputs, searched
from kinroute.errors import InputError
from kinroute.search.progress import Progress
from kinroute.solution.export import FORMATS, schema
from tests.cli.conftest import Cli
from tests.cli.test_solve import cross


class SignalAtFirstSight(Silent):
    """Someone who presses Ctrl-C the moment the first report is shown."""

    def __init__(self) -> None:
        self.reports = 0

    def observe(self, progress: Progress) -> None:
        self.reports += 1
        if self.reports == 1:
            signal.raise_signal(signal.SIGINT)


def test_a_signal_while_the_first_report_is_shown_keeps_the_routes() -> None:
    instance = kinroute.generate(30, seed=2)
    result, is_interrupted = searched(instance, SignalAtFirstSight(), Outputs(), {"stop": 20.0})
    assert is_interrupted
    assert result.stopped_by == "interrupted"
    assert result.feasible


GLOBE = (
    "name,lat,lon,demand,phone\nDepot,52.09,5.12,,\n=Bakery,52.10,5.13,4,+31 30\n"
    "面包店,52.11,5.10,6,\nFlorist,52.08,5.15,3,\n"
)


@pytest.fixture
def globe(tmp_path: Path) -> Path:
    path = tmp_path / "globe.csv"
    path.write_text(GLOBE, encoding="utf-8")
    return path


def test_several_files_are_written_at_once_each_by_its_suffix(cli: Cli, globe: Path) -> None:
    names = [f"out{suffix}" for suffix in FORMATS]
    options = [word for name in names for word in ("-o", globe.parent / name)]
    ran = cli("solve", globe, "--capacity", 10, "--iterations", 20, *options, "--json")
    assert ran.code == 0
    assert {path.name for path in globe.parent.iterdir()} == {"globe.csv", *names}
    assert json.loads((globe.parent / "out.json").read_text()) == ran.json
    jsonschema.validate(ran.json, schema())


@pytest.mark.parametrize("name", ["routes", "routes.docx"])
def test_an_unknown_suffix_is_refused_before_the_search(cli: Cli, vrp: Path, name: str) -> None:
    ran = cli("solve", vrp, "--time-limit", 60, "-o", vrp.parent / name)
    assert ran.code == 2
    assert "use one of .sol, .json, .csv, .xlsx, .geojson, .gpx, .html, .pdf, .png, .svg" in ran.err
    assert list(vrp.parent.iterdir()) == [vrp]


def test_what_needs_latitudes_is_refused_on_a_plane_before_the_search(cli: Cli, vrp: Path) -> None:
    for suffix in (".gpx", ".geojson"):
        ran = cli("solve", vrp, "--time-limit", 60, "-o", vrp.parent / f"a{suffix}")
        assert ran.code == 2
        assert "needs latitudes and longitudes, but this instance has coordinates on a" in ran.err
    assert list(vrp.parent.iterdir()) == [vrp]


def test_open_routes_end_at_their_last_stop_in_every_file(cli: Cli, globe: Path) -> None:
    table, places = globe.parent / "a.csv", globe.parent / "a.geojson"
    options = ("--capacity", 10, "--speed", 30, "--open", "--iterations", 20, "--json")
    ran = cli("solve", globe, *options, "-o", table, "-o", places)
    assert ran.code == 0
    routes = ran.json["routes"]
    assert [[stop["node"] for stop in route["stops"]] for route in ran.json["itineraries"]] == [
        [0, *route] for route in routes
    ]
    assert len(table.read_text(encoding="utf-8-sig").splitlines()) == 1 + len(routes) + 3
    lines = [feature["geometry"] for feature in json.loads(places.read_text())["features"]]
    assert [len(line["coordinates"]) for line in lines if line["type"] == "LineString"] == [
        1 + len(route) for route in routes
    ]
    assert ran.json["units"] == {"distance": "km", "time": "min"}


def test_one_file_is_not_written_twice(cli: Cli, vrp: Path) -> None:
    out = vrp.parent / "a.csv"
    ran = cli("solve", vrp, "--iterations", 1, "-o", out, "-o", out)
    assert (ran.code, "it is also" in ran.err) == (2, True)


def test_tiles_are_drawn_on_a_page_or_refused(cli: Cli, globe: Path, vrp: Path) -> None:
    tiles = "https://tiles.example/{z}/{x}/{y}.png"
    page = globe.parent / "a.html"
    options = ("--capacity", 10, "--iterations", 5, "--tiles")
    assert cli("solve", globe, *options, tiles, "-o", page).code == 0
    assert tiles in page.read_text(encoding="utf-8")
    for file, address, out, reason in (
        (globe, tiles, "a.sol", "write one with -o FILE.html"),
        (globe, "https://tiles.example", "b.html", "no address of map tiles"),
        (vrp, tiles, "b.html", "street tiles need latitudes"),
    ):
        ran = cli("solve", file, *options[2:], address, "-o", globe.parent / out)
        assert (ran.code, reason in ran.err) == (2, True)


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--open",),
        ("--speed", 30, "--max-duration", "8h", "--distance-unit", "km"),
        ("--max-distance", 25, "--max-stops", 2, "--fixed-cost", 50),
    ],
    ids=["plain", "open", "timed", "limits"],
)
def test_the_printed_object_is_as_the_schema_says(
    cli: Cli, stops: Path, options: tuple[object, ...]
) -> None:
    ran = cli("solve", stops, "--capacity", 30, "--iterations", 10, "--json", *options)
    assert ran.code == 0
    jsonschema.validate(ran.json, schema())
    assert sorted(name for route in ran.json["names"] for name in route) == [
        *("Bakery", "Café Überall", "Florist [new]")
    ]


def test_the_object_of_an_infeasible_result_is_as_the_schema_says(cli: Cli, tmp_path: Path) -> None:
    path, out = tmp_path / "cross.vrp", tmp_path / "out.json"
    path.write_text(cross(12))
    ran = cli("solve", path, "--vehicles", 3, "--iterations", 50, "-o", out)
    values = json.loads(out.read_text())
    jsonschema.validate(values, schema())
    assert (ran.code, values["feasible"]) == (3, False)
    assert values["problems"]


def test_a_file_that_cannot_be_written_does_not_keep_the_others_back(tmp_path: Path) -> None:
    gone, kept, picture = tmp_path / "gone" / "a.csv", tmp_path / "b.sol", tmp_path / "c.png"
    outputs = Outputs(files=(gone, kept), picture=picture)
    with pytest.raises(InputError, match="there is no directory"):
        searched(kinroute.generate(5, seed=1), Silent(), outputs, {"stop": AfterIterations(1)})
    assert kept.exists()
    assert picture.exists()
