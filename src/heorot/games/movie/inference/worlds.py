"""Sample full tables that agree with a view.

A world is sampled uniformly from the deals of physical tiles that reproduce the public record with all choices fixed. A
deal gives the tile, down to the copy, of every draw. Only the rivals' draws are unknown to a seat. For each rival and
act the order of draws and plays is known, every face played was in the hand at that moment, and a pass (M2.8) or a skip
(M2.7) showed a hand of Good Counsels alone. So

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
from heorot.games.movie.box.box import Box
from heorot.games.movie.model.actions import Cash, Counsel, Given, Hidden, Pass, PlaceTile, Skip
from heorot.games.movie.model.components import Tile
from heorot.games.movie.table.action_codes import encode
from heorot.games.movie.table.table import Table, actors, open_table, table_after
from heorot.games.movie.table.view import QUESTIONS, LogEntry, View, view

T = TypeVar("T")
Hand: TypeAlias = tuple[Tile, ...]  # sorted, so that equal hands are equal
PartlyKnownHand: TypeAlias = tuple[int, int, Hand]  # Good Counsels and others that may be any tile, and the known rest
EMPTY: PartlyKnownHand = (0, 0, ())


@dataclass(frozen=True, slots=True)
class Drawn:
    """A tile was drawn face down."""


@dataclass(frozen=True, slots=True)
class Played:
    """A tile was played."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class OnlyCounsels:
    """M6.2: The whole hand was shown to be Good Counsels."""


Event: TypeAlias = Drawn | Played | OnlyCounsels


@dataclass(frozen=True)
class Rival:
    """Evidence in the log about the tiles of one act that a rival drew."""

    seat: Seat
    act: int
    events: list[Event] = field(default_factory=list)
    known: dict[tuple[int, PartlyKnownHand], int] = field(default_factory=dict)

    @cached_property
    def size(self) -> int:
        """Number of tiles in the hand."""
        return sum((isinstance(e, Drawn) - isinstance(e, Played)) for e in self.events)

    @cached_property
    def played(self) -> frozenset[Tile]:
        """The tiles that were played."""
        return frozenset(e.tile for e in self.events if isinstance(e, Played))

    @cached_property
    def counsels(self) -> int:
        """M6.2: The least number of Good Counsels in the hand."""
        known_counsels = held = 0
        for event in self.events:
            match event:
                case Drawn():
                    held += 1
                case Played(tile):
                    held -= 1
                    known_counsels -= known_counsels > 0 and is_counsel(tile)
                case OnlyCounsels():
                    known_counsels = held
        return known_counsels

    @cached_property
    def earlier(self) -> list[frozenset[Tile]]:
        """The tiles played before each event, and before the end."""
        faces: list[frozenset[Tile]] = [frozenset()]
        for event in self.events:
            faces.append(faces[-1] | {event.tile} if isinstance(event, Played) else faces[-1])
        return faces

    def ways(self, hand: Hand) -> int:
        """Return the number of orders of draws that leave this hand; equal tiles are distinguished."""
        return self.orders(len(self.events), self.reduce_hand(len(self.events), hand))

    def reduce_hand(self, end: int, hand: Hand) -> PartlyKnownHand:
        """Reduce a hand to what the first `end` events depend on: tiles that were not played are only counted."""
        faces = self.earlier[end]
        others = [tile for tile in hand if tile not in faces]
        counsels = sum(map(is_counsel, others))
        return counsels, len(others) - counsels, tuple(tile for tile in hand if tile in faces)

    def orders(self, end: int, hand: PartlyKnownHand) -> int:
        """Return the number of orders of draws that leave this hand after the first `end` events."""
        key = (end, hand)
        if key not in self.known:
            self.known[key] = self.count_orders(end, hand)
        return self.known[key]

    def count_orders(self, end: int, hand: PartlyKnownHand) -> int:
        """Count by undoing the last event: a played tile returns to the hand, a drawn one may be any of the hand."""
        counsels, others, known = hand
        if end == 0:
            return hand == EMPTY
        match self.events[end - 1]:
            case Drawn():
                return self.last_drawn(end, hand)
            case Played(tile):
                held = with_tile(known, tile)
                seen_counsels, seen_others, left = self.reduce_hand(end - 1, held)
                before = counsels + seen_counsels, others + seen_others, left
                return self.orders(end - 1, before) // held.count(tile)  # equal tiles are not distinguished here
            case OnlyCounsels():
                return 0 if others or not all(map(is_counsel, known)) else self.orders(end - 1, hand)

    def last_drawn(self, end: int, hand: PartlyKnownHand) -> int:
        """Count the orders by the tile that was drawn last: a known one, a Good Counsel or another one."""
        counsels, others, known = hand
        ways = sum(
            known.count(t) * self.orders(end - 1, (counsels, others, without_tile(known, t))) for t in set(known)
        )
        if counsels:
            ways += counsels * self.orders(end - 1, (counsels - 1, others, known))
        if others:
            ways += others * self.orders(end - 1, (counsels, others - 1, known))
        return ways

    def draws(self, hand: Hand, rng: Random) -> list[Tile]:
        """Sample one of the orders that leave this hand, and return the tiles as drawn."""
        drawn: list[Tile] = []
        for end in range(len(self.events), 0, -1):
            match self.events[end - 1]:
                case Drawn():
                    faces = sorted(set(hand), key=sort_key)
                    drawn.append(pick(faces, [self.ways_of_drawing(end, hand, tile) for tile in faces], rng))
                    hand = without_tile(hand, drawn[-1])
                case Played(tile):
                    hand = with_tile(hand, tile)
        return drawn[::-1]

    def ways_of_drawing(self, end: int, hand: Hand, tile: Tile) -> int:
        """Return the number of orders in which this tile was drawn last."""
        return hand.count(tile) * self.orders(end - 1, self.reduce_hand(end - 1, without_tile(hand, tile)))


def is_counsel(tile: Tile) -> bool:
    """M4.7: Return whether a tile is a Good Counsel."""
    return tile.ability == "good_counsel"


def sort_key(tile: Tile) -> tuple[int, int, str, int]:
    """Return a sort key for tiles."""
    return tile.act, tile.value, tile.ability, tile.cash


def with_tile(hand: Hand, tile: Tile) -> Hand:
    """Return a hand with another tile."""
    return tuple(sorted((*hand, tile), key=sort_key))


def without_tile(hand: Hand, tile: Tile) -> Hand:
    """Return a hand without one tile."""
    at = hand.index(tile)
    return hand[:at] + hand[at + 1 :]


def pick(things: list[T], weights: list[int], rng: Random) -> T:
    """Sample one item by integer weights of any size."""
    at = rng.randrange(sum(weights))
    return things[bisect(list(accumulate(weights)), at)]


# ---- From a view to its worlds -------------------------------------------------------------------------------------

MOST_HANDS = 1000  # hands that are enumerated; of more, hands are proposed and accepted or rejected


class Worlds:
    """All tables that agree with a view."""

    def __init__(self, box: Box, seen: View) -> None:
        self.box = box
        self.view = seen
        self.rivals = tuple(rivals(seen))

    def draw(self, rng: Random) -> Table:
        """Sample a full table with its history."""
        while True:
            table = self.fill_in_draws(rng)
            if self.has_same_question(table):
                return table

    def has_same_question(self, table: Table) -> bool:
        """Return whether a table asks the same question. With no figures and no pool, a turn shows that a tile can be
        played."""
        asked = self.view.act, self.view.question, self.view.asked
        return (table.state.act + 1, QUESTIONS[table.state.phase], actors(table)) == asked

    def fill_in_draws(self, rng: Random) -> Table:
        """Fill in every hidden draw of the log and replay it."""
        deals = {(r.seat, r.act): iter(r.draws(hand, rng)) for r, hand in self.hands(rng)}
        table = open_table(self.box, len(self.view.players), dict(self.view.options), self.view.rules)
        for entry in self.view.log:
            action = entry.action
            if isinstance(action, Hidden):
                assert entry.to is not None
                action = Given(next(deals[entry.to, entry.act]))
            if not isinstance(action, Skip):
                table = table_after(table, encode(self.box, table.state.act, action))
        return table

    def hands(self, rng: Random) -> Iterator[tuple[Rival, Hand]]:
        """Sample the rivals' hands; the acts are independent of each other."""
        for act, unseen in enumerate(self.view.unseen, 1):
            holders = [rival for rival in self.rivals if rival.act == act]
            tiles = [tile for tile, number in unseen for _ in range(number)]
            yield from zip(holders, hands_of_act(holders, tiles, rng), strict=True)


def another_world(table: Table, seat: Seat | None, rng: Random) -> Table:
    """Return a random table that this seat cannot distinguish from the true one."""
    return Worlds(table.box, view(table, seat)).draw(rng)


def rivals(seen: View) -> Iterator[Rival]:
    """Yield the evidence in the log about every rival, act by act."""
    known = {(p.seat, act): Rival(p.seat, act) for p in seen.players if p.seat != seen.seat for act in (1, 2, 3)}
    for entry in seen.log:
        for (seat, act), rival in known.items():
            rival.events.extend(events(entry, seat, act))
    yield from (rival for rival in known.values() if rival.events)


def events(entry: LogEntry, seat: Seat, act: int) -> Iterator[Event]:
    """Yield the events of a log entry for one player and act."""
    match entry.action:
        case Hidden() if (entry.to, entry.act) == (seat, act):
            yield Drawn()
        case (PlaceTile(tile, _) | Cash(tile) | Counsel(tile, _, _)) if (entry.seat, tile.act) == (seat, act):
            yield Played(tile)
        case (Skip() | Pass()) if entry.seat == seat:
            yield OnlyCounsels()


def hands_of_act(holders: list[Rival], tiles: list[Tile], rng: Random) -> list[Hand]:
    """Sample the rivals' hands of one act by the faster method."""
    fresh = min((sum(tile not in rival.played for tile in tiles) for rival in holders), default=0)
    if 2 * fresh < len(tiles) and all(count_hands(tiles, rival.size) <= MOST_HANDS for rival in holders):
        return weigh_hands(holders, tiles, rng)
    return try_hands(holders, tiles, rng)


# Rejection sampling: fast where most unseen tiles were not played before.


def try_hands(holders: list[Rival], tiles: list[Tile], rng: Random) -> list[Hand]:
    """Sample hands by rejection."""
    bounds = [max_orders(rival) for rival in holders]
    while True:
        hands = propose(holders, tiles, rng)
        if all(accepted(r, hand, bound, rng) for r, hand, bound in zip(holders, hands, bounds, strict=True)):
            return hands


def propose(holders: list[Rival], tiles: list[Tile], rng: Random) -> list[Hand]:
    """Propose a hand for every rival: first the Good Counsels that are known, then any tiles."""
    counsels = [tile for tile in tiles if is_counsel(tile)]
    others = [tile for tile in tiles if not is_counsel(tile)]
    rng.shuffle(counsels)
    known_counsels = [[counsels.pop() for _ in range(rival.counsels)] for rival in holders]
    rest = counsels + others
    rng.shuffle(rest)
    return [
        tuple(sorted(known + [rest.pop() for _ in range(rival.size - rival.counsels)], key=sort_key))
        for rival, known in zip(holders, known_counsels, strict=True)
    ]


def accepted(rival: Rival, hand: Hand, bound: int, rng: Random) -> bool:
    """Accept a hand in proportion to its orders. A hand with more Good Counsels than are known is proposed once for
    each choice of the known ones among them, and accepted less often by that factor."""
    proposed = comb(sum(map(is_counsel, hand)), rival.counsels)
    return rng.randrange(proposed) == 0 and rng.randrange(bound) < rival.ways(hand)


def max_orders(rival: Rival) -> int:
    """Return an upper bound of `orders`: hands of tiles that were not played before have most."""
    end, size = len(rival.events), rival.size
    return max(rival.orders(end, (counsels, size - counsels, ())) for counsels in range(rival.counsels, size + 1))


# Enumeration: all hands are weighed, rival by rival; fast where there are few different tiles.


def weigh_hands(holders: list[Rival], tiles: list[Tile], rng: Random) -> list[Hand]:
    """Sample each rival's hand by weight from the tiles that are left. The total weight of later rivals depends on the
    hands before, which is corrected by accepting in proportion to it."""
    most = [max_weights(rival, Counter(tiles)) for rival in holders]
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


def max_weights(rival: Rival, supply: Counter[Tile]) -> tuple[int, int]:
    """Return two bounds: the total weight with all tiles left, and the most orders of one hand."""
    return sum(weigh(rival, supply).values()), max(map(rival.ways, different_hands(supply, rival.size)))


def weigh(rival: Rival, supply: Counter[Tile]) -> dict[Hand, int]:
    """Return the weight of every hand: its orders times the choices of copies."""
    hands = different_hands(supply, rival.size)
    return {hand: rival.ways(hand) * prod(comb(supply[t], n) for t, n in Counter(hand).items()) for hand in hands}


def different_hands(supply: Counter[Tile], size: int) -> Iterator[Hand]:
    """Yield every different hand of a size."""
    faces = sorted((tile for tile in supply if supply[tile]), key=sort_key)
    for hand in combinations_with_replacement(faces, size):
        if all(number <= supply[tile] for tile, number in Counter(hand).items()):
            yield hand


def count_hands(tiles: list[Tile], size: int) -> int:
    """Return an upper bound of the number of different hands."""
    return comb(len(set(tiles)) + size - 1, size) if size else 1
