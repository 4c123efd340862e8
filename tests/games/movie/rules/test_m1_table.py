"""Chapter 1: the table."""

import pytest

from heorot.engine.errors import BadOption
from heorot.engine.seats import CHANCE, Seat
from heorot.games.movie.box.box import built_in
from heorot.games.movie.game import GAME
from heorot.games.movie.model.actions import First
from heorot.games.movie.model.state import State
from heorot.games.movie.rules import decisions
from heorot.games.movie.rules.game_flow import LOT
from heorot.games.movie.table.view import view
from tests.games.movie.tables import asked, begin, hand, in_front, open_view, points, refused, saga, say, small_box

NINE = small_box("...|...|...", tiles="+1*12", figures="longship*4", seats=4)
TWO_ACTS = small_box("..", "....", "..", tiles=["+1 +2 +3 +4", "-1*9", "+9*9"], figures="longship", hand=2)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_m1_1_two_to_four_players_take_turns_in_the_order_of_their_seats(seats):
    table = begin(NINE, seats, first=2, deal="+1 " * seats)
    order = []
    for space in ("a1", "b1", "c1", "a2", "b2"):
        order.append(asked(table)[0])
        table = say(table, f"longship {space}")
    assert order == [(1 + turn) % seats + 1 for turn in range(5)]


def sevens(content: int | list) -> int | list:
    """As much as is there, and everything a seven."""
    return [sevens(part) for part in content] if isinstance(content, list) else 7


@pytest.mark.parametrize("first", [LOT, 1])
def test_m1_1_beginning_a_game_resets_every_field(first):
    used, fresh = State(), State()
    for name, field in State.fields.items():
        setattr(used, name, sevens(field.zero()))
    decisions.begin(NINE.printed, used, 4, first)
    decisions.begin(NINE.printed, fresh, 4, first)
    assert vars(used) == vars(fresh)
    assert (fresh.seat, fresh.next) == ((0, 0) if first == LOT else (1, 1))
    assert (fresh.placed, fresh.chosen, fresh.skipped, fresh.seen) == (0, 0, 0, [0, 0, 0])


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_m1_1_any_other_number_of_players_is_refused(seats):
    with pytest.raises(BadOption) as caught:
        GAME.setup(built_in(), seats, {}, 1)
    assert caught.value.key == "option.seats"
    assert caught.value.params == {"seats": seats, "fewest": 2, "most": 4}


def test_m1_2_each_player_owns_one_beowulf_two_thanes_three_castles_and_four_longships():
    table = GAME.setup(built_in(), 4, {}, 1)
    for seat in (1, 2, 3, 4):
        assert in_front(table, seat) == {"beowulf": 1, "thane": 2, "castle": 3, "longship": 4}


def test_m1_2_a_beowulf_has_four_diamonds_a_thane_three_a_castle_two_and_a_longship_one():
    drawn = """
        A   +1    B
        _   +1    _
        C   +1    D
    """
    figures = {"A": "beowulf", "B": "thane", "C": "castle", "D": "longship"}
    assert points(drawn, **figures) == {"A": 4, "B": 3, "C": 2, "D": 1}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_m1_3_each_player_starts_with_fifty_saga_points(seats):
    assert saga(GAME.setup(built_in(), seats, {}, 1)) == (50,) * seats


def test_m1_4_backs_are_open_and_fronts_are_the_owners_alone():
    table = begin(TWO_ACTS, deal="+1 +2 +3 +4")
    assert [player.backs for player in open_view(table).players] == [(2, 0, 0), (2, 0, 0)]
    assert (hand(table, 1), hand(table, 2)) == (["+1", "+2"], ["+3", "+4"])
    assert open_view(table).hand == ()


def test_m1_4_an_old_back_is_seen_in_a_later_act():
    table = say(begin(TWO_ACTS, deal="+1 +2 +3 +4"), "+1 a1, longship b1, fill, -1")
    assert asked(table) == (1, "turn")
    assert [player.backs for player in open_view(table).players] == [(1, 1, 0), (2, 0, 0)]


def test_m1_5_a_boon_adds_a_peril_takes_away_and_a_tile_without_a_value_counts_nothing():
    assert points("A +6", A="longship") == {"A": 6}
    assert points("A -6", A="longship") == {"A": -6}
    assert points("A statue", A="longship") == {"A": 0}
    assert points("A valor+3 horn-2", A="longship") == {"A": 2}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_m1_6_before_act_i_every_player_draws_two_tiles_and_the_rest_is_the_pool(seats):
    table = GAME.setup(built_in(), seats, {"first": "2"}, 1)
    given = []
    while asked(table) == (0, "dealt-tile"):
        given.append(open_view(table).to + 1)
        table = GAME.apply(table, CHANCE, GAME.chance_outcomes(table)[0].action)
    in_order = [*range(2, seats + 1), 1]
    assert given == [seat for seat in in_order for _ in range(2)]
    assert open_view(table).pool == 24 - 2 * seats
    assert [player.backs for player in open_view(table).players] == [(2, 0, 0)] * seats


def test_m1_6_a_tile_that_was_dealt_is_no_longer_in_the_pool():
    table = GAME.setup(built_in(), 2, {"first": "1"}, 1)
    assert refused(say(table, "-6"), "-6") == ("M2.3", "illegal.not-chance")


def test_m1_7_the_first_seat_is_drawn_by_lot():
    table = GAME.setup(built_in(), 3, {}, 1)
    assert asked(table) == (0, "first-seat")
    assert [(chance.action, chance.weight) for chance in GAME.chance_outcomes(table)] == [
        (First(Seat(s)), 1) for s in range(3)
    ]
    assert open_view(say(table, "first 3")).to == 2


def test_m1_7_the_host_may_name_the_first_seat():
    table = begin(NINE, 3, first=3, deal="+1 +1 +1")
    assert asked(table) == (3, "turn")
    assert view(table, None).options == (("first", "3"),)


@pytest.mark.parametrize("text", ["0", "4", "", "youngest", "-1", "1.0", "9" * 5000])
def test_m1_7_an_unknown_first_seat_is_refused(text):
    with pytest.raises(BadOption) as caught:
        GAME.setup(built_in(), 3, {"first": text}, 1)
    assert caught.value.key == "option.first"


def test_m1_7_an_unknown_option_is_refused():
    with pytest.raises(BadOption) as caught:
        GAME.setup(built_in(), 3, {"colour": "brown"}, 1)
    assert (caught.value.key, caught.value.params) == ("option.unknown", {"option": "colour"})
