"""The project contains no path of a machine, no address of a package registry and no scan of a rulebook."""

import re

from tests.architecture.source import ROOT, project_files

# Concatenated, so that this file does not contain what it searches for.
TOP_FOLDERS = ("work", "root", "home", "Users")
HOSTS = ("pypi." + "org", "python" + "hosted", "npm" + "js", "registry." + "yarn", "debian" + ".org", "debian" + ".net")
OUTSIDE_PATH = re.compile("(?<![a-z])shar" + "ed/", re.IGNORECASE)
LOCAL_PATH = re.compile(rf"(?<![\w.~*:/-])/(?:{'|'.join(TOP_FOLDERS)})/\w")
HOST = re.compile("|".join(map(re.escape, HOSTS)), re.IGNORECASE)


def lines_matching(pattern: re.Pattern[str]) -> list[str]:
    """Return every line of the project that matches a pattern."""
    return [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for file in project_files()
        for number, line in enumerate(file.read_text("utf-8", "replace").splitlines(), 1)
        if pattern.search(line)
    ]


def test_project_files_include_known_files():
    names = {str(file.relative_to(ROOT)) for file in project_files()}
    assert {"dev", "pyproject.toml", "src/heorot/cli/__init__.py", "tests/conftest.py"} <= names


def test_no_file_mentions_path_outside_project():
    assert OUTSIDE_PATH.search("../shar" + "ed/notes.md")
    assert lines_matching(OUTSIDE_PATH) == []


def test_no_file_names_package_registry():
    assert all(HOST.search(f"https://{host}") for host in HOSTS)
    assert lines_matching(HOST) == []


def test_no_file_names_local_path():
    assert all(LOCAL_PATH.search(f" /{folder}" + "/anna") for folder in TOP_FOLDERS)
    assert lines_matching(LOCAL_PATH) == []


def test_no_lock_file_with_addresses_exists():
    assert [file.name for file in project_files() if re.fullmatch(r"uv\.lock|pylock.*\.toml", file.name)] == []


def test_no_rulebook_scan_is_included():
    kinds = {file.suffix.lower() for file in project_files()}
    assert kinds.isdisjoint({".pdf", ".djvu", ".epub", ".doc", ".docx", ".jpg", ".jpeg", ".scan"})


def test_text_files_end_with_newline_and_have_no_carriage_return():
    texts = {file: file.read_bytes() for file in project_files() if file.suffix in {".py", ".md", ".toml", ".json"}}
    broken = [
        str(file.relative_to(ROOT))
        for file, text in texts.items()
        if text and (not text.endswith(b"\n") or b"\r" in text)
    ]
    assert broken == []
