"""The cards that rivals drew unseen (L1.7), dealt again so that they agree with an export.

A card that leaves a hand, or is shown, and was not known to be there was drawn before: that is a need. Each pile is
known by what was shuffled (L1.8), less what was seen leaving it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from heorot.engine.dealing import Need, Slot, deal, needed
from heorot.engine.seats import Seat
from heorot.games.legend.actions import DONE, PAY_CARD, Discard, GivenCard, Lay, Pay
from heorot.games.legend.box import Box
from heorot.games.legend.happenings import ShowsCards
from heorot.games.legend.questions import apply, legal
from heorot.games.legend.state import ALLIANCE, BID, FACES, PAY, PLAIN, TOKENS, Choices, State
from heorot.games.legend.table import Said
from heorot.games.legend.view import FACE_DOWN

PLENTY = 99  # more than any price asks
Shown = dict[Seat, tuple[int, ...]]  # faces by seat


class Hands:
    """What the log tells of the cards in rivals' hands."""

    def __init__(self, box: Box, seat: Seat | None, first: State) -> None:
        self.box = box
        self.seat = seat
        self.piles = [Counter(dict(enumerate(first.pile)))]  # less what was seen leaving it
        self.slots: list[Slot] = []
        self.drawn: list[int] = []  # what lies there for now
        self.needs: list[Need] = []
        self.unseen: dict[int, Counter[int]] = {}  # of what lies there for now, what no need speaks of
        self.time = 0

    def read(self, before: State, said: Said, after: State, shown: Shown | None = None) -> None:
        """One entry; `shown` is what was shown after it, if it was something else."""
        self.time += 1
        if isinstance(said.action, GivenCard):
            self.draw(before, said)
        elif isinstance(said.action, Lay | Pay | Discard):
            self.leaves(before, said.seat, [self.box.face_numbers[said.action.card]])
        cards = {event.seat: self.faces(event) for event in said.events if isinstance(event, ShowsCards)}
        for seat in cards.keys() - {self.seat}:
            if said.phase == BID:
                self.leaves(before, seat, (shown or cards).get(seat, ()))
            else:
                self.shows_hand(seat, Counter(cards[seat]), Counter((shown or cards).get(seat, ())))
        if after.reshuffles > before.reshuffles:
            self.piles.append(Counter(dict(enumerate(after.pile))))

    def faces(self, event: ShowsCards) -> tuple[int, ...]:
        """Cards as faces."""
        return tuple(self.box.face_numbers[card] for card in event.cards)

    def draw(self, before: State, said: Said) -> None:
        """L1.7, L1.8: a card leaves the pile, face down or seen by the seat."""
        assert isinstance(said.action, GivenCard)
        face = self.box.face_numbers[said.action.card]
        if said.phase in FACE_DOWN and said.to is not None and said.to != self.seat:
            self.slots.append(Slot(said.to, before.reshuffles, self.time))
            self.drawn.append(face)
            self.unseen.setdefault(said.to, Counter())[face] += 1
        else:
            self.piles[before.reshuffles][face] -= 1

    def leaves(self, before: State, seat: Seat, faces: Sequence[int]) -> None:
        """L1.7: cards are seen; those that were not known to be there were drawn before."""
        if seat != self.seat:
            self.need(seat, (Counter(faces) - Counter(dict(enumerate(before.known[seat])))).elements())

    def need(self, seat: int, faces: Iterable[int]) -> None:
        """Cards that must have been drawn by now."""
        faces = list(faces)
        self.needs += needed(seat, faces, self.time)
        self.unseen.setdefault(seat, Counter()).subtract(faces)

    def shows_hand(self, seat: Seat, held: Counter[int], shown: Counter[int]) -> None:
        """L8.1: a whole hand; all that was drawn is seen by now."""
        faces = Counter(self.unseen.get(seat, Counter()))
        faces.update(shown)
        faces.subtract(held)
        self.time += 1
        self.need(seat, faces.elements() if min(faces.values(), default=0) >= 0 else [FACES])

    # ---- A line that does not fit ----

    def draw_openly(self, s: State, face: int) -> None:
        """A card that the seat saw leaving the pile."""
        self.piles[s.reshuffles][face] -= 1

    def gives(self, s: State, seat: Seat, faces: list[int], rest: State | None) -> Iterator[list[Need]]:
        """L3.3, L3.4, L5.2: cards that leave a hand; if they are no whole price yet, with what can complete it. Each
        way of that is one list of needs."""
        self.time += 1
        known = Counter(dict(enumerate(s.known[seat])))
        self.need(seat, (Counter(faces) - known).elements())
        left = known - Counter(faces)
        if rest is None:
            yield self.needs
        elif rest.phase == PAY:
            for more in self.payments(rest, seat):
                yield [*self.needs, *needed(seat, (Counter(more) - left).elements(), self.time)]
        else:
            yield [*self.needs, *self.any_cards(rest, seat, left)]

    def any_cards(self, rest: State, seat: Seat, left: Counter[int]) -> list[Need]:
        """L3.3: so many cards more, whatever they are, but none before the last one."""
        missing = self.box.printed.pieces[rest.episode] - rest.staged
        missing -= sum(number for face, number in left.items() if face >= rest.least)
        return [Need(seat, frozenset(range(rest.least, PLAIN)), self.time)] * missing

    def payments(self, s: State, seat: Seat) -> Iterator[list[int]]:
        """L3.4: every way to go on with a price in symbols, for someone who lacks nothing."""
        for code in choices(self.box, s, seat):
            if code == DONE:
                yield []
            elif PAY_CARD <= code < PAY_CARD + FACES:
                after = s.copy()
                apply(self.box.printed, after, seat, code)
                yield from ([code - PAY_CARD, *rest] for rest in self.payments(after, seat))

    def deal(self, needs: Sequence[Need]) -> list[int] | None:
        """Other cards at all slots."""
        return deal(self.slots, self.piles, needs, self.drawn)


def choices(box: Box, s: State, seat: Seat) -> list[int]:
    """Every answer of a seat, as numbers."""
    out = Choices()
    legal(box.printed, s, seat, out)
    return out.code[: out.count]


def with_plenty(s: State, seat: Seat) -> State:
    """A table at which someone lacks no plain card and no alliance token."""
    s = s.copy()
    for face in range(PLAIN):
        s.cards[seat][face] = PLENTY
        s.held[seat] |= 1 << face
    for token in range(ALLIANCE + 1, TOKENS):
        s.tokens[seat][token] = PLENTY
        s.owned[seat] |= 1 << token
    return s
