"""Where a table's chance comes from: a secret of its own, from which every draw follows, so that a draw that must be
worked out again (another process was faster) comes out the same, and one after a take-back is fresh."""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from heorot.engine.game import Chance

SECRET_BYTES = 32
WORD = 1 << 64


class Deal(Protocol):
    """Whoever says what chance says."""

    def choose(self, chances: Sequence[Chance], drawn: int) -> object:
        """One of these by weight; so many draws were ever made at this table, those taken back included."""


@dataclass(frozen=True, slots=True)
class SecretDeal:
    """HMAC-SHA-256 of the table and the number of the draw, keyed by the secret."""

    secret: bytes
    table: str

    def choose(self, chances: Sequence[Chance], drawn: int) -> object:
        left = self.below(sum(chance.weight for chance in chances), drawn)
        for chance in chances:
            left -= chance.weight
            if left < 0:
                return chance.action
        raise AssertionError("the weights do not add up")

    def below(self, number: int, drawn: int) -> int:
        """A whole number from 0 to number - 1, all equally likely: what would favour the small ones is thrown away."""
        fair, tries = WORD - WORD % number, 0
        while (word := self.word(drawn, tries)) >= fair:
            tries += 1
        return word % number

    def word(self, drawn: int, tries: int) -> int:
        """64 bits that nobody without the secret can foresee."""
        said = f"{self.table} {drawn} {tries}".encode()
        return int.from_bytes(hmac.digest(self.secret, said, "sha256")[:8], "big")
