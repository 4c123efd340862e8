"""What the two ways to show a game have in common: they ask, tell and wait. drawn.py and plain.py are the two."""

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
from heorot.terminal.reading import Choice
from heorot.terminal.speech import Speech

Complete = Callable[[str], list[str]]  # the words that may stand at the end of a line
Paint = Callable[[int, int], list[Text]]  # the table for so many columns and lines
Draw = Callable[[int, int, Speech], list[Text]]  # something else that is drawn

PROMPT = "> "
FINE = "−–—×◆→·▒│─┌┐└┘├┤┬┴┼╵╶╷╴“”’«»…▀▄█★≡▯▮✚▼♥"
ROUGH = str.maketrans(dict(zip(FINE, "---x*>.#|-+++++++++|-|-\"\"'\"\".###*=#@+vh", strict=True)))  # sign for sign


@dataclass(frozen=True, slots=True)
class Moment:
    """What a person is shown when asked, or while others act."""

    paint: Paint  # the table, drawn
    state: Callable[[], Iterator[str]]  # the table as statements, or what is new of it
    hand: Callable[[], Iterator[str]]  # the own hand as statements
    question: Sentence
    choices: Sequence[Choice]
    hint: Sentence
    news: Sequence[str]  # what happened since the person was asked last
    fresh: bool  # a new act, or the first question: the table is told whole
    private: bool  # others may look at this screen later
    again: bool  # the same question, after something else was asked of the program


class Display(Protocol):
    """What both ways can do."""

    lasting: bool  # what was shown can be read later

    def ask(self, moment: Moment, prompt: str, complete: Complete) -> str:
        """Show a moment and read a line."""

    def answer(self, lines: Sequence[str]) -> str:
        """Tell the answer to what was typed. What is typed while it is read comes back, to be the next line."""

    def echo(self, lines: Sequence[str]) -> None:
        """Tell what was understood and done."""

    def follow(self, moment: Moment, lines: Sequence[str]) -> None:
        """Show what another player did, and give time to see it."""

    def page(self, lines: Sequence[str], on: str, above: Draw | None = None) -> str:
        """Tell something long, and wait until it was read; `on` says how to go on. Above it something may be drawn.
        What is typed meanwhile comes back."""

    def hand_over(self, text: str) -> str:
        """Show this and nothing else, and read a line."""

    def close(self, lines: Sequence[str], on: str, above: Draw) -> None:
        """Tell how it ended."""


class Terminal:
    """What a terminal can take: how wide it is, and which signs it knows."""

    def __init__(self) -> None:
        self.rough = not can_print("─◆▒▀−→★✚")

    def write(self, text: str) -> None:
        """Some text, in signs that the terminal has."""
        print(text.translate(ROUGH) if self.rough else text, flush=True)

    def fit(self, line: Text) -> Text:
        """A styled line in such signs."""
        return Text(line.plain.translate(ROUGH), style=line.style, spans=line.spans) if self.rough else line

    def read(self, prompt: str, complete: Complete) -> str:
        """A line of the keyboard; Tab completes."""
        if sys.stdin is None:  # closed before we began
            raise EOFError
        with completing(complete):
            return input(prompt.translate(ROUGH) if self.rough else prompt)


def can_print(signs: str) -> bool:
    """Whether the output knows these signs."""
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


@contextmanager
def completing(complete: Complete) -> Iterator[None]:
    """Tab completes while this lasts, where the system has a line editor."""
    try:
        import readline  # not everywhere
    except ImportError:
        yield
        return

    def option(_: str, number: int) -> str | None:
        options = complete(readline.get_line_buffer()[: readline.get_endidx()])
        return f"{options[number]} " if number < len(options) else None

    readline.set_completer(option)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    readline.parse_and_bind("set show-all-if-ambiguous on")
    readline.parse_and_bind("set enable-bracketed-paste off")
    for keys in (r"\C-y", r"\e\C-y", r"\ey"):  # what was cut from a line must not come back for the next person
        readline.parse_and_bind(f'"{keys}": ""')
    try:
        yield
    finally:
        readline.set_completer(None)


def forget_lines() -> None:
    """The next person must not find what the last one typed, and keys pressed too early pass no hand-over."""
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()
    if has_keyboard():
        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def has_keyboard() -> bool:
    """Whether someone types; the standard input may be a pipe, or closed."""
    return sys.stdin is not None and sys.stdin.isatty()


def pause(seconds: float) -> None:
    """Wait, but not for someone who is typing already."""
    if seconds > 0 and has_keyboard():
        select.select([sys.stdin], [], [], seconds)
    else:
        time.sleep(seconds)


def number_choices(choices: Sequence[Choice], speech: Speech) -> list[str]:
    """The list of what may be answered, with numbers."""
    return [f"{number}. {speech.utter(choice.label)}" for number, choice in enumerate(choices, 1)]
