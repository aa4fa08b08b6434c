import json

import jsonschema
import pytest

import kinroute
from kinroute import AfterIterations, Instance, Result
from kinroute.search.stop import REASONS
from kinroute.solution.export import schema
from kinroute.solution.export.schema import schema_text
from kinroute.solution.itinerary import Itinerary, Stop
from tests.solution.export.made_up import large, matrix, plane, utrecht


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    assert json.loads(schema_text()) == schema()


@pytest.mark.parametrize(
    "result",
    [
        utrecht(),
        utrecht(speed=None, service=0),
        utrecht(open_routes=True),
        utrecht(routes=((1, 2, 3),)),
        utrecht(routes=((1,),)),
        plane(),
        matrix(),
        large(30),
    ],
    ids=["timed", "no-times", "open", "overloaded", "incomplete", "plane", "forbidden", "many"],
)
def test_results_of_every_kind_are_as_the_schema_says(result: Result) -> None:
    jsonschema.validate(json.loads(json.dumps(result.as_dict())), schema())


def test_the_result_of_a_search_is_as_the_schema_says() -> None:
    found = kinroute.solve(kinroute.generate(20, seed=1), stop=AfterIterations(20))
    jsonschema.validate(json.loads(json.dumps(found.as_dict())), schema())
    crowded = Instance(
        demands=[6, 6, 6, 5, 5, 4, 4, 4, 4],
        capacity=15,
        vehicles=3,
        coordinates=[(i, i * i % 7) for i in range(10)],
    )
    found = kinroute.solve(crowded, stop=AfterIterations(1))
    jsonschema.validate(json.loads(json.dumps(found.as_dict())), schema())


def test_a_key_that_is_not_published_is_a_fault() -> None:
    values = json.loads(json.dumps(plane().as_dict()))
    with pytest.raises(jsonschema.ValidationError, match="Additional properties"):
        jsonschema.validate({**values, "new": 1}, schema())
    del values["cost"]
    with pytest.raises(jsonschema.ValidationError, match="'cost' is a required property"):
        jsonschema.validate(values, schema())


def test_every_stop_reason_and_every_field_is_published() -> None:
    published = schema()
    assert published["properties"]["stopped_by"]["enum"] == list(REASONS)
    stop = published["$defs"]["stop"]["properties"]
    assert list(stop) == list(Stop.__dataclass_fields__)
    fields = {"route" if name == "number" else name for name in Itinerary.__dataclass_fields__}
    assert set(published["$defs"]["itinerary"]["properties"]) == fields


def test_every_amount_says_its_unit_or_what_it_is() -> None:
    published = schema()
    places = [
        published["properties"],
        *(d.get("properties", {}) for d in published["$defs"].values()),
    ]
    amounts = [value for place in places for value in place.values() if "$ref" in value]
    assert len(amounts) > 8
    assert all(value["description"] for value in amounts)
