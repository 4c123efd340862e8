"""A game told to one reader as it goes on: what was done, what followed from it, and how it ended."""

from collections.abc import Iterable

from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph, Sentence
from heorot.games.legend import accounts
from heorot.games.legend.accounts import tell_ending
from heorot.games.legend.citing import cited
from heorot.games.legend.results import final_scores
from heorot.games.legend.state import OVER
from heorot.games.legend.story import Story
from heorot.games.legend.table import Said, Table
from heorot.games.legend.view import seen
from heorot.games.legend.words import tell_entry


class Teller:
    """Knows what the log has told so far."""

    def __init__(self, table: Table, reader: Seat | None, discreet: bool) -> None:
        self.story = Story(table.box, table.state.seats, reader, discreet)
        self.follow(table.history)

    def follow(self, history: Iterable[Said]) -> list[Paragraph]:
        """Entries in words, a paragraph for each sentence."""
        entries = [entry for said in history for entry in seen(said, self.story.reader)]
        return [(cited(told, self.story.kind),) for entry in entries for told in tell_entry(self.story, entry)]

    def recount(self, before: Table, now: Table) -> list[Paragraph]:
        """What was done between two tables, and what followed from it."""
        return self.follow(now.history[len(before.history) :])

    def tell(self, before: Table, now: Table) -> list[Paragraph]:
        """The same, and how it ended."""
        told, reader = self.recount(before, now), self.story.reader
        if before.state.phase != OVER == now.state.phase:
            told += [*accounts.tell_scores(final_scores(now), reader), tuple(tell_winner(now, reader))]
        return told


# ---- The end -------------------------------------------------------------------------------------------------------


def tell_scores(table: Table, reader: Seat | None) -> list[Sentence]:
    """The score sheet, in words."""
    return flat(accounts.tell_scores(final_scores(table), reader))


def tell_winner(table: Table, reader: Seat | None) -> list[Sentence]:
    """The places, and who won."""
    return list(tell_ending(final_scores(table), reader))


def flat(paragraphs: Iterable[Paragraph]) -> list[Sentence]:
    """Paragraphs as one row of sentences."""
    return [sentence for paragraph in paragraphs for sentence in paragraph]
