"""Check an export: it holds if hidden draws exist with which the rules show its seat exactly these lines.

The export is played line by line as untrusted actions, with a guess for every hidden draw. Where a line does not fit,
the game finds other draws that fit all lines so far (`Reconstruction.redeal`), and play resumes at the first draw that
changed. A valid export is thereby proved by a complete game.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Generic, NamedTuple

from heorot.engine.errors import BadRecord
from heorot.engine.game import A, B, Entry, Game, Reconstruction, S, V_co
from heorot.engine.records.playback import check_result, initial_state, replay_entry, result_of, states
from heorot.engine.records.text_format import SPECTATOR, UNDO, LineNumbers, Record, entry_line, result_line
from heorot.engine.seats import CHANCE

HIDDEN = "?"  # a hidden draw
MAX_ATTEMPTS = 8  # redeals for one line


class ReplayedEntry(NamedTuple):
    """An entry of the reconstructed game, and the index of the line that it belongs to."""

    at: int
    entry: Entry


class LineMismatch(Exception):
    """A line that does not fit the current draws: the error, and the table after the line if it was legal."""

    def __init__(self, error: BadRecord, tried: Any = None) -> None:
        super().__init__(error)
        self.error = error
        self.tried = tried


def check_export(game: Game[B, S, A, V_co], record: Record, lines: LineNumbers) -> S:
    """Return the last table of a game that looked like this export to its seat; raises BadRecord if there is none."""
    whole = replace(record, seen_by=None)
    first = initial_state(game, whole, lines.header)
    played = ExportReplay(game, first, record, lines).run()
    numbers = (*lines.entries, lines.result)
    where = replace(lines, entries=tuple(numbers[replayed.at] for replayed in played))
    past = states(game, replace(whole, entries=tuple(replayed.entry for replayed in played)), where)
    check_result(game, past[-1], record, lines.result)
    return past[-1]


class ExportReplay(Generic[B, S, A, V_co]):
    """Plays one export with guesses for the hidden draws."""

    def __init__(self, game: Game[B, S, A, V_co], first: S, record: Record, numbers: LineNumbers) -> None:
        self.game = game
        self.lines = record.entries
        self.result = record.result
        self.numbers = numbers
        viewer = None if record.seen_by == SPECTATOR else record.seen_by
        self.reconstruction: Reconstruction[S] = game.reconstruction(first, viewer, record.entries)
        self.past = [first]
        self.played: list[ReplayedEntry] = []
        self.draws: dict[int, str] = {}  # at hidden lines
        self.at = 0
        self.attempts: Counter[int] = Counter()

    def run(self) -> list[ReplayedEntry]:
        """Return the entries of a complete game that shows exactly these lines."""
        while True:
            try:
                if self.at == len(self.lines):
                    self.check_result()
                    return self.played
                self.play_line()
            except LineMismatch as mismatch:
                self.redeal(mismatch)

    # ---- Line by line ----

    def play_line(self) -> None:
        """Play the next line, the unseen entries before it, and compare the lines that it shows."""
        before = self.past[-1]
        unseen = self.reconstruction.unseen_entries(before, self.at)
        played = [ReplayedEntry(self.at, entry) for entry in unseen]
        played.append(ReplayedEntry(self.at, self.entry_for_line(before)))
        past = [before]
        for replayed in played:
            past.append(self.play_entry(past[-1], replayed.entry))
        self.draws |= {self.at: played[-1].entry.text} if self.is_hidden() else {}
        visible = self.reconstruction.visible_entries(past[-1])
        self.compare(visible, past[-1])
        self.played += played
        self.past += past[1:]
        self.at += len(visible)

    def is_hidden(self) -> bool:
        """Return whether the current line is a hidden draw."""
        return self.lines[self.at] == Entry(CHANCE, HIDDEN)

    def line_number(self, at: int) -> int:
        """Return the line number in the file of a line."""
        return self.numbers.entries[at] if at < len(self.lines) else self.numbers.result

    def entry_for_line(self, table: S) -> Entry:
        """Return the entry to play for the current line: the line itself, or a guess for a hidden draw."""
        entry = self.lines[self.at]
        if entry.seat == UNDO:
            raise BadRecord(self.line_number(self.at), "record.export-undo")
        if not self.is_hidden():
            return entry
        if CHANCE not in self.game.actors(table):
            raise BadRecord(self.line_number(self.at), "record.not-hidden")
        return Entry(CHANCE, self.draws.get(self.at) or self.reconstruction.guess_draw(table, self.at))

    def play_entry(self, table: S, entry: Entry) -> S:
        """Return the table after an entry; an illegal entry is a mismatch."""
        try:
            return replay_entry(self.game, table, entry, self.line_number(self.at))
        except BadRecord as error:
            raise LineMismatch(error) from error

    def compare(self, visible: Sequence[Entry], after: S) -> None:
        """Compare the lines that the seat would see with those of the export."""
        if visible[0] != self.lines[self.at]:
            key = "record.not-hidden" if self.is_hidden() else "record.hidden"
            raise BadRecord(self.line_number(self.at), key, text=self.lines[self.at].text[:60])
        for at, entry in enumerate(visible, self.at):
            if self.lines[at : at + 1] != (entry,):
                error = BadRecord(self.line_number(at), "record.told", expected=entry_line(entry)[:200])
                raise LineMismatch(error, after)

    def check_result(self) -> None:
        """Compare the result; points that differ are a mismatch, since hidden draws may change them."""
        if (played := result_of(self.game, self.past[-1])) != self.result:
            written = result_line(self.result)
            error = BadRecord(self.numbers.result, "record.result", written=written, played=result_line(played))
            raise LineMismatch(error) if played and self.result else error

    # ---- After a mismatch ----

    def redeal(self, mismatch: LineMismatch) -> None:
        """Replace the hidden draws and go back to the first that changed; raises BadRecord if that is impossible."""
        self.attempts[self.at] += 1
        points = self.result.points if self.result else None
        draws = self.reconstruction.redeal(self.past, self.at, mismatch.tried, points)
        if draws is None:
            raise mismatch.error
        changed = [at for at, text in draws.items() if self.draws.get(at) != text]
        if not changed or self.attempts[self.at] > MAX_ATTEMPTS:
            raise self.impossible(mismatch.error)
        self.draws = dict(draws)
        self.at = min(changed)
        later = (number for number, replayed in enumerate(self.played) if replayed.at >= self.at)
        count = next(later, len(self.played))
        del self.played[count:], self.past[count + 1 :]

    def impossible(self, error: BadRecord) -> BadRecord:
        """Return the error for a line that no hidden draws allow."""
        if self.at == len(self.lines):
            return error
        rule = {"rule": error.params["rule"]} if "rule" in error.params else {}
        known = self.numbers.entries
        at = known.index(error.line) if error.line in known else self.at  # a line that is missing has no number
        return BadRecord(error.line, "record.impossible", text=entry_line(self.lines[at])[:60], **rule)
