"""Types for TypeScript from the parts of an API. JSON Schema goes in; interfaces and unions come out, in the order of
their names."""

import json
import re
from typing import Any

Schema = dict[str, Any]
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
FIRST = "// Made by: heorot openapi web/openapi.json --types web/src/protocol.ts\n"
NAME = re.compile(r"[A-Za-z_$][\w$]*")


def write(parts: dict[str, Schema]) -> str:
    """A whole file."""
    return "\n".join([FIRST, *(declaration(name, schema) for name, schema in sorted(parts.items()))])


def declaration(name: str, schema: Schema) -> str:
    """One name: an interface for an object with known fields, else a type."""
    said = comment(schema.get("description"), "")
    if schema.get("type") == "object" and "properties" in schema:
        return f"{said}export interface {identifier(name)} {fields(schema)}\n"
    return f"{said}export type {identifier(name)} = {kind(schema)};\n"


def identifier(name: str) -> str:
    """A name that TypeScript takes."""
    return re.sub(r"\W", "_", name)


def comment(text: str | None, before: str) -> str:
    """What is said of something, in lines above it."""
    if not text:
        return ""
    safe = " ".join(text.split()).replace("*/", "* /")
    return f"{before}/** {safe} */\n"


def fields(schema: Schema, before: str = "") -> str:
    """The fields of an object. One that has a default may be left out."""
    required, inner = schema.get("required", []), before + "  "
    lines = [
        f"{comment(part.get('description'), inner)}{inner}{field(name)}{'' if name in required else '?'}: "
        f"{kind(part, inner)};\n"
        for name, part in schema["properties"].items()
    ]
    return f"{{\n{''.join(lines)}{before}}}"


def field(name: str) -> str:
    """The name of a field, in quotation marks where it needs them."""
    return name if NAME.fullmatch(name) else json.dumps(name)


def kind(schema: Any, before: str = "") -> str:
    """The type that a schema describes."""
    if not isinstance(schema, dict) or not schema:
        return "unknown"
    if "$ref" in schema:
        return identifier(schema["$ref"].rpartition("/")[2])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(kind(part, before) for part in schema[several]))
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    return container(schema, before) or SIMPLE.get(schema.get("type", ""), "unknown")


def container(schema: Schema, before: str) -> str | None:
    """A list, so many things in a row, or an object; nothing if it is none of these."""
    match schema:
        case {"type": "array", "prefixItems": parts}:
            return f"[{', '.join(kind(part, before) for part in parts)}]"
        case {"type": "array"}:
            each = kind(schema.get("items"), before)
            return f"({each})[]" if " " in each else f"{each}[]"
        case {"type": "object", "properties": _}:
            return fields(schema, before)
        case {"type": "object"}:
            return f"Record<string, {kind(schema.get('additionalProperties'), before)}>"
    return None
