"""What one seat kept of a game, checked: it holds if what was hidden can be filled in so that the rules give that seat
exactly this.

A game is played line by line through the one door, with a guess for everything hidden. Where a line does not fit, the
game deals what was hidden anew so that it fits with all before (`Filler.deal_again`), and play goes on from the first
draw that has changed. So an export that holds is proved by a whole game that was played.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Generic, NamedTuple

from heorot.engine.errors import BadRecord
from heorot.engine.game import A, B, Entry, Filler, Game, S, V_co
from heorot.engine.record import check_result, open_table, replay_entry, result_of, tables
from heorot.engine.record_text import SPECTATOR, UNDO, Places, Record, entry_line, result_line
from heorot.engine.seats import CHANCE, Seat

HIDDEN = "?"  # what chance gave to somebody else, face down
ATTEMPTS = 8  # so often what was hidden is dealt anew for the sake of one line


class Step(NamedTuple):
    """One entry of the whole game, and the line for which it stands."""

    at: int
    entry: Entry


class Misfit(Exception):
    """A line that does not fit what was filled in: why, and the table after it, if it could be played."""

    def __init__(self, error: BadRecord, tried: Any = None) -> None:
        super().__init__(error)
        self.error = error
        self.tried = tried


def check_export(game: Game[B, S, A, V_co], record: Record, places: Places) -> S:
    """The table at the end of one game that looked like this to the seat; raises BadRecord if there is none."""
    whole = replace(record, seen_by=None)
    first = open_table(game, whole, places.header)
    steps = Filling(game, first, record, places).run()
    lines = (*places.entries, places.result)
    there = replace(places, entries=tuple(lines[step.at] for step in steps))
    past = tables(game, replace(whole, entries=tuple(step.entry for step in steps)), there)
    check_result(game, past[-1], record, places.result)
    return past[-1]


def witness(record: Record) -> Seat | None:
    """The seat that saw it; None is a spectator."""
    return None if record.seen_by == SPECTATOR else record.seen_by


class Filling(Generic[B, S, A, V_co]):
    """One export, played with guesses."""

    def __init__(self, game: Game[B, S, A, V_co], first: S, record: Record, places: Places) -> None:
        self.game = game
        self.lines = record.entries
        self.result = record.result
        self.places = places
        self.filler: Filler[S] = game.filler(first, witness(record), record.entries)
        self.past = [first]
        self.steps: list[Step] = []
        self.dealt: dict[int, str] = {}  # what was given at hidden lines
        self.at = 0
        self.attempts: Counter[int] = Counter()

    def run(self) -> list[Step]:
        """A whole game, entry by entry, that looks like this."""
        while True:
            try:
                if self.at == len(self.lines):
                    self.read_result()
                    return self.steps
                self.read_line()
            except Misfit as misfit:
                self.deal_again(misfit)

    # ---- Line by line ----

    def read_line(self) -> None:
        """The next line, what was said unseen before it, and what was told after it."""
        steps, past = [Step(self.at, entry) for entry in self.filler.unsaid(self.past[-1], self.at)], [self.past[-1]]
        steps.append(Step(self.at, self.filled_in(past[-1])))
        for step in steps:
            past.append(self.played(past[-1], step.entry))
        self.dealt |= {self.at: steps[-1].entry.text} if self.is_hidden() else {}
        told = self.filler.told(past[-1])
        self.compare(told, past[-1])
        self.steps += steps
        self.past += past[1:]
        self.at += len(told)

    def is_hidden(self) -> bool:
        """Whether the line does not say what chance gave."""
        return self.lines[self.at] == Entry(CHANCE, HIDDEN)

    def line(self, at: int) -> int:
        """Where in the file a line stands."""
        return self.places.entries[at] if at < len(self.lines) else self.places.result

    def filled_in(self, table: S) -> Entry:
        """The entry that a line stands for."""
        entry = self.lines[self.at]
        if entry.seat == UNDO:
            raise BadRecord(self.line(self.at), "record.export-undo")
        if not self.is_hidden():
            return entry
        if CHANCE not in self.game.actors(table):
            raise BadRecord(self.line(self.at), "record.not-hidden")
        return Entry(CHANCE, self.dealt.get(self.at) or self.filler.guess(table, self.at))

    def played(self, table: S, entry: Entry) -> S:
        """The table after an entry."""
        try:
            return replay_entry(self.game, table, entry, self.line(self.at))
        except BadRecord as error:
            raise Misfit(error) from error

    def compare(self, told: Sequence[Entry], after: S) -> None:
        """The seat was told exactly this."""
        if told[0] != self.lines[self.at]:
            key = "record.not-hidden" if self.is_hidden() else "record.hidden"
            raise BadRecord(self.line(self.at), key, text=self.lines[self.at].text[:60])
        for at, entry in enumerate(told, self.at):
            if self.lines[at : at + 1] != (entry,):
                raise Misfit(BadRecord(self.line(at), "record.told", expected=entry_line(entry)[:200]), after)

    def read_result(self) -> None:
        """The last line."""
        if (played := result_of(self.game, self.past[-1])) != self.result:
            written = result_line(self.result)
            error = BadRecord(self.places.result, "record.result", written=written, played=result_line(played))
            raise Misfit(error) if played and self.result else error

    # ---- Where it does not fit ----

    def deal_again(self, misfit: Misfit) -> None:
        """Fill in something else, and go back to where it differs."""
        self.attempts[self.at] += 1
        dealt = self.filler.deal_again(self.past, self.at, misfit.tried, self.result.points if self.result else None)
        if dealt is None:
            raise misfit.error
        changed = [at for at, text in dealt.items() if self.dealt.get(at) != text]
        if not changed or self.attempts[self.at] > ATTEMPTS:
            raise self.impossible(misfit.error)
        self.dealt = dict(dealt)
        self.go_back(min(changed))

    def go_back(self, at: int) -> None:
        """To the table before a line."""
        count = next((number for number, step in enumerate(self.steps) if step.at >= at), len(self.steps))
        del self.steps[count:], self.past[count + 1 :]
        self.at = at

    def impossible(self, error: BadRecord) -> BadRecord:
        """No deal of what was hidden allows a line."""
        if self.at == len(self.lines):
            return error
        rule = {"rule": error.params["rule"]} if "rule" in error.params else {}
        text = entry_line(self.lines[error_at(self.places, error, self.at)])[:60]
        return BadRecord(error.line, "record.impossible", text=text, **rule)


def error_at(places: Places, error: BadRecord, at: int) -> int:
    """Which line an error names; what should stand behind the last one is missed at that one."""
    return places.entries.index(error.line) if error.line in places.entries else at
