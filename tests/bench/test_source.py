import json
from dataclasses import asdict
from pathlib import Path

import pytest

from kinroute.bench.groups import Group
from kinroute.bench.source import damaged, group_text, instance_of, row_digest
from kinroute.errors import FormatError

GROUP = Group(depot="corner", layout="mixed", demand="unit", route_length="3-5", is_derived=True)


def test_a_group_comes_back_as_itself() -> None:
    assert instance_of("x", 9, None, group_text(GROUP)).group == GROUP


@pytest.mark.parametrize(
    "row",
    [
        ("x", 9, None, "{"),
        ("x", 9, None, "[]"),
        ("x", 9, None, "{}"),
        ("x", 9, "7", group_text(GROUP)),
        ("x", "9", 7.0, group_text(GROUP)),
        (5, 9, 7.0, group_text(GROUP)),
        ("x", 9, 7.0, json.dumps(asdict(GROUP) | {"depot": 5})),
        ("x", 9, 7.0, json.dumps(asdict(GROUP) | {"colour": "red"})),
    ],
)
def test_rows_that_are_no_instances_are_refused(row: tuple[str, int, float, str]) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        instance_of(*row)


def test_every_value_counts_for_the_hash() -> None:
    rows = [("a", 1, 2.0, None), ("a", 1, 2.0, "b"), ("a", 1, 2.5, None), ("a1", 2.0, None)]
    assert len({row_digest(row) for row in rows}) == len(rows)
    assert row_digest(["a", 1]) == row_digest(("a", 1))


def test_the_error_says_what_can_be_done() -> None:
    error = damaged("half of it is gone", Path("s.sqlite"))
    assert isinstance(error, FormatError)
    assert str(error).startswith("s.sqlite: the store is damaged: half of it is gone\n")
    assert "kinroute bench repair" in str(error)
