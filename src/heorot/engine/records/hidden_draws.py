"""Assign faces to hidden draws so that they agree with everything that was seen later.

A slot is one hidden draw by a holder from a pool. A need says that a holder drew one of some faces within a time; each
need takes its own slot. The content of a pool is known, without the pieces that were seen leaving it.

Needs are placed one by one. A need without a free place displaces others, those that were displaced least often first.
With a single pool this is bipartite matching, and impossible cases are found at once; with several pools the search
gives up after MAX_MOVES, which no game has come near.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeVar

Resource = TypeVar("Resource", bound=Hashable)
MAX_MOVES = 20_000


class DrawSlot(NamedTuple):
    """A hidden draw: the holder, the pool and the time."""

    holder: int
    pool: int
    time: int


class Need(NamedTuple):
    """A holder drew one of these faces at a time in `since <= time < before`."""

    holder: int
    faces: frozenset[int]
    before: int
    since: int = 0


def assign_faces(
    slots: Sequence[DrawSlot], pools: Sequence[Counter[int]], needs: Sequence[Need], wish: Sequence[int]
) -> list[int] | None:
    """Return a face for every slot, or None if none was found. Slots that no need takes get the face in `wish` if the
    pool still has it."""
    for number, pool in enumerate(pools):
        if min(pool.values(), default=0) < 0 or pool.total() < sum(slot.pool == number for slot in slots):
            return None
    options = [candidate_places(need, slots, pools) for need in needs]
    has_slot_for_each = has_matching([[at for at, _ in places] for places in options], {})
    if not has_slot_for_each or not has_face_for_each(options, slots, pools):
        return None
    return SlotSearch(slots, pools, options).run(wish)


def candidate_places(need: Need, slots: Sequence[DrawSlot], pools: Sequence[Counter[int]]) -> list[tuple[int, int]]:
    """Return the slots where a need may be met, each with a face."""
    return [
        (at, face)
        for at, slot in enumerate(slots)
        if slot.holder == need.holder and need.since <= slot.time < need.before
        for face in sorted(need.faces)
        if pools[slot.pool][face]
    ]


# ---- Necessary conditions ------------------------------------------------------------------------------------------


def has_face_for_each(
    options: list[list[tuple[int, int]]], slots: Sequence[DrawSlot], pools: Sequence[Counter[int]]
) -> bool:
    """Return whether every need can have a copy of a face, regardless of the slots."""
    capacity = {(p, face): pool[face] for p, pool in enumerate(pools) for face in pool}
    return has_matching([sorted({(slots[at].pool, face) for at, face in places}) for places in options], capacity)


def has_matching(wanted: Sequence[Sequence[Resource]], capacity: Mapping[Resource, int]) -> bool:
    """Return whether every need can have one of the resources that it accepts. A resource without a capacity serves one
    need."""
    users: dict[Resource, list[int]] = {}
    return all(add_to_matching(need, wanted, capacity, users) for need in range(len(wanted)))


def add_to_matching(
    need: int, wanted: Sequence[Sequence[Resource]], capacity: Mapping[Resource, int], users: dict[Resource, list[int]]
) -> bool:
    """Add one need to a matching along an augmenting path; return False if there is none."""
    reached: dict[Resource, tuple[int, Resource | None]] = {}  # the need that reached it first, and what that need has
    queue: list[tuple[int, Resource | None]] = [(need, None)]
    for user, current in queue:
        for resource in wanted[user]:
            if resource not in reached:
                reached[resource] = user, current
                if len(users.setdefault(resource, [])) < capacity.get(resource, 1):
                    shift_along_path(resource, reached, users)
                    return True
                queue += [(other, resource) for other in users[resource]]
    return False


def shift_along_path(
    free: Resource, reached: Mapping[Resource, tuple[int, Resource | None]], users: dict[Resource, list[int]]
) -> None:
    """Give every need on the path to a free resource the next resource of the path."""
    resource: Resource | None = free
    while resource is not None:
        need, current = reached[resource]
        users[resource].append(need)
        if current is not None:
            users[current].remove(need)
        resource = current


# ---- Search --------------------------------------------------------------------------------------------------------


class SlotSearch:
    """Places needs at slots; a need that is placed displaces those that it conflicts with."""

    def __init__(
        self, slots: Sequence[DrawSlot], pools: Sequence[Counter[int]], options: list[list[tuple[int, int]]]
    ) -> None:
        self.slots = slots
        self.pools = pools
        self.options = options
        self.at: dict[int, tuple[int, int]] = {}  # of each need: its slot and face
        self.guest: dict[int, int] = {}  # of each slot: its need
        self.users: dict[tuple[int, int], set[int]] = {}  # of each face of each pool: the needs that take a copy
        self.moves = [0] * len(options)  # how often each need was displaced
        self.rng = Random(0)

    def run(self, wish: Sequence[int]) -> list[int] | None:
        """Place needs until all are placed; None after MAX_MOVES."""
        waiting = sorted(range(len(self.options)), key=lambda need: -len(self.options[need]))
        for _ in range(MAX_MOVES + len(waiting)):
            if not waiting:
                return self.fill(wish)
            need = waiting.pop()
            place = min(self.options[need], key=lambda place: (self.cost(place), self.rng.random()))
            waiting += self.displace(place)
            self.at[need] = place
            self.guest[place[0]] = need
            self.users.setdefault(self.pool_and_face(place), set()).add(need)
        return None

    def pool_and_face(self, place: tuple[int, int]) -> tuple[int, int]:
        """Return the pool and the face of a place."""
        return self.slots[place[0]].pool, place[1]

    def conflicts(self, place: tuple[int, int]) -> list[int]:
        """Return the needs that a place must displace: the need in its slot, and one that uses the last copy."""
        guest = [self.guest[place[0]]] if place[0] in self.guest else []
        key = pool, face = self.pool_and_face(place)
        has_copies = len(self.users.get(key, ())) < self.pools[pool][face]
        if has_copies or any(self.pool_and_face(self.at[need]) == key for need in guest):
            return guest
        return [*guest, min(self.users[key], key=lambda need: (self.moves[need], need))]

    def cost(self, place: tuple[int, int]) -> int:
        """Return how often the needs that a place would displace were displaced before."""
        return sum(1 + self.moves[need] for need in self.conflicts(place))

    def displace(self, place: tuple[int, int]) -> list[int]:
        """Remove the needs that conflict with a place, and return them."""
        gone = self.conflicts(place)
        for need in gone:
            old = self.at.pop(need)
            del self.guest[old[0]]
            self.users[self.pool_and_face(old)].remove(need)
            self.moves[need] += 1
        return gone

    def fill(self, wish: Sequence[int]) -> list[int]:
        """Return the faces of all slots: those of the needs, then those in `wish`, then whatever is left."""
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


def only_face(face: int) -> frozenset[int]:
    """Return the faces of a need that only one face meets."""
    return frozenset((face,))


def needs_for(holder: int, faces: Iterable[int], before: int) -> list[Need]:
    """Return a need for each of some faces."""
    return [Need(holder, only_face(face), before) for face in faces]
