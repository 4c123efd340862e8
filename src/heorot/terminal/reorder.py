"""Replacing a player's own latest actions, so that a set which the rules want in a fixed order can be typed in any."""

from typing import TYPE_CHECKING, Any

from heorot.engine.game import Entry
from heorot.engine.seats import Seat
from heorot.engine.undo import count_undoable
from heorot.terminal.input_parser import Choice, ReplaceLatest

if TYPE_CHECKING:
    from heorot.terminal.game_loop import GameLoop


class Reordering:
    """The replacements made in one game."""

    def __init__(self, loop: "GameLoop") -> None:
        self.loop = loop
        # For each replacement: the table after it, the number of new entries, and the entries that they replaced.
        self.done: list[tuple[Any, int, list[Entry]]] = []

    def is_possible(self, seat: Seat, choice: Choice) -> bool:
        """Return whether all replacements of a choice are legal. Its other actions come from the list of legal ones."""
        replacements = [meaning for meaning in choice.endings.values() if isinstance(meaning, ReplaceLatest)]
        return all(self.table_before_last(seat, replacement) is not None for replacement in replacements)

    def table_before_last(self, seat: Seat, replacement: ReplaceLatest) -> Any:
        """Return the table before the last action of a replacement; None if an action is illegal, or if other people
        have seen what would be undone."""
        session, game = self.loop.session, self.loop.game
        latest = {entry.seat for entry in session.effective_entries[-replacement.undo_count :]}
        undoable = count_undoable(game, session.tables, session.effective_entries, seat)
        if latest != {seat} or (self.loop.shared and undoable < replacement.undo_count):
            return None
        table, before = session.tables[-1 - replacement.undo_count], None
        for action in replacement.actions:
            if game.refusal(table, seat, action) is not None:
                return None
            table, before = game.apply(table, seat, action), table
        return before

    def replace(self, seat: Seat, replacement: ReplaceLatest) -> None:
        """Undo the latest actions of a seat and play others instead."""
        loop, replaced = self.loop, self.loop.session.effective_entries[-replacement.undo_count :]
        loop.undo(replacement.undo_count, seat)
        *before, last = replacement.actions
        for action in before:
            loop.session.play(seat, action)
        loop.seen_entries[seat] = len(loop.session.effective_entries)
        loop.play(seat, last)
        self.done.append((loop.session.table, len(replacement.actions), replaced))

    def undo(self, seat: Seat) -> bool:
        """Undo the latest replacement and play the replaced actions again. Return False if the latest entries of the
        game are no replacement."""
        table, count, replaced = self.done[-1] if self.done else (None, 0, [])
        session = self.loop.session
        if table is not session.table:
            return False
        del self.done[-1]
        self.loop.undo(count, seat)
        for entry in replaced:
            session.play(seat, self.loop.game.read(session.table, entry.text))
        self.loop.save()
        self.loop.seen_entries[seat] = len(session.effective_entries)
        return True
