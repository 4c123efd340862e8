"""The OpenAPI description and the TypeScript types are generated from the models and up to date."""

import json
import re

import pytest

from heorot.games import GAMES
from heorot.server.app import make_app
from heorot.server.protocol import openapi, typescript
from heorot.server.protocol.messages import FROM_CLIENT, FROM_SERVER
from heorot.server.settings import Settings
from tests.architecture.source import ROOT
from tests.cli.run_heorot import run_heorot


@pytest.fixture(scope="module")
def document():
    return openapi.openapi_schema(make_app(Settings.model_construct()))


def test_committed_schema_and_types_are_fresh(document):
    command = "heorot openapi web/openapi.json --types web/src/protocol.ts"
    assert (ROOT / "web/openapi.json").read_text("utf-8") == openapi.to_text(document), command
    types = typescript.write(document["components"]["schemas"])
    assert (ROOT / "web/src/protocol.ts").read_text("utf-8") == types, command


def test_heorot_openapi_writes_schema_and_types(tmp_path):
    done = run_heorot("openapi", str(tmp_path / "api.json"), "--types", str(tmp_path / "types.ts"))
    assert done.code == 0, done
    assert (tmp_path / "api.json").read_bytes() == (ROOT / "web/openapi.json").read_bytes()
    assert (tmp_path / "types.ts").read_bytes() == (ROOT / "web/src/protocol.ts").read_bytes()


def test_every_route_and_message_is_documented(document):
    """docs/protocol.md must be enough to write a client."""
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    routes = {f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods}
    assert {route for route in routes if not re.search(re.escape(route) + r"[`?]", page)} == set()
    parts = document["components"]["schemas"]
    for union in ("FromClient", "FromServer"):
        for part in parts[union]["oneOf"]:
            message = parts[part["$ref"].rpartition("/")[2]]["properties"]
            names = {message["type"]["const"], *message}
            assert {name for name in names if not re.search(rf'[`"]{name}[`"]', page)} == set()


def test_every_reference_has_a_target(document):
    parts = document["components"]["schemas"]
    named = re.findall(r'"\$ref": "#/components/schemas/([^"]+)"', json.dumps(document))
    assert set(named) <= set(parts)
    assert '"#/$defs' not in json.dumps(document)


@pytest.mark.parametrize(("name", "union"), [("FromClient", FROM_CLIENT), ("FromServer", FROM_SERVER)])
def test_every_message_is_described_with_its_type(document, name, union):
    parts = document["components"]["schemas"]
    types = {part["$ref"].rpartition("/")[2] for part in parts[name]["oneOf"]}
    assert types == {ref["$ref"].rpartition("/")[2] for ref in union.json_schema()["oneOf"]}
    schemas = [parts[name] for name in types]
    assert all("type" in schema["required"] and "const" in schema["properties"]["type"] for schema in schemas)


def test_the_views_of_all_games_are_described(document):
    shown = document["components"]["schemas"]["Moment"]["properties"]["view"]["anyOf"]
    assert len(shown) == len(GAMES) + 1


def test_every_route_describes_its_errors(document):
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            assert {"4XX", "5XX"} <= set(route["responses"]), (path, method)
            assert "422" not in route["responses"]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({}, "unknown"),
        (True, "unknown"),
        ({"type": "integer"}, "number"),
        ({"const": 'a"b'}, '"a\\"b"'),
        ({"enum": ["a", 1]}, '"a" | 1'),
        ({"$ref": "#/components/schemas/A-B"}, "A_B"),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "null"}]}, "number | null"),
        ({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, "(string | null)[]"),
        ({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}, "[string, number]"),
        ({"type": "array"}, "unknown[]"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "Record<string, string>"),
        ({"type": "object"}, "Record<string, unknown>"),
        (
            {"type": "object", "properties": {"a": {"type": "string"}, "b-c": {}}, "required": ["a"]},
            '{\n  a: string;\n  "b-c"?: unknown;\n}',
        ),
    ],
)
def test_schemas_become_types(schema, expected):
    assert typescript.kind(schema) == expected


def test_comments_are_escaped():
    assert typescript.declaration("A", {"type": "string", "description": "a */ b\nc"}) == (
        "/** a * / b c */\nexport type A = string;\n"
    )
