from pathlib import Path

import numpy as np
import pytest

import kinroute
from kinroute.errors import InputError, InstanceError
from kinroute.io.roads.engines import Engine, Table
from kinroute.io.roads.matrix import block_count, partial_path, road_matrix, write_matrix
from tests.io.roads.town import ISLAND, place, street_distances

CROSSINGS = [14, 0, 5, 8, 20, 30, 35, 17]


def town(crossings: list[int], **fields: object) -> kinroute.Instance:
    return kinroute.Instance(
        demands=range(1, len(crossings)),
        capacity=100,
        coordinates=[place(crossing) for crossing in crossings],
        metric="great_circle",
        **fields,  # type: ignore[arg-type]
    )


def test_blocks_make_the_whole_matrix(engine: Engine, tmp_path: Path) -> None:
    small = Engine(name=engine.name, url=engine.url, block=3)
    seen: list[int] = []
    found = road_matrix(
        town(CROSSINGS), small, partial=tmp_path / "m", observer=lambda done, _: seen.append(done)
    )
    assert seen == list(range(1, 10))
    assert block_count(8, small) == 9
    expected = street_distances()[np.ix_(CROSSINGS, CROSSINGS)]
    assert found.distances == pytest.approx(expected, rel=0.005)
    whole = road_matrix(town(CROSSINGS), engine, partial=tmp_path / "whole")
    np.testing.assert_array_equal(found.distances, whole.distances)
    np.testing.assert_array_equal(found.durations, whole.durations)


def test_pairs_without_a_way_are_forbidden_arcs(engine: Engine, tmp_path: Path) -> None:
    found = road_matrix(town([0, 7, ISLAND, ISLAND + 1]), engine, partial=tmp_path / "m")
    reached = np.isfinite(found.distances)
    np.testing.assert_array_equal(reached, np.kron(np.eye(2), np.ones((2, 2))).astype(bool))
    np.testing.assert_array_equal(reached, np.isfinite(found.durations))
    assert not found.distances.diagonal().any()


class Failing:
    """Stands between `road_matrix` and a server: lets some blocks through, then breaks down."""

    def __init__(self, engine: Engine, blocks: int) -> None:
        self.engine, self.left = engine, blocks

    def __getattr__(self, name: str) -> object:
        return getattr(self.engine, name)

    def table(self, sources: object, targets: object) -> Table:
        if self.left == 0:
            raise InputError("the server has gone\nStart it again.")
        self.left -= 1
        return self.engine.table(sources, targets)  # type: ignore[arg-type]


def test_an_interrupted_fetch_goes_on_where_it_stopped(osrm_url: str, tmp_path: Path) -> None:
    engine = Engine(name="OSRM", url=osrm_url, block=3)
    partial = tmp_path / "m.partial"
    with pytest.raises(
        InputError, match="has gone, requested for stops 3 to 5, to 0 to 2"
    ) as failed:
        road_matrix(town(CROSSINGS), Failing(engine, 3), partial=partial)  # type: ignore[arg-type]
    assert str(failed.value).endswith("\nStart it again.")
    rest = Failing(engine, 6)
    found = road_matrix(town(CROSSINGS), rest, partial=partial)  # type: ignore[arg-type]
    assert rest.left == 0
    whole = road_matrix(town(CROSSINGS), engine, partial=tmp_path / "another")
    np.testing.assert_array_equal(found.distances, whole.distances)
    np.testing.assert_array_equal(found.offsets, whole.offsets)


def test_other_stops_are_another_request(osrm_url: str, tmp_path: Path) -> None:
    engine = Engine(name="OSRM", url=osrm_url)
    partial = tmp_path / "m.partial"
    first = road_matrix(town([0, 1, 2]), engine, partial=partial)
    second = road_matrix(town([0, 1, 3]), engine, partial=partial)
    assert second.distances[0, 2] == pytest.approx(1.5 * first.distances[0, 2], rel=0.01)


def test_the_file_is_an_instance(osrm_url: str, tmp_path: Path) -> None:
    path = tmp_path / "m.npz"
    stops = town(
        [0, 8, 20],
        service=[5, 7],
        speed=30,
        names=["Bakery", "Café"],
        attributes=[{"phone": "1"}, {"phone": "2", "note": "ring"}],
    )
    found = road_matrix(stops, Engine(name="OSRM", url=osrm_url), partial=partial_path(path))
    write_matrix(path, stops, found)
    with np.load(path) as arrays:
        assert arrays["attribute_names"].tolist() == ["phone", "note"]
        assert arrays["attributes"].tolist() == [["1", ""], ["2", "ring"]]
        assert (str(arrays["distance_unit"]), str(arrays["time_unit"])) == ("km", "min")
        assert arrays["service"].tolist() == [5, 7]
        np.testing.assert_array_equal(arrays["durations"], found.durations)
        np.testing.assert_array_equal(arrays["distances"], found.distances)
        assert arrays["names"].tolist() == ["Bakery", "Café"]
        np.testing.assert_array_equal(arrays["demands"], stops.demands)
        np.testing.assert_array_equal(arrays["coordinates"], stops.coordinates)
    again = kinroute.read(path, capacity=100)
    assert again.distances is not None
    np.testing.assert_array_equal(again.distances, found.distances)
    assert again.names == ("Bakery", "Café")
    np.testing.assert_array_equal(again.demands, stops.demands)


def test_stops_need_latitudes_and_longitudes(tmp_path: Path) -> None:
    plane = kinroute.Instance(demands=[1], capacity=1, coordinates=[(0, 0), (1, 1)])
    engine = Engine(name="OSRM", url="http://127.0.0.1:9")
    with pytest.raises(InstanceError, match="latitude and longitude of every stop"):
        road_matrix(plane, engine, partial=tmp_path / "m")
    sexagesimal = plane.with_changes(metric="geo")
    with pytest.raises(InstanceError, match="degrees and minutes"):
        road_matrix(sexagesimal, engine, partial=tmp_path / "m")
    assert not (tmp_path / "m").exists()
