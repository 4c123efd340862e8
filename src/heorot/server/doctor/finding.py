"""What a look at something found."""

from dataclasses import dataclass
from typing import Literal

from heorot.engine.errors import HeorotError
from heorot.engine.sentence import Sentence

Level = Literal["good", "doubt", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What there is, and where it is not good how to mend it, in one sentence or two. With a doubt a server runs well
    enough for some; what is wrong keeps it from running, or from keeping its promises."""

    level: Level
    sentence: Sentence


def good(sentence: Sentence) -> Finding:
    return Finding("good", sentence)


def doubt(sentence: Sentence) -> Finding:
    return Finding("doubt", sentence)


def wrong(sentence: Sentence) -> Finding:
    return Finding("wrong", sentence)


def wrong_by(error: HeorotError) -> Finding:
    """What the server itself would refuse to begin with."""
    return wrong(Sentence(error.key, **error.params))
