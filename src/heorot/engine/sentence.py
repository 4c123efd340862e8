"""Sentences as data: a locale key and its parameters. The terminal and the browser translate them alike."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias, Union

Param: TypeAlias = Union[str, int, "Sentence", tuple["Sentence", ...]]


@dataclass(frozen=True, slots=True, init=False)
class Sentence:
    """A sentence or a part of one: a locale key and its parameters. A tuple of sentences is joined with commas."""

    key: str
    params: Mapping[str, Param]

    def __init__(self, key: str, /, **params: Param) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "params", params)


Paragraph: TypeAlias = tuple[Sentence, ...]


def with_rule(sentence: Sentence, rule: str | None) -> Sentence:
    """Add the number of a rule as the parameter `rule`, unless the sentence has one already."""
    if rule is None or "rule" in sentence.params:
        return sentence
    return Sentence(sentence.key, **sentence.params, rule=rule)
