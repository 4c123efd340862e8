"""Which keys of the catalogues the browser's client uses, found in its text, and what it gives them."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.architecture.client import Leaf, client

KEY = r"[a-z]+(?:\.[a-z0-9_-]+)+"
# A key in quotes, or the beginning of one in a template: `web.people.${mark(seat)}`, `web.${game}.title`
QUOTED = re.compile(rf"""(['"])({KEY})\1""")
TEMPLATE = re.compile(r"`([^`]*)`")
HOLE = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
SPEAKER = re.compile(r"\b(?:say|told|sentence)\(\s*(['\"])(" + KEY + r")\1\s*(,\s*)?")
FILES = (".ts", ".svelte", ".css", ".json", ".html")


class Said(NamedTuple):
    """A key in the client."""

    place: str
    key: str


class Call(NamedTuple):
    """A key that is said outright, with what is given to it."""

    place: str
    key: str
    given: frozenset[str]
    all_given: bool  # nothing spread, nothing handed on


@cache
def leaves() -> list[Leaf]:
    return [leaf for leaf in client(".ts", ".svelte") if not leaf.is_test]


def at(leaf: Leaf, place: int) -> str:
    return f"web/{leaf.name}:{leaf.code.count(chr(10), 0, place) + 1}"


def quoted() -> Iterator[Said]:
    """Every text in quotes that looks like a key."""
    for leaf in leaves():
        for found in QUOTED.finditer(leaf.code):
            yield Said(at(leaf, found.start()), found[2])


def templates() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Every template that looks like a key with holes, as a pattern of the keys that it can make."""
    for leaf in leaves():
        for found in TEMPLATE.finditer(leaf.code):
            whole = HOLE.sub("\0", found[1])
            if re.fullmatch(r"[a-z\0][a-z0-9_\0-]*(?:\.[a-z0-9_\0-]+)+", whole) and "\0" in whole:
                yield at(leaf, found.start()), re.compile(re.escape(whole).replace("\0", r"[a-z0-9_.-]+"))


def calls() -> Iterator[Call]:
    """Every `say('key', { … })` with the names of what is given."""
    for leaf in leaves():
        for found in SPEAKER.finditer(leaf.code):
            names, whole = given(leaf.code[found.end() :]) if found[3] else (frozenset(), True)
            yield Call(at(leaf, found.start()), found[2], names, whole)


def given(rest: str) -> tuple[frozenset[str], bool]:
    """The names in an object that is written down after a key; not all, where something else stands there."""
    if not rest.startswith("{"):
        return frozenset(), False
    inner = rest[1 : closing(rest)]
    parts = [part.strip() for part in split(inner) if part.strip()]
    names = {re.match(r"['\"]?([\w-]*)", part)[1] for part in parts if not part.startswith("...")}
    return frozenset(names), not any(part.startswith("...") for part in parts)


def closing(text: str) -> int:
    """Where the first brace is closed."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter in "{[(") - (letter in "}])")
        if depth == 0:
            return place
    return len(text)


def split(text: str) -> list[str]:
    """At commas that stand within no bracket and no quotes."""
    parts, depth, quote = [""], 0, ""
    for letter in text:
        quote = ("" if letter == quote else quote) if quote else (letter if letter in "'\"`" else "")
        depth += 0 if quote else (letter in "{[(") - (letter in "}])")
        if letter == "," and not depth and not quote:
            parts.append("")
        else:
            parts[-1] += letter
    return parts
