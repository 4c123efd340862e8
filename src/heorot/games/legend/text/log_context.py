"""Context of a log: facts that later sentences need, and draws that wait for more entries of the same sentence."""

from collections.abc import Iterable

from heorot.engine.kernels.bits import members
from heorot.engine.seats import Seat
from heorot.engine.sentence import Param, Sentence
from heorot.engine.sentence_params import player_params
from heorot.games.legend.box.box import Box
from heorot.games.legend.box.names import name_card, name_token
from heorot.games.legend.model.actions import Discard, ReturnScratches, TakeBack, Use
from heorot.games.legend.model.components import TEXTS, Card, Icon, Token
from heorot.games.legend.model.state import BLESSING, INSPIRATION, PLAIN, REST
from heorot.games.legend.table.public_events import Event, GetsCard, GetsMisfortune

BLESSED, INSPIRED, RESTED = (Card(TEXTS[face - PLAIN]) for face in (BLESSING, INSPIRATION, REST))


class PendingDraw:
    """Cards or alliance tokens that chance gives one by one and one sentence describes."""

    def __init__(self, what: str, seat: Seat | None, number: int) -> None:
        self.what = what  # dealt, cards, tokens, recovery
        self.seat = seat
        self.number = number
        self.seen: list[Sentence] = []  # names of those that the reader saw
        self.given = 0


class LogContext:
    """State of the log after the entries described so far."""

    def __init__(self, box: Box, seats: int, reader: Seat | None, discreet: bool) -> None:
        self.box = box
        self.seats = seats
        self.reader = reader
        self.discreet = discreet  # other players may read the log too
        self.episode = 0  # numbered from 1
        self.totals: dict[Seat, int] = {}  # symbols laid or treasure shown in this episode
        self.out: set[Seat] = set()  # players out of an auction
        self.staged: dict[Seat, list[Sentence]] = {}  # pieces of unfinished sets
        self.shown: dict[Seat, list[Sentence]] = {}  # tokens shown in an auction
        self.turned: list[Card] = []  # cards turned over by a risk
        self.pending_draw: PendingDraw | None = None
        self.icon = Icon("")  # last icon taken
        self.holders: dict[Card, Seat] = {}  # holders of special cards
        self.misfortunes = box.tokens.misfortune  # left in the supply

    @property
    def kind(self) -> str:
        """Return the kind of the episode, empty before the first."""
        return self.box.episodes[self.episode - 1].kind if self.episode else ""

    def arrive(self, episode: int) -> None:
        """Begin a new episode."""
        self.episode = episode
        self.totals, self.out, self.staged, self.shown, self.turned = {}, set(), {}, {}, []

    def player_params(self, seat: Seat) -> dict[str, Param]:
        """Return the sentence parameters for a seat, as the reader sees it."""
        return player_params(seat, self.reader)

    def add(self, seat: Seat, number: int) -> int:
        """Add to the total of a seat and return it."""
        self.totals[seat] = self.totals.get(seat, 0) + number
        return self.totals[seat]

    def symbols_on(self, card: Card) -> int:
        """L5.1: Return the number of symbols of a card that count in this episode."""
        return self.box.printed.value[self.episode - 1][self.box.face_numbers[card]]

    def matches(self, card: Card) -> bool:
        """L4.2: Return whether a card matches this episode."""
        return self.box.face_numbers[card] in members(self.box.printed.matching[self.episode - 1])

    def is_avoidable(self, seat: Seat, icon: Icon) -> bool:
        """L7.3, L7.7: Return whether the seat must answer about Queen Wealhtheow's Inspiration."""
        here = icon.kind in ("scratch", "wound", "double wound") or (icon.kind == "misfortune" and self.misfortunes > 0)
        return here and self.holders.get(INSPIRED) == seat

    def follow(self, action: object, events: Iterable[Event]) -> None:
        """Update the holders of special cards and the number of misfortunes left."""
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


# ---- Lists of pieces -----------------------------------------------------------------------------------------------


def name_counted(names: Iterable[Sentence]) -> tuple[Sentence, ...]:
    """Name pieces in a list, equal ones once with their number; "none" if the list is empty."""
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
    """Name cards in a list."""
    return name_counted(name_card(card, box) for card in cards)


def name_tokens(tokens: Iterable[Token]) -> tuple[Sentence, ...]:
    """Name tokens in a list."""
    return name_counted(map(name_listed, tokens))


def name_listed(token: Token) -> Sentence:
    """Name a token for a list, without a comma of its own."""
    if token.kind in ("fame", "treasure"):
        return name_token(token)
    return Sentence("legend.listed", kind=token.kind.removeprefix("alliance-"), value=token.value)
