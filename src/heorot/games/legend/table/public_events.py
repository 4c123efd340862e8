"""What all could see follow from an answer by itself: bids shown, markers, scratches, tokens taken, the road. Derived
from two states, of which it reads nothing but what is open by then."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from heorot.engine.accel import count, members
from heorot.engine.seats import Seat, clockwise
from heorot.games.legend.actions import Action, GivenCard, GivenToken, GiveUp, Take
from heorot.games.legend.box import Box
from heorot.games.legend.components import Card, Icon, Token
from heorot.games.legend.state import (
    ALL_HANDS,
    ALLIANCE,
    BID,
    IN_TURN,
    LAID,
    RANKING,
    RISK_CARD,
    TREASURE,
    TURNED,
    State,
)
from heorot.games.legend.tokens import TREASURES, is_left

SQUARES = (1 << ALLIANCE) - 1


@dataclass(frozen=True, slots=True)
class ShowsCards:
    """A bid, or a whole hand at the end, with the symbols that count (L4.1, L8.1)."""

    seat: Seat
    cards: tuple[Card, ...]
    total: int


@dataclass(frozen=True, slots=True)
class ShowsTokens:
    """All treasure of a player, and its sum (L9.2)."""

    seat: Seat
    tokens: tuple[Token, ...]
    total: int


@dataclass(frozen=True, slots=True)
class TurnsUpTokens:
    """Alliance treasure that was drawn after all was shown, seen as it goes back (L9.2, L3.5)."""

    seat: Seat
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class GetsMarker:
    """A status marker (L4.2, L5.5, L5.8, L8.1, L9.2)."""

    seat: Seat
    marker: int


@dataclass(frozen=True, slots=True)
class GetsToken:
    """A square token, openly (L6.3)."""

    seat: Seat
    token: Token


@dataclass(frozen=True, slots=True)
class GetsMisfortune:
    """A misfortune (L6.3)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GetsCard:
    """A special card from beside the board (L6.5)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class GetsHurt:
    """A scratch, a wound or a double wound; a third scratch is a wound (L6.6, L6.7)."""

    seat: Seat
    what: str


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The discards are the new draw pile (L1.8)."""

    unknown: tuple[int, ...]  # L1.7: how many cards of each hand nobody else knew by then


@dataclass(frozen=True, slots=True)
class FirstPlayer:
    """Someone else is the first player now (L2.3)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Arrives:
    """Beowulf has come to an episode (L2.1), numbered from 1."""

    episode: int


@dataclass(frozen=True, slots=True)
class RiskOver:
    """The cards of a risk that match: they join the hand, or are laid (L3.2, L5.6)."""

    seat: Seat
    matches: tuple[Card, ...]


Event: TypeAlias = (
    ShowsCards | ShowsTokens | TurnsUpTokens | GetsMarker | GetsToken | GetsMisfortune | GetsCard | GetsHurt | RiskOver
    | Reshuffle | FirstPlayer | Arrives
)
SHOWN = (ShowsCards, ShowsTokens, TurnsUpTokens)  # all learn something by it


def happenings(box: Box, before: State, action: Action, after: State) -> Iterator[Event]:
    """Everything between two states that nobody said, in its order."""
    yield from bids_shown(box, before, after)
    yield from risk_over(box, before, action, after)
    if got_something(before, after):
        for seat in clockwise(Seat(after.first), after.seats):
            yield from tokens_taken(box, before, action, after, seat)
            yield from received(box, before, after, seat)
            yield from hurt(before, after, seat)
    yield from markers_in_turn(box, before, after)
    if after.reshuffles > before.reshuffles:
        yield Reshuffle(tuple(after.hand[seat] - sum(after.known[seat]) for seat in range(after.seats)))
    if after.episode != before.episode:
        yield from treasures_since(box, before, action)
        yield from arrival(box, before, after)


# ---- Cards and markers ---------------------------------------------------------------------------------------------


def cards_at(box: Box, s: State, place: int) -> tuple[Card, ...]:
    """The cards that lie at a place, one by one."""
    return tuple(box.faces[face] for face in members(s.held[place]) for _ in range(s.cards[place][face]))


def bids_shown(box: Box, before: State, after: State) -> Iterator[Event]:
    """L4.1, L4.2: the last bid is in, and all are shown."""
    if before.phase == BID and not after.pending:
        for seat in clockwise(Seat(before.first), before.seats):
            yield ShowsCards(seat, cards_at(box, before, LAID + seat), after.total[seat])
        yield from all_markers(after)


def all_markers(s: State) -> Iterator[Event]:
    """L4.2: who has which marker."""
    for marker in range(s.seats):
        yield GetsMarker(Seat(s.order[marker]), marker + 1)


def markers_in_turn(box: Box, before: State, after: State) -> Iterator[Event]:
    """L5.5, L5.8: who went out took the highest free marker, and the last one in marker 1."""
    if before.episode == after.episode and before.episode >= 0 and box.printed.kind[before.episode] == IN_TURN:
        for marker in range(count(before.pending), count(after.pending), -1):
            yield GetsMarker(Seat(after.order[marker - 1]), marker)


def risk_over(box: Box, before: State, action: Action, after: State) -> Iterator[Event]:
    """L3.2, L5.6: the last card of a risk is turned over."""
    if before.phase == RISK_CARD != after.phase and isinstance(action, GivenCard):
        turned = (*cards_at(box, before, TURNED), action.card)
        matching = box.printed.matching[before.episode]
        yield RiskOver(Seat(before.seat), tuple(card for card in turned if matching >> box.face_numbers[card] & 1))


# ---- What a player gets --------------------------------------------------------------------------------------------


def got_something(before: State, after: State) -> bool:
    """Whether anyone may have got anything: after most answers all lies in front of the players as it did."""
    was = before.episode, before.specials, before.misfortune, before.scratches, before.wounds, before.double_wounds
    now = after.episode, after.specials, after.misfortune, after.scratches, after.wounds, after.double_wounds
    return was != now or before.tokens != after.tokens


def tokens_taken(box: Box, before: State, action: Action, after: State, seat: Seat) -> Iterator[Event]:
    """L6.3: square tokens. Those that were shown have been paid by now, or come back to whoever gives up (L9.1)."""
    come_back = isinstance(action, GiveUp) and seat == before.seat
    for token in members(after.owned[seat] & SQUARES):
        was = before.tokens[seat][token] + come_back * before.tokens[LAID + seat][token]
        for _ in range(after.tokens[seat][token] - was):
            yield GetsToken(seat, box.token_faces[token])
    if isinstance(action, Take) and seat == before.seat and after.episode != before.episode:
        yield from taken_and_returned(box, before, action.icon, seat)


def taken_and_returned(box: Box, before: State, icon: Icon, seat: Seat) -> Iterator[Event]:
    """L9.2: treasure that is taken last in a ranking goes back at once, with all other treasure."""
    if box.printed.kind[before.episode] == RANKING and icon.kind == "treasure":
        if is_left(before, TREASURE + icon.number):
            yield GetsToken(seat, box.token_faces[TREASURE + icon.number])


def received(box: Box, before: State, after: State, seat: Seat) -> Iterator[Event]:
    """L6.3, L6.5: misfortunes and special cards."""
    for _ in range(after.misfortune[seat] - before.misfortune[seat]):
        yield GetsMisfortune(seat)
    for face in members(before.specials & ~after.specials & after.held[seat]):
        yield GetsCard(seat, box.faces[face])


def hurt(before: State, after: State, seat: Seat) -> Iterator[Event]:
    """L6.6, L6.7: a scratch, a wound, or a wound for three scratches."""
    third = after.wounds[seat] > before.wounds[seat] and after.scratches[seat] < before.scratches[seat]
    if after.scratches[seat] > before.scratches[seat] or third:
        yield GetsHurt(seat, "third scratch" if third else "scratch")
    elif after.wounds[seat] > before.wounds[seat]:
        yield GetsHurt(seat, "wound")
    if after.double_wounds[seat] > before.double_wounds[seat]:
        yield GetsHurt(seat, "double wound")


# ---- The road ------------------------------------------------------------------------------------------------------


def arrival(box: Box, before: State, after: State) -> Iterator[Event]:
    """L2.1, L2.3, L8.1, L9.2: perhaps a new first player, the next episode, and what is shown there at once."""
    if after.first != before.first and before.episode >= 0:
        yield FirstPlayer(Seat(after.first))
    yield Arrives(after.episode + 1)
    kind = box.printed.kind[after.episode]
    for seat in clockwise(Seat(after.first), after.seats):
        if kind == ALL_HANDS:
            yield ShowsCards(seat, cards_at(box, after, seat), after.total[seat])
        elif kind == RANKING:
            yield ShowsTokens(seat, treasures(box, after, seat), after.total[seat])
    if kind in (ALL_HANDS, RANKING):
        yield from all_markers(after)


def treasures_since(box: Box, before: State, action: Action) -> Iterator[Event]:
    """L9.2, L3.5: alliance treasure that was drawn after all was shown is seen as it goes back."""
    if before.episode < 0 or box.printed.kind[before.episode] != RANKING:
        return
    for seat in clockwise(Seat(before.first), before.seats):
        hidden = members(before.owned[seat] & TREASURES & ~SQUARES)
        tokens = [token for token in hidden for _ in range(before.tokens[seat][token] - before.shown[seat][token])]
        if isinstance(action, GivenToken) and seat == before.seat:
            tokens += [token for token in (box.token_numbers[action.token],) if TREASURES >> token & 1]
        if tokens:
            yield TurnsUpTokens(seat, tuple(box.token_faces[token] for token in tokens))


def treasures(box: Box, s: State, seat: Seat) -> tuple[Token, ...]:
    """L9.2: all treasure tokens of a player."""
    return tuple(
        box.token_faces[token] for token in members(s.owned[seat] & TREASURES) for _ in range(s.tokens[seat][token])
    )
