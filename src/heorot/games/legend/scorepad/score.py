"""Score pad: final tokens and wounds of a board game, typed by its owner, and scored term by term.

    Sandra: fame 5 2 2, treasure 3, wounds 1
    Martha: fame 5, alliance fame 3
    Mark: fame 12, treasure 2, 1 misfortune, 2 wounds

One player a line; values one by one or added up. Errors have a line and a column.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from heorot.engine.errors import BadText
from heorot.engine.game import Options
from heorot.engine.options import check_option_names, read_flag
from heorot.engine.queries import Answer, QueryAnswer, answer_schemas
from heorot.engine.sentence import Paragraph, Sentence
from heorot.engine.serialize import Schema
from heorot.engine.text_lines import split_typed_lines
from heorot.games.legend.box.box import built_in
from heorot.games.legend.scorepad.token_words import TypedWord, count_tokens, find_name, items_in
from heorot.games.legend.table.results import FinalScores, ScoreTally, score_all
from heorot.games.legend.table.table import OPTIONS
from heorot.games.legend.table.view_json import SERIALIZER
from heorot.games.legend.text.explanations import describe_places, describe_score, describe_shared_victory
from heorot.locales.keyboards import normalize


@dataclass(frozen=True, slots=True)
class TypedGame:
    """Typed position: names of the players where typed, their scoring pieces, and the kind of game."""

    names: tuple[str, ...]
    tallies: tuple[ScoreTally, ...]
    advanced: bool
    variant: bool  # L10.1


# ---- Reading -------------------------------------------------------------------------------------------------------


def read(text: str, options: Options) -> TypedGame:
    """Read one player a line; raise BadText. The advanced game and the variant are options."""
    lines = split_typed_lines(text)
    players = [read_player(number, line) for number, line in lines if line.strip()]
    if not players:
        raise BadText(1, 1, "tally.empty")
    check_players([name for name, _ in players])
    names = tuple(name.text for name, _ in players)
    advanced, variant = bool(read_flag(options, "advanced")), bool(read_flag(options, "fallen"))
    return TypedGame(names, tuple(tally for _, tally in players), advanced, variant)


def read_player(number: int, line: str) -> tuple[TypedWord, ScoreTally]:
    """Read `Sandra: fame 9, treasure 3, wounds 1`."""
    name, rest = find_name(number, line)
    values = count_tokens(list(items_in(number, line, rest)))
    return name, ScoreTally(
        fame=values["fame"],
        alliance_fame=values["alliance-fame"],
        treasure=values["treasure"],
        alliance_treasure=values["alliance-treasure"],
        misfortunes=sum(values["misfortune"]),
        scratches=sum(values["scratch"]),
        wounds=sum(values["wound"]),
        double_wounds=sum(values["double-wound"]),
    )


def check_players(names: list[TypedWord]) -> None:
    """Check that names are unique and that there are not too many players."""
    most = built_in().players[1]
    if len(names) > most:
        raise names[most].bad_text("tally.too-many-players", most=most)
    known = set[str]()
    for name in names:
        if name.text and normalize(name.text) in known:
            raise name.bad_text("tally.twice", name=name.text)
        known.add(normalize(name.text))


# ---- Writing -------------------------------------------------------------------------------------------------------


def describe_position(game: TypedGame) -> Iterator[Sentence]:
    """L8.2 to L8.4, L9.3, L10.1: Yield the score of every player term by term, the places and the winners."""
    finals, names = finals_of(game), names_of(game)
    for name, score in zip(names, finals.scores, strict=True):
        yield from describe_score(score, name)
    for paragraph in describe_result(finals, names):
        yield from paragraph


def finals_of(game: TypedGame) -> FinalScores:
    """L8.4, L9.3, L10.1: Return the terms and places of all players."""
    return score_all(game.tallies, game.advanced, game.variant)


def names_of(game: TypedGame) -> tuple[Sentence, ...]:
    """Name each player by the typed name, or by number."""
    return tuple(
        Sentence("legend.name", name=name) if name else Sentence("legend.player", who="other", seat=seat)
        for seat, name in enumerate(game.names, 1)
    )


def describe_result(finals: FinalScores, names: tuple[Sentence, ...]) -> list[Paragraph]:
    """L8.4, L10.1: Return the places and the winners; an empty list for a single player."""
    if len(names) == 1:
        return []
    return [tuple(describe_places(finals, names)), (describe_winners(finals, names),)]


def describe_winners(finals: FinalScores, names: tuple[Sentence, ...]) -> Sentence:
    """L8.4, L10.1: Describe the winners."""
    if len(finals.winners) != 1:
        return describe_shared_victory(finals, tuple(names[winner] for winner in finals.winners))
    (winner,) = finals.winners
    return Sentence("legend.end.wins", player=names[winner], points=finals.scores[winner].points)


# ---- As data -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TypedScoreAnswer(QueryAnswer):
    """The score of a typed position, by line."""

    owners: tuple[str, ...]
    accounts: tuple[Paragraph, ...]  # L8.2, L8.3: the terms of each player
    final: FinalScores
    points: tuple[int, ...]
    shares: tuple[Fraction, ...]  # L8.4: of the victory


def score_typed_position(text: str, options: Options) -> Answer:
    """Return the scores as JSON data with sentences, in the order of the lines; raise BadText and BadOption."""
    check_option_names(options, OPTIONS)
    game = read(text, options)
    finals, names = finals_of(game), names_of(game)
    answer = TypedScoreAnswer(
        "score",
        tuple(describe_result(finals, names)),
        owners=game.names,
        accounts=tuple(tuple(describe_score(*scored)) for scored in zip(finals.scores, names, strict=True)),
        final=finals,
        points=tuple(score.points for score in finals.scores),
        shares=shares_of(finals),
    )
    return SERIALIZER.fields_to_json(answer)


def score_schema() -> Schema:
    """Return the JSON Schema of the answer."""
    return answer_schemas(SERIALIZER, {"score": TypedScoreAnswer})["score"]


def shares_of(finals: FinalScores) -> tuple[Fraction, ...]:
    """L8.4: Return each player's share of the victory."""
    won = finals.winners
    return tuple(Fraction(seat in won, len(won) or 1) for seat in range(len(finals.scores)))
