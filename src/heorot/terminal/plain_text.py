"""The plain-text display: one statement a line, for a screen reader or a pipe."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from heorot.terminal.display import PROMPT, Completer, Frame, PagePainter, Terminal, clear_input, number_choices, pause
from heorot.terminal.translator import Translator


class PlainTextDisplay:
    """Prints one statement a line and draws nothing."""

    keeps_output = True

    def __init__(self, translator: Translator, pace: float) -> None:
        self.translator = translator
        self.pace = pace  # seconds to pause after an action of another player
        self.terminal = Terminal()

    @contextmanager
    def screen(self) -> Iterator[None]:
        """Do nothing: plain text needs no setup."""
        yield

    def ask(self, frame: Frame, prompt: str, completer: Completer) -> str:
        """Print what is new and the question. On a shared screen the hand is shown only on request."""
        if not frame.repeated:
            self.write_lines(frame.news)
            self.write_lines(list(frame.describe_table()))
            self.write_lines([] if frame.shared else list(frame.describe_hand()))
            self.write_lines([self.translator.render(frame.question)])
            self.write_lines([] if frame.shared else number_choices(frame.choices, self.translator))
            self.write_lines([self.translator.render(frame.hint)] if frame.full and not frame.shared else [])
        return self.terminal.read(prompt, completer)

    def write_lines(self, lines: Sequence[str]) -> None:
        """Print lines."""
        for line in lines:
            self.terminal.write(line)

    def respond(self, lines: Sequence[str]) -> str:
        self.write_lines(lines)
        return ""

    def echo(self, lines: Sequence[str]) -> None:
        self.write_lines(lines)

    def show_action(self, frame: Frame, lines: Sequence[str]) -> None:
        self.write_lines(lines)
        pause(self.pace)

    def write_last(self, line: str) -> None:
        """Print a line after the game has ended."""
        self.terminal.write(line)

    def show_end(self, lines: Sequence[str], prompt: str, draw_above: PagePainter) -> None:
        """Do nothing: the game loop's closing lines say the same."""

    def page(self, lines: Sequence[str], prompt: str, draw_above: PagePainter | None = None) -> str:
        return self.respond(lines)

    def hand_over(self, text: str) -> str:
        clear_input()
        self.write_lines([text])
        return self.terminal.read(PROMPT, lambda line: [])
