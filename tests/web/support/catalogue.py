"""Sentences of the page, from the same catalogues."""

import re
from functools import cache

from heorot.locales import catalogue
from heorot.terminal.translator import Translator
from tests.locales.icu_patterns import Argument, read_argument, spans


def say(key: str, language: str = "en", **params: object) -> str:
    """Return a sentence as the browser shows it."""
    return Translator(language).translate(key, **params)


@cache
def pattern(key: str, language: str = "en") -> re.Pattern[str]:
    """Return a pattern of a whole sentence with any parameters."""
    return re.compile(expression(catalogue(language)[key]), re.DOTALL)


def expression(message: str) -> str:
    """Return an ICU message as a regular expression: any text for a parameter, any option for a choice."""
    parts, at = [], 0
    for start, end in spans(message):
        argument = read_argument(message[start + 1 : end])
        parts += [literal(message[at:start]), choice(argument)]
        at = end + 1
    return "".join([*parts, literal(message[at:])])


def choice(argument: Argument) -> str:
    options = [expression(option) for _, option in argument.options]
    return f"(?:{'|'.join(options)})" if options else ".+?"


def literal(text: str) -> str:
    """Return a pattern of literal text; a # is a number, and blanks may be of any kind."""
    return re.sub(r"(?:\\?\s)+", r"\\s+", re.escape(text).replace(r"\#", r"[\d.,\s]+?"))


def raw_keys(text: str) -> list[str]:
    """Return everything on a page that looks like an untranslated key."""
    areas = {key.split(".")[0] for key in catalogue("en")}
    found = re.findall(r"(?<![\w./@-])([a-z]+(?:\.[a-z0-9_-]+)+)(?![\w/])", text)
    return [key for key in found if key.split(".")[0] in areas]
