"""What the project holds is its own: nothing of the machine it was made on, and no address to fetch from."""

import re

from tests.architecture.source import ROOT, project_files

# Put together here, so that this file does not name what it looks for.
PLACES = ("work", "root", "home", "Users")
HOSTS = ("pypi." + "org", "python" + "hosted", "npm" + "js", "registry." + "yarn", "debian" + ".org", "debian" + ".net")
OUTSIDE = re.compile("(?<![a-z])shar" + "ed/", re.IGNORECASE)
OF_A_MACHINE = re.compile(rf"(?<![\w.~*:/-])/(?:{'|'.join(PLACES)})/\w")
HOST = re.compile("|".join(map(re.escape, HOSTS)), re.IGNORECASE)


def mentions(pattern: re.Pattern[str]) -> list[str]:
    """Every line of the project in which a pattern is found."""
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
    assert mentions(OUTSIDE) == []


def test_no_file_names_package_registry():
    assert mentions(HOST) == []


def test_no_file_names_local_path():
    assert mentions(OF_A_MACHINE) == []


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
