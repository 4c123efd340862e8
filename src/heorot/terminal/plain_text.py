"""A game told plainly: one statement a line, for a screen reader or a pipe."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from heorot.terminal.display import PROMPT, Complete, Draw, Moment, Terminal, forget_lines, number_choices, pause
from heorot.terminal.speech import Speech


class Plain:
    """One statement a line, no drawing, nothing that moves."""

    lasting = True

    def __init__(self, speech: Speech, pace: float) -> None:
        self.speech = speech
        self.pace = pace
        self.terminal = Terminal()

    @contextmanager
    def screen(self) -> Iterator[None]:
        """Nothing has to be put in order for it, or after it."""
        yield

    def ask(self, moment: Moment, prompt: str, complete: Complete) -> str:
        """Tell what is new, then ask. A hand that others might read later is shown on request alone."""
        if not moment.again:
            self.tell(moment.news)
            self.tell(list(moment.state()))
            self.tell([] if moment.private else list(moment.hand()))
            self.tell([self.speech.utter(moment.question)])
            self.tell([] if moment.private else number_choices(moment.choices, self.speech))
            self.tell([self.speech.utter(moment.hint)] if moment.fresh and not moment.private else [])
        return self.terminal.read(prompt, complete)

    def tell(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.terminal.write(line)

    def answer(self, lines: Sequence[str]) -> str:
        self.tell(lines)
        return ""

    def echo(self, lines: Sequence[str]) -> None:
        self.tell(lines)

    def follow(self, moment: Moment, lines: Sequence[str]) -> None:
        self.tell(lines)
        pause(self.pace)

    def last(self, line: str) -> None:
        """Something to say when all is over."""
        self.terminal.write(line)

    def close(self, lines: Sequence[str], on: str, above: Draw) -> None:
        """They are the last words too."""

    def page(self, lines: Sequence[str], on: str, above: Draw | None = None) -> str:
        return self.answer(lines)

    def hand_over(self, text: str) -> str:
        forget_lines()
        self.tell([text])
        return self.terminal.read(PROMPT, lambda line: [])
