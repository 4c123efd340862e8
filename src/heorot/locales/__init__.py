"""Every sentence and every word a person reads or types, in ICU MessageFormat: a folder for each language, in it a JSON
file for each game and one for the server beside `common.json`; these two name no title.

This module only reads the files; nothing here needs a library. `heorot.terminal.speech` turns keys into sentences.
"""

import json
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

LANGUAGES = ("en", "fr", "ru")
COMMON = "common.json"


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences of one language by their keys; no key stands in two files."""
    return {key: sentence for file in files(language) for key, sentence in json.loads(file.read_text("utf-8")).items()}


def files(language: str) -> list[Traversable]:
    """The files of one language: the common one, then those of the games by name."""
    found = (file for file in (resources.files(__name__) / language).iterdir() if file.name.endswith(".json"))
    return sorted(found, key=lambda file: (file.name != COMMON, file.name))


@cache
def words(prefix: str) -> dict[str, tuple[str, ...]]:
    """The words that may be typed for each word below a prefix, in all languages; several are separated by bars."""
    found: dict[str, tuple[str, ...]] = {}
    for language in LANGUAGES:
        for key, phrases in catalogue(language).items():
            if key.startswith(f"{prefix}."):
                word = key.removeprefix(f"{prefix}.")
                found[word] = (*found.get(word, ()), *(phrase.strip() for phrase in phrases.split("|")))
    return found
