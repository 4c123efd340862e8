"""From what is said to the numbers of the rules, and back. Some words mean what the open question makes of them, so
the state is asked too."""

from heorot.engine.seats import Seat
from heorot.games.legend.actions import (
    CARD_ACTIONS,
    CHOOSE,
    CHOOSE_FAME,
    GIVEN_SEAT,
    HEALINGS,
    NO_CODE,
    RETURN_SCRATCHES,
    TAKE_ICON,
    TOKEN_ACTIONS,
    USE,
    WORDS,
    Action,
    First,
    Give,
    GivenToken,
    Heal,
    ReturnScratches,
    Show,
    Take,
    Use,
    WithCard,
)
from heorot.games.legend.box import Box
from heorot.games.legend.components import ICON_WORDS, Card, Icon
from heorot.games.legend.episodes.selection import OPTIONS
from heorot.games.legend.state import (
    DARING,
    FACES,
    FAME_OR_HEAL,
    INSPIRATION,
    NUMBERS,
    RESOLVE,
    SCRATCHES_OF_A_WOUND,
    SEATS,
    SELECT,
    TAKE_SPACE,
    TOKENS,
    USE_DARING,
    USE_INSPIRATION,
    USE_RESOLVE,
    State,
)

ASKED_CARDS = {USE_INSPIRATION: INSPIRATION, USE_DARING: DARING, USE_RESOLVE: RESOLVE}
BASES: dict[type[Action], int] = {kind: base for base, kind in (*CARD_ACTIONS.items(), *TOKEN_ACTIONS.items())}
CHOICES = tuple(Icon(ICON_WORDS[icon // NUMBERS], icon % NUMBERS) for icon in OPTIONS)  # of a selection


def decode(box: Box, s: State, code: int) -> Action:
    """The action that a number stands for in this state."""
    if code in WORDS:
        return WORDS[code]
    if code in HEALINGS:
        return Heal(HEALINGS[code])
    if code == USE:
        return Use(box.faces[ASKED_CARDS[s.phase]])
    if code == CHOOSE_FAME:
        return Take(Icon("fame", s.icon % NUMBERS))
    if code >= GIVEN_SEAT:
        return First(Seat(code - GIVEN_SEAT))
    if TAKE_ICON <= code < CHOOSE:
        return Take(box.episodes[s.episode].spaces[code - TAKE_ICON])
    if CHOOSE <= code < RETURN_SCRATCHES:
        return Take(CHOICES[code - CHOOSE])
    if RETURN_SCRATCHES <= code < RETURN_SCRATCHES + SCRATCHES_OF_A_WOUND:
        return ReturnScratches(code - RETURN_SCRATCHES)
    return decode_thing(box, code)


def decode_thing(box: Box, code: int) -> Action:
    """A card or a token, and what is done with it."""
    for base, with_token in TOKEN_ACTIONS.items():
        if base <= code < base + TOKENS:
            return with_token(box.token_faces[code - base])
    base = max(base for base in CARD_ACTIONS if base <= code < base + FACES)
    return CARD_ACTIONS[base](box.faces[code - base])


def encode(box: Box, s: State, action: Action) -> int:
    """The number of an action in this state, or NO_CODE if it names something that is not there."""
    if isinstance(action, WithCard):  # most are
        return encode_card(box, action)
    match action:
        case Take(icon):
            return encode_take(box, s, icon)
        case Use(card):
            return USE if asked_card(box, s) == card else NO_CODE
        case ReturnScratches(number):
            return RETURN_SCRATCHES + number if 0 < number < SCRATCHES_OF_A_WOUND else NO_CODE
        case Heal(what):
            return next((code for code, word in HEALINGS.items() if word == what), NO_CODE)
        case First(seat):
            return GIVEN_SEAT + seat if 0 <= seat < SEATS else NO_CODE
        case Show(token) | Give(token) | GivenToken(token):
            return BASES[type(action)] + box.token_numbers[token] if token in box.token_numbers else NO_CODE
    return word_code(action)


def encode_card(box: Box, action: WithCard) -> int:
    """What is done with a card."""
    return BASES[type(action)] + box.face_numbers[action.card] if action.card in box.face_numbers else NO_CODE


def word_code(action: Action) -> int:
    """What names nothing."""
    return next((code for code, word in WORDS.items() if word == action), NO_CODE)


def encode_take(box: Box, s: State, icon: Icon) -> int:
    """An icon space, of equal ones the first that is free; an option; or the fame where one could heal."""
    if s.phase == SELECT:
        return CHOOSE + CHOICES.index(icon) if icon in CHOICES else NO_CODE
    if s.phase == FAME_OR_HEAL:
        return CHOOSE_FAME if icon == Icon("fame", s.icon % NUMBERS) else NO_CODE
    if s.phase != TAKE_SPACE:
        return NO_CODE
    spaces = enumerate(box.episodes[s.episode].spaces)
    return next((TAKE_ICON + n for n, there in spaces if there == icon and s.free >> n & 1), NO_CODE)


def asked_card(box: Box, s: State) -> Card | None:
    """The special card that is asked about by its name."""
    return box.faces[ASKED_CARDS[s.phase]] if s.phase in ASKED_CARDS else None
