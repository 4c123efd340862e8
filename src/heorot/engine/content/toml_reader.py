"""A box as a TOML file: whatever is taken from it is checked, and a fault says where it stands."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Generic, Protocol, TypeAlias, TypeVar

from heorot.engine.errors import BadBox

T = TypeVar("T")


class Hashed(Protocol):
    """A box, as far as it matters here."""

    @property
    def hash(self) -> str: ...


H = TypeVar("H", bound=Hashed)
Sourced: TypeAlias = tuple[str, object, str]  # a path in the file, the value there, and where it comes from

# What a value must be, and the reason given when it is something else.
NEEDED: dict[type, str] = {
    int: "not-a-whole-number", bool: "not-true-or-false", str: "not-text", list: "not-a-list", dict: "not-a-table",
}  # fmt: skip
LABELS = ("act", "id", "symbol", "source")  # they say which table it is, and need no source
NAMES = ("kind", "name")  # nor do these, but where sources are told field by field
SHOWN, RULEBOOK, OURS = ("value", "ability", "seen"), "rulebook", "ours"  # what a picture in the rulebook proves
BIGGEST_FILE, LONGEST_LINE, MOST_DOTS = 1_000_000, 200, 200


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the values of a table come from: one text for all of them, or a text by field."""

    rest: str = ""  # of whatever is not named
    named: tuple[tuple[str, str], ...] = ()

    def of(self, *fields: str) -> str:
        """The source of a value, which may go by several names."""
        named = dict(self.named)
        return next((named[field] for field in fields if field in named), self.rest)


UNKNOWN = Sources()


@dataclass(frozen=True, slots=True)
class Section:
    """A table of the file and the path to it. All that is taken from it is checked; a fault says where it stands.

    Tables in a list are counted from 1, or called by their act, id, symbol or kind: `tile[act 2].rows[3].ability`.
    """

    file: str
    path: str
    content: dict[str, object]

    def where(self, key: str) -> str:
        plain = key if re.fullmatch(r"[\w-]+(\[\d+\])?", key) else repr(key)
        return f"{self.path}.{plain}" if self.path else plain

    def fault(self, key: str, reason: str, /, **params: str | int) -> BadBox:
        return BadBox(self.file, self.where(key), f"box.{reason}", **params)

    def only(self, *known: str) -> None:
        """Refuse a key that nobody would read: most are slips of the pen."""
        for key in self.content:
            if key not in known:
                raise self.fault(key, "unknown-key", known=", ".join(known))

    def take(self, key: str, kind: type[T], absent: T | None = None) -> T:
        value = self.content.get(key, absent)
        if value is None:
            raise self.fault(key, "missing-key")
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.fault(key, NEEDED[kind])
        return value

    def whole(self, key: str, low: int, high: int, absent: int | None = None) -> int:
        value = self.take(key, int, absent)
        if not low <= value <= high:
            raise self.fault(key, "out-of-range", low=low, high=high)
        return value

    def text(self, key: str, absent: str | None = None) -> str:
        value = self.take(key, str, absent)
        if not re.sub(r"[\n\t\xa0\u202f]", "", value).isprintable():
            raise self.fault(key, "not-printable")
        return value

    def line(self, key: str, absent: str | None = None) -> str:
        value = self.text(key, absent)
        if re.search(r"[\n\t]", value) or len(value) > LONGEST_LINE or (not value and absent is None):
            raise self.fault(key, "not-a-line", longest=LONGEST_LINE)
        return value

    def lines(self, key: str) -> list[str]:
        """A list of lines, of which the second is called `key[2]`."""
        numbered = {f"{key}[{number}]": line for number, line in enumerate(self.take(key, list), 1)}
        parts = Section(self.file, self.path, numbered)
        return [parts.line(place) for place in parts.content]

    def word(self, key: str, known: tuple[str, ...], reason: str) -> str:
        value = self.line(key)
        if value not in known:
            raise self.fault(key, reason, word=value, known=", ".join(known))
        return value

    def table(self, key: str, absent: dict[str, object] | None = None) -> Section:
        return Section(self.file, self.where(key), self.take(key, dict, absent))

    def tables(self, key: str, absent: list[object] | None = None) -> list[Section]:
        parts = self.take(key, list, absent)
        for number, part in enumerate(parts, 1):
            if not isinstance(part, dict):
                raise BadBox(self.file, f"{self.where(key)}[{number}]", "box.not-a-table")
        named = any("name" in part for part in parts)
        labels = [label(number, part, named) for number, part in enumerate(parts, 1)]
        return [Section(self.file, f"{self.where(key)}[{n}]", part) for n, part in zip(labels, parts, strict=True)]

    def sources(self, outer: Sources = UNKNOWN) -> Sources:
        """Where the values of this table come from; what a table of sources does not name is our own."""
        match self.content.get("source"):
            case None:
                return outer
            case dict():
                part = self.table("source")
                return Sources(OURS, tuple((field, part.line(field)) for field in part.content))
        return Sources(self.line("source", ""))

    def values(self, outer: Sources = UNKNOWN, also: Mapping[str, str] | None = None) -> Iterator[Sourced]:
        """Every value from here on, each with the nearest source; `also`: other names that fields have there."""
        sources = self.sources(outer)
        for key, value in self.content.items():
            source = self.source_of(key, sources, (also or {}).get(key, key))
            match value:
                case dict() if key not in LABELS:
                    yield from self.table(key).values(Sources(source), also)
                case [] | [dict(), *_]:
                    for part in self.tables(key):
                        yield from part.values(Sources(source), also)
                case _ if key not in LABELS and (sources.named or key not in NAMES):
                    yield self.where(key), value, source

    def source_of(self, key: str, sources: Sources, also: str) -> str:
        """Where a value comes from: what the rulebook shows at least once is printed in it."""
        return RULEBOOK if self.content.get("seen") and key in SHOWN else sources.of(key, also)


def label(number: int, part: dict[str, object], named: bool) -> str:
    """What a table in a list is called. Kinds are no names where tables have names of their own."""
    names = [f"act {part.get('act')}", *(str(part.get(key)) for key in (("id",) if named else ("symbol", "kind")))]
    return next((name for name in names if re.fullmatch(r"act [1-9]|[a-z][a-z0-9_]{0,39}", name)), str(number))


def read_toml(text: str, file: str) -> dict[str, object]:
    """A text as TOML; raises BadBox with the place of what is wrong. What a key of very many parts takes to read grows
    with the square of their number, so that one is not even tried."""
    for number, words in enumerate(text.split("\n"), 1):
        if words.count(".") > MOST_DOTS:
            raise BadBox(file, f"{number}:1", "box.not-a-line", longest=LONGEST_LINE)
    try:
        text.encode()
        return tomllib.loads(text)
    except UnicodeEncodeError as error:
        raise BadBox(file, f"character {error.start + 1}", "box.not-utf-8") from None
    except (ValueError, RecursionError) as error:
        at = re.search(r"at line (\d+), column (\d+)", str(error))
        line, column = (int(at[1]), int(at[2])) if at else (text.count("\n") + 1, len(text) - text.rfind("\n"))
        raise BadBox(file, f"{line}:{column}", "box.not-toml", line=line, column=column, detail=str(error)) from error


class OwnBoxes(Generic[H]):
    """The boxes that came with a game: games that were begun with one go on with it for ever. When box.toml changes,
    the one before is kept in `boxes/` beside it."""

    def __init__(self, folder: Traversable, read: Callable[[Traversable], H]) -> None:
        self.folder = folder
        self.read = read

    @cached_property
    def newest(self) -> H:
        return self.read(self.folder / "box.toml")

    @cached_property
    def by_hash(self) -> dict[str, H]:
        """Every one of them."""
        return {box.hash: box for box in (*map(self.read, files_in(self.folder / "boxes")), self.newest)}


def files_in(folder: Traversable) -> list[Traversable]:
    """The boxes in a folder by name; none, where there is no such folder."""
    return sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []


def read_text(file: str) -> str:
    """The text in a file; raises BadBox if there is none."""
    try:
        with open(file, "rb") as stream:
            data = stream.read(BIGGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise BadBox(file, file or ".", "box.cannot-be-read", detail=str(error)) from error
    if len(data) > BIGGEST_FILE:
        raise BadBox(file, file, "box.file-too-large", most=BIGGEST_FILE)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadBox(file, f"byte {error.start + 1}", "box.not-utf-8") from error
