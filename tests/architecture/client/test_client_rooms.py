"""The import law of the browser's client: which folder of web/src may import which, without cycles.

`import type` is always allowed, since it has no effect at run time. `import()` may also load the rooms in LOADS.
"""

import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from posixpath import dirname, join, normpath

import pytest

from tests.architecture.client.client_files import WEB, ClientFile, client_files
from tests.architecture.source import TITLES

# Each room and the rooms that it may import, as in the index.ts of the room. {} is a title.
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
# Each room and the other rooms that it may load with import().
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


def expand_titles(table: dict[str, str]) -> dict[str, set[str]]:
    """Return a table with {} replaced by the folder of each title, without rooms that a title lacks."""
    rooms: dict[str, set[str]] = {}
    for room, others in table.items():
        for title in TITLES:
            named = {other.replace("{}", f"games/{title}") for other in others.split()}
            rooms.setdefault(room.replace("{}", f"games/{title}"), set()).update(filter(is_room, named))
    return {room: others for room, others in rooms.items() if is_room(room)}


def is_room(name: str) -> bool:
    return (WEB / "src" / name).is_dir()


MAY_IMPORT, MAY_LOAD = expand_titles(ROOMS), expand_titles(LOADS)


def room_of(name: str) -> str:
    """Return the room of a file: its folder. The manifests of the titles belong to the room of the registry."""
    return "games" if re.search(r"/manifest(\.ts)?$", name) else dirname(name).removeprefix("src/")


def imports(file: ClientFile, pattern: re.Pattern[str]) -> Iterator[str]:
    """Yield the other rooms that a file imports."""
    for match in pattern.finditer(file.code):
        target = normpath(join(dirname(file.name), match[1]))
        target = f"{target}/index.ts" if (WEB / target).is_dir() else target
        room = room_of(target)
        if target.startswith("../"):  # data of the package, such as languages.json
            continue
        if dirname(target) != "src" and room != room_of(file.name):
            yield room


CODE = [file for file in client_files(".ts", ".svelte") if not file.is_test and file.name not in TOP]


def test_every_folder_is_listed_as_room():
    assert {room_of(file.name) for file in CODE} <= set(MAY_IMPORT)


def test_rooms_import_only_allowed_rooms():
    used = [(file, room, MAY_IMPORT[room_of(file.name)]) for file in CODE for room in imports(file, STATIC)]
    assert len(used) > 500
    assert [(file.name, room) for file, room, allowed in used if room not in allowed] == []


def test_rooms_load_only_allowed_rooms():
    used = [(file, room, room_of(file.name)) for file in CODE for room in imports(file, LAZY)]
    assert len(used) > 20
    assert [(file.name, to) for file, to, own in used if to not in MAY_IMPORT[own] | MAY_LOAD.get(own, set())] == []


def test_allowed_imports_have_no_cycle():
    TopologicalSorter(MAY_IMPORT).prepare()


@pytest.mark.parametrize("room", sorted({room_of(file.name) for file in CODE}))
def test_room_index_describes_room_and_its_imports(room):
    text = " ".join(re.findall(r"^// (.*)$", (WEB / "src" / room / "index.ts").read_text("utf-8"), re.MULTILINE))
    about, law = re.fullmatch(r"(.*?) May import: (.*?)\. ?.*", text).groups()
    assert about.count(". ") >= 1
    own = re.match(r"games/\w+", room)
    named = {f"{own[0]}/{name}" if own and f"{own[0]}/{name}" in MAY_IMPORT else name for name in law.split(", ")}
    assert {own[0] if name == "games/<title>" else name for name in named} - {"nothing"} == MAY_IMPORT[room]
