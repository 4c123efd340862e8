"""Questions that a person may ask at any time, beside the answers that the game waits for: what they share."""

from collections.abc import Iterable
from typing import TypeAlias

from heorot.engine.errors import HeorotError
from heorot.engine.game import A, B, Game, S, V_co, play
from heorot.engine.plain import Plain, plain_sentence
from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph

Answer: TypeAlias = dict[str, Plain]
BETWEEN = ","  # several actions


def answer(what: str, told: Iterable[Paragraph], /, **data: Plain) -> Answer:
    """What was asked, the answer in words, and as data."""
    words: list[Plain] = [[plain_sentence(one) for one in paragraph] for paragraph in told]
    return {"what": what, "told": words, **data}


def is_over(question: str) -> bool:
    """Whether nothing is asked any more."""
    return question == "over"


def what_follows(game: Game[B, S, A, V_co], state: S, seat: Seat | None, about: str) -> Answer:
    """What may follow the first pieces of a set, as texts; nothing once it is complete. Nobody else learns of it, and
    what a whole set leads to is not told."""
    person = player(seat)
    then: S | None = state
    for text in pieces(about):
        then = another_piece(game, then, person, text)
    texts: list[Plain] = [] if then is None else [game.write(then, one) for one in game.legal(then, person)]
    return answer("next", (), next=texts)


def first_pieces(game: Game[B, S, A, V_co], state: S, seat: Seat | None, about: str) -> tuple[S, A]:
    """The last of several actions, and the state in which it would be said; raises IllegalAction."""
    person, (*before, last) = player(seat), pieces(about) or [""]
    then: S | None = state
    for text in before:
        then = another_piece(game, then, person, text)
    if then is None:
        raise HeorotError("ask.complete", text=last[:60])
    action = game.read(then, last)
    if (refusal := game.refusal(then, person, action)) is not None:
        raise refusal
    return then, action


def another_piece(game: Game[B, S, A, V_co], state: S | None, seat: Seat, text: str) -> S | None:
    """A set with one piece more, or None if it is complete by that."""
    if state is None:
        raise HeorotError("ask.complete", text=text[:60])
    then = play(game, state, seat, game.read(state, text))
    return then if game.in_a_set(then, seat) else None


def pieces(about: str) -> list[str]:
    """Several actions, with commas between."""
    return [piece.strip() for piece in about.split(BETWEEN)] if about.strip() else []


def player(seat: Seat | None) -> Seat:
    """Those who only watch have nothing to say."""
    if seat is None:
        raise HeorotError("ask.seat")
    return seat
