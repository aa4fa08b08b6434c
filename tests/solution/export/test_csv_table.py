import csv
import io
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from kinroute.solution.export.csv_table import csv_text
from kinroute.solution.export.text import one_line, unguarded
from tests.solution.export.made_up import matrix, plane, utrecht


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_the_file_opens_in_excel_as_unicode(tmp_path: Path) -> None:
    utrecht().write(tmp_path / "a.csv")
    content = (tmp_path / "a.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbfroute,position,node,name,demand,load,distance,")
    rows = rows_of(content.decode("utf-8-sig"))
    assert rows[2]["name"] == "مخبز <b>&amp;"
    assert rows[5]["name"] == "面包店 🥐 2"
    assert (rows[1]["latitude"], rows[1]["longitude"]) == ("52.1", "5.13")


def test_formulas_are_guarded_but_numbers_are_not() -> None:
    rows = rows_of(csv_text(utrecht()))
    assert rows[1]["name"] == "'=1+1"
    assert rows[1]["phone"] == "'+31 30 1234"
    assert rows[5]["phone"] == "-1"
    west = plane(coordinates=[(0, 0), (-3, 4), (0, -8), (6, 8)])
    assert rows_of(csv_text(west))[1]["x"] == "-3"


def test_times_are_empty_where_there_are_none_and_infinity_is_too() -> None:
    rows = rows_of(csv_text(utrecht(speed=None, service=0)))
    assert {row["arrival"] for row in rows} == {""}
    assert rows_of(csv_text(matrix()))[2]["distance"] == ""


@given(st.lists(st.text(st.characters(exclude_categories=())), min_size=3, max_size=3, unique=True))
def test_any_name_comes_back(names: list[str]) -> None:
    rows = rows_of(csv_text(plane(names=names)))
    found = [unguarded(row["name"]) for row in rows if row["node"] != "0"]
    assert found == [one_line(name) for name in names]
