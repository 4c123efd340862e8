"""What may lie where a seat cannot see: full tables drawn from a view.

A world is drawn uniformly from the physical deals that reproduce the open record with all choices held fixed. A deal
says which tile, down to the copy, chance gave at each draw. Given what the seat saw, only the rivals' draws are
unknown, and for each rival and each act they hang together like this: tiles were drawn and faces played in a known
order, every face played was in the hand at that moment, and a pass (M2.8) or a skip (M2.7) showed a hand of Good
Counsels alone. So

1. propose the tiles left in the rivals' hands: as many as their backs say, uniformly from what is unseen;
2. accept them in proportion to the number of orders in which each rival can have drawn them together with the tiles
   already played (`Rival.ways`: there are fewer orders when a face left in the hand was played before);
3. draw one of these orders for each rival, which fills in every draw of the open record;
4. replay that record through the rules.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import comb, factorial
from random import Random
from typing import TypeAlias

from heorot.engine.seats import Seat
from heorot.games.movie.actions import Cash, Counsel, Given, Hidden, Pass, PlaceTile, Skip, encode
from heorot.games.movie.box import Box, Tile
from heorot.games.movie.table import Table, after, open_table
from heorot.games.movie.view import Seen, View, view

Hand: TypeAlias = tuple[Tile, ...]  # sorted, so that equal hands are equal


@dataclass(frozen=True, slots=True)
class Drawn:
    """A tile came to the hand, face down."""


@dataclass(frozen=True, slots=True)
class Played:
    """A face left the hand."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class OnlyCounsels:
    """Every tile of the hand was shown to be a Good Counsel (M6.2)."""


Event: TypeAlias = Drawn | Played | OnlyCounsels


@dataclass
class Rival:
    """What is known of one rival's tiles of one act."""

    seat: Seat
    act: int
    events: list[Event] = field(default_factory=list)
    known: dict[tuple[int, Hand], int] = field(default_factory=dict)

    @cached_property
    def size(self) -> int:
        """Tiles still in the hand."""
        return sum((isinstance(e, Drawn) - isinstance(e, Played)) for e in self.events)

    @cached_property
    def played(self) -> frozenset[Tile]:
        """The faces that left the hand."""
        return frozenset(e.tile for e in self.events if isinstance(e, Played))

    @cached_property
    def counsels(self) -> int:
        """M6.2: so many tiles at least of those left are Good Counsels."""
        sure = held = 0
        for event in self.events:
            match event:
                case Drawn():
                    held += 1
                case Played(tile):
                    held -= 1
                    sure -= sure > 0 and is_counsel(tile)
                case OnlyCounsels():
                    sure = held
        return sure

    def ways(self, hand: Hand) -> int:
        """In how many orders the tiles can have been drawn that end with this hand, equal tiles told apart."""
        repeated = [factorial(number) for number in Counter(hand).values()]
        ways = self.orders(len(self.events), hand)
        for factor in repeated:
            ways *= factor
        return ways

    def orders(self, end: int, hand: Hand) -> int:
        """In how many orders faces can have been drawn so that after the first `end` events this hand is left."""
        key = (end, hand)
        if key not in self.known:
            self.known[key] = self.count_orders(end, hand)
        return self.known[key]

    def count_orders(self, end: int, hand: Hand) -> int:
        """Backwards, one event at a time: a tile played was in the hand, a tile drawn was any one of the hand."""
        if end == 0:
            return not hand
        match self.events[end - 1]:
            case Drawn():
                return sum(self.orders(end - 1, without(hand, tile)) for tile in set(hand))
            case Played(tile):
                return self.orders(end - 1, plus(hand, tile))
            case OnlyCounsels():
                return self.orders(end - 1, hand) if all(map(is_counsel, hand)) else 0

    def draws(self, hand: Hand, rng: Random) -> list[Tile]:
        """The faces drawn, in one of those orders, all equally likely."""
        drawn: list[Tile] = []
        for end in range(len(self.events), 0, -1):
            match self.events[end - 1]:
                case Drawn():
                    faces = sorted(set(hand), key=order_of)
                    weights = [self.orders(end - 1, without(hand, tile)) for tile in faces]
                    drawn.append(pick(faces, weights, rng))
                    hand = without(hand, drawn[-1])
                case Played(tile):
                    hand = plus(hand, tile)
        return drawn[::-1]


def is_counsel(tile: Tile) -> bool:
    """M4.7."""
    return tile.ability == "good_counsel"


def order_of(tile: Tile) -> tuple[int, int, str, int]:
    """Any fixed order of tiles."""
    return tile.act, tile.value, tile.ability, tile.cash


def plus(hand: Hand, tile: Tile) -> Hand:
    """A hand and one tile more."""
    return tuple(sorted((*hand, tile), key=order_of))


def without(hand: Hand, tile: Tile) -> Hand:
    """A hand and one tile less."""
    at = hand.index(tile)
    return hand[:at] + hand[at + 1 :]


def pick(faces: list[Tile], weights: list[int], rng: Random) -> Tile:
    """One of these, in proportion to whole weights of any size."""
    at = rng.randrange(sum(weights))
    for face, weight in zip(faces, weights, strict=True):
        at -= weight
        if at < 0:
            return face
    raise AssertionError("unreachable: the weights add up")


# ---- From a view to its worlds -------------------------------------------------------------------------------------

MOST_HANDS = 5000  # so many hands at most are tried to find the one with the most orders


class Worlds:
    """All the worlds that one view leaves open."""

    def __init__(self, box: Box, seen: View) -> None:
        self.box = box
        self.view = seen
        self.rivals = tuple(rivals(seen))

    def draw(self, rng: Random) -> Table:
        """A full table that looks like this to the seat, history and all."""
        deals = {(r.seat, r.act): iter(r.draws(hand, rng)) for r, hand in self.hands(rng)}
        table = open_table(self.box, len(self.view.players), dict(self.view.options), self.view.rules)
        for entry in self.view.log:
            action = entry.action
            if isinstance(action, Hidden):
                assert entry.to is not None
                action = Given(next(deals[entry.to, entry.act]))
            if not isinstance(action, Skip):
                table = after(table, encode(self.box, table.state.act, action))
        return table

    def hands(self, rng: Random) -> Iterator[tuple[Rival, Hand]]:
        """What the rivals hold, act by act: the acts do not touch each other."""
        for act, unseen in enumerate(self.view.unseen, 1):
            holders = [rival for rival in self.rivals if rival.act == act]
            tiles = [tile for tile, number in unseen for _ in range(number)]
            yield from zip(holders, hands_of_act(holders, tiles, rng), strict=True)


def another_world(table: Table, seat: Seat | None, rng: Random) -> Table:
    """A table that this seat cannot tell from the true one."""
    return Worlds(table.box, view(table, seat)).draw(rng)


def rivals(seen: View) -> Iterator[Rival]:
    """What the log tells of every hand but one's own, act by act."""
    known = {(p.seat, act): Rival(p.seat, act) for p in seen.players if p.seat != seen.seat for act in (1, 2, 3)}
    for entry in seen.log:
        for (seat, act), rival in known.items():
            rival.events.extend(events(entry, seat, act))
    yield from (rival for rival in known.values() if rival.events)


def events(entry: Seen, seat: Seat, act: int) -> Iterator[Event]:
    """What one entry of the log means for a hand's tiles of one act."""
    match entry.action:
        case Hidden() if (entry.to, entry.act) == (seat, act):
            yield Drawn()
        case (PlaceTile(tile, _) | Cash(tile) | Counsel(tile, _, _)) if (entry.seat, tile.act) == (seat, act):
            yield Played(tile)
        case (Skip() | Pass()) if entry.seat == seat:
            yield OnlyCounsels()


def hands_of_act(holders: list[Rival], tiles: list[Tile], rng: Random) -> list[Hand]:
    """The rivals' hands of one act: proposed until one is accepted."""
    bounds = [most_ways(rival, tiles) for rival in holders]
    while True:
        hands = propose(holders, tiles, rng)
        if all(accepted(r, hand, bound, rng) for r, hand, bound in zip(holders, hands, bounds, strict=True)):
            return hands


def propose(holders: list[Rival], tiles: list[Tile], rng: Random) -> list[Hand]:
    """Tiles for every hand: first the Good Counsels that are known of, then any."""
    counsels = [tile for tile in tiles if is_counsel(tile)]
    others = [tile for tile in tiles if not is_counsel(tile)]
    rng.shuffle(counsels)
    sure = [[counsels.pop() for _ in range(rival.counsels)] for rival in holders]
    rest = counsels + others
    rng.shuffle(rest)
    return [
        tuple(sorted(known + [rest.pop() for _ in range(rival.size - rival.counsels)], key=order_of))
        for rival, known in zip(holders, sure, strict=True)
    ]


def accepted(rival: Rival, hand: Hand, bound: int, rng: Random) -> bool:
    """Accept a hand in proportion to its ways. One with more Good Counsels than are known of is proposed more often,
    once for each choice of the known ones among them, so it is accepted less often by as much."""
    proposed = comb(sum(map(is_counsel, hand)), rival.counsels)
    return rng.randrange(proposed) == 0 and rng.randrange(bound) < rival.ways(hand)


def most_ways(rival: Rival, tiles: list[Tile]) -> int:
    """The ways of a hand that has as many as any: nothing in it was played before. If there are too few such tiles
    for that, the best of the hands there can be."""
    fresh = [tile for tile in tiles if tile not in rival.played]
    if len(fresh) < rival.size and comb(len(tiles), rival.size) <= MOST_HANDS:
        return max(rival.ways(tuple(sorted(hand, key=order_of))) for hand in set(combinations(tiles, rival.size)))
    return max(rival.ways(fresh_hand(rival, counsels)) for counsels in range(rival.counsels, rival.size + 1))


def fresh_hand(rival: Rival, counsels: int) -> Hand:
    """Tiles unlike all others, so many of them Good Counsels."""
    unlike = [Tile(rival.act, 1000 + n, "good_counsel" if n < counsels else "") for n in range(rival.size)]
    return tuple(sorted(unlike, key=order_of))
