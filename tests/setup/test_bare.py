"""How `./dev bare` reads the configuration of the machine. The command itself needs root, a network and minutes."""

import subprocess
import sys

import pytest

from tests.setup.test_package import ROOT
from tools import bare
from tools.bare import Source, apt_sources, environment, parse, sources_of

LIST = """
# a comment
deb [arch=amd64 signed-by=/usr/share/keyrings/x.gpg] http://mirror.example/debian bookworm main contrib
deb-src http://mirror.example/debian bookworm main
"""
STANZAS = """
Types: deb
URIs: http://mirror.example/security
Suites: bookworm-security
Components: main

Types: deb
URIs: http://other.example/apt
Suites: stable nodistro
Components: main
"""


@pytest.fixture
def apt(tmp_path, monkeypatch):
    """A folder like /etc/apt with sources in both formats."""
    (tmp_path / "sources.list.d").mkdir()
    (tmp_path / "sources.list").write_text(LIST)
    (tmp_path / "sources.list.d/debian.sources").write_text(STANZAS)
    found = list(apt_sources(tmp_path))
    monkeypatch.setattr(bare, "apt_sources", lambda: found)
    return found


def test_apt_sources_are_read_in_both_formats(apt):
    assert apt == [
        Source("http://mirror.example/debian", "bookworm", "main contrib"),
        Source("http://mirror.example/security", "bookworm-security", "main"),
        Source("http://other.example/apt", "stable", "main"),
        Source("http://other.example/apt", "nodistro", "main"),
    ]


def test_release_is_installed_from_its_archive_with_updates(apt):
    assert [source.suite for source in sources_of("bookworm", None)] == ["bookworm", "bookworm-security"]
    assert sources_of("trixie", "http://mine.example") == [Source("http://mine.example", "trixie", "main")]


def test_release_unknown_to_apt_needs_mirror(apt):
    with pytest.raises(SystemExit, match="--mirror"):
        sources_of("trixie", None)


def test_network_settings_are_passed_on_and_caches_are_not(monkeypatch):
    passed = {"https_proxy": "1", "NO_PROXY": "2", "PIP_INDEX_URL": "3", "UV_DEFAULT_INDEX": "4",
              "npm_config_registry": "5", "SSL_CERT_FILE": "6"}  # fmt: skip
    held_back = ("PIP_CACHE_DIR", "UV_CACHE_DIR", "npm_config_cache", "HEOROT_CACHE", "PYTHONPATH", "VIRTUAL_ENV")
    for name, value in [*passed.items(), *((name, "x") for name in held_back)]:
        monkeypatch.setenv(name, value)
    assert passed.items() <= environment().items()
    assert not set(held_back) & set(environment())
    assert environment()["HOME"] == "/root"


def test_other_arguments_are_passed_to_tests():
    options, rest = parse(["--only", "test", "-k", "scoring", "-x"])
    assert (options.only, options.suite, rest) == ("test", "bookworm", ["-k", "scoring", "-x"])


def test_unknown_command_is_refused():
    done = subprocess.run([sys.executable, ROOT / "tools/bare.py", "--only", "dance"], capture_output=True, text=True)
    assert done.returncode == 2
    assert "dance" in done.stderr
