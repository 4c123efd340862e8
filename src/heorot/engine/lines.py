"""A text file, line by line."""


class Lines:
    """The lines of a file, numbered from 1; empty ones are passed over."""

    def __init__(self, text: str) -> None:
        lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
        self.lines = [(n, line) for n, line in enumerate(lines, 1) if line.strip()]
        self.end = len(lines) + (lines[-1] != "")
        self.at = 0

    def peek(self) -> tuple[int, str]:
        """The next line with its number, without blanks around it; behind the end an empty one."""
        number, line = self.raw()
        return number, line.strip()

    def raw(self) -> tuple[int, str]:
        """The next line as it stands."""
        return self.lines[self.at] if self.at < len(self.lines) else (self.end, "")

    def next(self) -> tuple[int, str]:
        """The next line, and on."""
        line = self.peek()
        self.at += 1
        return line
