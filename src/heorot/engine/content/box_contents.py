"""What is said of any box: what it is called, who plays it, and where its values come from."""

import re
from collections.abc import Iterable, Iterator, Mapping

from heorot.engine.sentence import Sentence
from heorot.engine.sheet import Sourced

NAMES = {
    "": Sentence("contents.source.none"),
    "rulebook": Sentence("contents.source.rulebook"),
    "report": Sentence("contents.source.report"),
    "ours": Sentence("contents.source.ours"),
}  # of sources with a meaning; others are words of whoever made the box
MEANINGS = {
    "rulebook": Sentence("contents.means.rulebook"),
    "report": Sentence("contents.means.report"),
    "ours": Sentence("contents.means.ours"),
}


def is_known(source: str) -> bool:
    """Whether a value is printed, or told by owners; anything else is our proposal, at least in part."""
    return source in ("rulebook", "report")


def name_source(source: str) -> Sentence:
    """A source in short. What is ours is never called printed."""
    return NAMES.get(source) or Sentence("contents.source.other", words=source)


def tell_sources(values: Iterable[Sourced], known: Iterable[str] = ()) -> Iterator[Sentence]:
    """What the short names of sources mean, those that occur; `known`: others that have a sentence of their own."""
    found, known = {source for _, _, source in values}, {*NAMES, *known}
    first_words = {re.split(r"\W", source)[0] for source in found & known}
    yield from (meaning for source, meaning in MEANINGS.items() if source in first_words)
    if found - known:
        yield Sentence("contents.means.other")


def tell_title(title: str, designer: str, year: int, source: Mapping[str, Sentence]) -> Iterator[Sentence]:
    """What the box is called, and who made it."""
    yield Sentence("contents.title", title=title, source=source["title"])
    yield Sentence("contents.designer", designer=designer, year=year, source=source["designer"])


def tell_players(players: tuple[int, int], source: Sentence) -> Sentence:
    """How many may play."""
    return Sentence("contents.players", fewest=players[0], most=players[1], source=source)
