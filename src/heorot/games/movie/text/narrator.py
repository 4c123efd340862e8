"""Narration of a game for one reader: every entry with its effects, and the results of acts."""

from heorot.engine.memo import memo
from heorot.engine.seats import CHANCE, Seat
from heorot.engine.sentence import Paragraph, Sentence
from heorot.engine.sentence_params import player_params
from heorot.games.movie.box.names import roman
from heorot.games.movie.model.actions import Given
from heorot.games.movie.model.state import OVER
from heorot.games.movie.table.analysis import score_changes
from heorot.games.movie.table.results import act_ended, act_result, act_results, ending, table_without_history
from heorot.games.movie.table.table import HistoryEntry, Table
from heorot.games.movie.table.view import visible_entries
from heorot.games.movie.text.citations import cite
from heorot.games.movie.text.explanations import describe_act, describe_changes, describe_ending, describe_score_sheet
from heorot.games.movie.text.log import LoggedBoard, describe_entry


class MovieNarrator:
    """Implements the protocol `Narrator`; keeps the board as described so far."""

    def __init__(self, table: Table, reader: Seat | None, discreet: bool) -> None:
        self.reader = reader
        self.discreet = discreet  # leave out what only the reader may see
        self.board = LoggedBoard()
        for past_entry in table.history:
            self.sentences(past_entry)

    def narrate_moves(self, before: Table, now: Table) -> list[Paragraph]:
        """Describe every entry between two tables with its effects."""
        return [paragraph for table, past_entry, _ in steps(before, now) for paragraph in self.entry(table, past_entry)]

    def narrate(self, before: Table, now: Table) -> list[Paragraph]:
        """Describe every entry between two tables, and every act and game that ended; the next act is announced at
        once."""
        paragraphs: list[Paragraph] = []
        if before.history:
            self.board.reach(before.state.act + 1)
        for table, past_entry, after in steps(before, now):
            paragraphs += [*self.entry(table, past_entry), *describe_end_of_act(table, past_entry, after, self.reader)]
            if table.state.act != after.state.act:
                paragraphs += self.opening(after)
        if before.state.phase != OVER == now.state.phase:
            paragraphs += [tuple(describe_scores(now, self.reader)), tuple(describe_winner(now, self.reader))]
        return paragraphs

    def entry(self, before: Table, past_entry: HistoryEntry) -> list[Paragraph]:
        """Describe an entry and its effects."""
        sentences = self.sentences(past_entry)
        # The effects follow the sentence about the player, which a heading may precede.
        main = next((place for place, sentence in enumerate(sentences) if "who" in sentence.params), 0)
        has_effects = sentences and past_entry.seat != CHANCE
        effects = describe_changes(score_changes(before, past_entry.action), self.reader) if has_effects else ()
        return [(sentence, *effects) if place == main else (sentence,) for place, sentence in enumerate(sentences)]

    def opening(self, now: Table) -> list[Paragraph]:
        """M3.7, M3.8: Announce an act and the player who begins it."""
        act = now.state.act + 1
        self.board.reach(act)
        opens = Sentence("movie.does.opens", **player_params(Seat(now.state.next), self.reader))
        return [(cite(sentence),) for sentence in (Sentence("movie.does.act", act=roman(act)), opens)]

    def sentences(self, past_entry: HistoryEntry) -> list[Sentence]:
        """Describe an entry for the reader; if discreet, without the tiles that only the reader has seen."""
        seen = visible_entries(past_entry, self.reader)
        entries = [entry for entry in seen if not (self.discreet and isinstance(entry.action, Given))]
        return [cite(sentence) for entry in entries for sentence in describe_entry(self.board, entry, self.reader)]


@memo
def steps(before: Table, now: Table) -> list[tuple[Table, HistoryEntry, Table]]:
    """Return every entry between two tables with the table before and after it; these have no history."""
    taken, table = [], before
    for past_entry in now.history[len(before.history) :]:
        after = table_without_history(table, past_entry.action)
        taken.append((table, past_entry, after))
        table = after
    return taken


# ---- Results of acts and of the game -------------------------------------------------------------------------------


def describe_end_of_act(before: Table, past_entry: HistoryEntry, now: Table, reader: Seat | None) -> list[Paragraph]:
    """Explain the result of an act, if it ended."""
    return list(describe_act(act_result(before, past_entry, now, ()), reader)) if act_ended(before, now) else []


def describe_scores(table: Table, reader: Seat | None) -> list[Sentence]:
    """Describe the score sheet."""
    return list(describe_score_sheet(act_results(table), table.box.saga_points, reader))


def describe_winner(table: Table, reader: Seat | None) -> list[Sentence]:
    """Describe the winner, and the tie-break if there was one."""
    return list(describe_ending(ending(table), reader))
