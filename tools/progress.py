"""Progress of long steps on the standard error: which step of how many, elapsed time, and an estimate."""

import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SPINNER = "|/-\\"
TICK = 0.25                     # seconds between two frames of the spinner
REMINDER = 30.0                 # seconds between two lines where there is no terminal


class Steps:
    """Numbered steps. Each step's duration is stored in `durations` and becomes its estimate in the next run."""

    def __init__(self, total: int, durations: Path) -> None:
        self.total, self.number, self.durations = total, 0, durations

    def estimate(self, name: str, default: float) -> float:
        """Return the stored duration of a step in seconds, or `default` before its first run."""
        return float(self._load().get(name, default))

    @contextmanager
    def step(self, sentence: str, default: float) -> Iterator[None]:
        """Show progress of one step until the block ends. The duration is stored unless the block raises."""
        self.number += 1
        label = f"Step {self.number} of {self.total}: {sentence}"
        start, expected = time.monotonic(), self.estimate(sentence, default)
        ended = threading.Event()
        show = show_spinner if sys.stderr.isatty() else show_lines
        shown = threading.Thread(target=show, args=(label, expected, ended), daemon=True)
        shown.start()
        try:
            yield
        finally:
            ended.set()
            shown.join()
        write(f"{label}: {rounded(time.monotonic() - start)}.\n" if sys.stderr.isatty() else "")
        self._save(sentence, time.monotonic() - start)

    def _load(self) -> dict[str, float]:
        try:
            stored = json.loads(self.durations.read_text())
        except (OSError, ValueError):
            return {}
        return stored if isinstance(stored, dict) else {}

    def _save(self, name: str, seconds: float) -> None:
        self.durations.parent.mkdir(parents=True, exist_ok=True)
        self.durations.write_text(json.dumps({**self._load(), name: round(seconds, 1)}, indent=1, sort_keys=True))


def show_spinner(label: str, expected: float, ended: threading.Event) -> None:
    """Redraw one line of the terminal until the step has ended, then clear it."""
    start, frame = time.monotonic(), 0
    while not ended.wait(TICK):
        frame += 1
        line = f"{SPINNER[frame % 4]} {time.monotonic() - start:3.0f} s  {label}, {about(expected)}"
        write("\r\x1b[K" + line[: shutil.get_terminal_size().columns - 1])
    write("\r\x1b[K")


def show_lines(label: str, expected: float, ended: threading.Event) -> None:
    """Print the step once, and its elapsed time every half minute."""
    start = time.monotonic()
    write(f"{label}, {about(expected)}.\n")
    while not ended.wait(REMINDER):
        write(f"{label}: {rounded(time.monotonic() - start)} so far.\n")


def about(seconds: float) -> str:
    """Return an estimate in words, as a round figure."""
    if seconds < 90:
        return f"about {max(5, 5 * round(seconds / 5))} seconds"
    return f"about {round(seconds / 60)} minutes"


def rounded(seconds: float) -> str:
    """Return a duration such as `42 s` or `3 min 20 s`."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def write(text: str) -> None:
    """Write to the standard error at once."""
    sys.stderr.write(text)
    sys.stderr.flush()


def run_logged(command: list[str], log: Path) -> bool:
    """Run a command with its output appended to a log file; return whether it succeeded."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("a") as out:
        print("$", *command, file=out, flush=True)
        try:
            return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out).returncode == 0
        except FileNotFoundError as missing:
            print(missing, file=out)
            return False
