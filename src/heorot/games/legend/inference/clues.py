"""What the open record tells of what a seat did not see: who drew what from where, and what it must have been.

The record is replayed through the rules with hands that hold only what all know to be there (L1.7) and tokens whose
faces all have seen. A card or token that leaves from there, or is shown, and was not known before must have been drawn
face down earlier: that is a clue. So is a whole hand that is shown (L8.1), and all treasure (L9.2): then what was not
shown is fame. All else that the rules do with the record depends on nothing hidden: the discards, and so what each pile
was shuffled from (L1.8), and which alliance tokens went back among the others, and when (L3.5).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from heorot.engine.accel import members
from heorot.engine.seats import Seat
from heorot.games.legend.actions import (
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
from heorot.games.legend.box import Box
from heorot.games.legend.cards import put
from heorot.games.legend.codes import encode
from heorot.games.legend.components import Card, Token
from heorot.games.legend.happenings import Arrives, Event, ShowsCards, ShowsTokens, TurnsUpTokens
from heorot.games.legend.questions import apply
from heorot.games.legend.resolution import give_markers
from heorot.games.legend.state import (
    ALLIANCE,
    BID,
    DRAWN_TOKEN,
    OVER,
    PLAIN,
    RANKING,
    SUPPLY,
    TOKENS,
)
from heorot.games.legend.table import Said, open_table
from heorot.games.legend.tokens import TREASURES
from heorot.games.legend.view import PHASES, QUESTIONS, Seen, View
from heorot.games.legend.worlds_deal import Clue, Deal, Slot, thing

SOME_CARD = 0  # stands for any face that is drawn unseen
SOME_TOKEN = ALLIANCE  # likewise; no token has the value 0
HIDDEN = -1  # instead of a number: chance gave something unseen
ALLIANCE_TREASURES = [token for token in members(TREASURES) if token >= ALLIANCE]


class Memory:
    """Slots and clues of one kind of things: cards, or alliance tokens."""

    def __init__(self) -> None:
        self.slots: list[Slot] = []
        self.drawn: Counter[int] = Counter()  # by each holder so far
        self.left: Counter[tuple[int, int]] = Counter()  # holder and face: of those, so many were seen since
        self.bounds: dict[tuple[int, int, int], tuple[int, int | None]] = {}

    def draws(self, holder: int, pool: int, time: int) -> None:
        """Something was drawn face down."""
        self.slots.append(Slot(holder, pool, time))
        self.drawn[holder] += 1

    def was_there(self, holder: int, face: int, number: int) -> None:
        """So many more things of a face are seen to have been among what was drawn until now."""
        self.left[holder, face] += number
        if number:
            self.tell(holder, face, None)

    def no_more_of(self, holder: int, faces: Iterable[int]) -> None:
        """Of these faces nothing is left that was not seen."""
        for face in faces if self.drawn[holder] else ():
            self.tell(holder, face, self.left[holder, face])

    def tell(self, holder: int, face: int, most: int | None) -> None:
        """A clue of what was drawn until now."""
        slots = (1 << self.drawn[holder]) - 1
        _, at_most = self.bounds.get((holder, face, slots), (0, None))
        self.bounds[holder, face, slots] = self.left[holder, face], at_most if most is None else most

    def clues(self) -> Iterator[Clue]:
        """Everything that is known."""
        for (holder, face, slots), (least, most) in self.bounds.items():
            yield Clue(holder, face, slots, least) if most is None else Clue(holder, face, slots, least, most)


class Clues:
    """The open record of one view, read once."""

    def __init__(self, box: Box, seen: View) -> None:
        self.box = box
        self.view = seen
        self.rivals = [player.seat for player in seen.players if player.seat != seen.seat]
        self.start = open_table(box, len(seen.players), dict(seen.options), seen.rules).state
        self.state = self.start.copy()  # as far as all know
        self.script: list[tuple[Said, int]] = []  # what was said, and its number
        self.cards = Memory()
        self.piles = [Counter(dict(enumerate(self.state.pile)))]  # what was shuffled, less what was seen
        self.tokens = Memory()
        supply = self.state.tokens[SUPPLY]
        self.supply = [thing(token) for token in range(ALLIANCE, TOKENS) for _ in range(supply[token])]
        self.own_tokens: dict[int, int] = {}  # which of the seat's own draws had which face
        for entry in with_shown_bids(seen):
            self.read(entry)
        if self.state.phase == OVER:
            self.all_is_shown()

    def read(self, entry: Seen) -> None:
        """One entry of the log."""
        state, time = self.state, len(self.script)
        episode, pile, supply = state.episode, state.reshuffles, state.tokens[SUPPLY][:]
        self.note_departure(entry)
        code = self.number_of(entry, time)
        at_once, on_arrival = split(entry.events)
        self.turn_up(at_once)
        unseen = GIVEN_TOKEN + SOME_TOKEN if state.phase == DRAWN_TOKEN else GIVEN_CARD + SOME_CARD
        apply(self.box.printed, state, entry.seat, unseen if code == HIDDEN else code)
        self.script.append((said(entry), code))
        if state.reshuffles > pile:
            self.piles.append(Counter(dict(enumerate(state.pile))))
        self.note_returns(entry, supply, time + 1)
        if state.episode != episode and episode >= 0 and self.box.printed.kind[episode] == RANKING:
            self.no_treasure_is_left()
        if any(isinstance(event, ShowsCards | ShowsTokens) for event in on_arrival):
            self.arrive(on_arrival)

    # ---- What is drawn ----

    def number_of(self, entry: Seen, time: int) -> int:
        """The number of what was said, where it is known. What was drawn unseen is a slot; what was seen leaving a
        pile is not in it."""
        state = self.state
        match entry.action:
            case Hidden():
                assert entry.to is not None
                if state.phase == DRAWN_TOKEN:
                    self.tokens.draws(entry.to, 0, time)
                else:
                    self.cards.draws(entry.to, state.reshuffles, time)
                    state.cards[entry.to][SOME_CARD] -= 1  # the hand is to hold what is known, and no more
                return HIDDEN
            case GivenCard(card):
                self.piles[state.reshuffles][self.box.face_numbers[card]] -= 1
            case GivenToken(token):
                assert entry.to is not None
                self.own_tokens[self.tokens.drawn[entry.to]] = self.box.token_numbers[token]
                self.tokens.draws(entry.to, 0, time)
        return encode(self.box, state, entry.action)

    def note_returns(self, entry: Seen, supply: list[int], time: int) -> None:
        """L3.5: alliance tokens that went back among the others can be drawn again from now on."""
        drawn = self.box.token_numbers[entry.action.token] if isinstance(entry.action, GivenToken) else -1
        for token in range(ALLIANCE + 1, TOKENS):
            returned = self.state.tokens[SUPPLY][token] - supply[token] + (token == drawn)
            self.supply += [thing(token, time)] * returned

    # ---- What is seen ----

    def note_departure(self, entry: Seen) -> None:
        """L1.7: a card or token leaves a rival; if it was not known to be there, it was drawn unseen."""
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
        """Cards that must have been in a hand."""
        self.cards.was_there(seat, face, number)
        for _ in range(number):
            put(self.state, seat, face)

    def add_tokens(self, seat: int, token: int, number: int) -> None:
        """Alliance tokens that must have been in front of someone."""
        self.tokens.was_there(seat, token, number)
        self.state.tokens[seat][token] += number
        self.state.owned[seat] |= (1 << token) * (number > 0)

    def turn_up(self, events: Iterable[Event]) -> None:
        """L9.2: treasure that was drawn after all was shown is seen when it goes back."""
        for event in events:
            if isinstance(event, TurnsUpTokens) and event.seat in self.rivals:
                for token, number in Counter(event.tokens).items():
                    self.add_tokens(event.seat, self.box.token_numbers[token], number)

    def see_faces(self, seat: int, tokens: Counter[Token]) -> None:
        """L1.7: alliance tokens that all see in front of a rival."""
        for token, number in tokens.items():
            face = self.box.token_numbers[token]
            if face >= ALLIANCE:
                self.add_tokens(seat, face, number - self.state.tokens[seat][face])

    def see_hand(self, event: ShowsCards) -> None:
        """L8.1: the whole hand of a rival."""
        if event.seat in self.rivals:
            for card, number in Counter(event.cards).items():
                face = self.box.face_numbers[card]
                self.add_cards(event.seat, face, number - self.state.cards[event.seat][face])
                self.state.known[event.seat][face] = number

    def arrive(self, events: Iterable[Event]) -> None:
        """L8.1, L9.2: what is shown where Beowulf arrives; the markers go by it."""
        for event in events:
            if isinstance(event, ShowsCards):
                self.see_hand(event)
            elif isinstance(event, ShowsTokens) and event.seat in self.rivals:
                self.see_faces(event.seat, Counter(event.tokens))
            if isinstance(event, ShowsCards | ShowsTokens):
                self.state.total[event.seat] = event.total
        if any(isinstance(event, ShowsTokens) for event in events):
            self.no_treasure_is_left()
        give_markers(self.state)
        self.state.seat = self.state.order[0]

    def no_treasure_is_left(self) -> None:
        """L9.2: whatever rivals drew until now and have not shown is fame."""
        for rival in self.rivals:
            self.tokens.no_more_of(rival, [token for token in ALLIANCE_TREASURES if self.box.printed.tokens[token]])

    def all_is_shown(self) -> None:
        """L8.2: when the game is over, all tokens are turned face up."""
        for rival in self.rivals:
            self.see_faces(rival, Counter(dict(self.view.players[rival].seen)))

    # ---- What may have been dealt ----

    def deal_of_cards(self) -> Deal:
        """L1.8: every card that was drawn unseen keeps the pile from which it came. Nothing is left of a pile but of
        the last."""
        piles = [[thing(face) for face in range(PLAIN) for _ in range(pile[face])] for pile in self.piles]
        return Deal(self.cards.slots, piles, self.cards.clues())

    def deal_of_tokens(self) -> Deal:
        """L3.5: an alliance token is drawn from those that were there. While none has come back, the seat's own draws
        simply are not there for others; later they count, since it matters which of equal ones had come back."""
        slots, things, clues = self.tokens.slots, list(self.supply), list(self.tokens.clues())
        if not any(one >= thing(0, 1) for one in things):
            for face in self.own_tokens.values():
                things.remove(thing(face))
            return Deal([slot for slot in slots if slot.holder != self.view.seat], [things], clues)
        assert self.view.seat is not None or not self.own_tokens
        own = [Clue(self.view.seat or 0, face, 1 << draw, 1) for draw, face in self.own_tokens.items()]
        return Deal(slots, [things], clues + own)


# ---- The log -------------------------------------------------------------------------------------------------------


def with_shown_bids(seen: View) -> Iterator[Seen]:
    """L4.1: the log with the cards of every rival's bid that has been shown, each before it was sealed."""
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


def is_sealed(entry: Seen) -> bool:
    """L4.4: someone's bid is in."""
    return entry.question == QUESTIONS[BID] and isinstance(entry.action, Done)


def split(events: tuple[Event, ...]) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """What happened before Beowulf moved on, and what then."""
    at = next((at for at, event in enumerate(events) if isinstance(event, Arrives)), len(events))
    return events[:at], events[at:]


def said(entry: Seen) -> Said:
    """An entry of the log as a table remembers it; what is hidden is left to be filled in."""
    action = Done() if isinstance(entry.action, Hidden) else entry.action
    return Said(entry.episode - 1, PHASES[entry.question], entry.seat, entry.to, action, entry.events)
