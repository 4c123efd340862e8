"""Data is frozen: nobody changes what was handed to them, and a slip of the pen is no new field."""

import ast
from collections.abc import Iterator

from tests.architecture.source import Source, package

MANY = ("engine", "games", "search", "bots")  # a game makes thousands of these: with slots they are small and quick


def dataclasses() -> Iterator[tuple[Source, ast.ClassDef, set[str]]]:
    """Every dataclass of ours, and which of its flags are on."""
    for source in package():
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ClassDef):
                yield from ((source, node, flags) for flags in map(flags_of, node.decorator_list) if flags is not None)


def flags_of(decorator: ast.expr) -> set[str] | None:
    """`@dataclass(frozen=True, slots=False)` has `frozen`; None for any other decorator."""
    match decorator:
        case ast.Name("dataclass"):
            return set()
        case ast.Call(ast.Name("dataclass"), _, keywords):
            return {str(flag.arg) for flag in keywords if isinstance(flag.value, ast.Constant) and flag.value.value}
    return None


def remembers(node: ast.ClassDef) -> bool:
    """Whether something of it is computed once and kept, for which it needs more room than slots."""
    kept = (d for method in node.body if isinstance(method, ast.FunctionDef) for d in method.decorator_list)
    return any(isinstance(decorator, ast.Name) and decorator.id == "cached_property" for decorator in kept)


def test_every_dataclass_is_frozen():
    assert [source.at(node) for source, node, flags in dataclasses() if "frozen" not in flags] == []


def test_every_dataclass_has_slots_unless_it_caches_property():
    many = [(source.at(node), "slots" in flags, remembers(node)) for source, node, flags in dataclasses()
            if source.layer in MANY]  # fmt: skip
    assert [place for place, slots, remembering in many if slots == remembering] == []


def test_dataclasses_and_their_flags_are_found():
    assert len(list(dataclasses())) > 20
    assert flags_of(ast.parse("dataclass(frozen=True, slots=False)", mode="eval").body) == {"frozen"}
