#!/usr/bin/env python3
"""Check the draws of a finished game of Heorot: python3 verifier.py PROOF [COMMITMENT]

PROOF is the file that a table publishes when its game is over, COMMITMENT what it showed before the game began. This
file needs nothing but Python, and is short, so that you can read it instead of trusting it.

It proves that the secret is the one that the table committed to before the first draw, and that each draw follows from
that secret, the players' salts, the counters, and the candidates with their weights as the proof prints them. It does
not prove that those were the right candidates; `heorot verify RECORD` knows the rules and checks that too.
"""

import hashlib
import hmac
import sys
from typing import Any


def read(text: str) -> tuple[Any, Any]:
    """Return the head of a proof and its draws."""
    head, *blocks = text.strip().split("\n\n")
    first, *lines = head.split("\n")
    if first != "heorot-proof 1":
        raise ValueError("this is no proof of a game")
    known: Any = {"salt": []}
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "salt":
            known["salt"].append(rest)
        else:
            known[word] = rest
    return known, [read_draw(block.split("\n")) for block in blocks]


def read_draw(lines: list[str]) -> tuple[int, int, list[tuple[int, str]], str]:
    """Return the number of a draw, the undo count, the candidates with their weights, and the outcome."""
    _, draw, _, undo = lines[0].split(" ")
    candidates = [(int(weight), text) for weight, _, text in (line.partition(" ") for line in lines[1:-1])]
    mark, _, outcome = lines[-1].partition(" ")
    if mark != "=" or not candidates or any(weight < 1 for weight, _ in candidates):
        raise ValueError(f"draw {draw} cannot be read")
    return int(draw), int(undo), candidates, outcome


def drawn(known: Any, draw: int, undo: int, candidates: list[tuple[int, str]]) -> str:
    """Return the outcome of a draw: HMAC-SHA-256 with the secret as its key gives a number of 256 bits. Numbers that
    would favour an outcome beyond its weight are rejected."""
    total = sum(weight for weight, _ in candidates)
    limit = 2**256 - 2**256 % total
    attempt = 0
    while True:
        lines = ["heorot-draw 1", "table " + known["table"], *("salt " + salt for salt in known["salt"])]
        lines += [f"undo {undo}", f"draw {draw}", f"try {attempt}"]
        lines += [f"{weight} {text}" for weight, text in candidates]
        digest = hmac.new(bytes.fromhex(known["secret"]), "\n".join(lines).encode(), hashlib.sha256).digest()
        number = int.from_bytes(digest, "big")
        if number < limit:
            break
        attempt += 1
    number %= total
    for weight, text in candidates:
        if number < weight:
            return text
        number -= weight
    raise AssertionError("a number below the total lies within the weights")


def check(text: str, commitment: str = "") -> str:
    """Return what is wrong with a proof; an empty string if it is correct."""
    known, draws = read(text)
    if hashlib.sha256(bytes.fromhex(known["secret"])).hexdigest() != known["commitment"]:
        return "The secret is not the one that the table was bound to."
    if commitment and commitment != known["commitment"]:
        return "The table was bound to something else: this is not the commitment that you were shown."
    taken_back = 0
    for number, (draw, undo, candidates, outcome) in enumerate(draws):
        if draw != number:
            return f"Draw {number} is missing."
        if undo < taken_back:
            return f"Draw {draw} counts {undo} take-backs, but there were {taken_back} before it."
        taken_back = undo
        if drawn(known, draw, undo, candidates) != outcome:
            return f"Draw {draw} does not follow: {outcome} came, {drawn(known, draw, undo, candidates)} should have."
    return ""


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        proof = file.read()
    try:
        wrong = check(proof, *sys.argv[2:])
    except (IndexError, KeyError, ValueError) as error:
        wrong = f"This proof cannot be read: {error}"
    if wrong:
        sys.exit(wrong)
    draws = read(proof)[1]
    back = draws[-1][1] if draws else 0
    print(f"All {len(draws)} draws follow from the secret; {back} times something was taken back.")
