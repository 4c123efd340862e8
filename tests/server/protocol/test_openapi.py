"""The description of the API and the types for TypeScript are those of the models; neither is edited by hand."""

import json
import re

import pytest

from heorot.games import GAMES
from heorot.server import openapi, typescript
from heorot.server.app import make_app
from heorot.server.messages import FROM_CLIENT, FROM_SERVER
from heorot.server.settings import Settings
from tests.architecture.source import ROOT
from tests.cli.running import heorot


@pytest.fixture(scope="module")
def told():
    return openapi.describe(make_app(Settings.model_construct()))


def test_what_is_committed_is_what_the_models_say(told):
    anew = "heorot openapi web/openapi.json --types web/src/protocol.ts"
    assert (ROOT / "web/openapi.json").read_text("utf-8") == openapi.write(told), anew
    types = typescript.write(told["components"]["schemas"])
    assert (ROOT / "web/src/protocol.ts").read_text("utf-8") == types, anew


def test_the_command_writes_both(tmp_path):
    done = heorot("openapi", str(tmp_path / "api.json"), "--types", str(tmp_path / "types.ts"))
    assert done.code == 0, done
    assert (tmp_path / "api.json").read_bytes() == (ROOT / "web/openapi.json").read_bytes()
    assert (tmp_path / "types.ts").read_bytes() == (ROOT / "web/src/protocol.ts").read_bytes()


def test_every_route_and_every_message_is_on_the_page(told):
    """Whoever writes a client has all of it there."""
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    routes = {f"{method.upper()} {path}" for path, methods in told["paths"].items() for method in methods}
    assert {route for route in routes if not re.search(re.escape(route) + r"[`?]", page)} == set()
    parts = told["components"]["schemas"]
    for union in ("FromClient", "FromServer"):
        for part in parts[union]["oneOf"]:
            message = parts[part["$ref"].rpartition("/")[2]]["properties"]
            names = {message["type"]["const"], *message}
            assert {name for name in names if not re.search(rf'[`"]{name}[`"]', page)} == set()


def test_every_reference_leads_somewhere(told):
    parts = told["components"]["schemas"]
    named = re.findall(r'"\$ref": "#/components/schemas/([^"]+)"', json.dumps(told))
    assert set(named) <= set(parts)
    assert '"#/$defs' not in json.dumps(told)


@pytest.mark.parametrize(("name", "union"), [("FromClient", FROM_CLIENT), ("FromServer", FROM_SERVER)])
def test_every_message_is_told_of_and_has_a_type_of_its_own(told, name, union):
    parts = told["components"]["schemas"]
    types = {part["$ref"].rpartition("/")[2] for part in parts[name]["oneOf"]}
    assert types == {ref["$ref"].rpartition("/")[2] for ref in union.json_schema()["oneOf"]}
    assert all("type" in parts[one]["required"] and "const" in parts[one]["properties"]["type"] for one in types)


def test_the_views_of_all_games_are_told_of(told):
    shown = told["components"]["schemas"]["Moment"]["properties"]["view"]["anyOf"]
    assert len(shown) == len(GAMES) + 1


def test_every_route_tells_of_its_failures(told):
    for path, methods in told["paths"].items():
        for method, route in methods.items():
            assert {"4XX", "5XX"} <= set(route["responses"]), (path, method)
            assert "422" not in route["responses"]


@pytest.mark.parametrize(
    ("schema", "said"),
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
def test_a_schema_as_a_type(schema, said):
    assert typescript.kind(schema) == said


def test_a_comment_cannot_end_early():
    assert typescript.declaration("A", {"type": "string", "description": "a */ b\nc"}) == (
        "/** a * / b c */\nexport type A = string;\n"
    )
