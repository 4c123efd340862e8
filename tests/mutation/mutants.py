"""The changed rules that ./dev mutate tries, and which lines of theirs a test must run to notice."""

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

ROOT = Path(__file__).parents[1]
RULES = {game: Path("src/heorot/games") / game for game in ("movie", "legend")}
EQUIVALENT = {
    "movie": ROOT / "tests/mutants-equivalent.toml",
    "legend": ROOT / "tests/mutants-equivalent-legend.toml",
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
    """The rules with one change."""

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
        """The lines that differ, each after a minus or a plus."""
        lines = difflib.unified_diff(self.before.splitlines(), self.after.splitlines(), n=0, lineterm="")
        return [line for line in islice(lines, 2, None) if not line.startswith("@@")]

    @property
    def diff(self) -> str:
        return "\n".join(f"    {line}" for line in self.changes)

    def text(self, sign: str) -> str:
        """What was there (-), or what is there now (+), in one line."""
        return " ".join(filter(None, (line[1:].strip() for line in self.changes if line[0] == sign)))


def spots(root: Path, file: Path) -> Iterator[Spot]:
    """All that could be changed in a file."""
    nodes = list(ast_nodes(get_ast((root / file).read_text("utf-8"))))
    for name in operator_names():
        if get_operator(name).arguments():  # it would have to be told which variables to change
            continue
        operator = get_operator(name)()
        places = ((node, start) for node in nodes for start, _ in operator.mutation_positions(node))
        for occurrence, (node, (line, _)) in enumerate(places):
            yield Spot(file, line, ASTQuery(node).get_definition_name() or "", name.partition("/")[2], occurrence)


def mutants(root: Path, files: Iterable[Path], seed: int) -> Iterator[Mutant]:
    """Mutants in a random order, without those that would be killed or survive whatever the tests are."""
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
    """All that matters when code runs: annotations do not. Nothing, if it is no Python."""
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


# ---- Where they are ------------------------------------------------------------------------------------------------

Part = ast.stmt | ast.excepthandler | ast.match_case


def reach(mutant: Mutant) -> range | None:
    """The lines of the statement that differs: a test that runs none of them cannot notice. None if it stands in no
    function, so that it runs when the module is loaded, and whatever is loaded then may differ."""
    parts = list(parts_of(ast.parse(mutant.before), False))
    here = (part for part in reversed(parts) if mutant.spot.line in part[0])
    lines, in_function = next(here, (range(0), False))
    return lines if in_function else None


def parts_of(node: ast.AST, in_function: bool) -> Iterator[tuple[range, bool]]:
    """All statements below a node, each after the one that holds it; and whether they are in a function."""
    body = in_function or isinstance(node, ast.FunctionDef)
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Part):
            yield own_lines(child), body
            yield from parts_of(child, body)


def own_lines(part: Part) -> range:
    """Those of a statement without those of the statements in it: all of `if a and b:`, decorators with `def`."""
    nodes = [part, *ast.iter_child_nodes(part)]
    first = min(node.lineno for node in nodes if hasattr(node, "lineno"))
    last = max(node.end_lineno for node in nodes if hasattr(node, "end_lineno"))
    within = (own_lines(node).start for node in nodes[1:] if isinstance(node, Part))
    return range(first, max(first + 1, min(within, default=last + 1)))


# ---- Those that are named equivalent -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Equivalent:
    """Mutants that do what the original does, and why; `*` in `where` stands for anything."""

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
    """Why it is equivalent; nothing, if nobody said so."""
    return next((entry.reason for entry in equivalents(mutant.game) if entry.names(mutant)), "")
