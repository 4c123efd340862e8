"""A game in a real pseudo-terminal, with an emulated screen."""

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

from heorot.engine import records
from heorot.games import GAMES
from tests.cli.run_heorot import LOCALES, ROOT, STYLING, environment, translated
from tests.support.patience import PATIENCE

PROMPT = "> "
ALTERNATE = 1049
CLEAR = "\x1b[2J"
KEYS = {
    "Enter": "\r", "Tab": "\t", "Up": "\x1b[A", "Down": "\x1b[B", "Backspace": "\x7f", "Ctrl-A": "\x01",
    "Ctrl-C": "\x03", "Ctrl-D": "\x04", "Ctrl-U": "\x15",
}  # fmt: skip
# The first terminal that a session opens controls it, so that Ctrl-C and a hang-up reach the game.
AT_A_TERMINAL = 'terminal="$1"; shift; exec "$@" <"$terminal" >"$terminal" 2>&1'


@cache
def in_style(style: Char, sign: str) -> Char:
    """Return a sign in the current style."""
    return style._replace(data=sign)


class Window(pyte.Screen):
    """The screen, its scrollback, and all earlier screens."""

    def __init__(self, columns: int, lines: int, has_alternate: bool = True) -> None:
        self.scrollback: list[str] = []  # lines that can be scrolled back to
        self.past_screens: list[str] = []  # screens before they were cleared
        self.wrapped = 0  # lines that were too long for the screen
        self.has_alternate = has_alternate
        self.other: object | None = None  # the normal screen, while the alternate one is shown
        super().__init__(columns, lines)

    @property
    def rows(self) -> list[str]:
        """All lines. Every sign of the game is one column wide, which makes this fast."""
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
            self.scrollback.clear()
        elif how == 2:
            self.wipe()
        else:
            super().erase_in_display(how, *args, **kwargs)

    def wipe(self) -> None:
        """Clear the screen, and remember it."""
        if self.text:
            self.past_screens.append(self.text)
        super().erase_in_display(2)

    def draw(self, data: str) -> None:
        """Draw signs from the cursor on, fast where they fit."""
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
        """Add a line at the bottom; the top line moves to the scrollback."""
        if self.cursor.y == self.lines - 1 and self.other is None:
            self.scrollback.append(self.row(0))
        super().index()


class Terminal:
    """A game in a terminal, with methods to read the screen and to type."""

    def __init__(
        self, *args: object, games: Path, size: tuple[int, int] = (100, 45), language: str = "en", pace: object = 0,
        window: Callable[[int, int], Window] = Window, game: str = "movie", **settings: str,
    ) -> None:  # fmt: skip
        self.master, terminal = pty.openpty()
        self.window = window(*size)
        self.stream = pyte.Stream(self.window)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.transcript, self.open, self.ended = "", True, False
        self.page_prompt = translated(language, "play.page.prompt")
        self.set_size(*size)
        env = environment(TERM="xterm-256color", LANG=LOCALES[language], XDG_DATA_HOME=str(games))
        env = {name: value for name, value in env.items() if name not in ("COLUMNS", "LINES", "NO_COLOR", "COLORTERM")}
        command = [sys.executable, "-m", "heorot", "play", game, "--pace", pace, *args]
        self.game = subprocess.Popen(
            ["/bin/sh", "-c", AT_A_TERMINAL, "sh", os.ttyname(terminal), *map(str, command)],
            stdin=subprocess.DEVNULL, start_new_session=True, cwd=ROOT, env={**env, **settings},
        )  # fmt: skip
        self.slave = terminal  # held open, so that no output is lost before the game opens it

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.game.poll() is None:
            os.killpg(self.game.pid, signal.SIGKILL)
        self.game.wait()
        self.close()

    def close(self) -> None:
        """Close the window."""
        self.release()
        if self.open:
            self.open = False
            os.close(self.master)

    def release(self) -> None:
        """Close the test's own handle of the terminal."""
        if self.slave >= 0:
            os.close(self.slave)
            self.slave = -1

    def set_size(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def resize(self, columns: int, lines: int) -> None:
        """Resize the window."""
        self.window.resize(lines, columns)
        self.set_size(columns, lines)

    # ---- Screen ----------------------------------------------------------------------------------------------------

    @property
    def rows(self) -> list[str]:
        return self.window.rows

    @property
    def text(self) -> str:
        return self.window.text

    @property
    def flat_text(self) -> str:
        """The screen on one line, for sentences that are wrapped."""
        return " ".join(self.text.replace("\n", " ").split())

    @property
    def line(self) -> str:
        """The text before the cursor; if it is wrapped, from its beginning. Drawings leave the last column free."""
        rows, cursor = self.rows, self.window.cursor
        first = cursor.y
        while first and len(rows[first - 1]) == self.window.columns:
            first -= 1
        return "".join(rows[first : cursor.y]) + rows[cursor.y].ljust(cursor.x)[: cursor.x]

    def read_output(self, patience: float = 1.0) -> None:
        """Read output, waiting a limited time."""
        if self.slave >= 0 and self.game.poll() is not None:
            self.release()
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
        self.release()

    def wait_until(self, happened: Callable[[], bool], what: str) -> None:
        """Read output until a condition holds."""
        end = monotonic() + PATIENCE
        while not happened():
            assert not self.ended, f"the game has ended before {what}:\n{self.text}"
            assert monotonic() < end, f"silence before {what}:\n{self.text}"
            self.read_output()
        assert "Traceback" not in self.transcript, self.transcript[-3000:]

    def has_prompt(self, mark: int = 0) -> bool:
        """Return whether a prompt was printed after the position `mark` of the transcript."""
        shown = self.transcript[mark:]
        return STYLING.sub("", shown[-40:]).endswith(PROMPT) and ("\n" in shown or CLEAR in shown)

    def wait_for_prompt(self, mark: int = 0) -> str:
        """Return the screen at the next prompt."""
        self.wait_until(lambda: self.has_prompt(mark), "a question")
        return self.text

    def start(self) -> str:
        """Return the screen at the first question, after all introductory pages."""
        self.wait_for_prompt()
        while self.line == self.page_prompt:
            self.enter()
        return self.text

    def wait_for(self, text: str) -> str:
        """Return the screen when it shows a text."""
        self.wait_until(lambda: text in self.text or text in self.flat_text, f"“{text}”")
        return self.text

    # ---- Keyboard --------------------------------------------------------------------------------------------------

    def send(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def type(self, text: str) -> str:
        """Type without Enter, and return the screen after the echo."""
        self.send(text)
        self.wait_until(lambda: self.line.rstrip().endswith(text.rstrip()), f"the echo of “{text}”")
        return self.text

    def press(self, *keys: str) -> None:
        for key in keys:
            self.send(KEYS[key])

    def enter(self, text: str = "") -> str:
        """Enter a line, and return the screen at the next prompt."""
        self.enter_last(text)
        assert not self.ended, f"the game has ended after “{text}”:\n{self.text}"
        return self.text

    def enter_last(self, text: str = "") -> None:
        """Enter a line that may end the game."""
        mark = len(self.transcript)
        self.send(text + KEYS["Enter"])
        self.wait_until(lambda: self.ended or self.has_prompt(mark), "a question")

    def complete(self, text: str) -> str:
        """Type a beginning and Tab, and return the line when the output stops."""
        self.type(text)
        mark = len(self.transcript)
        self.press("Tab")
        self.wait_until(lambda: len(self.transcript) > mark, "a completion")
        self.wait_until_idle()
        return self.line

    def wait_until_idle(self) -> None:
        """Wait until the output stops, where no prompt marks its end; also before a signal, which would be delayed
        between a prompt and the wait for a key."""
        before = -1
        while before < len(self.transcript) and not self.ended:
            before = len(self.transcript)
            self.read_output(0.1)

    def enter_and_exit(self, last: str | None = None) -> int:
        """Enter a last line, and return the exit code."""
        if last is not None:
            self.send(last + KEYS["Enter"])
        return self.wait_for_exit()

    def wait_for_exit(self) -> int:
        """Return the exit code after the game ends."""
        self.wait_until(lambda: self.ended, "the end")
        return self.game.wait(PATIENCE)


def saved_file(games: Path) -> Path:
    """Return the only saved game."""
    (file,) = games.rglob("*.record")
    return file


def is_valid_record(file: Path) -> bool:
    """Return whether a saved game is valid; raises otherwise."""
    record, places = records.read_with_lines(file.read_text("utf-8"))
    records.check(GAMES[record.game], record, places)
    return True


def entries(file: Path) -> list[str]:
    """Return the entries of a saved game, without draws."""
    return re.findall(r"^(?:\d+|undo) .+$", file.read_text("utf-8"), re.MULTILINE)
