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


def test_the_project_is_read_at_all():
    names = {str(file.relative_to(ROOT)) for file in project_files()}
    assert {"dev", "pyproject.toml", "src/heorot/cli/__init__.py", "tests/conftest.py"} <= names


def test_nothing_outside_the_project_is_read():
    assert mentions(OUTSIDE) == []


def test_no_registry_is_named():
    assert mentions(HOST) == []


def test_no_place_on_a_machine_is_named():
    assert mentions(OF_A_MACHINE) == []


def test_no_lock_holds_addresses():
    assert [file.name for file in project_files() if re.fullmatch(r"uv\.lock|pylock.*\.toml", file.name)] == []


def test_the_rulebooks_own_texts_are_not_here():
    kinds = {file.suffix.lower() for file in project_files()}
    assert kinds.isdisjoint({".pdf", ".djvu", ".epub", ".doc", ".docx", ".jpg", ".jpeg", ".scan"})


def test_every_text_ends_with_one_newline_and_holds_no_tabs_or_carriage_returns():
    texts = {file: file.read_bytes() for file in project_files() if file.suffix in {".py", ".md", ".toml", ".json"}}
    broken = [
        str(file.relative_to(ROOT))
        for file, text in texts.items()
        if text and (not text.endswith(b"\n") or b"\r" in text)
    ]
    assert broken == []
