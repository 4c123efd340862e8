"""What an attentive player knows (L1.7): where cards and tokens may be that nobody has shown, from one seat's place.
Sums over hidden things alone, of which each is known."""

from collections.abc import Iterable
from operator import add, sub
from typing import TypeAlias, TypeVar

from heorot.engine.seats import Seat
from heorot.games.legend.box import Box
from heorot.games.legend.components import Card, Token
from heorot.games.legend.state import ALLIANCE, BID, LAID, OVER, PLAIN, SUPPLY, TOKENS, State

Cards: TypeAlias = tuple[tuple[Card, int], ...]  # each face once, with its number
Tokens: TypeAlias = tuple[tuple[Token, int], ...]
Piece = TypeVar("Piece", Card, Token)


def counted(box: Box, numbers: list[int]) -> Cards:
    """Numbers by face as cards, those that are there."""
    return tuple([(box.faces[face], number) for face, number in enumerate(numbers) if number])


def counted_tokens(box: Box, numbers: list[int], first: int = 0, last: int = TOKENS) -> Tokens:
    """Numbers by face as tokens, those that are there."""
    faces = box.token_faces.items()
    return tuple([(token, numbers[face]) for face, token in faces if numbers[face] and first <= face < last])


def one_by_one(pieces: Iterable[tuple[Piece, int]]) -> tuple[Piece, ...]:
    """Every card, or every token, of its own."""
    return tuple(piece for piece, number in pieces for _ in range(number))


def unseen_cards(box: Box, s: State, seat: Seat | None) -> Cards:
    """L1.7: the cards that this seat cannot place: in the pile, or face down in some other hand."""
    return counted(box, unplaced(s, seat))


def unplaced(s: State, seat: Seat | None) -> list[int]:
    """L1.7: how many they are of each face: `unaccounted` of odds.py for all faces at once, as every view needs it."""
    numbers = s.pile[:PLAIN]
    for rival in range(s.seats):
        if rival != seat:
            held, known = s.cards[rival], s.known[rival]
            numbers = [number + one - other for number, one, other in zip(numbers, held, known, strict=False)]
            if s.phase == BID:
                numbers = list(map(add, numbers, s.cards[LAID + rival]))
    return numbers


def drawable_cards(box: Box, s: State, seat: Seat | None) -> Cards:
    """L1.7, L1.8: those of them that may lie in the draw pile: none, if it is empty."""
    return counted(box, drawable(s, seat))


def drawable(s: State, seat: Seat | None) -> list[int]:
    """L1.7, L1.8: how many they are of each face: `may_be_drawn` of odds.py for all faces at once."""
    if s.pile_size == 0:
        return []
    left = s.stock[:PLAIN] if seat is None else list(map(sub, s.stock[:PLAIN], s.fresh[seat]))
    return list(map(min, left, unplaced(s, seat)))


def faces_seen(s: State, seat: int) -> list[int]:
    """L1.7, L8.2: the alliance tokens of a seat whose faces all have seen; when the game is over, all of them."""
    return [0] * ALLIANCE + s.tokens[seat][ALLIANCE:] if s.phase == OVER else s.shown[seat]


def unseen_alliances(box: Box, s: State, seat: Seat | None) -> Tokens:
    """L1.7: the alliance tokens that this seat cannot place: face down beside the board, or in front of others."""
    return counted_tokens(box, [0] * ALLIANCE + unplaced_alliances(s, seat), ALLIANCE)


def unplaced_alliances(s: State, seat: Seat | None) -> list[int]:
    """L1.7: how many they are of each face."""
    numbers = s.tokens[SUPPLY][ALLIANCE:]
    for rival in range(s.seats):
        if rival != seat:
            held, shown = s.tokens[rival][ALLIANCE:], faces_seen(s, rival)[ALLIANCE:]
            numbers = [number + one - other for number, one, other in zip(numbers, held, shown, strict=True)]
    return numbers


def known_cards(box: Box, s: State, seat: Seat) -> Cards:
    """L1.7: the cards that all know to be in a hand."""
    return counted(box, s.known[seat])


def hand_of(box: Box, s: State, seat: Seat) -> Cards:
    """What a hand holds."""
    return counted(box, s.cards[seat])


def bid_of(box: Box, s: State, seat: Seat) -> Cards:
    """L4.4: what lies sealed in front of a seat; it counts as a part of the hand until it is shown."""
    return counted(box, s.cards[LAID + seat]) if s.phase == BID else ()


def laid_by(box: Box, s: State, seat: Seat) -> Cards:
    """L5.4: what lies openly in front of a seat."""
    return () if s.phase == BID else counted(box, s.cards[LAID + seat])
