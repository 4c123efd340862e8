"""Invariants of every table: nothing is lost, nothing is in two places, and redundant numbers agree.

Most of them are derived from the history alone, with dictionaries, and compared with the masks of the state.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from heorot.engine.kernels.bits import count, members
from heorot.games.movie.model.actions import Cash, Counsel, Given, Pass, PlaceFigure, PlaceTile, Remove, Swap, SwapWith
from heorot.games.movie.model.components import ABILITY_WORDS, KIND_WORDS, Tile
from heorot.games.movie.model.state import ACTS, COPIES, KINDS, NO_TILE, OVER, SPACES
from heorot.games.movie.rules.decisions import answer
from heorot.games.movie.table.action_codes import encode
from heorot.games.movie.table.analysis import explain
from heorot.games.movie.table.table import HistoryEntry, Table
from tests.support.playing import Line

# ---- The history, counted again ------------------------------------------------------------------------------------


@dataclass
class Ledger:
    """The location of everything, derived from the history alone."""

    act: int = 0
    hands: Counter = field(default_factory=Counter)  # (seat, tile)
    shown: Counter = field(default_factory=Counter)  # tile
    board: dict[str, object] = field(default_factory=dict)  # a tile, or (seat, kind)
    drawn: Counter = field(default_factory=Counter)  # tile
    lost: Counter = field(default_factory=Counter)  # (seat, kind) that left the game
    sure: Counter = field(default_factory=Counter)  # (seat, act) to how many tiles must be Good Counsels
    first: str = ""

    def turn_to(self, act: int, returning: set[str]) -> None:
        """Clear the board at the end of an act."""
        if act != self.act:
            gone = [thing for thing in self.board.values() if isinstance(thing, tuple) and thing[1] not in returning]
            self.lost.update(gone)
            self.board.clear()
            self.act = act

    def enter(self, said: HistoryEntry) -> None:
        match said.action:
            case Given(tile):
                self.drawn[tile] += 1
                self.hands[said.to, tile] += 1
            case PlaceFigure(kind, space):
                self.board[space] = (said.seat, kind)
            case PlaceTile(tile, space):
                self.show(said, tile)
                self.board[space] = tile
            case Cash(tile):
                self.show(said, tile)
            case Counsel(tile, start, end):
                self.show(said, tile)
                self.sure[said.seat, tile.act] -= self.sure[said.seat, tile.act] > 0
                self.board[end], self.board[start] = self.board[start], tile
            case Pass():
                self.be_sure(said.seat)
            case Remove(space):
                del self.board[space]
            case Swap(space):
                self.first = space
            case SwapWith(space):
                self.board[space], self.board[self.first] = self.board[self.first], self.board[space]
        for seat in said.skipped:
            self.be_sure(seat)

    def be_sure(self, seat: int) -> None:
        """M6.2: Note that a player who passes or is skipped holds only Good Counsels."""
        for act in range(1, ACTS + 1):
            self.sure[seat, act] = sum(n for (who, tile), n in self.hands.items() if who == seat and tile.act == act)

    def show(self, said: HistoryEntry, tile: Tile) -> None:
        self.shown[tile] += 1
        self.hands[said.seat, tile] -= 1


def ledger_of(table: Table) -> Ledger:
    """Derive everything from a table's history."""
    returning = {figure.kind for figure in table.box.figures if figure.returns}
    ledger = Ledger()
    for said in table.history:
        ledger.turn_to(said.act, returning)
        ledger.enter(said)
    ledger.turn_to(ACTS if table.state.phase == OVER else table.state.act, returning)
    return ledger


# ---- Tiles and figures ---------------------------------------------------------------------------------------------


def faces_in(table: Table, act: int, mask: int) -> Counter:
    """Return the tiles of a mask, which must hold the lowest copies of each face, so that equal sets are equal
    masks."""
    printed, found = table.box.printed, Counter()
    assert mask & ~printed.tiles[act] == 0
    for first in members(printed.faces[act]):
        held = mask & printed.copies[act * COPIES + first]
        assert held == ((1 << count(held)) - 1) << first
        if held:
            found[table.box.faces[act * COPIES + first]] = count(held)
    return found


def check_tiles(table: Table) -> None:
    """Check that every tile of an act is in exactly one place: the pool, a hand, seen by all, or removed unseen."""
    s, ledger = table.state, ledger_of(table)
    for act in range(ACTS):
        printed = Counter({tile: number for tile, number in table.box.copies.items() if tile.act == act + 1})
        seen = faces_in(table, act, s.seen[act])
        hands = [faces_in(table, act, s.hand[seat][act]) for seat in range(s.seats)]
        left = printed - Counter(tile for tile in ledger.drawn.elements() if tile.act == act + 1)
        assert seen == Counter(tile for tile in ledger.shown.elements() if tile.act == act + 1)
        for seat, hand in enumerate(hands):
            assert hand == Counter({tile: n for (who, tile), n in ledger.hands.items()
                                    if who == seat and tile.act == act + 1 and n})
        assert left + seen + sum(hands, Counter()) == printed
        if act == s.act and s.phase != OVER:
            assert faces_in(table, act, s.pool) == left


def check_board(table: Table) -> None:
    """Check the board against the history: open spaces, tiles, figures and printed Gorges cover it."""
    s, printed, ledger = table.state, table.box.printed, ledger_of(table)
    names = table.box.boards[s.act].names
    lying: dict[str, object] = {names[space]: table.box.faces[s.tile[space]] for space in members(s.tiles)}
    for seat in range(s.seats):
        for kind in range(KINDS):
            lying.update({names[space]: (seat, KIND_WORDS[kind]) for space in members(s.figures[seat][kind])})
    assert lying == ledger.board
    parts = [s.open, s.tiles, *(s.figures[seat][kind] for seat in range(s.seats) for kind in range(KINDS))]
    if s.phase != OVER:
        parts.append(printed.gorges[s.act])
        assert combined(parts) == printed.spaces[s.act]
    assert sum(map(count, parts)) == count(combined(parts))


def combined(masks: list[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def check_figures(table: Table) -> None:
    """Check that every figure is unused, on the board or removed."""
    s, ledger = table.state, ledger_of(table)
    for seat in range(s.seats):
        for kind, word in enumerate(KIND_WORDS):
            places = (s.in_front[seat][kind], count(s.figures[seat][kind]), ledger.lost[seat, word])
            assert min(places) >= 0
            assert sum(places) == table.box.printed.figures[kind]


def check_masks(table: Table) -> None:
    """Check that redundant fields agree."""
    s, printed = table.state, table.box.printed
    for space in range(SPACES):
        face = s.tile[space]
        here = [ability for ability in range(len(s.spaces_by_ability)) if s.spaces_by_ability[ability] >> space & 1]
        assert (face != NO_TILE) == bool(s.tiles >> space & 1)
        assert here == ([] if face == NO_TILE else [printed.ability[face]])
        assert s.value[space] == (0 if face == NO_TILE else printed.value[face])
        assert bool(s.positive >> space & 1) == (s.value[space] > 0)


def check_sure(table: Table) -> None:
    """Check the Good Counsels that passes and skips have shown."""
    s, ledger = table.state, ledger_of(table)
    for seat in range(s.seats):
        for act in range(ACTS):
            assert s.known_counsels[seat][act] == ledger.sure[seat, act + 1]
            assert 0 <= s.known_counsels[seat][act] <= count(s.hand[seat][act] & table.box.printed.counsels[act])


def check_view(table: Table) -> None:
    """M6.2: Check the unseen tiles of a seat: those in the pool, in other hands, or removed with a pool."""
    from heorot.games.movie.table.view import view

    for seat in (None, *range(table.state.seats)):
        shown = view(table, seat)
        for act, unseen in enumerate(shown.unseen):
            known = sum(count(table.state.hand[p][act]) for p in range(table.state.seats) if p == seat)
            total = count(table.box.printed.tiles[act])
            assert sum(number for _, number in unseen) == total - count(table.state.seen[act]) - known


def check_table(table: Table) -> None:
    """Check all invariants of a table."""
    for check in (check_tiles, check_board, check_figures, check_masks, check_sure, check_view):
        check(table)
    assert set(ABILITY_WORDS) >= {tile.ability for tile in table.box.copies}


# ---- Saga points ---------------------------------------------------------------------------------------------------


def gains(line: Line) -> Iterator[list[int]]:
    """Yield the points of every entry by seat: treasure values, and the explained scores at the end of an act."""
    for before, seat, action, after in line.steps():
        gained = [0] * line.seats
        if isinstance(action, Cash):
            gained[seat] += action.tile.cash
        if after.state.act != before.state.act or after.state.phase == OVER:
            for score in scores_at_end(before, action):
                gained[score.seat] += score.points
        yield gained


def scores_at_end(before: Table, action: object) -> tuple:
    """Explain the figures at the end of an act."""
    s = before.state.copy()
    answer(before.box.printed, s, encode(before.box, s.act, action))
    return explain(before.box, s)


def check_line(line: Line) -> None:
    """M3.3, M4.3: Check that saga points are the start, the explained scores of every act, and the treasure values."""
    saga = [line.last.box.saga_points] * line.seats
    for table, gained in zip(line.tables[1:], gains(line), strict=True):
        saga = [have + more for have, more in zip(saga, gained, strict=True)]
        assert list(line.game.score(table)) == saga
