"""The project as text, and our own Python as trees: what the tests of this folder read."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "heorot"
SUITE = ROOT / "tests"
TITLES = ("movie", "legend", "beowulf")

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
Documented = FunctionNode | ast.ClassDef


@dataclass(frozen=True)
class Source:
    """A file of Python."""

    file: Path

    @property
    def name(self) -> str:
        """Where it stands in the project, for messages."""
        return self.file.relative_to(ROOT).as_posix()

    @property
    def parts(self) -> tuple[str, ...]:
        """Its place within the package: `("engine", "memo")`."""
        parts = self.file.relative_to(PACKAGE).with_suffix("").parts
        return parts[:-1] if parts[-1] == "__init__" else parts

    @property
    def layer(self) -> str:
        """The folder or the single file right below the package; the package itself is called heorot."""
        return self.parts[0] if self.parts else "heorot"

    @property
    def text(self) -> str:
        return self.file.read_text("utf-8")

    @property
    def tree(self) -> ast.Module:
        return parsed(self.file)

    def at(self, node: ast.AST) -> str:
        """A place to look at."""
        return f"{self.name}:{getattr(node, 'lineno', 1)}"


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def package() -> list[Source]:
    """Every file of ours that is shipped."""
    return [Source(file) for file in sorted(PACKAGE.rglob("*.py"))]


def suite() -> list[Source]:
    """Every file of tests."""
    return [Source(file) for file in sorted(SUITE.rglob("*.py"))]


def functions(tree: ast.Module) -> Iterator[FunctionNode]:
    """All functions and methods, those within others included."""
    return (node for node in ast.walk(tree) if isinstance(node, FunctionNode))


def docstrings(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """Everything that has a docstring, and what it says."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | Documented) and (text := ast.get_docstring(node)):
            yield node, text


def literals(tree: ast.Module) -> Iterator[ast.Constant]:
    """Every text in the code that is no docstring, the fixed parts of f-strings included."""
    spoken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in spoken:
            yield node


@cache
def project_files() -> list[Path]:
    """The project as a clone holds it: everything but what .gitignore names."""
    ignored = {".git", *(line.rstrip("/") for line in (ROOT / ".gitignore").read_text().split())}
    return sorted(file for file in walk(ROOT, ignored) if file.is_file())


def walk(folder: Path, ignored: set[str]) -> Iterator[Path]:
    for entry in folder.iterdir():
        if entry.name in ignored:
            continue
        yield from walk(entry, ignored) if entry.is_dir() and not entry.is_symlink() else (entry,)
