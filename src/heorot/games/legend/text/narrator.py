"""Narration of a game to one reader as it goes on: actions, their consequences and the ending."""

from collections.abc import Iterable

from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph, Sentence
from heorot.games.legend.model.state import OVER
from heorot.games.legend.table.results import final_scores
from heorot.games.legend.table.table import HistoryEntry, Table
from heorot.games.legend.table.view import visible_entries
from heorot.games.legend.text import explanations
from heorot.games.legend.text.citations import cite
from heorot.games.legend.text.explanations import describe_ending
from heorot.games.legend.text.log import describe_entry
from heorot.games.legend.text.log_context import LogContext


class LegendNarrator:
    """Narrator that remembers what it has described so far."""

    def __init__(self, table: Table, reader: Seat | None, discreet: bool) -> None:
        self.context = LogContext(table.box, table.state.seats, reader, discreet)
        self.follow(table.history)

    def follow(self, history: Iterable[HistoryEntry]) -> list[Paragraph]:
        """Return entries as paragraphs, one for each sentence."""
        context = self.context
        entries = [entry for past_entry in history for entry in visible_entries(past_entry, context.reader)]
        return [(cite(sentence, context.kind),) for entry in entries for sentence in describe_entry(context, entry)]

    def narrate_moves(self, before: Table, now: Table) -> list[Paragraph]:
        """Return the actions between two tables, and their consequences."""
        return self.follow(now.history[len(before.history) :])

    def narrate(self, before: Table, now: Table) -> list[Paragraph]:
        """Return the actions between two tables, and the ending."""
        paragraphs, reader = self.narrate_moves(before, now), self.context.reader
        if before.state.phase != OVER == now.state.phase:
            paragraphs += explanations.describe_scores(final_scores(now), reader)
            paragraphs.append(tuple(describe_winner(now, reader)))
        return paragraphs


# ---- The end -------------------------------------------------------------------------------------------------------


def describe_scores(table: Table, reader: Seat | None) -> list[Sentence]:
    """Return the score sheet as sentences."""
    paragraphs = explanations.describe_scores(final_scores(table), reader)
    return [sentence for paragraph in paragraphs for sentence in paragraph]


def describe_winner(table: Table, reader: Seat | None) -> list[Sentence]:
    """Return the places and the winners."""
    return list(describe_ending(final_scores(table), reader))
