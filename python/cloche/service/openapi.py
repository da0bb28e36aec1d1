"""The OpenAPI document of the server, made from the table of methods."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

import cloche
from cloche.service.faults import REASONS, FaultBody
from cloche.service.service import METHODS

REFS = "#/components/schemas/{model}"


def document() -> dict[str, Any]:
    """OpenAPI 3.1, JSON-able."""
    schemas: dict[str, Any] = {}
    takes = sorted({method.params for method in METHODS.values()}, key=lambda model: model.__name__)
    refs, definitions = models_json_schema([(model, "validation") for model in takes], ref_template=REFS)
    schemas |= definitions.get("$defs", {})
    gives = sorted({method.result for method in METHODS.values()}, key=lambda kind: str(kind.__name__))
    kinds = [(kind.__name__, "serialization", TypeAdapter(kind)) for kind in [*gives, FaultBody]]
    found, more = TypeAdapter.json_schemas(kinds, ref_template=REFS)  # type: ignore[arg-type]
    schemas |= more.get("$defs", {})
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "cloche",
            "version": cloche.__version__,
            "description": "Games against bots, searches and hints. The same methods go over a WebSocket at /api/ws as"
            " JSON-RPC 2.0, with progress of searches.",
        },
        "paths": {
            f"/api/{method.name}": {
                "post": {
                    "operationId": method.name,
                    "summary": method.doc,
                    "requestBody": {
                        "content": {"application/json": {"schema": refs[(method.params, "validation")]}},
                        "required": any(field.is_required() for field in method.params.model_fields.values()),
                    },
                    "responses": {
                        "200": _json("The result.", found[(method.result.__name__, "serialization")]),
                        "default": _json(
                            "Refused.",
                            {
                                "type": "object",
                                "required": ["error"],
                                "properties": {"error": found[("FaultBody", "serialization")]},
                            },
                        ),
                    },
                }
            }
            for method in METHODS.values()
        },
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
        "x-errors": [
            {"code": reason.code, "name": reason.name, "status": reason.status, "meaning": reason.meaning}
            for reason in REASONS
        ],
    }


def _json(description: str, schema: Any) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}
