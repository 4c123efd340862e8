"""The language of the person at the terminal. Needs no library, so that a missing one can be explained."""

import os

from heorot.locales import LANGUAGES


def environment_language() -> str:
    """Return the language that LC_ALL, LC_MESSAGES or LANG asks for, or English if Heorot has no such catalogue."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"
