"""What lies in front of the players of the cardboard game at its end, typed by its owner, and scored term by term. In
words, as data.

    Sandra: fame 5 2 2, treasure 3, wounds 1
    Martha: fame 5, alliance fame 3
    Mark: fame 12, treasure 2, 1 misfortune, 2 wounds

A player a line; values one by one or added up. Whatever is wrong is told with its line and column.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from heorot.engine.asking import Answer, answer
from heorot.engine.errors import BadText
from heorot.engine.game import Options
from heorot.engine.lines import typed_lines
from heorot.engine.options import check_names, read_yes
from heorot.engine.plain import Plain, plain_sentence
from heorot.engine.sentence import Paragraph, Sentence
from heorot.games.legend.accounts import account, tell_places, tell_shared
from heorot.games.legend.box import built_in
from heorot.games.legend.counting import Word, count, find_name, items_in
from heorot.games.legend.results import FinalScores, Tally, score_all
from heorot.games.legend.showing import WRITING
from heorot.games.legend.table import OPTIONS
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
    check_players([name for name, _ in players])
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


def check_players(names: list[Word]) -> None:
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
    finals, names = finals_of(cardboard), names_of(cardboard)
    for name, score in zip(names, finals.scores, strict=True):
        yield from account(score, name)
    for paragraph in tell_result(finals, names):
        yield from paragraph


def finals_of(cardboard: Cardboard) -> FinalScores:
    """L8.4, L9.3, L10.1: everyone's terms and places."""
    return score_all(cardboard.tallies, cardboard.advanced, cardboard.variant)


def names_of(cardboard: Cardboard) -> tuple[Sentence, ...]:
    """Everyone by name or number."""
    return tuple(name_owner(name, seat) for seat, name in enumerate(cardboard.names, 1))


def tell_result(finals: FinalScores, names: tuple[Sentence, ...]) -> list[Paragraph]:
    """L8.4, L10.1: the places, and who won; nobody is told that of a single player."""
    if len(names) == 1:
        return []
    return [tuple(tell_places(finals, names)), (tell_winners(finals, names),)]


def name_owner(name: str, seat: int) -> Sentence:
    """A player by name; one without by number."""
    return Sentence("legend.name", name=name) if name else Sentence("legend.player", who="other", seat=seat)


def tell_winners(finals: FinalScores, names: tuple[Sentence, ...]) -> Sentence:
    """L8.4, L10.1: who won."""
    if len(finals.winners) != 1:
        return tell_shared(finals, tuple(names[winner] for winner in finals.winners))
    (winner,) = finals.winners
    return Sentence("legend.end.wins", player=names[winner], points=finals.scores[winner].points)


# ---- As data -------------------------------------------------------------------------------------------------------


def scored(text: str, options: Options) -> Answer:
    """The same as plain data with its words, in the order of the lines; raises BadText and BadOption."""
    check_names(options, OPTIONS)
    cardboard = read(text, options)
    finals, names = finals_of(cardboard), names_of(cardboard)
    told: list[Plain] = [
        [plain_sentence(one) for one in account(score, name)] for score, name in zip(finals.scores, names, strict=True)
    ]
    return answer(
        "score",
        tell_result(finals, names),
        owners=[*cardboard.names],
        accounts=told,
        final=WRITING.plain(finals),
        points=[score.points for score in finals.scores],
        shares=[str(share) for share in shares_of(finals)],
    )


def shares_of(finals: FinalScores) -> tuple[Fraction, ...]:
    """L8.4: each player's part of the victory."""
    won = finals.winners
    return tuple(Fraction(seat in won, len(won) or 1) for seat in range(len(finals.scores)))
