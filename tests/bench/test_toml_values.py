from collections.abc import Callable
from typing import Any

import pytest

from kinroute.bench.toml_values import (
    members,
    pairs,
    require_keys,
    tables,
    text,
    whole_number,
    whole_numbers,
)
from kinroute.errors import ConfigError


def test_right_values_are_returned() -> None:
    assert text("a b", "title") == "a b"
    assert whole_number(7, "customers", 1, 9) == 7
    assert whole_numbers("3-5", "seeds") == whole_numbers([3, 4, 5], "seeds") == (3, 4, 5)
    assert whole_numbers("4", "seeds") == (4,)
    assert pairs([["a", "b"]], "compare") == (("a", "b"),)
    assert tables([{}], "arms") == [{}]
    assert members(5, "model") == members([5], "model") == [5]


@pytest.mark.parametrize(
    ("check", "value", "message"),
    [
        (text, " ", "key = ' '; use a text in quotes"),
        (lambda v, k: whole_number(v, k, 1, 9), 10, "key = 10; use a whole number from 1 to 9"),
        (whole_numbers, [1, True], r"key = \[1, True\]; use up to a million"),
        (pairs, [["a"]], r"key = \[\['a'\]\]; use pairs of labels"),
        (tables, {}, r"key is one table; write \[\[key\]\] above"),
        (members, [], r"key = \[\] makes no arm"),
    ],
)
def test_an_error_has_the_key_the_value_and_what_is_right(
    check: Callable[[Any, str], object], value: object, message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        check(value, "key")


def test_an_unknown_key_is_refused_with_the_known_ones() -> None:
    require_keys({"a": 1}, ("a", "b"), "[t]")
    with pytest.raises(ConfigError, match=r"unknown key 'c' in \[t\]; use a, b"):
        require_keys({"c": 1}, ("a", "b"), "[t]")
    with pytest.raises(ConfigError, match=r"\[t\] is 5; it must be a table"):
        require_keys(5, ("a", "b"), "[t]")
