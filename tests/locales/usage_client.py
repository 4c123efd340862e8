"""The catalogue keys that the source text of the browser's client uses, and their parameters."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.architecture.client.client_files import ClientFile, client_files
from tests.architecture.source import TITLES

KEY = r"[a-z]+(?:\.[a-z0-9_-]+)+"
# A key in quotes. Templates such as `web.people.${mark(seat)}` are keys with placeholders.
QUOTED = re.compile(rf"""(['"])({KEY})\1""")
TEMPLATE = re.compile(r"`([^`]*)`")
PLACEHOLDER = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
SAY_CALL = re.compile(r"\bsay\(\s*(['\"])(" + KEY + r")\1\s*(,\s*)?")
FILE_SUFFIXES = (".ts", ".svelte", ".css", ".json", ".html")
# Topics of the catalogues whose messages are not used by a game or a page of that name.
HOMES = {
    "clocks": "table/frame/Clocks.svelte", "hints": "table/hints/", "keys": "a11y/keys/",
    "notices": "table/menu/Notices.svelte",
}  # fmt: skip


def client_home(topic: str) -> str:
    """Return the path below web/src of the code that uses the messages of a topic."""
    return HOMES.get(topic) or f"{'games' if topic in TITLES else 'pages'}/{topic}/"


class QuotedKey(NamedTuple):
    """A quoted key and its place in the client."""

    place: str
    key: str


class Call(NamedTuple):
    """A call with a literal key, with its parameters."""

    place: str
    key: str
    given: frozenset[str]
    all_given: bool  # a literal object without spread


@cache
def code_files() -> list[ClientFile]:
    """Return the modules and components of the client, without tests."""
    return [file for file in client_files(".ts", ".svelte") if not file.is_test]


def place_in(file: ClientFile, position: int) -> str:
    return f"web/{file.name}:{file.code.count(chr(10), 0, position) + 1}"


def quoted() -> Iterator[QuotedKey]:
    """Yield every quoted string that has the form of a key."""
    for file in code_files():
        for match in QUOTED.finditer(file.code):
            yield QuotedKey(place_in(file, match.start()), match[2])


def templates() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield a pattern for every template string that has the form of a key with placeholders."""
    for file in code_files():
        for match in TEMPLATE.finditer(file.code):
            pattern = PLACEHOLDER.sub("\0", match[1])
            if re.fullmatch(r"[a-z\0][a-z0-9_\0-]*(?:\.[a-z0-9_\0-]+)+", pattern) and "\0" in pattern:
                yield place_in(file, match.start()), re.compile(re.escape(pattern).replace("\0", r"[a-z0-9_.-]+"))


def calls() -> Iterator[Call]:
    """Yield every `say('key', { … })` with the names of its parameters."""
    for file in code_files():
        for match in SAY_CALL.finditer(file.code):
            names, is_complete = given(file.code[match.end() :]) if match[3] else (frozenset(), True)
            yield Call(place_in(file, match.start()), match[2], names, is_complete)


def given(rest: str) -> tuple[frozenset[str], bool]:
    """Return the property names of the object literal at the start, and whether they are all known."""
    if not rest.startswith("{"):
        return frozenset(), False
    inner = rest[1 : closing_position(rest)]
    parts = [part.strip() for part in split(inner) if part.strip()]
    names = {re.match(r"['\"]?([\w-]*)", part)[1] for part in parts if not part.startswith("...")}
    return frozenset(names), not any(part.startswith("...") for part in parts)


def closing_position(text: str) -> int:
    """Return the position of the matching closing brace."""
    depth = 0
    for position, letter in enumerate(text):
        depth += (letter in "{[(") - (letter in "}])")
        if depth == 0:
            return position
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
