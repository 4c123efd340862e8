"""Small parts that whole games hardly tell from something else: each against what it says of itself."""

import pytest

from heorot.engine.seats import Seat
from heorot.games.legend.filling_cards import PLENTY, with_plenty
from heorot.games.legend.odds_hands import needs
from heorot.games.legend.state import ALLIANCE, PLAIN, TOKENS
from tests.playing import LEGEND, random_game


def test_l1_1_chapters_are_numbered_as_the_road_is():
    tables = random_game("built-in", 2, 0, "legend", ()).tables
    begun = [table for table in tables if table.state.episode >= 0]
    assert LEGEND.chapter(begun[0]) == 1
    assert LEGEND.chapter(begun[-1]) == len(begun[-1].box.episodes)


@pytest.mark.parametrize(
    ("ends", "least", "found"),
    [
        ((2, 5), (1, 4), (1, 4)),  # three slots between the ends take three of the four
        ((2, 3), (0, 4), (3, 4)),  # one slot takes one
        ((1, 2, 6), (0, 3, 1), (2, 3, 3)),  # never fewer than before
    ],
)
def test_l1_7_as_many_lie_before_an_end_as_cannot_lie_behind_it(ends, least, found):
    assert needs(ends, least) == found


def test_who_has_plenty_lacks_no_plain_card_and_no_alliance_token_and_has_nothing_else_more():
    table = random_game("built-in", 3, 0, "legend", ()).tables[40]
    seat, before = Seat(1), table.state
    after = with_plenty(before, seat)
    assert [after.cards[seat][face] for face in range(PLAIN)] == [PLENTY] * PLAIN
    assert [after.tokens[seat][token] for token in range(ALLIANCE + 1, TOKENS)] == [PLENTY] * (TOKENS - ALLIANCE - 1)
    assert after.tokens[seat][: ALLIANCE + 1] == before.tokens[seat][: ALLIANCE + 1]
    assert after.owned[seat] & (1 << ALLIANCE) == before.owned[seat] & (1 << ALLIANCE)
