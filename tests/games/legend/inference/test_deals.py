"""Deals that agree with clues are uniformly distributed: small cases are compared with all deals."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, permutations, product
from random import Random

import pytest

from heorot.games.legend.inference.deals import Clue, DealSampler, UnseenDraw, thing
from tests.support.chi_squared import likelihood

SAMPLES = 400
UNLIKELY = 1e-5
HOLDERS, FACES = (1, 2, 3), (2, 5, 7)
LEFT = 2  # pieces left in each pool after all draws
PINNED = 6
MOST_ALIKE = 3  # of forty, by chance
MOST_STEPS = 2000  # some hundreds are enough


class Case:
    """Pieces in pools, drawn by three holders, and clues that are true of one deal."""

    def __init__(self, seed: int, slots: int, faces: Sequence[int] = FACES, late: bool = True) -> None:
        self.rng, self.faces = Random(seed), faces
        times = sorted(self.rng.randrange(4) for _ in range(slots))
        self.slots = [UnseenDraw(self.rng.randrange(1, 4), self.rng.randrange(2), time) for time in times]
        self.things = [[(self.rng.choice(faces), 0) for _ in range(self.drawn_from(pool) + LEFT)] for pool in (0, 1)]
        if late:  # some come later, but there is always something to draw
            for things in self.things:
                things[-LEFT:] = [(face, self.rng.randrange(4)) for face, _ in things[-LEFT:]]
        self.clues: list[Clue] = []
        self.true = self.deal().draw(self.rng)

    def deal(self) -> DealSampler:
        pools = [[thing(face, since) for face, since in things] for things in self.things]
        return DealSampler(self.slots, pools, self.clues)

    def drawn_from(self, pool: int) -> int:
        return sum(slot.pool == pool for slot in self.slots)

    def of(self, holder: int, faces: list[int]) -> list[int]:
        """Return the faces that a holder has drawn, in order of time."""
        return [face for slot, face in zip(self.slots, faces, strict=True) if slot.holder == holder]

    def tell(self, holder: int, face: int, mask: int, least: int = 0, most: int = 0) -> None:
        """Add a clue about the number of a face in a holder's slots, weakened by `less` and `more`."""
        count = self.count(mask, face, self.of(holder, self.true))
        self.clues.append(Clue(holder, face, mask, max(0, count - least), count + most))

    def some_slots(self, holder: int) -> int:
        return self.rng.randrange(1 << len(self.of(holder, self.true)))

    @staticmethod
    def count(mask: int, face: int, held: list[int]) -> int:
        return sum(mask >> at & 1 and one == face for at, one in enumerate(held))

    def agrees(self, faces: list[int]) -> bool:
        counts = [self.count(clue.slots, clue.face, self.of(clue.holder, faces)) for clue in self.clues]
        return all(clue.least <= count <= clue.most for clue, count in zip(self.clues, counts, strict=True))

    def all_deals(self) -> Counter[tuple[int, ...]]:
        """Return the faces at all slots, weighted by the number of physical deals."""
        found: Counter[tuple[int, ...]] = Counter()
        drawn = (list(permutations(things, self.drawn_from(pool))) for pool, things in enumerate(self.things))
        for lying in product(*drawn):
            given = [iter(things) for things in lying]
            at = [next(given[slot.pool]) for slot in self.slots]
            faces = [face for face, _ in at]
            if all(since <= slot.time for (_, since), slot in zip(at, self.slots, strict=True)):
                found[tuple(faces)] += self.agrees(faces)
        return +found


def vague(seed: int) -> Case:
    """Return a case with clues about some pieces."""
    case = Case(seed, slots=5)
    for holder, face in product(HOLDERS, case.faces):
        if case.rng.random() < 0.5:
            case.tell(holder, face, case.some_slots(holder), case.rng.randrange(2), case.rng.randrange(2))
    return case


def exact(seed: int) -> Case:
    """Return a case with full clues about each hand, and some about a part of it."""
    case = Case(seed, slots=40, faces=range(2, 10), late=False)
    for holder, face in product(HOLDERS, case.faces):
        case.tell(holder, face, (1 << 40) - 1)
        case.tell(holder, face, case.some_slots(holder))
    return case


@pytest.mark.parametrize("by_shuffles", [True, False])
@pytest.mark.parametrize("seed", range(12))
def test_l1_7_all_consistent_deals_are_equally_likely(seed, by_shuffles):
    case, rng = vague(seed), Random(seed)
    deal = case.deal()
    deal.shuffle_until_consistent(rng)
    deal.by_shuffles = by_shuffles
    drawn = Counter(tuple(deal.draw(rng)) for _ in range(SAMPLES))
    deals = case.all_deals()
    assert drawn.keys() <= deals.keys()
    assert likelihood(drawn, deals, SAMPLES) > UNLIKELY


@pytest.mark.parametrize("seed", range(4))
def test_l1_7_a_rare_consistent_deal_is_found_in_few_steps(seed, monkeypatch):
    steps = []
    help_one = DealSampler.fix_clue
    monkeypatch.setattr(DealSampler, "fix_clue", lambda deal, key, rng: help_one(deal, key, rng) or steps.append(key))
    case = exact(seed)
    deal, rng = case.deal(), Random(seed)
    assert case.agrees(deal.draw(rng))
    assert not deal.by_shuffles
    assert 0 < len(steps) < MOST_STEPS
    later = [deal.draw(rng) for _ in range(3)]
    assert all(map(case.agrees, later))
    assert len(set(map(tuple, later))) > 1


def pinned(seed: int, faces: int) -> Case:
    """Return a case with six known pieces, which a shuffle practically never deals."""
    case = Case(seed, slots=40, faces=range(1, faces), late=False)
    for at, face in enumerate(case.of(1, case.true)[:PINNED]):
        case.tell(1, face, 1 << at)
    return case


def test_l1_7_consecutive_deals_are_independent():
    case, rng = pinned(0, faces=60), Random(0)
    deal = case.deal()
    deals = [deal.draw(rng) for _ in range(12)]
    assert not deal.by_shuffles
    same = sum(one == other for before, after in pairwise(deals) for one, other in zip(before, after, strict=True))
    assert same < 11 * (PINNED + MOST_ALIKE)


def test_l1_7_a_known_piece_can_come_from_either_pool():
    """No exchange of two pieces leads from one case to the other; six known pieces rule out a shuffle."""
    case, rng = pinned(1, faces=8), Random(1)
    case.slots += [UnseenDraw(HOLDERS[-1] + 1, pool, 4) for pool in (0, 1)]
    for things in case.things:
        things += [(61, 0), (62, 0)]
    case.clues += [Clue(HOLDERS[-1] + 1, face, 3, 1, 1) for face in (61, 62)]
    deal = case.deal()
    drawn = Counter(tuple(deal.draw(rng)[-2:]) for _ in range(60))
    assert not deal.by_shuffles
    assert drawn.keys() == {(61, 62), (62, 61)}
    assert min(drawn.values()) > 15


@pytest.mark.parametrize("seed", range(20))
def test_a_deal_that_no_exchange_can_repair_is_discarded(seed):
    """Three pieces would have to change places at once, since one came too late to take the place of another."""
    slots = [UnseenDraw(1, 1, 0), UnseenDraw(3, 1, 0), UnseenDraw(2, 0, 0), UnseenDraw(2, 1, 2), UnseenDraw(1, 1, 3)]
    clues = [Clue(1, 2, 2, 1, 2), Clue(3, 2, 1, 0, 1)]
    deal = DealSampler(slots, [[7, 135, 7], [2, 2, 7, 7, 199, 135]], clues)
    rng = Random(seed)
    deal.shuffle(rng)
    deal.repair(rng)
    assert deal.is_consistent()
