"""Errors as data: a locale key, its parameters and, where a rule was broken, the number of the rule.

The locales hold the sentences in every language.
"""

from heorot.engine.sentence import Param

Params = dict[str, Param]


class HeorotError(Exception):
    """An error for a person to read: `key` is a sentence of the locales, `params` are its parameters."""

    def __init__(self, key: str, /, **params: Param) -> None:
        super().__init__(key, params)
        self.key = key
        self.params: Params = params


class IllegalAction(HeorotError):
    """An action that a rule forbids."""

    def __init__(self, rule: str, key: str, /, **params: Param) -> None:
        super().__init__(key, rule=rule, **params)
        self.rule = rule


class Unreadable(HeorotError):
    """A text that is not an action, a space or a component."""


class BadOption(HeorotError):
    """A number of seats or a table option that the game does not have."""


class BadBox(HeorotError):
    """An invalid box file: the file, the key within it, and the reason."""

    def __init__(self, file: str, where: str, key: str, /, **params: Param) -> None:
        super().__init__(key, file=file, where=where, **params)
        self.file = file
        self.where = where


class BadText(HeorotError):
    """An invalid typed board or score: the line, the column, and the reason."""

    def __init__(self, line: int, column: int, key: str, /, **params: Param) -> None:
        super().__init__(key, line=line, column=column, **params)
        self.line = line
        self.column = column


class BadRecord(HeorotError):
    """A record that cannot be read or replayed: the line and the reason."""

    def __init__(self, line: int, key: str, /, **params: Param) -> None:
        super().__init__(key, line=line, **params)
        self.line = line
