"""How a game is scored, term by term (L8.2, L8.3, L9.3, L10.1), and who stands in which place (L8.4). One piece of
arithmetic for games and for cardboard: every term is the one of scoring.py, and here they are only shown."""

from collections.abc import Sequence
from dataclasses import dataclass

from heorot.games.legend.scoring import is_fallen, misfortune_points, treasure_points, wound_points
from heorot.games.legend.state import ALLIANCE_FAME, ALLIANCE_TREASURE, FAME, TREASURE, VALUES, State
from heorot.games.legend.table import Table
from heorot.games.legend.wounds import count_wounds


@dataclass(frozen=True, slots=True)
class Tally:
    """What lies in front of a player: tokens by their values, misfortunes, scratches and wound tiles."""

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
        """L8.3: a double wound counts two."""
        return count_wounds(self.wounds, self.double_wounds)


@dataclass(frozen=True, slots=True)
class Score:
    """L8.2, L8.3: a player's score, from its terms to the sum."""

    tally: Tally
    fame: int
    alliance_fame: int
    treasure: int  # nothing in the advanced game
    alliance_treasure: int
    misfortunes: int  # taken off, so never positive
    wounds: int  # how many
    wound_points: int
    treasure_counts: bool  # L9.3
    fallen: bool  # L10.1

    @property
    def points(self) -> int:
        """L8.2, L10.1: the sum; the fallen score nothing."""
        return 0 if self.fallen else sum(self.terms)

    @property
    def terms(self) -> tuple[int, ...]:
        """What is added up."""
        tokens = (self.fame, self.alliance_fame, self.treasure, self.alliance_treasure)
        return (*tokens, self.misfortunes, self.wound_points)


@dataclass(frozen=True, slots=True)
class FinalScores:
    """L8.4, L10.1: all scores in the order of the players, their places, and who won."""

    scores: tuple[Score, ...]
    places: tuple[int, ...]  # tied players share one, and so do the fallen
    winners: tuple[int, ...]  # numbered from 0; nobody, if all have fallen


# ---- One player ----------------------------------------------------------------------------------------------------


def score(tally: Tally, advanced: bool, variant: bool) -> Score:
    """L8.2, L8.3, L9.3, L10.1: every term; in the advanced game treasure counts nothing, in the variant the fallen
    score nothing."""
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


# ---- All of them ---------------------------------------------------------------------------------------------------


def score_all(tallies: Sequence[Tally], advanced: bool, variant: bool) -> FinalScores:
    """L8.4, L10.1: the highest score wins, and tied players share the victory; the fallen share the last place, and
    win nothing."""
    scores = tuple(score(tally, advanced, variant) for tally in tallies)
    places = tuple(place_of(one, scores) for one in scores)
    winners = (number for number, one in enumerate(scores) if places[number] == 1 and not one.fallen)
    return FinalScores(scores, places, tuple(winners))


def place_of(one: Score, scores: Sequence[Score]) -> int:
    """L8.4, L10.1: one more than there are players ahead; whoever has not fallen is ahead of all who have."""
    return 1 + sum((not other.fallen, other.points) > (not one.fallen, one.points) for other in scores)


def final_scores(table: Table) -> FinalScores:
    """A finished game. All tokens are shown by then, so it may be told to anyone."""
    s = table.state
    return score_all([tally_of(s, seat) for seat in range(s.seats)], bool(s.advanced_game), bool(s.fallen_variant))


def tally_of(s: State, seat: int) -> Tally:
    """What lies in front of a player."""
    return Tally(
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
    """The values of a player's tokens of one kind, the greatest first."""
    return tuple(value for value in reversed(range(VALUES)) for _ in range(s.tokens[seat][kind + value]))
