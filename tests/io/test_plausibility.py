from pathlib import Path

import pytest

from kinroute.errors import InputWarning
from kinroute.io import read

HEADER = "name,lat,lon,demand\n"
BERLIN = (
    HEADER
    + "depot,52.52,13.40,\n"
    + "".join(f"stop {k},{52.4 + k / 50},{13.2 + k / 40},1\n" for k in range(10))
)


def warned(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "stops.csv"
    path.write_text(text)
    with pytest.warns(InputWarning) as caught:
        read(path, capacity=99)
    return [str(warning.message).removeprefix(f"{path}: ") for warning in caught]


def test_a_good_table_is_read_in_silence(tmp_path: Path) -> None:
    (tmp_path / "stops.csv").write_text(BERLIN)  # any warning is an error here
    assert read(tmp_path / "stops.csv", capacity=99).customers == 10


def test_a_stop_at_zero_is_named_by_its_row(tmp_path: Path) -> None:
    assert warned(tmp_path, BERLIN + "lost,0,0,1\n") == [
        "row 13 is at (0, 0), in the Atlantic; was the address not found?"
    ]


def test_swapped_degrees_are_seen(tmp_path: Path) -> None:
    assert warned(tmp_path, BERLIN + "odd,13.4,52.5,1\nodd,13.5,52.5,1\n") == [
        "row 13, row 14 are far from most others; are latitude and longitude swapped?"
    ]
    assert warned(tmp_path, BERLIN + "odd,13.4,52.5,1\n") == [
        "row 13 is far from most others; are latitude and longitude swapped?"
    ]


def test_a_stop_near_a_pole_is_seen(tmp_path: Path) -> None:
    text = HEADER + "depot,-87.6,41.9,\na,-87.7,41.8,1\n"
    assert warned(tmp_path, text) == [
        "row 3: latitude -87.7 is near a pole; are latitude and longitude swapped?"
    ]


def test_a_stop_hundreds_of_km_away_is_named(tmp_path: Path) -> None:
    assert warned(tmp_path, BERLIN + "far,41.9,12.5,1\n") == [
        "row 13 is more than 300 km from all others"
    ]


def test_stops_that_are_all_far_apart_are_no_mistake(tmp_path: Path) -> None:
    rows = "".join(f"c{k},{30 + 5 * k},{10 * k},1\n" for k in range(8))
    (tmp_path / "stops.csv").write_text(HEADER + "depot,30,0,\n" + rows)
    assert read(tmp_path / "stops.csv", capacity=99).customers == 8


def test_everything_on_one_point_is_said(tmp_path: Path) -> None:
    assert warned(tmp_path, HEADER + "depot,52,13,\na,52,13,1\nb,52,13,1\n") == [
        "all stops are at one point; are the coordinates filled in?"
    ]
    (tmp_path / "m.csv").write_text("a,b,c,demand\n0,0,0,\n0,0,0,1\n0,0,0,1\n")
    with pytest.warns(InputWarning, match="all distances are 0"):
        read(tmp_path / "m.csv", capacity=9)


def test_degrees_under_x_and_y_are_said(tmp_path: Path) -> None:
    text = "x,y,demand\n13.4132,52.5219,\n13.4351,52.5123,1\n13.3987,52.4991,1\n"
    assert warned(tmp_path, text)[0].startswith("the coordinates look like degrees, but distances")
