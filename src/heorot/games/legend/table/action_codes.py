"""Conversion between actions and the codes of the rules. The meaning of some actions depends on the open question, so
both directions need the state."""

from heorot.engine.seats import Seat
from heorot.games.legend.box.box import Box
from heorot.games.legend.model.actions import (
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
    WORD_ACTIONS,
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
from heorot.games.legend.model.components import ICON_WORDS, Icon
from heorot.games.legend.model.state import (
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
from heorot.games.legend.rules.episodes.selection import OPTIONS

ASKED_CARDS = {USE_INSPIRATION: INSPIRATION, USE_DARING: DARING, USE_RESOLVE: RESOLVE}
BASES: dict[type[Action], int] = {kind: base for base, kind in (*CARD_ACTIONS.items(), *TOKEN_ACTIONS.items())}
SELECTION_ICONS = tuple(Icon(ICON_WORDS[icon // NUMBERS], icon % NUMBERS) for icon in OPTIONS)  # of a selection


def decode(box: Box, s: State, code: int) -> Action:
    """Return the action of a code in this state."""
    if code in WORD_ACTIONS:
        return WORD_ACTIONS[code]
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
        return Take(SELECTION_ICONS[code - CHOOSE])
    if RETURN_SCRATCHES <= code < RETURN_SCRATCHES + SCRATCHES_OF_A_WOUND:
        return ReturnScratches(code - RETURN_SCRATCHES)
    return decode_piece(box, code)


def decode_piece(box: Box, code: int) -> Action:
    """Return the action on a card or a token."""
    for base, with_token in TOKEN_ACTIONS.items():
        if base <= code < base + TOKENS:
            return with_token(box.token_faces[code - base])
    base = max(base for base in CARD_ACTIONS if base <= code < base + FACES)
    return CARD_ACTIONS[base](box.faces[code - base])


def encode(box: Box, s: State, action: Action) -> int:
    """Return the code of an action in this state, or NO_CODE if it names something that is not there."""
    if isinstance(action, WithCard):  # the most frequent case first
        return BASES[type(action)] + box.face_numbers[action.card] if action.card in box.face_numbers else NO_CODE
    match action:
        case Take(icon):
            return encode_take(box, s, icon)
        case Use(card):
            return USE if s.phase in ASKED_CARDS and box.faces[ASKED_CARDS[s.phase]] == card else NO_CODE
        case ReturnScratches(number):
            return RETURN_SCRATCHES + number if 0 < number < SCRATCHES_OF_A_WOUND else NO_CODE
        case Heal(what):
            return next((code for code, word in HEALINGS.items() if word == what), NO_CODE)
        case First(seat):
            return GIVEN_SEAT + seat if 0 <= seat < SEATS else NO_CODE
        case Show(token) | Give(token) | GivenToken(token):
            return BASES[type(action)] + box.token_numbers[token] if token in box.token_numbers else NO_CODE
    return next((code for code, word in WORD_ACTIONS.items() if word == action), NO_CODE)


def encode_take(box: Box, s: State, icon: Icon) -> int:
    """Return the code of taking an icon: the first free one of equal spaces, an option, or fame instead of healing."""
    if s.phase == SELECT:
        return CHOOSE + SELECTION_ICONS.index(icon) if icon in SELECTION_ICONS else NO_CODE
    if s.phase == FAME_OR_HEAL:
        return CHOOSE_FAME if icon == Icon("fame", s.icon % NUMBERS) else NO_CODE
    if s.phase != TAKE_SPACE:
        return NO_CODE
    spaces = enumerate(box.episodes[s.episode].spaces)
    return next((TAKE_ICON + n for n, there in spaces if there == icon and s.free >> n & 1), NO_CODE)
