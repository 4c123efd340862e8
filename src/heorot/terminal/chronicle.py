"""What has happened in a game, in words for one reader: every entry with what it changed."""

from typing import Any

from heorot.engine.seats import CHANCE, Seat
from heorot.terminal.sitting import Sitting
from heorot.terminal.speech import Speech


class Chronicle:
    """Grows with the game and shrinks when something is taken back; what was told once is not worked out again."""

    def __init__(self, sitting: Sitting, guide: Any, speech: Speech, reader: Seat | None, discreet: bool) -> None:
        self.sitting = sitting
        self.guide = guide
        self.speech = speech
        self.reader = reader
        self.discreet = discreet  # others may read it too
        self.tables: list[Any] = sitting.past[:1]  # up to which all is told
        self.told: list[list[str]] = []  # for each entry
        self.results: list[list[str]] = []  # likewise, what it brought besides
        self.teller: Any = None  # who tells the game's own log, and how far

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
            self.teller = self.guide.Storyteller(past[0].box, self.reader, self.discreet)
            self.go_on(self.tables[-1])
        for number in range(len(self.tables), len(past)):
            self.told.append(self.tell(number))
            self.results.append(self.conclude(number))
            self.tables.append(past[number])

    def go_on(self, table: Any) -> list[Any]:
        """What is new in the game's own log for this reader."""
        return list(self.teller.go_on(self.sitting.game.view(table, self.reader)))

    def conclude(self, number: int) -> list[str]:
        """What an entry brought besides, in short."""
        before, now = self.sitting.past[number - 1 : number + 1]
        return list(map(self.speech.utter, self.guide.tell_results(before, now, self.reader)))

    def tell(self, number: int) -> list[str]:
        """One entry: what was said, and what it changed."""
        before, now, entry = *self.sitting.past[number - 1 : number + 1], self.sitting.standing[number - 1]
        new, effects = self.go_on(now), []
        if entry.seat != CHANCE:
            effects = self.guide.tell_effects(before, self.sitting.game.read(before, entry.text), self.reader)
        sentences = list(map(self.speech.utter, new))
        if sentences and effects:
            changed = ["  " + self.speech.utter(effect) for effect in effects]
            done = 1 + next((place for place, told in enumerate(new) if "who" in told.params), 0)  # behind a heading
            return [*sentences[:done], *changed, *sentences[done:]]
        return sentences
