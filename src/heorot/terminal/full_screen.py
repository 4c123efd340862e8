"""A game on the whole screen: the table drawn as large as it fits, below it the question and what may be answered."""

import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from rich.console import Console
from rich.text import Text

from heorot.terminal.display import PROMPT, Complete, Draw, Moment, Terminal, forget_lines, number_choices, pause
from heorot.terminal.reading import is_command
from heorot.terminal.speech import Speech
from heorot.terminal.wrapping import wrap

ENTER_SCREEN, LEAVE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
CLEAR = "\x1b[H\x1b[2J"  # home, and the screen
CLEAR_ABOVE = "\x1b[3J"  # whatever a terminal without a second screen keeps above it
GAP = "   "  # between answers of the list
USUAL = 5  # lines below the table: the question, the list, an example
MOST_FOLLOWED = 3  # lines about an action, while it is shown
FEWEST_LINES, FEWEST_COLUMNS = 8, 24  # what is drawn for, in a terminal that has less or tells nothing


class Drawn:
    """The whole screen, drawn anew for every question and whenever its size changes."""

    lasting = False

    def __init__(self, speech: Speech, pace: float, shared: bool) -> None:
        self.speech = speech
        self.pace = pace
        self.terminal = Terminal()
        self.messages: list[str] = []
        self.moment: Moment | None = None  # the table that is on the screen, ...
        self.sheet: Callable[[], list[Text]] | None = None  # ... or the lines of something long, ...
        self.top = 0  # ... from this line on
        self.drawing = self.stale = False
        self.clear = CLEAR + CLEAR_ABOVE if shared else CLEAR

    @contextmanager
    def screen(self) -> Iterator[None]:
        """A screen of its own, which leaves no trace when it is closed. (The signal comes before the line editor is
        loaded, which then hands it on.)"""
        before = signal.signal(signal.SIGWINCH, self.resized)
        print(ENTER_SCREEN, end="", flush=True)
        try:
            yield
        finally:
            signal.signal(signal.SIGWINCH, before)
            with suppress(OSError):  # the terminal may be gone
                print(self.clear + LEAVE_SCREEN, end="", flush=True)

    def resized(self, *_: Any) -> None:
        """The terminal has another size: draw what is on it once more, now or when the present drawing is done."""
        self.stale = True
        if not self.drawing:
            self.redraw()

    def ask(self, moment: Moment, prompt: str, complete: Complete) -> str:
        self.moment = moment
        self.redraw()
        text = self.terminal.read(prompt, complete)
        self.messages = []
        return text

    def answer(self, lines: Sequence[str]) -> str:
        """Beside the table if there is room, else on pages."""
        columns, rows = size()
        if sum(len(wrap(line, columns, "  ")) for line in lines) > rows // 3:
            return self.page(lines, self.speech.say("play.page.prompt"))
        self.messages = list(lines)
        return ""

    def echo(self, lines: Sequence[str]) -> None:
        """It is seen on the table, and stands in the log beside it."""

    def last(self, line: str) -> None:
        """Something to say when the screen is gone; what may be copied from it stays whole."""
        for part in wrap(line, size()[0], whole=True):
            self.terminal.write(part)

    def close(self, lines: Sequence[str], on: str, above: Draw) -> None:
        self.page(lines, on, above)

    def follow(self, moment: Moment, lines: Sequence[str]) -> None:
        self.moment, self.messages = moment, list(lines[:MOST_FOLLOWED])
        self.redraw()
        pause(self.pace)
        self.messages = []

    def page(self, lines: Sequence[str], on: str, above: Draw | None = None) -> str:
        def sheet() -> list[Text]:
            columns, rows = size()
            drawn = above(columns, rows - 4, self.speech) if above else []
            return [*drawn, *(Text(part) for line in lines for part in wrap(line, columns, "  "))]

        self.moment, self.sheet, self.top = None, sheet, 0
        while self.top < len(sheet()):
            self.redraw()
            text = self.terminal.read(on, lambda line: []).strip()
            if text:
                return "" if is_command(text, "quit") else text
            self.top += size()[1] - 2
        return ""

    def hand_over(self, text: str) -> str:
        self.moment, self.messages, self.top = None, [], 0
        self.sheet = lambda: [Text(line) for line in wrap(text, size()[0])]
        forget_lines()
        self.redraw()
        return self.terminal.read(PROMPT, lambda line: [])

    # ---- Drawing ---------------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Everything, for the size that the terminal has now."""
        self.drawing, self.stale = True, True
        while self.stale:
            self.stale = False
            if self.moment is not None:
                self.draw_table(self.moment)
            elif self.sheet is not None:
                self.print(self.sheet()[self.top : self.top + size()[1] - 2])
        self.drawing = False

    def draw_table(self, moment: Moment) -> None:
        """The table, and below it what is told and asked. It keeps its size while messages come and go: they take free
        lines, or else the place of the example and of the list; only if that is too little must the table shrink."""
        columns, rows = size()
        told, asked = self.told(columns), self.asked(moment, columns)
        listed, hint = self.listed(moment, columns), self.hint(moment, columns)
        for extra in ([*listed, *hint], listed, hint, []):  # what a small terminal has no room for
            usual = max(USUAL, len(asked) + len(extra)) if extra else len(asked)
            table = moment.paint(columns, rows - usual - 1)
            if len(table) + len(asked) + len(extra) < rows:
                break
        for below in ([*told, *asked, *extra], [*told, *asked, *listed], [*told, *asked]):
            if len(table) + len(below) < rows:
                break
        else:
            table = moment.paint(columns, rows - len(below) - 1)[: max(rows - len(below) - 1, 0)]
        self.print([*table, *below])

    def told(self, columns: int) -> list[Text]:
        """Answers to what was asked of the program."""
        return [Text(part, "bold") for line in self.messages for part in wrap(line, columns, "  ")]

    def asked(self, moment: Moment, columns: int) -> list[Text]:
        """The question."""
        return [Text(line, "bold cyan") for line in wrap(self.speech.utter(moment.question), columns)]

    def listed(self, moment: Moment, columns: int) -> list[Text]:
        """What may be answered."""
        return [Text(line) for line in in_a_row(number_choices(moment.choices, self.speech), columns)]

    def hint(self, moment: Moment, columns: int) -> list[Text]:
        """An example of what may be typed."""
        lines = wrap(self.speech.utter(moment.hint), columns) if moment.choices else []
        return [Text(line, "dim") for line in lines]

    def print(self, lines: Sequence[Text]) -> None:
        """These lines and nothing else."""
        columns, _ = size()
        console = Console(highlight=False, width=columns, legacy_windows=False)
        print(self.clear, end="")
        for line in lines:
            console.print(self.terminal.fit(line), no_wrap=True, crop=True, overflow="ignore")
        sys.stdout.flush()


def size() -> tuple[int, int]:
    """Columns and lines of the terminal; one column stays free, since some terminals wrap behind the last."""
    columns, rows = shutil.get_terminal_size()
    return max(columns - 1, FEWEST_COLUMNS), max(rows, FEWEST_LINES)


def in_a_row(texts: Sequence[str], width: int) -> list[str]:
    """Short texts one after the other, as many as a line has room for."""
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1]) + len(GAP) + len(text) <= width:
            lines[-1] += GAP + text
        else:
            lines.append(text)
    return lines
