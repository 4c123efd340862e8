"""OpenAPI description of the whole API: the routes, the socket messages, and the data of each game."""

import json
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from heorot.bots.hints import advice_schema
from heorot.engine.content.examples import HIDDEN_FIELDS
from heorot.engine.serialize import describe_sentence
from heorot.games import GAMES
from heorot.server.protocol.messages import FROM_CLIENT, FROM_SERVER
from heorot.server.protocol.types import ApiSchema

COMPONENTS = "#/components/schemas/"
SENTENCE = "Sentence"  # the schema that all games share
DATA = {  # routes that answer with data of a game, and the schema for each
    "/api/games/{game}/box": "BoxContents",
    "/api/tables/{table}/box": "BoxContents",
    "/api/games/{game}/examples": "Examples",
    "/api/games/{game}/score": "TypedScoreAnswer",
}


def openapi_schema(app: FastAPI) -> ApiSchema:
    """Return the OpenAPI document of an app."""
    document = get_openapi(title=app.title, version=app.version, routes=app.routes, description=app.description)
    parts = document.setdefault("components", {}).setdefault("schemas", {})
    for name, schema in (*socket_components().items(), *game_components().items(), *hint_components().items()):
        if parts.setdefault(name, schema) != schema:
            raise ValueError(f"twice in the API: {name}")
    reference_games(parts)
    reference_data(document["paths"])
    document["components"]["schemas"] = dict(sorted(parts.items()))
    return document


def to_text(document: ApiSchema) -> str:
    """Return the document as JSON with short lines, for readable diffs."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


# ---- Sockets -------------------------------------------------------------------------------------------------------


def socket_components() -> dict[str, ApiSchema]:
    """Return the schemas of all messages, and of the two unions of them."""
    client = FROM_CLIENT.json_schema(ref_template=f"{COMPONENTS}{{model}}")
    server = FROM_SERVER.json_schema(ref_template=f"{COMPONENTS}{{model}}", mode="serialization")
    sent: dict[str, ApiSchema] = server.pop("$defs")
    for name, part in sent.items():
        if name != "TableChange":
            part["required"] = list(part["properties"])  # the server always sends all fields
    parts: dict[str, ApiSchema] = {**client.pop("$defs"), **sent}
    return {**parts, "FromClient": client, "FromServer": server}


# ---- Games ---------------------------------------------------------------------------------------------------------


def game_components() -> dict[str, ApiSchema]:
    """Return the schemas of all games, prefixed with the game's name, of sentences, and of data of any game."""
    sentences: dict[str, Any] = {}
    describe_sentence(sentences)
    parts = {name: rebase_refs(schema, "") for name, schema in sentences.items()}
    for game in GAMES:
        parts |= components_of(game)
    return parts | {name: {"anyOf": [reference(game.title() + name) for game in GAMES]} for name in DATA.values()}


def components_of(game: str) -> dict[str, ApiSchema]:
    """Return the schemas of one game: its view, its log, which is separate from the view, its query answers, its box,
    its examples and the answer of its score pad."""
    title, answers = game.title(), GAMES[game].query_schemas()
    parts: dict[str, ApiSchema] = {}
    others = (GAMES[game].contents_schema(), GAMES[game].score_schema())
    for schema in (GAMES[game].view_schema(), *answers.values(), *others):
        definitions: Any = schema["$defs"]
        own = {name: part for name, part in definitions.items() if name != SENTENCE}
        parts |= {title + name: rebase_refs(part, title) for name, part in own.items()}
    view = parts[view_name(game)]
    parts |= example_components(title, view, [rebase_refs(schema["$ref"], title) for schema in answers.values()])
    parts[f"{title}Log"] = view["properties"].pop("log")
    view["required"].remove("log")
    parts[f"{title}QueryAnswers"] = {
        "type": "object",
        "description": "answer types by query name",
        "properties": {query: {"$ref": rebase_refs(schema["$ref"], title)} for query, schema in answers.items()},
        "required": list(answers),
    }
    return parts


def example_components(title: str, view: ApiSchema, answers: list[str]) -> dict[str, ApiSchema]:
    """Return the schemas of a game's examples of rules, which engine/content/examples.py renders."""
    shown = {name: part for name, part in view["properties"].items() if name not in HIDDEN_FIELDS}
    example_view, text = reference(f"{title}ExampleView"), {"type": "string"}
    example = {
        "rule": text,
        "box": {"type": "string", "description": "key in the boxes of the examples"},
        "seat": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "then": {"anyOf": [text, {"type": "null"}], "description": "action that is tried"},
        "view": example_view,
        "after": {"anyOf": [example_view, {"type": "null"}]},
        "told": {"type": "array", "items": {"type": "array", "items": reference(SENTENCE)}},
        "asked": {"type": "array", "items": {"anyOf": [{"$ref": answer} for answer in answers]}},
    }
    examples = {
        "boxes": {"type": "object", "additionalProperties": reference(f"{title}BoxContents")},
        "examples": {"type": "array", "items": reference(f"{title}Example")},
    }
    return {
        f"{title}ExampleView": closed_object("Example view", shown),
        f"{title}Example": closed_object("Worked example", example),
        f"{title}Examples": closed_object("Worked examples", examples),
    }


def closed_object(description: str, properties: dict[str, Any]) -> ApiSchema:
    """Return the schema of an object whose fields are all required."""
    return {"type": "object", "description": description, "properties": properties, "required": [*properties],
            "additionalProperties": False}  # fmt: skip


def hint_components() -> dict[str, ApiSchema]:
    """Return the schemas of the answer to the query `hint`; the server adds the number of the question."""
    found: dict[str, Any] = rebase_refs(advice_schema(), "")
    parts: dict[str, ApiSchema] = {name: part for name, part in found["$defs"].items() if name != SENTENCE}
    parts["AdviceAnswer"]["properties"]["question"] = {"type": "integer"}
    parts["AdviceAnswer"]["required"].append("question")
    return parts


def reference(name: str) -> ApiSchema:
    """Return a reference to a component."""
    return {"$ref": COMPONENTS + name}


def view_name(game: str) -> str:
    """Return the name of a game's view schema."""
    schema: Any = GAMES[game].view_schema()
    return game.title() + str(schema["$ref"]).rpartition("/")[2]


def rebase_refs(schema: Any, before: str) -> Any:
    """Return a schema whose references point to the components of the document, with a prefix of the game."""
    match schema:
        case Mapping():
            return {name: rebase_refs(part, before) for name, part in schema.items()}
        case list():
            return [rebase_refs(part, before) for part in schema]
        case str() if schema.startswith("#/$defs/"):
            name = schema.removeprefix("#/$defs/")
            return COMPONENTS + (name if name == SENTENCE else before + name)
    return schema


def reference_games(parts: dict[str, ApiSchema]) -> None:
    """Reference the views and logs of all games in the messages that contain them."""
    views = [reference(view_name(game)) for game in GAMES]
    logs = [reference(f"{game.title()}Log") for game in GAMES]
    paragraph = {"type": "array", "items": reference(SENTENCE)}
    for name in ("TableSnapshot", "Progress", "PastMoment"):
        parts[name]["properties"]["view"] = {"anyOf": [*views, {"type": "null"}]}
    parts["LogPart"]["properties"]["entries"] = {"anyOf": logs}
    parts["LogPart"]["properties"]["told"] = {"type": "array", "items": paragraph}
    parts["RuleText"]["properties"]["ours"] = paragraph


def reference_data(paths: ApiSchema) -> None:
    """Reference the data of all games in the routes that answer with it."""
    for path, name in DATA.items():
        for route in paths[path].values():
            route["responses"]["200"]["content"]["application/json"]["schema"] = reference(name)
