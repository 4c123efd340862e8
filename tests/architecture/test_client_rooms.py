"""The import law of the browser's client: which folder of web/src may import which, without cycles.

`import type` is free, since nothing of it is left at run time. `import()` may also reach a room that LOADS names.
"""

import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from posixpath import dirname, join, normpath

import pytest

from tests.architecture.client import WEB, Leaf, client
from tests.architecture.source import TITLES

# A room and the rooms that it may import; the index.ts of every room says the same. {} is a title.
ROOMS = {
    "browser": "",
    "i18n": "browser",
    "ui/motion": "browser",
    "ui/kit": "",
    "ui/pieces": "i18n",
    "games": "i18n",
    "ui/rules": "browser games i18n",
    "api": "browser i18n ui/motion",
    "a11y": "api browser i18n",
    "ui/controls": "a11y browser i18n ui/pieces",
    "a11y/keys": "api browser i18n ui/controls ui/pieces ui/rules",
    "table/log": "api games i18n ui/controls ui/pieces ui/rules",
    "table/hints": "api i18n ui/pieces ui/rules",
    "table/menu": "api browser i18n ui/controls ui/pieces",
    "table/frame": "a11y api browser i18n table/log ui/controls ui/motion ui/pieces ui/rules",
    "table": "api browser games i18n table/frame table/log table/menu ui/controls ui/kit ui/motion ui/pieces",
    "offline": "api games i18n",
    "pages/about": "api games i18n ui/controls",
    "pages/contents": "api browser games i18n ui/controls ui/pieces",
    "pages/fairness": "api browser i18n ui/controls ui/pieces",
    "pages/gallery": "games i18n ui/controls ui/kit ui/pieces",
    "pages/hall": "api browser games i18n table ui/controls ui/kit ui/pieces ui/rules",
    "pages/hosting": "api i18n ui/controls ui/pieces",
    "pages/learn": "api browser games i18n ui/pieces",
    "pages/pad": "api browser games i18n ui/controls ui/pieces",
    "pages/replay": "a11y api browser games i18n table/log ui/controls ui/pieces",
    "pages/rules": "api browser games i18n ui/controls ui/pieces ui/rules",
    "{}/model": "api browser i18n ui/motion",
    "{}/pieces": "{}/model i18n ui/motion ui/pieces",
    "{}/board": "{}/model {}/pieces a11y i18n ui/motion ui/pieces ui/rules",
    "{}/road": "{}/model {}/pieces a11y i18n ui/kit ui/motion ui/pieces",
    "{}/panels": "{}/board {}/model {}/pieces a11y a11y/keys browser i18n table/hints table/log ui/controls "
    "ui/motion ui/pieces ui/rules",
    "{}/score": "{}/board {}/model {}/panels {}/pieces api i18n table/log ui/kit ui/motion ui/pieces ui/rules",
    "{}/pad": "{} {}/board {}/model {}/panels {}/pieces {}/score api i18n pages/pad ui/controls ui/pieces",
    "{}/library": "{} {}/board {}/model {}/pieces {}/road i18n pages/pad ui/pieces ui/rules",
    "{}": "{}/board {}/model {}/panels {}/pieces {}/road a11y api i18n pages/replay table/frame table/hints "
    "table/log ui/controls ui/motion ui/pieces",
}
# A room and the rooms that it fetches when they are needed, besides those that it may import.
LOADS = {
    "games": "{} {}/library {}/pad",
    "table/frame": "a11y/keys table/menu",
    "offline": "pages/rules ui/kit",
    "pages/hall": "offline",
    "{}": "{}/score a11y/keys",
}
TOP = {"src/App.svelte", "src/main.ts", "src/virtual.d.ts"}  # may import every room
STATIC = re.compile(r"""^\s*(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?['"](\.[^'"]+)['"]""", re.MULTILINE)
LAZY = re.compile(r"""\bimport\(\s*['"](\.[^'"]+)['"]""")


def expanded(table: dict[str, str]) -> dict[str, set[str]]:
    """Return a table with {} replaced by the folder of each title."""
    made: dict[str, set[str]] = {}
    for room, others in table.items():
        for title in TITLES:
            made.setdefault(room.replace("{}", f"games/{title}"), set()).update(
                others.replace("{}", f"games/{title}").split()
            )
    return made


MAY_IMPORT, MAY_LOAD = expanded(ROOMS), expanded(LOADS)


def room_of(name: str) -> str:
    """Return the room of a file of web/. The manifests of the titles belong to the registry."""
    return "games" if re.search(r"/manifest(\.ts)?$", name) else dirname(name).removeprefix("src/")


def imports(leaf: Leaf, pattern: re.Pattern[str]) -> Iterator[str]:
    """Yield the other rooms that a file imports."""
    for found in pattern.finditer(leaf.code):
        target = normpath(join(dirname(leaf.name), found[1]))
        target = f"{target}/index.ts" if (WEB / target).is_dir() else target
        room = room_of(target)
        if target.startswith("../"):  # data of the package, such as languages.json
            continue
        if dirname(target) != "src" and room != room_of(leaf.name):
            yield room


CODE = [leaf for leaf in client(".ts", ".svelte") if not leaf.is_test and leaf.name not in TOP]


def test_every_folder_is_a_room_of_the_table():
    assert {room_of(leaf.name) for leaf in CODE} <= set(MAY_IMPORT)


def test_rooms_import_only_what_they_may():
    used = [(leaf, room, MAY_IMPORT[room_of(leaf.name)]) for leaf in CODE for room in imports(leaf, STATIC)]
    assert len(used) > 500
    assert [(leaf.name, room) for leaf, room, allowed in used if room not in allowed] == []


def test_rooms_load_only_what_they_may():
    used = [(leaf, room, room_of(leaf.name)) for leaf in CODE for room in imports(leaf, LAZY)]
    assert [(leaf.name, to) for leaf, to, own in used if to not in MAY_IMPORT[own] | MAY_LOAD.get(own, set())] == []


def test_no_import_goes_in_a_circle():
    TopologicalSorter(MAY_IMPORT).prepare()


@pytest.mark.parametrize("room", sorted({room_of(leaf.name) for leaf in CODE}))
def test_every_room_says_what_it_is_for_and_what_it_imports(room):
    text = " ".join(re.findall(r"^// (.*)$", (WEB / "src" / room / "index.ts").read_text("utf-8"), re.MULTILINE))
    about, law = re.fullmatch(r"(.*?) May import: (.*?)\. ?.*", text).groups()
    assert about.count(". ") >= 1
    own = re.match(r"games/\w+", room)
    named = {f"{own[0]}/{name}" if own and f"{own[0]}/{name}" in MAY_IMPORT else name for name in law.split(", ")}
    assert {own[0] if name == "games/<title>" else name for name in named} - {"nothing"} == MAY_IMPORT[room]
