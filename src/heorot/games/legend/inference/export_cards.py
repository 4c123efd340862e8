"""Redealing of the cards that rivals drew unseen (L1.7), so that they agree with an export.

A card that leaves a hand, or is shown, without having been known must have been drawn before: that is a need. The
contents of each pile are known: the cards shuffled into it (L1.8), without those seen leaving it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from heorot.engine.records.hidden_draws import DrawSlot, Need, assign_faces, needs_for
from heorot.engine.seats import Seat
from heorot.games.legend.box.box import Box
from heorot.games.legend.model.actions import DONE, PAY_CARD, Discard, GivenCard, Lay, Pay
from heorot.games.legend.model.state import ALLIANCE, BID, FACES, PAY, PLAIN, TOKENS, Choices, State
from heorot.games.legend.rules.decisions import apply, legal
from heorot.games.legend.table.public_events import ShowsCards
from heorot.games.legend.table.table import HistoryEntry
from heorot.games.legend.table.view import FACE_DOWN

PLENTY = 99  # more than any price
CardsShown = dict[Seat, tuple[int, ...]]  # faces by seat


class RivalHands:
    """Evidence in the log about the hands of rivals."""

    def __init__(self, box: Box, seat: Seat | None, first: State) -> None:
        self.box = box
        self.seat = seat
        self.piles = [Counter(dict(enumerate(first.pile)))]  # without cards seen leaving them
        self.slots: list[DrawSlot] = []
        self.drawn: list[int] = []  # faces assumed so far
        self.needs: list[Need] = []
        self.unseen: dict[int, Counter[int]] = {}  # assumed faces without a need, by holder
        self.time = 0

    def read(self, before: State, past_entry: HistoryEntry, after: State, shown: CardsShown | None = None) -> None:
        """Read an entry; `shown` replaces the cards shown after it."""
        self.time += 1
        if isinstance(past_entry.action, GivenCard):
            self.draw(before, past_entry)
        elif isinstance(past_entry.action, Lay | Pay | Discard):
            self.note_shown(before, past_entry.seat, [self.box.face_numbers[past_entry.action.card]])
        cards = {event.seat: self.faces(event) for event in past_entry.events if isinstance(event, ShowsCards)}
        for seat in cards.keys() - {self.seat}:
            if past_entry.phase == BID:
                self.note_shown(before, seat, (shown or cards).get(seat, ()))
            else:
                self.shows_hand(seat, Counter(cards[seat]), Counter((shown or cards).get(seat, ())))
        if after.reshuffles > before.reshuffles:
            self.piles.append(Counter(dict(enumerate(after.pile))))

    def faces(self, event: ShowsCards) -> tuple[int, ...]:
        """Return the faces of the cards of an event."""
        return tuple(self.box.face_numbers[card] for card in event.cards)

    def draw(self, before: State, past_entry: HistoryEntry) -> None:
        """L1.7, L1.8: Note a card that leaves the pile, face down or seen by the seat."""
        assert isinstance(past_entry.action, GivenCard)
        face = self.box.face_numbers[past_entry.action.card]
        if past_entry.phase in FACE_DOWN and past_entry.to is not None and past_entry.to != self.seat:
            self.slots.append(DrawSlot(past_entry.to, before.reshuffles, self.time))
            self.drawn.append(face)
            self.unseen.setdefault(past_entry.to, Counter())[face] += 1
        else:
            self.piles[before.reshuffles][face] -= 1

    def note_shown(self, before: State, seat: Seat, faces: Sequence[int]) -> None:
        """L1.7: Note cards that are seen; those that were not known must have been drawn before."""
        if seat != self.seat:
            self.need(seat, (Counter(faces) - Counter(dict(enumerate(before.known[seat])))).elements())

    def need(self, seat: int, faces: Iterable[int]) -> None:
        """Add cards that must have been drawn by now."""
        faces = list(faces)
        self.needs += needs_for(seat, faces, self.time)
        self.unseen.setdefault(seat, Counter()).subtract(faces)

    def shows_hand(self, seat: Seat, held: Counter[int], shown: Counter[int]) -> None:
        """L8.1: Note a whole hand that is shown."""
        faces = Counter(self.unseen.get(seat, Counter()))
        faces.update(shown)
        faces.subtract(held)
        self.time += 1
        self.need(seat, faces.elements() if min(faces.values(), default=0) >= 0 else [FACES])

    # ---- A line that contradicts the assumed cards ----

    def draw_openly(self, s: State, face: int) -> None:
        """Remove a card from the pile that the seat saw leaving it."""
        self.piles[s.reshuffles][face] -= 1

    def needs_for_set(self, s: State, seat: Seat, faces: list[int], rest: State | None) -> Iterator[list[Need]]:
        """L3.3, L3.4, L5.2: Yield lists of needs for cards that leave a hand, one for each way to complete the
        price."""
        self.time += 1
        known = Counter(dict(enumerate(s.known[seat])))
        self.need(seat, (Counter(faces) - known).elements())
        left = known - Counter(faces)
        if rest is None:
            yield self.needs
        elif rest.phase == PAY:
            for more in self.payments(rest, seat):
                yield [*self.needs, *needs_for(seat, (Counter(more) - left).elements(), self.time)]
        else:
            yield [*self.needs, *self.any_cards(rest, seat, left)]

    def any_cards(self, rest: State, seat: Seat, left: Counter[int]) -> list[Need]:
        """L3.3: Return needs for the missing cards of a set, none before the last one in the order of faces."""
        missing = self.box.printed.pieces[rest.episode] - rest.staged
        missing -= sum(number for face, number in left.items() if face >= rest.least)
        return [Need(seat, frozenset(range(rest.least, PLAIN)), self.time)] * missing

    def payments(self, s: State, seat: Seat) -> Iterator[list[int]]:
        """L3.4: Yield every completion of a price in symbols for a seat that has every card."""
        for code in legal_codes(self.box, s, seat):
            if code == DONE:
                yield []
            elif PAY_CARD <= code < PAY_CARD + FACES:
                after = s.copy()
                apply(self.box.printed, after, seat, code)
                yield from ([code - PAY_CARD, *rest] for rest in self.payments(after, seat))

    def deal(self, needs: Sequence[Need]) -> list[int] | None:
        """Return other cards for all unseen draws, or None."""
        return assign_faces(self.slots, self.piles, needs, self.drawn)


def legal_codes(box: Box, s: State, seat: Seat) -> list[int]:
    """Return the codes of all legal answers of a seat."""
    out = Choices()
    legal(box.printed, s, seat, out)
    return out.code[: out.count]


def with_every_piece(s: State, seat: Seat) -> State:
    """Return a copy of the state in which a seat has plenty of all plain cards and alliance tokens."""
    s = s.copy()
    for face in range(PLAIN):
        s.cards[seat][face] = PLENTY
        s.held[seat] |= 1 << face
    for token in range(ALLIANCE + 1, TOKENS):
        s.tokens[seat][token] = PLENTY
        s.owned[seat] |= 1 << token
    return s
