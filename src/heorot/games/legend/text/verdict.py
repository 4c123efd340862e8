"""Verdict on a finished game: the winner, the margin, the decisive term, and the player whom wounds and misfortunes
cost the victory."""

from collections.abc import Iterator

from heorot.engine.seats import Seat
from heorot.engine.sentence import Sentence
from heorot.engine.sentence_params import format_signed, player_params
from heorot.games.legend.table.results import FinalScores, Score
from heorot.games.legend.text.explanations import name_player


def describe_verdict(finals: FinalScores, reader: Seat | None) -> Iterator[Sentence]:
    """L8.2 to L8.4: Yield a few sentences beyond the places."""
    if len(finals.winners) != 1:
        yield Sentence("legend.verdict.song", who="several" if finals.winners else "nobody", seat=0)
        return
    winner = Seat(finals.winners[0])
    yield Sentence("legend.verdict.song", **player_params(winner, reader))
    yield from describe_margin(finals, finals.scores[winner], reader)
    yield from describe_decisive_deductions(finals, finals.scores[winner], reader)


def describe_margin(finals: FinalScores, best: Score, reader: Seat | None) -> Iterator[Sentence]:
    """L8.4: Yield the margin to the second place and, if a single player holds it, the decisive term."""
    next_ones = [Seat(seat) for seat, place in enumerate(finals.places) if place == 2]
    scores = [finals.scores[seat] for seat in next_ones]
    if not scores or scores[0].fallen:
        return
    players = tuple(name_player(seat, reader) for seat in next_ones)
    yield Sentence("legend.verdict.margin", points=best.points - scores[0].points, players=players)
    if len(scores) == 1:
        yield describe_difference(by_kind(best), by_kind(scores[0]))


def describe_difference(best: dict[str, int], other: dict[str, int]) -> Sentence:
    """L8.2: Describe the term with the largest difference between two scores."""
    what = max(best, key=lambda kind: best[kind] - other[kind])
    return Sentence(
        "legend.verdict.difference", what=what, best=format_signed(best[what]), other=format_signed(other[what])
    )


def by_kind(score: Score) -> dict[str, int]:
    """L8.2: Return the terms of a score as the score table shows them."""
    return {
        "fame": score.fame,
        "treasure": score.treasure,
        "alliances": score.alliance_fame + score.alliance_treasure,
        "misfortunes": score.misfortunes,
        "wounds": score.wound_points,
    }


def describe_decisive_deductions(finals: FinalScores, best: Score, reader: Seat | None) -> Iterator[Sentence]:
    """L8.2, L8.3: Yield the player who would have won without deductions; of several, the one with the most points."""
    lost = {seat: score.misfortunes + min(score.wound_points, 0) for seat, score in enumerate(finals.scores)}
    others = [seat for seat, score in enumerate(finals.scores) if not score.fallen and seat not in finals.winners]
    most, seat = max(((finals.scores[seat].points - lost[seat], seat) for seat in others), default=(best.points, 0))
    if most > best.points:
        yield Sentence("legend.verdict.robbed", **player_params(Seat(seat), reader), points=format_signed(lost[seat]))
