"""The OpenAPI document: what FastAPI does not derive from the code itself."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from kinroute.io.json_instance import instance_schema
from kinroute.studio.service.options import SearchOptions, UploadOptions
from kinroute.studio.service.problems import MEDIA_TYPE
from kinroute.studio.service.schemas import ProblemDetails
from kinroute.studio.service.security import PREFIX

_REF = "#/components/schemas/"
_ABOUT = """Submit an instance of the capacitated vehicle routing problem, follow its solution,
fetch the routes. Errors are problem details (RFC 9457) in the words of the command line."""
_MEANINGS = {
    400: "The request cannot be parsed.",
    401: "The token is missing or wrong.",
    403: "The request comes from a page of another site.",
    404: "There is no such job, or it has no result.",
    408: "The client is too slow.",
    409: "The state of the job, or the key, does not allow it.",
    413: "The body is too large.",
    415: "The media type of the body is not supported.",
    421: "The header Host names another server.",
    422: "The input is not valid, or exceeds a limit.",
    429: "The service is busy; Retry-After says when to try again.",
}
_ALWAYS = (401, 403, 421)
EXPORTS: dict[str, Any] = {"*/*": {"schema": {"type": "string", "format": "binary"}}}
JOB_REQUEST: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": {"$ref": _REF + "JobRequest"}},
            "multipart/form-data": {"schema": {"$ref": _REF + "JobUpload"}},
        },
    }
}


def may_fail(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The responses of an operation that fails with these statuses."""
    return {
        status: {
            "description": _MEANINGS[status],
            "model": ProblemDetails,
            "content": {MEDIA_TYPE: {"schema": {"$ref": _REF + "ProblemDetails"}}},
        }
        for status in statuses
    }


def describe(app: FastAPI, *, has_token: bool) -> None:
    """Give an application its document."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app, has_token)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]


def _document(app: FastAPI, has_token: bool) -> dict[str, Any]:
    found = get_openapi(title=app.title, version=app.version, description=_ABOUT, routes=app.routes)
    found["servers"] = [{"url": "/"}]
    components = found["components"]["schemas"]
    components.update(_request_schemas())
    components.pop("HTTPValidationError", None)
    components.pop("ValidationError", None)
    problem = {"schema": {"$ref": _REF + "ProblemDetails"}}
    for path, operations in found["paths"].items():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                parameter["schema"] = _without_null(parameter["schema"])
            for status in _ALWAYS:
                about = {"description": _MEANINGS[status], "content": {MEDIA_TYPE: problem}}
                operation["responses"].setdefault(str(status), about)
            for status, response in operation["responses"].items():
                if status.startswith("4"):
                    response["content"] = {MEDIA_TYPE: problem}
        if path.startswith(f"{PREFIX}/health"):
            operations["get"]["security"] = []
    if has_token:
        scheme = {"type": "http", "scheme": "bearer"}
        found["components"]["securitySchemes"] = {"token": scheme}
        found["security"] = [{"token": []}]
    return found


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a parameter or field, which is left out where it has no value."""
    kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
    if len(kinds) != 1:
        return schema
    kept = {key: part for key, part in schema.items() if key not in ("anyOf", "default")}
    return {**kept, **kinds[0]}


def _request_schemas() -> dict[str, Any]:
    """The bodies of a submission; the instance is the published schema."""
    instance = {name: part for name, part in instance_schema().items() if name != "$schema"}
    upload = UploadOptions.model_json_schema()
    upload["title"] = "JobUpload"
    upload["properties"] = {
        "file": {
            "type": "string",
            "format": "binary",
            "description": "Stops or a matrix (.csv, .xlsx), a VRPLIB file (.vrp), arrays (.npz) "
            "or an instance (.json); its name only serves as a label.",
        },
        "heatmap": {
            "type": "string",
            "format": "binary",
            "description": "Scores of the N methods, as an .npz or .npy file.",
        },
        "start": {
            "type": "string",
            "format": "binary",
            "description": "A plan to start from: a .sol, or an export (.csv, .json, .xlsx, "
            ".geojson) of another day's.",
        },
        "lock": {
            "type": "array",
            "items": {"type": "string"},
            "description": "What stays of the start: 2 a route, 2:5 its first five stops; the "
            "field may be repeated.",
        },
        **{name: _without_null(part) for name, part in upload["properties"].items()},
    }
    upload["required"] = ["file"]
    return {
        "Instance": instance,
        "SearchOptions": SearchOptions.model_json_schema(),
        "JobUpload": upload,
        "JobRequest": {
            "title": "JobRequest",
            "description": "An instance, and how it is solved.",
            "type": "object",
            "properties": {
                "instance": {"$ref": _REF + "Instance"},
                "options": {"$ref": _REF + "SearchOptions"},
            },
            "required": ["instance"],
            "additionalProperties": False,
        },
    }
