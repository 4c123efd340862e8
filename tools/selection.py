"""Choose the tests of `./dev test`: all, one part (`movie`, `web`), or those that a change may affect (`--changed`).

A changed Python file selects every test that imports it, directly or not. The imports are read with `ast`, without
running any module. Other files select the tests that import their package, or the folder of tests that reads them.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
ALL, CHANGED = "--all", "--changed"
ALWAYS = ("tests/architecture",)
TITLES = ("movie", "legend")
CODE = ("src/heorot", "tests", "bench", "tools", "web/bundle.py", "hatch_build.py", "dev")

FOLDERS = {                     # prefixes of paths, and the tests that read such files without importing them
    "web/":         ("tests/web", "tests/setup/test_package.py"),
    "src/heorot/locales/": ("tests/locales", "tests/web"),
    "docs/":        ("tests/docs",),
    "README.md":    ("tests/docs",),
    "deploy/":      ("tests/setup/test_hosting.py",),
    "dev":          ("tests/setup",),
    "tools/":       ("tests/setup",),
    "hatch_build.py": ("tests/setup/test_package.py",),
    "pyproject.toml": ("tests/setup",),
    "requirements/": ("tests/setup",),
}
MODULE, PREFIX = re.compile(r"(heorot|tests|bench|tools)(\.\w+)+"), re.compile(r"heorot\.([\w.]*\.)?")
NAMING = (ast.Import, ast.ImportFrom, ast.JoinedStr, ast.Constant, ast.List, ast.Tuple, ast.Call)
CLIENT = ("web/", "src/heorot/locales/")                # sources of the browser's client


class Selection(NamedTuple):
    """Arguments for pytest, and which other checks to run."""

    pytest: list[str]
    linters: bool
    web: bool                   # run svelte-check and vitest too


def choose(args: list[str]) -> Selection:
    """Return the selection that the arguments of `./dev test` ask for. Exit with one sentence if a part is unknown."""
    args = [arg for arg in args if arg != ALL]
    changed = next((arg for arg in args if arg.partition("=")[0] == CHANGED), None)
    if changed:
        files = changed_files(changed.partition("=")[2])
        rest = [arg for arg in args if arg != changed]
        say_selected(files)
        return Selection([*touched_tests(files), *rest], linters=True, web=touches_client(files))
    parts = leading_parts(args)
    if not parts:
        return Selection(args, linters=True, web=True)
    paths = [path for part in parts for path in folders_of(part)]
    return Selection([*paths, *args[len(parts):]], linters=False, web="web" in parts)


# ---- Parts ---------------------------------------------------------------------------------------------------------


def leading_parts(args: list[str]) -> list[str]:
    """Return the words before the first option or path: later words may belong to an option of pytest."""
    parts = []
    for arg in args:
        if arg.startswith("-") or "/" in arg or "::" in arg or arg.endswith(".py"):
            break
        parts.append(arg)
    return parts


def folders_of(part: str) -> list[str]:
    """Return the folders of tests/ with this name: `movie` is tests/games/movie, tests/bots/movie and so on."""
    if part not in folders():
        sys.exit(f"There is no part '{part}' of the tests; there are: {', '.join(sorted(folders()))}.")
    return folders()[part]


@cache
def folders() -> dict[str, list[str]]:
    """Return all parts: every folder of tests/ and of tests/games/ that holds tests, by name."""
    names = {file.parent.relative_to(ROOT / "tests").parts for file in (ROOT / "tests").rglob("test_*.py")}
    tops = {parts[0] for parts in names if parts}
    found = {name: [f"tests/{name}"] for name in sorted(tops)}
    for title in TITLES:
        ends = {parts[: parts.index(title) + 1] for parts in names if title in parts}
        found[title] = sorted("/".join(("tests", *parts)) for parts in ends)
    return found


# ---- Changed files -------------------------------------------------------------------------------------------------


def changed_files(base: str = "") -> list[str]:
    """Return the files that differ from `base`, new ones included. Deleted files count: their importers are tested."""
    base = base or default_base()
    tracked = git("diff", "--name-only", "--no-renames", base)
    return sorted({*tracked, *git("ls-files", "--others", "--exclude-standard")})


def default_base() -> str:
    """Return the commit where the branch left its upstream; without an upstream HEAD, or HEAD~1 in a clean tree."""
    upstream = git("rev-parse", "--verify", "--quiet", "@{upstream}", check=False)
    if upstream:
        return git("merge-base", "HEAD", upstream[0])[0]
    clean = not git("status", "--porcelain")
    return "HEAD~1" if clean else "HEAD"


def git(*words: str, check: bool = True) -> list[str]:
    try:
        process = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True)
    except FileNotFoundError:
        sys.exit(f"{CHANGED} asks git for the change, and git is not installed.")
    if check and process.returncode:
        sys.exit(f"git could not tell what has changed: {process.stderr.strip()}")
    return process.stdout.splitlines()


def say_selected(files: list[str]) -> None:
    print(f"Testing what {len(files)} changed files touch.", file=sys.stderr, flush=True)


def touches_client(files: Iterable[str]) -> bool:
    return any(file.startswith(CLIENT) for file in files)


# ---- Tests of changed files ----------------------------------------------------------------------------------------


def touched_tests(files: Iterable[str]) -> list[str]:
    """Return the test files and folders to run for these changed files, sorted and not nested."""
    selected, by_title = set(ALWAYS), dict[frozenset[str], set[str]]()
    for file in files:
        selected.update(folder for start, tests in FOLDERS.items() if file.startswith(start) for folder in tests)
        if Path(file).name == "conftest.py":
            selected.add(Path(file).parent.as_posix())
        if not file.endswith(".py"):
            selected.update(tests_naming(Path(file).name))
        by_title.setdefault(titles_in(file), set()).update(modules_of(file))
    for titles, modules in by_title.items():
        selected.update(test for test in importers(modules) if may_depend_on_titles(test, titles))
    present = {test for test in selected if (ROOT / test).exists()}
    return sorted(test for test in present if not any(test.startswith(f"{folder}/") for folder in present))


def titles_in(path: str) -> frozenset[str]:
    return frozenset(title for title in TITLES if title in Path(path).parts)


def may_depend_on_titles(test: str, titles: frozenset[str]) -> bool:
    """Return whether a test may depend on files of these games. They reach other games only by the registry."""
    own = titles_in(test)
    return not own or not titles or bool(own & titles)


def tests_naming(name: str) -> list[str]:
    """Return the tests whose source names a file: data that a test opens by its path."""
    return [test for test, text in test_sources().items() if name in text]


@cache
def test_sources() -> dict[str, str]:
    files = (ROOT / "tests").rglob("test_*.py")
    return {file.relative_to(ROOT).as_posix(): file.read_text("utf-8") for file in files}


def modules_of(file: str) -> set[str]:
    """Return the module of a Python file, or the package that contains a data file."""
    path = Path(file)
    if path.suffix == ".py":
        return {module_name(path)}
    if file.startswith("src/heorot/"):
        package = next((folder for folder in path.parents if (ROOT / folder / "__init__.py").exists()), None)
        return {module_name(package / "__init__.py")} if package else set()
    return set()


def module_name(path: Path) -> str:
    """Return the dotted name of a file of the project."""
    parts = path.with_suffix("").parts
    parts = parts[1:] if parts[0] == "src" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def importers(modules: set[str]) -> Iterator[str]:
    """Yield the test files that import one of the modules, directly or through others."""
    graph = imported_by()
    reached, waiting = set(modules), list(modules)
    while waiting:
        importing = graph.get(waiting.pop(), set()) - reached
        reached |= importing
        waiting += importing
    for module in reached:
        if module.split(".")[-1].startswith("test_"):
            yield module.replace(".", "/") + ".py"


@cache
def imported_by() -> dict[str, set[str]]:
    """Return the modules that import each module."""
    reverse: dict[str, set[str]] = {}
    for module, imported in read_imports().items():
        for name in imported:
            reverse.setdefault(name, set()).add(module)
    return reverse


def read_imports() -> dict[str, set[str]]:
    """Return the modules that each module of the project may import, also lazily or by name."""
    files = [file for place in CODE for file in sorted((ROOT / place).rglob("*.py")) or [ROOT / place]]
    files = [file for file in files if "node_modules" not in file.parts and file.exists()]
    trees = {module_name(file.relative_to(ROOT)): (file, ast.parse(file.read_text("utf-8"))) for file in files}
    known = set(trees)
    packages = {name for name, (file, _) in trees.items() if file.name == "__init__.py"}
    return {name: set(imports_of(name, tree, known, name in packages)) for name, (_, tree) in trees.items()}


def imports_of(module: str, tree: ast.Module, known: set[str], is_package: bool) -> Iterator[str]:
    """Yield the modules that one module imports, with the parent packages, which Python runs first."""
    for node in ast.walk(tree):
        if not isinstance(node, NAMING):
            continue
        for name in names_in(module, node, is_package):
            exact = name.rstrip(".")
            if name.endswith("."):                              # a name that ends with a variable
                yield from (other for other in known if other.startswith(name))
            while exact:
                if exact in known and exact != module:
                    yield exact
                exact = exact.rpartition(".")[0]


def names_in(module: str, node: ast.AST, is_package: bool) -> Iterator[str]:
    """Yield the dotted names in an import statement or in a string that names a module or the command."""
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module=source, names=names, level=level):
            parts = module.split(".")
            above = parts[: len(parts) - level + is_package] if level else []
            base = ".".join([*above, *filter(None, [source])])
            yield from (f"{base}.{alias.name}" for alias in names)
        case ast.JoinedStr(values=[ast.Constant(value=str(start)), *_]) if PREFIX.fullmatch(start):
            yield start
        case ast.List(elts=words) | ast.Tuple(elts=words) | ast.Call(args=words) if starts_command(words):
            yield "heorot.__main__"
        case ast.Constant(value=str(text)) if MODULE.fullmatch(text):
            yield text


def starts_command(words: list[ast.expr]) -> bool:
    """Return whether these arguments contain `-m heorot`."""
    texts = [word.value if isinstance(word, ast.Constant) else None for word in words]
    return ("-m", "heorot") in pairwise(texts)
