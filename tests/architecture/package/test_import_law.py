"""The import laws: layers, rooms, and no cycles.

Layers: `engine ◄ games ◄ search ◄ bots ◄ server | terminal ◄ bench ◄ cli`; left never imports right. Rooms: the
docstring of every folder ends with the rooms that its modules may import at run time.
"""

import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter

import pytest

from tests.architecture.package.rooms import (
    ROOT_ROOM,
    Import,
    covers,
    declared,
    imports,
    module_graph,
    modules_in,
    room_graph,
    room_of,
    rooms,
    run_time_targets,
)
from tests.architecture.source import Source, package

LAYERS = (
    ("verifier",),
    ("engine",),
    ("games",),
    ("search",),
    ("bots",),
    ("server", "terminal"),
    ("bench",),
    ("cli",),
    ("__main__",),
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
DATA = (ROOT_ROOM, "locales")  # every layer may import them; each imports only itself
PURE = ("engine", "games", *DATA)  # without third-party packages
COMPILER = ("numba", "numpy", "llvmlite")
LAZY = ("kernels/compiler.py", "kernels/intrinsics.py", "kernels/structs.py")  # may import it, within functions
MIN_MODULES, MAX_MODULES = 5, 15  # of a room
SMALL_ROOMS = {
    "bots": "what the bots of all titles share",
    "bots.movie": "mirrors bots.legend",
    "games": "the registry of the titles",
    "games.legend": "joins the rooms of the title",
    "games.legend.model": "the values that all rooms share; nothing else belongs there",
    "games.legend.scorepad": "mirrors games.movie.scorepad",
    "games.movie": "joins the rooms of the title",
    "games.movie.box": "mirrors games.legend.box",
    "games.movie.inference": "mirrors games.legend.inference",
    "games.movie.model": "the values that all rooms share; nothing else belongs there",
    "games.movie.rules": "mirrors games.legend.rules",
    "heorot": "the public API",
    "locales": "mostly catalogues",
    "search": "what the searches of all titles share",
    "server.cluster": "communication between nodes; optional in an installation",
    "server.store.migrations": "Alembic expects this folder",
    "server.webhooks": "outgoing calls; nothing else belongs there",
}


# ---- Layers --------------------------------------------------------------------------------------------------------


def package_imports(source: Source) -> Iterator[tuple[str, Import]]:
    """Yield the imports of a file from the package, with their layers."""
    layers = {*RANK, *DATA}
    for imported in imports(source):
        if imported.module[0] == "heorot":
            within = imported.module[1] if len(imported.module) > 1 else ROOT_ROOM
            yield (within if within in layers else ROOT_ROOM), imported


def third_party_imports(source: Source) -> Iterator[Import]:
    """Yield the imports of a file from third-party packages."""
    known = {"heorot", *sys.stdlib_module_names}
    return (imported for imported in imports(source) if imported.module[0] not in known)


def may_import(layer: str, other: str) -> bool:
    """Return whether a layer may import another."""
    if layer in DATA:
        return other == layer
    if other in DATA:
        return layer != "engine" or other == "locales"
    return other == layer or RANK[other] < RANK[layer]


def test_every_file_belongs_to_a_layer():
    assert {source.layer for source in package()} <= {*RANK, *DATA}


def test_layers_never_import_higher_layers():
    broken = [
        f"{source.at(imported.node)} imports {'.'.join(imported.module)}"
        for source in package()
        for other, imported in package_imports(source)
        if not may_import(source.layer, other) and not (source.layer == ROOT_ROOM and imported.typing)  # the public API
    ]
    assert broken == []


def test_engine_imports_only_itself():
    broken = [
        f"{source.at(imported.node)} imports {'.'.join(imported.module)}"
        for source in package()
        if source.layer == "engine"
        for other, imported in package_imports(source)
        if other != "engine"
    ]
    assert broken == []


def test_games_never_import_each_other():
    broken = [
        f"{source.at(imported.node)} imports {'.'.join(imported.module)}"
        for source in package()
        if source.layer == "games" and len(source.parts) > 1
        for other, imported in package_imports(source)
        if other == "games" and imported.module[2:3] != source.parts[1:2]
    ]
    assert broken == []


# ---- Rooms ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", sorted(rooms().keys() - {ROOT_ROOM}))
def test_every_room_declares_what_it_may_import(room):
    names = declared(room)
    assert names is not None, "the docstring must end with a paragraph `May import: engine, games.legend.model.`"
    known = {".".join(source.parts) for source in package()}
    assert [name for name in names if name not in known] == []
    assert [name for name in names if name == room and "." in name] == []


def test_rooms_import_only_what_they_declare():
    broken = [
        f"{source.at(imported.node)} imports {target}"
        for source in package()
        if (room := room_of(source)) != ROOT_ROOM
        for target, imported in run_time_targets(source)
        if not is_allowed(room, target)
    ]
    assert broken == []


def is_allowed(room: str, target: str) -> bool:
    """Return whether the modules of a room may import a module: of the same room, a declared one, or one of DATA."""
    own = {room, *(".".join(source.parts) for source in modules_in(room))}
    return target in own or any(covers(name, target) for name in (*DATA, *(declared(room) or ())))


def test_rooms_have_no_cycle():
    graph = room_graph()
    assert any(graph.values())
    TopologicalSorter(graph).prepare()


def test_modules_have_no_cycle():
    graph = module_graph(package())
    assert any(graph.values())
    TopologicalSorter(graph).prepare()


@pytest.mark.parametrize("room", sorted(rooms()))
def test_room_size_is_within_limits(room):
    size = len(modules_in(room))
    assert size <= MAX_MODULES
    assert (size < MIN_MODULES) == (room in SMALL_ROOMS)


# ---- Third-party packages -----------------------------------------------------------------------------------------


def test_engine_games_and_locales_need_python_alone():
    assert any(True for source in package() if source.layer == "server" for _ in third_party_imports(source))
    broken = [
        f"{source.at(imported.node)} imports {imported.module[0]}"
        for source in package()
        if source.layer in PURE and not source.name.endswith(LAZY)
        for imported in third_party_imports(source)
    ]
    assert broken == []


def test_compiler_is_imported_lazily():
    lazy = [source for source in package() if source.name.endswith(LAZY)]
    assert len(lazy) == len(LAZY)
    assert all(any(third_party_imports(source)) for source in lazy)
    broken = [
        f"{source.at(imported.node)} imports {imported.module[0]}"
        for source in lazy
        for imported in third_party_imports(source)
        if not imported.lazy or imported.module[0] not in COMPILER
    ]
    assert broken == []


# ---- The checks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "line", "leads_to"),
    [
        ("games/movie/rules.py", "from heorot.search import movie", "search"),
        ("games/movie/rules.py", "from ...search.movie import Tally", "search"),
        ("games/movie/rules.py", "import heorot.cli as c", "cli"),
        ("engine/game.py", "from heorot import games", "games"),
        ("engine/game.py", "def f():\n    import_module(f'heorot.bots.{name}')", "bots"),
        ("engine/__init__.py", "from ..games import GAMES", "games"),
    ],
)
def test_every_form_of_import_is_recognised(place, line, leads_to, tmp_path, monkeypatch):
    monkeypatch.setattr("tests.architecture.source.PACKAGE", tmp_path)
    file = tmp_path / place
    file.parent.mkdir(parents=True)
    file.write_text(line)
    source = Source(file)
    assert {layer for layer, _ in package_imports(source)} == {leads_to}
    assert not may_import(source.layer, leads_to)


def test_type_only_imports_are_ignored(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.architecture.source.PACKAGE", tmp_path)
    file = tmp_path / "game.py"
    file.write_text("if TYPE_CHECKING:\n    from heorot.games import GAMES\nfrom heorot.engine import errors\n")
    assert [target for target, _ in run_time_targets(Source(file))] == ["engine.errors"]


def test_top_level_name_covers_package_and_other_names_cover_room():
    assert covers("engine", "engine.records.playback")
    assert covers("games.legend", "games.legend.game")
    assert not covers("games.legend", "games.legend.model.state")
    assert covers("games.legend.model", "games.legend.model.state")
    assert covers("server.settings", "server.settings")
    assert not covers("server.settings", "server.clock")
