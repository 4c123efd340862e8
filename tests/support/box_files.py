"""The file of a box, changed and spoilt: what both games' tests of faulty boxes share."""

import ast
import copy
import json
import re
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from heorot.engine.accel import Record
from heorot.engine.errors import BadBox

GONE = object()
Sheet = dict[str, Any]  # a parsed file
Reader = Callable[[str, str], Any]  # of a text, under the name of a file

# ---- As text -------------------------------------------------------------------------------------------------------


def write(value: object) -> str:
    """A value as TOML, on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {write(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(write, value)) + "]"
    return str(value) if isinstance(value, float) else json.dumps(value)


def as_text(sheet: Sheet) -> str:
    return "\n".join(f"{json.dumps(key)} = {write(value)}" for key, value in sheet.items())


# ---- Changed -------------------------------------------------------------------------------------------------------


def step(node: dict | list, key: str) -> str | int:
    return int(key) if isinstance(node, list) else key


def value_at(node: Any, path: str) -> Any:
    for key in path.split(".") if path else ():
        node = node[step(node, key)]
    return node


def change(sheet: Sheet, path: str, value: object) -> Sheet:
    """A copy of a parsed file in which one value is another, or gone."""
    sheet = copy.deepcopy(sheet)
    way, _, last = path.rpartition(".")
    node = value_at(sheet, way)
    if value is GONE:
        del node[step(node, last)]
    else:
        node[step(node, last)] = value
    return sheet


def edit(text: str, changes: dict[str, object]) -> str:
    """The text of a box with some values changed: `tile.0.rows.1.count`, `episode.3.spaces.1`."""
    sheet = tomllib.loads(text)
    for path, value in changes.items():
        sheet = change(sheet, path, value)
    return as_text(sheet)


# ---- Spoilt --------------------------------------------------------------------------------------------------------


def paths(node: object, path: str = "") -> list[str]:
    """Every place of a parsed file, tables and lists included."""
    pairs = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    below = [(f"{path}.{key}".strip("."), part) for key, part in pairs]
    return [found for name, part in below for found in (name, *paths(part, name))]


def replace_values(sheet: Sheet, wrong: list[object]) -> list[Sheet]:
    """One value replaced by something else, or an unknown key beside it."""
    places = paths(sheet)
    tables = [path for path in places if isinstance(value_at(sheet, path), dict)]
    replaced = [change(sheet, path, value) for path in places for value in wrong]
    return [*replaced, *(change(sheet, f"{path}.typo", 1) for path in tables), change(sheet, "typo", 1)]


def spoil_lists(sheet: Sheet) -> list[Sheet]:
    """A list doubled, turned round, cut short or made very long."""
    lists = [(path, part) for path in paths(sheet) if isinstance(part := value_at(sheet, path), list)]
    changes = [(path, new) for path, old in lists for new in (old * 2, old[::-1], old[1:], old[:-1], old * 50)]
    return [change(sheet, path, value) for path, value in changes]


def lack_anything(sheet: Sheet) -> list[Sheet]:
    """One value gone."""
    return [change(sheet, path, GONE) for path in paths(sheet)]


# ---- Refused -------------------------------------------------------------------------------------------------------


def refused(read_box: Reader, text: str) -> BadBox:
    """Why a text is no box."""
    with pytest.raises(BadBox) as caught:
        read_box(text, "my.toml")
    assert caught.value.file == "my.toml"
    return caught.value


def check_spoilt(read_box: Reader, sheets: Iterable[Sheet], reasons: set[str]) -> None:
    """Each is a box that the rules can be told of, or is refused for a known reason."""
    for text in map(as_text, sheets):
        try:
            box = read_box(text, "spoilt.toml")
        except BadBox as error:
            refusal = error
        else:
            assert isinstance(box.printed, Record)
            assert list(box.sourced())
            continue
        assert refusal.key.removeprefix("box.") in reasons
        assert refusal.file == "spoilt.toml"
        assert refusal.where == refusal.params["where"] != ""


def reasons_in(files: Iterable[str]) -> set[str]:
    """Every reason that some files of code name, and whatever else is written like one."""
    trees = (ast.parse(Path(file).read_text("utf-8")) for file in files)
    texts = (node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    words = (text for text in texts if isinstance(text, str) and re.fullmatch(r"(box\.)?[a-z]+(-[a-z0-9]+)+", text))
    return {word.removeprefix("box.") for word in words}
