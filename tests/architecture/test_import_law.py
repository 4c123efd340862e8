"""The import law: `engine ◄ games ◄ search ◄ bots ◄ review ◄ lab | adapters | server`. Left never imports right."""

import ast
import sys
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.architecture.source import FunctionNode, Source, package

LAYERS = (
    ("verifier",),
    ("engine",),
    ("games",),
    ("search",),
    ("bots",),
    ("review",),
    ("lab", "adapters", "server"),
    ("terminal", "bench", "client"),
    ("bench_table",),
    ("bench_server",),
    ("bench_nodes",),
    ("cli",),
    ("__main__",),
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
DATA = ("heorot", "locales")                                # anyone may read them, and they import nothing of ours
PURE = ("engine", "games", *DATA)                           # Python alone
LAZY = ("engine/accel.py", "engine/native.py")              # may import the compiler, but only once it is wanted
COMPILER = ("numba", "numpy", "llvmlite")


class Import(NamedTuple):
    module: tuple[str, ...]  # `("heorot", "engine", "accel")`
    node: ast.AST
    lazy: bool  # within a function


def imports(source: Source) -> Iterator[Import]:
    """Everything a file imports, also late, relatively, for types only, and by name at run time."""
    inside = {id(node) for f in ast.walk(source.tree) if isinstance(f, FunctionNode) for node in ast.walk(f)}
    for node in ast.walk(source.tree):
        for module in modules(source, node):
            yield Import(tuple(module.split(".")), node, id(node) in inside)


def modules(source: Source, node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module, names, level):
            start = absolute(source, level, module)
            yield from (f"{start}.{alias.name}" for alias in names)
        case ast.Call(ast.Name("import_module" | "__import__") | ast.Attribute(attr="import_module"), [argument, *_]):
            yield beginning(argument)


def absolute(source: Source, level: int, module: str | None) -> str:
    """Where `from ..x import` leads."""
    if not level:
        return module or ""
    here = ["heorot", *source.parts]
    folder = here if source.file.name == "__init__.py" else here[:-1]
    return ".".join([*folder[: len(folder) - level + 1], *([module] if module else [])])


def beginning(argument: ast.expr) -> str:
    """What is known of a name that is put together at run time."""
    match argument:
        case ast.Constant(str(name)) | ast.JoinedStr([ast.Constant(str(name)), *_]):
            return name.rstrip(".")
    return "?"


def ours(source: Source) -> Iterator[tuple[str, Import]]:
    """The layers that a file imports from."""
    layers = {*RANK, *DATA}
    for found in imports(source):
        if found.module[0] == "heorot":
            within = found.module[1] if len(found.module) > 1 else "heorot"
            yield (within if within in layers else "heorot"), found


def foreign(source: Source) -> Iterator[Import]:
    """What is neither ours nor Python's own."""
    known = {"heorot", *sys.stdlib_module_names}
    return (found for found in imports(source) if found.module[0] not in known)


def may_import(layer: str, other: str) -> bool:
    if layer in DATA:
        return other == layer
    if other in DATA:
        return layer != "engine" or other == "locales"
    return other == layer or RANK[other] < RANK[layer]


def test_every_file_belongs_to_a_layer():
    assert {source.layer for source in package()} <= {*RANK, *DATA}


def test_left_never_imports_right():
    broken = [
        f"{source.at(found.node)} imports {'.'.join(found.module)}"
        for source in package()
        for other, found in ours(source)
        if not may_import(source.layer, other)
    ]
    assert broken == []


def test_the_engine_imports_only_itself():
    broken = [
        f"{source.at(found.node)} imports {'.'.join(found.module)}"
        for source in package()
        if source.layer == "engine"
        for other, found in ours(source)
        if other != "engine"
    ]
    assert broken == []


def test_games_never_import_each_other():
    broken = [
        f"{source.at(found.node)} imports {'.'.join(found.module)}"
        for source in package()
        if source.layer == "games" and len(source.parts) > 1
        for other, found in ours(source)
        if other == "games" and found.module[2:3] != source.parts[1:2]
    ]
    assert broken == []


def test_engine_games_and_locales_need_python_alone():
    broken = [
        f"{source.at(found.node)} imports {found.module[0]}"
        for source in package()
        if source.layer in PURE and not source.name.endswith(LAZY)
        for found in foreign(source)
    ]
    assert broken == []


def test_the_compiler_is_imported_only_when_it_is_wanted():
    broken = [
        f"{source.at(found.node)} imports {found.module[0]}"
        for source in package()
        if source.name.endswith(LAZY)
        for found in foreign(source)
        if not found.lazy or found.module[0] not in COMPILER
    ]
    assert broken == []


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
def test_this_law_sees_every_way_to_import(place, line, leads_to, tmp_path, monkeypatch):
    monkeypatch.setattr("tests.architecture.source.PACKAGE", tmp_path)
    file = tmp_path / place
    file.parent.mkdir(parents=True)
    file.write_text(line)
    source = Source(file)
    assert [layer for layer, _ in ours(source)] == [leads_to]
    assert not may_import(source.layer, leads_to)
