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
        for said in table.history:
            self.sentences(said)

    def narrate_moves(self, before: Table, now: Table) -> list[Paragraph]:
        """Describe every entry between two tables with its effects."""
        return [told for one, said, _ in steps(before, now) for told in self.entry(one, said)]

    def narrate(self, before: Table, now: Table) -> list[Paragraph]:
        """Describe every entry between two tables, and every act and game that ended; the next act is announced at
        once."""
        told: list[Paragraph] = []
        if before.history:
            self.board.reach(before.state.act + 1)
        for one, said, next_one in steps(before, now):
            told += [*self.entry(one, said), *describe_end_of_act(one, said, next_one, self.reader)]
            if one.state.act != next_one.state.act:
                told += self.opening(next_one)
        if before.state.phase != OVER == now.state.phase:
            told += [tuple(describe_scores(now, self.reader)), tuple(describe_winner(now, self.reader))]
        return told

    def entry(self, before: Table, said: HistoryEntry) -> list[Paragraph]:
        """Describe an entry and its effects."""
        told = self.sentences(said)
        done = next((place for place, one in enumerate(told) if "who" in one.params), 0)  # after a heading
        has_effects = told and said.seat != CHANCE
        effects = describe_changes(score_changes(before, said.action), self.reader) if has_effects else ()
        return [(one, *effects) if place == done else (one,) for place, one in enumerate(told)]

    def opening(self, now: Table) -> list[Paragraph]:
        """M3.7, M3.8: Announce an act and the player who begins it."""
        act = now.state.act + 1
        self.board.reach(act)
        opens = Sentence("movie.does.opens", **player_params(Seat(now.state.next), self.reader))
        return [(cite(one),) for one in (Sentence("movie.does.act", act=roman(act)), opens)]

    def sentences(self, said: HistoryEntry) -> list[Sentence]:
        """Describe an entry for the reader; if discreet, without the tiles that only the reader has seen."""
        entries = [
            one for one in visible_entries(said, self.reader) if not (self.discreet and isinstance(one.action, Given))
        ]
        return [cite(told) for one in entries for told in describe_entry(self.board, one, self.reader)]


@memo
def steps(before: Table, now: Table) -> list[tuple[Table, HistoryEntry, Table]]:
    """Return every entry between two tables with the table before and after it; these have no history."""
    found, one = [], before
    for said in now.history[len(before.history) :]:
        after = table_without_history(one, said.action)
        found.append((one, said, after))
        one = after
    return found


# ---- Results of acts and of the game --------------------------------------------------------------------------------


def describe_end_of_act(before: Table, said: HistoryEntry, now: Table, reader: Seat | None) -> list[Paragraph]:
    """Explain the result of an act, if it ended."""
    return list(describe_act(act_result(before, said, now, ()), reader)) if act_ended(before, now) else []


def describe_scores(table: Table, reader: Seat | None) -> list[Sentence]:
    """Describe the score sheet."""
    return list(describe_score_sheet(act_results(table), table.box.saga_points, reader))


def describe_winner(table: Table, reader: Seat | None) -> list[Sentence]:
    """Describe the winner, and the tie-break if there was one."""
    return list(describe_ending(ending(table), reader))
