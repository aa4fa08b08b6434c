import io

from rich.console import Console
from rich.table import Table

from kinroute.cli.recall import recall_table, recall_table_by_group
from kinroute.neural.recall import RecallRow, RecallTable

FOUND = RecallTable(
    ks=(5, 10),
    rows=tuple(
        RecallRow(relatedness=name, group=group, instances=number, recall=shares)
        for group, number in (("all", 7), ("depot corner", 3))
        for name, shares in (
            ("distance", (0.5, 0.75)),
            ("fusion", (0.625, 0.75)),
            ("oracle", (1.0, 1.0)),
        )
    ),
)


def shown(table: Table) -> str:
    stream = io.StringIO()
    Console(file=stream, width=100, force_terminal=False).print(table)
    return stream.getvalue()


def test_a_group_has_a_line_for_each_relatedness() -> None:
    text = shown(recall_table(FOUND))
    assert "all, in %" in text
    assert [line.split() for line in text.splitlines() if "." in line] == [
        ["distance", "50.00", "75.00"],
        ["fusion", "62.50", "75.00"],
        ["oracle", "100.00", "100.00"],
    ]


def test_a_k_has_a_line_for_each_group() -> None:
    text = shown(recall_table_by_group(FOUND, 10))
    assert ["depot", "corner", "3", "75.00", "75.00", "100.00"] in map(str.split, text.splitlines())


def test_the_best_is_bold_and_the_oracle_does_not_compete() -> None:
    cells = [list(column.cells) for column in recall_table(FOUND).columns]
    assert cells[1] == ["50.00", "[bold]62.50[/bold]", "100.00"]
    assert cells[2] == ["[bold]75.00[/bold]", "[bold]75.00[/bold]", "100.00"]
