"""In which order the kinds of cards are dealt when deals are counted, and which slots must be told apart meanwhile.

While some kinds are dealt and others are not yet, a count needs to know how many slots of a hand are free only if
something is told of that hand by both. Before, its slots are like any places of their piles; after that, whatever
fills them is all the same. The same holds for the slots up to an end within a hand. So the order of the kinds decides
how much there is to keep apart, and the best order is looked for first: little work compared with what it saves.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod

from heorot.games.legend.odds_hands import Hand, Kind, Told


@dataclass(frozen=True)
class Order:
    """The kinds in the order in which they are dealt."""

    kinds: tuple[Kind, ...]
    hands: tuple[Hand, ...]

    @cached_property
    def step(self) -> dict[int, int]:
        """With which step each face is dealt."""
        return {face: step for step, kind in enumerate(self.kinds) for face in kind}

    def steps(self, faces: frozenset[int]) -> list[int]:
        """All steps that deal some of these faces."""
        return [self.step[face] for face in faces]

    @cached_property
    def all_have_come(self) -> int:
        """The step with which the last hand is told from its piles. Until then the slots of a hand that is done with
        must stay apart: what was dealt so far is spread evenly over all places of a pile but those."""
        return max(min(self.steps(hand.faces)) for hand in self.hands)

    def cuts(self, hand: Hand) -> list[set[int]]:
        """For every step the ends of a hand that tell its slots apart; none while it need not be told from its piles.
        An end goes only when those next to it have come: slots that are together again cannot be parted in another
        way."""
        last = len(hand.ends) - 1
        come = [min(self.steps(told)) for told in hand.told]
        gone = [max(self.steps(told)) for told in hand.told]
        come[last], gone[last] = min(come), max(gone)
        for end in range(last):
            gone[end] = max(gone[end], *come[max(end - 1, 0) : end + 2])
        return [{end for end in range(last + 1) if come[end] <= step <= gone[end]} for step in range(len(self.kinds))]


# ---- The best order ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Load:
    """What a hand adds to what is kept apart: the kinds that are told of, as bits, and how many cases that makes."""

    kinds: int
    cases: int
    ends: tuple[tuple[int, int], ...]  # the same for the ends within it
    for_good: bool  # what the next cards are is kept apart to the last


def best_order(told: Told) -> Order:
    """The order in which the fewest cases are kept apart."""
    hands = tuple(hand for hand in told.hands if hand.faces)
    loads, kinds = [load(hand, told.kinds) for hand in hands], range(len(told.kinds))
    best: list[tuple[int, int]] = [(0, 0)]  # for every set of kinds that are dealt: how many cases, and the last kind
    for dealt in range(1, 1 << len(told.kinds)):
        cases, last = min((best[dealt ^ 1 << kind][0], kind) for kind in kinds if dealt >> kind & 1)
        best.append((cases + cases_apart(loads, dealt), last))
    return Order(tuple(told.kinds[kind] for kind in in_turn(best)), hands)


def in_turn(best: Sequence[tuple[int, int]]) -> list[int]:
    """The kinds in the best order, from the last back to the first."""
    found, dealt = list[int](), len(best) - 1
    while dealt:
        found.insert(0, best[dealt][1])
        dealt ^= 1 << found[0]
    return found


def load(hand: Hand, kinds: Sequence[Kind]) -> Load:
    """A hand makes as many cases as it has room, and so do its ends; of the next cards it matters what they are."""
    bits = [as_bits(told, kinds) for told in hand.told]
    ends = tuple((bits[end], hand.room[end] + 1) for end in range(len(hand.ends) - 1))
    cases = comb(hand.room[-1] + 2, 2) if hand.is_next else hand.room[-1] + 1
    return Load(as_bits(hand.faces, kinds), cases, ends, hand.is_next)


def as_bits(faces: Iterable[int], kinds: Sequence[Kind]) -> int:
    """The kinds to which these faces belong."""
    found = frozenset(faces)
    return sum(1 << number for number, kind in enumerate(kinds) if not found.isdisjoint(kind))


def cases_apart(loads: Sequence[Load], dealt: int) -> int:
    """About how many cases are kept apart when these kinds are dealt."""
    cases, done, to_come = 1, 1, False
    for one in loads:
        if not one.kinds & dealt:
            to_come = True
        elif one.for_good or one.kinds & ~dealt:
            cases *= one.cases * prod(more for kinds, more in one.ends if kinds & dealt and kinds & ~dealt)
        else:
            done += one.cases - 1
    return cases * done if to_come else cases
