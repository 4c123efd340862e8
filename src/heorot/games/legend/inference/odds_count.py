"""Exact probabilities of the next cards of the draw pile, by counting all deals that agree with the record.

A deal puts every card of a pile at one of its places: a slot of a hand, or the rest of the pile. All deals that agree
with the clues are equally likely (`worlds.py`), so we count those in which a given number of the next cards match.
Cards are dealt kind by kind, not place by place: a state holds the number of free places of every stretch of slots and
of the rest of every pile, and its value is the number of ways in which the kinds so far can lead to it. All numbers are
integers.

A state is one integer with a bit field for each part:

1. for each pile the cards of the current kind not yet dealt, and the free places of its rest;
2. the number of matching cards among the next cards, and their symbols;
3. for each separate stretch its free slots.

Every step reads a few of these parts and adds a constant, so the effect of a step is computed once for all states that
agree in those parts. A limit on the work, not on the time, stops a count that is too large, so that equal views get
equal answers.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import chain, compress, pairwise
from math import comb, lcm
from operator import mul, or_
from typing import TypeAlias

from heorot.games.legend.inference.clues import Clues
from heorot.games.legend.inference.odds_hands import DrawEvidence, Kind, Stretch, UnseenHand, collect_evidence
from heorot.games.legend.inference.odds_order import Order, best_order

DrawResult: TypeAlias = tuple[int, int]  # matching cards, symbols on them
DrawOdds: TypeAlias = dict[DrawResult, Fraction]
Moves: TypeAlias = list[tuple[int, int]]  # addend to a state, number of ways
Spread: TypeAlias = tuple[tuple[int, ...], int]  # cards in each stretch, number of ways

MOST_WORK = 600_000  # moves of states: about a quarter of a second


class TooManyCases(Exception):
    """The number of cases exceeds the limit."""


def count_next_cards(clues: Clues, value: Sequence[int], cards: int) -> DrawOdds | None:
    """L1.7, L1.8: Return the probabilities of matches and symbols among the next cards of the draw pile, over all deals
    that this seat cannot distinguish, with all choices fixed; None if there are too many."""
    evidence = collect_evidence(clues, value, cards)
    if not any(hand.faces for hand in evidence.hands):
        return {(0, 0): Fraction(1)}
    try:
        return DealCount(evidence, best_order(evidence), value).likely()
    except TooManyCases:
        return None


class DealCount:
    """One count of all deals."""

    def __init__(self, evidence: DrawEvidence, order: Order, value: Sequence[int]) -> None:
        self.evidence, self.order, self.value = evidence, order, value
        self.bits = (max(1, *value) * sum(pile.total() for pile in evidence.piles)).bit_length()
        piles = len(evidence.piles)
        self.undealt = [self.bits * pile for pile in range(piles)]  # position of each part in a state
        self.rest = [self.bits * (piles + pile) for pile in range(piles)]
        self.matches, self.symbols, self.first_stretch = (self.bits * (2 * piles + part) for part in range(3))
        self.places = [pile.total() for pile in evidence.piles]  # number of places in the rest of each pile
        self.states = {sum(number << at for number, at in zip(self.places, self.rest, strict=True)): 1}
        self.cuts = [set[int]() for _ in order.hands]  # ends that separate slots of each hand now
        self.finished_hand = finished_slots(evidence)  # slots of finished hands, while other hands are still to come
        self.finished = [self.at(stretch) for stretch in self.finished_hand.stretches]
        self.work = 0

    def likely(self) -> DrawOdds:
        """Deal all kinds and return the probabilities."""
        schedule = [self.order.cuts(hand) for hand in self.order.hands]
        for step, kind in enumerate(self.order.kinds):
            for number in range(len(schedule)):
                self.separate(number, schedule[number][step])
            if step == self.order.last_entry_step:
                self.move(dict(zip(self.finished, self.rest, strict=True)))
                self.finished = self.rest
            for number in range(len(schedule)):
                self.join(number, schedule[number][step])
            self.deal(step, kind)
        ways_by_draw: Counter[DrawResult] = Counter()
        for state, ways in self.states.items():
            ways_by_draw[self.read(state, self.matches), self.read(state, self.symbols)] += ways
        return {draw: Fraction(ways, ways_by_draw.total()) for draw, ways in ways_by_draw.items()}

    # ---- States ----

    def at(self, stretch: Stretch) -> int:
        """Return the position of a stretch's free slots in a state."""
        return self.part_of(stretch.number)

    def part_of(self, number: int) -> int:
        """Return the position of a stretch's free slots by its number."""
        return self.first_stretch + self.bits * number

    def mask(self, parts: Iterable[int]) -> int:
        """Return the mask of these parts of a state."""
        return reduce(or_, (((1 << self.bits) - 1) << at for at in parts), 0)

    def read(self, state: int, at: int) -> int:
        """Return one part of a state."""
        return state >> at & ((1 << self.bits) - 1)

    def apply_moves(self, parts: Iterable[int], moves: Callable[[int], Moves]) -> None:
        """Move every state on, in all ways that these parts of it allow; raise TooManyCases."""
        mask, known, after, work = self.mask(parts), dict[int, Moves](), defaultdict[int, int](int), self.work
        for state, ways in self.states.items():
            part = state & mask
            if (ahead := known.get(part)) is None:
                ahead = known[part] = moves(part)
            for added, times in ahead:
                after[state + added] += ways * times
            work += len(ahead)
            if work > MOST_WORK:
                raise TooManyCases
        self.states, self.work = after, work

    # ---- Separate slots ----

    def separate(self, number: int, cuts: set[int]) -> None:
        """Separate slots of a hand: first from the rest of their piles, then from each other."""
        hand = self.order.hands[number]
        if cuts and not self.cuts[number]:
            self.cuts[number] = {len(hand.ends) - 1}
            for stretch in hand.joined(self.cuts[number]):
                self.places[stretch.pile] -= stretch.slots
                self.split(self.rest[stretch.pile], self.places[stretch.pile], self.at(stretch), stretch.slots)
        for cut in sorted(cuts - self.cuts[number]):
            before = {stretch.number for stretch in hand.joined(self.cuts[number])}
            self.cuts[number].add(cut)
            parts = hand.joined(self.cuts[number])
            for first, then in pairwise(parts):
                if then.number not in before:
                    self.split(self.at(first), first.slots, self.at(then), then.slots)

    def split(self, at: int, stay: int, to: int, go: int) -> None:
        """Split places into two stretches. Their cards are evenly distributed, since nothing has distinguished the
        places so far."""
        places = stay + go
        cases = lcm(*(comb(places, used) for used in range(places + 1))) if len(self.states) > 1 else 0

        def moves(part: int) -> Moves:
            used, ahead = places - self.read(part, at), list[tuple[int, int]]()
            for taken in range(max(used - stay, 0), min(used, go) + 1):
                times = comb(stay, used - taken) * comb(go, taken)
                ahead.append(((go - taken << to) - (go - taken << at), times * (cases // comb(places, used) or 1)))
            return ahead

        self.apply_moves([at], moves)

    def join(self, number: int, cuts: set[int]) -> None:
        """Join slots of a hand that need not be separate any more, or return them to the rest of their piles."""
        hand, into = self.order.hands[number], dict[int, int]()
        kept = [stretch.number for stretch in hand.joined(cuts)]
        for stretch in hand.joined(self.cuts[number]):
            if not kept:
                into[self.at(stretch)] = self.finished[stretch.pile]
            elif stretch.number not in kept:
                into[self.at(stretch)] = self.part_of(max(number for number in kept if number < stretch.number))
        self.cuts[number] = cuts
        self.move(into)

    def move(self, into: dict[int, int]) -> None:
        """Add parts of a state to others."""

        def moves(part: int) -> Moves:
            free = [(self.read(part, at), at, to) for at, to in into.items()]
            return [(sum((number << to) - (number << at) for number, at, to in free), 1)]

        if into:
            self.apply_moves(into, moves)

    # ---- Dealing ----

    def deal(self, step: int, kind: Kind) -> None:
        """Deal all cards of a kind: some to each separate hand, the others to the rest of their piles."""
        numbers = [sum(pile[face] for face in kind) for pile in self.evidence.piles]
        dealt = sum(number << at for number, at in zip(numbers, self.undealt, strict=True))
        self.states = {state + dealt: ways for state, ways in self.states.items()}
        for hand, cuts in zip(self.order.hands, self.cuts, strict=True):
            if cuts:
                self.deal_to(hand, cuts, step, kind)
        if step < self.order.last_entry_step:
            self.deal_to(self.finished_hand, {0}, step, kind)
        self.apply_moves([*self.undealt, *self.rest], self.deal_the_rest)

    def deal_to(self, hand: UnseenHand, cuts: set[int], step: int, kind: Kind) -> None:
        """Deal any number of a kind to a hand that meets its clues and leaves enough slots for later kinds. Note the
        matches among the next cards of the pile."""
        stretches, later = hand.joined(cuts), list(chain(*self.order.kinds[step + 1 :]))
        wanted = [(hand.needed(kind, stretch.end), hand.needed(later, stretch.end)) for stretch in stretches]
        symbols = self.value[kind[0]] if hand.is_next else 0
        noted = (1 << self.matches) + (symbols << self.symbols) if symbols else 0
        each = [noted - (1 << self.at(stretch)) - (1 << self.undealt[stretch.pile]) for stretch in stretches]

        def moves(part: int) -> Moves:
            free = [self.read(part, self.at(stretch)) for stretch in stretches]
            undealt = [self.read(part, at) for at in self.undealt]
            return [(sum(map(mul, numbers, each)), ways) for numbers, ways in spreads(stretches, wanted, free, undealt)]

        self.apply_moves([*self.undealt, *map(self.at, stretches)], moves)

    def deal_the_rest(self, part: int) -> Moves:
        """Put the remaining cards of a kind into the rest of their piles."""
        added, ways = 0, 1
        for undealt, rest in zip(self.undealt, self.rest, strict=True):
            number = self.read(part, undealt)
            added -= (number << undealt) + (number << rest)
            ways *= comb(self.read(part, rest), number)
        return [(added, ways)] if ways else []


def finished_slots(evidence: DrawEvidence) -> UnseenHand:
    """Return a hand without clues, with a stretch of every pile."""
    number = sum(len(hand.stretches) for hand in evidence.hands)
    return UnseenHand(
        (0,), (frozenset(),), {}, tuple(Stretch(0, pile, 0, number + pile) for pile in range(len(evidence.piles)))
    )


def spreads(
    stretches: Sequence[Stretch], wanted: Sequence[tuple[int, int]], free: Sequence[int], undealt: Sequence[int]
) -> Iterable[Spread]:
    """Yield every distribution of cards of a kind over the free slots of some stretches. `wanted` is the least number
    up to the end of each stretch, and the number of slots to leave free."""
    distributions: list[Spread] = [((), 1)]
    for number, (stretch, (least, later)) in enumerate(zip(stretches, wanted, strict=True)):
        piles = [before.pile == stretch.pile for before in stretches[:number]]
        most_placed = sum(free[: number + 1]) - later
        ends = number + 1 == len(stretches) or stretches[number + 1].end != stretch.end
        distributions = [
            ((*numbers, more), ways * comb(free[number], more))
            for numbers, ways in distributions
            for more in range(min(free[number], undealt[stretch.pile] - sum(compress(numbers, piles))) + 1)
            if not ends or least <= sum(numbers) + more <= most_placed
        ]
    return distributions
