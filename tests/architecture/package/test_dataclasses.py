"""Dataclasses are frozen, so that no code changes values that it shares, and use slots where there are many."""

import ast
from collections.abc import Iterator

from tests.architecture.source import Source, package

SLOTTED_LAYERS = ("engine", "games", "search", "bots")  # a game creates thousands: slots make them small and fast


def dataclasses() -> Iterator[tuple[Source, ast.ClassDef, set[str]]]:
    """Yield every dataclass of the package, with the flags that are on."""
    for source in package():
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ClassDef):
                yield from ((source, node, flags) for flags in map(flags_of, node.decorator_list) if flags is not None)


def flags_of(decorator: ast.expr) -> set[str] | None:
    """Return the flags of a dataclass decorator that are on, such as `frozen`; None for any other decorator."""
    match decorator:
        case ast.Name("dataclass"):
            return set()
        case ast.Call(ast.Name("dataclass"), _, keywords):
            return {str(flag.arg) for flag in keywords if isinstance(flag.value, ast.Constant) and flag.value.value}
    return None


def has_cached_property(node: ast.ClassDef) -> bool:
    """Return whether a class has a cached property, which slots would not allow."""
    decorators = (d for method in node.body if isinstance(method, ast.FunctionDef) for d in method.decorator_list)
    return any(isinstance(decorator, ast.Name) and decorator.id == "cached_property" for decorator in decorators)


def test_every_dataclass_is_frozen():
    assert [source.at(node) for source, node, flags in dataclasses() if "frozen" not in flags] == []


def test_every_dataclass_has_slots_unless_it_caches_property():
    classes = [(source.at(node), "slots" in flags, has_cached_property(node)) for source, node, flags in dataclasses()
            if source.layer in SLOTTED_LAYERS]  # fmt: skip
    assert [place for place, slots, cached in classes if slots == cached] == []


def test_dataclasses_and_their_flags_are_found():
    assert len(list(dataclasses())) > 20
    assert flags_of(ast.parse("dataclass(frozen=True, slots=False)", mode="eval").body) == {"frozen"}
