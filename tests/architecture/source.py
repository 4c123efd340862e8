"""The files of the project, and the syntax trees of its Python code, for the tests of this folder."""

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
        """Return the path within the project, for messages."""
        return self.file.relative_to(ROOT).as_posix()

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the path within the package: `("engine", "memo")`."""
        parts = self.file.relative_to(PACKAGE).with_suffix("").parts
        return parts[:-1] if parts[-1] == "__init__" else parts

    @property
    def layer(self) -> str:
        """Return the top-level folder or module of the package; "heorot" for the package itself."""
        return self.parts[0] if self.parts else "heorot"

    @property
    def text(self) -> str:
        return self.file.read_text("utf-8")

    @property
    def tree(self) -> ast.Module:
        return parsed(self.file)

    def at(self, node: ast.AST) -> str:
        """Return the place of a node, for messages."""
        return f"{self.name}:{getattr(node, 'lineno', 1)}"


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def package() -> list[Source]:
    """Return every Python file of the package."""
    return [Source(file) for file in sorted(PACKAGE.rglob("*.py"))]


def suite() -> list[Source]:
    """Return every Python file below tests/."""
    return [Source(file) for file in sorted(SUITE.rglob("*.py"))]


def functions(tree: ast.Module) -> Iterator[FunctionNode]:
    """Yield all functions and methods, nested ones included."""
    return (node for node in ast.walk(tree) if isinstance(node, FunctionNode))


def docstrings(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """Yield every module, class and function that has a docstring, with the docstring."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | Documented) and (text := ast.get_docstring(node)):
            yield node, text


def literals(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield every string in the code that is no docstring, the fixed parts of f-strings included."""
    expressions = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in expressions:
            yield node


@cache
def project_files() -> list[Path]:
    """Return the files that a clone contains: all but those that .gitignore names."""
    ignored = {".git", *(line.rstrip("/") for line in (ROOT / ".gitignore").read_text().split())}
    return sorted(file for file in walk(ROOT, ignored) if file.is_file())


def walk(folder: Path, ignored: set[str]) -> Iterator[Path]:
    """Yield the files below a folder, without ignored names."""
    for entry in folder.iterdir():
        if entry.name in ignored:
            continue
        yield from walk(entry, ignored) if entry.is_dir() and not entry.is_symlink() else (entry,)
