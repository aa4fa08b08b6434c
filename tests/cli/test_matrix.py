import signal
import socketserver
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import numpy as np
import pytest

import kinroute.io.roads.engines
from tests.cli.conftest import Cli, started
from tests.io.roads.conftest import osrm_url, valhalla_url
from tests.io.roads.town import ISLAND, place

__all__ = ["osrm_url", "valhalla_url"]


def write_stops(path: Path, crossings: list[int]) -> Path:
    rows = [f"stop {c},{place(c)[0]},{place(c)[1]},{k + 1}" for k, c in enumerate(crossings[1:])]
    lat, lon = place(crossings[0])
    path.write_text("\n".join(["name,lat,lon,demand", f"depot,{lat},{lon},", *rows]) + "\n")
    return path


@pytest.mark.parametrize("server", ["osrm", "valhalla"])
def test_stops_become_a_matrix(
    cli: Cli, tmp_path: Path, request: pytest.FixtureRequest, server: str
) -> None:
    url = request.getfixturevalue(f"{server}_url")
    stops = write_stops(tmp_path / "stops.csv", [14, 0, 8, 20, 35])
    out = tmp_path / "roads.npz"
    ran = cli("matrix", stops, f"--{server}", url, "--block", 2, "-o", out)
    assert (ran.code, ran.out) == (0, f"{out}\n")
    assert "9 of 9 blocks" in ran.err
    with np.load(out) as arrays:
        assert arrays["distances"].shape == arrays["durations"].shape == (5, 5)
        assert arrays["names"].tolist() == ["stop 0", "stop 8", "stop 20", "stop 35"]
        assert arrays["demands"].tolist() == [1, 2, 3, 4]
    assert {path.name for path in tmp_path.iterdir()} == {"stops.csv", "roads.npz"}


def test_a_matrix_is_solved(cli: Cli, tmp_path: Path, osrm_url: str) -> None:
    """Stops along two streets; the island is not among them."""
    stops = write_stops(tmp_path / "stops.csv", [14, 0, 1, 2, 33, 34, 35])
    out = tmp_path / "roads.npz"
    assert cli("matrix", stops, "--osrm", osrm_url, "-o", out).code == 0
    ran = cli("solve", out, "--capacity", 15, "--iterations", 50, "--json")
    assert ran.code == 0
    assert ran.json["feasible"] is True
    routes = {frozenset(route) for route in ran.json["names"]}
    assert routes == {
        frozenset({"stop 0", "stop 1", "stop 2"}),
        frozenset({"stop 33", "stop 34", "stop 35"}),
    }


def test_what_looks_wrong_is_said(cli: Cli, tmp_path: Path, osrm_url: str) -> None:
    stops = write_stops(tmp_path / "stops.csv", [0, 7, ISLAND])
    with stops.open("a") as file:
        file.write("Village,52.6,13.4,1\n")
    ran = cli("matrix", stops, "--osrm", osrm_url, "-o", tmp_path / "m.npz")
    assert ran.code == 0
    assert "6 pairs without a way between them: forbidden arcs" in ran.err
    assert "customer 2 ('stop 36') has no way to or from the depot" in ran.err
    assert "customer 3 ('Village') is 9.7" in ran.err
    assert "km from the nearest road of the server's map" in ran.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "give a server: --osrm URL or --valhalla URL"),
        (["--osrm", "http://a", "--valhalla", "http://b"], "one of them"),
        (["--osrm", "localhost:5000"], "'localhost:5000' is no address of a server"),
        (["--osrm", "http://127.0.0.1:9"], "there is no server at this address"),
        (["--osrm", "http://a", "--block", 0], "--block 0; use 1 or more"),
        (["--osrm", "http://a", "-o", "m.csv"], "a matrix is a .npz file"),
    ],
)
def test_what_cannot_be_fetched_is_refused(
    cli: Cli,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[object],
    message: str,
) -> None:
    monkeypatch.setattr(kinroute.io.roads.engines, "_PAUSES", (0.01,))
    stops = write_stops(tmp_path / "stops.csv", [0, 7, 8])
    output = [] if "-o" in words else ["-o", tmp_path / "m.npz"]
    ran = cli("matrix", stops, *output, *words)
    assert ran.code == 2
    assert message in ran.err
    assert {path.name for path in tmp_path.iterdir()} == {"stops.csv"}


def test_stops_without_latitudes_are_refused(cli: Cli, stops: Path, tmp_path: Path) -> None:
    ran = cli("matrix", stops, "--osrm", "http://127.0.0.1:9", "-o", tmp_path / "m.npz")
    assert ran.code == 2
    assert "stops.csv: roads need the latitude and longitude of every stop" in ran.err


class Stuttering(BaseHTTPRequestHandler):
    """Answers two tables of one pair, then keeps the third request waiting."""

    calls = 0
    is_asked = threading.Event()
    may_answer = threading.Event()

    def do_GET(self) -> None:
        type(self).calls += 1
        if self.calls == 3:
            self.is_asked.set()
            self.may_answer.wait(20)
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b'{"distances": [[1000]], "durations": [[60]], "sources": [{}]}')

    def log_message(self, *_: object) -> None:
        """Nothing is logged."""


@pytest.fixture
def stuttering_server() -> Iterator[str]:
    Stuttering.calls = 0
    Stuttering.is_asked.clear()
    Stuttering.may_answer.clear()
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Stuttering) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        Stuttering.may_answer.set()
        server.shutdown()


def test_an_interrupted_fetch_keeps_what_it_has(
    cli: Cli, tmp_path: Path, stuttering_server: str
) -> None:
    stops = write_stops(tmp_path / "stops.csv", [0, 7])
    out = tmp_path / "m.npz"
    words = ("matrix", stops, "--osrm", stuttering_server, "--block", 1, "-o", out)
    process = started(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert Stuttering.is_asked.wait(20)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert f"interrupted; 2 of 4 blocks are in {out}.partial, and the same command resumes" in err
    Stuttering.may_answer.set()
    assert cli(*words).code == 0
    assert Stuttering.calls == 5  # the third was asked for twice
    assert {path.name for path in tmp_path.iterdir()} == {"stops.csv", "m.npz"}


def test_a_failure_on_the_way_keeps_what_there_is(
    cli: Cli, tmp_path: Path, stuttering_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinroute.io.roads.engines, "_PAUSES", (0.01,))
    monkeypatch.setattr(kinroute.io.roads.engines, "_TIMEOUT", 0.3)
    stops = write_stops(tmp_path / "stops.csv", [0, 7])
    monkeypatch.setattr(Stuttering, "do_GET", only_two(Stuttering.do_GET))
    ran = cli("matrix", stops, "--osrm", stuttering_server, "--block", 1, "-o", tmp_path / "m.npz")
    assert ran.code == 2
    assert "the server answers 400" in ran.err
    assert "2 of 4 blocks are in" in ran.err
    assert (tmp_path / "m.npz.partial").exists()


def only_two(answer: object) -> object:
    def do_get(self: Stuttering) -> None:
        if type(self).calls < 2:
            answer(self)  # type: ignore[operator]
            return
        self.send_error(400)

    return do_get
