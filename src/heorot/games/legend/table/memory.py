"""Public knowledge and the knowledge of one seat (L1.7): where unseen cards and tokens may be. Returns only totals over
hidden places, which every seat can work out."""

from collections.abc import Iterable
from operator import add, sub
from typing import TypeAlias, TypeVar

from heorot.engine.seats import Seat
from heorot.games.legend.box.box import Box
from heorot.games.legend.model.components import Card, Token
from heorot.games.legend.model.state import ALLIANCE, BID, LAID, OVER, PLAIN, SUPPLY, TOKENS, State

Cards: TypeAlias = tuple[tuple[Card, int], ...]  # each face once, with its count
Tokens: TypeAlias = tuple[tuple[Token, int], ...]
Piece = TypeVar("Piece", Card, Token)


def as_cards(box: Box, numbers: list[int]) -> Cards:
    """Return counts by face as cards, without zeros."""
    return tuple([(box.faces[face], number) for face, number in enumerate(numbers) if number])


def as_tokens(box: Box, numbers: list[int], first: int = 0, last: int = TOKENS) -> Tokens:
    """Return counts by face as tokens, without zeros."""
    faces = box.token_faces.items()
    return tuple([(token, numbers[face]) for face, token in faces if numbers[face] and first <= face < last])


def expand(pieces: Iterable[tuple[Piece, int]]) -> tuple[Piece, ...]:
    """Return every card or token as a separate element."""
    return tuple(piece for piece, number in pieces for _ in range(number))


def unseen_cards(box: Box, s: State, seat: Seat | None) -> Cards:
    """L1.7: Return the cards whose place this seat does not know: in the pile, or face down in another hand."""
    return as_cards(box, unseen_by_face(s, seat))


def unseen_by_face(s: State, seat: Seat | None) -> list[int]:
    """L1.7: Return the number of unseen cards by face: `count_unseen_cards` of odds.py for all faces at once."""
    numbers = s.pile[:PLAIN]
    for rival in range(s.seats):
        if rival != seat:
            held, known = s.cards[rival], s.known[rival]
            numbers = [count + in_hand - seen for count, in_hand, seen in zip(numbers, held, known, strict=False)]
            if s.phase == BID:
                numbers = list(map(add, numbers, s.cards[LAID + rival]))
    return numbers


def drawable_cards(box: Box, s: State, seat: Seat | None) -> Cards:
    """L1.7, L1.8: Return the unseen cards that may lie in the draw pile, none if it is empty."""
    return as_cards(box, drawable_by_face(s, seat))


def drawable_by_face(s: State, seat: Seat | None) -> list[int]:
    """L1.7, L1.8: Return the number of drawable cards by face: `count_drawable` of odds.py for all faces at once."""
    if s.pile_size == 0:
        return []
    left = s.stock[:PLAIN] if seat is None else list(map(sub, s.stock[:PLAIN], s.fresh[seat]))
    return list(map(min, left, unseen_by_face(s, seat)))


def seen_alliances_by_face(s: State, seat: int) -> list[int]:
    """L1.7, L8.2: Return the alliance tokens of a seat whose faces are public; all of them after the end."""
    return [0] * ALLIANCE + s.tokens[seat][ALLIANCE:] if s.phase == OVER else s.shown[seat]


def unseen_alliances(box: Box, s: State, seat: Seat | None) -> Tokens:
    """L1.7: Return the alliance tokens whose place this seat does not know: face down in the supply or in front of
    others."""
    return as_tokens(box, [0] * ALLIANCE + unseen_alliances_by_face(s, seat), ALLIANCE)


def unseen_alliances_by_face(s: State, seat: Seat | None) -> list[int]:
    """L1.7: Return the number of unseen alliance tokens by face."""
    numbers = s.tokens[SUPPLY][ALLIANCE:]
    for rival in range(s.seats):
        if rival != seat:
            held, shown = s.tokens[rival][ALLIANCE:], seen_alliances_by_face(s, rival)[ALLIANCE:]
            numbers = [count + owned - seen for count, owned, seen in zip(numbers, held, shown, strict=True)]
    return numbers


def known_cards(box: Box, s: State, seat: Seat) -> Cards:
    """L1.7: Return the cards that are publicly known to be in a hand."""
    return as_cards(box, s.known[seat])


def hand_of(box: Box, s: State, seat: Seat) -> Cards:
    """Return the cards of a hand."""
    return as_cards(box, s.cards[seat])


def bid_of(box: Box, s: State, seat: Seat) -> Cards:
    """L4.4: Return the sealed bid of a seat, which counts as part of the hand until it is shown."""
    return as_cards(box, s.cards[LAID + seat]) if s.phase == BID else ()


def laid_by(box: Box, s: State, seat: Seat) -> Cards:
    """L5.4: Return the cards that lie openly in front of a seat."""
    return () if s.phase == BID else as_cards(box, s.cards[LAID + seat])
