"""Chapter 2: a turn."""

from heorot.engine.seats import Seat
from heorot.games.movie.game import GAME
from heorot.games.movie.model.actions import Skip
from heorot.games.movie.model.state import Choices
from heorot.games.movie.rules.decisions import legal
from tests.games.movie.tables import (
    asked,
    begin,
    board,
    hand,
    in_front,
    may_say,
    open_view,
    refused,
    saga,
    say,
    small_box,
)

FOUR = small_box("..|..", tiles="+1*2 +2*2 -1*4", figures="thane longship")
NO_POOL = small_box("..|..|..", tiles=["+1 +2", "+3*4", "+1*2"], figures="thane")
COUNSELS = small_box("....", "..|..", ".", tiles=["counsel +1", "+2*3", "+1*2"], figures="thane")
MORE_COUNSELS = small_box("....", tiles="counsel*5 +1*3", figures="thane")


def skips(table: object) -> list[tuple[int, int]]:
    """Return act and seat, from 1, of every skip."""
    return [(entry.act, entry.seat + 1) for entry in open_view(table).log if isinstance(entry.action, Skip)]


# ---- M2.1 to M2.4 --------------------------------------------------------------------------------------------------


def test_m2_1_a_turn_is_a_figure_or_a_draw():
    table = begin(FOUR, deal="+1 +2")
    spaces = ("a1", "b1", "a2", "b2")
    figures = [f"{kind} {space}" for kind in ("thane", "longship") for space in spaces]
    assert asked(table) == (1, "turn")
    assert may_say(table) == [*figures, "draw"]


def test_m2_1_only_the_player_whose_turn_it_is_may_act():
    table = begin(FOUR, deal="+1 +2")
    assert refused(table, "thane a1", seat=2) == ("M2.1", "illegal.not-asked")
    assert GAME.legal(table, Seat(1)) == ()


def test_m2_2_a_figure_goes_from_the_player_to_any_open_space():
    for space in ("a1", "b1", "a2", "b2"):
        table = say(begin(FOUR, deal="+1 +2"), f"thane {space}")
        assert open_view(table).figures[0].space == space
        assert in_front(table, 1) == {"longship": 1}
        assert asked(table) == (2, "turn")


def test_m2_2_no_figure_is_placed_on_a_figure_on_a_tile_or_beside_the_board():
    table = say(begin(FOUR, deal="+1 +2"), "thane a1, +1 b1")
    assert refused(table, "longship a1") == ("M2.2", "illegal.not-open")
    assert refused(table, "longship b1") == ("M2.2", "illegal.not-open")
    assert refused(table, "longship c1") == ("M2.2", "illegal.no-such-space")


def test_m2_2_only_an_unused_figure_is_placed():
    table = say(begin(FOUR, deal="+1 +2"), "thane a1, thane b1")
    assert refused(table, "thane a2") == ("M2.2", "illegal.no-figure")
    assert refused(table, "beowulf a2") == ("M2.2", "illegal.no-figure")
    assert "longship a2" in may_say(table)


def test_m2_3_a_random_tile_of_the_pool_joins_the_hand():
    table = say(begin(FOUR, deal="+1 +2"), "draw")
    assert asked(table) == (0, "drawn-tile")
    chances = {GAME.write(table, chance.action): chance.weight for chance in GAME.chance_outcomes(table)}
    assert chances == {"+1": 1, "+2": 1, "-1": 4}
    assert hand(say(table, "-1"), 1) == ["+1", "-1"]
    assert open_view(say(table, "-1")).pool == 5


def test_m2_3_chance_gives_only_what_is_in_the_pool():
    table = say(begin(FOUR, deal="+1 +1"), "draw")
    assert refused(table, "+1") == ("M2.3", "illegal.not-chance")


def test_m2_3_a_player_cannot_choose_the_tile_to_draw():
    assert refused(begin(FOUR, deal="+1 +2"), "+2") == ("M2.3", "illegal.draw-first")


def test_m2_3_a_player_who_has_drawn_must_play_a_tile():
    table = say(begin(FOUR, deal="+1 +2"), "draw, -1")
    assert may_say(table) == [f"{tile} {space}" for tile in ("+1", "-1") for space in ("a1", "b1", "a2", "b2")]
    assert refused(table, "thane a1") == ("M2.3", "illegal.has-drawn")
    assert refused(table, "draw") == ("M2.3", "illegal.drawn-already")
    assert refused(table, "pass") == ("M2.8", "illegal.pass")


def test_m2_3_no_tile_is_played_before_one_is_drawn():
    assert refused(begin(FOUR, deal="+1 +2"), "+1 a1") == ("M2.3", "illegal.draw-first")


def test_m2_3_players_have_no_legal_actions_while_chance_is_asked():
    table = say(begin(FOUR, deal="+1 +2"), "+1 a1, thane b1, draw")
    out = Choices()
    for state in (table.state, begin(FOUR).state, GAME.setup(FOUR, 2, {}, 1).state):
        legal(FOUR.printed, state, out)
        assert (out.count, out.figures) == (0, 0)


def test_m2_4_a_tile_goes_on_any_open_space():
    for space in ("a1", "b1", "a2", "b2"):
        table = say(begin(FOUR, deal="+1 +2"), f"draw, -1, +1 {space}")
        assert [(lying.tile.value, lying.space) for lying in open_view(table).tiles] == [(1, space)]
        assert hand(table, 1) == ["-1"]
        assert asked(table) == (2, "turn")


def test_m2_4_a_tile_is_placed_only_on_an_open_space_and_only_from_the_hand():
    table = say(begin(FOUR, deal="+1 +2"), "thane a1, +1 b1, draw, -1")
    assert refused(table, "-1 a1") == ("M2.4", "illegal.not-open")
    assert refused(table, "-1 b1") == ("M2.4", "illegal.not-open")
    assert refused(table, "-1 b3") == ("M2.4", "illegal.no-such-space")
    assert refused(table, "+2 a2") == ("M2.4", "illegal.not-in-hand")


def test_m2_4_equal_tiles_are_one_choice():
    table = say(begin(FOUR, deal="+1 +2"), "thane a1, draw, +2")
    assert hand(table, 2) == ["+2", "+2"]
    assert may_say(table) == ["+2 b1", "+2 a2", "+2 b2"]
    assert hand(say(table, "+2 b2"), 2) == ["+2"]


# ---- M2.5: an empty pool -------------------------------------------------------------------------------------------


def test_m2_5_without_a_pool_a_tile_is_played_without_a_draw():
    table = begin(NO_POOL, deal="+1 +2")
    assert [text for text in may_say(table) if "thane" not in text] == [f"+1 {s}" for s in "a1 b1 a2 b2 a3 b3".split()]
    assert refused(table, "draw") == ("M2.5", "illegal.pool-empty")
    assert board(say(table, "+1 b2")) == ". . | . +1 | . ."


def test_m2_5_a_tile_that_cannot_be_played_leaves_the_figures():
    table = begin(COUNSELS, deal="counsel +1")
    assert may_say(table) == ["thane a1", "thane b1", "thane c1", "thane d1"]


# ---- M2.6, M2.7: skipped turns -------------------------------------------------------------------------------------


def test_m2_6_a_player_with_no_tile_and_no_figure_is_skipped_even_if_the_pool_holds_tiles():
    table = say(begin(NO_POOL, deal="+1 +2"), "thane a1, thane b1, +1 a2, +2 b2, keep, fill, +3")
    assert open_view(table).pool == 3
    assert (hand(table, 1), in_front(table, 1)) == ([], {})
    assert asked(table) == (2, "turn")
    assert skips(table)[-1] == (2, 1)
    assert asked(say(table, "+3 a1")) == (2, "turn")


def test_m2_6_a_player_with_a_tile_of_any_act_is_not_skipped():
    box = small_box("..", "......", ".", tiles=["+1*2 +2*2", "+3*6", "+5*4"], figures="longship", hand=2)
    table = say(begin(box, deal="+1 +2 +1 +2"), "+2 a1, +2 b1, fill, +3, fill, +3")
    assert (hand(table, 1), hand(table, 2)) == (["I:+1", "+3"], ["I:+1", "+3"])
    table = say(table, "longship a1, longship b1")
    assert (in_front(table, 1), skips(table), asked(table)) == ({}, [], (1, "turn"))
    assert may_say(table) == ["draw"]


def test_m2_6_the_act_ends_when_nobody_has_a_tile_or_a_figure():
    table = say(begin(NO_POOL, deal="+1 +2"), "thane a1, thane b1, +1 a2")
    assert open_view(table).act == 1
    table = say(table, "+2 b2")
    assert open_view(table).act == 2
    assert skips(table) == [(1, 1), (1, 2)]
    assert saga(table) == (3, 6)


def test_m2_7_a_player_who_can_take_neither_option_is_skipped():
    table = say(begin(COUNSELS, deal="counsel +1"), "thane a1, thane b1")
    assert hand(table, 1) == ["counsel"]
    assert skips(table) == [(1, 1)]
    assert asked(table) == (2, "turn")


def test_m2_7_the_act_ends_when_everybody_is_skipped():
    table = say(begin(COUNSELS, deal="counsel +1"), "thane a1, thane b1, +1 d1")
    assert open_view(table).act == 2
    assert skips(table) == [(1, 1), (1, 1), (1, 2)]
    assert saga(table) == (3, 3)


def test_m2_7_a_skipped_player_plays_again_when_there_is_something_to_do():
    box = small_box("....", tiles=["counsel*2 valor+1 temptation-1", "+1*4", "+1*4"], figures="thane", hand=2)
    table = say(begin(box, deal="counsel counsel valor+1 temptation-1"), "thane a1, valor+1 b1")
    assert (skips(table), asked(table)) == ([(1, 1)], (2, "turn"))
    table = say(table, "temptation-1 c1, remove b1")
    assert asked(table) == (1, "turn")
    assert may_say(table) == ["counsel a1-b1"]


def test_m2_7_a_player_with_a_tile_can_draw_while_the_pool_holds_tiles():
    table = say(begin(MORE_COUNSELS, deal="counsel +1"), "thane a1, thane b1")
    assert may_say(table) == ["draw"]


# ---- M2.8: nothing to play -----------------------------------------------------------------------------------------


def test_m2_8_a_player_who_drew_and_can_play_nothing_keeps_all_tiles():
    table = say(begin(MORE_COUNSELS, deal="counsel +1"), "thane a1, thane b1, draw, counsel")
    assert asked(table) == (1, "play")
    assert may_say(table) == ["pass"]
    table = say(table, "pass")
    assert hand(table, 1) == ["counsel", "counsel"]
    assert asked(table) == (2, "turn")


def test_m2_8_a_hand_can_grow_beyond_three():
    table = begin(MORE_COUNSELS, deal="counsel +1")
    table = say(table, "draw, counsel, pass, thane a1, draw, counsel, pass, draw, +1, +1 b1, draw, counsel, pass")
    assert hand(table, 1) == ["counsel"] * 4
    assert open_view(table).players[0].backs == (4, 0, 0)


def test_m2_8_a_player_with_a_playable_tile_cannot_pass():
    table = say(begin(MORE_COUNSELS, deal="counsel +1"), "draw, +1")
    assert refused(table, "pass") == ("M2.8", "illegal.pass")
    assert refused(table, "keep") == ("M4.13", "illegal.keep")
