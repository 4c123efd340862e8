"""Sentences that describe any box: its title, its players, and the sources of its values."""

import re
from collections.abc import Iterable, Iterator, Mapping

from heorot.engine.content.toml_reader import SourcedValue
from heorot.engine.sentence import Sentence

SOURCE_NAMES = {
    "": Sentence("contents.source.none"),
    "rulebook": Sentence("contents.source.rulebook"),
    "report": Sentence("contents.source.report"),
    "ours": Sentence("contents.source.ours"),
}  # any other source is shown in the words of the box's author
SOURCE_MEANINGS = {
    "rulebook": Sentence("contents.means.rulebook"),
    "report": Sentence("contents.means.report"),
    "ours": Sentence("contents.means.ours"),
}


def is_documented(source: str) -> bool:
    """Return whether a value is printed in the rulebook or reported by owners; all others are, at least partly, our
    proposals."""
    return source in ("rulebook", "report")


def name_source(source: str) -> Sentence:
    """Return the short name of a source."""
    return SOURCE_NAMES.get(source) or Sentence("contents.source.other", words=source)


def describe_sources(values: Iterable[SourcedValue], known: Iterable[str] = ()) -> Iterator[Sentence]:
    """Explain the short names of all sources that occur; `known` are those that the game explains itself."""
    sources, known = {source for _, _, source in values}, {*SOURCE_NAMES, *known}
    first_words = {re.split(r"\W", source)[0] for source in sources & known}
    yield from (meaning for source, meaning in SOURCE_MEANINGS.items() if source in first_words)
    if sources - known:
        yield Sentence("contents.means.other")


def describe_title(title: str, designer: str, year: int, source: Mapping[str, Sentence]) -> Iterator[Sentence]:
    """Name the box and its designer."""
    yield Sentence("contents.title", title=title, source=source["title"])
    yield Sentence("contents.designer", designer=designer, year=year, source=source["designer"])


def describe_players(players: tuple[int, int], source: Sentence) -> Sentence:
    """Return the range of the number of players."""
    return Sentence("contents.players", fewest=players[0], most=players[1], source=source)
