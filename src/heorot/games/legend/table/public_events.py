"""Public events: the visible consequences of an answer, such as bids shown, markers, scratches and tokens taken.
Derived from two states by reading only what is public by then."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from heorot.engine.kernels.bits import count, members
from heorot.engine.seats import Seat, clockwise
from heorot.games.legend.box.box import Box
from heorot.games.legend.model.actions import Action, GivenCard, GivenToken, GiveUp, Take
from heorot.games.legend.model.components import Card, Icon, Token
from heorot.games.legend.model.state import (
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
from heorot.games.legend.rules.tokens import TREASURES, is_left

SQUARES = (1 << ALLIANCE) - 1


@dataclass(frozen=True, slots=True)
class ShowsCards:
    """Bid, or whole hand at the end, with the symbols that count (L4.1, L8.1)."""

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
    """Alliance treasure drawn after the ranking, shown as it returns to the supply (L9.2, L3.5)."""

    seat: Seat
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class GetsMarker:
    """Status marker taken (L4.2, L5.5, L5.8, L8.1, L9.2)."""

    seat: Seat
    marker: int


@dataclass(frozen=True, slots=True)
class GetsToken:
    """Square token taken openly (L6.3)."""

    seat: Seat
    token: Token


@dataclass(frozen=True, slots=True)
class GetsMisfortune:
    """Misfortune taken (L6.3)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GetsCard:
    """Special card taken from beside the board (L6.5)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class GetsHurt:
    """Scratch, wound or double wound taken; a third scratch is a wound (L6.6, L6.7)."""

    seat: Seat
    what: str


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Discards shuffled into a new draw pile (L1.8)."""

    unknown: tuple[int, ...]  # L1.7: number of cards in each hand that no other seat knew by then


@dataclass(frozen=True, slots=True)
class FirstPlayer:
    """New first player (L2.3)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Arrives:
    """Arrival of Beowulf at an episode (L2.1), numbered from 1."""

    episode: int


@dataclass(frozen=True, slots=True)
class RiskOver:
    """Matching cards of a risk, which join the hand or are laid (L3.2, L5.6)."""

    seat: Seat
    matches: tuple[Card, ...]


Event: TypeAlias = (
    ShowsCards
    | ShowsTokens
    | TurnsUpTokens
    | GetsMarker
    | GetsToken
    | GetsMisfortune
    | GetsCard
    | GetsHurt
    | RiskOver
    | Reshuffle
    | FirstPlayer
    | Arrives
)
SHOWN = (ShowsCards, ShowsTokens, TurnsUpTokens)  # events that reveal hidden information


def events_between(box: Box, before: State, action: Action, after: State) -> Iterator[Event]:
    """Yield the events between two states in their order."""
    yield from bids_shown(box, before, after)
    yield from risk_result(box, before, action, after)
    if has_anyone_received(before, after):
        for seat in clockwise(Seat(after.first), after.seats):
            yield from tokens_taken(box, before, action, after, seat)
            yield from other_gains(box, before, after, seat)
            yield from injuries(before, after, seat)
    yield from markers_in_turn(box, before, after)
    if after.reshuffles > before.reshuffles:
        yield Reshuffle(tuple(after.hand[seat] - sum(after.known[seat]) for seat in range(after.seats)))
    if after.episode != before.episode:
        yield from late_treasures(box, before, action)
        yield from arrival(box, before, after)


# ---- Cards and markers ---------------------------------------------------------------------------------------------


def cards_at(box: Box, s: State, place: int) -> tuple[Card, ...]:
    """Return the cards of a place as separate elements."""
    return tuple(box.faces[face] for face in members(s.held[place]) for _ in range(s.cards[place][face]))


def bids_shown(box: Box, before: State, after: State) -> Iterator[Event]:
    """L4.1, L4.2: Yield all bids when the last one is sealed."""
    if before.phase == BID and not after.pending:
        for seat in clockwise(Seat(before.first), before.seats):
            yield ShowsCards(seat, cards_at(box, before, LAID + seat), after.total[seat])
        yield from all_markers(after)


def all_markers(s: State) -> Iterator[Event]:
    """L4.2: Yield the marker of each player."""
    for marker in range(s.seats):
        yield GetsMarker(Seat(s.order[marker]), marker + 1)


def markers_in_turn(box: Box, before: State, after: State) -> Iterator[Event]:
    """L5.5, L5.8: Yield the highest free marker for a player who dropped out, and marker 1 for the last player in."""
    if before.episode == after.episode and before.episode >= 0 and box.printed.kind[before.episode] == IN_TURN:
        for marker in range(count(before.pending), count(after.pending), -1):
            yield GetsMarker(Seat(after.order[marker - 1]), marker)


def risk_result(box: Box, before: State, action: Action, after: State) -> Iterator[Event]:
    """L3.2, L5.6: Yield the matches when the last card of a risk is turned over."""
    if before.phase == RISK_CARD != after.phase and isinstance(action, GivenCard):
        turned = (*cards_at(box, before, TURNED), action.card)
        matching = box.printed.matching[before.episode]
        yield RiskOver(Seat(before.seat), tuple(card for card in turned if matching >> box.face_numbers[card] & 1))


# ---- Gains ---------------------------------------------------------------------------------------------------------


def has_anyone_received(before: State, after: State) -> bool:
    """Return whether tokens, special cards, misfortunes or wounds have changed, which most answers do not do."""
    was = before.episode, before.specials, before.misfortune, before.scratches, before.wounds, before.double_wounds
    now = after.episode, after.specials, after.misfortune, after.scratches, after.wounds, after.double_wounds
    return was != now or before.tokens != after.tokens


def tokens_taken(box: Box, before: State, action: Action, after: State, seat: Seat) -> Iterator[Event]:
    """L6.3, L9.1: Yield the square tokens taken. Tokens that a player takes back by giving up an auction do not
    count."""
    come_back = isinstance(action, GiveUp) and seat == before.seat
    for token in members(after.owned[seat] & SQUARES):
        was = before.tokens[seat][token] + come_back * before.tokens[LAID + seat][token]
        for _ in range(after.tokens[seat][token] - was):
            yield GetsToken(seat, box.token_faces[token])
    if isinstance(action, Take) and seat == before.seat and after.episode != before.episode:
        yield from taken_and_returned(box, before, action.icon, seat)


def taken_and_returned(box: Box, before: State, icon: Icon, seat: Seat) -> Iterator[Event]:
    """L9.2: Yield the treasure taken last in a ranking, which returns to the supply at once."""
    if box.printed.kind[before.episode] == RANKING and icon.kind == "treasure":
        if is_left(before, TREASURE + icon.number):
            yield GetsToken(seat, box.token_faces[TREASURE + icon.number])


def other_gains(box: Box, before: State, after: State, seat: Seat) -> Iterator[Event]:
    """L6.3, L6.5: Yield misfortunes and special cards taken."""
    for _ in range(after.misfortune[seat] - before.misfortune[seat]):
        yield GetsMisfortune(seat)
    for face in members(before.specials & ~after.specials & after.held[seat]):
        yield GetsCard(seat, box.faces[face])


def injuries(before: State, after: State, seat: Seat) -> Iterator[Event]:
    """L6.6, L6.7: Yield a scratch, a wound, or a wound for three scratches."""
    third = after.wounds[seat] > before.wounds[seat] and after.scratches[seat] < before.scratches[seat]
    if after.scratches[seat] > before.scratches[seat] or third:
        yield GetsHurt(seat, "third scratch" if third else "scratch")
    elif after.wounds[seat] > before.wounds[seat]:
        yield GetsHurt(seat, "wound")
    if after.double_wounds[seat] > before.double_wounds[seat]:
        yield GetsHurt(seat, "double wound")


# ---- Journey -------------------------------------------------------------------------------------------------------


def arrival(box: Box, before: State, after: State) -> Iterator[Event]:
    """L2.1, L2.3, L8.1, L9.2: Yield the new first player, the next episode, and what is shown there at once."""
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


def late_treasures(box: Box, before: State, action: Action) -> Iterator[Event]:
    """L9.2, L3.5: Yield alliance treasure drawn after the ranking, which is shown as it returns to the supply."""
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
    """L9.2: Return all treasure tokens of a player."""
    return tuple(
        box.token_faces[token] for token in members(s.owned[seat] & TREASURES) for _ in range(s.tokens[seat][token])
    )
