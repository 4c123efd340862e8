"""What can go wrong, as data: a key of the locales with its parameters, and the rule that was broken.

No sentence stands here: the locales have them, in every language.
"""

from heorot.engine.sentence import Part

Params = dict[str, Part]


class HeorotError(Exception):
    """Something a person should be told. `key` is a sentence of the locales, `params` fill it in."""

    def __init__(self, key: str, /, **params: Part) -> None:
        super().__init__(key, params)
        self.key = key
        self.params: Params = params


class IllegalAction(HeorotError):
    """An action that a rule forbids."""

    def __init__(self, rule: str, key: str, /, **params: Part) -> None:
        super().__init__(key, rule=rule, **params)
        self.rule = rule


class Unreadable(HeorotError):
    """A text that is no action, space or tile."""


class BadOption(HeorotError):
    """A number of seats, or an option of the table, that the game does not have."""


class BadBox(HeorotError):
    """A box that cannot be played with: the file, the key within it, and the reason."""

    def __init__(self, file: str, where: str, key: str, /, **params: Part) -> None:
        super().__init__(key, file=file, where=where, **params)
        self.file = file
        self.where = where


class BadText(HeorotError):
    """A board or a score that a person typed: the line, the column, and what is wrong there."""

    def __init__(self, line: int, column: int, key: str, /, **params: Part) -> None:
        super().__init__(key, line=line, column=column, **params)
        self.line = line
        self.column = column


class BadRecord(HeorotError):
    """A record that cannot be read or replayed: the line, and what is wrong with it."""

    def __init__(self, line: int, key: str, /, **params: Part) -> None:
        super().__init__(key, line=line, **params)
        self.line = line
