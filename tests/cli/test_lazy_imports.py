"""Without a compiler, without its arrays, and without waiting: what is not needed is not imported."""

import json

import pytest

from tests.cli.running import heorot, python

HEAVY = ("numba", "numpy", "llvmlite", "typer", "rich", "icu4py", "click", "pydantic")

# Found by Python before anything else is: these modules are then nowhere to be found, as if never installed.
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
    """Settings of a Python that has neither Numba nor NumPy, though nobody has switched the compiler off."""
    folder = tmp_path_factory.mktemp("bare")
    (folder / "sitecustomize.py").write_text(NOWHERE)
    settings = {"PYTHONPATH": str(folder), "HEOROT_COMPILE": "1"}
    assert python("-c", "import numpy", **settings).code == 1
    return settings


@pytest.mark.parametrize("module", ["heorot", "heorot.games", "heorot.engine.record", "heorot.bots.movie"])
def test_the_rules_import_nothing_but_python(module):
    script = f"import sys, {module}; print(*(name for name in {HEAVY} if name in sys.modules))"
    assert python("-c", script, HEOROT_COMPILE="1") == (0, "\n", "")


def test_the_command_line_does_not_import_the_compiler_before_it_is_wanted():
    script = "import sys, heorot.cli.commands; print(*(name for name in ('numba', 'numpy') if name in sys.modules))"
    assert python("-c", script, HEOROT_COMPILE="1") == (0, "\n", "")


def test_simulations_run_without_the_compiler_and_give_the_same_games(bare, tmp_path):
    args = ("sim", "movie", "--seats", "random,random", "--games", 3, "--seed", 8, "--json")
    without = json.loads(heorot(*args, "--records", tmp_path, **bare).out)
    switched_off = json.loads(heorot(*args).out)
    assert without["compiled"] is False
    assert without["scores"] == switched_off["scores"]
    assert heorot("check", *tmp_path.iterdir(), **bare).code == 0


def test_a_game_can_be_played_without_the_compiler(bare):
    code, _, err = heorot("play", "movie", "--seed", 1, stdin="quit\n", **bare)
    assert (code, err) == (0, "")


def test_warmup_says_that_there_is_nothing_to_compile(bare):
    said = heorot("warmup", **bare)
    assert said.code == 2
    assert ["Numba" in sentence for sentence in said.sentences] == [True]


def test_the_version_says_how_the_rules_run(bare):
    assert heorot("version", **bare).out.endswith(", interpreted\n")
