"""Redeals of hidden draws, compared with all deals of small cases."""

from collections import Counter
from itertools import permutations, product
from random import Random

import pytest

from heorot.engine.records.redeal import DrawSlot, Need, assign_faces, has_matching

FACES = range(3)


def is_met(needs: list[Need], slots: list[DrawSlot], faces: tuple[int, ...]) -> bool:
    """Return whether every need can have a slot of its own, by trying all assignments."""

    def fits(need: Need, at: int) -> bool:
        slot = slots[at]
        return slot.holder == need.holder and need.since <= slot.time < need.before and faces[at] in need.faces

    return any(all(map(fits, needs, ats)) for ats in permutations(range(len(slots)), len(needs)))


def is_there(slots: list[DrawSlot], pools: list[Counter[int]], faces: tuple[int, ...]) -> bool:
    """Return whether the pools hold all faces that are dealt from them."""
    dealt = Counter((slot.pool, face) for slot, face in zip(slots, faces, strict=True))
    return all(number <= pools[pool][face] for (pool, face), number in dealt.items())


def every_deal(slots: list[DrawSlot], pools: list[Counter[int]], needs: list[Need]) -> set[tuple[int, ...]]:
    """Return all deals that meet the needs."""
    found = product(FACES, repeat=len(slots))
    return {faces for faces in found if is_there(slots, pools, faces) and is_met(needs, slots, faces)}


def small_case(rng: Random, pools: int) -> tuple[list[DrawSlot], list[Counter[int]], list[Need]]:
    """Make a few random slots, pools and needs; about half of the cases are possible."""
    slots = [DrawSlot(rng.randrange(2), rng.randrange(pools), time) for time in range(rng.randint(1, 5))]
    stock = [Counter({face: rng.randrange(4) for face in FACES}) for _ in range(pools)]
    needs = [some_need(rng, len(slots)) for _ in range(rng.randint(0, len(slots)))]
    return slots, stock, needs


def some_need(rng: Random, last: int) -> Need:
    since = rng.choice((0, 0, rng.randrange(last)))
    faces = frozenset(rng.sample(FACES, rng.choice((1, 1, 2))))
    return Need(rng.randrange(2), faces, rng.randint(since + 1, last + 1), since)


@pytest.mark.parametrize("pools", [1, 2])
def test_assign_faces_finds_a_deal_exactly_if_one_exists(pools):
    rng, possible, total = Random(pools), 0, 1500
    for _ in range(total):
        slots, stock, needs = small_case(rng, pools)
        ways = every_deal(slots, stock, needs)
        wish = tuple(rng.choice(FACES) for _ in slots)
        found = assign_faces(slots, stock, needs, wish)
        assert (found is None) == (not ways), (slots, stock, needs)
        assert found is None or tuple(found) in ways
        if wish in ways and not needs:
            assert tuple(found or ()) == wish  # without needs the wish is granted
        possible += bool(ways)
    assert 0.2 * total < possible < 0.8 * total


def test_has_matching_agrees_with_a_search_of_all_assignments():
    rng, seated = Random(3), 0
    for _ in range(1000):
        wanted = [rng.sample(range(4), rng.randint(0, 3)) for _ in range(rng.randint(1, 4))]
        room = {place: rng.randint(0, 2) for place in rng.sample(range(4), 2)}
        ways = (Counter(places) for places in product(*wanted))
        there = any(all(number <= room.get(place, 1) for place, number in way.items()) for way in ways)
        assert has_matching(wanted, room) == there, (wanted, room)
        seated += there
    assert 200 < seated < 900


def test_no_deal_is_found_if_a_pool_has_too_few_pieces():
    slots = [DrawSlot(0, 0, 0), DrawSlot(0, 0, 1)]
    assert assign_faces(slots, [Counter({0: 1})], [], (0, 0)) is None
    assert assign_faces(slots, [Counter({0: 3, 1: -1})], [], (0, 0)) is None
    assert assign_faces([], [Counter()], [], ()) == []
