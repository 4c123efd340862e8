"""What is said to a person, as data: a key of the locales and what fills it in. Terminal and browser say the same."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias, Union

Part: TypeAlias = Union[str, int, "Sentence", tuple["Sentence", ...]]


@dataclass(frozen=True, slots=True, init=False)
class Sentence:
    """A sentence, or a part of one: parts may be sentences themselves, or several in a row with commas between."""

    key: str
    params: Mapping[str, Part]

    def __init__(self, key: str, /, **params: Part) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "params", params)


Paragraph: TypeAlias = tuple[Sentence, ...]  # what belongs together


def by_rule(told: Sentence, rule: str | None) -> Sentence:
    """The same with the rule behind it, as a parameter beside its words; one that it names itself stays."""
    return told if rule is None or "rule" in told.params else Sentence(told.key, **told.params, rule=rule)
