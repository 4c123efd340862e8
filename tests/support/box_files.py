"""Edited and broken box files, for the tests of both games."""

import ast
import copy
import json
import re
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from heorot.engine.errors import BadBox
from heorot.engine.kernels.structs import Struct

GONE = object()
Sheet = dict[str, Any]  # a parsed file
Reader = Callable[[str, str], Any]  # of a text, under the name of a file

# ---- As text -------------------------------------------------------------------------------------------------------


def write(value: object) -> str:
    """Write a value as TOML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {write(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(write, value)) + "]"
    return str(value) if isinstance(value, float) else json.dumps(value)


def as_text(sheet: Sheet) -> str:
    return "\n".join(f"{json.dumps(key)} = {write(value)}" for key, value in sheet.items())


# ---- Changed files -------------------------------------------------------------------------------------------------


def step(node: dict | list, key: str) -> str | int:
    return int(key) if isinstance(node, list) else key


def value_at(node: Any, path: str) -> Any:
    for key in path.split(".") if path else ():
        node = node[step(node, key)]
    return node


def change(sheet: Sheet, path: str, value: object) -> Sheet:
    """Copy a parsed file with one value replaced or removed."""
    sheet = copy.deepcopy(sheet)
    way, _, last = path.rpartition(".")
    node = value_at(sheet, way)
    if value is GONE:
        del node[step(node, last)]
    else:
        node[step(node, last)] = value
    return sheet


def edit(text: str, changes: dict[str, object]) -> str:
    """Return the text of a box with some values changed: `tile.0.rows.1.count`, `episode.3.spaces.1`."""
    sheet = tomllib.loads(text)
    for path, value in changes.items():
        sheet = change(sheet, path, value)
    return as_text(sheet)


# ---- Corrupted files -----------------------------------------------------------------------------------------------


def paths(node: object, path: str = "") -> list[str]:
    """Yield the path of every value of a parsed file, tables and lists included."""
    pairs = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    below = [(f"{path}.{key}".strip("."), part) for key, part in pairs]
    return [found for name, part in below for found in (name, *paths(part, name))]


def replace_values(sheet: Sheet, wrong: list[object]) -> list[Sheet]:
    """Replace one value, or add an unknown key next to it."""
    places = paths(sheet)
    tables = [path for path in places if isinstance(value_at(sheet, path), dict)]
    replaced = [change(sheet, path, value) for path in places for value in wrong]
    return [*replaced, *(change(sheet, f"{path}.typo", 1) for path in tables), change(sheet, "typo", 1)]


def spoil_lists(sheet: Sheet) -> list[Sheet]:
    """Double, reverse, truncate or extend a list."""
    lists = [(path, part) for path in paths(sheet) if isinstance(part := value_at(sheet, path), list)]
    changes = [(path, new) for path, old in lists for new in (old * 2, old[::-1], old[1:], old[:-1], old * 50)]
    return [change(sheet, path, value) for path, value in changes]


def lack_anything(sheet: Sheet) -> list[Sheet]:
    """Remove one value."""
    return [change(sheet, path, GONE) for path in paths(sheet)]


# ---- Refused -------------------------------------------------------------------------------------------------------


def refused(read_box: Reader, text: str) -> BadBox:
    """Return the error of a text that is not a valid box."""
    with pytest.raises(BadBox) as caught:
        read_box(text, "my.toml")
    assert caught.value.file == "my.toml"
    return caught.value


def check_spoilt(read_box: Reader, sheets: Iterable[Sheet], reasons: set[str]) -> None:
    """Check that each text is a valid box that compiles, or is refused for a known reason."""
    for text in map(as_text, sheets):
        try:
            box = read_box(text, "spoilt.toml")
        except BadBox as error:
            refusal = error
        else:
            assert isinstance(box.printed, Struct)
            assert list(box.sourced())
            continue
        assert refusal.key.removeprefix("box.") in reasons
        assert refusal.file == "spoilt.toml"
        assert refusal.where == refusal.params["where"] != ""


def reasons_in(files: Iterable[str]) -> set[str]:
    """Find every reason for a refusal in source files."""
    trees = (ast.parse(Path(file).read_text("utf-8")) for file in files)
    texts = (node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    words = (text for text in texts if isinstance(text, str) and re.fullmatch(r"(box\.)?[a-z]+(-[a-z0-9]+)+", text))
    return {word.removeprefix("box.") for word in words}
