"""Actions of players and of chance: small values for people, integer codes for the rules.

A code means the same action in every question. `table/action_codes.py` converts between the two.
"""

from dataclasses import dataclass
from typing import TypeAlias

from heorot.engine.seats import Seat
from heorot.games.legend.model.components import Card, Icon, Token
from heorot.games.legend.model.state import FACES, SCRATCHES_OF_A_WOUND, SPACES, TOKENS

# ---- Codes ---------------------------------------------------------------------------------------------------------

BID_CARD = 0  # + face
LAY_CARD = BID_CARD + FACES  # + face
PAY_CARD = LAY_CARD + FACES  # + face
DISCARD_CARD = PAY_CARD + FACES  # + face
RECOVER = DISCARD_CARD + FACES  # + face
TAKE_BACK = RECOVER + FACES  # + face
SHOW_TOKEN = TAKE_BACK + FACES  # + token
GIVE_TOKEN = SHOW_TOKEN + TOKENS  # + token
TAKE_ICON = GIVE_TOKEN + TOKENS  # + space
CHOOSE = TAKE_ICON + SPACES  # + option of a selection
RETURN_SCRATCHES = CHOOSE + SPACES  # + number of scratches, by The Warrior's Rest
DONE = RETURN_SCRATCHES + SCRATCHES_OF_A_WOUND
DECLINE = DONE + 1
TAKE_A_RISK = DECLINE + 1
GIVE_UP = TAKE_A_RISK + 1
USE = GIVE_UP + 1
KEEP = USE + 1
CHOOSE_FAME = KEEP + 1
HEAL_WOUND = CHOOSE_FAME + 1
HEAL_DOUBLE_WOUND = HEAL_WOUND + 1
HEAL_SCRATCHES = HEAL_DOUBLE_WOUND + 1
GIVEN_CARD = HEAL_SCRATCHES + 1  # + face; chance only
GIVEN_TOKEN = GIVEN_CARD + FACES  # + token; chance only
GIVEN_SEAT = GIVEN_TOKEN + TOKENS  # + seat; chance only
NO_CODE = -1  # the action names a component that this box lacks

# ---- Actions -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bid:
    """Add a card to a sealed bid (L4.1)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a matching card (L5.2)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Pay:
    """Give a card for its symbols (L3.4)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Discard:
    """Give a card for a price in any cards (L3.3)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Recover:
    """Take a card that a recovery turned over (L3.7)."""

    card: Card


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Use King Hrothgar's Blessing: take a played card back (L7.2)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Show:
    """Show a treasure token in an auction (L9.1)."""

    token: Token


@dataclass(frozen=True, slots=True)
class Give:
    """Return a fame token (L3.3)."""

    token: Token


@dataclass(frozen=True, slots=True)
class Take:
    """Take an icon space (L6.2), an option of a selection (L3.6), or the fame of a fame-or-heal space (L6.8)."""

    icon: Icon


@dataclass(frozen=True, slots=True)
class ReturnScratches:
    """Use The Warrior's Rest: return one or two scratches (L7.6)."""

    number: int


@dataclass(frozen=True, slots=True)
class Done:
    """Complete a set: a bid (L4.1) or a price (L3.3)."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline the offer of a minor episode (L3.1)."""


@dataclass(frozen=True, slots=True)
class Risk:
    """Take a risk: turn cards over (L3.2, L5.6)."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Leave an episode in turn (L5.5) or an auction (L9.1)."""


@dataclass(frozen=True, slots=True)
class Use:
    """Use the special card of the open question (L7.3 to L7.5)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the special card of the open question (L7.7)."""


@dataclass(frozen=True, slots=True)
class Heal:
    """Return a wound tile or all scratches (L3.3, L3.6, L6.8)."""

    what: str  # wound, double wound, scratches


@dataclass(frozen=True, slots=True)
class GivenCard:
    """Card dealt, drawn or turned over by chance."""

    card: Card


@dataclass(frozen=True, slots=True)
class GivenToken:
    """Alliance token drawn by chance."""

    token: Token


@dataclass(frozen=True, slots=True)
class First:
    """First player drawn by lot (L1.2)."""

    seat: Seat


WithCard: TypeAlias = Bid | Lay | Pay | Discard | Recover | TakeBack | GivenCard
WithToken: TypeAlias = Show | Give | GivenToken
WordAction: TypeAlias = Done | Decline | Risk | GiveUp | Keep
Action: TypeAlias = WithCard | WithToken | WordAction | Take | ReturnScratches | Use | Heal | First


@dataclass(frozen=True, slots=True)
class Hidden:
    """Placeholder for a card or token that another seat received face down."""


CARD_ACTIONS: dict[int, type[WithCard]] = {
    BID_CARD: Bid, LAY_CARD: Lay, PAY_CARD: Pay, DISCARD_CARD: Discard, RECOVER: Recover, TAKE_BACK: TakeBack,
    GIVEN_CARD: GivenCard,
}  # fmt: skip
TOKEN_ACTIONS: dict[int, type[WithToken]] = {SHOW_TOKEN: Show, GIVE_TOKEN: Give, GIVEN_TOKEN: GivenToken}
WORD_ACTIONS: dict[int, WordAction] = {
    DONE: Done(), DECLINE: Decline(), TAKE_A_RISK: Risk(), GIVE_UP: GiveUp(), KEEP: Keep(),
}  # fmt: skip
HEALINGS = {HEAL_WOUND: "wound", HEAL_DOUBLE_WOUND: "double wound", HEAL_SCRATCHES: "scratches"}
