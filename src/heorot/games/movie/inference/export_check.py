"""Reconstruct the tiles that rivals drew, from the log that one seat kept (M6.2).

For each act a rival drew the tiles that it played, in any order that fits the times, and those that it still holds. A
pass (M2.8) or a skip (M2.7) shows that it holds only Good Counsels; a turn without figures and pool (M2.6) shows that
it holds another tile.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from heorot.engine.errors import Unreadable
from heorot.engine.game import Entry, HiddenDraws, Points
from heorot.engine.records.hidden_draws import DrawSlot, Need, assign_faces, only_face
from heorot.engine.seats import CHANCE, Seat
from heorot.games.movie.box.box import Box
from heorot.games.movie.model.actions import Action, Cash, Counsel, Given, Pass, PlaceTile
from heorot.games.movie.model.components import Tile
from heorot.games.movie.model.state import ACTS
from heorot.games.movie.table.notation import read, write, write_log_entry
from heorot.games.movie.table.table import HistoryEntry, Table, possible_actions
from heorot.games.movie.table.view import visible_entries

HIDDEN, SKIP = Entry(CHANCE, "?"), "skip"


def played_tile(action: Action) -> Tile | None:
    """Return the tile that an action plays from the hand."""
    return action.tile if isinstance(action, PlaceTile | Cash | Counsel) else None


class MovieReconstruction:
    """The hidden tiles of one export; see the protocol `Reconstruction`."""

    def __init__(self, first: Table, seat: Seat | None, lines: Sequence[Entry]) -> None:
        self.box = first.box
        self.seat = seat
        self.lines = lines
        self.asked: dict[int, set[int]] = {}  # by line: seats that had a turn after it, but were skipped in a trial

    # ---- Line by line ----

    def visible_entries(self, table: Table) -> tuple[Entry, ...]:
        """Return the lines that the seat sees of the last entry."""
        entries = visible_entries(table.history[-1], self.seat)
        return tuple(Entry(entry.seat, write_log_entry(entry.action, entry.act)) for entry in entries)

    def unseen_entries(self, table: Table, at: int) -> tuple[Entry, ...]:
        """M2.1: Return an empty tuple, since all actions are public."""
        return ()

    def guess_draw(self, table: Table, at: int) -> str:
        """Guess a tile that this player will play, if the pool has it; else the one that is played least."""
        s = table.state
        pool = [action.tile for action in possible_actions(table) if isinstance(action, Given)]
        if not pool:
            return write(possible_actions(table)[0], s.act + 1)
        held = Counter(self.tiles_in(table, s.seat))
        for tile in self.plays(Seat(s.seat), s.act + 1, at):
            if not held[tile] and tile in pool:
                return write(Given(tile), s.act + 1)
            held[tile] -= 1
        return write(Given(self.least_wanted(pool, s.act + 1, at)), s.act + 1)

    def tiles_in(self, table: Table, seat: int) -> Iterator[Tile]:
        """Yield all tiles that a player has drawn so far."""
        for past_entry in table.history:
            if past_entry.to == seat and isinstance(past_entry.action, Given):
                yield past_entry.action.tile

    def plays(self, seat: Seat, act: int, at: int) -> Iterator[Tile]:
        """Yield the tiles of an act that a player plays from a line on."""
        for who, text in self.lines[at:]:
            if who == seat and (tile := self.tile_in(text, act)) is not None:
                yield tile

    def tile_in(self, text: str, act: int) -> Tile | None:
        """Return the tile of an act that a line plays, if it does."""
        try:
            tile = played_tile(read(text, self.box, act))
        except Unreadable:
            return None
        return tile if tile is not None and tile.act == act else None

    def least_wanted(self, pool: list[Tile], act: int, at: int) -> Tile:
        """Return the tile of the pool that is played least often from a line on."""
        wanted = Counter(tile for _, text in self.lines[at:] if (tile := self.tile_in(text, act)))
        return min(pool, key=lambda tile: wanted[tile])

    # ---- Another deal ----

    def redeal(self, past: Sequence[Table], at: int, tried: Table | None, points: Points | None) -> HiddenDraws | None:
        """Find other tiles for the rivals' draws, such that a line fits too."""
        table = past[-1]
        if at == len(self.lines):
            return None
        hands = RivalHands(self.box, self.seat)
        for past_entry in table.history:
            hands.read(past_entry)
        if not self.read_line(hands, table, at, tried):
            return None
        faces = assign_faces(hands.slots, hands.left, hands.needs, hands.drawn)
        if faces is None:
            return {}
        hidden = (number for number, line in enumerate(self.lines[: at + 1]) if line == HIDDEN)
        tiles = (self.box.faces[face] for face in faces)
        return {line: write(Given(tile), tile.act) for line, tile in zip(hidden, tiles, strict=True)}

    def read_line(self, hands: "RivalHands", table: Table, at: int, tried: Table | None) -> bool:
        """Add the evidence of a line that does not fit; return False if it has none."""
        seat, text = self.lines[at]
        act = table.state.act
        try:
            action = tried.history[-1].action if tried else read(text, self.box, act + 1)
        except Unreadable:
            return False
        if tried is None and isinstance(action, Given) and (seat >= 0 or table.state.seat != self.seat):
            return False
        skipped = tuple(self.skips_after(at))
        hands.read(HistoryEntry(act, seat, Seat(table.state.seat) if seat < 0 else None, action, skipped))
        if tried:
            passed_over = set(tried.history[-1].skipped) - set(skipped) - {self.seat}
            asked = self.asked.setdefault(at, set())
            asked |= passed_over
            hands.ask(asked)
            return bool(passed_over or set(skipped) - set(tried.history[-1].skipped) - {self.seat})
        return isinstance(action, Given | Pass) or played_tile(action) is not None

    def skips_after(self, at: int) -> Iterator[Seat]:
        """Yield the seats that were skipped after a line."""
        for seat, text in self.lines[at + 1 :]:
            if text != SKIP:
                return
            yield seat


class RivalHands:
    """Evidence in the log about the hands of rivals, as slots and needs."""

    def __init__(self, box: Box, seat: Seat | None) -> None:
        self.box = box
        self.seat = seat
        self.time = 0
        self.slots: list[DrawSlot] = []
        self.drawn: list[int] = []  # the current face of each slot
        self.left = [Counter[int]() for _ in range(ACTS)]
        for tile, number in box.copies.items():
            self.left[tile.act - 1][box.face_of(tile)] += number
        self.needs: list[Need] = []
        self.barred: Counter[tuple[int, int]] = Counter()  # by rival and act: since when it has held only Good Counsels
        self.held: dict[tuple[int, int], list[int]] = {}  # by rival and act: needs for any Good Counsel

    @cached_property
    def counsels(self) -> frozenset[int]:
        """M4.7: The faces with Good Counsel."""
        return frozenset(map(self.box.face_of, self.box.counsels))

    def read(self, past_entry: HistoryEntry) -> None:
        """Add one entry."""
        self.time += 1
        if isinstance(past_entry.action, Given):
            self.draw(past_entry.to, past_entry.act, self.box.face_of(past_entry.action.tile))
        elif past_entry.seat != self.seat:
            if (tile := played_tile(past_entry.action)) is not None and tile in self.box.copies:
                self.play(past_entry.seat, tile)
            elif isinstance(past_entry.action, Pass):
                self.shows_only_counsels(past_entry.seat)
        for rival in past_entry.skipped:
            if rival != self.seat:
                self.shows_only_counsels(rival)

    def draw(self, to: Seat | None, act: int, face: int) -> None:
        """M2.3: Add a draw; it is hidden unless it is the seat's own."""
        if to == self.seat or to is None:
            self.left[act][face] -= 1
        else:
            self.slots.append(DrawSlot(to, act, self.time))
            self.drawn.append(face)

    def play(self, seat: Seat, tile: Tile) -> None:
        """M2.4: Add a played tile, which was in the hand. A Good Counsel may be one that a skip has shown."""
        face, key = self.box.face_of(tile), (seat, tile.act - 1)
        if face in self.counsels and self.held.get(key):
            number = self.held[key].pop()
            self.needs[number] = self.needs[number]._replace(faces=only_face(face))
        else:
            since = 0 if face in self.counsels else self.barred[key]
            self.needs.append(Need(seat, only_face(face), self.time, since))

    def shows_only_counsels(self, seat: Seat) -> None:
        """M2.7, M2.8: Add that all tiles left in the hand are Good Counsels."""
        for act in range(ACTS):
            faces = self.counsels & self.left[act].keys()
            drawn = sum(slot.holder == seat and slot.pool == act for slot in self.slots)
            with_need = sum(need.holder == seat and self.act_of(need) == act for need in self.needs)
            for _ in range(drawn - with_need):
                self.held.setdefault((seat, act), []).append(len(self.needs))
                self.needs.append(Need(seat, faces, self.time + 1))
            self.barred[seat, act] = self.time + 1

    def act_of(self, need: Need) -> int:
        """Return the act of a need's faces."""
        return next((act for act in range(ACTS) if self.left[act].keys() & need.faces), -1)

    def ask(self, seats: set[int]) -> None:
        """M2.6: Add that these seats have a turn without pool and figures: each holds a tile other than Good
        Counsel."""
        faces = frozenset(face for act in self.left for face in act) - self.counsels
        for seat in seats:
            barred = max((self.barred[seat, act] for act in range(ACTS)), default=0)
            self.needs.append(Need(seat, faces, self.time + 1, barred))
