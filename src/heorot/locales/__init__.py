"""The catalogues: every sentence and every word that people read or type, in ICU MessageFormat. Each language has a
folder with a JSON file for each title and topic; `common.json` and `server.json` name no title.

Add a language with an entry in `languages.json` and a folder beside it. Modules here need Python alone;
`terminal.translator` fills in sentences.

May import: nothing.
"""

import json
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

COMMON = "common.json"
LANGUAGES: tuple[str, ...] = tuple(json.loads((resources.files(__name__) / "languages.json").read_text("utf-8")))


@cache
def catalogue(language: str) -> dict[str, str]:
    """Return the sentences of one language by key. A key is in one file only."""
    return {key: sentence for file in files(language) for key, sentence in json.loads(file.read_text("utf-8")).items()}


def files(language: str) -> list[Traversable]:
    """Return the catalogue files of one language, `common.json` first."""
    found = (file for file in (resources.files(__name__) / language).iterdir() if file.name.endswith(".json"))
    return sorted(found, key=lambda file: (file.name != COMMON, file.name))


@cache
def typed_words(prefix: str) -> dict[str, tuple[str, ...]]:
    """Return the words that can be typed for each key below a prefix, in all languages. A catalogue separates them by
    bars."""
    found: dict[str, tuple[str, ...]] = {}
    for language in LANGUAGES:
        for key, phrases in catalogue(language).items():
            if key.startswith(f"{prefix}."):
                word = key.removeprefix(f"{prefix}.")
                found[word] = (*found.get(word, ()), *(phrase.strip() for phrase in phrases.split("|")))
    return found
