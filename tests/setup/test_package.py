"""What is shipped is whole, and what is fetched is pinned."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = {lock.stem: lock.read_text() for lock in ROOT.glob("requirements/*.txt")}


def packages(text: str) -> set[str]:
    """The names that stand at the beginnings of lines: comments and hashes are not among them."""
    return set(re.findall(r"^[a-z0-9-]+", text, re.MULTILINE))


def test_the_wheel_holds_every_file_of_the_package(tmp_path):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    shipped = zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist()
    files = (file for file in ROOT.glob("src/heorot/**/*.*") if "__pycache__" not in file.parts)
    assert {str(file.relative_to(ROOT / "src")) for file in files} <= set(shipped)


def test_the_engine_and_the_games_need_python_alone():
    assert PROJECT["project"]["dependencies"] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_hashes_and_no_address(lock):
    assert "--hash=sha256:" in LOCKS[lock]
    assert "://" not in LOCKS[lock]


def test_the_locks_hold_what_the_project_asks_for():
    wanted = PROJECT["project"]["optional-dependencies"]
    extras = {name: packages("\n".join(wanted[name])) for name in wanted}
    assert extras["cli"] <= packages(LOCKS["run"])
    assert extras["fast"] <= packages(LOCKS["fast"])
    assert set.union(*extras.values()) <= packages(LOCKS["dev"])


def test_no_two_locks_differ_over_a_version():
    pins = {name: set(re.findall(r"^\S+==.*(?= \\)", text, re.MULTILINE)) for name, text in LOCKS.items()}
    assert pins["run"] | pins["fast"] <= pins["dev"]
