"""The full-screen display: the table drawn as large as it fits, the question and the choices below it."""

import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from rich.console import Console
from rich.text import Text

from heorot.terminal.display import PROMPT, Completer, Frame, PagePainter, Terminal, clear_input, number_choices, pause
from heorot.terminal.input_parser import is_command
from heorot.terminal.translator import Translator
from heorot.terminal.wrapping import wrap

ENTER_SCREEN, LEAVE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
CLEAR = "\x1b[H\x1b[2J"  # cursor home, clear the screen
CLEAR_SCROLLBACK = "\x1b[3J"  # for terminals without an alternate screen
GAP = "   "  # between choices of the list
USUAL_LINES_BELOW = 5  # the question, the list and an example
MAX_ACTION_LINES = 3  # about an action of another player
MIN_LINES, MIN_COLUMNS = 8, 24  # drawn for, even if the terminal is smaller or does not tell its size


class FullScreenDisplay:
    """Redraws the whole screen for every question and when the terminal is resized."""

    keeps_output = False

    def __init__(self, translator: Translator, pace: float, shared: bool) -> None:
        self.translator = translator
        self.pace = pace  # seconds to pause after an action of another player
        self.terminal = Terminal()
        self.messages: list[str] = []  # below the table
        self.frame: Frame | None = None  # the screen shows a frame, ...
        self.page_lines: Callable[[], list[Text]] | None = None  # ... or a page of these lines ...
        self.first_line = 0  # ... from this one on
        self.is_drawing = self.is_stale = False
        self.clear = CLEAR + CLEAR_SCROLLBACK if shared else CLEAR

    @contextmanager
    def screen(self) -> Iterator[None]:
        """Use the alternate screen, and restore the terminal afterwards. The signal handler must be set before the line
        editor is loaded, because the line editor chains to it."""
        before = signal.signal(signal.SIGWINCH, self.on_resize)
        print(ENTER_SCREEN, end="", flush=True)
        try:
            yield
        finally:
            signal.signal(signal.SIGWINCH, before)
            with suppress(OSError):  # the terminal may be gone
                print(self.clear + LEAVE_SCREEN, end="", flush=True)

    def on_resize(self, *_: Any) -> None:
        """Redraw for the new size, now or after the current redraw."""
        self.is_stale = True
        if not self.is_drawing:
            self.redraw()

    def ask(self, frame: Frame, prompt: str, completer: Completer) -> str:
        self.frame = frame
        self.redraw()
        text = self.terminal.read(prompt, completer)
        self.messages = []
        return text

    def respond(self, lines: Sequence[str]) -> str:
        """Show lines below the table if there is room, else as pages."""
        columns, rows = terminal_size()
        if sum(len(wrap(line, columns, "  ")) for line in lines) > rows // 3:
            return self.page(lines, self.translator.translate("play.page.prompt"))
        self.messages = list(lines)
        return ""

    def echo(self, lines: Sequence[str]) -> None:
        """Do nothing: the table and the log beside it show the action."""

    def write_last(self, line: str) -> None:
        """Print a line after the alternate screen was left, without breaking long words, so that it can be copied."""
        for part in wrap(line, terminal_size()[0], break_words=False):
            self.terminal.write(part)

    def show_end(self, lines: Sequence[str], prompt: str, draw_above: PagePainter) -> None:
        self.page(lines, prompt, draw_above)

    def show_action(self, frame: Frame, lines: Sequence[str]) -> None:
        self.frame, self.messages = frame, list(lines[:MAX_ACTION_LINES])
        self.redraw()
        pause(self.pace)
        self.messages = []

    def page(self, lines: Sequence[str], prompt: str, draw_above: PagePainter | None = None) -> str:
        def page_lines() -> list[Text]:
            columns, rows = terminal_size()
            above = draw_above(columns, rows - 4, self.translator) if draw_above else []
            return [*above, *(Text(part) for line in lines for part in wrap(line, columns, "  "))]

        self.frame, self.page_lines, self.first_line = None, page_lines, 0
        while self.first_line < len(page_lines()):
            self.redraw()
            text = self.terminal.read(prompt, lambda line: []).strip()
            if text:
                return "" if is_command(text, "quit") else text
            self.first_line += terminal_size()[1] - 2
        return ""

    def hand_over(self, text: str) -> str:
        self.frame, self.messages, self.first_line = None, [], 0
        self.page_lines = lambda: [Text(line) for line in wrap(text, terminal_size()[0])]
        clear_input()
        self.redraw()
        return self.terminal.read(PROMPT, lambda line: [])

    # ---- Drawing ---------------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw everything for the current size of the terminal; repeat if it was resized meanwhile."""
        self.is_drawing, self.is_stale = True, True
        while self.is_stale:
            self.is_stale = False
            if self.frame is not None:
                self.draw_frame(self.frame)
            elif self.page_lines is not None:
                self.print(self.page_lines()[self.first_line : self.first_line + terminal_size()[1] - 2])
        self.is_drawing = False

    def draw_frame(self, frame: Frame) -> None:
        """Draw the table, and below it messages and the question. The table keeps its size while messages come and go:
        they take free lines, else those of the example and of the list. Only if that is not enough the table
        shrinks."""
        columns, rows = terminal_size()
        question = [Text(line, "bold cyan") for line in wrap(self.translator.render(frame.question), columns)]
        messages = [Text(part, "bold") for line in self.messages for part in wrap(line, columns, "  ")]
        choices = [Text(line) for line in join_in_rows(number_choices(frame.choices, self.translator), columns)]
        hint = self.hint_lines(frame, columns)
        for extra in ([*choices, *hint], choices, hint, []):  # the largest that a small terminal has room for
            below = max(USUAL_LINES_BELOW, len(question) + len(extra)) if extra else len(question)
            table = frame.draw_table(columns, rows - below - 1)
            if len(table) + len(question) + len(extra) < rows:
                break
        for lines in ([*messages, *question, *extra], [*messages, *question, *choices], [*messages, *question]):
            if len(table) + len(lines) < rows:
                break
        else:
            table = frame.draw_table(columns, rows - len(lines) - 1)[: max(rows - len(lines) - 1, 0)]
        self.print([*table, *lines])

    def hint_lines(self, frame: Frame, columns: int) -> list[Text]:
        """Return the wrapped example of an input."""
        lines = wrap(self.translator.render(frame.hint), columns) if frame.choices else []
        return [Text(line, "dim") for line in lines]

    def print(self, lines: Sequence[Text]) -> None:
        """Clear the screen and print lines."""
        columns, _ = terminal_size()
        console = Console(highlight=False, width=columns, legacy_windows=False)
        print(self.clear, end="")
        for line in lines:
            console.print(self.terminal.to_printable(line), no_wrap=True, crop=True, overflow="ignore")
        sys.stdout.flush()


def terminal_size() -> tuple[int, int]:
    """Return the usable columns and lines. One column stays free, because some terminals wrap after the last."""
    columns, rows = shutil.get_terminal_size()
    return max(columns - 1, MIN_COLUMNS), max(rows, MIN_LINES)


def join_in_rows(texts: Sequence[str], width: int) -> list[str]:
    """Join short texts into lines, as many as fit on each."""
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1]) + len(GAP) + len(text) <= width:
            lines[-1] += GAP + text
        else:
            lines.append(text)
    return lines
