"""Recall tables on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kinroute.neural.recall import RecallTable

if TYPE_CHECKING:
    from rich.table import Table


def recall_table(found: RecallTable, group: str = "all") -> Table:
    """One group of instances: a line for each relatedness, a column for each k."""
    rows = [found.of(name, group) for name in found.relatednesses]
    title = f"Edges of the solutions among the k most related, {group}, in %"
    table = _table(title, ["relatedness", *(f"k = {k}" for k in found.ks)])
    rivals = [row.recall for row in rows if _competes(row.relatedness)]
    for row in rows:
        cells = [
            _cell(share, [rival[at] for rival in rivals]) for at, share in enumerate(row.recall)
        ]
        table.add_row(row.relatedness, *cells)
    return table


def recall_table_by_group(found: RecallTable, k: int) -> Table:
    """One k: a line for each group of instances, a column for each relatedness."""
    names, at = found.relatednesses, found.ks.index(k)
    title = f"Edges of the solutions among the {k} most related, in %"
    table = _table(title, ["instances", "number", *names])
    for group in found.groups:
        rows = [found.of(name, group) for name in names]
        rivals = [row.recall[at] for row in rows if _competes(row.relatedness)]
        cells = [_cell(row.recall[at], rivals) for row in rows]
        table.add_row(group, str(rows[0].instances), *cells)
    return table


def _competes(name: str) -> bool:
    return name != "oracle"


def _cell(share: float, rivals: Sequence[float]) -> str:
    """A share in percent, in bold where it is the best."""
    text = f"{100 * share:.2f}"
    return f"[bold]{text}[/bold]" if rivals and share == max(rivals) else text


def _table(title: str, columns: Sequence[str]) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD)
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place == 0 else "right", no_wrap=True)
    return table
