"""Scores term by term (L8.2, L8.3, L9.3, L10.1) and places (L8.4), for games and for the score pad. All arithmetic is
in rules/scoring.py."""

from collections.abc import Sequence
from dataclasses import dataclass

from heorot.games.legend.model.state import ALLIANCE_FAME, ALLIANCE_TREASURE, FAME, TREASURE, VALUES, State
from heorot.games.legend.rules.scoring import is_fallen, misfortune_points, treasure_points, wound_points
from heorot.games.legend.rules.wounds import count_wounds
from heorot.games.legend.table.table import Table


@dataclass(frozen=True, slots=True)
class ScoreTally:
    """Scoring pieces of a player: tokens by their values, misfortunes, scratches and wound tiles."""

    fame: tuple[int, ...] = ()  # square tokens
    alliance_fame: tuple[int, ...] = ()
    treasure: tuple[int, ...] = ()  # square tokens
    alliance_treasure: tuple[int, ...] = ()
    misfortunes: int = 0
    scratches: int = 0
    wounds: int = 0  # tiles with one wound
    double_wounds: int = 0

    @property
    def all_wounds(self) -> int:
        """L8.3: Return the number of wounds; a double wound counts two."""
        return count_wounds(self.wounds, self.double_wounds)


@dataclass(frozen=True, slots=True)
class Score:
    """L8.2, L8.3: Score of a player with all terms."""

    tally: ScoreTally
    fame: int
    alliance_fame: int
    treasure: int  # 0 in the advanced game
    alliance_treasure: int
    misfortunes: int  # 0 or negative
    wounds: int  # number of wounds
    wound_points: int
    treasure_counts: bool  # L9.3
    fallen: bool  # L10.1

    @property
    def points(self) -> int:
        """L8.2, L10.1: Return the sum; the fallen score 0."""
        return 0 if self.fallen else sum(self.terms)

    @property
    def terms(self) -> tuple[int, ...]:
        """Return the terms of the sum."""
        tokens = (self.fame, self.alliance_fame, self.treasure, self.alliance_treasure)
        return (*tokens, self.misfortunes, self.wound_points)


@dataclass(frozen=True, slots=True)
class FinalScores:
    """L8.4, L10.1: Scores in the order of the players, their places, and the winners."""

    scores: tuple[Score, ...]
    places: tuple[int, ...]  # tied players share one, and so do the fallen
    winners: tuple[int, ...]  # numbered from 0; empty if all have fallen


# ---- One player ----------------------------------------------------------------------------------------------------


def score(tally: ScoreTally, advanced: bool, variant: bool) -> Score:
    """L8.2, L8.3, L9.3, L10.1: Compute every term; treasure counts nothing in the advanced game, and the fallen score 0
    in the variant."""
    wounds = tally.all_wounds
    return Score(
        tally=tally,
        fame=sum(tally.fame),
        alliance_fame=sum(tally.alliance_fame),
        treasure=treasure_points(sum(tally.treasure), advanced),
        alliance_treasure=treasure_points(sum(tally.alliance_treasure), advanced),
        misfortunes=misfortune_points(tally.misfortunes),
        wounds=wounds,
        wound_points=wound_points(wounds),
        treasure_counts=not advanced,
        fallen=is_fallen(wounds, variant),
    )


# ---- All players ---------------------------------------------------------------------------------------------------


def score_all(tallies: Sequence[ScoreTally], advanced: bool, variant: bool) -> FinalScores:
    """L8.4, L10.1: Score all players. The highest score wins, and tied players share the victory; the fallen share the
    last place and win nothing."""
    scores = tuple(score(tally, advanced, variant) for tally in tallies)
    places = tuple(place_of(one, scores) for one in scores)
    winners = (number for number, one in enumerate(scores) if places[number] == 1 and not one.fallen)
    return FinalScores(scores, places, tuple(winners))


def place_of(own: Score, scores: Sequence[Score]) -> int:
    """L8.4, L10.1: Return one more than the number of players ahead; players who have not fallen are ahead of all who
    have."""
    return 1 + sum((not other.fallen, other.points) > (not own.fallen, own.points) for other in scores)


def final_scores(table: Table) -> FinalScores:
    """Score a finished game. All tokens are public by then."""
    s = table.state
    return score_all([tally_of(s, seat) for seat in range(s.seats)], bool(s.advanced_game), bool(s.fallen_variant))


def tally_of(s: State, seat: int) -> ScoreTally:
    """Return the scoring pieces of a player."""
    return ScoreTally(
        fame=values(s, seat, FAME),
        alliance_fame=values(s, seat, ALLIANCE_FAME),
        treasure=values(s, seat, TREASURE),
        alliance_treasure=values(s, seat, ALLIANCE_TREASURE),
        misfortunes=s.misfortune[seat],
        scratches=s.scratches[seat],
        wounds=s.wounds[seat],
        double_wounds=s.double_wounds[seat],
    )


def values(s: State, seat: int, kind: int) -> tuple[int, ...]:
    """Return the values of a player's tokens of one kind, in descending order."""
    return tuple(value for value in reversed(range(VALUES)) for _ in range(s.tokens[seat][kind + value]))
