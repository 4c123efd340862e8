"""Messages of the page, rendered from the same catalogues."""

import re
from functools import cache

from heorot.locales import catalogue
from heorot.terminal.translator import Translator
from tests.locales.icu_patterns import Argument, read_argument, spans


def say(key: str, language: str = "en", **params: object) -> str:
    """Return a message as the browser shows it."""
    return Translator(language).translate(key, **params)


@cache
def pattern(key: str, language: str = "en") -> re.Pattern[str]:
    """Return a pattern that matches a message with any parameters."""
    return re.compile(expression(catalogue(language)[key]), re.DOTALL)


def expression(message: str) -> str:
    """Return a regular expression of an ICU message: a parameter is any text, a choice any of its options."""
    parts, position = [], 0
    for start, end in spans(message):
        argument = read_argument(message[start + 1 : end])
        parts += [literal(message[position:start]), choice(argument)]
        position = end + 1
    return "".join([*parts, literal(message[position:])])


def choice(argument: Argument) -> str:
    options = [expression(option) for _, option in argument.options]
    return f"(?:{'|'.join(options)})" if options else ".+?"


def literal(text: str) -> str:
    """Return a regular expression of literal text: `#` is any number, white space is of any kind."""
    return re.sub(r"(?:\\?\s)+", r"\\s+", re.escape(text).replace(r"\#", r"[\d.,\s]+?"))


def raw_keys(text: str) -> list[str]:
    """Return the words of a page that look like untranslated keys."""
    areas = {key.split(".")[0] for key in catalogue("en")}
    matches = re.findall(r"(?<![\w./@-])([a-z]+(?:\.[a-z0-9_-]+)+)(?![\w/])", text)
    return [key for key in matches if key.split(".")[0] in areas]
