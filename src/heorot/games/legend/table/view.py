"""What one seat may know (L1.7). A view is built up from what is open, never cut down from a table: no field of these
types could hold a secret."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TypeAlias

from heorot.engine.accel import count, members
from heorot.engine.latest import latest
from heorot.engine.seats import Seat
from heorot.games.legend.actions import Action, Bid, GivenCard, GivenToken, Hidden, Take
from heorot.games.legend.components import Card, Icon
from heorot.games.legend.happenings import Event
from heorot.games.legend.memory import (
    Cards,
    Tokens,
    bid_of,
    counted,
    counted_tokens,
    drawable_cards,
    faces_seen,
    hand_of,
    known_cards,
    laid_by,
    unplaced,
    unplaced_alliances,
    unseen_alliances,
    unseen_cards,
)
from heorot.games.legend.scoring import points_of, winners
from heorot.games.legend.state import (
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
from heorot.games.legend.table import Said, Table, actions, actors

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
FACE_DOWN = (DEALT_CARD, DRAWN_CARD, DRAWN_TOKEN)  # its owner alone sees what chance gives


@dataclass(frozen=True, slots=True)
class SpaceView:
    """An icon space of the episode, in play with this number of players."""

    icon: Icon
    taken: Seat | None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What all may know of a player."""

    seat: Seat
    hand: int  # how many cards, never which
    known: Cards  # L1.7: cards that all who remember know to be among them
    laid: Cards  # lying openly in front: laid, paid or given
    shown: Tokens  # tokens shown in an auction, or given
    ready: bool  # L4.4: the sealed bid is in
    still_in: bool  # L5.1, L9.1
    total: int | None  # symbols or treasure that count in this episode, once they are open
    marker: int | None  # of this episode, once it is taken
    tokens: int  # L1.7: tokens that lie face down in front
    squares: Tokens  # L1.7: those taken openly
    alliances: int  # and how many alliance tokens
    seen: Tokens  # L1.7: alliance tokens among them whose faces all have seen
    misfortunes: int
    scratches: int
    wounds: int
    double_wounds: int


@dataclass(frozen=True, slots=True)
class SupplyView:
    """What lies beside the board."""

    tokens: Tokens  # square ones, open by value
    alliances: int  # face down
    misfortunes: int
    specials: tuple[Card, ...]
    pile: int
    discards: Cards


@dataclass(frozen=True, slots=True)
class Seen:
    """One entry of the log as one seat saw it, and what all could see follow from it."""

    episode: int  # numbered from 1; 0 before the first
    question: str
    seat: Seat
    to: Seat | None  # whom chance gave something
    action: Action | Hidden
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class View:
    """One game at one moment, as one seat may know it; `seat` is None for a spectator."""

    rules: int
    box: str  # the hash of the box, which is open
    options: tuple[tuple[str, str], ...]
    seat: Seat | None
    episode: int  # numbered from 1; 0 before the first
    first: Seat | None  # the first player; None before the lot is drawn
    question: str
    asked: tuple[Seat, ...]
    to: Seat | None  # for whom chance draws
    high: int  # L5.2: the highest total laid or shown
    turned: Cards  # turned over by a risk or a recovery
    icon: Icon | None  # what is being carried out (L7.3, L6.8)
    spaces: tuple[SpaceView, ...]
    players: tuple[PlayerView, ...]
    supply: SupplyView
    hand: Cards  # the seat's own
    bid: Cards  # and what of it lies sealed
    alliances: Tokens  # the seat's own alliance tokens
    unseen: Cards  # L1.7: cards this seat cannot place
    drawable: Cards  # those of them that may lie in the draw pile
    unseen_alliances: Tokens
    legal: tuple[Action, ...]  # what this seat may answer; it mirrors the hand, so it is in no other view
    log: tuple[Seen, ...]
    points: tuple[int, ...]  # when the game is over
    winners: tuple[Seat, ...]


def view(table: Table, seat: Seat | None, since: int = 0) -> View:
    """L1.7: what a seat may know: all that is open, its own hand and alliance tokens, and what it cannot place; with
    the log from an entry of the history on."""
    box, s = table.box, table.state
    return replace(
        in_the_open(table),
        seat=seat,
        hand=() if seat is None else hand_of(box, s, seat),
        bid=() if seat is None else bid_of(box, s, seat),
        alliances=() if seat is None else counted_tokens(box, s.tokens[seat], ALLIANCE),
        unseen=unseen_cards(box, s, seat),
        drawable=drawable_cards(box, s, seat),
        unseen_alliances=unseen_alliances(box, s, seat),
        legal=actions(table, seat) if seat is not None and seat in actors(table) else (),
        log=tuple(entry for said in table.history[since:] for entry in seen(said, seat)),
    )


@latest
def in_the_open(table: Table) -> View:
    """L1.7: hands and alliance tokens are their owner's alone; all else is open: what is the same for everybody."""
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
        high=s.high if is_bidding(table) else 0,
        turned=counted(box, s.cards[TURNED]),
        icon=open_icon(table),
        spaces=tuple(spaces(table)),
        players=tuple(player(table, Seat(p)) for p in range(s.seats)),
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
    """L5.1, L9.1: whether cards are laid, or tokens shown, in turn."""
    s = table.state
    return s.episode >= 0 and table.box.printed.kind[s.episode] in (IN_TURN, AUCTION) and s.pending != 0


def is_resolved(table: Table) -> bool:
    """L6.2: whether all markers of the episode are given."""
    s = table.state
    return s.episode >= 0 and bool(table.box.episodes[s.episode].spaces) and s.pending == 0


def open_icon(table: Table) -> Icon | None:
    """L7.3, L6.8: the icon that someone may avoid, or must choose by."""
    if table.state.phase not in (USE_INSPIRATION, FAME_OR_HEAL):
        return None
    return next(said.action.icon for said in reversed(table.history) if isinstance(said.action, Take))


def spaces(table: Table) -> Iterator[SpaceView]:
    """L6.1: the icon spaces in play, and who has taken which in this episode."""
    s = table.state
    if s.episode < 0:
        return
    takers: dict[Icon, list[Seat]] = {}
    for said in takewhile(lambda said: said.episode == s.episode, reversed(table.history)):
        if said.phase == TAKE_SPACE and isinstance(said.action, Take):
            takers.setdefault(said.action.icon, []).append(said.seat)
    for icon in table.box.episodes[s.episode].spaces[: s.seats]:
        yield SpaceView(icon, takers[icon].pop() if takers.get(icon) else None)


def player(table: Table, seat: Seat) -> PlayerView:
    """L1.7: what lies in front of a player, and what can be remembered."""
    box, s = table.box, table.state
    bidding, resolved = is_bidding(table), is_resolved(table)
    alliances = sum(s.tokens[seat][ALLIANCE:])
    squares = counted_tokens(box, s.tokens[seat], 0, ALLIANCE)
    return PlayerView(
        seat=seat,
        hand=s.hand[seat],
        known=known_cards(box, s, seat),
        laid=laid_by(box, s, seat),
        shown=counted_tokens(box, s.tokens[LAID + seat]),
        ready=s.phase == BID and not s.pending >> seat & 1,
        still_in=bidding and bool(s.pending >> seat & 1),
        total=s.total[seat] if bidding or resolved else None,
        marker=marker(table, seat, bidding, resolved),
        tokens=alliances + sum(number for _, number in squares) + s.misfortune[seat],
        squares=squares,
        alliances=alliances,
        seen=counted_tokens(box, faces_seen(s, seat), ALLIANCE),
        misfortunes=s.misfortune[seat],
        scratches=s.scratches[seat],
        wounds=s.wounds[seat],
        double_wounds=s.double_wounds[seat],
    )


def marker(table: Table, seat: Seat, bidding: bool, resolved: bool) -> int | None:
    """L4.2, L5.5: the marker of a seat in this episode: all of them, or in turn those of the players who are out."""
    s = table.state
    given = range(s.seats) if resolved else range(count(s.pending), s.seats) if bidding else range(0)
    kind = table.box.printed.kind[s.episode]
    return next((place + 1 for place in given if s.order[place] == seat and kind != AUCTION), None)


def supply(table: Table) -> SupplyView:
    """L1.6, L1.7: what lies open, and how much lies face down."""
    box, s = table.box, table.state
    return SupplyView(
        tokens=counted_tokens(box, s.tokens[SUPPLY], 0, ALLIANCE),
        alliances=s.alliances,
        misfortunes=s.misfortunes,
        specials=tuple(box.faces[face] for face in members(s.specials)),
        pile=s.pile_size,
        discards=counted(box, s.discards),
    )


Knowledge: TypeAlias = tuple[object, ...]


def knowledge(table: Table, seat: Seat | None) -> Knowledge:
    """L1.7: what a seat knows of what is not open: its own cards, sealed or not, its alliance tokens, what it cannot
    place, what all remember, and how often something was shown: that a bid was empty is learned too (L4.4)."""
    s = table.state
    own: Knowledge = ()
    if seat is not None:
        sealed = s.cards[LAID + seat] if s.phase == BID else [0] * len(s.cards[seat])
        own = tuple(map(sum, zip(s.cards[seat], sealed, strict=True))), s.tokens[seat][ALLIANCE:]
    remembered = [(s.known[rival], faces_seen(s, rival)) for rival in range(s.seats)]
    return own, unplaced(s, seat), unplaced_alliances(s, seat), remembered, table.shown


def seen(said: Said, seat: Seat | None) -> Iterator[Seen]:
    """An entry as a seat saw it, if it did."""
    if is_seen(said, seat):
        whole = entry(said)
        yield replace(whole, action=Hidden()) if is_hidden(said, seat) else whole


def is_seen(said: Said, seat: Seat | None) -> bool:
    """L4.4: of a sealed bid of someone else a seat saw nothing until all were shown."""
    return said.seat == seat or not isinstance(said.action, Bid)


def is_hidden(said: Said, seat: Seat | None) -> bool:
    """L1.7: whether something was given face down to another."""
    return said.phase in FACE_DOWN and said.to != seat and isinstance(said.action, GivenCard | GivenToken)


def entry(said: Said) -> Seen:
    """An entry with nothing hidden, as whoever said it saw it."""
    return Seen(said.episode + 1, QUESTIONS[said.phase], said.seat, said.to, said.action, said.events)
