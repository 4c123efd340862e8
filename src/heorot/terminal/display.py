"""Shared parts of the two displays: the frame that they show, the protocol that they implement, and keyboard input."""

import select
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from rich.text import Text

from heorot.engine.sentence import Sentence
from heorot.terminal.input_parser import Choice
from heorot.terminal.translator import Translator

Completer = Callable[[str], list[str]]  # words that can complete a line
TablePainter = Callable[[int, int], list[Text]]  # columns, lines
PagePainter = Callable[[int, int, Translator], list[Text]]  # columns, lines, translator

PROMPT = "> "
UNICODE_SIGNS = "−–—×◆→·▒│─┌┐└┘├┤┬┴┼╵╶╷╴“”’«»…▀▄█★≡▯▮✚▼♥"
TO_ASCII = str.maketrans(dict(zip(UNICODE_SIGNS, "---x*>.#|-+++++++++|-|-\"\"'\"\".###*=#@+vh", strict=True)))


@dataclass(frozen=True, slots=True)
class Frame:
    """Content of a display for one viewer at one time: with a question, or while others act."""

    draw_table: TablePainter
    describe_table: Callable[[], Iterator[str]]  # statements about the whole table, or about what is new
    describe_hand: Callable[[], Iterator[str]]
    question: Sentence
    choices: Sequence[Choice]
    hint: Sentence
    news: Sequence[str]  # log lines since the viewer was last asked
    full: bool  # the first question, or a new act: the whole table is described
    shared: bool  # several people use this screen in turn
    repeated: bool  # the question was shown before


class Display(Protocol):
    """A way to show a game and to read from the keyboard."""

    keeps_output: bool  # earlier output can be scrolled back to

    def ask(self, frame: Frame, prompt: str, completer: Completer) -> str:
        """Show a frame and read a line."""

    def respond(self, lines: Sequence[str]) -> str:
        """Show the response to an input. Return a line if the person typed one meanwhile."""

    def echo(self, lines: Sequence[str]) -> None:
        """Show the viewer's own action."""

    def show_action(self, frame: Frame, lines: Sequence[str]) -> None:
        """Show an action of another player, and pause."""

    def page(self, lines: Sequence[str], prompt: str, draw_above: PagePainter | None = None) -> str:
        """Show a long text page by page, below a drawing if there is one. Return a line if the person typed one
        instead of reading on."""

    def hand_over(self, text: str) -> str:
        """Show this text and nothing else, and read a line."""

    def show_end(self, lines: Sequence[str], prompt: str, draw_above: PagePainter) -> None:
        """Show the end of the game."""


class Terminal:
    """Input and output in the characters that the terminal can print."""

    def __init__(self) -> None:
        self.ascii_only = not can_print("─◆▒▀−→★✚")

    def write(self, text: str) -> None:
        """Print a line."""
        print(text.translate(TO_ASCII) if self.ascii_only else text, flush=True)

    def to_printable(self, line: Text) -> Text:
        """Replace characters of a styled line that the terminal cannot print."""
        return Text(line.plain.translate(TO_ASCII), style=line.style, spans=line.spans) if self.ascii_only else line

    def read(self, prompt: str, completer: Completer) -> str:
        """Read a line; Tab completes."""
        if sys.stdin is None:  # closed by the parent process
            raise EOFError
        with tab_completion(completer):
            return input(prompt.translate(TO_ASCII) if self.ascii_only else prompt)


def can_print(signs: str) -> bool:
    """Return whether the encoding of the standard output has these characters."""
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


@contextmanager
def tab_completion(completer: Completer) -> Iterator[None]:
    """Complete words on Tab within the context, where the system has a line editor."""
    try:
        import readline  # not everywhere
    except ImportError:
        yield
        return

    def option(_: str, number: int) -> str | None:
        options = completer(readline.get_line_buffer()[: readline.get_endidx()])
        return f"{options[number]} " if number < len(options) else None

    readline.set_completer(option)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    readline.parse_and_bind("set show-all-if-ambiguous on")
    readline.parse_and_bind("set enable-bracketed-paste off")
    for keys in (r"\C-y", r"\e\C-y", r"\ey"):  # the next person must not paste what the last one cut
        readline.parse_and_bind(f'"{keys}": ""')
    try:
        yield
    finally:
        readline.set_completer(None)


def clear_input() -> None:
    """Clear the line history, so that the next person cannot recall it, and drop keys pressed before a hand-over."""
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()
    if has_keyboard():
        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def has_keyboard() -> bool:
    """Return whether the standard input is a terminal; it may be a pipe, or closed."""
    return sys.stdin is not None and sys.stdin.isatty()


def pause(seconds: float) -> None:
    """Wait; a key press ends the pause."""
    if seconds > 0 and has_keyboard():
        select.select([sys.stdin], [], [], seconds)
    else:
        time.sleep(seconds)


def number_choices(choices: Sequence[Choice], translator: Translator) -> list[str]:
    """Return the labels of choices, numbered."""
    return [f"{number}. {translator.render(choice.label)}" for number, choice in enumerate(choices, 1)]
