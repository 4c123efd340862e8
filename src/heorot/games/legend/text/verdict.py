"""What a finished game is remembered for: whose song it is, by how much it was won, what made the difference, and whom
hurts and misfortunes cost the victory. As data; the locales have the words."""

from collections.abc import Iterator

from heorot.engine.naming import signed, whose
from heorot.engine.seats import Seat
from heorot.engine.sentence import Sentence
from heorot.games.legend.accounts import name_player
from heorot.games.legend.results import FinalScores, Score


def tell_verdict(finals: FinalScores, reader: Seat | None) -> Iterator[Sentence]:
    """L8.2 to L8.4: more than the places say, in a few sentences."""
    if len(finals.winners) != 1:
        yield Sentence("legend.verdict.song", who="several" if finals.winners else "nobody", seat=0)
        return
    winner = Seat(finals.winners[0])
    yield Sentence("legend.verdict.song", **whose(winner, reader))
    yield from tell_margin(finals, finals.scores[winner], reader)
    yield from tell_robbed(finals, finals.scores[winner], reader)


def tell_margin(finals: FinalScores, best: Score, reader: Seat | None) -> Iterator[Sentence]:
    """L8.4: how far behind the next are; and against a single one, which term parted them most."""
    next_ones = [Seat(seat) for seat, place in enumerate(finals.places) if place == 2]
    scores = [finals.scores[seat] for seat in next_ones]
    if not scores or scores[0].fallen:
        return
    players = tuple(name_player(seat, reader) for seat in next_ones)
    yield Sentence("legend.verdict.margin", points=best.points - scores[0].points, players=players)
    if len(scores) == 1:
        yield tell_difference(by_kind(best), by_kind(scores[0]))


def tell_difference(best: dict[str, int], other: dict[str, int]) -> Sentence:
    """L8.2: the term by which one score exceeds another most."""
    what = max(best, key=lambda kind: best[kind] - other[kind])
    return Sentence("legend.verdict.difference", what=what, best=signed(best[what]), other=signed(other[what]))


def by_kind(score: Score) -> dict[str, int]:
    """L8.2: the terms of a score as its table shows them."""
    return {
        "fame": score.fame,
        "treasure": score.treasure,
        "alliances": score.alliance_fame + score.alliance_treasure,
        "misfortunes": score.misfortunes,
        "wounds": score.wound_points,
    }


def tell_robbed(finals: FinalScores, best: Score, reader: Seat | None) -> Iterator[Sentence]:
    """L8.2, L8.3: who would have won without what was taken off; of several, who would have had most."""
    lost = {seat: score.misfortunes + min(score.wound_points, 0) for seat, score in enumerate(finals.scores)}
    others = [seat for seat, score in enumerate(finals.scores) if not score.fallen and seat not in finals.winners]
    most, seat = max(((finals.scores[seat].points - lost[seat], seat) for seat in others), default=(best.points, 0))
    if most > best.points:
        yield Sentence("legend.verdict.robbed", **whose(Seat(seat), reader), points=signed(lost[seat]))
