"""Verifiable draws: each follows from a secret, to which the server commits before the first draw, and from the
players' salts.

docs/fairness.md specifies the scheme; verifier.py implements it again in one independent file.
"""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass

SECRET_BYTES = 32
NUMBERS = 1 << 256  # different values of one HMAC


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible outcome of a draw in notation, and the number of equally likely cases behind it."""

    weight: int
    text: str


@dataclass(frozen=True, slots=True)
class DrawInput:
    """Everything besides the secret that determines a draw."""

    table: str
    salts: tuple[tuple[int, str], ...]  # by seat, from 1
    undo: int  # number of undos before this draw
    draw: int  # number of draws before this one, undone ones included
    candidates: tuple[Candidate, ...]

    def message(self, tries: int) -> bytes:
        """Return the message of the HMAC."""
        lines = [
            "heorot-draw 1",
            f"table {self.table}",
            *(f"salt {seat} {salt}" for seat, salt in self.salts),
            f"undo {self.undo}",
            f"draw {self.draw}",
            f"try {tries}",
            *map(candidate_line, self.candidates),
        ]
        return "\n".join(lines).encode()


def commitment_to(secret: bytes) -> str:
    """Return the commitment that is published before the first draw: the SHA-256 of the secret."""
    return hashlib.sha256(secret).hexdigest()


def choose_candidate(secret: bytes, draw: DrawInput) -> int:
    """Return the index of the candidate that comes out."""
    left = number_below(sum(candidate.weight for candidate in draw.candidates), secret, draw)
    for index, candidate in enumerate(draw.candidates):
        left -= candidate.weight
        if left < 0:
            return index
    raise AssertionError("the weights do not add up")


def number_below(limit: int, secret: bytes, draw: DrawInput) -> int:
    """Return a uniform number from 0 to limit - 1, by rejection sampling."""
    fair, tries = NUMBERS - NUMBERS % limit, 0
    while (number := int.from_bytes(hmac.digest(secret, draw.message(tries), "sha256"), "big")) >= fair:
        tries += 1
    return number % limit


# ---- The proof -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealCommitment:
    """Commitment of a table before its first draw. The secret is revealed when the game is over."""

    table: str
    commitment: str
    salts: tuple[tuple[int, str], ...] = ()
    secret: str | None = None  # in hexadecimal

    @property
    def key(self) -> bytes:
        return bytes.fromhex(self.secret or "")


FORMAT = "heorot-proof 1"


def write_proof(deal: DealCommitment, draws: Iterable[tuple[DrawInput, str]]) -> str:
    """Return a proof file: every draw with its candidates, weights and outcome, for a verifier without rules."""
    lines = [FORMAT, f"table {deal.table}", f"commitment {deal.commitment}", f"secret {deal.secret}"]
    lines += [f"salt {seat} {salt}" for seat, salt in deal.salts]
    for draw, text in draws:
        lines += ["", f"draw {draw.draw} undo {draw.undo}", *map(candidate_line, draw.candidates), f"= {text}"]
    return "\n".join([*lines, ""])


def candidate_line(candidate: Candidate) -> str:
    """Write a candidate as `weight text`."""
    return f"{candidate.weight} {candidate.text}"
