"""Conversion between actions and codes: actions on missing pieces have no code."""

import pytest

from heorot.engine.seats import Seat
from heorot.games.legend.model.actions import (
    BID_CARD,
    CHOOSE,
    CHOOSE_FAME,
    DECLINE,
    DISCARD_CARD,
    DONE,
    GIVE_TOKEN,
    GIVE_UP,
    GIVEN_CARD,
    GIVEN_SEAT,
    GIVEN_TOKEN,
    HEAL_DOUBLE_WOUND,
    HEAL_SCRATCHES,
    HEAL_WOUND,
    KEEP,
    LAY_CARD,
    NO_CODE,
    PAY_CARD,
    RECOVER,
    RETURN_SCRATCHES,
    SHOW_TOKEN,
    TAKE_A_RISK,
    TAKE_BACK,
    TAKE_ICON,
    USE,
    First,
)
from heorot.games.legend.model.state import FACES, SEATS, TOKENS
from heorot.games.legend.table.action_codes import encode
from heorot.games.legend.table.view_lookup import value_in
from tests.games.legend.tables import at

HALL = "King Hrothgar's Hall"


@pytest.mark.parametrize("seat", [-2, -1, SEATS, SEATS + 1, 40])
def test_a_first_player_outside_the_table_has_no_code(seat):
    table = at(HALL, "wit1", "wit1")
    assert encode(table.box, table.state, First(Seat(seat))) == NO_CODE


@pytest.mark.parametrize("seat", range(SEATS))
def test_a_first_player_at_the_table_has_a_code(seat):
    table = at(HALL, "wit1", "wit1")
    assert encode(table.box, table.state, First(Seat(seat))) == GIVEN_SEAT + seat


def test_l4_2_symbols_count_if_the_episode_asks_for_them():
    box = at(HALL, "wit1", "wit1").box
    plain = [card for card in box.face_numbers if card.name[-1] in "12"]
    asking = [episode for episode in box.episodes if episode.symbols]
    assert (len(plain), len(asking) > 10) == (11, True)
    for episode in asking:
        for card in plain:
            matches = card.name[:-1] in (*episode.symbols, "beowulf")
            assert value_in(box, episode, card) == matches * int(card.name[-1]), (episode.name, card)


def test_code_ranges_are_contiguous_and_disjoint():
    """The ranges of codes are contiguous and disjoint."""
    cards = [BID_CARD, LAY_CARD, PAY_CARD, DISCARD_CARD, RECOVER, TAKE_BACK]
    assert cards == [number * FACES for number in range(6)]
    assert [SHOW_TOKEN, GIVE_TOKEN, TAKE_ICON] == [6 * FACES + number * TOKENS for number in range(3)]
    words = [DONE, DECLINE, TAKE_A_RISK, GIVE_UP, USE, KEEP, CHOOSE_FAME, HEAL_WOUND, HEAL_DOUBLE_WOUND, HEAL_SCRATCHES]
    assert words == list(range(DONE, DONE + len(words)))
    assert [GIVEN_CARD, GIVEN_TOKEN, GIVEN_SEAT] == [words[-1] + 1 + more for more in (0, FACES, FACES + TOKENS)]
    assert TAKE_ICON < CHOOSE < RETURN_SCRATCHES < DONE
