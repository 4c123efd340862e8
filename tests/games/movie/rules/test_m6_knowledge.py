"""Chapter 6: what each player may know."""

import pytest

from heorot.engine.seats import CHANCE, Seat
from heorot.games.movie.game import GAME
from heorot.games.movie.model.actions import Given, Hidden, PlaceFigure, Skip
from heorot.games.movie.table.notation import write_tile
from heorot.games.movie.table.table import Table
from heorot.games.movie.table.view import view
from tests.games.movie.tables import asked, begin, open_view, say, small_box, tile

PLAIN = small_box("...", tiles="+1*2 +2*2 -3 mead+4", figures="thane longship")
GOODS = small_box("...|...", tiles="treasure+1:5 valor+2 temptation-2 mead+4 drunkenness-4 +1*2")
COUNSELS = small_box("....", tiles="counsel*4 +1*3", figures="thane")
STRANDED = small_box("....", "..|..", "..", tiles=["counsel +1", "+2*3", "+1*2"], figures="thane")

ONE, TWO = Seat(0), Seat(1)


def unseen(table: Table, seat: Seat | None, act: int = 1) -> dict[str, int]:
    """Return the tiles that a seat has not seen, by act."""
    return {write_tile(tile, act): number for tile, number in view(table, seat).unseen[act - 1]}


def log(table: Table, seat: Seat | None) -> list[object]:
    return [entry.action for entry in view(table, seat).log]


def counsels(table: Table, seat: Seat) -> tuple[int, int, int]:
    """Return how many tiles of a hand are known to be Good Counsels, by act."""
    return open_view(table).players[seat].counsels


def looks(table: Table, seat: Seat | None) -> object:
    """Return the view of a seat as text."""
    return repr(view(table, seat))


# ---- M6.1: open ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [None, ONE, TWO])
def test_m6_1_the_board_figures_points_pool_and_backs_are_open(seat):
    table = say(begin(PLAIN, deal="+1 +2"), "thane a1, mead+4 c1")
    seen = view(table, seat)
    assert [(f.seat, f.kind, f.space) for f in seen.figures] == [(0, "thane", "a1")]
    assert [(lying.tile, lying.space) for lying in seen.tiles] == [(tile("mead+4"), "c1")]
    assert (seen.open, seen.pool, seen.act) == (("b1",), 3, 1)
    assert [player.saga for player in seen.players] == [0, 0]
    assert [player.backs for player in seen.players] == [(1, 0, 0), (1, 0, 0)]
    assert dict(seen.players[0].in_front)["thane"] == 0
    assert (seen.asked, seen.question) == ((ONE,), "turn")


@pytest.mark.parametrize("seat", [None, ONE, TWO])
def test_m6_1_played_and_removed_tiles_are_known_to_all(seat):
    table = say(begin(GOODS, deal="+1 +1"), "valor+2 a1, temptation-2 b1, remove a1, cash treasure+1:5")
    table = say(table, "mead+4 c1, drunkenness-4 c1")
    gone = {"valor+2", "temptation-2", "treasure+1:5", "mead+4", "drunkenness-4"}
    assert not gone & set(unseen(table, seat))
    said = [GAME.write(table, action) for action in log(table, seat) if not isinstance(action, Hidden | Given)]
    assert said[-3:] == ["mead+4 c1", "draw", "drunkenness-4 c1"]


def test_m6_1_the_drawing_player_is_public():
    table = say(begin(PLAIN, deal="+1 +2"), "draw")
    assert (open_view(table).asked, open_view(table).to) == ((CHANCE,), ONE)


# ---- M6.2: hidden --------------------------------------------------------------------------------------------------


def test_m6_2_fronts_are_seen_by_their_owner_alone():
    table = say(begin(PLAIN, deal="+1 +2"), "draw, -3")
    assert log(table, ONE)[0] == Given(tile("+1"))
    assert log(table, ONE)[-1] == Given(tile("-3"))
    assert log(table, TWO)[0] == Hidden()
    assert log(table, TWO)[-1] == Hidden()
    assert log(table, None)[:2] == [Hidden(), Hidden()]
    assert view(table, TWO).hand == (tile("+2"),)


def test_m6_2_legal_actions_are_seen_by_their_owner_alone():
    table = say(begin(PLAIN, deal="+1 +2"), "draw, -3")
    assert len(view(table, ONE).legal) == 6
    assert view(table, TWO).legal == view(table, None).legal == ()


def test_m6_2_views_do_not_distinguish_hidden_tiles():
    one = say(begin(PLAIN, deal="+1 +2"), "draw, -3, +1 a1")
    other = say(begin(PLAIN, deal="+1 +2"), "draw, mead+4, +1 a1")
    assert looks(one, TWO) == looks(other, TWO)
    assert looks(one, None) == looks(other, None)
    assert looks(one, ONE) != looks(other, ONE)


def test_m6_2_unseen_tiles_are_neither_open_nor_in_the_viewers_hand():
    table = say(begin(PLAIN, deal="+1 +2"), "draw, -3, +1 a1")
    assert unseen(table, ONE) == {"+1": 1, "+2": 2, "mead+4": 1}
    assert unseen(table, TWO) == {"+1": 1, "+2": 1, "-3": 1, "mead+4": 1}
    assert unseen(table, None) == {"+1": 1, "+2": 2, "-3": 1, "mead+4": 1}


def test_m6_2_a_tile_with_an_old_back_may_be_any_unseen_tile():
    table = say(begin(PLAIN, deal="+1 +2"), "thane a1, thane b1, +2 c1")
    assert (open_view(table).act, asked(table)) == (2, (2, "turn"))
    assert unseen(table, ONE) == {"+1": 1, "+2": 1, "-3": 1, "mead+4": 1}
    assert open_view(table).players[1].backs == (1, 0, 0)
    assert unseen(table, ONE, act=2) == {"+1": 2, "+2": 2, "-3": 1, "mead+4": 1}


def test_m6_2_a_pass_shows_a_hand_of_good_counsels():
    table = say(begin(COUNSELS, deal="counsel +1"), "draw, counsel")
    assert counsels(table, ONE) == (0, 0, 0)
    table = say(table, "pass")
    assert counsels(table, ONE) == (2, 0, 0)
    assert counsels(table, TWO) == (0, 0, 0)


def test_m6_2_a_tile_drawn_later_may_be_anything():
    table = say(begin(COUNSELS, deal="counsel +1"), "draw, counsel, pass, thane b1, draw, +1, +1 a1")
    assert open_view(table).players[0].backs == (2, 0, 0)
    assert counsels(table, ONE) == (2, 0, 0)
    table = say(table, "draw, counsel, counsel b1-c1, thane d1, draw, +1, +1 b1")
    assert counsels(table, ONE) == (2, 0, 0)


def test_m6_2_playing_a_counsel_reduces_the_known_counsels():
    table = say(begin(COUNSELS, deal="counsel +1"), "draw, counsel, pass, thane d1, thane b1, draw, +1, +1 a1")
    assert counsels(table, ONE) == (2, 0, 0)
    table = say(table, "draw, counsel")
    assert asked(table) == (1, "play")
    assert counsels(say(table, "counsel b1-c1"), ONE) == (1, 0, 0)


def test_m6_2_a_skip_with_tiles_in_hand_shows_a_hand_of_good_counsels_to_all():
    table = say(begin(STRANDED, deal="counsel +1"), "thane a1, thane b1")
    for seat in (None, ONE, TWO):
        assert log(table, seat)[-2:] == [PlaceFigure("thane", "b1"), Skip()]
    assert counsels(table, ONE) == (1, 0, 0)


def test_m6_2_a_skip_without_tiles_shows_nothing():
    table = say(begin(STRANDED, deal="counsel +1"), "thane a1, thane b1, +1 d1")
    assert log(table, None)[-2:] == [Skip(), Skip()]
    assert (counsels(table, ONE), counsels(table, TWO)) == ((1, 0, 0), (0, 0, 0))


def test_m6_2_known_counsels_stay_known_in_the_next_act():
    table = say(begin(STRANDED, deal="counsel +1"), "thane a1, thane b1, +1 d1, fill, +2")
    assert (open_view(table).act, asked(table)) == (2, (1, "turn"))
    assert counsels(table, ONE) == (1, 0, 0)
