import socketserver
import threading
import warnings
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler

import numpy as np
import pytest

import kinroute.io.roads.engines
from kinroute.errors import ConfigError, InputError
from kinroute.io.roads.engines import Engine
from tests.io.roads.town import ISLAND, place, street_distances

CROSSINGS = [0, 8, 20, 35, ISLAND]
# 8 and 20 are on a street that is one-way from 8 to 20: the way back takes the next street.
POINTS = np.array([place(crossing) for crossing in CROSSINGS])


def test_distances_are_those_along_the_streets(engine: Engine) -> None:
    expected = street_distances()[np.ix_(CROSSINGS, CROSSINGS)]
    table = engine.table(POINTS, POINTS)
    assert table.distances == pytest.approx(expected, rel=0.005)
    assert table.distances[2, 1] > 1.9 * table.distances[1, 2]
    assert np.isinf(table.distances[:4, 4]).all()
    np.testing.assert_array_equal(np.isinf(table.distances), np.isinf(table.durations))


def test_durations_are_minutes_at_the_speed_of_a_street(engine: Engine) -> None:
    table = engine.table(POINTS[:1], POINTS[3:4])
    assert 15 < 60 * table.distances[0, 0] / table.durations[0, 0] < 50  # km/h


def test_a_table_has_a_row_per_source_and_a_column_per_target(engine: Engine) -> None:
    table = engine.table(POINTS[:2], POINTS[1:4])
    assert table.distances.shape == table.durations.shape == (2, 3)
    assert table.offsets == pytest.approx([0, 0], abs=0.01)


def test_the_way_to_the_nearest_road_is_known(engine: Engine) -> None:
    off_the_road = np.add(POINTS[3:4], (0.02, 0.0))  # 2.2 km north of the northernmost street
    assert engine.table(off_the_road, POINTS[:1]).offsets == pytest.approx([2.2], abs=0.05)


def test_a_table_that_is_too_large_is_refused_with_the_remedy(engine: Engine) -> None:
    many = np.repeat(POINTS, 5, axis=0)
    with pytest.raises(InputError, match=r"answers 400: .*(Too many|max)") as refused:
        engine.table(many, many)
    assert "smaller --block" in str(refused.value)


def test_the_server_says_what_it_does_not_know(valhalla_url: str, osrm_url: str) -> None:
    with pytest.raises(InputError, match="No costing method found: 'rocket'"):
        Engine(name="Valhalla", url=valhalla_url, profile="rocket").table(POINTS, POINTS)
    with pytest.raises(InputError, match="answers 404: Try any of"):
        Engine(name="OSRM", url=valhalla_url).table(POINTS, POINTS)
    with pytest.raises(InputError, match="answers 400: URL string malformed"):
        Engine(name="Valhalla", url=osrm_url).table(POINTS, POINTS)


class Odd(BaseHTTPRequestHandler):
    """A server that is no routing server: what it answers is the path it is mounted at."""

    calls = 0

    def do_GET(self) -> None:
        type(self).calls += 1
        kind = self.path.split("/")[1]
        status = {"busy": 503, "broken": 500, "limited": 429}.get(kind, 200)
        text = {"text": b"<html>", "list": b"[]", "empty": b'{"code": "Ok"}', "old": b""}
        if kind == "old":
            text["old"] = b'{"durations": [[0]], "sources": []}'
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(text.get(kind, b"out of order"))

    def log_message(self, *_: object) -> None:
        """Nothing is logged."""


@pytest.fixture
def odd_server() -> Iterator[str]:
    Odd.calls = 0
    with socketserver.TCPServer(("127.0.0.1", 0), Odd) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("text", "JSON"),
        ("list", "no table of OSRM"),
        ("empty", "no table of OSRM: KeyError"),
        ("old", "durations but no distances"),
    ],
)
def test_an_answer_that_is_no_table_is_refused(odd_server: str, kind: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Engine(name="OSRM", url=f"{odd_server}/{kind}").table(POINTS, POINTS)
    assert Odd.calls == 1


@pytest.mark.parametrize(("kind", "status"), [("broken", 500), ("limited", 429)])
def test_passing_faults_are_tried_again(
    odd_server: str, kind: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinroute.io.roads.engines, "_PAUSES", (0.01, 0.02))
    with pytest.raises(InputError, match=f"the server answers {status}: out of order"):
        Engine(name="OSRM", url=f"{odd_server}/{kind}").table(POINTS, POINTS)
    assert Odd.calls == 3


def test_a_server_that_is_not_there_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinroute.io.roads.engines, "_PAUSES", (0.01,))
    with warnings.catch_warnings(), pytest.raises(InputError, match="there is no server at"):
        Engine(name="OSRM", url="http://127.0.0.1:9").table(POINTS, POINTS)


@pytest.mark.parametrize("url", ["localhost:5000", "ftp://a", "", "http://", "stops.csv"])
def test_an_address_must_be_one(url: str) -> None:
    with pytest.raises(ConfigError, match="no address of a server; write http://"):
        Engine(name="OSRM", url=url)


def test_defaults_are_those_of_the_servers() -> None:
    osrm, valhalla = (Engine(name=name, url="http://a/") for name in ("OSRM", "Valhalla"))
    assert (osrm.url, osrm.profile, osrm.block) == ("http://a", "driving", 100)
    assert (valhalla.profile, valhalla.block) == ("auto", 50)
    with pytest.raises(ConfigError, match="block = -1"):
        Engine(name="OSRM", url="http://a", block=-1)
