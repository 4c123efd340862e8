"""Numbered lines of a text: a file, or text that a person has typed."""

import re

from heorot.engine.errors import BadText

LONGEST_LINE = 300  # characters in a line that a person types


def split_typed_lines(text: str) -> list[tuple[int, str]]:
    """Return the lines that a person has typed, numbered from 1; raises BadText."""
    lines = list(enumerate(re.split(r"\r?\n|\r", text.removeprefix("\ufeff")), 1))
    for number, line in lines:
        check_line(number, line)
    return lines


def check_line(number: int, line: str) -> None:
    """Raise BadText for control characters and for a line that is too long."""
    for column, letter in enumerate(line, 1):
        if not letter.isprintable() and not letter.isspace():
            raise BadText(number, column, "drawing.not-printable", code=f"U+{ord(letter):04X}")
    if len(line) > LONGEST_LINE:
        raise BadText(number, LONGEST_LINE + 1, "drawing.line-too-long", longest=LONGEST_LINE)


class LineReader:
    """The lines of a file, numbered from 1; empty lines are skipped."""

    def __init__(self, text: str) -> None:
        lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
        self.lines = [(n, line) for n, line in enumerate(lines, 1) if line.strip()]
        self.end = len(lines) + (lines[-1] != "")
        self.at = 0

    def peek(self) -> tuple[int, str]:
        """Return the next line, stripped, with its number; an empty line after the end."""
        number, line = self.raw()
        return number, line.strip()

    def raw(self) -> tuple[int, str]:
        """Return the next line as it is in the file, with its number."""
        return self.lines[self.at] if self.at < len(self.lines) else (self.end, "")

    def next(self) -> tuple[int, str]:
        """Return the next line like `peek`, and advance."""
        line = self.peek()
        self.at += 1
        return line
