"""What may lie where a seat cannot see: full tables drawn from a view.

A world is drawn uniformly from the physical deals that reproduce the open record with all choices held fixed. A deal
says which tile, down to the copy, chance gave at each draw. Given what the seat saw, only the rivals' draws are
unknown, and for each rival and each act they hang together like this: tiles were drawn and faces played in a known
order, every face played was in the hand at that moment, and a pass (M2.8) or a skip (M2.7) showed a hand of Good
Counsels alone. So

1. draw the tiles left in the rivals' hands, as many as their backs say, from what is unseen, in proportion to the
   number of orders in which each rival can have drawn them together with the tiles already played (`Rival.ways`: there
   are fewer orders when a face left in the hand was played before);
2. draw one of these orders for each rival, which fills in every draw of the open record;
3. replay that record through the rules.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, combinations_with_replacement
from math import comb, prod
from random import Random
from typing import TypeAlias, TypeVar

from heorot.engine.seats import Seat
from heorot.games.movie.actions import Cash, Counsel, Given, Hidden, Pass, PlaceTile, Skip, encode
from heorot.games.movie.box import Box, Tile
from heorot.games.movie.table import Table, actors, after, open_table
from heorot.games.movie.view import QUESTIONS, Seen, View, view

T = TypeVar("T")
Hand: TypeAlias = tuple[Tile, ...]  # sorted, so that equal hands are equal
Blurred: TypeAlias = tuple[int, int, Hand]  # Good Counsels and others that may be any tile, and the known rest
EMPTY: Blurred = (0, 0, ())


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


@dataclass(frozen=True)
class Rival:
    """What is known of one rival's tiles of one act."""

    seat: Seat
    act: int
    events: list[Event] = field(default_factory=list)
    known: dict[tuple[int, Blurred], int] = field(default_factory=dict)

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

    @cached_property
    def earlier(self) -> list[frozenset[Tile]]:
        """The faces that were played before each event, and before the end."""
        faces: list[frozenset[Tile]] = [frozenset()]
        for event in self.events:
            faces.append(faces[-1] | {event.tile} if isinstance(event, Played) else faces[-1])
        return faces

    def ways(self, hand: Hand) -> int:
        """In how many orders the tiles can have been drawn that end with this hand, equal tiles in it told apart."""
        return self.orders(len(self.events), self.blurred(len(self.events), hand))

    def blurred(self, end: int, hand: Hand) -> Blurred:
        """A hand as the first `end` events see it: a tile that was not played until then is any tile."""
        faces = self.earlier[end]
        others = [tile for tile in hand if tile not in faces]
        counsels = sum(map(is_counsel, others))
        return counsels, len(others) - counsels, tuple(tile for tile in hand if tile in faces)

    def orders(self, end: int, hand: Blurred) -> int:
        """In how many orders tiles can have been drawn so that after the first `end` events this hand is left."""
        key = (end, hand)
        if key not in self.known:
            self.known[key] = self.count_orders(end, hand)
        return self.known[key]

    def count_orders(self, end: int, hand: Blurred) -> int:
        """Backwards, one event at a time: a tile played was in the hand, a tile drawn was any one of the hand."""
        counsels, others, known = hand
        if end == 0:
            return hand == EMPTY
        match self.events[end - 1]:
            case Drawn():
                return self.last_drawn(end, hand)
            case Played(tile):
                held = plus(known, tile)
                seen_counsels, seen_others, left = self.blurred(end - 1, held)
                before = counsels + seen_counsels, others + seen_others, left
                return self.orders(end - 1, before) // held.count(tile)  # which of the equal ones is not asked
            case OnlyCounsels():
                return 0 if others or not all(map(is_counsel, known)) else self.orders(end - 1, hand)

    def last_drawn(self, end: int, hand: Blurred) -> int:
        """The orders in which the last tile of this hand to come was a Good Counsel, another one, or a known one."""
        counsels, others, known = hand
        ways = sum(known.count(t) * self.orders(end - 1, (counsels, others, without(known, t))) for t in set(known))
        if counsels:
            ways += counsels * self.orders(end - 1, (counsels - 1, others, known))
        if others:
            ways += others * self.orders(end - 1, (counsels, others - 1, known))
        return ways

    def draws(self, hand: Hand, rng: Random) -> list[Tile]:
        """The faces drawn, in one of those orders, all equally likely."""
        drawn: list[Tile] = []
        for end in range(len(self.events), 0, -1):
            match self.events[end - 1]:
                case Drawn():
                    faces = sorted(set(hand), key=order_of)
                    drawn.append(pick(faces, [self.ways_of_drawing(end, hand, tile) for tile in faces], rng))
                    hand = without(hand, drawn[-1])
                case Played(tile):
                    hand = plus(hand, tile)
        return drawn[::-1]

    def ways_of_drawing(self, end: int, hand: Hand, tile: Tile) -> int:
        """The orders in which this face of the hand came last."""
        return hand.count(tile) * self.orders(end - 1, self.blurred(end - 1, without(hand, tile)))


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


def pick(things: list[T], weights: list[int], rng: Random) -> T:
    """One of these, in proportion to whole weights of any size."""
    at = rng.randrange(sum(weights))
    return things[bisect(list(accumulate(weights)), at)]


# ---- From a view to its worlds -------------------------------------------------------------------------------------

MOST_HANDS = 1000  # so many different hands are weighed one by one; of more, some are proposed and tried


class Worlds:
    """All the worlds that one view leaves open."""

    def __init__(self, box: Box, seen: View) -> None:
        self.box = box
        self.view = seen
        self.rivals = tuple(rivals(seen))

    def draw(self, rng: Random) -> Table:
        """A full table that looks like this to the seat, history and all."""
        while True:
            table = self.fill_in(rng)
            if self.asks_the_same(table):
                return table

    def asks_the_same(self, table: Table) -> bool:
        """That a seat is asked at all can tell of its hand: with no figures and no pool it holds a tile to play."""
        asked = self.view.act, self.view.question, self.view.asked
        return (table.state.act + 1, QUESTIONS[table.state.phase], actors(table)) == asked

    def fill_in(self, rng: Random) -> Table:
        """The open record with every hidden draw filled in, replayed through the rules."""
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
    """The rivals' hands of one act."""
    fresh = min((sum(tile not in rival.played for tile in tiles) for rival in holders), default=0)
    if 2 * fresh < len(tiles) and all(how_many_hands(tiles, rival.size) <= MOST_HANDS for rival in holders):
        return weigh_hands(holders, tiles, rng)
    return try_hands(holders, tiles, rng)


# Some hands are proposed until all are accepted: quick where most unseen tiles were not played before.


def try_hands(holders: list[Rival], tiles: list[Tile], rng: Random) -> list[Hand]:
    """Propose hands until all are accepted."""
    bounds = [most_ways(rival) for rival in holders]
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


def most_ways(rival: Rival) -> int:
    """No hand has more ways than one in which nothing was played before."""
    end, size = len(rival.events), rival.size
    return max(rival.orders(end, (counsels, size - counsels, ())) for counsels in range(rival.counsels, size + 1))


# All hands there can be are weighed, one rival after the other: quick where tiles hardly differ.


def weigh_hands(holders: list[Rival], tiles: list[Tile], rng: Random) -> list[Hand]:
    """Draw each rival's hand by its weight from what the ones before have left. The weights of the later ones then add
    up to less or more; that is made good by accepting in proportion to it."""
    most = [most_weight(rival, Counter(tiles)) for rival in holders]
    while True:
        left, hands = Counter(tiles), []
        for rival, (everything, best) in zip(holders, most, strict=True):
            weights = weigh(rival, left)
            total, bound = sum(weights.values()), min(everything, best * comb(left.total(), rival.size))
            if not total or rng.randrange(bound) >= total:
                break
            hands.append(pick(list(weights), list(weights.values()), rng))
            left -= Counter(hands[-1])
        else:
            return hands


def most_weight(rival: Rival, supply: Counter[Tile]) -> tuple[int, int]:
    """Two bounds: what all weights add up to while nothing is taken yet, and the ways of the best hand."""
    return sum(weigh(rival, supply).values()), max(map(rival.ways, different_hands(supply, rival.size)))


def weigh(rival: Rival, supply: Counter[Tile]) -> dict[Hand, int]:
    """Every hand there can be: its ways times the choices of copies."""
    hands = different_hands(supply, rival.size)
    return {hand: rival.ways(hand) * prod(comb(supply[t], n) for t, n in Counter(hand).items()) for hand in hands}


def different_hands(supply: Counter[Tile], size: int) -> Iterator[Hand]:
    """Every hand of a size, equal ones once."""
    faces = sorted((tile for tile in supply if supply[tile]), key=order_of)
    for hand in combinations_with_replacement(faces, size):
        if all(number <= supply[tile] for tile, number in Counter(hand).items()):
            yield hand


def how_many_hands(tiles: list[Tile], size: int) -> int:
    """So many different hands at most."""
    return comb(len(set(tiles)) + size - 1, size) if size else 1
