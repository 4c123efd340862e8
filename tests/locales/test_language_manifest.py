"""`languages.json` is the only list of languages: adding one means an entry there and a folder of catalogues."""

import json
import re
import subprocess
import sys
from shutil import copytree

from heorot.locales import LANGUAGES
from tests.architecture.source import PACKAGE, ROOT, project_files

MANIFEST = PACKAGE / "locales" / "languages.json"
CODE = {".py", ".ts", ".svelte", ".js", ".mjs", ".html", ".toml", ""}
GENERATED = {"web/src/protocol.ts", "web/openapi.json"}  # made from the server's models
WINDOW = 3  # lines that a list of three codes may span


def lists_languages(text: str) -> bool:
    """Return whether a few adjacent lines of a program name every language code."""
    lines = text.splitlines()
    named = [{code for code in LANGUAGES if re.search(rf"""(['"]){code}\1|\b{code}:\s""", line)} for line in lines]
    return any(set().union(*named[at : at + WINDOW]) == set(LANGUAGES) for at in range(len(lines)))


def test_every_manifest_language_has_folder_and_name():
    folders = {path.name for path in MANIFEST.parent.iterdir() if (path / "common.json").exists()}
    manifest = json.loads(MANIFEST.read_text("utf-8"))
    assert folders == set(LANGUAGES) == set(manifest)
    assert all(language["name"] for language in manifest.values())


def test_no_other_file_lists_the_languages():
    files = [
        file
        for file in project_files()
        if file.suffix in CODE and file.parts[len(ROOT.parts)] in {"src", "web", "tools", "dev"}
    ]
    programs = [
        file for file in files if ".test." not in file.name and file.relative_to(ROOT).as_posix() not in GENERATED
    ]
    assert len(programs) > 400
    assert [file.name for file in programs if lists_languages(file.read_text("utf-8"))] == []


def test_list_of_languages_is_detected():
    assert lists_languages('LANGUAGES = ("en", "fr", "ru")')
    assert lists_languages("const names = {\n  en: 'English',\n  fr: 'Français',\n  ru: 'Русский',\n}")
    assert not lists_languages('if language == "fr":')


def test_new_language_needs_only_entry_and_folder(tmp_path):
    locales = tmp_path / "heorot" / "locales"
    copytree(MANIFEST.parent, locales)
    copytree(locales / "en", locales / "is")
    manifest = json.loads(MANIFEST.read_text("utf-8")) | {"is": {"name": "Íslenska"}}
    (locales / "languages.json").write_text(json.dumps(manifest), "utf-8")
    (tmp_path / "heorot" / "__init__.py").touch()
    script = "from heorot.locales import LANGUAGES, catalogue; print(LANGUAGES[-1], len(catalogue('is')) > 1000)"
    command = [sys.executable, "-S", "-c", script]
    printed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert printed.split() == ["is", "True"]
