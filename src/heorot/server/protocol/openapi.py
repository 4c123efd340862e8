"""The description of the whole API for programs: the routes, whatever goes over a socket, and what a view of each game
is made of."""

import json
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from heorot.engine.plain import describe_sentence
from heorot.games import GAMES
from heorot.server.messages import FROM_CLIENT, FROM_SERVER

Schema = dict[str, Any]
HERE = "#/components/schemas/"


def describe(app: FastAPI) -> Schema:
    """All of it, as OpenAPI."""
    told = get_openapi(title=app.title, version=app.version, routes=app.routes, description=app.description)
    parts = told.setdefault("components", {}).setdefault("schemas", {})
    for name, schema in (*socket_parts().items(), *game_parts().items()):
        if parts.setdefault(name, schema) != schema:
            raise ValueError(f"twice in the API: {name}")
    tell_of_games(parts)
    told["components"]["schemas"] = dict(sorted(parts.items()))
    return told


def write(told: Schema) -> str:
    """The same as a text, in which a change shows as few lines."""
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


# ---- Sockets -------------------------------------------------------------------------------------------------------


def socket_parts() -> dict[str, Schema]:
    """Every message, and the two unions of them."""
    client = FROM_CLIENT.json_schema(ref_template=f"{HERE}{{model}}")
    server = FROM_SERVER.json_schema(ref_template=f"{HERE}{{model}}", mode="serialization")
    sent: dict[str, Schema] = server.pop("$defs")
    for name, part in sent.items():
        if name != "TableChange":
            part["required"] = list(part["properties"])  # the server leaves nothing else out
    parts: dict[str, Schema] = {**client.pop("$defs"), **sent}
    return {**parts, "FromClient": client, "FromServer": server}


# ---- Games ---------------------------------------------------------------------------------------------------------


def game_parts() -> dict[str, Schema]:
    """What the views of all games are made of, each name beginning with that of its game; and what a sentence is."""
    sentences: dict[str, Any] = {}
    describe_sentence(sentences)
    parts = {name: moved(schema, "") for name, schema in sentences.items()}
    for game in GAMES:
        parts |= parts_of(game)
    return parts


def parts_of(game: str) -> dict[str, Schema]:
    """The parts of one game. The log goes apart from the view."""
    schema: Any = GAMES[game].schema()
    parts = {game.title() + name: moved(part, game.title()) for name, part in schema["$defs"].items()}
    view = parts[view_of(game)]
    parts[f"{game.title()}Log"] = view["properties"].pop("log")
    view["required"].remove("log")
    return parts


def view_of(game: str) -> str:
    """What the view of a game is called."""
    schema: Any = GAMES[game].schema()
    return game.title() + str(schema["$ref"]).rpartition("/")[2]


def moved(schema: Any, before: str) -> Any:
    """A schema whose references lead to where all parts of the API are."""
    match schema:
        case Mapping():
            return {name: moved(part, before) for name, part in schema.items()}
        case list():
            return [moved(part, before) for part in schema]
        case str() if schema.startswith("#/$defs/"):
            return HERE + before + schema.removeprefix("#/$defs/")
    return schema


def tell_of_games(parts: dict[str, Schema]) -> None:
    """Where a message holds something of a game, say what that may be."""
    views = [{"$ref": HERE + view_of(game)} for game in GAMES]
    logs = [{"$ref": f"{HERE}{game.title()}Log"} for game in GAMES]
    paragraph = {"type": "array", "items": {"$ref": f"{HERE}Sentence"}}
    for name in ("Moment", "Progress", "PastMoment"):
        parts[name]["properties"]["view"] = {"anyOf": [*views, {"type": "null"}]}
    parts["LogPart"]["properties"]["entries"] = {"anyOf": logs}
    parts["LogPart"]["properties"]["told"] = {"type": "array", "items": paragraph}
