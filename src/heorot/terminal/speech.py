"""Keys and parameters into sentences of one language (ICU MessageFormat)."""

import os
from functools import cache

from icu4py.messageformat import MessageFormat

from heorot.engine.errors import HeorotError
from heorot.locales import LANGUAGES, catalogue


class Speech:
    """One language, spoken."""

    def __init__(self, language: str) -> None:
        self.language = language

    def say(self, key: str, /, **params: str | int | float) -> str:
        """The sentence of a key, filled in."""
        return message(self.language, key).format({name: clean(value) for name, value in params.items()})

    def complain(self, error: HeorotError) -> str:
        """An error as a sentence, with the rule, the line or the file it names."""
        sentence = self.say(error.key, **error.params)
        if "line" in error.params:
            sentence = self.say("error.line", line=error.params["line"], sentence=sentence)
        if "rule" in error.params:
            sentence = self.say("error.rule", rule=error.params["rule"], sentence=sentence)
        if "where" in error.params:
            place = {name: error.params[name] for name in ("file", "where")}
            sentence = self.say("error.where", sentence=sentence, **place)
        return sentence


def clean(value: str | int | float) -> str | int | float:
    """A parameter as ICU takes it: what was no text when it came in has a mark in its place."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


@cache
def message(language: str, key: str) -> MessageFormat:
    """A sentence, parsed once."""
    return MessageFormat(catalogue(language)[key], language)


def environment_language() -> str:
    """The language that the environment asks for, if we speak it; else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"
