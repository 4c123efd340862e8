"""Results of checks."""

from dataclasses import dataclass
from typing import Literal

from heorot.engine.errors import HeorotError
from heorot.engine.sentence import Sentence

Level = Literal["good", "doubt", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of a check: a sentence that also says how to fix a problem. With a doubt a server may run well enough;
    `wrong` keeps it from starting or from keeping its promises."""

    level: Level
    sentence: Sentence


def good(sentence: Sentence) -> Finding:
    return Finding("good", sentence)


def doubt(sentence: Sentence) -> Finding:
    return Finding("doubt", sentence)


def wrong(sentence: Sentence) -> Finding:
    return Finding("wrong", sentence)


def wrong_from_error(error: HeorotError) -> Finding:
    """Return the error that would keep the server from starting."""
    return wrong(Sentence(error.key, **error.params))
