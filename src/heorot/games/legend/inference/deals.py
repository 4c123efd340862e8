"""Random deals of face-down pieces that agree with all clues, uniformly distributed.

A pool is a draw pile, or the supply of alliance tokens. A place is a slot, into which a seat drew a piece that another
seat did not see, or a piece left in the pool. A clue bounds the number of pieces of a face among some slots of a
holder. A deal puts every piece of a pool at one place of that pool.

Where one shuffle in ten agrees with the clues, deals are found by rejection sampling, which is exactly uniform.

Elsewhere a Markov chain moves between deals that agree. A step chooses places independently of their contents,
exchanges these contents at random within each pool, and is undone if a clue forbids it. Each step is as likely as its
reverse, so the stationary distribution is uniform. Most steps choose two places of one pool. Some choose a few places
with two faces, in any pools: a holder who must have drawn both faces may have drawn either from either pool, and no
single exchange leads from one case to the other. Once for each draw a step chooses all places, so that every deal can
be reached. A sweep is about one step for each slot. The first draw begins with a repaired deal and runs FIRST_SWEEPS;
each later one continues from the last deal and runs SWEEPS. In games with the built-in box the previous deal is
forgotten after about five sweeps, and after ten in the worst case observed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from typing import TypeAlias

TRIAL_SHUFFLES, ENOUGH_CONSISTENT = 40, 4  # rejection sampling is used if enough trial shuffles agree
SWEEPS, FIRST_SWEEPS = 20, 50
FEW_PLACES = 6  # places with two faces in one step
PAIR_STEPS = 8  # pair exchanges between two such steps
NOISE = 0.03  # share of harmful exchanges that the repair accepts
RESTART_ROUNDS = 200  # rounds of repair before it restarts
FACE_BITS = 6
FACES = 1 << FACE_BITS  # of cards or tokens: enough for both

Thing: TypeAlias = int  # a card or token: its face, and in higher bits the time from which it could be drawn
Test: TypeAlias = Callable[[list[int]], bool]  # predicate of the faces at all slots, in order


@dataclass(frozen=True, slots=True)
class UnseenDraw:
    """Face-down draw: holder, pool and time."""

    holder: int
    pool: int
    time: int


@dataclass(frozen=True, slots=True)
class Clue:
    """Bounds for the number of pieces of a face among the holder's slots in a mask, numbered in order of time."""

    holder: int
    face: int
    slots: int
    least: int = 0
    most: int = FACES * FACES


def thing(face: int, since: int = 0) -> Thing:
    """Return a piece of a face that lay in its pool from a time on."""
    return since << FACE_BITS | face


def face_of(thing: Thing) -> int:
    """Return the face of a piece."""
    return thing & (FACES - 1)


def accept_all(faces: list[int]) -> bool:
    """Accept every deal."""
    return True


class DealSampler:
    """Sampler of deals that agree with all clues; keeps the current deal."""

    def __init__(self, slots: Sequence[UnseenDraw], pools: Sequence[list[Thing]], clues: Iterable[Clue]) -> None:
        self.slots = len(slots)
        self.holders = [slot.holder for slot in slots]
        self.things = pools
        self.pools: list[list[int]] = [[] for _ in pools]  # places of each pool, slots first
        self.key: list[int] = []  # holder of each place, in bits above the faces
        self.bit: list[int] = []  # bit of each place among the holder's slots
        self.time: list[float] = []
        self.pool: list[int] = []
        self.lay_out(slots)
        self.at: list[Thing] = [0] * len(self.key)  # piece at each place
        keys = (max((slot.holder for slot in slots), default=0) + 2) << FACE_BITS
        self.mask = [0] * keys  # slots of a holder with a face
        self.clues: list[list[tuple[int, int, int]]] = [[] for _ in range(keys)]
        for clue in clues:
            self.clues[clue.holder << FACE_BITS | clue.face].append((clue.slots, clue.least, clue.most))
        self.constrained = [key for key in range(keys) if self.clues[key]]
        self.faces = sorted({face_of(piece) for pool in pools for piece in pool})
        self.by_shuffles: bool | None = None  # not known yet

    def lay_out(self, slots: Sequence[UnseenDraw]) -> None:
        """Number the places: the slots, then the pieces left in the pools, which have no holder and no clue."""
        drawn: dict[int, int] = {}
        for slot in slots:
            self.add_place(slot.holder, 1 << drawn.get(slot.holder, 0), slot.pool, slot.time)
            drawn[slot.holder] = drawn.get(slot.holder, 0) + 1
        nobody = max(drawn, default=0) + 1
        for pool, things in enumerate(self.things):
            for _ in range(len(things) - len(self.pools[pool])):
                self.add_place(nobody, 0, pool, inf)

    def add_place(self, holder: int, bit: int, pool: int, time: float) -> None:
        """Add a place."""
        self.pools[pool].append(len(self.key))
        self.key.append(holder << FACE_BITS)
        self.bit.append(bit)
        self.pool.append(pool)
        self.time.append(time)

    # ---- Deals ----

    def draw(self, rng: Random, test: Test = accept_all) -> list[int]:
        """Return the faces at all slots of a random deal that passes a test."""
        if self.by_shuffles is None:
            self.begin(rng)
        if not self.by_shuffles:
            self.whole_shuffle(rng)
            self.sweep(rng, SWEEPS)
        else:
            self.shuffle_until_consistent(rng)
        while not test(self.shown()):
            if self.by_shuffles:
                self.shuffle_until_consistent(rng)
            else:
                self.sweep(rng, 1)
        return self.shown()

    def shown(self) -> list[int]:
        """Return the faces at all slots."""
        return [piece & (FACES - 1) for piece in self.at[: self.slots]]

    def begin(self, rng: Random) -> None:
        """Choose between rejection sampling and the chain; for the chain, find its first deal."""
        agreed = 0
        for _ in range(TRIAL_SHUFFLES):
            self.shuffle(rng)
            agreed += self.is_consistent()
        self.by_shuffles = agreed >= ENOUGH_CONSISTENT
        if not self.by_shuffles:
            self.repair(rng)
            self.sweep(rng, FIRST_SWEEPS - SWEEPS)

    # ---- Clues ----

    def is_consistent(self) -> bool:
        """Return whether the deal agrees with all clues."""
        return all(map(self.agrees, self.constrained))

    def agrees(self, key: int) -> bool:
        """Return whether the deal agrees with the clues about a holder and a face."""
        for slots, least, most in self.clues[key]:
            if not least <= (self.mask[key] & slots).bit_count() <= most:
                return False
        return True

    def count_violations(self, key: int) -> int:
        """Count the pieces that would have to change, clue by clue."""
        counts = [((self.mask[key] & slots).bit_count(), least, most) for slots, least, most in self.clues[key]]
        return sum(max(least - count, 0) + max(count - most, 0) for count, least, most in counts)

    # ---- Shuffling ----

    def shuffle(self, rng: Random) -> None:
        """Deal all slots again, each time any piece that lay in the pool at that time."""
        self.mask = [0] * len(self.mask)
        for places, things in zip(self.pools, self.things, strict=True):
            later, there = sorted(things, reverse=True), list[Thing]()
            for place in places:
                while later and later[-1] >> FACE_BITS <= self.time[place]:
                    there.append(later.pop())
                at = int(rng.random() * len(there))
                there[at], there[-1] = there[-1], there[at]
                self.put(place, there.pop())

    def put(self, place: int, piece: Thing) -> None:
        """Put a piece at a place."""
        self.at[place] = piece
        self.mask[self.key[place] | piece & (FACES - 1)] |= self.bit[place]

    def shuffle_until_consistent(self, rng: Random) -> None:
        """Find a deal by rejection sampling."""
        self.shuffle(rng)
        while not self.is_consistent():
            self.shuffle(rng)

    def whole_shuffle(self, rng: Random) -> None:
        """Take a step of the chain that chooses all places; it is rarely accepted."""
        at, mask = self.at[:], self.mask
        self.shuffle(rng)
        if not self.is_consistent():
            self.at, self.mask = at, mask

    # ---- The chain ----

    def sweep(self, rng: Random, sweeps: int) -> None:
        """Take steps of both kinds, about one for each slot and sweep."""
        for _ in range(sweeps):
            for _ in range(1 + self.slots // PAIR_STEPS):
                self.exchange_few(rng)
                self.exchange_pairs(rng, min(PAIR_STEPS, self.slots))

    def exchange_pairs(self, rng: Random, steps: int) -> None:
        """Repeatedly exchange a slot with a random place of its pool, unless a clue forbids it."""
        random, at, agrees = rng.random, self.at, self.agrees
        for _ in range(steps):
            place = int(random() * self.slots)
            places = self.pools[self.pool[place]]
            other = places[int(random() * len(places))]
            if at[place] != at[other] and self.can_exchange(place, other):
                keys = self.exchange(place, other)
                if not (agrees(keys[0]) and agrees(keys[1]) and agrees(keys[2]) and agrees(keys[3])):
                    self.exchange(place, other)

    def can_exchange(self, place: int, other: int) -> bool:
        """Return whether each piece lay in the pool when the other was drawn."""
        return self.at[place] >> FACE_BITS <= self.time[other] and self.at[other] >> FACE_BITS <= self.time[place]

    def touched(self, place: int, other: int) -> tuple[int, int, int, int]:
        """Return the keys of two places with their present faces, then with exchanged faces."""
        face, other_face = self.at[place] & (FACES - 1), self.at[other] & (FACES - 1)
        key, other_key = self.key[place], self.key[other]
        return key | face, other_key | other_face, key | other_face, other_key | face

    def exchange(self, place: int, other: int) -> tuple[int, int, int, int]:
        """Exchange two pieces and return the keys of `touched`."""
        at, mask, keys = self.at, self.mask, self.touched(place, other)
        if keys[0] != keys[2]:
            mask[keys[0]] ^= self.bit[place]
            mask[keys[1]] ^= self.bit[other]
            mask[keys[2]] ^= self.bit[place]
            mask[keys[3]] ^= self.bit[other]
        at[place], at[other] = at[other], at[place]
        return keys

    def exchange_few(self, rng: Random) -> None:
        """Exchange the pieces of a few places with two faces, unless a clue forbids it."""
        if len(self.faces) < 2:
            return
        pair = rng.sample(self.faces, 2)
        places = [place for place, piece in enumerate(self.at) if piece & (FACES - 1) in pair]
        chosen = rng.sample(places, min(FEW_PLACES, len(places)))
        before = [self.at[place] for place in chosen]
        self.move(chosen, self.shuffle_within_pools(chosen, rng))
        in_time = all(self.at[place] >> FACE_BITS <= self.time[place] for place in chosen)
        if not in_time or not all(self.agrees(self.key[place] | face) for place in chosen for face in pair):
            self.move(chosen, before)

    def shuffle_within_pools(self, places: list[int], rng: Random) -> list[Thing]:
        """Return the pieces of some places, shuffled within each pool."""
        things: dict[int, list[Thing]] = {}
        for place in places:
            things.setdefault(self.pool[place], []).append(self.at[place])
        for pool in things.values():
            rng.shuffle(pool)
        return [things[self.pool[place]].pop() for place in places]

    def move(self, places: list[int], things: list[Thing]) -> None:
        """Put other pieces at these places."""
        for place in places:
            self.mask[self.key[place] | self.at[place] & (FACES - 1)] &= ~self.bit[place]
        for place, piece in zip(places, things, strict=True):
            self.put(place, piece)

    # ---- First deal of the chain ----

    def repair(self, rng: Random) -> None:
        """Find a first deal for the chain: repeatedly improve violated clues by exchanges, and restart from another
        shuffle when stuck."""
        rounds = 0
        while wrong := [key for key in self.constrained if not self.agrees(key)]:
            rounds += 1
            if rounds % RESTART_ROUNDS == 0:
                self.shuffle(rng)
            for key in wrong:
                self.fix_clue(key, rng)

    def fix_clue(self, key: int, rng: Random) -> None:
        """Try one exchange in favour of a violated clue."""
        face, mask = key & (FACES - 1), self.mask[key]
        counted = [(slots, (mask & slots).bit_count(), least, most) for slots, least, most in self.clues[key]]
        broken = [(slots, count < least) for slots, count, least, most in counted if not least <= count <= most]
        if not broken:  # fixed by an earlier exchange
            return
        slots, missing = rng.choice(broken)
        own_places = [place for place in range(self.slots) if self.key[place] == key - face and self.bit[place] & slots]
        one = rng.choice([place for place in own_places if (face_of(self.at[place]) == face) != missing])
        others = [place for place in self.pools[self.pool[one]] if (face_of(self.at[place]) == face) == missing]
        if others:
            self.exchange_if_better(one, rng.choice(others), rng)

    def exchange_if_better(self, place: int, other: int, rng: Random) -> None:
        """Exchange two pieces unless that adds violations; accept some of those too."""
        if not self.can_exchange(place, other):
            return
        keys = set(self.touched(place, other))
        before = sum(map(self.count_violations, keys))
        self.exchange(place, other)
        if sum(map(self.count_violations, keys)) > before and rng.random() > NOISE:
            self.exchange(place, other)
