"""Which keys of the catalogues the code uses, found in its syntax trees, and what it gives them."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.architecture.source import Source, literals, package

KEY = re.compile(r"[a-z]+(?:\.[a-z0-9_-]+)+")
BEGINNING = re.compile(r"[a-z]+(?:\.[a-z0-9_-]+)*\.")
# At which place of a call the key stands; errors are found by their classes.
SPEAKERS = {"say": 0, "Sentence": 0, "fault": -1}
FAULTS = {"box": "BadBox", "drawing": "BadText", "tally": "BadText"}  # what `fault` makes, by how the key begins
BESIDE = {"key", "code", "seq"}  # what an error has that is no part of its sentence
MODULES = "heorot."  # put together from parts too, but no keys

ALONE = "verifier"  # speaks for itself: whoever reads it has nothing else of ours

class Use(NamedTuple):
    """A key in a call, and the parameters that are given with it."""

    place: str
    key: str
    given: frozenset[str]
    all_given: bool  # no ** among them


def uses() -> Iterator[Use]:
    """Every call that says a key outright."""
    places = {**SPEAKERS, **errors()}
    for source in package():
        for call in calls(source.tree):
            if (key := said_key(call, places)) is not None:
                yield Use(source.at(call), key, given(call, key), all(word.arg for word in call.keywords))


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def called(call: ast.Call) -> str:
    """The last name of what is called: `say` for `self.speech.say(…)`."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def said_key(call: ast.Call, places: dict[str, int]) -> str | None:
    """The key that a call says, if it is written there; the fault of a box says only the rest of it."""
    if called(call) not in places or not call.args:
        return None
    place = places[called(call)]
    match call.args[place] if place < len(call.args) else None:
        case ast.Constant(value=str(key)):
            return key if "." in key or called(call) != "fault" else f"box.{key}"
    return None


def given(call: ast.Call, key: str) -> frozenset[str]:
    """The parameters of a call, and what the error itself adds to them."""
    error = FAULTS[key.split(".")[0]] if called(call) == "fault" else called(call)
    added = set(error_classes().get(error, ())) - BESIDE
    return frozenset(added | {word.arg for word in call.keywords if word.arg})


# ---- Errors --------------------------------------------------------------------------------------------------------


@cache
def error_classes() -> dict[str, tuple[str, ...]]:
    """Our errors and the parameters that each is made from, `key` among them."""
    found = {"HeorotError": ("key",)}
    classes = [node for source in package() for node in ast.walk(source.tree) if isinstance(node, ast.ClassDef)]
    for _ in classes:
        for node in classes:
            bases = [base.id for base in node.bases if isinstance(base, ast.Name) and base.id in found]
            if bases:
                found[node.name] = parameters_of(node) or found[bases[0]]
    return found


def parameters_of(node: ast.ClassDef) -> tuple[str, ...]:
    """What a class is made from in its own words."""
    for function in node.body:
        if isinstance(function, ast.FunctionDef) and function.name == "__init__":
            return tuple(argument.arg for argument in function.args.posonlyargs[1:])
    return ()


def errors() -> dict[str, int]:
    """At which place each error takes its key."""
    return {name: parameters.index("key") for name, parameters in error_classes().items()}


# ---- Keys put together ---------------------------------------------------------------------------------------------


def beginnings() -> set[str]:
    """The beginnings of keys that the code completes: `movie.cell.` in f"movie.cell.{kind}"."""
    found = {text for _, text, _ in put_together()}
    asked = [call.args[0] for s in package() for call in calls(s.tree) if called(call) == "words" and call.args]
    return found | {f"{node.value}." for node in asked if isinstance(node, ast.Constant)}


def put_together() -> Iterator[tuple[Source, str, ast.expr]]:
    """Every f-string that looks like a key with one open end: its beginning, and what completes it."""
    for source in package():
        for node in ast.walk(source.tree):
            match node:
                case ast.JoinedStr(values=[ast.Constant(value=str(text)), ast.FormattedValue(value=end)]):
                    if BEGINNING.fullmatch(text) and not text.startswith(MODULES):
                        yield source, text, end


def completed_in_loops() -> Iterator[str]:
    """Keys whose end runs through a list that is written down: `for column in ("seat", "who")`."""
    ends = {id(end): (text, end.id) for _, text, end in put_together() if isinstance(end, ast.Name)}
    for source in package():
        for loop in (node for node in ast.walk(source.tree) if isinstance(node, ast.For)):
            if isinstance(loop.iter, ast.Tuple) and isinstance(loop.target, ast.Name):
                words = [item.value for item in loop.iter.elts if isinstance(item, ast.Constant)]
                inside = [ends[id(node)] for node in ast.walk(loop) if id(node) in ends]
                yield from (f"{text}{word}" for text, name in inside for word in words if name == loop.target.id)


# ---- Texts ---------------------------------------------------------------------------------------------------------


def texts() -> Iterator[tuple[str, str]]:
    """Every text in the code that is no docstring, with its place; not of what stands alone."""
    for source in package():
        if source.layer == ALONE:
            continue
        yield from ((source.at(node), str(node.value)) for node in literals(source.tree))


def words_in_code() -> set[str]:
    """Every word that stands in such a text, also within a pattern."""
    return {word for _, text in texts() for word in re.findall(r"[a-z][a-z0-9_-]*", text)}
