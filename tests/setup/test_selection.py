"""`./dev test PART` and `./dev test --changed`: which tests they run."""

import ast
from itertools import pairwise
from pathlib import Path

import pytest

from tools import selection
from tools.selection import choose, folders, imports_of, names_in, touched_tests

ROOT = Path(__file__).parents[2]
MOVIE_RULE = "src/heorot/games/movie/rules/scoring.py"


def test_all_tests_run_without_part():
    assert choose([]) == ([], True, True)
    assert choose(["--all"]) == ([], True, True)
    assert choose(["-k", "movie"]) == (["-k", "movie"], True, True)
    assert choose(["tests/setup", "-x"]) == (["tests/setup", "-x"], True, True)


def test_part_selects_folder_of_tests():
    assert choose(["engine", "--all", "-k", "movie"]) == (["tests/engine", "-k", "movie"], False, False)
    assert choose(["web"]) == (["tests/web"], False, True)
    assert choose(["server", "cli"]).pytest == ["tests/server", "tests/cli"]


def test_title_selects_all_its_folders():
    for title in ("movie", "legend"):
        chosen = choose([title]).pytest
        assert f"tests/games/{title}" in chosen
        assert all(Path(folder).name == title for folder in chosen)
        assert all((ROOT / folder).is_dir() for folder in chosen)


def test_every_part_contains_tests():
    assert {"engine", "games", "server", "terminal", "web", "setup"} < set(folders())
    for paths in folders().values():
        assert all(any((ROOT / path).rglob("test_*.py")) for path in paths)


def test_unknown_part_is_error_that_lists_parts():
    with pytest.raises(SystemExit, match=r"no part 'dance'.*engine.*legend.*web"):
        choose(["dance"])


# ---- Tests of changed files ----------------------------------------------------------------------------------------


def test_changed_rule_selects_tests_of_its_game_only():
    selected = touched_tests([MOVIE_RULE])
    assert any(test.startswith("tests/games/movie/") for test in selected)
    assert any(test.startswith("tests/terminal/") for test in selected)
    assert not any("legend" in Path(test).parts for test in selected)
    assert "tests/setup/test_dev.py" not in selected


def test_changed_game_data_selects_tests_of_game():
    selected = touched_tests(["src/heorot/games/movie/box.toml"])
    assert set(touched_tests([MOVIE_RULE])) <= set(selected)


def test_changed_server_does_not_select_rule_tests():
    selected = touched_tests(["src/heorot/server/app.py"])
    assert any(test.startswith("tests/server/") for test in selected)
    assert not any(test.startswith(("tests/games/movie/rules/", "tests/search/")) for test in selected)


def test_changed_test_selects_itself_and_helper_selects_importers():
    assert "tests/setup/test_dev.py" in touched_tests(["tests/setup/test_dev.py"])
    assert "tests/cli/test_sim.py" in touched_tests(["tests/cli/run_heorot.py"])
    assert touched_tests(["tests/web/conftest.py"]) == ["tests/architecture", "tests/web"]


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("web/src/main.ts", ["tests/setup/test_package.py", "tests/web"]),
        ("docs/keys.md", ["tests/docs"]),
        ("pyproject.toml", ["tests/setup"]),
        ("deploy/heorot.service", ["tests/setup/test_hosting.py"]),
        ("LICENSE", []),
    ],
)
def test_other_changed_files_select_tests_that_read_them(file, tests):
    assert {"tests/architecture", *tests} <= set(touched_tests([file]))


def test_client_checks_run_when_client_sources_change(monkeypatch):
    for files, web in ((["web/src/main.ts"], True), (["src/heorot/locales/en/web.json"], True), ([MOVIE_RULE], False)):
        monkeypatch.setattr(selection, "changed_files", lambda base, files=files: files)
        assert choose(["--changed"]).web == web


def test_selected_paths_are_not_nested():
    selected = touched_tests(["pyproject.toml", "tests/setup/test_dev.py", MOVIE_RULE])
    assert selected == sorted(selected)
    assert not any(b.startswith(f"{a}/") for a, b in pairwise(selected))


def test_changed_files_include_diff_from_base_and_new_files(monkeypatch):
    outputs = {"diff": ["src/a.py"], "ls-files": ["src/b.py"], "rev-parse": [], "status": [" M src/a.py"]}
    commands = []
    monkeypatch.setattr(selection, "git", lambda *words, check=True: commands.append(words) or outputs[words[0]])
    assert selection.changed_files() == ["src/a.py", "src/b.py"]
    assert commands[-2][-1] == "HEAD"
    selection.changed_files("v1")
    assert commands[-2][-1] == "v1"


def test_default_base_is_merge_base_with_upstream(monkeypatch):
    outputs = {"rev-parse": ["abc"], "merge-base": ["def"], "status": []}
    monkeypatch.setattr(selection, "git", lambda *words, check=True: outputs[words[0]])
    assert selection.default_base() == "def"
    outputs["rev-parse"] = []
    assert selection.default_base() == "HEAD~1"


# ---- Imports -------------------------------------------------------------------------------------------------------

KNOWN = {"heorot", "heorot.cli", "heorot.cli.app", "heorot.search", "heorot.search.movie", "heorot.search.legend",
         "heorot.__main__"}  # fmt: skip


@pytest.mark.parametrize(
    ("source", "modules"),
    [
        ("import heorot.cli.app", {"heorot.cli.app", "heorot.cli", "heorot"}),
        ("from heorot.cli import app, other", {"heorot.cli.app", "heorot.cli", "heorot"}),
        ("def f():\n    from heorot.search.movie import x", {"heorot.search.movie", "heorot.search", "heorot"}),
        ("import_module(f'heorot.search.{game}')",
         {"heorot.search.movie", "heorot.search.legend", "heorot.search", "heorot"}),
        ("spawn('heorot.cli.app')", {"heorot.cli.app", "heorot.cli", "heorot"}),
        ("run([python, '-m', 'heorot', 'sim'])", {"heorot.__main__", "heorot"}),
        ("import os\nname = 'heorot'", set()),
    ],
)  # fmt: skip
def test_imports_are_found(source, modules):
    assert set(imports_of("tests.x", ast.parse(source), KNOWN, False)) == modules


def test_relative_imports_are_found():
    [node] = ast.parse("from .app import run").body
    assert list(names_in("heorot.cli.other", node, False)) == ["heorot.cli.app.run"]
    assert list(names_in("heorot.cli", node, True)) == ["heorot.cli.app.run"]
