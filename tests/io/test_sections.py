import pytest

from kinroute.errors import FormatError
from kinroute.io.sections import layout


def test_headers_come_with_and_without_spaces_colons_and_capitals() -> None:
    file = layout("NAME:a\nType : CVRP\nCAPACITY 10 \ndimension\t:\t3\t\nCOMMENT : x : y", "a.vrp")
    values = {keyword: header.value for keyword, header in file.headers.items()}
    assert values == {
        "NAME": "a",
        "TYPE": "CVRP",
        "CAPACITY": "10",
        "DIMENSION": "3",
        "COMMENT": "x : y",
    }


def test_rows_keep_their_line_numbers() -> None:
    file = layout("NAME : a\n\nDEMAND_SECTION \n1 0\n# a remark\n 2 5\nEOF\n3 7", "a.vrp")
    assert file.sections["DEMAND_SECTION"].rows == [(4, ["1", "0"]), (6, ["2", "5"])]


def test_a_comment_may_run_over_several_lines() -> None:
    file = layout("COMMENT : one\ntwo words more\nNAME : a", "a.vrp")
    assert file.text("NAME") == "a"


def test_a_section_may_begin_on_its_own_line() -> None:
    assert layout("DEPOT_SECTION : 1 -1", "a.vrp").sections["DEPOT_SECTION"].rows == [
        (1, ["1", "-1"])
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("NAME : a\n1 2 3", "a.vrp, line 2: '1 2 3' stands before any section"),
        ("hello world", "line 1: 'hello world' is neither"),
        ("DEMAND_SECTION\n1 0\nDEMAND_SECTION", "line 3: DEMAND_SECTION is here a second time"),
        ("CAPACITY : 5\nCAPACITY : 6", "line 2: CAPACITY '6' contradicts '5' on line 1"),
    ],
)
def test_what_has_no_place_is_refused_with_its_line(text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        layout(text, "a.vrp")


def test_numbers_in_headers_are_checked() -> None:
    file = layout("CAPACITY : ten\nDIMENSION : 2.5\nVEHICLES : 0\nDISTANCE : 7.5", "a.vrp")
    assert file.number("DISTANCE") == 7.5
    assert file.number("SERVICE_TIME") is None
    with pytest.raises(FormatError, match="line 1: CAPACITY 'ten' is not a number"):
        file.number("CAPACITY")
    with pytest.raises(FormatError, match=r"line 2: DIMENSION 2.5 must be a whole number"):
        file.whole("DIMENSION")
    with pytest.raises(FormatError, match="line 3: VEHICLES 0 must be at least 1"):
        file.whole("VEHICLES")
