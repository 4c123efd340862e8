"""Compiled code is cached under a hash of its sources, so an edited rule never runs old code."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from heorot.games import GAMES
from tests.architecture.source import PACKAGE, Source, package

MARKS = {"kernel", "routine", "entry_point"}

# Edits each file named on the command line in turn, and prints those that did not change the hash.
TOUCH_EACH = """
import json, pathlib, sys
from heorot.engine.kernels import compile_cache
import heorot, heorot.bench.speed
fingerprint = compile_cache.fingerprint.__wrapped__  # without the memo, as in a new process
from importlib import import_module
from heorot.games import GAMES
for game in GAMES:
    import_module(f"heorot.search.{game}.simulate")
    import_module(f"heorot.bots.{game}.players")
here, unseen = pathlib.Path(heorot.__file__).parent, []
for name in sys.argv[1:]:
    file, before = here / name, fingerprint()
    text = file.read_text("utf-8")
    file.write_text(text + "# edited", "utf-8")
    unseen += [name] if fingerprint() == before else []
    file.write_text(text, "utf-8")
    assert fingerprint() == before
print(json.dumps({"here": str(here), "unseen": unseen}))
"""

PRINT_FINGERPRINT = (
    "from heorot.games import GAMES; from heorot.engine.kernels.compile_cache import fingerprint; print(fingerprint())"
)

# A rule in one module, and an entry point that calls it in another.
RULE = """
from heorot.engine.kernels.compiler import kernel

@kernel
def rule(number):
    return 2 * number
"""
CALLER = """
from heorot.engine.kernels.compiler import entry_point
from heorot.engine.kernels.structs import int_array
from heorot.engine.tiny import rule

@entry_point
def call_rule(results):
    results[0] = rule(results[0])

results = int_array([21], True)
call_rule(results)
print(results[0])
"""

# A rule that is imported after another has been compiled.
EARLY = """
from heorot.engine.kernels.compiler import entry_point, kernel
from heorot.engine.kernels.structs import int_array

@kernel
def twice(number):
    return 2 * number

@entry_point
def early(results):
    results[0] = twice(results[0])

results = int_array([21], True)
early(results)
import late
late.late(results)
print(results[0])
"""
LATE = """
from heorot.engine.kernels.compiler import entry_point, kernel

@kernel
def thrice(number):
    return 3 * number

@entry_point
def late(results):
    results[0] = thrice(results[0])
"""


@pytest.fixture
def copy(tmp_path):
    """A copy of the package, which tests may edit."""
    return shutil.copytree(PACKAGE, tmp_path / "heorot", ignore=shutil.ignore_patterns("__pycache__"))


def python(folder: Path, *args: str, **settings: str) -> str:
    """Run Python with a folder first in its module path, and return what it prints."""
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", **settings}
    return subprocess.run([sys.executable, *args], env=env, check=True, capture_output=True, text=True).stdout.strip()


def has_kernels(source: Source) -> bool:
    """Return whether a file marks any function to be compiled."""
    decorated = (node for node in ast.walk(source.tree) if isinstance(node, ast.FunctionDef))
    names = (ast.unparse(mark).split(".")[-1] for node in decorated for mark in node.decorator_list)
    return not MARKS.isdisjoint(names)


def test_fingerprint_covers_every_file_with_compiled_code(copy):
    marked = [source.file.relative_to(PACKAGE).as_posix() for source in package() if has_kernels(source)]
    marked += ["engine/kernels/intrinsics.py"]
    assert all(len([name for name in marked if name.startswith(f"games/{game}/")]) > 3 for game in GAMES)
    found = json.loads(python(copy.parent, "-c", TOUCH_EACH, *marked))
    assert found == {"here": str(copy), "unseen": []}


@pytest.mark.parametrize("game", GAMES)
def test_other_process_sees_edit_and_its_reversal(game, copy):
    rules = next(source.file for source in package() if source.name.endswith(f"{game}/rules/game_flow.py")).relative_to(
        PACKAGE
    )
    text = (copy / rules).read_text("utf-8")
    before = python(copy.parent, "-c", PRINT_FINGERPRINT)
    (copy / rules).write_text(text.replace("return", "return ", 1), "utf-8")
    assert python(copy.parent, "-c", PRINT_FINGERPRINT) != before
    (copy / rules).write_text(text, "utf-8")
    assert python(copy.parent, "-c", PRINT_FINGERPRINT) == before


@pytest.mark.parametrize("cache", ["a-folder", "a-file"])
def test_edited_rule_never_runs_old_code(cache, copy):
    """Neither with a cache folder, nor with a cache that cannot be written."""
    pytest.importorskip("numba")
    (copy.parent / "a-file").touch()
    settings = {"HEOROT_COMPILE": "1", "HEOROT_CACHE": str(copy.parent / cache)}
    (copy / "search" / "caller.py").write_text(CALLER)
    answers = []
    for text in (RULE, RULE.replace("2 *", "3 *")):
        (copy / "engine" / "tiny.py").write_text(text)
        answers.append(python(copy.parent, "-c", "import heorot.search.caller", **settings))
    assert answers == ["42", "63"]


def test_rules_imported_late_are_compiled(tmp_path):
    """As when a second game is warmed up after the first. The second run finds an index without code, as if the cache
    came from another processor or another process were still writing it."""
    pytest.importorskip("numba")
    (tmp_path / "late.py").write_text(LATE)
    (tmp_path / "first.py").write_text(EARLY)
    for _ in range(2):
        settings = {"HEOROT_COMPILE": "1", "HEOROT_CACHE": str(tmp_path / "cache")}
        done = subprocess.run(
            [sys.executable, "first.py"], cwd=tmp_path, env={**os.environ, **settings}, capture_output=True, text=True
        )
        assert done.stdout.strip() == "126", done.stderr[-600:]
        for file in (tmp_path / "cache").rglob("*.nbc"):  # the code; the index files remain
            file.unlink()
