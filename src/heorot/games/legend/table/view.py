"""Views: the knowledge of one seat (L1.7). A view is built up from public information, never cut down from a table; no
field of these types could hold a secret."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TypeAlias

from heorot.engine.kernels.bits import count, members
from heorot.engine.memo import cached_by_identity, memo
from heorot.engine.seats import Seat, clockwise
from heorot.games.legend.model.actions import Action, Bid, GivenCard, GivenToken, Hidden, Take
from heorot.games.legend.model.components import Card, Icon
from heorot.games.legend.model.state import (
    ALL_HANDS,
    ALLIANCE,
    AUCTION,
    BID,
    DEALT_CARD,
    DISCARD_CARDS,
    DRAWN_CARD,
    DRAWN_TOKEN,
    FAME_OR_HEAL,
    FIRST_QUESTION,
    FIRST_SEAT,
    HEAL,
    IN_TURN,
    LAID,
    LAY,
    LAY_ON,
    OVER,
    PAY,
    RANKING,
    RECOVERY_CARD,
    RETURN_TOKENS,
    RISK_CARD,
    SELECT,
    SHOW,
    SUPPLY,
    TAKE_CARD,
    TAKE_RISK,
    TAKE_SPACE,
    TURNED,
    USE_BLESSING,
    USE_DARING,
    USE_INSPIRATION,
    USE_RESOLVE,
    USE_REST,
)
from heorot.games.legend.rules.scoring import points_of, winners
from heorot.games.legend.rules.wounds import wounds_of
from heorot.games.legend.table.memory import (
    Cards,
    Tokens,
    as_cards,
    as_tokens,
    bid_of,
    drawable_cards,
    hand_of,
    known_cards,
    laid_by,
    seen_alliances_by_face,
    unseen_alliances,
    unseen_alliances_by_face,
    unseen_by_face,
    unseen_cards,
)
from heorot.games.legend.table.public_events import Event
from heorot.games.legend.table.table import HistoryEntry, Table, actors, possible_actions

QUESTIONS = {
    FIRST_SEAT: "first-seat",
    DEALT_CARD: "dealt-card",
    DRAWN_CARD: "drawn-card",
    DRAWN_TOKEN: "drawn-token",
    RISK_CARD: "risk-card",
    RECOVERY_CARD: "recovery-card",
    TAKE_RISK: "risk",
    DISCARD_CARDS: "discard",
    PAY: "pay",
    RETURN_TOKENS: "return",
    HEAL: "heal",
    SELECT: "select",
    TAKE_CARD: "take-card",
    BID: "bid",
    LAY: "lay",
    LAY_ON: "lay-on",
    SHOW: "show",
    TAKE_SPACE: "take-space",
    FAME_OR_HEAL: "fame-or-heal",
    USE_BLESSING: "blessing",
    USE_INSPIRATION: "inspiration",
    USE_DARING: "daring",
    USE_RESOLVE: "resolve",
    USE_REST: "rest",
    OVER: "over",
}
PHASES = {question: phase for phase, question in QUESTIONS.items()}
Knowledge: TypeAlias = tuple[object, ...]
CACHED_ENTRIES = 2048  # of the logs that several seats read in turn
FACE_DOWN = (DEALT_CARD, DRAWN_CARD, DRAWN_TOKEN)  # only the recipient sees the piece


@dataclass(frozen=True, slots=True)
class SpaceView:
    """Icon space of the episode that is in play with this number of players."""

    icon: Icon
    taken: Seat | None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """Public knowledge about a player."""

    seat: Seat
    hand: int  # number of cards
    known: Cards  # L1.7: cards publicly known to be among them
    laid: Cards  # cards laid, paid or given openly
    shown: Tokens  # tokens shown in an auction, or given
    ready: bool  # L4.4: the bid is sealed
    still_in: bool  # L5.1, L9.1
    out: bool  # L5.5, L9.1: gave up, while others are still in
    total: int | None  # symbols or treasure that count in this episode, once public
    missing: int  # L5.2, L9.1: amount missing to reach the highest total; 0 for a player who is not in
    marker: int | None  # of this episode, once taken
    choices: int | None  # L6.2: icon spaces left when the turn of this marker comes
    tokens: int  # L1.7: number of face-down tokens in front
    squares: Tokens  # L1.7: square tokens, which are taken openly
    alliances: int  # number of alliance tokens
    seen: Tokens  # L1.7: alliance tokens among them with public faces
    misfortunes: int
    scratches: int
    wounds: int
    double_wounds: int
    all_wounds: int  # L8.3: number of wounds; a double wound counts two


@dataclass(frozen=True, slots=True)
class SupplyView:
    """Pieces beside the board."""

    tokens: Tokens  # square tokens
    alliances: int  # face down
    misfortunes: int
    specials: tuple[Card, ...]
    pile: int
    discards: Cards


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Log entry as one seat saw it, with the public events that followed."""

    episode: int  # numbered from 1; 0 before the first
    question: str
    seat: Seat
    to: Seat | None  # recipient of a card or token from chance
    action: Action | Hidden
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A game at one moment as one seat knows it; `seat` is None for a spectator."""

    rules: int
    box: str  # hash of the box
    options: tuple[tuple[str, str], ...]
    seat: Seat | None
    episode: int  # numbered from 1; 0 before the first
    first: Seat | None  # first player; None before the lot is drawn
    question: str
    asked: tuple[Seat, ...]
    to: Seat | None  # seat for which chance draws
    order: tuple[Seat, ...]  # L2.2, L6.2: seats in the order of their turns: by markers, else clockwise
    high: int  # L5.2: the highest total laid or shown
    next_marker: int | None  # L5.5: marker of the next player who gives up
    next_first: Seat | None  # L2.3: first player of the next episode, once the markers are given
    turned: Cards  # cards turned over by a risk or a recovery
    icon: Icon | None  # icon being carried out (L7.3, L6.8)
    spaces: tuple[SpaceView, ...]
    players: tuple[PlayerView, ...]
    supply: SupplyView
    hand: Cards  # the seat's own
    bid: Cards  # the seat's own sealed bid
    alliances: Tokens  # the seat's own alliance tokens
    unseen: Cards  # L1.7: cards whose place this seat does not know
    drawable: Cards  # unseen cards that may lie in the draw pile
    unseen_alliances: Tokens
    legal: tuple[Action, ...]  # legal answers of this seat; secret, since they mirror the hand
    log: tuple[LogEntry, ...]
    points: tuple[int, ...]  # when the game is over
    winners: tuple[Seat, ...]


def view(table: Table, seat: Seat | None, since: int = 0) -> View:
    """L1.7: Return the view of a seat: public information, its own hand and alliance tokens, and what it has not seen;
    with the log from entry `since` of the history on."""
    box, s = table.box, table.state
    return replace(
        public_view(table),
        seat=seat,
        hand=() if seat is None else hand_of(box, s, seat),
        bid=() if seat is None else bid_of(box, s, seat),
        alliances=() if seat is None else as_tokens(box, s.tokens[seat], ALLIANCE),
        unseen=unseen_cards(box, s, seat),
        drawable=drawable_cards(box, s, seat),
        unseen_alliances=unseen_alliances(box, s, seat),
        legal=possible_actions(table, seat) if seat is not None and seat in actors(table) else (),
        log=tuple(entry for past_entry in table.history[since:] for entry in visible_entries(past_entry, seat)),
    )


@memo
def public_view(table: Table) -> View:
    """L1.7: Return the public part of a view, equal for all seats. Hands and alliance tokens are secret."""
    box, s = table.box, table.state
    over = s.phase == OVER
    return View(
        rules=table.rules,
        box=box.hash,
        options=table.options,
        seat=None,
        episode=s.episode + 1,
        first=None if s.phase == FIRST_SEAT else Seat(s.first),
        question=QUESTIONS[s.phase],
        asked=actors(table),
        to=Seat(s.seat) if FIRST_SEAT < s.phase < FIRST_QUESTION else None,
        order=turn_order(table),
        high=s.high if is_bidding(table) else 0,
        next_marker=count(s.pending) if are_cards_laid(table) else None,
        next_first=next_first_player(table),
        turned=as_cards(box, s.cards[TURNED]),
        icon=open_icon(table),
        spaces=tuple(spaces(table)),
        players=tuple(player_view(table, Seat(p)) for p in range(s.seats)),
        supply=supply(table),
        hand=(),
        bid=(),
        alliances=(),
        unseen=(),
        drawable=(),
        unseen_alliances=(),
        legal=(),
        log=(),
        points=tuple(points_of(s, p) for p in range(s.seats)) if over else (),
        winners=tuple(map(Seat, members(winners(s)))) if over else (),
    )


def is_bidding(table: Table) -> bool:
    """L5.1, L9.1: Return whether players lay cards or show tokens in turn."""
    s = table.state
    return s.episode >= 0 and table.box.printed.kind[s.episode] in (IN_TURN, AUCTION) and s.pending != 0


def are_cards_laid(table: Table) -> bool:
    """L5.1: Return whether players lay cards in turn."""
    return is_bidding(table) and table.box.printed.kind[table.state.episode] == IN_TURN


def turn_order(table: Table) -> tuple[Seat, ...]:
    """L2.2, L6.2: Return the seats in the order of their turns; none before the lot is drawn."""
    s = table.state
    if is_resolved(table):
        return tuple(map(Seat, s.order[: s.seats]))
    return () if s.phase == FIRST_SEAT else clockwise(Seat(s.first), s.seats)


def next_first_player(table: Table) -> Seat | None:
    """L2.3: Return the player who begins the next episode because of the highest marker; a treasure ranking changes
    nothing, and no episode follows the last one."""
    s = table.state
    if not is_resolved(table) or table.box.printed.kind[s.episode] in (RANKING, ALL_HANDS):
        return None
    return Seat(s.order[s.seats - 1])


def is_resolved(table: Table) -> bool:
    """L6.2: Return whether all markers of the episode are given."""
    s = table.state
    return s.episode >= 0 and bool(table.box.episodes[s.episode].spaces) and s.pending == 0


def open_icon(table: Table) -> Icon | None:
    """L7.3, L6.8: Return the icon that a player may avoid, or must choose fame or healing for."""
    if table.state.phase not in (USE_INSPIRATION, FAME_OR_HEAL):
        return None
    return next(past_entry.action.icon for past_entry in reversed(table.history) if isinstance(past_entry.action, Take))


def spaces(table: Table) -> Iterator[SpaceView]:
    """L6.1: Yield the icon spaces in play, and the players who have taken them in this episode."""
    s = table.state
    if s.episode < 0:
        return
    takers: dict[Icon, list[Seat]] = {}
    for past_entry in takewhile(lambda past_entry: past_entry.episode == s.episode, reversed(table.history)):
        if past_entry.phase == TAKE_SPACE and isinstance(past_entry.action, Take):
            takers.setdefault(past_entry.action.icon, []).append(past_entry.seat)
    for icon in table.box.episodes[s.episode].spaces[: s.seats]:
        yield SpaceView(icon, takers[icon].pop() if takers.get(icon) else None)


def player_view(table: Table, seat: Seat) -> PlayerView:
    """L1.7: Return the public knowledge about a player."""
    box, s = table.box, table.state
    bidding, resolved = is_bidding(table), is_resolved(table)
    alliances = sum(s.tokens[seat][ALLIANCE:])
    squares = as_tokens(box, s.tokens[seat], 0, ALLIANCE)
    still_in, taken = bidding and bool(s.pending >> seat & 1), marker(table, seat, bidding, resolved)
    return PlayerView(
        seat=seat,
        hand=s.hand[seat],
        known=known_cards(box, s, seat),
        laid=laid_by(box, s, seat),
        shown=as_tokens(box, s.tokens[LAID + seat]),
        ready=s.phase == BID and not s.pending >> seat & 1,
        still_in=still_in,
        out=bidding and not still_in,
        total=s.total[seat] if bidding or resolved else None,
        missing=max(s.high - s.total[seat], 0) if still_in else 0,
        marker=taken,
        choices=None if taken is None else s.seats + 1 - taken,
        tokens=alliances + sum(number for _, number in squares) + s.misfortune[seat],
        squares=squares,
        alliances=alliances,
        seen=as_tokens(box, seen_alliances_by_face(s, seat), ALLIANCE),
        misfortunes=s.misfortune[seat],
        scratches=s.scratches[seat],
        wounds=s.wounds[seat],
        double_wounds=s.double_wounds[seat],
        all_wounds=wounds_of(s, seat),
    )


def marker(table: Table, seat: Seat, bidding: bool, resolved: bool) -> int | None:
    """L4.2, L5.5: Return the marker of a seat in this episode; in turn only players who are out have one."""
    s = table.state
    given = range(s.seats) if resolved else range(count(s.pending), s.seats) if bidding else range(0)
    kind = table.box.printed.kind[s.episode]
    return next((place + 1 for place in given if s.order[place] == seat and kind != AUCTION), None)


def supply(table: Table) -> SupplyView:
    """L1.6, L1.7: Return the open pieces beside the board, and the number of face-down ones."""
    box, s = table.box, table.state
    return SupplyView(
        tokens=as_tokens(box, s.tokens[SUPPLY], 0, ALLIANCE),
        alliances=s.alliances,
        misfortunes=s.misfortunes,
        specials=tuple(box.faces[face] for face in members(s.specials)),
        pile=s.pile_size,
        discards=as_cards(box, s.discards),
    )


def knowledge(table: Table, seat: Seat | None) -> Knowledge:
    """L1.7: Return a seat's knowledge of what is not public: its own cards, sealed or not, its alliance tokens, what it
    has not seen, what is remembered, and the number of reveals, since an empty bid is information too (L4.4)."""
    s = table.state
    own: Knowledge = ()
    if seat is not None:
        sealed = s.cards[LAID + seat] if s.phase == BID else [0] * len(s.cards[seat])
        own = tuple(map(sum, zip(s.cards[seat], sealed, strict=True))), s.tokens[seat][ALLIANCE:]
    remembered = [(s.known[rival], seen_alliances_by_face(s, rival)) for rival in range(s.seats)]
    return own, unseen_by_face(s, seat), unseen_alliances_by_face(s, seat), remembered, table.shown


def visible_entries(past_entry: HistoryEntry, seat: Seat | None) -> Iterator[LogEntry]:
    """Yield an entry as a seat saw it, if it did."""
    if is_seen(past_entry, seat):
        whole = entry(past_entry)
        yield replace(whole, action=Hidden()) if is_hidden(past_entry, seat) else whole


def is_seen(past_entry: HistoryEntry, seat: Seat | None) -> bool:
    """L4.4: Return whether a seat saw an entry: cards of another seat's sealed bid stay unseen."""
    return past_entry.seat == seat or not isinstance(past_entry.action, Bid)


def is_hidden(past_entry: HistoryEntry, seat: Seat | None) -> bool:
    """L1.7: Return whether an entry gave something face down to another seat."""
    is_draw = past_entry.phase in FACE_DOWN and isinstance(past_entry.action, GivenCard | GivenToken)
    return is_draw and past_entry.to != seat


@cached_by_identity(CACHED_ENTRIES)
def entry(past_entry: HistoryEntry) -> LogEntry:
    """Return an entry with nothing hidden, the identical one for all seats: most entries are public."""
    return LogEntry(
        episode=past_entry.episode + 1,
        question=QUESTIONS[past_entry.phase],
        seat=past_entry.seat,
        to=past_entry.to,
        action=past_entry.action,
        events=past_entry.events,
    )
