"""Chance draws of a table, derived from its secret key. A draw that must be repeated after a write conflict comes out
the same; a draw after an undo is fresh.
"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from heorot.engine.game import ChanceOutcome
from heorot.engine.records import fairness
from heorot.engine.records.fairness import DealCommitment, DrawInput, commitment_to
from heorot.engine.records.verify_draws import candidates
from heorot.server.table.events import Created
from heorot.server.table.opaque_game import GameAction, GameState
from heorot.server.table.table import TableState, salts_of

SECRET_BYTES = 32
WORD = 1 << 64


class ChanceSource(Protocol):
    """Source of chance draws."""

    def choose(self, table: TableState, state: GameState, drawn: int) -> GameAction:
        """Return one of the possible draws; `drawn` counts all earlier draws at this table, undone ones included."""


@dataclass(frozen=True, slots=True)
class SecretChance:
    """Draws derived from the secret of a table."""

    secret: bytes
    table: str

    def choose(self, table: TableState, state: GameState, drawn: int) -> GameAction:
        chances = table.game.chance_outcomes(state)
        if table.created.deal == 0:
            return self.choose_v0(chances, drawn)
        draw = DrawInput(table.id, salts_of(table), table.public_undo_count, drawn, candidates(table.game, state))
        return GameAction(chances[fairness.choose_candidate(draw_key(self.secret), draw)].action)

    # ---- Tables with deal=0 ----

    def choose_v0(self, chances: Sequence[ChanceOutcome], drawn: int) -> GameAction:
        """Draw by HMAC-SHA-256 of table and draw number: unpredictable, but not verifiable."""
        left = self.uniform_below(sum(chance.weight for chance in chances), drawn)
        for chance in chances:
            left -= chance.weight
            if left < 0:
                return GameAction(chance.action)
        raise AssertionError("the weights do not add up")

    def uniform_below(self, number: int, drawn: int) -> int:
        """Return a uniform number below `number`, by rejection sampling."""
        fair, tries = WORD - WORD % number, 0
        while (word := self.random_word(drawn, tries)) >= fair:
            tries += 1
        return word % number

    def random_word(self, drawn: int, tries: int) -> int:
        """Return 64 unpredictable bits."""
        text = f"{self.table} {drawn} {tries}".encode()
        return int.from_bytes(hmac.digest(self.secret, text, "sha256")[:8], "big")


# ---- Verifiable draws --------------------------------------------------------------------------------------------


def draw_key(secret: bytes) -> bytes:
    """Derive the key of the draws, which is published after the game. The table's secret does not follow from it."""
    return hmac.digest(secret, b"deal", "sha256")


def rematch_secret(secret: bytes) -> bytes:
    """Derive the secret of the rematch, which is thereby committed before anyone agrees to it."""
    return hmac.digest(secret, b"rematch", "sha256")


def rematch_deal_version(created: Created) -> Literal[0, 1]:
    """Return the `deal` version of a rematch: verifiable, unless the table continues or shows another game."""
    return 1 if created.fork is None and created.record is None else 0


def fairness_promise(table: TableState, secret: bytes) -> DealCommitment:
    """Return the commitment of a table, with the key to its draws once the game is finished."""
    key = draw_key(secret)
    return DealCommitment(table.id, commitment_to(key), salts_of(table), key.hex() if table.is_finished else None)
