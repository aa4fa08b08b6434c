import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import positive_data_acceptance

from kinroute.io.json_instance import instance_schema
from kinroute.studio.service.app import create_app
from kinroute.studio.service.settings import Settings
from tests.studio.service.servers import SMALL, Server, serving


@pytest.fixture(scope="module")
def document(server: Server) -> dict[str, Any]:
    found: dict[str, Any] = server.get("/openapi.json").json
    return found


def test_the_instance_is_the_published_schema(document: dict[str, Any]) -> None:
    published = {key: part for key, part in instance_schema().items() if key != "$schema"}
    assert document["components"]["schemas"]["Instance"] == published


def test_every_operation_declares_its_problems(document: dict[str, Any]) -> None:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            responses = operation["responses"]
            assert {"401", "403", "421"} <= set(responses), (path, method)
            for status, response in responses.items():
                if status.startswith("4"):
                    assert list(response["content"]) == ["application/problem+json"]
            assert operation["description"] or operation["summary"]


def test_a_request_by_the_document_is_valid(document: dict[str, Any]) -> None:
    schema = {
        **document["components"]["schemas"]["JobRequest"],
        "components": document["components"],
    }
    jsonschema.validate({"instance": SMALL, "options": {"method": "D-D", "seed": 3}}, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"instance": SMALL, "options": {"method": "X"}}, schema)


def test_a_token_is_declared_where_there_is_one(tmp_path: Path) -> None:
    token = "a-token-that-is-long-enough"
    guarded = create_app(Settings(folder=tmp_path, token=token)).openapi()
    assert guarded["security"] == [{"token": []}]
    assert token not in json.dumps(guarded)
    assert "security" not in create_app(Settings(folder=tmp_path)).openapi()


schema = schemathesis.openapi.from_dict(create_app(Settings(folder=Path("unused"))).openapi())


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own: thousands of strange requests should not fill that of other tests."""
    folder = tmp_path_factory.mktemp("target") / "data"
    limits = ("--max-customers", 30, "--max-time", "1s", "--max-threads", 1)
    with serving(folder, "--workers", 1, *limits) as server:
        yield server


@pytest.mark.thorough
@schema.parametrize()
@settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_whatever_is_sent_the_document_holds(case: Case[Any], target: Server) -> None:
    # That demands and coordinates belong together, and that routes exist, is no matter of a schema.
    is_semantic = case.operation.method == "post"
    unsaid: list[Any] = [positive_data_acceptance] if is_semantic else []
    case.call_and_validate(base_url=target.url, timeout=30, excluded_checks=unsaid)
