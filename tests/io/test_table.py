import pytest

from kinroute.errors import FormatError
from kinroute.io.table import table


@pytest.mark.parametrize(
    "text", ["a,b\n1.5,2\n", "a;b\n1,5;2\n", "a\tb\n1,5\t2\n", 'a, "b"\n\n1.5 , 2\n,\n']
)
def test_delimiters_decimal_commas_and_blank_rows_are_understood(text: str) -> None:
    found = table(text, "a.csv")
    header, numbers = (cells for _, cells in found.rows)
    assert header == ["a", "b"]
    assert list(map(found.number, numbers)) == [1.5, 2]


def test_rows_know_their_line() -> None:
    assert [line for line, _ in table('a,b\n\n"x\ny",2\n3,4', "a.csv").rows] == [1, 3, 5]


def test_commas_in_words_stay() -> None:
    assert table("name;x\nInn, old;3,5", "a.csv").rows[1] == (2, ["Inn, old", "3,5"])


def test_a_cell_is_a_number_or_not() -> None:
    found = table("a;b", "a.csv")
    assert [found.is_number(cell) for cell in ("2.5", "2,5", "2,5,5", "1_0", "Inn", "")] == [
        True,
        True,
        False,
        False,
        False,
        False,
    ]
    with pytest.raises(ValueError, match="'2,5' is not a number"):
        table("a,b", "a.csv").number("2,5")


def test_a_table_of_only_commas_is_refused() -> None:
    with pytest.raises(FormatError, match=r"a\.csv: the table has only blank cells"):
        table(",,,\n,,\n", "a.csv")


def test_a_cell_without_end_is_refused() -> None:
    with pytest.raises(FormatError, match="row 2: the table cannot be read"):
        table("a,b\n" + "1" * 200_000 + ",2", "a.csv")
