"""Draws that anyone can verify: what chance says follows from a secret, to which the server has bound itself before the
first draw, and from salts of the players. docs/fairness.md specifies it; verifier.py does the same in a file of its
own, for whoever trusts no line of ours.
"""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass

SECRET_BYTES = 32
NUMBERS = 1 << 256  # so many different numbers can be drawn at once


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that chance may say, as a record writes it, and how many equally likely cases stand behind it."""

    weight: int
    text: str


@dataclass(frozen=True, slots=True)
class Lot:
    """One draw, before it is made: all that it follows from besides the secret."""

    table: str
    salts: tuple[tuple[int, str], ...]  # by seat, from 1
    undo: int  # how often something was taken back before
    draw: int  # how many draws were made before, those taken back included
    candidates: tuple[Candidate, ...]

    def written(self, tries: int) -> bytes:
        """The text that is hashed."""
        lines = [
            "heorot-draw 1",
            f"table {self.table}",
            *(f"salt {seat} {salt}" for seat, salt in self.salts),
            f"undo {self.undo}",
            f"draw {self.draw}",
            f"try {tries}",
            *(f"{candidate.weight} {candidate.text}" for candidate in self.candidates),
        ]
        return "\n".join(lines).encode()


def commitment_to(secret: bytes) -> str:
    """What is shown before the first draw: nobody can find another secret for it."""
    return hashlib.sha256(secret).hexdigest()


def drawn(secret: bytes, lot: Lot) -> int:
    """Which candidate comes out, by its place."""
    left = number_below(sum(candidate.weight for candidate in lot.candidates), secret, lot)
    for place, candidate in enumerate(lot.candidates):
        left -= candidate.weight
        if left < 0:
            return place
    raise AssertionError("the weights do not add up")


def number_below(most: int, secret: bytes, lot: Lot) -> int:
    """A whole number from 0 to most - 1, all equally likely: what would favour the small ones is thrown away."""
    fair, tries = NUMBERS - NUMBERS % most, 0
    while (number := number_of(secret, lot, tries)) >= fair:
        tries += 1
    return number % most


def number_of(secret: bytes, lot: Lot, tries: int) -> int:
    """256 bits that nobody without the secret can foresee."""
    return int.from_bytes(hmac.digest(secret, lot.written(tries), "sha256"), "big")


# ---- The proof -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Promise:
    """What a table bound itself to before its first draw; the secret is told once the game is over."""

    table: str
    commitment: str
    salts: tuple[tuple[int, str], ...] = ()
    secret: str | None = None  # in hexadecimal

    @property
    def key(self) -> bytes:
        return bytes.fromhex(self.secret or "")


FORMAT = "heorot-proof 1"


def write_proof(promise: Promise, draws: Iterable[tuple[Lot, str]]) -> str:
    """Everything that a verifier without rules needs: each draw with its candidates, weights and outcome."""
    lines = [FORMAT, f"table {promise.table}", f"commitment {promise.commitment}", f"secret {promise.secret}"]
    lines += [f"salt {seat} {salt}" for seat, salt in promise.salts]
    for lot, text in draws:
        lines += ["", f"draw {lot.draw} undo {lot.undo}", *map(candidate_line, lot.candidates), f"= {text}"]
    return "\n".join([*lines, ""])


def candidate_line(candidate: Candidate) -> str:
    return f"{candidate.weight} {candidate.text}"
