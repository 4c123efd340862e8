"""Chapter 10: the variant."""

from heorot.games.legend.game import GAME
from heorot.games.legend.rules.scoring import rank_of
from tests.games.legend.rules.test_l8_end import ended
from tests.games.legend.tables import open_view


def ranks(table: object) -> list[int]:
    return [rank_of(table.state, seat) for seat in range(table.state.seats)]


def test_l10_1_a_player_with_three_or_more_wounds_has_fallen_and_scores_nothing():
    table = ended("fame5*4 wound*3", "fame5 wound*2", "fame5 double-wound wound", options="fallen")
    assert (GAME.score(table), GAME.victory_shares(table)) == ((0, 5, 0), (0, 1, 0))
    without = ended("fame5*4 wound*3", "fame5 wound*2", "fame5 double-wound wound")
    assert GAME.score(without) == (5, 5, -10)


def test_l10_1_the_fallen_rank_behind_everyone_who_has_not_fallen():
    table = ended("fame5*4 wound*3", "misfortune*4 wound", options="fallen")
    assert (GAME.score(table), GAME.victory_shares(table)) == ((0, -8), (0, 1))
    assert ranks(table)[0] < ranks(table)[1]


def test_l10_1_the_fallen_share_one_place():
    table = ended("fame5 wound*3", "fame1", "misfortune*3 wound*5", options="fallen")
    assert ranks(table)[0] == ranks(table)[2] < ranks(table)[1]


def test_l10_1_if_all_have_fallen_nobody_wins():
    table = ended("fame5*4 wound*3", "wound*4", options="fallen")
    assert (GAME.score(table), GAME.victory_shares(table), open_view(table).winners) == ((0, 0), (0, 0), ())
