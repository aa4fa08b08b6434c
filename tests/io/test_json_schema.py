from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinroute.errors import FormatError
from kinroute.io.json_instance import instance_schema
from kinroute.io.json_schema import require_valid

VALID: dict[str, Any] = {
    "demands": [1, 2],
    "capacity": 5,
    "coordinates": [[0, 0], [1, 1], [2.5, 2]],
    "service": [1, 2],
    "max_duration": "8h",
    "names": ["a", "b"],
    "attributes": [{"phone": "1"}, {}],
    "metric": "euclidean",
    "max_stops": 4,
}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-3, 3) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=6,
)
NAMES = st.sampled_from([*instance_schema()["properties"], "demand", "colour"])


def is_accepted(value: Any) -> bool:
    try:
        require_valid(value, instance_schema())
    except FormatError:
        return False
    return True


def is_valid(value: Any) -> bool:
    return bool(jsonschema.Draft202012Validator(instance_schema()).is_valid(value))


def test_the_schema_itself_is_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(instance_schema())
    assert is_accepted(VALID)


@given(st.dictionaries(NAMES, VALUES, max_size=3), st.sets(NAMES))
def test_the_check_agrees_with_json_schema(changes: dict[str, Any], left_out: set[str]) -> None:
    value = {name: part for name, part in VALID.items() if name not in left_out} | changes
    assert is_accepted(value) == is_valid(value)


@given(VALUES)
def test_the_check_agrees_on_any_value(value: Any) -> None:
    assert is_accepted(value) == is_valid(value)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"capacity": "5"}, "capacity: '5' is not a number"),
        ({"capacity": 0}, "capacity: 0 is too small; use more than 0"),
        ({"demands": [1, -2]}, r"demands\[1\]: -2 is too small; use 0 or more"),
        ({"demands": []}, "demands: 0 values; give at least 1"),
        ({"coordinates": [[0, 0], [1]]}, r"coordinates\[1\]: 1 values; give exactly 2"),
        ({"metric": "taxi"}, "metric: 'taxi' is none of 'euclidean', 'great_circle', 'geo'"),
        ({"max_stops": 1.5}, "max_stops: 1.5 is not a whole number"),
        ({"service": True}, "service: true is not a number or an array"),
        ({"attributes": [{"a": 1}]}, r"attributes\[0\]\.a: 1 is not a text"),
        ({"demand": [1]}, "'demand' is not known; did you mean 'demands'"),
        ({"xyz": [1]}, "'xyz' is not known; there may be demands, capacity"),
        ({"name": "a" * 201}, "name: a text of 201 characters; use at most 200"),
        ({"demands": [10**40]}, None),
        ({"capacity": -(10**40)}, "capacity: a number of about 3. digits is too small"),
        ({"distance_unit": None}, "distance_unit: null is not a text"),
        ({"names": {}}, "names: an object of 0 values is not an array"),
    ],
)
def test_errors_name_the_place_the_value_and_what_is_right(
    changes: dict[str, Any], text: str | None
) -> None:
    if text is None:
        require_valid(VALID | changes, instance_schema())
        return
    with pytest.raises(FormatError, match=text):
        require_valid(VALID | changes, instance_schema())


def test_what_is_missing_is_named() -> None:
    with pytest.raises(FormatError, match="'capacity' is missing"):
        require_valid({"demands": [1], "coordinates": [[0, 0], [1, 1]]}, instance_schema())
    with pytest.raises(FormatError, match="neither 'coordinates' nor 'distances' is given"):
        require_valid({"demands": [1], "capacity": 1}, instance_schema())
    with pytest.raises(FormatError, match=r"^'list' is not an object$"):
        require_valid("list", instance_schema())
