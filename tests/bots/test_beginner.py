"""A person who has just learned a game can win it: `beginner` loses most games to `greedy`."""

import pytest

from heorot.bots.match import Match, play_game
from heorot.games import GAMES


def share_of_greedy(game: str, games: int) -> float:
    """Return the share of the victories of `greedy` against `beginner`, ties split, seats rotated."""
    match = Match(game, ("greedy", "beginner"), 7)
    return float(sum(play_game(match, number).shares[0] for number in range(games)) / games)


@pytest.mark.parametrize("game", GAMES)
def test_greedy_wins_most_games_against_a_beginner(game):
    assert share_of_greedy(game, 4) > 0.5


@pytest.mark.heavy  # enough games that the result is not luck
@pytest.mark.parametrize("game", GAMES)
def test_greedy_beats_beginner_in_seven_games_of_ten(game):
    share = share_of_greedy(game, 60)
    print(f"{game}: {share:.1%}")
    assert share >= 0.7
