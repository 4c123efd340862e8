"""Unit tests of small functions whose faults whole games rarely reveal."""

from types import SimpleNamespace

import pytest

from heorot.engine.seats import Seat
from heorot.games.legend.inference.deals import DealSampler
from heorot.games.legend.inference.export_cards import PLENTY, with_every_piece
from heorot.games.legend.inference.odds_count import finished_slots
from heorot.games.legend.inference.odds_hands import Stretch, UnseenHand, least_by_end
from heorot.games.legend.inference.odds_order import hand_load
from heorot.games.legend.model.actions import ReturnScratches
from heorot.games.legend.model.state import ALLIANCE, PLAIN, TOKENS
from heorot.games.legend.table.action_codes import NO_CODE, encode
from tests.support.playing import LEGEND, random_game


def test_l1_1_chapters_have_the_numbers_of_episodes():
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
def test_l1_7_least_by_end_counts_pieces_that_do_not_fit_later(ends, least, found):
    assert least_by_end(ends, least) == found


def test_with_every_piece_adds_plain_cards_and_alliance_tokens_only():
    table = random_game("built-in", 3, 0, "legend", ()).tables[40]
    seat, before = Seat(1), table.state
    after = with_every_piece(before, seat)
    assert [after.cards[seat][face] for face in range(PLAIN)] == [PLENTY] * PLAIN
    assert [after.tokens[seat][token] for token in range(ALLIANCE + 1, TOKENS)] == [PLENTY] * (TOKENS - ALLIANCE - 1)
    assert after.tokens[seat][: ALLIANCE + 1] == before.tokens[seat][: ALLIANCE + 1]
    assert after.owned[seat] & (1 << ALLIANCE) == before.owned[seat] & (1 << ALLIANCE)


@pytest.mark.parametrize(("number", "there"), [(-1, False), (0, False), (1, True), (2, True), (3, False), (4, False)])
def test_l6_6_one_or_two_scratches_can_be_returned_but_never_three(number, there):
    table = random_game("built-in", 2, 0, "legend", ()).tables[-1]
    assert (encode(table.box, table.state, ReturnScratches(number)) != NO_CODE) is there


@pytest.mark.parametrize(
    ("mask", "least", "most", "wrong"),
    [
        (0b0000, 2, 3, 2),
        (0b0001, 3, 4, 2),
        (0b0011, 0, 4, 0),
        (0b0011, 1, 3, 0),
        (0b0111, 0, 1, 2),
        (0b0111, 1, 2, 1),
    ],
)
def test_violations_of_a_deal_are_counted_clue_by_clue(mask, least, most, wrong):
    deal = object.__new__(DealSampler)
    deal.mask, deal.clues = {0: mask}, {0: [(0b1111, least, most)]}
    assert deal.count_violations(0) == wrong


def test_a_hand_without_evidence_has_an_empty_stretch_of_every_pile():
    told = SimpleNamespace(hands=[SimpleNamespace(stretches=(1, 2))], piles=(7, 8))
    assert finished_slots(told) == UnseenHand((0,), (frozenset(),), {}, (Stretch(0, 0, 0, 2), Stretch(0, 1, 0, 3)))


@pytest.mark.parametrize(("is_next", "cases"), [(False, 4), (True, 10)])
def test_hand_load_counts_the_cases_of_a_hand(is_next, cases):
    hand = SimpleNamespace(clue_faces=((), ()), ends=(1, 3), room=(1, 3), faces=(), is_next=is_next)
    found = hand_load(hand, ())
    assert (found.cases, [number for _, number in found.ends]) == (cases, [2])
