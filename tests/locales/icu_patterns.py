"""A parser of ICU MessageFormat: the arguments of a message, with those in its plurals and selects.

The catalogues use typographic apostrophes only, so ICU's quoting never applies.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

CHOOSING = ("plural", "select", "selectordinal")


@dataclass(frozen=True)
class Argument:
    """`{name}`, `{name, number, ::style}` or `{name, plural, one {…} other {…}}`."""

    name: str
    kind: str = ""
    style: str = ""
    options: tuple[tuple[str, str], ...] = ()  # selector and message, for plurals and selects

    @property
    def selectors(self) -> set[str]:
        """The selectors: `one`, `=0`, `other`, …"""
        return {selector for selector, _ in self.options}


def arguments(message: str) -> Iterator[Argument]:
    """Yield every argument of a message, the outer ones first."""
    for inner in braced(message):
        argument = read_argument(inner)
        yield argument
        for _, option in argument.options:
            yield from arguments(option)


def read_argument(inner: str) -> Argument:
    """Return the argument between two braces."""
    name, kind, style = ([part.strip() for part in inner.split(",", 2)] + ["", ""])[:3]
    if kind not in CHOOSING:
        return Argument(name, kind, style)
    selectors = re.findall(r"\S+", without_braces(style))
    return Argument(name, kind, "", tuple(zip(selectors, braced(style), strict=True)))


def braced(text: str) -> list[str]:
    """Return the contents of the outermost braces."""
    return [text[start + 1 : end] for start, end in spans(text)]


def without_braces(text: str) -> str:
    """Return the text outside all braces."""
    for start, end in reversed(list(spans(text))):
        text = text[:start] + " " + text[end + 1 :]
    return text


def spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the positions of the outermost braces."""
    depth = start = 0
    for place, letter in enumerate(text):
        if letter == "{":
            depth, start = depth + 1, start if depth else place
        elif letter == "}":
            depth -= 1
            if depth == 0:
                yield start, place


def spoken(message: str) -> str:
    """Return the literal text of a message and of all its options."""
    inner = (spoken(option) for argument in map(read_argument, braced(message)) for _, option in argument.options)
    return " ".join([without_braces(message), *inner])
