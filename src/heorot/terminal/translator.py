"""Translation of keys and parameters into sentences of one language (ICU MessageFormat)."""

import re
from collections.abc import Iterable
from functools import cache

from icu4py.messageformat import MessageFormat

from heorot.engine.errors import HeorotError
from heorot.engine.sentence import Param, Sentence
from heorot.locales import catalogue

CONTROL_CHARACTERS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Translator:
    """Renders sentences in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def translate(self, key: str, /, **params: Param | float) -> str:
        """Return the sentence of a key with its parameters filled in."""
        return message(self.language, key).format({name: self.to_icu(param) for name, param in params.items()})

    def render(self, sentence: Sentence) -> str:
        """Return a `Sentence` as text."""
        return self.translate(sentence.key, **sentence.params)

    def render_paragraph(self, sentences: Iterable[Sentence]) -> str:
        """Return sentences as text, one a line."""
        return "\n".join(map(self.render, sentences))

    def to_icu(self, param: Param | float) -> str | int | float:
        """Return a parameter in the form that ICU accepts; texts are cleaned."""
        match param:
            case Sentence():
                return self.render(param)
            case tuple():
                return ", ".join(map(self.render, param))
            case str():
                return self.clean(param)
        return param

    def clean(self, text: str) -> str:
        """Replace control characters and invalid Unicode of a text from outside by U+FFFD, to protect the terminal."""
        return CONTROL_CHARACTERS.sub("\ufffd", text.encode("utf-8", "replace").decode())

    def render_error(self, error: HeorotError) -> str:
        """Return an error as text, with the suggestion, line, rule or file that its parameters name."""
        sentence = self.translate(error.key, **error.params)
        if "near" in error.params:
            sentence = self.translate("error.near", near=error.params["near"], sentence=sentence)
        if "column" in error.params and "line" in error.params:
            place = {name: error.params[name] for name in ("line", "column")}
            sentence = self.translate("error.place", sentence=sentence, **place)
        elif "line" in error.params:
            sentence = self.translate("error.line", line=error.params["line"], sentence=sentence)
        if "rule" in error.params:
            sentence = self.translate("error.rule", rule=error.params["rule"], sentence=sentence)
        if "where" in error.params:
            place = {name: error.params[name] for name in ("file", "where")}
            sentence = self.translate("error.where", sentence=sentence, **place)
        return sentence


@cache
def message(language: str, key: str) -> MessageFormat:
    """Return the parsed message of a key."""
    return MessageFormat(catalogue(language)[key], language)
