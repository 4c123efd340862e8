"""The mutants that ./dev mutate tries, and the lines that a test must run to notice each."""

import ast
import difflib
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from random import Random

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.ast.ast_query import ASTQuery
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[2]
RULES = {game: Path("src/heorot/games") / game for game in ("movie", "legend")}
EQUIVALENT = {
    "movie": ROOT / "tests/mutation/equivalent-movie.toml",
    "legend": ROOT / "tests/mutation/equivalent-legend.toml",
}


# ---- Mutants -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spot:
    """A place in the rules that one of Cosmic Ray's operators can change."""

    file: Path
    line: int
    function: str
    operator: str
    occurrence: int


@dataclass(frozen=True)
class Mutant:
    """A file of the rules with one change."""

    spot: Spot
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.spot.file}:{self.spot.line}  {self.where}  {self.spot.operator}"

    @property
    def game(self) -> str:
        return next(game for game, folder in RULES.items() if self.spot.file.is_relative_to(folder))

    @property
    def where(self) -> str:
        """The module, and the function if it is in one: `scoring.in_line`."""
        return ".".join(filter(None, (self.spot.file.stem, self.spot.function)))

    @cached_property
    def changes(self) -> list[str]:
        """Return the lines that differ, each after a minus or a plus."""
        lines = difflib.unified_diff(self.before.splitlines(), self.after.splitlines(), n=0, lineterm="")
        return [line for line in islice(lines, 2, None) if not line.startswith("@@")]

    @property
    def diff(self) -> str:
        return "\n".join(f"    {line}" for line in self.changes)

    def text(self, sign: str) -> str:
        """Return the removed (-) or added (+) text on one line."""
        return " ".join(filter(None, (line[1:].strip() for line in self.changes if line[0] == sign)))


def spots(root: Path, file: Path) -> Iterator[Spot]:
    """Return all possible changes in a file."""
    nodes = list(ast_nodes(get_ast((root / file).read_text("utf-8"))))
    for name in operator_names():
        if get_operator(name).arguments():  # needs the names of variables
            continue
        operator = get_operator(name)()
        places = ((node, start) for node in nodes for start, _ in operator.mutation_positions(node))
        for occurrence, (node, (line, _)) in enumerate(places):
            yield Spot(file, line, ASTQuery(node).get_definition_name() or "", name.partition("/")[2], occurrence)


def mutants(root: Path, files: Iterable[Path], seed: int) -> Iterator[Mutant]:
    """Yield mutants in random order, without those whose fate does not depend on the tests."""
    found = [spot for file in sorted(files) for spot in spots(root, file)]
    Random(seed).shuffle(found)
    for spot in found:
        mutant = mutant_at(root, spot)
        if meaning(mutant.after) not in ("", meaning(mutant.before)):
            yield mutant


def mutant_at(root: Path, spot: Spot) -> Mutant:
    before = (root / spot.file).read_text("utf-8")
    return Mutant(spot, before, mutate_code(before, get_operator(f"core/{spot.operator}")(), spot.occurrence))


def meaning(code: str) -> str:
    """Return what matters at run time, without annotations; None if the text is not valid Python."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return ""
    for node in ast.walk(tree):
        match node:
            case ast.arg() | ast.AnnAssign():
                node.annotation = ast.Constant(None)
            case ast.FunctionDef():
                node.returns = None
    return ast.dump(tree)


# ---- Lines of a mutant ---------------------------------------------------------------------------------------------

Part = ast.stmt | ast.excepthandler | ast.match_case


def reach(mutant: Mutant) -> range | None:
    """Return the lines of the changed statement: a test that runs none of them cannot notice. None if it is in no
    function, so that it runs on import."""
    parts = list(parts_of(ast.parse(mutant.before), False))
    here = (part for part in reversed(parts) if mutant.spot.line in part[0])
    lines, in_function = next(here, (range(0), False))
    return lines if in_function else None


def parts_of(node: ast.AST, in_function: bool) -> Iterator[tuple[range, bool]]:
    """Yield all statements below a node, each after its parent, and whether they are in a function."""
    body = in_function or isinstance(node, ast.FunctionDef)
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Part):
            yield own_lines(child), body
            yield from parts_of(child, body)


def own_lines(part: Part) -> range:
    """Return the lines of a statement without those of nested statements: all of `if a and b:`, decorators with
    `def`."""
    nodes = [part, *ast.iter_child_nodes(part)]
    first = min(node.lineno for node in nodes if hasattr(node, "lineno"))
    last = max(node.end_lineno for node in nodes if hasattr(node, "end_lineno"))
    within = (own_lines(node).start for node in nodes[1:] if isinstance(node, Part))
    return range(first, max(first + 1, min(within, default=last + 1)))


# ---- Listed equivalents --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Equivalent:
    """Mutants that behave like the original, with the reason; `*` in `where` matches anything."""

    where: str
    was: str
    now: list[str]
    reason: str

    def names(self, mutant: Mutant) -> bool:
        same = mutant.text("-") == self.was and mutant.text("+") in self.now
        return same and fnmatchcase(mutant.where, self.where)


@cache
def equivalents(game: str) -> list[Equivalent]:
    entries = tomllib.loads(EQUIVALENT[game].read_text("utf-8")).get("equivalent", [])
    return [Equivalent(**entry) for entry in entries]


def reason_for(mutant: Mutant) -> str:
    """Return why a mutant is equivalent; empty if it is not listed."""
    return next((entry.reason for entry in equivalents(mutant.game) if entry.names(mutant)), "")
