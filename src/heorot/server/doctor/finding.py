"""Results of checks."""

from dataclasses import dataclass
from typing import Literal

from heorot.engine.errors import HeorotError
from heorot.engine.sentence import Sentence

Level = Literal["good", "doubt", "wrong"]  # ok, a warning, an error; as `heorot doctor --json` prints them


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of a check: a sentence that also says how to fix a problem. After a warning a server may run well enough;
    an error keeps it from starting or from keeping its promises."""

    level: Level
    sentence: Sentence

    @classmethod
    def ok(cls, sentence: Sentence) -> "Finding":
        return cls("good", sentence)

    @classmethod
    def warning(cls, sentence: Sentence) -> "Finding":
        return cls("doubt", sentence)

    @classmethod
    def error(cls, sentence: Sentence) -> "Finding":
        return cls("wrong", sentence)

    @classmethod
    def from_error(cls, error: HeorotError) -> "Finding":
        """Return the error that would keep the server from starting."""
        return cls.error(Sentence(error.key, **error.params))
