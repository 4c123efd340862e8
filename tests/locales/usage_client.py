"""The catalogue keys that the browser's client uses, found in its text, and their parameters."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.architecture.client.client_files import ClientFile, client_files
from tests.architecture.source import TITLES

KEY = r"[a-z]+(?:\.[a-z0-9_-]+)+"
# A key in quotes, or the beginning of one in a template: `web.people.${mark(seat)}`, `web.${game}.title`
QUOTED = re.compile(rf"""(['"])({KEY})\1""")
TEMPLATE = re.compile(r"`([^`]*)`")
HOLE = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
SPEAKER = re.compile(r"\b(?:say|told|sentence)\(\s*(['\"])(" + KEY + r")\1\s*(,\s*)?")
FILES = (".ts", ".svelte", ".css", ".json", ".html")
# Topics of the catalogues whose text is not used by a page of that name.
HOMES = {
    "clocks": "table/frame/Clocks.svelte", "hints": "table/hints/", "keys": "a11y/keys/",
    "notices": "table/menu/Notices.svelte",
}  # fmt: skip


def client_home(topic: str) -> str:
    """Return the path below web/src of the code that uses the messages of a topic."""
    return HOMES.get(topic) or f"{'games' if topic in TITLES else 'pages'}/{topic}/"


class Said(NamedTuple):
    """A key in the client."""

    place: str
    key: str


class Call(NamedTuple):
    """A call with a literal key, with its parameters."""

    place: str
    key: str
    given: frozenset[str]
    all_given: bool  # no spread, no variable


@cache
def code_files() -> list[ClientFile]:
    return [file for file in client_files(".ts", ".svelte") if not file.is_test]


def at(file: ClientFile, place: int) -> str:
    return f"web/{file.name}:{file.code.count(chr(10), 0, place) + 1}"


def quoted() -> Iterator[Said]:
    """Yield every text in quotes that looks like a key."""
    for file in code_files():
        for found in QUOTED.finditer(file.code):
            yield Said(at(file, found.start()), found[2])


def templates() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield every template that looks like a key with placeholders, as a pattern of its keys."""
    for file in code_files():
        for found in TEMPLATE.finditer(file.code):
            whole = HOLE.sub("\0", found[1])
            if re.fullmatch(r"[a-z\0][a-z0-9_\0-]*(?:\.[a-z0-9_\0-]+)+", whole) and "\0" in whole:
                yield at(file, found.start()), re.compile(re.escape(whole).replace("\0", r"[a-z0-9_.-]+"))


def calls() -> Iterator[Call]:
    """Yield every `say('key', { … })` with the names of its parameters."""
    for file in code_files():
        for found in SPEAKER.finditer(file.code):
            names, whole = given(file.code[found.end() :]) if found[3] else (frozenset(), True)
            yield Call(at(file, found.start()), found[2], names, whole)


def given(rest: str) -> tuple[frozenset[str], bool]:
    """Return the names in a literal object after a key, and whether they are all."""
    if not rest.startswith("{"):
        return frozenset(), False
    inner = rest[1 : closing(rest)]
    parts = [part.strip() for part in split(inner) if part.strip()]
    names = {re.match(r"['\"]?([\w-]*)", part)[1] for part in parts if not part.startswith("...")}
    return frozenset(names), not any(part.startswith("...") for part in parts)


def closing(text: str) -> int:
    """Return the position of the matching closing brace."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter in "{[(") - (letter in "}])")
        if depth == 0:
            return place
    return len(text)


def split(text: str) -> list[str]:
    """Split at commas outside brackets and quotes."""
    parts, depth, quote = [""], 0, ""
    for letter in text:
        quote = ("" if letter == quote else quote) if quote else (letter if letter in "'\"`" else "")
        depth += 0 if quote else (letter in "{[(") - (letter in "}])")
        if letter == "," and not depth and not quote:
            parts.append("")
        else:
            parts[-1] += letter
    return parts
