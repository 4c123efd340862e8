"""A person's terminal with a game in it: a real pseudo-terminal, and a screen that understands all that is written."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from time import monotonic
from types import TracebackType

import pyte
from pyte.modes import IRM
from pyte.screens import Char

from heorot.engine import record as records
from heorot.games import GAMES
from tests.cli.running import LOCALES, ROOT, STYLING, environment, told

PATIENCE = 120  # seconds without what is waited for
PROMPT = "> "
ALTERNATE = 1049
CLEAR = "\x1b[2J"
KEYS = {
    "Enter": "\r", "Tab": "\t", "Up": "\x1b[A", "Down": "\x1b[B", "Backspace": "\x7f", "Ctrl-A": "\x01",
    "Ctrl-C": "\x03", "Ctrl-D": "\x04", "Ctrl-U": "\x15",
}  # fmt: skip
# The first thing that a session opens becomes its terminal, so that Ctrl-C and a closed window reach it.
AT_A_TERMINAL = 'terminal="$1"; shift; exec "$@" <"$terminal" >"$terminal" 2>&1'


@cache
def in_style(style: Char, sign: str) -> Char:
    """A sign as it is drawn now."""
    return style._replace(data=sign)


class Window(pyte.Screen):
    """What is seen, what has scrolled away above it, and every screen that ever stood."""

    def __init__(self, columns: int, lines: int, has_alternate: bool = True) -> None:
        self.above: list[str] = []  # what can be scrolled back to
        self.stood: list[str] = []  # screens, whenever one was wiped
        self.wrapped = 0  # lines that were too long for the screen
        self.has_alternate = has_alternate
        self.other: object | None = None  # the normal screen, while the alternate one is shown
        super().__init__(columns, lines)

    @property
    def rows(self) -> list[str]:
        """All lines; every sign of ours is one column wide, which makes this quick."""
        return [self.row(y) for y in range(self.lines)]

    def row(self, y: int) -> str:
        signs = [" "] * self.columns
        for x, sign in self.buffer[y].items():
            signs[x] = sign.data
        return "".join(signs).rstrip()

    @property
    def text(self) -> str:
        return "\n".join(self.rows).rstrip()

    def set_mode(self, *modes: int, **kwargs: bool) -> None:
        if kwargs.get("private") and ALTERNATE in modes and self.has_alternate and self.other is None:
            self.other = deepcopy(self.buffer), deepcopy(self.cursor)
            self.wipe()
        super().set_mode(*modes, **kwargs)

    def reset_mode(self, *modes: int, **kwargs: bool) -> None:
        if kwargs.get("private") and ALTERNATE in modes and self.other is not None:
            self.wipe()
            (self.buffer, self.cursor), self.other = self.other, None
        super().reset_mode(*modes, **kwargs)

    def erase_in_display(self, how: int = 0, *args: object, **kwargs: bool) -> None:
        if how == 3:
            self.above.clear()
        elif how == 2:
            self.wipe()
        else:
            super().erase_in_display(how, *args, **kwargs)

    def wipe(self) -> None:
        """Nothing is seen any more, but it is remembered here that it was."""
        if self.text:
            self.stood.append(self.text)
        super().erase_in_display(2)

    def draw(self, data: str) -> None:
        """Signs from the cursor on; the quick way where they have room."""
        x = self.cursor.x + len(data)
        if x >= self.columns or IRM in self.mode or not data.isprintable():
            self.wrapped += x > self.columns and self.other is not None
            super().draw(data)
            return
        line, styled = self.buffer[self.cursor.y], self.cursor.attrs
        for place, sign in enumerate(data, self.cursor.x):
            line[place] = in_style(styled, sign)
        self.cursor.x = x

    def index(self) -> None:
        """A line more at the bottom; the top one goes where a person can scroll back to."""
        if self.cursor.y == self.lines - 1 and self.other is None:
            self.above.append(self.row(0))
        super().index()


class Terminal:
    """A game that is played at a terminal, and the hands and eyes of whoever plays it."""

    def __init__(
        self, *args: object, games: Path, size: tuple[int, int] = (100, 45), language: str = "en", pace: object = 0,
        window: Callable[[int, int], Window] = Window, game: str = "movie", **settings: str,
    ) -> None:  # fmt: skip
        self.master, terminal = pty.openpty()
        self.window = window(*size)
        self.stream = pyte.Stream(self.window)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.transcript, self.open, self.ended = "", True, False
        self.on = told(language, "play.page.prompt")
        self.set_size(*size)
        env = environment(TERM="xterm-256color", LANG=LOCALES[language], XDG_DATA_HOME=str(games))
        env = {name: value for name, value in env.items() if name not in ("COLUMNS", "LINES", "NO_COLOR", "COLORTERM")}
        command = [sys.executable, "-m", "heorot", "play", game, "--pace", pace, *args]
        self.game = subprocess.Popen(
            ["/bin/sh", "-c", AT_A_TERMINAL, "sh", os.ttyname(terminal), *map(str, command)],
            stdin=subprocess.DEVNULL, start_new_session=True, cwd=ROOT, env={**env, **settings},
        )  # fmt: skip
        self.slave = terminal  # held open, so that nothing is lost between the start and the first output

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.game.poll() is None:
            os.killpg(self.game.pid, signal.SIGKILL)
        self.game.wait()
        self.close()

    def close(self) -> None:
        """The window is closed."""
        self.let_go()
        if self.open:
            self.open = False
            os.close(self.master)

    def let_go(self) -> None:
        """Leave the terminal to the game alone."""
        if self.slave >= 0:
            os.close(self.slave)
            self.slave = -1

    def set_size(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def resize(self, columns: int, lines: int) -> None:
        """Drag the window to another size."""
        self.window.resize(lines, columns)
        self.set_size(columns, lines)

    # ---- Eyes ------------------------------------------------------------------------------------------------------

    @property
    def rows(self) -> list[str]:
        return self.window.rows

    @property
    def text(self) -> str:
        return self.window.text

    @property
    def flat(self) -> str:
        """The screen as one long line, for sentences that run over several."""
        return " ".join(self.text.replace("\n", " ").split())

    @property
    def line(self) -> str:
        """The line of the cursor, up to it; if it is a long one, from where it began. (What is drawn leaves the last
        column free.)"""
        rows, cursor = self.rows, self.window.cursor
        first = cursor.y
        while first and len(rows[first - 1]) == self.window.columns:
            first -= 1
        return "".join(rows[first : cursor.y]) + rows[cursor.y].ljust(cursor.x)[: cursor.x]

    def take(self, patience: float = 1.0) -> None:
        """Read what was written, if anything was within some time."""
        if self.slave >= 0 and self.game.poll() is not None:
            self.let_go()
        if not select.select([self.master], [], [], patience)[0]:
            return
        try:
            raw = os.read(self.master, 65536)
        except OSError:  # the other end is closed
            raw = b""
        self.ended = not raw
        text = self.decoder.decode(raw)
        self.transcript += text
        self.stream.feed(text)
        self.let_go()

    def until(self, happened: Callable[[], bool], what: str) -> None:
        """Read until something has happened."""
        end = monotonic() + PATIENCE
        while not happened():
            assert not self.ended, f"the game has ended before {what}:\n{self.text}"
            assert monotonic() < end, f"silence before {what}:\n{self.text}"
            self.take()
        assert "Traceback" not in self.transcript, self.transcript[-3000:]

    def prompted(self, mark: int = 0) -> bool:
        """Whether someone is asked, after the line that was typed then."""
        shown = self.transcript[mark:]
        return STYLING.sub("", shown[-40:]).endswith(PROMPT) and ("\n" in shown or CLEAR in shown)

    def wait(self, mark: int = 0) -> str:
        """The screen when someone is asked."""
        self.until(lambda: self.prompted(mark), "a question")
        return self.text

    def start(self) -> str:
        """The screen at the first question, when everything that comes before it was read."""
        self.wait()
        while self.line == self.on:
            self.say()
        return self.text

    def wait_for(self, text: str) -> str:
        """The screen when it shows a text."""
        self.until(lambda: text in self.text or text in self.flat, f"“{text}”")
        return self.text

    # ---- Hands -----------------------------------------------------------------------------------------------------

    def send(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def type(self, text: str) -> str:
        """Type without Enter, until it is seen; the screen then."""
        self.send(text)
        self.until(lambda: self.line.rstrip().endswith(text.rstrip()), f"the echo of “{text}”")
        return self.text

    def press(self, *keys: str) -> None:
        for key in keys:
            self.send(KEYS[key])

    def say(self, text: str = "") -> str:
        """A whole line; the screen at the next question."""
        self.go(text)
        assert not self.ended, f"the game has ended after “{text}”:\n{self.text}"
        return self.text

    def go(self, text: str = "") -> None:
        """A whole line, which may be the last one."""
        mark = len(self.transcript)
        self.send(text + KEYS["Enter"])
        self.until(lambda: self.ended or self.prompted(mark), "a question")

    def tab(self, text: str) -> str:
        """Type a beginning and Tab; what stands on the line when nothing moves any more."""
        self.type(text)
        mark = len(self.transcript)
        self.press("Tab")
        self.until(lambda: len(self.transcript) > mark, "a completion")
        self.calm()
        return self.line

    def calm(self) -> None:
        """Wait until nothing moves any more, where an answer has no end of its own. And before a signal: one that comes
        between a prompt and the wait for a key would have to wait for that key."""
        before = -1
        while before < len(self.transcript) and not self.ended:
            before = len(self.transcript)
            self.take(0.1)

    def end(self, last: str | None = None) -> int:
        """The exit code, after a last word."""
        if last is not None:
            self.send(last + KEYS["Enter"])
        return self.leave()

    def leave(self) -> int:
        """The exit code, when the game is over or was left."""
        self.until(lambda: self.ended, "the end")
        return self.game.wait(PATIENCE)


def kept_file(games: Path) -> Path:
    """The one game that is kept."""
    (file,) = games.rglob("*.record")
    return file


def is_sound(file: Path) -> bool:
    """Whether a game that is kept passes the check, as `heorot check` makes it."""
    record, places = records.read_lines(file.read_text("utf-8"))
    records.check(GAMES[record.game], record, places)
    return True


def entries(file: Path) -> list[str]:
    """What was said in a game that is kept, without the draws."""
    return re.findall(r"^(?:\d+|undo) .+$", file.read_text("utf-8"), re.MULTILINE)
