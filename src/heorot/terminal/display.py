"""Two ways to show a game: drawn on the whole screen, or plainly, one statement a line. Both ask, tell and wait."""

import select
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from rich.console import Console
from rich.text import Text

from heorot.engine.sentence import Sentence
from heorot.terminal.reading import Choice
from heorot.terminal.speech import Speech
from heorot.terminal.wrapping import wrap

Complete = Callable[[str], list[str]]  # the words that may stand at the end of a line
Paint = Callable[[int, int], list[Text]]  # the table for so many columns and lines
Draw = Callable[[int, int, Speech], list[Text]]  # something else that is drawn

PROMPT = "> "
ENTER_SCREEN, LEAVE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # home, the screen, and whatever a terminal keeps above it
MOST_FOLLOWED = 3  # lines about an action, while it is shown
FEWEST_LINES, FEWEST_COLUMNS = 8, 24  # what is drawn for, in a terminal that has less or tells nothing
FINE = "−–—×◆→·▒│─┌┐└┘├┤┬┴┼╵╶╷╴“”’«»…▀▄█"
ROUGH = str.maketrans(dict(zip(FINE, "---x*>.#|-+++++++++|-|-\"\"'\"\".###", strict=True)))  # sign for sign


@dataclass(frozen=True, slots=True)
class Moment:
    """What a person is shown when asked, or while others act."""

    paint: Paint  # the table, drawn
    state: Callable[[], Iterator[str]]  # the table as statements
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

    def answer(self, lines: Sequence[str]) -> None:
        """Tell the answer to what was typed."""

    def echo(self, lines: Sequence[str]) -> None:
        """Tell what was understood and done."""

    def follow(self, moment: Moment, lines: Sequence[str]) -> None:
        """Show what another player did, and give time to see it."""

    def page(self, lines: Sequence[str], on: str, above: Draw | None = None) -> None:
        """Tell something long, and wait until it was read; `on` says how to go on. Above it something may be drawn."""

    def hand_over(self, text: str) -> str:
        """Show this and nothing else, and read a line."""

    def close(self, lines: Sequence[str], on: str, above: Draw) -> None:
        """Tell how it ended."""


class Terminal:
    """What a terminal can take: how wide it is, and which signs it knows."""

    def __init__(self) -> None:
        self.rough = not can_print("─◆▒▀−→")

    def write(self, text: str) -> None:
        """Some text, in signs that the terminal has."""
        print(text.translate(ROUGH) if self.rough else text, flush=True)

    def fit(self, line: Text) -> Text:
        """A styled line in such signs."""
        return Text(line.plain.translate(ROUGH), style=line.style, spans=line.spans) if self.rough else line

    def read(self, prompt: str, complete: Complete) -> str:
        """A line of the keyboard; Tab completes."""
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
    try:
        yield
    finally:
        readline.set_completer(None)


def forget_lines() -> None:
    """The next person must not find what the last one typed."""
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()


def pause(seconds: float) -> None:
    """Wait, but not for someone who is typing already."""
    if seconds > 0 and sys.stdin.isatty():
        select.select([sys.stdin], [], [], seconds)
    else:
        time.sleep(seconds)


# ---- Plainly -------------------------------------------------------------------------------------------------------


class Plain:
    """One statement a line, no drawing, nothing that moves."""

    lasting = True

    def __init__(self, speech: Speech, pace: float) -> None:
        self.speech = speech
        self.pace = pace
        self.terminal = Terminal()

    def ask(self, moment: Moment, prompt: str, complete: Complete) -> str:
        """Tell what is new, then ask. A hand that others might read later is shown on request alone."""
        if not moment.again:
            self.tell(moment.news)
            self.tell(list(moment.state()) if moment.fresh else [])
            self.tell([] if moment.private else list(moment.hand()))
            self.tell([self.speech.utter(moment.question)])
            self.tell([] if moment.private else number_choices(moment.choices, self.speech))
            self.tell([self.speech.utter(moment.hint)] if moment.fresh and not moment.private else [])
        return self.terminal.read(prompt, complete)

    def tell(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.terminal.write(line)

    def answer(self, lines: Sequence[str]) -> None:
        self.tell(lines)

    def echo(self, lines: Sequence[str]) -> None:
        self.tell(lines)

    def follow(self, moment: Moment, lines: Sequence[str]) -> None:
        self.tell(lines)
        pause(self.pace)

    def close(self, lines: Sequence[str], on: str, above: Draw) -> None:
        """They are the last words too."""

    def page(self, lines: Sequence[str], on: str, above: Draw | None = None) -> None:
        self.tell(lines)

    def hand_over(self, text: str) -> str:
        forget_lines()
        self.tell([text])
        return self.terminal.read(PROMPT, lambda line: [])


def number_choices(choices: Sequence[Choice], speech: Speech) -> list[str]:
    """The list of what may be answered, with numbers."""
    return [f"{number}. {speech.utter(choice.label)}" for number, choice in enumerate(choices, 1)]


# ---- Drawn ---------------------------------------------------------------------------------------------------------


class Drawn:
    """The whole screen, drawn anew for every question and whenever its size changes."""

    lasting = False

    def __init__(self, speech: Speech, pace: float) -> None:
        self.speech = speech
        self.pace = pace
        self.terminal = Terminal()
        self.messages: list[str] = []
        self.moment: Moment | None = None  # what is on the screen, if it can be drawn again
        self.drawing = False
        self.reserved = 0  # lines below the table when someone is asked

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
            print(CLEAR + LEAVE_SCREEN, end="", flush=True)

    def resized(self, *_: Any) -> None:
        """The terminal has another size: draw what is on it once more."""
        if self.moment is not None and not self.drawing:
            self.redraw()

    def ask(self, moment: Moment, prompt: str, complete: Complete) -> str:
        self.moment = moment
        self.redraw()
        text = self.terminal.read(prompt, complete)
        self.messages = []
        return text

    def answer(self, lines: Sequence[str]) -> None:
        """Beside the table if there is room, else on pages."""
        columns, rows = size()
        if sum(len(wrap(line, columns, "  ")) for line in lines) > rows // 3:
            self.page(lines, self.speech.say("play.page.prompt"))
        else:
            self.messages = list(lines)

    def echo(self, lines: Sequence[str]) -> None:
        """It is seen on the table, and stands in the log beside it."""

    def close(self, lines: Sequence[str], on: str, above: Draw) -> None:
        self.page(lines, on, above)

    def follow(self, moment: Moment, lines: Sequence[str]) -> None:
        self.moment, self.messages = moment, list(lines[:MOST_FOLLOWED])
        self.redraw()
        pause(self.pace)
        self.messages = []

    def page(self, lines: Sequence[str], on: str, above: Draw | None = None) -> None:
        self.moment = None
        columns, rows = size()
        shown = above(columns, rows - 4, self.speech) if above else []
        shown += [Text(part) for line in lines for part in wrap(line, columns, "  ")]
        for start in range(0, len(shown), rows - 2):
            self.print(shown[start : start + rows - 2])
            self.terminal.read(on, lambda line: [])

    def hand_over(self, text: str) -> str:
        self.moment, self.messages = None, []
        forget_lines()
        self.print([Text(line) for line in wrap(text, size()[0])])
        return self.terminal.read(PROMPT, lambda line: [])

    # ---- Drawing ---------------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Everything, for the size that the terminal has now. The table keeps its size while messages come and go: they
        take free lines, or else the place of the list; only where even that is too little must the table shrink."""
        if self.moment is None:
            return
        self.drawing = True
        columns, rows = size()
        told, asked, listed = (part(self.moment, columns) for part in (self.told, self.asked, self.listed))
        self.reserved = len(asked) + len(listed) if listed else self.reserved
        table = self.moment.paint(columns, rows - max(self.reserved, len(asked)) - 1)
        below = [*told, *asked, *listed]
        if len(table) + len(below) >= rows:
            below = [*told, *asked]
        if len(table) + len(below) >= rows:
            table = self.moment.paint(columns, rows - len(below) - 1)[: max(rows - len(below) - 1, 0)]
        self.print([*table, *below])
        self.drawing = False

    def told(self, moment: Moment, columns: int) -> list[Text]:
        """Answers to what was asked of the program."""
        return [Text(part, "bold") for line in self.messages for part in wrap(line, columns, "  ")]

    def asked(self, moment: Moment, columns: int) -> list[Text]:
        """The question."""
        return [Text(line, "bold cyan") for line in wrap(self.speech.utter(moment.question), columns)]

    def listed(self, moment: Moment, columns: int) -> list[Text]:
        """What may be answered, and an example."""
        if not moment.choices:
            return []
        lines = [Text(line) for line in in_columns(number_choices(moment.choices, self.speech), columns)]
        return [*lines, *(Text(line, "dim") for line in wrap(self.speech.utter(moment.hint), columns))]

    def print(self, lines: Sequence[Text]) -> None:
        """These lines and nothing else."""
        columns, _ = size()
        console = Console(highlight=False, width=columns, legacy_windows=False)
        print(CLEAR, end="")
        for line in lines:
            console.print(self.terminal.fit(line), no_wrap=True, crop=True, overflow="ignore")
        sys.stdout.flush()


def size() -> tuple[int, int]:
    """Columns and lines of the terminal; one column stays free, since some terminals wrap behind the last."""
    columns, rows = shutil.get_terminal_size()
    return max(columns - 1, FEWEST_COLUMNS), max(rows, FEWEST_LINES)


def in_columns(texts: Sequence[str], width: int) -> list[str]:
    """Short texts side by side, as many as a line has room for."""
    if not texts:
        return []
    room = max(map(len, texts)) + 3
    across = max(1, (width + 3) // room)
    down = -(-len(texts) // across)
    rows = [texts[row::down] for row in range(down)]
    return ["".join(text.ljust(room) for text in row).rstrip() for row in rows]
