"""The catalogue keys that the Python code uses, found in its syntax trees, and their parameters."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.architecture.source import Source, literals, package

KEY = re.compile(r"[a-z]+(?:\.[a-z0-9_-]+)+")
KEY_PREFIX = re.compile(r"[a-z]+(?:\.[a-z0-9_-]+)*\.")
# Functions that take a key, with its position among the arguments. Error classes are found in the code.
KEY_POSITIONS = {"translate": 0, "Sentence": 0, "fault": -1}
FAULTS = {"box": "BadBox", "drawing": "BadText", "tally": "BadText"}  # raised by `fault`, by the start of the key
NOT_IN_SENTENCE = {"key", "code", "seq"}  # parameters of an error that are not in its sentence
MODULE_PREFIX = "heorot."  # composed module names, which are no keys

STANDALONE = "verifier"  # a program without catalogues


class Use(NamedTuple):
    """A key in a call, with its parameters."""

    place: str
    key: str
    given: frozenset[str]
    all_given: bool  # without ** arguments


def uses() -> Iterator[Use]:
    """Yield every call with a literal key."""
    positions = {**KEY_POSITIONS, **errors()}
    for source in package():
        for call in calls(source.tree):
            if (key := literal_key(call, positions)) is not None:
                yield Use(source.at(call), key, given(call, key), all(word.arg for word in call.keywords))


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def called(call: ast.Call) -> str:
    """Return the last name of a called function: `translate` for `self.translator.translate(…)`."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def literal_key(call: ast.Call, positions: dict[str, int]) -> str | None:
    """Return the literal key of a call, or None. For a box, `fault` gets only the last part of the key."""
    if called(call) not in positions or not call.args:
        return None
    position = positions[called(call)]
    match call.args[position] if position < len(call.args) else None:
        case ast.Constant(value=str(key)):
            return key if "." in key or called(call) != "fault" else f"box.{key}"
    return None


def given(call: ast.Call, key: str) -> frozenset[str]:
    """Return the parameters of a call, with those that the error adds."""
    error = FAULTS[key.split(".")[0]] if called(call) == "fault" else called(call)
    added = set(error_classes().get(error, ())) - NOT_IN_SENTENCE
    return frozenset(added | {word.arg for word in call.keywords if word.arg})


# ---- Errors --------------------------------------------------------------------------------------------------------


@cache
def error_classes() -> dict[str, tuple[str, ...]]:
    """Return the error classes and the parameters of each, with `key`."""
    found = {"HeorotError": ("key",)}
    classes = [node for source in package() for node in ast.walk(source.tree) if isinstance(node, ast.ClassDef)]
    for _ in classes:
        for node in classes:
            bases = [base.id for base in node.bases if isinstance(base, ast.Name) and base.id in found]
            if bases:
                found[node.name] = parameters_of(node) or found[bases[0]]
    return found


def parameters_of(node: ast.ClassDef) -> tuple[str, ...]:
    """Return the parameters of a class's own constructor."""
    for function in node.body:
        if isinstance(function, ast.FunctionDef) and function.name == "__init__":
            return tuple(argument.arg for argument in function.args.posonlyargs[1:])
    return ()


def errors() -> dict[str, int]:
    """Return the position of the key in each error's constructor."""
    return {name: parameters.index("key") for name, parameters in error_classes().items()}


# ---- Composed keys -------------------------------------------------------------------------------------------------


def key_prefixes() -> set[str]:
    """Return the prefixes of keys that the code completes: `movie.cell.` in f"movie.cell.{kind}"."""
    found = {text for _, text, _ in composed_keys()}
    prefixes = [call.args[0] for s in package() for call in calls(s.tree) if called(call) == "words" and call.args]
    return found | {f"{node.value}." for node in prefixes if isinstance(node, ast.Constant)}


def composed_keys() -> Iterator[tuple[Source, str, ast.expr]]:
    """Yield every f-string that completes a key prefix with one placeholder: its file, the prefix, the expression."""
    for source in package():
        for node in ast.walk(source.tree):
            match node:
                case ast.JoinedStr(values=[ast.Constant(value=str(text)), ast.FormattedValue(value=end)]):
                    if KEY_PREFIX.fullmatch(text) and not text.startswith(MODULE_PREFIX):
                        yield source, text, end


def completed_in_loops() -> Iterator[str]:
    """Yield keys whose last part runs over a literal list: `for column in ("seat", "who")`."""
    ends = {id(end): (text, end.id) for _, text, end in composed_keys() if isinstance(end, ast.Name)}
    for source in package():
        for loop in (node for node in ast.walk(source.tree) if isinstance(node, ast.For)):
            if isinstance(loop.iter, ast.Tuple) and isinstance(loop.target, ast.Name):
                words = [item.value for item in loop.iter.elts if isinstance(item, ast.Constant)]
                inside = [ends[id(node)] for node in ast.walk(loop) if id(node) in ends]
                yield from (f"{text}{word}" for text, name in inside for word in words if name == loop.target.id)


# ---- Strings -------------------------------------------------------------------------------------------------------


def texts() -> Iterator[tuple[str, str]]:
    """Yield every string in the code that is no docstring, with its place. Standalone programs are left out."""
    for source in package():
        if source.layer == STANDALONE:
            continue
        yield from ((source.at(node), str(node.value)) for node in literals(source.tree))


def words_in_code() -> set[str]:
    """Return every word in these strings, patterns included."""
    return {word for _, text in texts() for word in re.findall(r"[a-z][a-z0-9_-]*", text)}
