"""Where a table's chance comes from: a secret of its own, from which every draw follows, so that a draw that must be
worked out again (another process was faster) comes out the same, and one after a take-back is fresh."""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from heorot.engine import fairness
from heorot.engine.fairness import Lot, Promise, commitment_to
from heorot.engine.game import Chance
from heorot.engine.verifying import candidates
from heorot.server.events import Created
from heorot.server.table import Table, salts_of

SECRET_BYTES = 32
WORD = 1 << 64


class Deal(Protocol):
    """Whoever says what chance says."""

    def choose(self, table: Table, state: Any, drawn: int) -> Any:
        """One of what chance may say now; so many draws were ever made at this table, those taken back included."""


@dataclass(frozen=True, slots=True)
class SecretDeal:
    """By the secret of a table."""

    secret: bytes
    table: str

    def choose(self, table: Table, state: Any, drawn: int) -> Any:
        chances = table.game.chances(state)
        if table.created.deal == 0:
            return self.as_at_first(chances, drawn)
        lot = Lot(table.id, salts_of(table), table.retreats, drawn, candidates(table.game, state))
        return chances[fairness.drawn(key_of(self.secret), lot)].action

    # ---- Tables of the first release ----

    def as_at_first(self, chances: Sequence[Chance], drawn: int) -> Any:
        """HMAC-SHA-256 of the table and the number of the draw: nobody can foresee it, and nobody can verify it."""
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


# ---- What can be verified ------------------------------------------------------------------------------------------


def key_of(secret: bytes) -> bytes:
    """What draws are keyed by, and what is told once the game is over. The table's own secret does not follow from it:
    other things hang on that."""
    return hmac.digest(secret, b"deal", "sha256")


def secret_of_rematch(secret: bytes) -> bytes:
    """The secret of the table at which the same people play again, so that it is bound before they agree to."""
    return hmac.digest(secret, b"rematch", "sha256")


def deal_again(created: Created) -> Literal[0, 1]:
    """How chance draws at the table at which the same people play again: so that all can verify it, unless it goes on
    from a game that was played elsewhere. A record to look at is not played again."""
    return 1 if created.fork is None and created.record is None else 0


def promise_of(table: Table, secret: bytes) -> Promise:
    """What a table has bound itself to; the key to its draws only once nothing is drawn any more."""
    key = key_of(secret)
    return Promise(table.id, commitment_to(key), salts_of(table), key.hex() if table.is_finished else None)
