"""The rooms of the package (its folders), what each may import, and the graph of imports at run time."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from tests.architecture.source import PACKAGE, TITLES, FunctionNode, Source, package

IMPORT_CLAUSE = re.compile(r"\n\nMay import: ([^.]+(?:\.\w[^.]*)*)\.\Z")
ROOT_ROOM = "heorot"  # the package itself
TITLE = f"(?:{'|'.join(TITLES)})"


class Import(NamedTuple):
    """An import statement, or a call of import_module."""

    module: tuple[str, ...]  # `("heorot", "engine", "accel")`; the last part may be a name within a module
    node: ast.AST
    lazy: bool  # within a function
    typing: bool  # under `if TYPE_CHECKING`


# ---- Imports of one file -------------------------------------------------------------------------------------------


def imports(source: Source) -> Iterator[Import]:
    """Yield everything a file imports, also in functions, relatively, for types only, and by name at run time."""
    in_functions = {id(node) for f in ast.walk(source.tree) if isinstance(f, FunctionNode) for node in ast.walk(f)}
    typing = {id(node) for block in ast.walk(source.tree) for node in typing_only(block)}
    for node in ast.walk(source.tree):
        for module in modules(source, node):
            yield Import(tuple(module.split(".")), node, id(node) in in_functions, id(node) in typing)


def typing_only(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of an `if TYPE_CHECKING` block."""
    match node:
        case ast.If(ast.Name("TYPE_CHECKING"), body):
            for statement in body:
                yield from ast.walk(statement)


def modules(source: Source, node: ast.AST) -> Iterator[str]:
    """Yield the full names that one node imports."""
    match node:
        case ast.Import(names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module, names, level):
            start = absolute(source, level, module)
            yield from (f"{start}.{alias.name}" for alias in names)
        case ast.Call(ast.Name("import_module" | "__import__") | ast.Attribute(attr="import_module"), [argument, *_]):
            yield from dynamic(argument)


def absolute(source: Source, level: int, module: str | None) -> str:
    """Return the package that `from ..x import` names."""
    if not level:
        return module or ""
    here = ["heorot", *source.parts]
    folder = here if source.file.name == "__init__.py" else here[:-1]
    return ".".join([*folder[: len(folder) - level + 1], *([module] if module else [])])


def dynamic(argument: ast.expr) -> list[str]:
    """Return the modules that an expression may name at run time, or the known beginning if there are none."""
    match argument:
        case ast.Constant(str(name)):
            return [name]
        case ast.JoinedStr([ast.FormattedValue(ast.Name("__name__") | ast.Attribute(attr="__name__")), *_]):
            return ["heorot"]  # some module of the package
        case ast.JoinedStr([ast.Constant(str(start)), *_] as parts):
            pattern = "".join(re.escape(p.value) if isinstance(p, ast.Constant) else TITLE for p in parts)
            return [name for name in all_modules() if re.fullmatch(pattern, name)] or [start.rstrip(".")]
    return ["?"]


# ---- Rooms ---------------------------------------------------------------------------------------------------------


@cache
def all_modules() -> dict[str, Source]:
    """Return every module by its full name."""
    return {".".join(["heorot", *source.parts]): source for source in package()}


@cache
def rooms() -> dict[str, Source]:
    """Return the `__init__.py` of every room by the room's name relative to heorot."""
    inits = [source for source in package() if source.file.name == "__init__.py"]
    return {".".join(source.parts) or ROOT_ROOM: source for source in inits}


@cache
def room_of(source: Source) -> str:
    """Return the room of a file: the nearest folder that is a package."""
    folder = next(folder for folder in source.file.parents if (folder / "__init__.py").exists())
    return ".".join(folder.relative_to(PACKAGE).parts) or ROOT_ROOM


@cache
def has_sub_rooms(room: str) -> bool:
    """Return whether a room contains others; its own modules are then rooms of their own in the graph."""
    return room == ROOT_ROOM or any(other.startswith(f"{room}.") for other in rooms())


@cache
def declared(room: str) -> list[str] | None:
    """Return the names in the last paragraph of a room's docstring; None if it has no such paragraph."""
    match = IMPORT_CLAUSE.search(ast.get_docstring(rooms()[room].tree) or "")
    if match is None:
        return None
    return [] if match[1] == "nothing" else re.split(r",\s+", match[1])


def target_of(imported: Import) -> str | None:
    """Return the module that an import loads, relative to heorot; None if it is outside the package."""
    if imported.module[0] != "heorot":
        return None
    name = ".".join(imported.module)
    known = name if name in all_modules() else name.rpartition(".")[0]
    return known.removeprefix("heorot").removeprefix(".") or ROOT_ROOM


@cache
def run_time_targets(source: Source) -> list[tuple[str, Import]]:
    """Return the modules of the package that a file imports at run time."""
    targets = [(target_of(imported), imported) for imported in imports(source) if not imported.typing]
    return [(target, imported) for target, imported in targets if target is not None]


def covers(name: str, target: str) -> bool:
    """Return whether a name in a docstring allows a module. A top-level package allows everything in it; any other name
    allows one module, or the modules of one room without those of its sub-rooms."""
    if "." not in name:
        return target == name or target.startswith(f"{name}.")
    return target == name or (target.rpartition(".")[0] == name and target not in rooms())


@cache
def modules_in(room: str) -> list[Source]:
    """Return the modules directly in a room, without its `__init__.py`."""
    files = all_modules().values()
    return [source for source in files if room_of(source) == room and source.file.name != "__init__.py"]


# ---- Graphs --------------------------------------------------------------------------------------------------------


def node_of(module: str) -> str:
    """Return the node of a module in the graph of rooms: its room, or itself if the room has sub-rooms."""
    room = module if module in rooms() else module.rpartition(".")[0] or ROOT_ROOM
    return module if has_sub_rooms(room) else room


def room_graph() -> dict[str, set[str]]:
    """Return the nodes that each room may import by its docstring, and that each loose module does import."""
    graph: dict[str, set[str]] = {}
    names = [name.removeprefix("heorot").removeprefix(".") or ROOT_ROOM for name in all_modules()]
    for room in rooms():
        if not has_sub_rooms(room):
            allowed = [name for name in names for declared_name in declared(room) or () if covers(declared_name, name)]
            graph[room] = set(map(node_of, allowed)) - {room}
    for name, source in all_modules().items():
        own = name.removeprefix("heorot").removeprefix(".") or ROOT_ROOM
        if node_of(own) == own and own not in graph:
            graph[own] = {node_of(target) for target, _ in run_time_targets(source)} - {own}
    return graph


def module_graph(sources: Iterable[Source]) -> dict[str, set[str]]:
    """Return the modules that each module imports at run time, those within functions included."""
    graph: dict[str, set[str]] = {}
    for source in sources:
        own = ".".join(source.parts) or ROOT_ROOM
        graph[own] = {target for target, _ in run_time_targets(source)} - {own}
    return graph
