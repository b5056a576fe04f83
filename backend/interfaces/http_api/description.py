"""The interface as an OpenAPI 3.1 document, made from the operations themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from pydantic import TypeAdapter

from backend.interfaces.http_api.operations import BASE, ApiOperation

_REF = "#/components/schemas/{model}"
_ALWAYS = (401, 403, 429, 500)


def describe(operations: Sequence[ApiOperation]) -> dict[str, Any]:
    """The document; every schema stands once, under its own name."""
    schemas: dict[str, Any] = {}
    paths: dict[str, Any] = {}
    for operation in operations:
        described = paths.setdefault(operation.path.replace(":path}", "}"), {})
        described[operation.method.lower()] = _operation(operation, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Quire",
            "version": "1",
            "description": "Ask questions of your own documents, with evidence. Pages count "
            "from 1; offsets are code points of a document's text.",
        },
        "servers": [{"url": BASE}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(operation: ApiOperation, schemas: dict[str, Any]) -> dict[str, Any]:
    content: dict[str, Any] = {}
    if operation.result is not None:
        content["application/json"] = {"schema": _schema(operation.result, schemas)}
    for media_type in operation.others:
        content[media_type] = {}
    statuses = set(operation.problems)
    if operation.scope is not None:
        statuses |= {*_ALWAYS}
    if operation.body is not None:
        statuses |= {400, 413, 422}
    form = operation.errors
    problem = _schema(form.kind, schemas)
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.about,
        "security": [{"token": []}] if operation.scope else [],
        "responses": {
            str(operation.status): {
                "description": "What was asked for",
                "content": content,
                "headers": {
                    header.name: {"description": header.about, "schema": {"type": "string"}}
                    for header in operation.response_headers
                },
            },
            **{
                str(status): {
                    "description": HTTPStatus(status).phrase,
                    "content": {form.media_type: {"schema": problem}},
                }
                for status in sorted(set(map(form.status, statuses)))
            },
        },
    }
    if operation.base != BASE:
        described["servers"] = [{"url": operation.base}]
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)(?::path)?\}", operation.path)
    ]
    for parameter in operation.parameters:
        kind: dict[str, Any] = {"type": "string"}
        if parameter.choices:
            kind["enum"] = list(parameter.choices)
        parameters.append(
            {
                "name": parameter.name,
                "in": parameter.place,
                "description": parameter.about,
                "required": parameter.required,
                "schema": kind,
            }
        )
    if parameters:
        described["parameters"] = parameters
    if operation.body is not None:
        described["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": _schema(operation.body, schemas)}},
        }
    elif operation.raw_body:
        described["requestBody"] = {
            "required": True,
            "content": {media_type: {} for media_type in operation.raw_body},
        }
    return described


def _schema(kind: Any, schemas: dict[str, Any]) -> Any:
    """The schema of a type; what it is made of goes to `schemas`."""
    made = TypeAdapter(kind).json_schema(ref_template=_REF)
    schemas.update(made.pop("$defs", {}))
    title = made.get("title")
    if made.get("type") == "object" and title:
        schemas[title] = made
        return {"$ref": _REF.format(model=title)}
    return made
