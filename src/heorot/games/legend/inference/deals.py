"""Things dealt face down from pools to places, so that they agree with all clues: one deal of many, all equally likely.

A pool is a draw pile of cards, or the supply of alliance tokens. A place is a slot, where someone drew something that a
seat did not see, or one of those left in the pool. A clue says how many things of a face are among some slots of a
holder, at least and at most. A deal puts every thing of a pool at one place of that pool.

Where one shuffle in ten agrees with the clues, a deal is found by shuffling until one does: it is exactly uniform.

Elsewhere a Markov chain goes from one deal that agrees to another. A step chooses places in a way that does not depend
on how the things lie at them, exchanges these at random within each pool, and goes back if a clue forbids it. Each step
is then as likely as the one back, and so all deals are equally likely in the long run. Most steps choose two places of
one pool. Some choose a few places at which two faces lie, in any pools: a holder who must have had both can have drawn
either from either pool, and no single exchange leads from one to the other. And once a draw a step chooses all places,
so that no deal is out of reach even in theory. A sweep is about one step for every slot. The first draw begins with a
deal found by repair and goes on for FIRST_SWEEPS; each later one begins with the last and goes on for SWEEPS. In games
with the built-in box nothing of the deal before is to be seen after some five sweeps; ten are the most we have met.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from typing import TypeAlias

SHUFFLES, ENOUGH = 40, 4  # of so many shuffles so many must agree with the clues to go on like that
SWEEPS, FIRST_SWEEPS = 20, 50
FEW = 6  # places with two faces that a step chooses
SELDOM = 8  # after so many other steps comes one of that kind
NOISE = 0.03  # so often the repair takes a step that does not help
STUCK = 200  # rounds of it after which another deal is tried
FACE_BITS = 6
FACES = 1 << FACE_BITS  # of cards or tokens: enough for both

Thing: TypeAlias = int  # its face, and above that the time from which on it could be drawn
Test: TypeAlias = Callable[[list[int]], bool]  # of the faces at all slots, in order


@dataclass(frozen=True, slots=True)
class Slot:
    """Something that was drawn face down: by whom, from which pool, and when."""

    holder: int
    pool: int
    time: int


@dataclass(frozen=True, slots=True)
class Clue:
    """So many things of a face are among those slots of a holder that a mask names, counted in the order of time."""

    holder: int
    face: int
    slots: int
    least: int = 0
    most: int = FACES * FACES


def thing(face: int, since: int = 0) -> Thing:
    """A thing of a face that lay in its pool from some time on."""
    return since << FACE_BITS | face


def face_of(thing: Thing) -> int:
    """What it shows."""
    return thing & (FACES - 1)


def always(faces: list[int]) -> bool:
    """Every deal will do."""
    return True


class Deal:
    """One deal that agrees with all clues, and the way to the next one."""

    def __init__(self, slots: Sequence[Slot], pools: Sequence[list[Thing]], clues: Iterable[Clue]) -> None:
        self.slots = len(slots)
        self.holders = [slot.holder for slot in slots]
        self.things = pools
        self.pools: list[list[int]] = [[] for _ in pools]  # the places of each, slots first
        self.key: list[int] = []  # of each place: its holder, in bits above the faces
        self.bit: list[int] = []  # of each place: which of the holder's slots it is
        self.time: list[float] = []
        self.pool: list[int] = []
        self.lay_out(slots)
        self.at: list[Thing] = [0] * len(self.key)  # what lies at each place
        keys = (max((slot.holder for slot in slots), default=0) + 2) << FACE_BITS
        self.mask = [0] * keys  # the slots of a holder at which a face lies
        self.clues: list[list[tuple[int, int, int]]] = [[] for _ in range(keys)]
        for clue in clues:
            self.clues[clue.holder << FACE_BITS | clue.face].append((clue.slots, clue.least, clue.most))
        self.told = [key for key in range(keys) if self.clues[key]]
        self.faces = sorted({face_of(one) for pool in pools for one in pool})
        self.by_shuffles: bool | None = None  # not known yet

    def lay_out(self, slots: Sequence[Slot]) -> None:
        """Number the places: the slots, then those left in the pools, which nobody holds and no clue speaks of."""
        drawn: dict[int, int] = {}
        for slot in slots:
            self.add_place(slot.holder, 1 << drawn.get(slot.holder, 0), slot.pool, slot.time)
            drawn[slot.holder] = drawn.get(slot.holder, 0) + 1
        nobody = max(drawn, default=0) + 1
        for pool, things in enumerate(self.things):
            for _ in range(len(things) - len(self.pools[pool])):
                self.add_place(nobody, 0, pool, inf)

    def add_place(self, holder: int, bit: int, pool: int, time: float) -> None:
        """One place more."""
        self.pools[pool].append(len(self.key))
        self.key.append(holder << FACE_BITS)
        self.bit.append(bit)
        self.pool.append(pool)
        self.time.append(time)

    # ---- Deals ----

    def draw(self, rng: Random, test: Test = always) -> list[int]:
        """The faces at all slots, in one of the deals that pass a test."""
        if self.by_shuffles is None:
            self.begin(rng)
        if not self.by_shuffles:
            self.whole_shuffle(rng)
            self.sweep(rng, SWEEPS)
        else:
            self.shuffle_until_right(rng)
        while not test(self.shown()):
            if self.by_shuffles:
                self.shuffle_until_right(rng)
            else:
                self.sweep(rng, 1)
        return self.shown()

    def shown(self) -> list[int]:
        """The faces at all slots."""
        return [one & (FACES - 1) for one in self.at[: self.slots]]

    def begin(self, rng: Random) -> None:
        """Find out how deals are to be drawn here; if by a chain, go to where it begins."""
        agreed = 0
        for _ in range(SHUFFLES):
            self.shuffle(rng)
            agreed += self.is_right()
        self.by_shuffles = agreed >= ENOUGH
        if not self.by_shuffles:
            self.repair(rng)
            self.sweep(rng, FIRST_SWEEPS - SWEEPS)

    # ---- Clues ----

    def is_right(self) -> bool:
        """Whether the deal agrees with all clues."""
        return all(map(self.agrees, self.told))

    def agrees(self, key: int) -> bool:
        """Whether it agrees with what is told of a holder and a face."""
        for slots, least, most in self.clues[key]:
            if not least <= (self.mask[key] & slots).bit_count() <= most:
                return False
        return True

    def wrong(self, key: int) -> int:
        """How many things would have to be others, clue by clue."""
        counts = [((self.mask[key] & slots).bit_count(), least, most) for slots, least, most in self.clues[key]]
        return sum(max(least - count, 0) + max(count - most, 0) for count, least, most in counts)

    # ---- Shuffling ----

    def shuffle(self, rng: Random) -> None:
        """Deal everything anew, slot by slot, each time any thing that lay in the pool then."""
        self.mask = [0] * len(self.mask)
        for places, things in zip(self.pools, self.things, strict=True):
            later, there = sorted(things, reverse=True), list[Thing]()
            for place in places:
                while later and later[-1] >> FACE_BITS <= self.time[place]:
                    there.append(later.pop())
                at = int(rng.random() * len(there))
                there[at], there[-1] = there[-1], there[at]
                self.put(place, there.pop())

    def put(self, place: int, one: Thing) -> None:
        """A thing at a place."""
        self.at[place] = one
        self.mask[self.key[place] | one & (FACES - 1)] |= self.bit[place]

    def shuffle_until_right(self, rng: Random) -> None:
        """A deal by trial."""
        self.shuffle(rng)
        while not self.is_right():
            self.shuffle(rng)

    def whole_shuffle(self, rng: Random) -> None:
        """A step of the chain that may lead anywhere, though it seldom does."""
        at, mask = self.at[:], self.mask
        self.shuffle(rng)
        if not self.is_right():
            self.at, self.mask = at, mask

    # ---- The chain ----

    def sweep(self, rng: Random, sweeps: int) -> None:
        """So many steps for every slot, of both kinds."""
        for _ in range(sweeps):
            for _ in range(1 + self.slots // SELDOM):
                self.exchange_few(rng)
                self.exchange_pairs(rng, min(SELDOM, self.slots))

    def exchange_pairs(self, rng: Random, steps: int) -> None:
        """Again and again a slot and any place of its pool change what lies there, if no clue forbids it."""
        random, at, agrees = rng.random, self.at, self.agrees
        for _ in range(steps):
            one = int(random() * self.slots)
            places = self.pools[self.pool[one]]
            other = places[int(random() * len(places))]
            if at[one] != at[other] and self.can_lie_crosswise(one, other):
                keys = self.exchange(one, other)
                if not (agrees(keys[0]) and agrees(keys[1]) and agrees(keys[2]) and agrees(keys[3])):
                    self.exchange(one, other)

    def can_lie_crosswise(self, one: int, other: int) -> bool:
        """Whether both things lay in the pool when the other was drawn."""
        return self.at[one] >> FACE_BITS <= self.time[other] and self.at[other] >> FACE_BITS <= self.time[one]

    def touched(self, one: int, other: int) -> tuple[int, int, int, int]:
        """What is told of two places and the faces at them: first of what lies there, then of what would."""
        face, other_face = self.at[one] & (FACES - 1), self.at[other] & (FACES - 1)
        key, other_key = self.key[one], self.key[other]
        return key | face, other_key | other_face, key | other_face, other_key | face

    def exchange(self, one: int, other: int) -> tuple[int, int, int, int]:
        """Two things change places; returns what that touches."""
        at, mask, keys = self.at, self.mask, self.touched(one, other)
        if keys[0] != keys[2]:
            mask[keys[0]] ^= self.bit[one]
            mask[keys[1]] ^= self.bit[other]
            mask[keys[2]] ^= self.bit[one]
            mask[keys[3]] ^= self.bit[other]
        at[one], at[other] = at[other], at[one]
        return keys

    def exchange_few(self, rng: Random) -> None:
        """A few places with two faces change what lies there, if no clue forbids it."""
        if len(self.faces) < 2:
            return
        pair = rng.sample(self.faces, 2)
        places = [place for place, one in enumerate(self.at) if one & (FACES - 1) in pair]
        chosen = rng.sample(places, min(FEW, len(places)))
        before = [self.at[place] for place in chosen]
        self.move(chosen, self.mixed(chosen, rng))
        in_time = all(self.at[place] >> FACE_BITS <= self.time[place] for place in chosen)
        if not in_time or not all(self.agrees(self.key[place] | face) for place in chosen for face in pair):
            self.move(chosen, before)

    def mixed(self, places: list[int], rng: Random) -> list[Thing]:
        """What lies at some places, shuffled within each pool."""
        things: dict[int, list[Thing]] = {}
        for place in places:
            things.setdefault(self.pool[place], []).append(self.at[place])
        for pool in things.values():
            rng.shuffle(pool)
        return [things[self.pool[place]].pop() for place in places]

    def move(self, places: list[int], things: list[Thing]) -> None:
        """Other things at these places."""
        for place in places:
            self.mask[self.key[place] | self.at[place] & (FACES - 1)] &= ~self.bit[place]
        for place, one in zip(places, things, strict=True):
            self.put(place, one)

    # ---- Where the chain begins ----

    def repair(self, rng: Random) -> None:
        """From any deal to one that agrees with all clues: again and again, a clue that does not hold is helped by an
        exchange, unless that harms others more. Where no exchange leads on, one begins again from another deal."""
        rounds = 0
        while wrong := [key for key in self.told if not self.agrees(key)]:
            rounds += 1
            if rounds % STUCK == 0:
                self.shuffle(rng)
            for key in wrong:
                self.help(key, rng)

    def help(self, key: int, rng: Random) -> None:
        """One exchange for the sake of a clue."""
        face, mask = key & (FACES - 1), self.mask[key]
        counted = [(slots, (mask & slots).bit_count(), least, most) for slots, least, most in self.clues[key]]
        broken = [(slots, count < least) for slots, count, least, most in counted if not least <= count <= most]
        if not broken:  # by now something else has helped
            return
        slots, missing = rng.choice(broken)
        ours = [place for place in range(self.slots) if self.key[place] == key - face and self.bit[place] & slots]
        one = rng.choice([place for place in ours if (face_of(self.at[place]) == face) != missing])
        others = [place for place in self.pools[self.pool[one]] if (face_of(self.at[place]) == face) == missing]
        if others:
            self.exchange_if_better(one, rng.choice(others), rng)

    def exchange_if_better(self, one: int, other: int, rng: Random) -> None:
        """Exchange two things if no more is wrong then, or now and then all the same."""
        if not self.can_lie_crosswise(one, other):
            return
        keys = set(self.touched(one, other))
        before = sum(map(self.wrong, keys))
        self.exchange(one, other)
        if sum(map(self.wrong, keys)) > before and rng.random() > NOISE:
            self.exchange(one, other)
