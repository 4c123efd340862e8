"""What lies in front of the players of the cardboard game at its end, typed by its owner, and scored term by term. In
words, as data.

    Sandra: fame 5 2 2, treasure 3, wounds 1
    Martha: fame 5, alliance fame 3
    Mark: fame 12, treasure 2, 1 misfortune, 2 wounds

A player a line; values one by one or added up. Whatever is wrong is told with its line and column.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from heorot.engine.errors import BadText
from heorot.engine.game import Options
from heorot.engine.lines import typed_lines
from heorot.engine.options import read_yes
from heorot.engine.sentence import Sentence
from heorot.games.legend.accounts import account, tell_places, tell_shared
from heorot.games.legend.box import built_in
from heorot.games.legend.counting import Word, count, find_name, items_in
from heorot.games.legend.results import FinalScores, Tally, score_all
from heorot.locales.typed import plain


@dataclass(frozen=True, slots=True)
class Cardboard:
    """Who played, by name as far as one was typed, what lies in front of each, and which game it was."""

    names: tuple[str, ...]
    tallies: tuple[Tally, ...]
    advanced: bool
    variant: bool  # L10.1


# ---- Reading -------------------------------------------------------------------------------------------------------


def read(text: str, options: Options) -> Cardboard:
    """A player a line; raises BadText. The advanced game and the variant are options of the table."""
    lines = typed_lines(text)
    players = [read_player(number, line) for number, line in lines if line.strip()]
    if not players:
        raise BadText(1, 1, "tally.empty")
    check_names([name for name, _ in players])
    names = tuple(name.text for name, _ in players)
    advanced, variant = bool(read_yes(options, "advanced")), bool(read_yes(options, "fallen"))
    return Cardboard(names, tuple(tally for _, tally in players), advanced, variant)


def read_player(number: int, line: str) -> tuple[Word, Tally]:
    """`Sandra: fame 9, treasure 3, wounds 1`."""
    name, rest = find_name(number, line)
    values = count(list(items_in(number, line, rest)))
    return name, Tally(
        fame=values["fame"],
        alliance_fame=values["alliance-fame"],
        treasure=values["treasure"],
        alliance_treasure=values["alliance-treasure"],
        misfortunes=sum(values["misfortune"]),
        scratches=sum(values["scratch"]),
        wounds=sum(values["wound"]),
        double_wounds=sum(values["double-wound"]),
    )


def check_names(names: list[Word]) -> None:
    """Nobody is there twice, and there are no more players than can play."""
    most = built_in().players[1]
    if len(names) > most:
        raise names[most].fault("tally.too-many-players", most=most)
    known = set[str]()
    for name in names:
        if name.text and plain(name.text) in known:
            raise name.fault("tally.twice", name=name.text)
        known.add(plain(name.text))


# ---- Telling -------------------------------------------------------------------------------------------------------


def tell(cardboard: Cardboard) -> Iterator[Sentence]:
    """L8.2 to L8.4, L9.3, L10.1: every player term by term, then the places, and who won."""
    finals = score_all(cardboard.tallies, cardboard.advanced, cardboard.variant)
    names = tuple(name_owner(name, seat) for seat, name in enumerate(cardboard.names, 1))
    for name, score in zip(names, finals.scores, strict=True):
        yield from account(score, name)
    if len(names) > 1:
        yield from tell_places(finals, names)
        yield tell_winners(finals, names)


def name_owner(name: str, seat: int) -> Sentence:
    """A player by name; one without by number."""
    return Sentence("legend.name", name=name) if name else Sentence("legend.player", who="other", seat=seat)


def tell_winners(finals: FinalScores, names: tuple[Sentence, ...]) -> Sentence:
    """L8.4, L10.1: who won."""
    if len(finals.winners) != 1:
        return tell_shared(finals, tuple(names[winner] for winner in finals.winners))
    (winner,) = finals.winners
    return Sentence("legend.end.wins", player=names[winner], points=finals.scores[winner].points)
