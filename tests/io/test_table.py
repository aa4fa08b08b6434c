import pytest

from kinroute.errors import FormatError
from kinroute.io.table import cell_number, table


@pytest.mark.parametrize(
    "text", ["a,b\n1.5,2\n", "a;b\n1,5;2\n", "a\tb\n1,5\t2\n", 'a, "b"\n\n1.5 , 2\n,\n']
)
def test_delimiters_decimal_commas_and_blank_rows_are_understood(text: str) -> None:
    rows = [cells for _, cells in table(text, "a.csv")]
    assert rows == [["a", "b"], ["1.5", "2"]]


def test_rows_know_their_line() -> None:
    assert [line for line, _ in table('a,b\n\n"x\ny",2\n3,4', "a.csv")] == [1, 3, 5]


def test_commas_in_words_stay() -> None:
    assert table("name;x\nInn, old;3,5", "a.csv")[1] == (2, ["Inn, old", "3.5"])


def test_a_cell_is_a_number_or_not() -> None:
    assert cell_number("2.5") == 2.5
    assert cell_number("Inn") is None
    assert cell_number("") is None


def test_a_cell_without_end_is_refused() -> None:
    with pytest.raises(FormatError, match="row 2: the table cannot be read"):
        table("a,b\n" + "1" * 200_000 + ",2", "a.csv")
