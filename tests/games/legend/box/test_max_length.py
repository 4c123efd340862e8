"""Length bounds of games, computed by hand for five players; the contract tests check that no game is longer."""

import pytest

from heorot.games.legend.box.compile_box import PayingCard
from heorot.games.legend.box.max_length import GameSize, longest_game
from heorot.games.legend.model.components import Episode, Hand, Icon, Price

TRAVELLING, WIT, BEOWULF = (1, 0, 0, 0, 0, 0), (0, 0, 2, 0, 0, 0), (0, 0, 0, 0, 0, 1)
PAYING = [PayingCard(0, TRAVELLING, 6), PayingCard(5, WIT, 7), PayingCard(10, BEOWULF, 4)]
FIVE = GameSize(players=5, hand=Hand(beowulf=1, fighting_double=1, dealt=3), cards=40, paying=PAYING, treasures=9)
DEAL = 1 + 15 + 16  # the first player, three cards each, special cards
SPACES = (Icon("cards", 1), Icon("alliance", 1), Icon("wound"), Icon("double wound"), Icon("fame", 5))
RESOLUTION = 5 * 2 + (1 + 1 + 2 + 2 + 0)


def episode(kind: str, give: Price | None = None, get: Icon | None = None, reward: Icon | None = None) -> Episode:
    return Episode(1, "A Stop", kind, ("travelling",), SPACES, give, get, reward, {})


LONGEST = [
    (episode("risk"), 5 * (4 + 2)),
    (episode("opportunity", Price("any", 3), Icon("cards", 3)), 5 * (3 + 2 + 3)),
    (episode("opportunity"), 5 * 2),
    (episode("selection"), 5 * 3),
    (episode("recovery"), 5 * 4),
    (episode("simultaneous"), 40 + 5 * 2 + RESOLUTION),
    (episode("in turn"), 5 * ((6 + 4) * 4 + 4 + 2 + 2) + RESOLUTION),
    (episode("treasure auction", reward=Icon("alliance", 1)), 9 + 5 + 1),
    (episode("treasure ranking"), RESOLUTION),
    (episode("all hands"), RESOLUTION),
]


@pytest.mark.parametrize(("stop", "entries"), LONGEST)
def test_longest_game_counts_every_episode_at_its_longest(stop, entries):
    assert longest_game(FIVE, (stop,)) == DEAL + entries
    assert longest_game(FIVE, (stop, stop)) == DEAL + 2 * entries
