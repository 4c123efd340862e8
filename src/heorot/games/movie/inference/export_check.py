"""What may have been hidden from a seat that kept its log: tiles that rivals drew (M6.2).

For each act, what a rival drew is what it played from there, in any order that fits the times, and what it still holds.
A pass (M2.8) or a skip (M2.7) shows that all it holds are Good Counsels; a turn without figures and pool (M2.6) that it
holds something else.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from heorot.engine.dealing import Need, Slot, deal, only
from heorot.engine.errors import Unreadable
from heorot.engine.game import Dealt, Entry, Points
from heorot.engine.seats import CHANCE, Seat
from heorot.games.movie.actions import Action, Cash, Counsel, Given, Pass, PlaceTile
from heorot.games.movie.box import Box, Tile
from heorot.games.movie.notation import read, write, write_seen
from heorot.games.movie.state import ACTS
from heorot.games.movie.table import Said, Table, actions
from heorot.games.movie.view import seen

HIDDEN, SKIP = Entry(CHANCE, "?"), "skip"


def tile_played(action: Action) -> Tile | None:
    """The tile that leaves a hand."""
    return action.tile if isinstance(action, PlaceTile | Cash | Counsel) else None


class Filler:
    """The hidden tiles of one export."""

    def __init__(self, first: Table, seat: Seat | None, lines: Sequence[Entry]) -> None:
        self.box = first.box
        self.seat = seat
        self.lines = lines
        self.asked: dict[int, set[int]] = {}  # line: who was asked after it, though skipped when it was tried

    # ---- Line by line ----

    def told(self, table: Table) -> tuple[Entry, ...]:
        """What the seat was told by the last entry."""
        entries = seen(table.history[-1], self.seat)
        return tuple(Entry(entry.seat, write_seen(entry.action, entry.act)) for entry in entries)

    def unsaid(self, table: Table, at: int) -> tuple[Entry, ...]:
        """M2.1: nobody says anything unseen."""
        return ()

    def guess(self, table: Table, at: int) -> str:
        """A tile that this player will play, if the pool has one; else one that nobody will."""
        s = table.state
        pool = [action.tile for action in actions(table) if isinstance(action, Given)]
        if not pool:
            return write(actions(table)[0], s.act + 1)
        held = Counter(self.tiles_in(table, s.seat))
        for tile in self.plays(Seat(s.seat), s.act + 1, at):
            if not held[tile] and tile in pool:
                return write(Given(tile), s.act + 1)
            held[tile] -= 1
        return write(Given(self.least_wanted(pool, s.act + 1, at)), s.act + 1)

    def tiles_in(self, table: Table, seat: int) -> Iterator[Tile]:
        """What a hand holds of this act, drawn unseen or not."""
        for said in table.history:
            if said.to == seat and isinstance(said.action, Given):
                yield said.action.tile

    def plays(self, seat: Seat, act: int, at: int) -> Iterator[Tile]:
        """Tiles of an act that a player plays from a line on, as far as the lines tell."""
        for who, text in self.lines[at:]:
            if who == seat and (tile := self.tile_in(text, act)) is not None:
                yield tile

    def tile_in(self, text: str, act: int) -> Tile | None:
        """The tile of an act that a line plays."""
        try:
            tile = tile_played(read(text, self.box, act))
        except Unreadable:
            return None
        return tile if tile is not None and tile.act == act else None

    def least_wanted(self, pool: list[Tile], act: int, at: int) -> Tile:
        """The tile that is played least often from a line on."""
        wanted = Counter(tile for _, text in self.lines[at:] if (tile := self.tile_in(text, act)))
        return min(pool, key=lambda tile: wanted[tile])

    # ---- Another deal ----

    def deal_again(self, past: Sequence[Table], at: int, tried: Table | None, points: Points | None) -> Dealt | None:
        """Other tiles for the rivals' draws, so that a line fits too."""
        table = past[-1]
        if at == len(self.lines):
            return None
        hands = Hands(self.box, self.seat)
        for said in table.history:
            hands.read(said)
        if not self.read_line(hands, table, at, tried):
            return None
        faces = deal(hands.slots, hands.left, hands.needs, hands.drawn)
        if faces is None:
            return {}
        hidden = (number for number, line in enumerate(self.lines[: at + 1]) if line == HIDDEN)
        tiles = (self.box.faces[face] for face in faces)
        return {line: write(Given(tile), tile.act) for line, tile in zip(hidden, tiles, strict=True)}

    def read_line(self, hands: "Hands", table: Table, at: int, tried: Table | None) -> bool:
        """What the line that does not fit tells of the hands; False if it tells nothing."""
        seat, text = self.lines[at]
        act = table.state.act
        try:
            action = tried.history[-1].action if tried else read(text, self.box, act + 1)
        except Unreadable:
            return False
        if tried is None and isinstance(action, Given) and (seat >= 0 or table.state.seat != self.seat):
            return False
        skipped = tuple(self.skips_after(at))
        hands.read(Said(act, seat, Seat(table.state.seat) if seat < 0 else None, action, skipped))
        if tried:
            passed_over = set(tried.history[-1].skipped) - set(skipped) - {self.seat}
            asked = self.asked.setdefault(at, set())
            asked |= passed_over
            hands.ask(asked)
            return bool(passed_over or set(skipped) - set(tried.history[-1].skipped) - {self.seat})
        return isinstance(action, Given | Pass) or tile_played(action) is not None

    def skips_after(self, at: int) -> Iterator[Seat]:
        """Who was skipped after a line."""
        for seat, text in self.lines[at + 1 :]:
            if text != SKIP:
                return
            yield seat


class Hands:
    """What the log tells of the rivals' hands."""

    def __init__(self, box: Box, seat: Seat | None) -> None:
        self.box = box
        self.seat = seat
        self.time = 0
        self.slots: list[Slot] = []
        self.drawn: list[int] = []  # what lies there for now
        self.left = [Counter[int]() for _ in range(ACTS)]
        for tile, number in box.copies.items():
            self.left[tile.act - 1][box.face_of(tile)] += number
        self.needs: list[Need] = []
        self.barred: Counter[tuple[int, int]] = Counter()  # by rival and act: since when all but Good Counsels are
        self.held: dict[tuple[int, int], list[int]] = {}  # needs that say no more than that it is a Good Counsel

    @cached_property
    def counsels(self) -> frozenset[int]:
        """M4.7."""
        return frozenset(map(self.box.face_of, self.box.counsels))

    def read(self, said: Said) -> None:
        """One entry."""
        self.time += 1
        if isinstance(said.action, Given):
            self.draw(said.to, said.act, self.box.face_of(said.action.tile))
        elif said.seat != self.seat:
            if (tile := tile_played(said.action)) is not None and tile in self.box.copies:
                self.play(said.seat, tile)
            elif isinstance(said.action, Pass):
                self.shows_only_counsels(said.seat)
        for rival in said.skipped:
            if rival != self.seat:
                self.shows_only_counsels(rival)

    def draw(self, to: Seat | None, act: int, face: int) -> None:
        """M2.3: a tile of the act, face down, unless it is one's own."""
        if to == self.seat or to is None:
            self.left[act][face] -= 1
        else:
            self.slots.append(Slot(to, act, self.time))
            self.drawn.append(face)

    def play(self, seat: Seat, tile: Tile) -> None:
        """M2.4: it was in the hand. A Good Counsel may be one that is known of."""
        face, key = self.box.face_of(tile), (seat, tile.act - 1)
        if face in self.counsels and self.held.get(key):
            number = self.held[key].pop()
            self.needs[number] = self.needs[number]._replace(faces=only(face))
        else:
            since = 0 if face in self.counsels else self.barred[key]
            self.needs.append(Need(seat, only(face), self.time, since))

    def shows_only_counsels(self, seat: Seat) -> None:
        """M2.7, M2.8: whatever is left in the hand is a Good Counsel."""
        for act in range(ACTS):
            faces = self.counsels & self.left[act].keys()
            drawn = sum(slot.holder == seat and slot.pool == act for slot in self.slots)
            told = sum(need.holder == seat and self.act_of(need) == act for need in self.needs)
            for _ in range(drawn - told):
                self.held.setdefault((seat, act), []).append(len(self.needs))
                self.needs.append(Need(seat, faces, self.time + 1))
            self.barred[seat, act] = self.time + 1

    def act_of(self, need: Need) -> int:
        """From which pool a need is met."""
        return next((act for act in range(ACTS) if self.left[act].keys() & need.faces), -1)

    def ask(self, seats: set[int]) -> None:
        """M2.6: they are asked, though without pool and figures: they hold something that is no Good Counsel."""
        faces = frozenset(face for act in self.left for face in act) - self.counsels
        for seat in seats:
            barred = max((self.barred[seat, act] for act in range(ACTS)), default=0)
            self.needs.append(Need(seat, faces, self.time + 1, barred))
