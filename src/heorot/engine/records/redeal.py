"""Things that were dealt face down, dealt again so that they agree with all that was seen since.

A slot is where somebody drew something unseen from a pool. A need says that a holder must have drawn one of some faces
within a time, a slot of its own for each need. What a pool holds is known, less what was seen leaving it.

Needs are put at slots one by one; one that finds no room drives out another, of which those that were moved least are
moved first. With a single pool that is a matching of needs and slots, and what can be shown to be impossible is told at
once; with several, the search gives up after a number of moves that no game has ever come near.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeVar

Place = TypeVar("Place", bound=Hashable)
MOVES = 20_000


class Slot(NamedTuple):
    """Something was drawn face down: by whom, from which pool, and when."""

    holder: int
    pool: int
    time: int


class Need(NamedTuple):
    """A holder drew one of these faces, not before one time and before another."""

    holder: int
    faces: frozenset[int]
    before: int
    since: int = 0


def deal(slots: Sequence[Slot], pools: Sequence[Counter[int]], needs: Sequence[Need], wish: Sequence[int]) -> (
    list[int] | None
):  # fmt: skip
    """A face for every slot, or None if no way was found; where nothing is needed, what is wished for."""
    if not all(map(is_enough, pools, (sum(slot.pool == pool for slot in slots) for pool in range(len(pools))))):
        return None
    options = [places(need, slots, pools) for need in needs]
    if not can_be_held(options) or not are_there(options, slots, pools):
        return None
    return Search(slots, pools, options).run(wish)


def is_enough(pool: Counter[int], drawn: int) -> bool:
    """Whether nothing left a pool more often than it was there, and what is left is enough for the slots."""
    return min(pool.values(), default=0) >= 0 and pool.total() >= drawn


def places(need: Need, slots: Sequence[Slot], pools: Sequence[Counter[int]]) -> list[tuple[int, int]]:
    """The slots where a need may be met, each with a face."""
    return [
        (at, face)
        for at, slot in enumerate(slots)
        if slot.holder == need.holder and need.since <= slot.time < need.before
        for face in sorted(need.faces)
        if pools[slot.pool][face]
    ]


# ---- What is impossible at once ------------------------------------------------------------------------------------


def can_be_held(options: list[list[tuple[int, int]]]) -> bool:
    """Whether there is a slot for each need, whatever the pools hold."""
    return matching([[at for at, _ in places] for places in options], {})


def are_there(options: list[list[tuple[int, int]]], slots: Sequence[Slot], pools: Sequence[Counter[int]]) -> bool:
    """Whether there is a thing for each need, whatever the slots are."""
    room = {(p, face): pool[face] for p, pool in enumerate(pools) for face in pool}
    return matching([sorted({(slots[at].pool, face) for at, face in places}) for places in options], room)


def matching(wanted: Sequence[Sequence[Place]], room: Mapping[Place, int]) -> bool:
    """Whether everyone can have one of the places they want, each for as many as it has room (one, if not told)."""
    guests: dict[Place, list[int]] = {}
    return all(is_seated(one, wanted, room, guests) for one in range(len(wanted)))


def is_seated(
    one: int, wanted: Sequence[Sequence[Place]], room: Mapping[Place, int], guests: dict[Place, list[int]]
) -> bool:
    """Find a place for one more, if need be by moving others on."""
    asked: dict[Place, tuple[int, Place | None]] = {}  # who first asked for a place, and where that one sits
    moving: list[tuple[int, Place | None]] = [(one, None)]
    for guest, here in moving:
        for place in wanted[guest]:
            if place not in asked:
                asked[place] = guest, here
                if len(guests.setdefault(place, [])) < room.get(place, 1):
                    move_on(place, asked, guests)
                    return True
                moving += [(other, place) for other in guests[place]]
    return False


def move_on(place: Place, asked: Mapping[Place, tuple[int, Place | None]], guests: dict[Place, list[int]]) -> None:
    """Everyone who asked goes to where there is room, and makes room for the one before."""
    free: Place | None = place
    while free is not None:
        guest, here = asked[free]
        guests[free].append(guest)
        if here is not None:
            guests[here].remove(guest)
        free = here


# ---- A way ---------------------------------------------------------------------------------------------------------


class Search:
    """Needs at slots, and what drives out what."""

    def __init__(
        self, slots: Sequence[Slot], pools: Sequence[Counter[int]], options: list[list[tuple[int, int]]]
    ) -> None:
        self.slots = slots
        self.pools = pools
        self.options = options
        self.at: dict[int, tuple[int, int]] = {}  # of each need: its slot and face
        self.guest: dict[int, int] = {}  # of each slot
        self.users: dict[tuple[int, int], set[int]] = {}  # of each face of each pool
        self.moves = [0] * len(options)
        self.rng = Random(0)

    def run(self, wish: Sequence[int]) -> list[int] | None:
        """Until every need is met, or patience ends."""
        waiting = sorted(range(len(self.options)), key=lambda need: -len(self.options[need]))
        for _ in range(MOVES + len(waiting)):
            if not waiting:
                return self.fill(wish)
            need = waiting.pop()
            place = min(self.options[need], key=lambda place: (self.cost(place), self.rng.random()))
            waiting += self.drive_out(place)
            self.put(need, place)
        return None

    def thing(self, place: tuple[int, int]) -> tuple[int, int]:
        """The pool and the face of a place."""
        return self.slots[place[0]].pool, place[1]

    def is_full(self, thing: tuple[int, int]) -> bool:
        """Whether all such things are dealt to needs."""
        return len(self.users.get(thing, ())) >= self.pools[thing[0]][thing[1]]

    def victims(self, place: tuple[int, int]) -> list[int]:
        """Who must go if someone comes here."""
        guest = [self.guest[place[0]]] if place[0] in self.guest else []
        thing = self.thing(place)
        if not self.is_full(thing) or any(self.thing(self.at[one]) == thing for one in guest):
            return guest
        return [*guest, min(self.users[thing], key=lambda need: (self.moves[need], need))]

    def cost(self, place: tuple[int, int]) -> int:
        """How often those were moved already who must go."""
        return sum(1 + self.moves[need] for need in self.victims(place))

    def drive_out(self, place: tuple[int, int]) -> list[int]:
        """Make room."""
        gone = self.victims(place)
        for need in gone:
            old = self.at.pop(need)
            del self.guest[old[0]]
            self.users[self.thing(old)].remove(need)
            self.moves[need] += 1
        return gone

    def put(self, need: int, place: tuple[int, int]) -> None:
        """A need at its slot."""
        self.at[need] = place
        self.guest[place[0]] = need
        self.users.setdefault(self.thing(place), set()).add(need)

    def fill(self, wish: Sequence[int]) -> list[int]:
        """The faces at all slots; where nothing is needed, first what is wished for, then whatever is left."""
        faces: list[int | None] = [None] * len(self.slots)
        left = [Counter(pool) for pool in self.pools]
        for at, face in self.at.values():
            faces[at] = face
            left[self.slots[at].pool][face] -= 1
        for at, (slot, face) in enumerate(zip(self.slots, wish, strict=True)):
            if faces[at] is None and left[slot.pool][face] > 0:
                faces[at] = face
                left[slot.pool][face] -= 1
        rest = [iter((+pool).elements()) for pool in left]
        return [next(rest[slot.pool]) if face is None else face for slot, face in zip(self.slots, faces, strict=True)]


def only(face: int) -> frozenset[int]:
    """One face and no other."""
    return frozenset((face,))


def needed(holder: int, faces: Iterable[int], before: int) -> list[Need]:
    """A need for each of some faces."""
    return [Need(holder, only(face), before) for face in faces]
