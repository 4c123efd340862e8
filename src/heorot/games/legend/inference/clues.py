"""Clues about unseen draws, read from the public record: who drew what from where, and what it must have been.

The record is replayed through the rules with hands that hold only known cards (L1.7) and tokens with public faces. A
card or token that leaves from there, or is shown, without having been known must have been drawn face down before: that
is a clue. So is a whole hand that is shown (L8.1), and all treasure (L9.2): everything that was not shown then is fame.
Nothing else that the rules do with the record depends on hidden information: neither the discards, and so the contents
of each new pile (L1.8), nor the alliance tokens that return to the supply (L3.5).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from heorot.engine.kernels.bits import members
from heorot.engine.seats import Seat
from heorot.games.legend.box.box import Box
from heorot.games.legend.inference.deals import Clue, DealSampler, UnseenDraw, thing
from heorot.games.legend.model.actions import (
    GIVEN_CARD,
    GIVEN_TOKEN,
    Bid,
    Discard,
    Done,
    Give,
    GivenCard,
    GivenToken,
    Hidden,
    Lay,
    Pay,
    Show,
)
from heorot.games.legend.model.components import Card, Token
from heorot.games.legend.model.state import (
    ALLIANCE,
    BID,
    DRAWN_TOKEN,
    OVER,
    PLAIN,
    RANKING,
    SUPPLY,
    TOKENS,
)
from heorot.games.legend.rules.cards import put
from heorot.games.legend.rules.decisions import apply
from heorot.games.legend.rules.resolution import give_markers
from heorot.games.legend.rules.tokens import TREASURES
from heorot.games.legend.table.action_codes import encode
from heorot.games.legend.table.public_events import Arrives, Event, ShowsCards, ShowsTokens, TurnsUpTokens
from heorot.games.legend.table.table import HistoryEntry, open_table
from heorot.games.legend.table.view import PHASES, QUESTIONS, LogEntry, View

SOME_CARD = 0  # placeholder for an unseen card
SOME_TOKEN = ALLIANCE  # placeholder for an unseen token; no token has the value 0
HIDDEN = -1  # code of an unseen draw
ALLIANCE_TREASURES = [token for token in members(TREASURES) if token >= ALLIANCE]


class DrawMemory:
    """Unseen draws and clues for one kind of piece: cards, or alliance tokens."""

    def __init__(self) -> None:
        self.slots: list[UnseenDraw] = []
        self.drawn: Counter[int] = Counter()  # number of draws by holder
        self.left: Counter[tuple[int, int]] = Counter()  # by holder and face: draws seen since
        self.bounds: dict[tuple[int, int, int], tuple[int, int | None]] = {}

    def add_draw(self, holder: int, pool: int, time: int) -> None:
        """Add a face-down draw."""
        self.slots.append(UnseenDraw(holder, pool, time))
        self.drawn[holder] += 1

    def note_seen(self, holder: int, face: int, number: int) -> None:
        """Note that further pieces of a face were among the draws so far."""
        self.left[holder, face] += number
        if number:
            self.add_clue(holder, face, None)

    def note_none_left(self, holder: int, faces: Iterable[int]) -> None:
        """Note that the draws so far contain no more pieces of these faces than were seen."""
        for face in faces if self.drawn[holder] else ():
            self.add_clue(holder, face, self.left[holder, face])

    def add_clue(self, holder: int, face: int, most: int | None) -> None:
        """Add a clue about the draws so far."""
        slots = (1 << self.drawn[holder]) - 1
        _, at_most = self.bounds.get((holder, face, slots), (0, None))
        self.bounds[holder, face, slots] = self.left[holder, face], at_most if most is None else most

    def clues(self) -> Iterator[Clue]:
        """Yield all clues."""
        for (holder, face, slots), (least, most) in self.bounds.items():
            yield Clue(holder, face, slots, least) if most is None else Clue(holder, face, slots, least, most)


class Clues:
    """Clues from the public record of one view."""

    def __init__(self, box: Box, seen: View) -> None:
        self.box = box
        self.view = seen
        self.rivals = [player.seat for player in seen.players if player.seat != seen.seat]
        self.start = open_table(box, len(seen.players), dict(seen.options), seen.rules).state
        self.state = self.start.copy()  # with public knowledge only
        self.script: list[tuple[HistoryEntry, int]] = []  # entries with their codes
        self.cards = DrawMemory()
        self.piles = [Counter(dict(enumerate(self.state.pile)))]  # cards shuffled into each pile, without those seen
        self.tokens = DrawMemory()
        supply = self.state.tokens[SUPPLY]
        self.supply = [thing(token) for token in range(ALLIANCE, TOKENS) for _ in range(supply[token])]
        self.own_tokens: dict[int, int] = {}  # face of each of the seat's own draws
        for entry in with_shown_bids(seen):
            self.read(entry)
        if self.state.phase == OVER:
            self.note_all_shown()

    def read(self, entry: LogEntry) -> None:
        """Read an entry of the log."""
        state, time = self.state, len(self.script)
        episode, pile, supply = state.episode, state.reshuffles, state.tokens[SUPPLY][:]
        self.note_departure(entry)
        code = self.code_of(entry, time)
        at_once, on_arrival = split_at_arrival(entry.events)
        self.note_late_treasures(at_once)
        unseen = GIVEN_TOKEN + SOME_TOKEN if state.phase == DRAWN_TOKEN else GIVEN_CARD + SOME_CARD
        apply(self.box.printed, state, entry.seat, unseen if code == HIDDEN else code)
        self.script.append((as_past_entry(entry), code))
        if state.reshuffles > pile:
            self.piles.append(Counter(dict(enumerate(state.pile))))
        self.note_returns(entry, supply, time + 1)
        if state.episode != episode and episode >= 0 and self.box.printed.kind[episode] == RANKING:
            self.note_no_treasure_left()
        if any(isinstance(event, ShowsCards | ShowsTokens) for event in on_arrival):
            self.note_arrival(on_arrival)

    # ---- Draws ----

    def code_of(self, entry: LogEntry, time: int) -> int:
        """Return the code of an entry, or HIDDEN. Note unseen draws as slots, and remove cards that were seen leaving a
        pile from it."""
        state = self.state
        match entry.action:
            case Hidden():
                assert entry.to is not None
                if state.phase == DRAWN_TOKEN:
                    self.tokens.add_draw(entry.to, 0, time)
                else:
                    self.cards.add_draw(entry.to, state.reshuffles, time)
                    state.cards[entry.to][SOME_CARD] -= 1  # keep only known cards in the hand
                return HIDDEN
            case GivenCard(card):
                self.piles[state.reshuffles][self.box.face_numbers[card]] -= 1
            case GivenToken(token):
                assert entry.to is not None
                self.own_tokens[self.tokens.drawn[entry.to]] = self.box.token_numbers[token]
                self.tokens.add_draw(entry.to, 0, time)
        return encode(self.box, state, entry.action)

    def note_returns(self, entry: LogEntry, supply: list[int], time: int) -> None:
        """L3.5: Note alliance tokens that returned to the supply and can be drawn again from now on."""
        drawn = self.box.token_numbers[entry.action.token] if isinstance(entry.action, GivenToken) else -1
        for token in range(ALLIANCE + 1, TOKENS):
            returned = self.state.tokens[SUPPLY][token] - supply[token] + (token == drawn)
            self.supply += [thing(token, time)] * returned

    # ---- Observations ----

    def note_departure(self, entry: LogEntry) -> None:
        """L1.7: Note a card or token that leaves a rival; if it was not known, it was drawn unseen."""
        if entry.seat not in self.rivals:
            return
        match entry.action:
            case Bid(card) | Lay(card) | Pay(card) | Discard(card):
                face = self.box.face_numbers[card]
                if not self.state.cards[entry.seat][face]:
                    self.add_cards(entry.seat, face, 1)
            case Show(token) | Give(token):
                number = self.box.token_numbers[token]
                if not self.state.tokens[entry.seat][number]:
                    self.add_tokens(entry.seat, number, 1)

    def add_cards(self, seat: int, face: int, number: int) -> None:
        """Add cards that must have been in a hand."""
        self.cards.note_seen(seat, face, number)
        for _ in range(number):
            put(self.state, seat, face)

    def add_tokens(self, seat: int, token: int, number: int) -> None:
        """Add alliance tokens that must have been in front of a seat."""
        self.tokens.note_seen(seat, token, number)
        self.state.tokens[seat][token] += number
        self.state.owned[seat] |= (1 << token) * (number > 0)

    def note_late_treasures(self, events: Iterable[Event]) -> None:
        """L9.2: Note treasure drawn after the ranking, which is seen as it returns to the supply."""
        for event in events:
            if isinstance(event, TurnsUpTokens) and event.seat in self.rivals:
                for token, number in Counter(event.tokens).items():
                    self.add_tokens(event.seat, self.box.token_numbers[token], number)

    def see_faces(self, seat: int, tokens: Counter[Token]) -> None:
        """L1.7: Note alliance tokens of a rival with public faces."""
        for token, number in tokens.items():
            face = self.box.token_numbers[token]
            if face >= ALLIANCE:
                self.add_tokens(seat, face, number - self.state.tokens[seat][face])

    def see_hand(self, event: ShowsCards) -> None:
        """L8.1: Note the whole hand of a rival."""
        if event.seat in self.rivals:
            for card, number in Counter(event.cards).items():
                face = self.box.face_numbers[card]
                self.add_cards(event.seat, face, number - self.state.cards[event.seat][face])
                self.state.known[event.seat][face] = number

    def note_arrival(self, events: Iterable[Event]) -> None:
        """L8.1, L9.2: Note the cards or treasure shown on arrival at an episode, and give markers by their totals."""
        for event in events:
            if isinstance(event, ShowsCards):
                self.see_hand(event)
            elif isinstance(event, ShowsTokens) and event.seat in self.rivals:
                self.see_faces(event.seat, Counter(event.tokens))
            if isinstance(event, ShowsCards | ShowsTokens):
                self.state.total[event.seat] = event.total
        if any(isinstance(event, ShowsTokens) for event in events):
            self.note_no_treasure_left()
        give_markers(self.state)
        self.state.seat = self.state.order[0]

    def note_no_treasure_left(self) -> None:
        """L9.2: Note that all unseen draws of rivals so far are fame."""
        for rival in self.rivals:
            self.tokens.note_none_left(rival, [token for token in ALLIANCE_TREASURES if self.box.printed.tokens[token]])

    def note_all_shown(self) -> None:
        """L8.2: Note all tokens, which are turned face up at the end of the game."""
        for rival in self.rivals:
            self.see_faces(rival, Counter(dict(self.view.players[rival].seen)))

    # ---- Samplers ----

    def card_sampler(self) -> DealSampler:
        """L1.8: Return the sampler for cards. Every unseen draw belongs to the pile it came from; only the last pile
        has cards left."""
        piles = [[thing(face) for face in range(PLAIN) for _ in range(pile[face])] for pile in self.piles]
        return DealSampler(self.cards.slots, piles, self.cards.clues())

    def token_sampler(self) -> DealSampler:
        """L3.5: Return the sampler for alliance tokens. Until one has returned to the supply, the seat's own draws are
        simply removed; after that they count as known draws, since it matters which of equal tokens had returned."""
        slots, things, clues = self.tokens.slots, list(self.supply), list(self.tokens.clues())
        if not any(piece >= thing(0, 1) for piece in things):
            for face in self.own_tokens.values():
                things.remove(thing(face))
            return DealSampler([slot for slot in slots if slot.holder != self.view.seat], [things], clues)
        assert self.view.seat is not None or not self.own_tokens
        own = [Clue(self.view.seat or 0, face, 1 << draw, 1) for draw, face in self.own_tokens.items()]
        return DealSampler(slots, [things], clues + own)


# ---- The log -------------------------------------------------------------------------------------------------------


def with_shown_bids(seen: View) -> Iterator[LogEntry]:
    """L4.1: Yield the log with the cards of every rival's shown bid inserted before it was sealed."""
    bids: list[tuple[Card, ...]] = []
    shown: dict[Seat, tuple[Card, ...]] = {}
    for entry in reversed(seen.log):
        if is_sealed(entry):
            shown |= {event.seat: event.cards for event in entry.events if isinstance(event, ShowsCards)}
            bids.append(shown.pop(entry.seat, ()))
    for entry in seen.log:
        if is_sealed(entry):
            bid = bids.pop()
            if entry.seat != seen.seat:
                yield from (replace(entry, action=Bid(card), events=()) for card in bid)
        yield entry


def is_sealed(entry: LogEntry) -> bool:
    """L4.4: Return whether an entry seals a bid."""
    return entry.question == QUESTIONS[BID] and isinstance(entry.action, Done)


def split_at_arrival(events: tuple[Event, ...]) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """Split events into those before Beowulf moves on, and the rest."""
    at = next((at for at, event in enumerate(events) if isinstance(event, Arrives)), len(events))
    return events[:at], events[at:]


def as_past_entry(entry: LogEntry) -> HistoryEntry:
    """Return a log entry as a history entry, with a placeholder for a hidden action."""
    action = Done() if isinstance(entry.action, Hidden) else entry.action
    return HistoryEntry(entry.episode - 1, PHASES[entry.question], entry.seat, entry.to, action, entry.events)
