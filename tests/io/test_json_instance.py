import inspect
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kinroute
from kinroute import Instance
from kinroute.errors import FormatError, ImpossibleError, InstanceError
from kinroute.io.draft import Overrides
from kinroute.io.json_instance import (
    instance_draft,
    instance_schema,
    instance_value,
    parse_json,
)

SMALL = {"coordinates": [[0, 0], [3, 4], [0, 8]], "demands": [5, 6], "capacity": 10}


def test_the_schema_has_every_argument_that_a_file_can_give() -> None:
    arguments = set(inspect.signature(Instance).parameters)
    inner = {"source", "rounding_reason", "stop_counts"}
    assert set(instance_schema()["properties"]) == arguments - inner


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "two.json"
    path.write_text(json.dumps({**SMALL, "max_duration": "2h", "time_unit": "min"}))
    instance = kinroute.read(path, vehicles=3)
    assert (instance.name, instance.customers, instance.vehicles) == ("two", 2, 3)
    assert instance.max_duration == 120
    assert instance.distance(0, 1) == 5


def test_null_forbids_an_arc() -> None:
    text = '{"distances": [[0, 1, 2], [1, 0, null], [2, 3, 0]], "demands": [1, 1], "capacity": 2}'
    instance = parse_json(text, "a.json").instance(Overrides())
    assert instance.is_forbidden(1, 2)
    assert not instance.is_forbidden(2, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "this is no JSON"),
        ('{"demands": [NaN]}', "NaN is no number of JSON"),
        ("[" * 5000 + "]" * 5000, "nested"),
        ('{"routes": [], "itineraries": []}', "this is a solution, not an instance"),
        ('{"demands": [1], "capacity": 1}', "neither 'coordinates' nor 'distances'"),
        ('{"demands": ["a"], "capacity": 1}', r"a\.json, demands\[0\]: 'a' is not a number"),
    ],
)
def test_what_is_no_instance_is_refused(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_json(text, "a.json")


@pytest.mark.parametrize(
    "changes",
    [
        {"distances": [[0, 1], [1, 0, 2]]},
        {"coordinates": [[0, 0], [1, 10**400]]},
        {"demands": [1, 10**400]},
        {"distances": [[0, 1, 1], [1, 0, 10**400], [1, 1, 0]]},
        {"demands": [1]},
        {"names": ["a", "a"]},
    ],
)
def test_values_that_do_not_belong_together_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(InstanceError):
        instance_draft({**SMALL, **changes}, "a.json").instance(Overrides())


def test_an_error_of_a_customer_names_it() -> None:
    draft = instance_draft({**SMALL, "demands": [5, 60]}, "request", "instance")
    with pytest.raises(ImpossibleError, match=r"^request, instance\.customer 2: demand 60"):
        draft.instance(Overrides())


@given(st.integers(1, 12), st.integers(0, 50), st.booleans(), st.booleans())
def test_an_instance_survives_the_way_through_json(
    customers: int, seed: int, has_matrix: bool, is_open: bool
) -> None:
    made = kinroute.generate(customers, seed=seed)
    rng = np.random.default_rng(seed)
    matrix = rng.uniform(1, 9, (customers + 1, customers + 1))
    instance = made.with_changes(
        distances=matrix if has_matrix else None,
        open_routes=is_open,
        service=rng.uniform(0, 3, customers),
        names=[f"stop {number}" for number in range(customers)],
        attributes=[{"phone": str(number)} for number in range(customers)],
        max_stops=5,
    )
    value = json.loads(json.dumps(instance_value(instance), allow_nan=False))
    again = instance_draft(value, "a.json").instance(Overrides())
    for name in instance_schema()["properties"]:
        assert np.array_equal(getattr(again, name), getattr(instance, name)), name


def test_forbidden_arcs_survive_as_null() -> None:
    distances = np.array([[0, 1, np.inf], [1, 0, 3], [2, 3, 0]])
    instance = Instance(distances=distances, demands=[1, 1], capacity=2)
    value = instance_value(instance)
    assert value["distances"][0] == [0, 1, None]
    assert "metric" not in value
    assert "max_duration" not in value
