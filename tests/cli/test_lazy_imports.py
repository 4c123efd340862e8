"""Optional packages are not imported until they are needed, and everything works without the compiler."""

import json

import pytest

from tests.cli.run_heorot import run_heorot, run_python

HEAVY = ("numba", "numpy", "llvmlite", "typer", "rich", "icu4py", "click", "pydantic")

# Runs before any import, and hides these modules as if they were not installed.
HIDE_COMPILER = """
import importlib.machinery, sys

class Without(importlib.machinery.PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name.split(".")[0] in ("numba", "numpy", "llvmlite"):
            return None
        return super().find_spec(name, path, target)

sys.meta_path[:] = [Without if finder is importlib.machinery.PathFinder else finder for finder in sys.meta_path]
"""


@pytest.fixture(scope="module")
def without_compiler(tmp_path_factory):
    """Return the environment of a Python that has neither Numba nor NumPy, with compilation enabled."""
    folder = tmp_path_factory.mktemp("without_compiler")
    (folder / "sitecustomize.py").write_text(HIDE_COMPILER)
    settings = {"PYTHONPATH": str(folder), "HEOROT_COMPILE": "1"}
    assert run_python("-c", "import numpy", **settings).code == 1
    return settings


@pytest.mark.parametrize(
    "module", ["heorot", "heorot.games", "heorot.engine.records.playback", "heorot.bots.movie.players"]
)
def test_rules_import_only_the_standard_library(module):
    script = f"import sys, {module}; print(*(name for name in {HEAVY} if name in sys.modules))"
    assert run_python("-c", script, HEOROT_COMPILE="1") == (0, "\n", "")


def test_command_line_does_not_import_the_compiler():
    script = "import sys, heorot.cli.app; print(*(name for name in ('numba', 'numpy') if name in sys.modules))"
    assert run_python("-c", script, HEOROT_COMPILE="1") == (0, "\n", "")


def test_simulations_without_numba_give_the_same_games(without_compiler, tmp_path):
    args = ("sim", "movie", "--seats", "random,random", "--games", 3, "--seed", 8, "--json")
    without = json.loads(run_python("-m", "heorot", *args, "--records", tmp_path, **without_compiler).out)
    switched_off = json.loads(run_heorot(*args).out)
    assert without["compiled"] is False
    assert without["scores"] == switched_off["scores"]
    assert run_python("-m", "heorot", "check", *tmp_path.iterdir(), **without_compiler).code == 0


def test_game_can_be_played_without_numba(without_compiler):
    code, _, err = run_python("-m", "heorot", "play", "movie", "--seed", 1, stdin="quit\n", **without_compiler)
    assert (code, err) == (0, "")


def test_warmup_without_numba_is_refused(without_compiler):
    result = run_python("-m", "heorot", "warmup", **without_compiler)
    assert result.code == 2
    assert ["Numba" in sentence for sentence in result.sentences] == [True]


def test_version_reports_interpreted_rules(without_compiler):
    assert run_python("-m", "heorot", "version", **without_compiler).out.endswith(", interpreted\n")
