"""Order in which the kinds of cards are dealt when deals are counted, and the slots to keep separate at each step.

While some kinds are dealt and others are not, a count needs the number of free slots of a hand only if both groups have
clues about that hand. Before, its slots are equivalent to any places of their piles; afterwards the cards in them do
not matter. The same holds for the slots up to an end within a hand. The order of the kinds decides the number of cases,
so the best order is searched first, which costs little compared with what it saves.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod

from heorot.games.legend.inference.odds_hands import DrawEvidence, Kind, UnseenHand


@dataclass(frozen=True)
class Order:
    """Kinds in the order in which they are dealt."""

    kinds: tuple[Kind, ...]
    hands: tuple[UnseenHand, ...]

    @cached_property
    def step(self) -> dict[int, int]:
        """Return the step that deals each face."""
        return {face: step for step, kind in enumerate(self.kinds) for face in kind}

    def steps(self, faces: frozenset[int]) -> list[int]:
        """Return all steps that deal some of these faces."""
        return [self.step[face] for face in faces]

    @cached_property
    def last_entry_step(self) -> int:
        """Return the step at which the last hand is separated from its piles. Until then the slots of finished hands
        must stay separate: the cards dealt so far are spread evenly over all other places of a pile."""
        return max(min(self.steps(hand.faces)) for hand in self.hands)

    def cuts(self, hand: UnseenHand) -> list[set[int]]:
        """Return for every step the ends that separate slots of a hand; none while it need not be separated from its
        piles. An end is dropped only after its neighbours have been added: slots joined once cannot be split
        differently."""
        last = len(hand.ends) - 1
        come = [min(self.steps(clue_faces)) for clue_faces in hand.clue_faces]
        gone = [max(self.steps(clue_faces)) for clue_faces in hand.clue_faces]
        come[last], gone[last] = min(come), max(gone)
        for end in range(last):
            gone[end] = max(gone[end], *come[max(end - 1, 0) : end + 2])
        return [{end for end in range(last + 1) if come[end] <= step <= gone[end]} for step in range(len(self.kinds))]


# ---- The best order ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandLoad:
    """Cost of keeping a hand separate: its kinds as bits, and the number of cases."""

    kinds: int
    cases: int
    ends: tuple[tuple[int, int], ...]  # kinds and cases of the ends within the hand
    for_good: bool  # the next cards stay separate to the last step


def best_order(evidence: DrawEvidence) -> Order:
    """Return the order with the fewest cases."""
    hands = tuple(hand for hand in evidence.hands if hand.faces)
    loads, kinds = [hand_load(hand, evidence.kinds) for hand in hands], range(len(evidence.kinds))
    best: list[tuple[int, int]] = [(0, 0)]  # by set of dealt kinds: number of cases, and last kind
    for dealt in range(1, 1 << len(evidence.kinds)):
        cases, last = min((best[dealt ^ 1 << kind][0], kind) for kind in kinds if dealt >> kind & 1)
        best.append((cases + count_cases(loads, dealt), last))
    return Order(tuple(evidence.kinds[kind] for kind in trace_order(best)), hands)


def trace_order(best: Sequence[tuple[int, int]]) -> list[int]:
    """Return the kinds in the best order, traced back from the last."""
    order, dealt = list[int](), len(best) - 1
    while dealt:
        order.insert(0, best[dealt][1])
        dealt ^= 1 << order[0]
    return order


def hand_load(hand: UnseenHand, kinds: Sequence[Kind]) -> HandLoad:
    """Return the cost of a hand: as many cases as it has room; for the next cards their matches count too."""
    bits = [as_bits(clue_faces, kinds) for clue_faces in hand.clue_faces]
    ends = tuple((bits[end], hand.room[end] + 1) for end in range(len(hand.ends) - 1))
    cases = comb(hand.room[-1] + 2, 2) if hand.is_next else hand.room[-1] + 1
    return HandLoad(as_bits(hand.faces, kinds), cases, ends, hand.is_next)


def as_bits(faces: Iterable[int], kinds: Sequence[Kind]) -> int:
    """Return the kinds of these faces as bits."""
    wanted = frozenset(faces)
    return sum(1 << number for number, kind in enumerate(kinds) if not wanted.isdisjoint(kind))


def count_cases(loads: Sequence[HandLoad], dealt: int) -> int:
    """Estimate the number of cases when these kinds are dealt."""
    cases, done, to_come = 1, 1, False
    for load in loads:
        if not load.kinds & dealt:
            to_come = True
        elif load.for_good or load.kinds & ~dealt:
            cases *= load.cases * prod(more for kinds, more in load.ends if kinds & dealt and kinds & ~dealt)
        else:
            done += load.cases - 1
    return cases * done if to_come else cases
