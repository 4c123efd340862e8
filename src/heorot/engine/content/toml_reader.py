"""Validated access to a box in TOML. Every error names the file and the path of the value."""

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


class HasHash(Protocol):
    """A box with the hash of its text."""

    @property
    def hash(self) -> str: ...


H = TypeVar("H", bound=HasHash)
SourcedValue: TypeAlias = tuple[str, object, str]  # path in the file, value, source

# The error for a value that does not have the type.
TYPE_ERRORS: dict[type, str] = {
    int: "not-a-whole-number", bool: "not-true-or-false", str: "not-text", list: "not-a-list", dict: "not-a-table",
}  # fmt: skip
LABELS = ("act", "id", "symbol", "source")  # identify a table and need no source
NAMES = ("kind", "name")  # need no source either, unless sources are given field by field
SHOWN, RULEBOOK, OURS = ("value", "ability", "seen"), "rulebook", "ours"  # SHOWN: proved by a picture in the rulebook
MAX_FILE_BYTES, MAX_LINE, MAX_DOTS = 1_000_000, 200, 200


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of a table's values: one for all of them, or one for each field."""

    rest: str = ""  # of the fields that are not named
    named: tuple[tuple[str, str], ...] = ()

    def of(self, *fields: str) -> str:
        """Return the source of a field, which may have several names."""
        named = dict(self.named)
        return next((named[field] for field in fields if field in named), self.rest)


UNKNOWN = Sources()


@dataclass(frozen=True, slots=True)
class TomlTable:
    """A TOML table and its path. Every accessor validates the value and raises BadBox with its path.

    Tables in a list are numbered from 1, or named by their act, id, symbol or kind: `tile[act 2].rows[3].ability`.
    """

    file: str
    path: str
    content: dict[str, object]

    def where(self, key: str) -> str:
        """Return the path of a key."""
        plain = key if re.fullmatch(r"[\w-]+(\[\d+\])?", key) else repr(key)
        return f"{self.path}.{plain}" if self.path else plain

    def error_at(self, key: str, reason: str, /, **params: str | int) -> BadBox:
        """Return the error for a value."""
        return BadBox(self.file, self.where(key), f"box.{reason}", **params)

    def reject_unknown_keys(self, *known: str) -> None:
        """Raise BadBox for a key that is not known; most are typing errors."""
        for key in self.content:
            if key not in known:
                raise self.error_at(key, "unknown-key", known=", ".join(known))

    def take(self, key: str, kind: type[T], absent: T | None = None) -> T:
        """Return the value of a key; `absent` is its default, None makes the key required."""
        value = self.content.get(key, absent)
        if value is None:
            raise self.error_at(key, "missing-key")
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.error_at(key, TYPE_ERRORS[kind])
        return value

    def whole(self, key: str, low: int, high: int, absent: int | None = None) -> int:
        """Return an integer from `low` to `high`."""
        value = self.take(key, int, absent)
        if not low <= value <= high:
            raise self.error_at(key, "out-of-range", low=low, high=high)
        return value

    def text(self, key: str, absent: str | None = None) -> str:
        """Return a printable text, which may have several lines."""
        value = self.take(key, str, absent)
        if not re.sub(r"[\n\t\xa0\u202f]", "", value).isprintable():
            raise self.error_at(key, "not-printable")
        return value

    def line(self, key: str, absent: str | None = None) -> str:
        """Return a text of one line, which is not empty unless `absent` is given."""
        value = self.text(key, absent)
        if re.search(r"[\n\t]", value) or len(value) > MAX_LINE or (not value and absent is None):
            raise self.error_at(key, "not-a-line", longest=MAX_LINE)
        return value

    def lines(self, key: str) -> list[str]:
        """Return a list of lines; the path of the second one is `key[2]`."""
        numbered = {f"{key}[{number}]": line for number, line in enumerate(self.take(key, list), 1)}
        parts = TomlTable(self.file, self.path, numbered)
        return [parts.line(name) for name in parts.content]

    def word(self, key: str, known: tuple[str, ...], reason: str) -> str:
        """Return one of the known words; `reason` is the error for any other."""
        value = self.line(key)
        if value not in known:
            raise self.error_at(key, reason, word=value, known=", ".join(known))
        return value

    def table(self, key: str, absent: dict[str, object] | None = None) -> TomlTable:
        """Return a table."""
        return TomlTable(self.file, self.where(key), self.take(key, dict, absent))

    def tables(self, key: str, absent: list[object] | None = None) -> list[TomlTable]:
        """Return a list of tables."""
        parts = self.take(key, list, absent)
        for number, part in enumerate(parts, 1):
            if not isinstance(part, dict):
                raise BadBox(self.file, f"{self.where(key)}[{number}]", "box.not-a-table")
        named = any("name" in part for part in parts)
        labels = [label(number, part, named) for number, part in enumerate(parts, 1)]
        return [TomlTable(self.file, f"{self.where(key)}[{n}]", part) for n, part in zip(labels, parts, strict=True)]

    def sources(self, outer: Sources = UNKNOWN) -> Sources:
        """Return the sources of this table's values. Fields that a table of sources leaves out are our proposals."""
        match self.content.get("source"):
            case None:
                return outer
            case dict():
                part = self.table("source")
                return Sources(OURS, tuple((field, part.line(field)) for field in part.content))
        return Sources(self.line("source", ""))

    def values(self, outer: Sources = UNKNOWN, also: Mapping[str, str] | None = None) -> Iterator[SourcedValue]:
        """Yield every value below this table with its nearest source; `also` maps fields to other names in `source`."""
        sources = self.sources(outer)
        for key, value in self.content.items():
            shown = self.content.get("seen") and key in SHOWN  # the rulebook is the source of all that it shows
            source = RULEBOOK if shown else sources.of(key, (also or {}).get(key, key))
            match value:
                case dict() if key not in LABELS:
                    yield from self.table(key).values(Sources(source), also)
                case [] | [dict(), *_]:
                    for part in self.tables(key):
                        yield from part.values(Sources(source), also)
                case _ if key not in LABELS and (sources.named or key not in NAMES):
                    yield self.where(key), value, source


def label(number: int, part: dict[str, object], named: bool) -> str:
    """Return the name of a table in a list: its act, id, symbol or kind, else its number."""
    names = [f"act {part.get('act')}", *(str(part.get(key)) for key in (("id",) if named else ("symbol", "kind")))]
    return next((name for name in names if re.fullmatch(r"act [1-9]|[a-z][a-z0-9_]{0,39}", name)), str(number))


def read_toml(text: str, file: str) -> dict[str, object]:
    """Parse TOML; raises BadBox with the line and column.

    A line with too many dots is refused first: parsing a dotted key takes quadratic time.
    """
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MAX_DOTS:
            raise BadBox(file, f"{number}:1", "box.not-a-line", longest=MAX_LINE)
    try:
        text.encode()
        return tomllib.loads(text)
    except UnicodeEncodeError as error:
        raise BadBox(file, f"character {error.start + 1}", "box.not-utf-8") from None
    except (ValueError, RecursionError) as error:
        at = re.search(r"at line (\d+), column (\d+)", str(error))
        row, column = (int(at[1]), int(at[2])) if at else (text.count("\n") + 1, len(text) - text.rfind("\n"))
        raise BadBox(file, f"{row}:{column}", "box.not-toml", line=row, column=column, detail=str(error)) from error


class BuiltInBoxes(Generic[H]):
    """The built-in boxes of a game: `box.toml`, and in `boxes/` its versions from earlier releases, with which older
    games continue."""

    def __init__(self, folder: Traversable, read: Callable[[Traversable], H]) -> None:
        self.folder = folder
        self.read = read

    @cached_property
    def newest(self) -> H:
        return self.read(self.folder / "box.toml")

    @cached_property
    def by_hash(self) -> dict[str, H]:
        """All built-in boxes."""
        older = self.folder / "boxes"
        files = sorted(older.iterdir(), key=lambda file: file.name) if older.is_dir() else []
        return {box.hash: box for box in (*map(self.read, files), self.newest)}


def read_box_file(file: str) -> str:
    """Read the text of a box file; raises BadBox."""
    try:
        with open(file, "rb") as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BadBox(file, file or ".", "box.cannot-be-read", detail=str(error)) from error
    if len(data) > MAX_FILE_BYTES:
        raise BadBox(file, file, "box.file-too-large", most=MAX_FILE_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadBox(file, f"byte {error.start + 1}", "box.not-utf-8") from error
