"""What the open record tells of the hands that others drew unseen, in the shape in which `odds_count.py` counts deals.

Of the clues that `worlds_clues.py` reads, only those matter that speak of the last pile, or of an earlier one from
which somebody drew who drew from the last pile as well, and so on. A slot that no clue speaks of is like any place of
the draw pile itself, and faces that no clue names are all alike, as long as they show as many symbols. So there remain
a few hands, a few kinds of cards, and a few stretches of slots.

The next cards of the pile are one more hand. Nothing is told of it; we want to know how many matching cards it holds.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TypeAlias

from heorot.games.legend.worlds_clues import Clues
from heorot.games.legend.worlds_deal import Clue, Slot

Kind: TypeAlias = tuple[int, ...]  # faces that need not be told apart


@dataclass(frozen=True, slots=True)
class Stretch:
    """Slots of a hand that were drawn one after the other from one pile, and that no clue tells apart."""

    end: int  # which of the hand's ends comes next
    pile: int
    slots: int
    number: int  # among all stretches of all hands


@dataclass(frozen=True)
class Hand:
    """What was drawn unseen by someone, up to the last slot that a clue speaks of."""

    ends: tuple[int, ...]  # clues were given when so many cards had been drawn
    told: tuple[frozenset[int], ...]  # of these faces, by end
    least: dict[int, tuple[int, ...]]  # how many of a face there must be up to each end
    stretches: tuple[Stretch, ...]

    @cached_property
    def faces(self) -> frozenset[int]:
        """All faces of which something is told."""
        return frozenset().union(*self.told)

    @cached_property
    def is_next(self) -> bool:
        """Whether these are the next cards of the pile: nothing is told of them, but something is asked."""
        return bool(self.faces) and not self.least

    @cached_property
    def room(self) -> tuple[int, ...]:
        """How many slots up to each end may hold anything."""
        return tuple(slots - self.needed(self.faces, end) for end, slots in enumerate(self.ends))

    def needed(self, faces: Iterable[int], end: int) -> int:
        """How many slots up to an end these faces need."""
        return sum(self.least[face][end] for face in faces if face in self.least)

    def joined(self, cuts: set[int]) -> list[Stretch]:
        """The stretches, if only these ends tell slots apart; a longer one has the number of its first. There are none
        if the hand is not told from its piles."""
        found: list[Stretch] = []
        for one in self.stretches if cuts else ():
            end = min(cut for cut in cuts if cut >= one.end)
            if found and (found[-1].end, found[-1].pile) == (end, one.pile):
                found[-1] = Stretch(end, one.pile, found[-1].slots + one.slots, found[-1].number)
            else:
                found.append(Stretch(end, one.pile, one.slots, one.number))
        return found


@dataclass(frozen=True, slots=True)
class Told:
    """All that matters for the next cards of the last pile."""

    piles: tuple[Counter[int], ...]  # what was shuffled, less what was seen; the last one at the end
    hands: tuple[Hand, ...]  # the first one is that of the next cards
    kinds: tuple[Kind, ...]


def what_is_told(clues: Clues, value: Sequence[int], cards: int) -> Told:
    """L1.7, L1.8: all that tells something of the next so many cards, with the symbols that each face shows."""
    about = clues_by_holder(clues.cards.clues())
    drawn = {holder: pools_of(clues.cards.slots, holder, max(told)) for holder, told in about.items()}
    linked = linked_piles(drawn.values(), len(clues.piles) - 1)
    piles = tuple(+clues.piles[pile] for pile in linked)
    matching = frozenset(face for pile in piles for face in pile if value[face])
    hands = [Hand((cards,), (matching,), {}, (Stretch(0, len(piles) - 1, cards, 0),))]
    for holder, pools in drawn.items():
        if pools[0] in linked:
            numbers = [linked.index(pool) for pool in pools]
            hands.append(hand_of(about[holder], numbers, sum(len(hand.stretches) for hand in hands)))
    return Told(piles, tuple(hands), tuple(kinds_of(piles, hands[1:], value)))


def clues_by_holder(clues: Iterable[Clue]) -> dict[int, dict[int, dict[int, int]]]:
    """For each holder, number of slots and face how many there must be. A clue that says no more than one about fewer
    slots is left out. Of cards no clue says how many there are at most."""
    found: dict[int, dict[int, dict[int, int]]] = {}
    for clue in sorted(clues, key=lambda clue: clue.slots):
        told = found.setdefault(clue.holder, {})
        if clue.least > max((least.get(clue.face, 0) for least in told.values()), default=0):
            told.setdefault(clue.slots.bit_length(), {})[clue.face] = clue.least
    return {holder: told for holder, told in found.items() if told}


def pools_of(slots: Iterable[Slot], holder: int, number: int) -> list[int]:
    """The piles of the first slots of a holder."""
    return [slot.pool for slot in slots if slot.holder == holder][:number]


def linked_piles(hands: Iterable[Sequence[int]], last: int) -> list[int]:
    """The last pile, and all that are linked to it by hands that drew from both."""
    linked, of_hands = {last}, [set(hand) for hand in hands]
    for _ in of_hands:
        linked.update(pile for hand in of_hands if linked & hand for pile in hand)
    return sorted(linked)


def hand_of(told: dict[int, dict[int, int]], piles: Sequence[int], number: int) -> Hand:
    """A hand, from what is told of it and the piles of its slots."""
    ends = tuple(told)
    faces = {face for least in told.values() for face in least}
    least = {face: needs(ends, [told[end].get(face, 0) for end in ends]) for face in faces}
    runs = [(end, Counter(piles[start:stop])) for end, (start, stop) in enumerate(zip((0, *ends), ends, strict=False))]
    parts = [(end, pile, run[pile]) for end, run in runs for pile in sorted(run)]
    stretches = tuple(Stretch(*part, number + at) for at, part in enumerate(parts))
    return Hand(ends, tuple(frozenset(told[end]) for end in ends), least, stretches)


def needs(ends: Sequence[int], least: Sequence[int]) -> tuple[int, ...]:
    """How many there must be up to each end: as many as before; and so many that the rest can lie in the slots between
    it and the next end."""
    found = list(accumulate(least, max))
    for end in reversed(range(len(ends) - 1)):
        found[end] = max(found[end], found[end + 1] - (ends[end + 1] - ends[end]))
    return tuple(found)


def kinds_of(piles: Iterable[Counter[int]], hands: Iterable[Hand], value: Sequence[int]) -> Iterator[Kind]:
    """Every face of which something is told, and the others by their symbols."""
    faces = sorted({face for pile in piles for face in pile})
    told = frozenset[int]().union(*(hand.faces for hand in hands))
    yield from ((face,) for face in faces if face in told)
    others = [face for face in faces if face not in told]
    yield from (tuple(face for face in others if value[face] == symbols)
                for symbols in sorted({value[face] for face in others}))  # fmt: skip
