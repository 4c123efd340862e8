"""What a log has told so far: whatever a later sentence must know of it, and what is not told yet because more entries
belong to the same sentence."""

from collections.abc import Iterable

from heorot.engine.accel import members
from heorot.engine.naming import whose
from heorot.engine.seats import Seat
from heorot.engine.sentence import Part, Sentence
from heorot.games.legend.actions import Discard, ReturnScratches, TakeBack, Use
from heorot.games.legend.box import Box
from heorot.games.legend.components import TEXTS, Card, Icon, Token
from heorot.games.legend.happenings import Event, GetsCard, GetsMisfortune
from heorot.games.legend.names import name_card, name_token
from heorot.games.legend.state import BLESSING, INSPIRATION, PLAIN, REST

BLESSED, INSPIRED, RESTED = (Card(TEXTS[face - PLAIN]) for face in (BLESSING, INSPIRATION, REST))


class Owed:
    """Cards or alliance tokens that chance gives one by one, told together; `cards` also for a whole recovery."""

    def __init__(self, what: str, seat: Seat | None, number: int) -> None:
        self.what = what  # dealt, cards, tokens, recovery
        self.seat = seat
        self.number = number
        self.seen: list[Sentence] = []  # those that the reader saw, by name
        self.given = 0


class Story:
    """What the log has told so far."""

    def __init__(self, box: Box, seats: int, reader: Seat | None, discreet: bool) -> None:
        self.box = box
        self.seats = seats
        self.reader = reader
        self.discreet = discreet  # others may read it too
        self.episode = 0  # numbered from 1
        self.totals: dict[Seat, int] = {}  # symbols laid or treasure shown in this episode
        self.out: set[Seat] = set()  # of an auction
        self.staged: dict[Seat, list[Sentence]] = {}  # a set of cards or tokens that is being named
        self.shown: dict[Seat, list[Sentence]] = {}  # tokens shown in an auction
        self.turned: list[Card] = []  # by a risk
        self.owed: Owed | None = None
        self.icon = Icon("")  # taken last
        self.holders: dict[Card, Seat] = {}  # of special cards
        self.misfortunes = box.tokens.misfortune  # left in the supply

    @property
    def kind(self) -> str:
        """The kind of the episode; nothing before the first."""
        return self.box.episodes[self.episode - 1].kind if self.episode else ""

    def arrive(self, episode: int) -> None:
        """A new episode begins."""
        self.episode = episode
        self.totals, self.out, self.staged, self.shown, self.turned = {}, set(), {}, {}, []

    def whose(self, seat: Seat) -> dict[str, Part]:
        """Who it is about, for the reader."""
        return whose(seat, self.reader)

    def add(self, seat: Seat, number: int) -> int:
        """A total grows."""
        self.totals[seat] = self.totals.get(seat, 0) + number
        return self.totals[seat]

    def symbols_on(self, card: Card) -> int:
        """L5.1: how many symbols of a card count in this episode."""
        return self.box.printed.value[self.episode - 1][self.box.face_numbers[card]]

    def matches(self, card: Card) -> bool:
        """L4.2: whether a card matches this episode."""
        return self.box.face_numbers[card] in members(self.box.printed.matching[self.episode - 1])

    def is_avoidable(self, seat: Seat, icon: Icon) -> bool:
        """L7.3, L7.7: whether the seat is asked about Queen Wealhtheow's Inspiration."""
        here = icon.kind in ("scratch", "wound", "double wound") or (icon.kind == "misfortune" and self.misfortunes > 0)
        return here and self.holders.get(INSPIRED) == seat

    def follow(self, action: object, events: Iterable[Event]) -> None:
        """Keep who holds which special card, and how many misfortunes are left."""
        for event in events:
            if isinstance(event, GetsCard):
                self.holders[event.card] = event.seat
            elif isinstance(event, GetsMisfortune):
                self.misfortunes -= 1
        match action:
            case Use(card) | Discard(card):
                self.holders.pop(card, None)
            case TakeBack():
                self.holders.pop(BLESSED, None)
            case ReturnScratches():
                self.holders.pop(RESTED, None)


# ---- Several things in a row ---------------------------------------------------------------------------------------


def name_all(names: Iterable[Sentence]) -> tuple[Sentence, ...]:
    """Things in a row, equal ones together with their number; nothing, if there is none."""
    counted: list[tuple[Sentence, int]] = []
    for name in names:
        at = next((place for place, (known, _) in enumerate(counted) if known == name), None)
        if at is None:
            counted.append((name, 1))
        else:
            counted[at] = (name, counted[at][1] + 1)
    several = (
        name if number == 1 else Sentence("legend.several", number=number, thing=name) for name, number in counted
    )
    return tuple(several) or (Sentence("legend.none"),)


def name_cards(cards: Iterable[Card], box: Box) -> tuple[Sentence, ...]:
    """Cards in a row."""
    return name_all(name_card(card, box) for card in cards)


def name_tokens(tokens: Iterable[Token]) -> tuple[Sentence, ...]:
    """Tokens in a row."""
    return name_all(map(name_listed, tokens))


def name_listed(token: Token) -> Sentence:
    """A token as it stands in a row, with no comma of its own."""
    if token.kind in ("fame", "treasure"):
        return name_token(token)
    return Sentence("legend.listed", kind=token.kind.removeprefix("alliance-"), value=token.value)
