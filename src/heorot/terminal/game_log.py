"""What has happened in a game, in words for one reader: every entry with what it changed."""

from typing import Any

from heorot.engine.game import Teller
from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph
from heorot.terminal.guide import Guide
from heorot.terminal.sitting import Sitting
from heorot.terminal.speech import Speech


class Chronicle:
    """Grows with the game and shrinks when something is taken back; what was told once is not worked out again."""

    def __init__(self, sitting: Sitting, guide: Guide, speech: Speech, reader: Seat | None, discreet: bool) -> None:
        self.sitting = sitting
        self.guide = guide
        self.speech = speech
        self.reader = reader
        self.discreet = discreet  # others may read it too
        self.tables: list[Any] = sitting.past[:1]  # up to which all is told
        self.told: list[list[str]] = []  # for each entry
        self.results: list[list[str]] = []  # likewise, what it brought besides
        self.teller: Teller[Any] | None = None  # who has told all this

    def since(self, entry: int) -> list[str]:
        """What was done from an entry on, in lines."""
        self.catch_up()
        return [line for lines in self.told[entry:] for line in lines]

    def whole(self) -> list[str]:
        """All that happened, with what it brought in the end."""
        self.catch_up()
        return [line for told, results in zip(self.told, self.results, strict=True) for line in (*told, *results)]

    def catch_up(self) -> None:
        """Forget what was taken back, and tell what is new."""
        past = self.sitting.past
        while self.tables[-1] is not past[min(len(self.tables), len(past)) - 1] or len(self.tables) > len(past):
            self.tables.pop()
            self.told.pop()
            self.results.pop()
            self.teller = None
        if self.teller is None:
            self.teller = self.sitting.game.teller(self.tables[-1], self.reader, self.discreet)
        for now in past[len(self.tables) :]:
            self.told.append(self.go_on(self.teller, now))
            self.results.append(self.conclude(self.tables[-1], now))
            self.tables.append(now)

    def go_on(self, teller: Teller[Any], now: Any) -> list[str]:
        """What is new for this reader: what was done, and below it what it changed."""
        return [line for paragraph in teller.recount(self.tables[-1], now) for line in self.indent(paragraph)]

    def indent(self, paragraph: Paragraph) -> list[str]:
        """A paragraph in lines, all but the first a little to the right."""
        first, *others = map(self.speech.utter, paragraph)
        return [first, *("  " + line for line in others)]

    def conclude(self, before: Any, now: Any) -> list[str]:
        """What an entry brought besides, in short: it is told at length when it happens."""
        reached = self.guide.milestone(before, now, self.reader)
        return [self.speech.utter(paragraph[0]) for paragraph in reached.told] if reached else []
