"""Keys and parameters into sentences of one language (ICU MessageFormat)."""

import os
import re
from collections.abc import Iterable
from functools import cache

from icu4py.messageformat import MessageFormat

from heorot.engine.errors import HeorotError
from heorot.engine.sentence import Part, Sentence
from heorot.locales import LANGUAGES, catalogue

STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Speech:
    """One language, spoken."""

    def __init__(self, language: str) -> None:
        self.language = language

    def say(self, key: str, /, **params: Part | float) -> str:
        """The sentence of a key, filled in."""
        return message(self.language, key).format({name: self.fill(part) for name, part in params.items()})

    def utter(self, sentence: Sentence) -> str:
        """A sentence that came as data."""
        return self.say(sentence.key, **sentence.params)

    def paragraph(self, sentences: Iterable[Sentence]) -> str:
        """Sentences that belong together, each on a line of its own."""
        return "\n".join(map(self.utter, sentences))

    def fill(self, part: Part | float) -> str | int | float:
        """A part of a sentence as ICU takes it; what was no text when it came in has a mark in its place."""
        match part:
            case Sentence():
                return self.utter(part)
            case tuple():
                return ", ".join(map(self.utter, part))
            case str():
                return self.clean(part)
        return part

    def clean(self, text: str) -> str:
        """A text that came from outside: what is no text, or would steer the terminal, has a mark in its place."""
        return STEERING.sub("\ufffd", text.encode("utf-8", "replace").decode())

    def complain(self, error: HeorotError) -> str:
        """An error as a sentence, with what may have been meant, the rule, the place or the file it names."""
        sentence = self.say(error.key, **error.params)
        if "near" in error.params:
            sentence = self.say("error.near", near=error.params["near"], sentence=sentence)
        if "column" in error.params and "line" in error.params:
            place = {name: error.params[name] for name in ("line", "column")}
            sentence = self.say("error.place", sentence=sentence, **place)
        elif "line" in error.params:
            sentence = self.say("error.line", line=error.params["line"], sentence=sentence)
        if "rule" in error.params:
            sentence = self.say("error.rule", rule=error.params["rule"], sentence=sentence)
        if "where" in error.params:
            place = {name: error.params[name] for name in ("file", "where")}
            sentence = self.say("error.where", sentence=sentence, **place)
        return sentence


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
