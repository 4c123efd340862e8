"""Optional packages are not imported until they are needed, and everything works without the compiler."""

import json

import pytest

from tests.cli.run_heorot import run_heorot, run_python

HEAVY = ("numba", "numpy", "llvmlite", "typer", "rich", "icu4py", "click", "pydantic")

# Runs before any import: these modules then appear not to be installed.
NOWHERE = """
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
def bare(tmp_path_factory):
    """Return the environment of a Python that has neither Numba nor NumPy, with compilation enabled."""
    folder = tmp_path_factory.mktemp("bare")
    (folder / "sitecustomize.py").write_text(NOWHERE)
    settings = {"PYTHONPATH": str(folder), "HEOROT_COMPILE": "1"}
    assert run_python("-c", "import numpy", **settings).code == 1
    return settings


@pytest.mark.parametrize(
    "module", ["heorot", "heorot.games", "heorot.engine.records.playback", "heorot.bots.movie.players"]
)
def test_the_rules_import_nothing_but_python(module):
    script = f"import sys, {module}; print(*(name for name in {HEAVY} if name in sys.modules))"
    assert run_python("-c", script, HEOROT_COMPILE="1") == (0, "\n", "")


def test_the_command_line_does_not_import_the_compiler_before_it_is_wanted():
    script = "import sys, heorot.cli.app; print(*(name for name in ('numba', 'numpy') if name in sys.modules))"
    assert run_python("-c", script, HEOROT_COMPILE="1") == (0, "\n", "")


def test_simulations_run_without_the_compiler_and_give_the_same_games(bare, tmp_path):
    args = ("sim", "movie", "--seats", "random,random", "--games", 3, "--seed", 8, "--json")
    without = json.loads(run_heorot(*args, "--records", tmp_path, **bare).out)
    switched_off = json.loads(run_heorot(*args).out)
    assert without["compiled"] is False
    assert without["scores"] == switched_off["scores"]
    assert run_heorot("check", *tmp_path.iterdir(), **bare).code == 0


def test_a_game_can_be_played_without_the_compiler(bare):
    code, _, err = run_heorot("play", "movie", "--seed", 1, stdin="quit\n", **bare)
    assert (code, err) == (0, "")


def test_warmup_says_that_there_is_nothing_to_compile(bare):
    said = run_heorot("warmup", **bare)
    assert said.code == 2
    assert ["Numba" in sentence for sentence in said.sentences] == [True]


def test_the_version_says_how_the_rules_run(bare):
    assert run_heorot("version", **bare).out.endswith(", interpreted\n")
