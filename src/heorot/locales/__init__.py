"""Every sentence and every word a person reads or types, one JSON file a language, in ICU MessageFormat.

This module only reads the files; nothing here needs a library. `heorot.terminal.speech` turns keys into sentences.
"""

import json
from functools import cache
from importlib import resources

LANGUAGES = ("en", "fr", "ru")


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences of one language by their keys."""
    file = resources.files(__name__) / f"{language}.json"
    sentences: dict[str, str] = json.loads(file.read_text("utf-8"))
    return sentences


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
