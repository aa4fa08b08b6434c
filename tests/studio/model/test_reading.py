from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from kinroute.errors import ConfigError, InputError
from kinroute.studio.model.reading import (
    RefusedFileError,
    arguments_of,
    options_of,
    read_upload,
)

STOPS = b"name,x,y,demand\ndepot,0,0,\nA,3,4,2\nB,6,8,9\n"


def test_a_table_is_read_with_its_options() -> None:
    reading = read_upload("stops.csv", STOPS, arguments_of({"capacity": "10", "vehicles": "2"}))
    assert reading.instance.name == "stops"
    assert reading.instance.names == ("A", "B")
    assert reading.instance.vehicles == 2


def test_a_wrong_row_is_shown_with_its_header() -> None:
    wrong = STOPS.replace(b"B,6,8,9", b"B,6,8,many")
    with pytest.raises(RefusedFileError) as refused:
        read_upload("C:\\data\\stops.csv", wrong, arguments_of({"capacity": "10"}))
    assert str(refused.value).startswith("stops.csv, row 4")
    assert "demand" in str(refused.value)
    assert refused.value.header == ("name", "x", "y", "demand")
    assert refused.value.row == ("B", "6", "8", "many")


def test_so_is_that_of_a_workbook() -> None:
    book = openpyxl.Workbook()
    for row in (["name", "x", "y", "demand"], ["depot", 0, 0, None], ["A", 1, 2, "heavy"]):
        book.worksheets[0].append(row)
    content = BytesIO()
    book.save(content)
    with pytest.raises(RefusedFileError) as refused:
        read_upload("stops.xlsx", content.getvalue(), arguments_of({"capacity": "10"}))
    assert refused.value.row == ("A", "1", "2", "heavy")


def test_a_line_of_a_vrp_file_is_shown() -> None:
    text = "TYPE : CVRP\nDIMENSION : 2\nCAPACITY : 5\nEDGE_WEIGHT_TYPE : EUC_2D\n"
    text += (
        "NODE_COORD_SECTION\n1 0 0\n2 1 x\nDEMAND_SECTION\n1 0\n2 1\nDEPOT_SECTION\n1\n-1\nEOF\n"
    )
    with pytest.raises(RefusedFileError) as refused:
        read_upload("a.vrp", text.encode(), arguments_of({}))
    assert str(refused.value) == "a.vrp, line 7: 'x' is not a number"
    assert refused.value.row == ("2 1 x",)
    assert refused.value.header == ()


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/cron.d/x.csv", "..", "", "a\0b.csv", "ä" * 300]
)
def test_the_name_of_a_file_never_becomes_a_path(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        read_upload(name, b"nothing", arguments_of({}))
    assert "kinroute-" not in str(refused.value)  # the folder that it is read from


def test_warnings_are_collected_under_the_name_of_the_file() -> None:
    swapped = b"name,lat,lon,demand\ndepot,4.9,52.3,\nA,4.8,52.4,2\n"
    reading = read_upload("stops.csv", swapped, arguments_of({"capacity": "10"}))
    assert all(text.startswith("stops.csv") for text in reading.warnings)


def test_options_come_back_as_those_of_the_command_line() -> None:
    texts = {"capacity": "10.5", "max_duration": "8h", "open_routes": "yes", "vehicles": ""}
    words = options_of(arguments_of(texts))
    assert words == ["--capacity", "10.5", "--max-duration", "8h", "--open"]


def test_a_text_that_is_no_number_is_refused_by_name() -> None:
    with pytest.raises(ConfigError, match=r"max stops '2\.5' is not a whole number"):
        arguments_of({"max_stops": "2.5"})
    with pytest.raises(ConfigError, match="capacity 'lots' is not a number"):
        arguments_of({"capacity": "lots"})
