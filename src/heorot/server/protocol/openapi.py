"""OpenAPI description of the whole API: the routes, the socket messages, and the views of each game."""

import json
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from heorot.engine.serialize import describe_sentence
from heorot.games import GAMES
from heorot.server.protocol.messages import FROM_CLIENT, FROM_SERVER
from heorot.server.protocol.types import ApiSchema

COMPONENTS = "#/components/schemas/"
SENTENCE = "Sentence"  # the schema that all games share


def openapi_schema(app: FastAPI) -> ApiSchema:
    """Return the OpenAPI document of an app."""
    document = get_openapi(title=app.title, version=app.version, routes=app.routes, description=app.description)
    parts = document.setdefault("components", {}).setdefault("schemas", {})
    for name, schema in (*socket_components().items(), *game_components().items()):
        if parts.setdefault(name, schema) != schema:
            raise ValueError(f"twice in the API: {name}")
    reference_games(parts)
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
    """Return the schemas of all views, prefixed with the game's name, and of sentences."""
    sentences: dict[str, Any] = {}
    describe_sentence(sentences)
    parts = {name: rebase_refs(schema, "") for name, schema in sentences.items()}
    for game in GAMES:
        parts |= components_of(game)
    return parts


def components_of(game: str) -> dict[str, ApiSchema]:
    """Return the schemas of one game: its view, its log, which is separate from the view, and its query answers."""
    title, answers = game.title(), GAMES[game].query_schemas()
    parts: dict[str, ApiSchema] = {}
    for schema in (GAMES[game].view_schema(), *answers.values()):
        definitions: Any = schema["$defs"]
        own = {name: part for name, part in definitions.items() if name != SENTENCE}
        parts |= {title + name: rebase_refs(part, title) for name, part in own.items()}
    view = parts[view_name(game)]
    parts[f"{title}Log"] = view["properties"].pop("log")
    view["required"].remove("log")
    parts[f"{title}QueryAnswers"] = {
        "type": "object",
        "description": "answer types by query name",
        "properties": {query: {"$ref": rebase_refs(schema["$ref"], title)} for query, schema in answers.items()},
        "required": list(answers),
    }
    return parts


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
    views = [{"$ref": COMPONENTS + view_name(game)} for game in GAMES]
    logs = [{"$ref": f"{COMPONENTS}{game.title()}Log"} for game in GAMES]
    paragraph = {"type": "array", "items": {"$ref": COMPONENTS + SENTENCE}}
    for name in ("TableSnapshot", "Progress", "PastMoment"):
        parts[name]["properties"]["view"] = {"anyOf": [*views, {"type": "null"}]}
    parts["LogPart"]["properties"]["entries"] = {"anyOf": logs}
    parts["LogPart"]["properties"]["told"] = {"type": "array", "items": paragraph}
