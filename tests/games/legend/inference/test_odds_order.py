"""Order of the kinds in a count of deals: the one with the fewest cases."""

from collections import Counter
from itertools import permutations
from math import comb, prod
from random import Random

import pytest

from heorot.games.legend.inference.odds_hands import DrawEvidence, Kind, Stretch, UnseenHand
from heorot.games.legend.inference.odds_order import Order, best_order

KINDS: tuple[Kind, ...] = ((0,), (1, 2), (3,), (4,), (5,))


def next_cards(number: int, *matching: int) -> UnseenHand:
    """Return the next cards of the pile, which have no clues."""
    return UnseenHand((number,), (frozenset(matching),), {}, (Stretch(0, 0, number, 0),))


def rival(ends: tuple[int, ...], *told: set[int]) -> UnseenHand:
    """Return a hand with clues up to each end: one card of each named face."""
    faces = set().union(*told)
    seen = [set().union(*told[: end + 1]) for end in range(len(ends))]
    least = {face: tuple(int(face in so_far) for so_far in seen) for face in faces}
    return UnseenHand(ends, tuple(map(frozenset, told)), least, ())


def told_at_random(rng: Random) -> DrawEvidence:
    faces = [face for kind in KINDS for face in kind]
    hands = [next_cards(rng.randint(1, 5), *rng.sample(faces, rng.randint(1, 3)))]
    for _ in range(rng.randint(1, 3)):
        ends = tuple(sorted(rng.sample(range(4, 10), rng.randint(1, 3))))
        hands.append(rival(ends, *({*rng.sample(faces, rng.randint(1, 2))} for _ in ends)))
    return DrawEvidence((Counter(faces),), tuple(hands), KINDS)


# ---- By trying all orders ------------------------------------------------------------------------------------------


def named(faces: frozenset[int], kinds: set[Kind]) -> bool:
    """Return whether one of these kinds has one of these faces."""
    return any(face in kind for kind in kinds for face in faces)


def cases_of(hand: UnseenHand) -> int:
    """Count the cases of a hand: the numbers of free slots; for the next cards, the numbers of matches and symbols."""
    return comb(hand.room[-1] + 2, 2) if hand.is_next else hand.room[-1] + 1


def cases_between(told: DrawEvidence, dealt: set[Kind]) -> int:
    """Count the cases when these kinds are dealt and the others are not."""
    rest = set(told.kinds) - dealt
    begun = [hand for hand in told.hands if named(hand.faces, dealt)]
    going_on = [hand for hand in begun if hand.is_next or named(hand.faces, rest)]
    cases = prod(map(cases_of, going_on))
    for hand in going_on:
        inner = zip(hand.clue_faces[:-1], hand.room, strict=False)
        cases *= prod(room + 1 for faces, room in inner if named(faces, dealt) and named(faces, rest))
    done = 1 + sum(cases_of(hand) - 1 for hand in begun if hand not in going_on)
    return cases * done if len(begun) < len(told.hands) else cases


def cases_of_order(told: DrawEvidence, kinds: tuple[Kind, ...]) -> int:
    return sum(cases_between(told, set(kinds[: step + 1])) for step in range(len(kinds)))


@pytest.mark.parametrize("seed", range(20))
def test_best_order_has_the_fewest_cases(seed):
    told = told_at_random(Random(seed))
    best = best_order(told)
    assert sorted(best.kinds) == sorted(KINDS)
    assert cases_of_order(told, best.kinds) == min(cases_of_order(told, kinds) for kinds in permutations(KINDS))


# ---- Ends that separate slots --------------------------------------------------------------------------------------


def cuts(hand: UnseenHand) -> list[set[int]]:
    return Order(KINDS, (hand,)).cuts(hand)


def test_a_hand_is_kept_apart_from_its_first_face_to_its_last():
    assert cuts(rival((4,), {0, 3})) == [{0}, {0}, {0}, set(), set()]
    assert cuts(rival((4,), {2, 4})) == [set(), {0}, {0}, {0}, set()]
    assert cuts(rival((4,), {5})) == [set(), set(), set(), set(), {0}]


def test_an_end_within_a_hand_stays_until_its_neighbours_are_done():
    assert cuts(rival((4, 6), {0, 1}, {5})) == [{0, 1}] * 2 + [{1}] * 3
    assert cuts(rival((4, 6, 8), {0}, {4}, {5})) == [{0, 2}] * 3 + [{0, 1, 2}] + [{2}]
    assert cuts(rival((4, 6, 8, 9), {4}, {0}, {1}, {5})) == [{1, 3}, {1, 2, 3}, {1, 3}, {0, 1, 3}, {3}]
