"""The wheel and the source archive are complete, and every dependency is pinned."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from web import bundle

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = {lock.stem: lock.read_text() for lock in ROOT.glob("requirements/*.txt")}


def packages(text: str) -> set[str]:
    """Return the package names in a requirements file: the words at the start of lines."""
    return set(re.findall(r"^[a-z0-9-]+", text, re.MULTILINE))


def build(kind: str, tree: Path, out: Path, **settings: str) -> Path:
    """Build a wheel or a source archive of a tree."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(out)]
    process = subprocess.run(command, cwd=tree, capture_output=True, text=True, env=os.environ | settings)
    assert process.returncode == 0, process.stderr
    return next(file for file in out.iterdir() if file.suffix in (".whl", ".gz"))


def unpack(archive: Path, folder: Path) -> None:
    """Extract an archive. Python has filters since 3.11.4 and warns without one since 3.12."""
    with tarfile.open(archive) as files:
        if hasattr(tarfile, "data_filter"):
            files.extraction_filter = tarfile.data_filter
        files.extractall(folder)


def wheel_files(wheel: Path) -> set[str]:
    return set(zipfile.ZipFile(wheel).namelist())


def test_wheel_contains_every_package_file(tmp_path):
    shipped = wheel_files(build("wheel", ROOT, tmp_path))
    files = (file for file in ROOT.glob("src/heorot/**/*.*") if "__pycache__" not in file.parts)
    assert {str(file.relative_to(ROOT / "src")) for file in files} <= shipped
    assert {"heorot/bundle/index.html", "heorot/bundle/index.html.br"} <= shipped


def test_source_archive_contains_built_client(tmp_path):
    archive = build("sdist", ROOT, tmp_path / "archive")
    unpack(archive, tmp_path)
    tree = next(folder for folder in tmp_path.iterdir() if folder.name.startswith("heorot-"))
    assert (tree / "src/heorot/bundle/index.html").exists()
    assert not (tree / "web/node_modules").exists()
    wheel = build("wheel", tree, tmp_path / "wheel", PATH="/nothing")
    assert "heorot/bundle/index.html" in wheel_files(wheel)
    assert not (tree / "web/node_modules").exists()


def test_client_is_rebuilt_only_after_change(tmp_path, monkeypatch):
    for folder in ("web", "src/heorot/locales"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
    for name, place in {"ROOT": "", "WEB": "web", "LOCALES": "src/heorot/locales", "STAMP": "stamp"}.items():
        monkeypatch.setattr(bundle, name, tmp_path / place)
    assert not bundle.is_fresh()
    bundle.STAMP.write_text(bundle.fingerprint())
    assert bundle.is_fresh()
    (tmp_path / "web/node_modules").mkdir()
    (tmp_path / "web/node_modules/other.js").write_text("a dependency")
    assert bundle.is_fresh()
    (tmp_path / "src/heorot/locales/en/web.json").write_text("{}")
    assert not bundle.is_fresh()


def test_package_has_no_required_dependency():
    assert PROJECT["project"]["dependencies"] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_has_hashes_and_no_address(lock):
    assert "--hash=sha256:" in LOCKS[lock]
    assert "://" not in LOCKS[lock]


def test_locks_contain_declared_dependencies():
    wanted = PROJECT["project"]["optional-dependencies"]
    extras = {name: packages("\n".join(wanted[name])) for name in wanted}
    assert extras["cli"] <= packages(LOCKS["run"])
    assert extras["fast"] <= packages(LOCKS["fast"])
    assert set.union(*extras.values()) <= packages(LOCKS["dev"])
    assert packages("\n".join(PROJECT["dependency-groups"]["node"])) <= packages(LOCKS["node"])


def test_node_version_is_same_everywhere():
    assert PROJECT["dependency-groups"]["node"] == [bundle.NODE_WHEEL]
    engines = json.loads((ROOT / "web/package.json").read_text())["engines"]["node"]
    assert engines.startswith("^" + ".".join(map(str, bundle.OLDEST_NODE)))


def test_client_dependencies_are_pinned():
    lock = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    fetched = {name: package for name, package in lock.items() if name}
    assert len(fetched) > 50
    assert [name for name, package in fetched.items() if "integrity" not in package] == []
    assert [name for name, package in fetched.items() if "resolved" in package] == []


def test_locks_agree_on_versions():
    pins = {name: set(re.findall(r"^\S+==.*(?= \\)", text, re.MULTILINE)) for name, text in LOCKS.items()}
    assert pins["run"]
    assert pins["fast"]
    assert pins["run"] | pins["fast"] <= pins["dev"]
