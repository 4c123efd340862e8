"""Answers in the place of one's own latest ones: a set that the rules want in a fixed order may be named in any."""

from typing import TYPE_CHECKING, Any

from heorot.engine.game import Entry
from heorot.engine.seats import Seat
from heorot.engine.undo import own_choices
from heorot.terminal.reading import Anew, Choice

if TYPE_CHECKING:
    from heorot.terminal.play import Conversation


class Renaming:
    """What was said anew in one conversation."""

    def __init__(self, talk: "Conversation") -> None:
        self.talk = talk
        self.done: list[tuple[Any, int, list[Entry]]] = []  # the table then, how many answers, and what they replaced

    def is_possible(self, seat: Seat, choice: Choice) -> bool:
        """Whether the rules allow what would be said anew; they have listed all else themselves."""
        anew = [meant for meant in choice.ends.values() if isinstance(meant, Anew)]
        return all(self.before_last(seat, meant) is not None for meant in anew)

    def before_last(self, seat: Seat, meant: Anew) -> Any:
        """The table in which the last of some new answers would be given; nothing if the rules do not allow them, or
        other people have seen what would be taken back."""
        sitting, game = self.talk.sitting, self.talk.game
        latest = {entry.seat for entry in sitting.standing[-meant.taken_back :]}
        free = own_choices(game, sitting.past, sitting.standing, seat) >= meant.taken_back
        if latest != {seat} or (self.talk.private and not free):
            return None
        table, before = sitting.past[-1 - meant.taken_back], None
        for action in meant.actions:
            if game.refusal(table, seat, action) is not None:
                return None
            table, before = game.apply(table, seat, action), table
        return before

    def answer(self, seat: Seat, meant: Anew) -> None:
        """Say something in the place of one's own latest answers."""
        talk, replaced = self.talk, self.talk.sitting.standing[-meant.taken_back :]
        talk.take_back(meant.taken_back, seat)
        *before, last = meant.actions
        for action in before:
            talk.sitting.answer(seat, action)
        talk.heard[seat] = len(talk.sitting.standing)
        talk.play(seat, last)
        self.done.append((talk.sitting.table, len(meant.actions), replaced))

    def restore(self, seat: Seat) -> bool:
        """Take answers back that were given anew: those that they replaced stand again."""
        table, count, replaced = self.done[-1] if self.done else (None, 0, [])
        if table is not self.talk.sitting.table:
            return False
        del self.done[-1]
        self.talk.take_back(count, seat)
        for entry in replaced:
            self.talk.sitting.answer(seat, self.talk.game.read(self.talk.sitting.table, entry.text))
        self.talk.keep()
        self.talk.heard[seat] = len(self.talk.sitting.standing)
        return True
