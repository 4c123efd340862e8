"""How likely the next cards of the draw pile are what: all deals that agree with the record, counted and not sampled.

A deal puts every card of a pile at one place of it: a slot of a hand, or what is left of the pile. All deals that agree
with the clues are equally likely (`worlds.py`); so we count those in which so many of the next cards match. Cards are
dealt kind by kind, not place by place: a state says how many places of every stretch of slots, and of the rest of every
pile, are still free, and with it goes in how many ways the kinds so far can have got there. All in whole numbers.

A state is one number, with so many bits for every part of it:

1. for every pile the cards of this kind that are not dealt yet, and the free places of its rest;
2. how many of the next cards match by now, and how many symbols they show;
3. for every stretch that is told apart, its free slots.

Every step looks at a few of these parts and adds something to the number; so what a step does is found once for all
states that agree in those parts. If there is too much to count, we give up: by work, not by the clock, so that the same
view is always told the same.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import chain, compress, pairwise
from math import comb, lcm
from operator import mul, or_
from typing import TypeAlias

from heorot.games.legend.odds_hands import Hand, Kind, Stretch, Told, what_is_told
from heorot.games.legend.odds_order import Order, best_order
from heorot.games.legend.worlds_clues import Clues

Draw: TypeAlias = tuple[int, int]  # so many cards that match, with so many symbols
Likely: TypeAlias = dict[Draw, Fraction]
Moves: TypeAlias = list[tuple[int, int]]  # what is added to a state, and in how many ways
Spread: TypeAlias = tuple[tuple[int, ...], int]  # so many cards in each stretch, and in how many ways

MOST_WORK = 600_000  # moves of states: a quarter of a second, or a little more


class TooMuch(Exception):
    """There are too many cases."""


def count_next_cards(clues: Clues, value: Sequence[int], cards: int) -> Likely | None:
    """L1.7, L1.8: how likely the next so many cards of the draw pile match so often with so many symbols, over all
    deals that this seat cannot tell from the true one, with all choices held fixed; None if these are too many."""
    told = what_is_told(clues, value, cards)
    if not any(hand.faces for hand in told.hands):
        return {(0, 0): Fraction(1)}
    try:
        return Count(told, best_order(told), value).likely()
    except TooMuch:
        return None


class Count:
    """One count."""

    def __init__(self, told: Told, order: Order, value: Sequence[int]) -> None:
        self.told, self.order, self.value = told, order, value
        self.bits = (max(1, *value) * sum(pile.total() for pile in told.piles)).bit_length()
        piles = len(told.piles)
        self.undealt = [self.bits * pile for pile in range(piles)]  # where in a state each part of it is
        self.rest = [self.bits * (piles + pile) for pile in range(piles)]
        self.matches, self.symbols, self.first_stretch = (self.bits * (2 * piles + part) for part in range(3))
        self.places = [pile.total() for pile in told.piles]  # of every rest
        self.states = {sum(number << at for number, at in zip(self.places, self.rest, strict=True)): 1}
        self.cuts = [set[int]() for _ in order.hands]  # the ends that tell slots of each hand apart now
        self.hand_done = done_with(told)  # slots of all hands that are done with, while others are still to come
        self.done = [self.at(one) for one in self.hand_done.stretches]
        self.work = 0

    def likely(self) -> Likely:
        """All kinds, one after the other."""
        schedule = [self.order.cuts(hand) for hand in self.order.hands]
        for step, kind in enumerate(self.order.kinds):
            for number in range(len(schedule)):
                self.part(number, schedule[number][step])
            if step == self.order.all_have_come:
                self.move(dict(zip(self.done, self.rest, strict=True)))
                self.done = self.rest
            for number in range(len(schedule)):
                self.join(number, schedule[number][step])
            self.deal(step, kind)
        found: Counter[Draw] = Counter()
        for state, ways in self.states.items():
            found[self.read(state, self.matches), self.read(state, self.symbols)] += ways
        return {draw: Fraction(ways, found.total()) for draw, ways in found.items()}

    # ---- States ----

    def at(self, stretch: Stretch) -> int:
        """Where in a state the free slots of a stretch are."""
        return self.part_of(stretch.number)

    def part_of(self, number: int) -> int:
        """The same by the number of the stretch."""
        return self.first_stretch + self.bits * number

    def mask(self, parts: Iterable[int]) -> int:
        """These parts of a state."""
        return reduce(or_, (((1 << self.bits) - 1) << at for at in parts), 0)

    def read(self, state: int, at: int) -> int:
        """One part of a state."""
        return state >> at & ((1 << self.bits) - 1)

    def go(self, parts: Iterable[int], moves: Callable[[int], Moves]) -> None:
        """Every state moves on, in all the ways that these parts of it allow."""
        mask, known, found, work = self.mask(parts), dict[int, Moves](), defaultdict[int, int](int), self.work
        for state, ways in self.states.items():
            part = state & mask
            if (ahead := known.get(part)) is None:
                ahead = known[part] = moves(part)
            for added, times in ahead:
                found[state + added] += ways * times
            work += len(ahead)
            if work > MOST_WORK:
                raise TooMuch
        self.states, self.work = found, work

    # ---- What is told apart ----

    def part(self, number: int, cuts: set[int]) -> None:
        """Tell slots of a hand apart: first from the rest of their piles, then from each other."""
        hand = self.order.hands[number]
        if cuts and not self.cuts[number]:
            self.cuts[number] = {len(hand.ends) - 1}
            for one in hand.joined(self.cuts[number]):
                self.places[one.pile] -= one.slots
                self.split(self.rest[one.pile], self.places[one.pile], self.at(one), one.slots)
        for cut in sorted(cuts - self.cuts[number]):
            before = {one.number for one in hand.joined(self.cuts[number])}
            self.cuts[number].add(cut)
            parts = hand.joined(self.cuts[number])
            for first, then in pairwise(parts):
                if then.number not in before:
                    self.split(self.at(first), first.slots, self.at(then), then.slots)

    def split(self, at: int, stay: int, to: int, go: int) -> None:
        """Places become two stretches. What lies there is spread evenly: nothing has told them apart so far."""
        places = stay + go
        cases = lcm(*(comb(places, used) for used in range(places + 1))) if len(self.states) > 1 else 0

        def moves(part: int) -> Moves:
            used, found = places - self.read(part, at), list[tuple[int, int]]()
            for taken in range(max(used - stay, 0), min(used, go) + 1):
                times = comb(stay, used - taken) * comb(go, taken)
                found.append(((go - taken << to) - (go - taken << at), times * (cases // comb(places, used) or 1)))
            return found

        self.go([at], moves)

    def join(self, number: int, cuts: set[int]) -> None:
        """Slots of a hand need not be told apart any more, or not from the rest of their piles."""
        hand, into = self.order.hands[number], dict[int, int]()
        kept = [one.number for one in hand.joined(cuts)]
        for one in hand.joined(self.cuts[number]):
            if not kept:
                into[self.at(one)] = self.done[one.pile]
            elif one.number not in kept:
                into[self.at(one)] = self.part_of(max(number for number in kept if number < one.number))
        self.cuts[number] = cuts
        self.move(into)

    def move(self, into: dict[int, int]) -> None:
        """Parts of a state are added to others."""

        def moves(part: int) -> Moves:
            free = [(self.read(part, at), at, to) for at, to in into.items()]
            return [(sum((number << to) - (number << at) for number, at, to in free), 1)]

        if into:
            self.go(into, moves)

    # ---- Dealing ----

    def deal(self, step: int, kind: Kind) -> None:
        """All cards of a kind: some to every hand that is told apart, and the others to the rest of their piles."""
        numbers = [sum(pile[face] for face in kind) for pile in self.told.piles]
        dealt = sum(number << at for number, at in zip(numbers, self.undealt, strict=True))
        self.states = {state + dealt: ways for state, ways in self.states.items()}
        for hand, cuts in zip(self.order.hands, self.cuts, strict=True):
            if cuts:
                self.deal_to(hand, cuts, step, kind)
        if step < self.order.all_have_come:
            self.deal_to(self.hand_done, {0}, step, kind)
        self.go([*self.undealt, *self.rest], self.deal_the_rest)

    def deal_to(self, hand: Hand, cuts: set[int], step: int, kind: Kind) -> None:
        """Any number of a kind, if that is enough, and leaves enough slots for kinds that are still to come. Of the
        next cards of the pile we note what they show."""
        stretches, later = hand.joined(cuts), list(chain(*self.order.kinds[step + 1 :]))
        wanted = [(hand.needed(kind, one.end), hand.needed(later, one.end)) for one in stretches]
        symbols = self.value[kind[0]] if hand.is_next else 0
        noted = (1 << self.matches) + (symbols << self.symbols) if symbols else 0
        each = [noted - (1 << self.at(one)) - (1 << self.undealt[one.pile]) for one in stretches]

        def moves(part: int) -> Moves:
            free = [self.read(part, self.at(one)) for one in stretches]
            undealt = [self.read(part, at) for at in self.undealt]
            return [(sum(map(mul, numbers, each)), ways) for numbers, ways in spreads(stretches, wanted, free, undealt)]

        self.go([*self.undealt, *map(self.at, stretches)], moves)

    def deal_the_rest(self, part: int) -> Moves:
        """What no hand got lies somewhere in the rest of its pile."""
        added, ways = 0, 1
        for undealt, rest in zip(self.undealt, self.rest, strict=True):
            number = self.read(part, undealt)
            added -= (number << undealt) + (number << rest)
            ways *= comb(self.read(part, rest), number)
        return [(added, ways)] if ways else []


def done_with(told: Told) -> Hand:
    """A hand of which nothing is told, with a stretch of every pile."""
    number = sum(len(hand.stretches) for hand in told.hands)
    return Hand((0,), (frozenset(),), {}, tuple(Stretch(0, pile, 0, number + pile) for pile in range(len(told.piles))))


def spreads(
    stretches: Sequence[Stretch], wanted: Sequence[tuple[int, int]], free: Sequence[int], undealt: Sequence[int]
) -> Iterable[Spread]:
    """Every way to spread cards of a kind over the free slots of some stretches. Up to the end of each stretch there
    must be so many of them, and so many slots must stay free."""
    found: list[Spread] = [((), 1)]
    for number, (one, (least, later)) in enumerate(zip(stretches, wanted, strict=True)):
        piles = [before.pile == one.pile for before in stretches[:number]]
        most_placed = sum(free[: number + 1]) - later
        ends = number + 1 == len(stretches) or stretches[number + 1].end != one.end
        found = [
            ((*numbers, more), ways * comb(free[number], more))
            for numbers, ways in found
            for more in range(min(free[number], undealt[one.pile] - sum(compress(numbers, piles))) + 1)
            if not ends or least <= sum(numbers) + more <= most_placed
        ]
    return found
