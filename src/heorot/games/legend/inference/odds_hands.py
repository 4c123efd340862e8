"""Evidence about rivals' unseen draws, in the form in which `odds_count.py` counts deals.

Of all clues (`clues.py`) only those matter that concern the last pile, or an earlier pile linked to it by a holder who
drew from both, and so on. A slot without a clue is equivalent to any place of the draw pile, and faces without a clue
are equivalent if they show the same number of symbols. So a few hands, a few kinds of cards and a few stretches of
slots remain.

The next cards of the pile are treated as one more hand, without clues, whose number of matching cards is counted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TypeAlias

from heorot.games.legend.inference.clues import Clues
from heorot.games.legend.inference.deals import Clue

Kind: TypeAlias = tuple[int, ...]  # equivalent faces


@dataclass(frozen=True, slots=True)
class Stretch:
    """Consecutive slots of a hand from one pile that no clue distinguishes."""

    end: int  # index of the hand's end that follows
    pile: int
    slots: int
    number: int  # among all stretches of all hands


@dataclass(frozen=True)
class UnseenHand:
    """Unseen draws of a holder, up to the last slot with a clue."""

    ends: tuple[int, ...]  # numbers of slots drawn at the times of the clues
    clue_faces: tuple[frozenset[int], ...]  # faces of the clues at each end
    least: dict[int, tuple[int, ...]]  # least number of a face up to each end
    stretches: tuple[Stretch, ...]

    @cached_property
    def faces(self) -> frozenset[int]:
        """Return all faces with a clue."""
        return frozenset().union(*self.clue_faces)

    @cached_property
    def is_next(self) -> bool:
        """Return whether this hand stands for the next cards of the pile, which have no clues."""
        return bool(self.faces) and not self.least

    @cached_property
    def room(self) -> tuple[int, ...]:
        """Return the number of slots up to each end that clues leave open."""
        return tuple(slots - self.needed(self.faces, end) for end, slots in enumerate(self.ends))

    def needed(self, faces: Iterable[int], end: int) -> int:
        """Return the number of slots up to an end that these faces need."""
        return sum(self.least[face][end] for face in faces if face in self.least)

    def joined(self, cuts: set[int]) -> list[Stretch]:
        """Return the stretches if only these ends separate slots; a joined stretch keeps the number of its first.
        Without cuts the hand is not separated from its piles, and has no stretches."""
        joined: list[Stretch] = []
        for stretch in self.stretches if cuts else ():
            end = min(cut for cut in cuts if cut >= stretch.end)
            if joined and (joined[-1].end, joined[-1].pile) == (end, stretch.pile):
                joined[-1] = Stretch(end, stretch.pile, joined[-1].slots + stretch.slots, joined[-1].number)
            else:
                joined.append(Stretch(end, stretch.pile, stretch.slots, stretch.number))
        return joined


@dataclass(frozen=True, slots=True)
class DrawEvidence:
    """Evidence that matters for the next cards of the last pile."""

    piles: tuple[Counter[int], ...]  # cards shuffled into each, without those seen; the last pile last
    hands: tuple[UnseenHand, ...]  # the next cards of the pile first
    kinds: tuple[Kind, ...]


def collect_evidence(clues: Clues, value: Sequence[int], cards: int) -> DrawEvidence:
    """L1.7, L1.8: Return the evidence about the next cards; `value` is the number of symbols of each face."""
    about = clues_by_holder(clues.cards.clues())
    drawn = {
        holder: [slot.pool for slot in clues.cards.slots if slot.holder == holder][: max(least_by_slots)]
        for holder, least_by_slots in about.items()
    }
    linked = linked_piles(drawn.values(), len(clues.piles) - 1)
    piles = tuple(+clues.piles[pile] for pile in linked)
    matching = frozenset(face for pile in piles for face in pile if value[face])
    hands = [UnseenHand((cards,), (matching,), {}, (Stretch(0, len(piles) - 1, cards, 0),))]
    for holder, pools in drawn.items():
        if pools[0] in linked:
            numbers = [linked.index(pool) for pool in pools]
            hands.append(make_hand(about[holder], numbers, sum(len(hand.stretches) for hand in hands)))
    return DrawEvidence(piles, tuple(hands), tuple(kinds_of(piles, hands[1:], value)))


def clues_by_holder(clues: Iterable[Clue]) -> dict[int, dict[int, dict[int, int]]]:
    """Return the least number of each face by holder and number of slots, without redundant clues. Clues about cards
    have no upper bounds."""
    by_holder: dict[int, dict[int, dict[int, int]]] = {}
    for clue in sorted(clues, key=lambda clue: clue.slots):
        least_by_slots = by_holder.setdefault(clue.holder, {})
        if clue.least > max((least.get(clue.face, 0) for least in least_by_slots.values()), default=0):
            least_by_slots.setdefault(clue.slots.bit_length(), {})[clue.face] = clue.least
    return {holder: least_by_slots for holder, least_by_slots in by_holder.items() if least_by_slots}


def linked_piles(hands: Iterable[Sequence[int]], last: int) -> list[int]:
    """Return the last pile and all piles linked to it by hands that drew from both."""
    linked, of_hands = {last}, [set(hand) for hand in hands]
    for _ in of_hands:
        linked.update(pile for hand in of_hands if linked & hand for pile in hand)
    return sorted(linked)


def make_hand(least_by_slots: dict[int, dict[int, int]], piles: Sequence[int], number: int) -> UnseenHand:
    """Return a hand from its clues and the piles of its slots."""
    ends = tuple(least_by_slots)
    faces = {face for least in least_by_slots.values() for face in least}
    least = {face: least_by_end(ends, [least_by_slots[end].get(face, 0) for end in ends]) for face in faces}
    runs = [(end, Counter(piles[start:stop])) for end, (start, stop) in enumerate(zip((0, *ends), ends, strict=False))]
    parts = [(end, pile, run[pile]) for end, run in runs for pile in sorted(run)]
    stretches = tuple(Stretch(*part, number + at) for at, part in enumerate(parts))
    return UnseenHand(ends, tuple(frozenset(least_by_slots[end]) for end in ends), least, stretches)


def least_by_end(ends: Sequence[int], least: Sequence[int]) -> tuple[int, ...]:
    """Return the least number up to each end: at least that of earlier ends, and enough that the rest fits into the
    slots before the next end."""
    bounds = list(accumulate(least, max))
    for end in reversed(range(len(ends) - 1)):
        bounds[end] = max(bounds[end], bounds[end + 1] - (ends[end + 1] - ends[end]))
    return tuple(bounds)


def kinds_of(piles: Iterable[Counter[int]], hands: Iterable[UnseenHand], value: Sequence[int]) -> Iterator[Kind]:
    """Yield every face with a clue as its own kind, and the others by their symbols."""
    faces = sorted({face for pile in piles for face in pile})
    with_clue = frozenset[int]().union(*(hand.faces for hand in hands))
    yield from ((face,) for face in faces if face in with_clue)
    others = [face for face in faces if face not in with_clue]
    yield from (tuple(face for face in others if value[face] == symbols)
                for symbols in sorted({value[face] for face in others}))  # fmt: skip
