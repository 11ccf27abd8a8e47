"""The API's own document: in the language of who asks, and as forms in which each request can be tried."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from stratege.core.language import N_, _

WORDS = ("summary", "description")
USUAL = N_("Successful Response"), N_("Validation Error")  # FastAPI's own words
KEY = "authorization"
SAMPLES = {
    "game": "awale", "name": "awale", "moves": "e g", "move": "b", "number": "001", "kind": "svg",
    "seconds": "1", "columns": "6", "rows": "4",
}  # fmt: skip
"""What fields hold at first whose routes give no example: enough to get an answer."""

Schema = dict[str, Any]


def spoken(document: Schema) -> Schema:
    """The document with what it says in the current language."""

    def said(key: str, part: Any) -> Any:
        if isinstance(part, dict):
            return {name: said(name, inner) for name, inner in part.items()}
        if isinstance(part, list):
            return [said("", inner) for inner in part]
        return _(part) if key in WORDS and isinstance(part, str) else part

    return {name: said(name, inner) for name, inner in document.items()}


def forms(document: Schema) -> Iterator[Schema]:
    """Each route with the fields that a request of it has: where each goes, and what it holds at first."""
    shapes = document["components"]["schemas"]
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            fields = [_field(one, one["schema"], one["in"]) for one in route.get("parameters", ())]
            if route.get("security"):
                key = {
                    "name": KEY,
                    "required": True,
                    "description": _("the key behind the # of a class's link"),
                }
                fields.append(_field(key, {}, "header"))
            contents: Schema = route.get("requestBody", {}).get("content", {})
            kind = next(iter(contents), "")
            body = ""
            if kind == "multipart/form-data":
                shape = _found(contents[kind]["schema"], shapes)
                needed = shape.get("required", ())
                for name, inner in shape["properties"].items():
                    fields.append(_field({"name": name, "required": name in needed}, inner, "form"))
            elif kind:
                body = json.dumps(example(contents[kind]["schema"], shapes), indent=1, ensure_ascii=False)
            yield {**route, "path": path, "method": method, "fields": fields, "body": body}


def _field(one: Schema, schema: Schema, where: str) -> Schema:
    first = schema.get("anyOf", [schema])[0]  # of what may be left out, the other choice is null
    given = next(iter(schema.get("examples", first.get("examples", ()))), SAMPLES.get(one["name"], ""))
    shown = one.get("required") or one["name"] in ("moves", "seconds")
    return {
        "name": one["name"],
        "where": where,
        "required": one.get("required", False),
        "file": schema.get("format") == "binary" or "contentMediaType" in schema,
        "value": given if shown else "",
        "usual": schema.get("default") or "",
        "words": one.get("description") or schema.get("description") or "",
    }


def example(schema: Schema, shapes: Schema, name: str = "") -> Any:
    """Something that a schema allows: its own example, what is usual, or the least that must be there."""
    schema = _found(schema, shapes)
    if schema.get("examples"):
        return schema["examples"][0]
    if "default" in schema:
        return schema["default"]
    for choice in ("anyOf", "oneOf", "allOf"):
        if choice in schema:
            return example(schema[choice][0], shapes, name)
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            needed = schema.get("required", ())
            inner = schema.get("properties", {})
            shown = {key: one for key, one in inner.items() if key in needed or "examples" in one}
            return {key: example(one, shapes, key) for key, one in shown.items()}
        case "array":
            return [example(schema["items"], shapes, name)] * schema.get("minItems", 1)
        case "integer" | "number":
            return int(schema.get("minimum", 1))
        case "boolean":
            return False
    return SAMPLES.get(name, "")


def _found(schema: Schema, shapes: Schema) -> Schema:
    """The schema that is meant, if this one only names it."""
    found: Schema = shapes[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema
    return found
