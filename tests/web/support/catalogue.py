"""What the page says, from the catalogues that it says it from."""

import re
from functools import cache

from heorot.locales import catalogue
from heorot.terminal.speech import Speech
from tests.locales.patterns import Argument, read_argument, spans


def say(key: str, language: str = "en", **params: object) -> str:
    """A sentence as the browser has it."""
    return Speech(language).say(key, **params)


@cache
def pattern(key: str, language: str = "en") -> re.Pattern[str]:
    """A sentence whatever is filled in, whole."""
    return re.compile(expression(catalogue(language)[key]), re.DOTALL)


def expression(message: str) -> str:
    """A message of ICU as a regular expression: any text for a parameter, any option for a choice."""
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
    """Words as they stand there; a # is a number, and blanks may be of any kind."""
    return re.sub(r"(?:\\?\s)+", r"\\s+", re.escape(text).replace(r"\#", r"[\d.,\s]+?"))


def raw_keys(text: str) -> list[str]:
    """Whatever looks like a key of the catalogues on a page: nobody has put it into words."""
    areas = {key.split(".")[0] for key in catalogue("en")}
    found = re.findall(r"(?<![\w./@-])([a-z]+(?:\.[a-z0-9_-]+)+)(?![\w/])", text)
    return [key for key in found if key.split(".")[0] in areas]
