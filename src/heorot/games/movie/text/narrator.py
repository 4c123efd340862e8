"""A game told to one reader as it goes on: every entry with what it changed, and what an act brought."""

from heorot.engine.latest import latest
from heorot.engine.naming import whose
from heorot.engine.seats import CHANCE, Seat
from heorot.engine.sentence import Paragraph, Sentence
from heorot.games.movie.accounts import tell_act, tell_changes, tell_ending, tell_sheet
from heorot.games.movie.actions import Given
from heorot.games.movie.citing import cited
from heorot.games.movie.explain import gains
from heorot.games.movie.names import roman
from heorot.games.movie.results import act_ended, act_results, ending, result, without_past
from heorot.games.movie.state import OVER
from heorot.games.movie.table import Said, Table
from heorot.games.movie.view import seen
from heorot.games.movie.words import Board, tell_entry


class Teller:
    """Knows the board as it was told."""

    def __init__(self, table: Table, reader: Seat | None, discreet: bool) -> None:
        self.reader = reader
        self.discreet = discreet  # others may read it too
        self.board = Board()
        for said in table.history:
            self.sentences(said)

    def recount(self, before: Table, now: Table) -> list[Paragraph]:
        """What was done between two tables."""
        return [told for one, said, _ in steps(before, now) for told in self.entry(one, said)]

    def tell(self, before: Table, now: Table) -> list[Paragraph]:
        """The same, and whatever ended or began: an act is opened as soon as the one before it is told."""
        told: list[Paragraph] = []
        if before.history:
            self.board.reach(before.state.act + 1)
        for one, said, next_one in steps(before, now):
            told += [*self.entry(one, said), *tell_end_of_act(one, said, next_one, self.reader)]
            if one.state.act != next_one.state.act:
                told += self.opening(next_one)
        if before.state.phase != OVER == now.state.phase:
            told += [tuple(tell_scores(now, self.reader)), tuple(tell_winner(now, self.reader))]
        return told

    def entry(self, before: Table, said: Said) -> list[Paragraph]:
        """One entry, and below it what it changed."""
        told = self.sentences(said)
        done = next((place for place, one in enumerate(told) if "who" in one.params), 0)  # behind a heading
        effects = tell_effects(before, said, self.reader) if told else []
        return [(one, *effects) if place == done else (one,) for place, one in enumerate(told)]

    def opening(self, now: Table) -> list[Paragraph]:
        """M3.7, M3.8: which act begins, and who opens it."""
        act = now.state.act + 1
        self.board.reach(act)
        opens = Sentence("movie.does.opens", **whose(Seat(now.state.next), self.reader))
        return [(cited(one),) for one in (Sentence("movie.does.act", act=roman(act)), opens)]

    def sentences(self, said: Said) -> list[Sentence]:
        """An entry in words, for the reader; discreetly, without the tiles that only the reader has seen."""
        entries = [one for one in seen(said, self.reader) if not (self.discreet and isinstance(one.action, Given))]
        return [cited(told) for one in entries for told in tell_entry(self.board, one, self.reader)]


@latest
def steps(before: Table, now: Table) -> list[tuple[Table, Said, Table]]:
    """Every entry between two tables, with the one before it and the one after it; these know nothing of the past."""
    found, one = [], before
    for said in now.history[len(before.history) :]:
        after = without_past(one, said.action)
        found.append((one, said, after))
        one = after
    return found


def tell_effects(before: Table, said: Said, reader: Seat | None) -> list[Sentence]:
    """What an answer has changed, for those who watched."""
    return [] if said.seat == CHANCE else list(tell_changes(gains(before, said.action), reader))


# ---- What everyone should know before the game goes on -------------------------------------------------------------


def tell_end_of_act(before: Table, said: Said, now: Table, reader: Seat | None) -> list[Paragraph]:
    """The end of an act: every figure explained."""
    return list(tell_act(result(before, said, now, ()), reader)) if act_ended(before, now) else []


def tell_scores(table: Table, reader: Seat | None) -> list[Sentence]:
    """The score sheet, in words."""
    return list(tell_sheet(act_results(table), table.box.saga_points, reader))


def tell_winner(table: Table, reader: Seat | None) -> list[Sentence]:
    """The tie-break if there was one, and who won."""
    return list(tell_ending(ending(table), reader))
