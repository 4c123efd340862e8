"""Notation: actions as short texts that people can type, read aloud and hear. docs/notation.md defines it.

Writing is canonical: one text for each action. Reading accepts any case, spacing and the words of all languages.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from heorot.engine.errors import Unreadable
from heorot.engine.seats import Seat
from heorot.games.legend.box.box import Box
from heorot.games.legend.model.actions import (
    HEALINGS,
    Action,
    Bid,
    Decline,
    Discard,
    Done,
    First,
    Give,
    GivenCard,
    GivenToken,
    GiveUp,
    Heal,
    Hidden,
    Keep,
    Lay,
    Pay,
    Recover,
    ReturnScratches,
    Risk,
    Show,
    Take,
    TakeBack,
    Use,
)
from heorot.games.legend.model.components import Card, Icon, Token
from heorot.games.legend.table.action_codes import SELECTION_ICONS
from heorot.games.legend.table.public_events import Event, ShowsCards, ShowsTokens, TurnsUpTokens
from heorot.locales import typed_words
from heorot.locales.keyboards import normalize

WITH_CARD: dict[str, type[Bid | Lay | Pay | Discard | TakeBack]] = {
    "bid": Bid, "lay": Lay, "pay": Pay, "discard": Discard, "take back": TakeBack,
}  # fmt: skip
WITH_TOKEN: dict[str, type[Show | Give]] = {"show": Show, "give": Give}
IN_WORDS: dict[str, Action] = {
    "done": Done(), "decline": Decline(), "risk": Risk(), "give up": GiveUp(), "keep": Keep(),
}  # fmt: skip
BOXES, REMEMBERED, SHORT = 16, 4096, 40  # sizes of the caches, and longest text in them
VERBS = (*WITH_CARD, *WITH_TOKEN, "take", "use", "heal")

# ---- Writing -------------------------------------------------------------------------------------------------------


def write_token(token: Token) -> str:
    """Write a token: `fame2`, `alliance-treasure3`."""
    return f"{token.kind}{token.value}"


def write(action: Action) -> str:
    """Write an action."""
    match action:
        case Recover(card):
            return f"take {card.name}"
        case GivenCard(card):
            return card.name
        case GivenToken(token):
            return write_token(token)
        case Show(token) | Give(token):
            return f"{'show' if isinstance(action, Show) else 'give'} {write_token(token)}"
        case Take(icon):
            return f"take {icon}"
        case ReturnScratches(number):
            return f"rest {number}"
        case Use(card):
            return f"use {card.name}"
        case Heal(what):
            return f"heal {what}"
        case First(seat):
            return f"first {seat + 1}"
    for verb, kind in WITH_CARD.items():
        if isinstance(action, kind):
            return f"{verb} {action.card.name}"
    return next(text for text, word in IN_WORDS.items() if word == action)


def write_log_entry(action: Action | Hidden) -> str:
    """Write the action of a log entry: `?` if the seat did not see it."""
    return "?" if isinstance(action, Hidden) else write(action)


def write_shown(event: Event) -> tuple[Seat, str] | None:
    """Write the pieces that a seat showed, `shows wit2 beowulf1`: an export needs them, since no other entry has
    them."""
    match event:
        case ShowsCards(seat, cards, _):
            return seat, " ".join(["shows", *(card.name for card in cards)])
        case ShowsTokens(seat, tokens) | TurnsUpTokens(seat, tokens):
            return seat, " ".join(["shows", *map(write_token, tokens)])
    return None


# ---- Reading -------------------------------------------------------------------------------------------------------


@cache
def vocabulary() -> tuple[re.Pattern[str], dict[str, str]]:
    """Return a pattern for the translated words of the notation, longest first, and the word that each stands for."""
    known = typed_words("legend.read").items()
    translations = {normalize(phrase): word for word, phrases in known for phrase in phrases}
    longest = sorted(translations, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?![^\W\d])"), translations


def to_notation(text: str) -> str:
    """Translate a text from any language into the words of the notation."""
    pattern, translations = vocabulary()
    text = pattern.sub(lambda match: translations[match[0]].replace("filler", " "), normalize(text))
    return with_spaces(text)


def read(text: str, box: Box) -> Action:
    """Read an action; raise Unreadable."""
    return read_cached(text, box) if len(text) <= SHORT else parse(text, box)


@lru_cache(REMEMBERED)
def read_cached(text: str, box: Box) -> Action:
    """Read a short text through a cache."""
    return parse(text, box)


def parse(text: str, box: Box) -> Action:
    """Read a text as written, then simplified, then translated: a card of another box may have the name of a word."""
    for candidate in (text, with_spaces(normalize(text)), to_notation(text)):
        if (action := read_canonical(candidate, box)) is not None:
            return action
    raise Unreadable("notation.unknown", text=text[:60])


def read_canonical(text: str, box: Box) -> Action | None:
    """Read an action in the words of the notation."""
    if text in IN_WORDS:
        return IN_WORDS[text]
    if match := re.fullmatch(r"first ?([1-9])", text):
        return First(Seat(int(match[1]) - 1))
    if match := re.fullmatch(r"rest ?([1-9])", text):
        return ReturnScratches(int(match[1]))
    return build_action(*split_verb(text), box)


def split_verb(text: str) -> tuple[str, str]:
    """Split `take back wit2` into verb and object; chance has no verb."""
    verb = next((known for known in VERBS if f"{text} ".startswith(f"{known} ")), "")
    return verb, text.removeprefix(verb).strip()


def build_action(verb: str, thing: str, box: Box) -> Action | None:
    """Return the action of a verb and an object, or None."""
    card, token = find_card(thing, box), find_token(thing, box)
    if verb in WITH_CARD:
        return WITH_CARD[verb](card) if card else None
    if verb in WITH_TOKEN:
        return WITH_TOKEN[verb](token) if token else None
    match verb:
        case "use":
            return Use(card) if card else None
        case "heal":
            return Heal(thing) if thing in HEALINGS.values() else None
        case "take":
            return Recover(card) if card else read_take(thing, box)
    return GivenCard(card) if card else GivenToken(token) if token else None


def read_take(thing: str, box: Box) -> Action | None:
    """Return the action of taking an icon, named in the words of box files."""
    icon = icons_of(box).get(thing)
    return Take(icon) if icon else None


@lru_cache(BOXES)
def icons_of(box: Box) -> dict[str, Icon]:
    """Return every icon that can be taken, by its normalized text."""
    printed = (icon for episode in box.episodes for icon in episode.spaces)
    chosen = (Icon("fame", icon.number) for episode in box.episodes for icon in episode.spaces
              if icon.kind == "fame or heal")  # fmt: skip
    return {with_spaces(str(icon)): icon for icon in (*SELECTION_ICONS, *chosen, *printed)}


def with_spaces(text: str) -> str:
    """Replace underscores and hyphens with single spaces."""
    return " ".join(re.sub("[_-]", " ", text).split())


def without_gaps(text: str) -> str:
    """Remove spaces, hyphens, underscores and apostrophes."""
    return re.sub("[ _'’-]", "", text)


def find_card(thing: str, box: Box) -> Card | None:
    """Find `wit2`, `wit 2`, or `wit` for a single card; a special card by its name."""
    if Card(thing) in box.face_numbers:
        return Card(thing)
    names = cards_of(box)
    return names.get(without_gaps(thing)) or names.get(f"{without_gaps(thing)}1")


@lru_cache(BOXES)
def cards_of(box: Box) -> Mapping[str, Card]:
    """Return every card by its name without gaps."""
    return {without_gaps(card.name): card for card in box.face_numbers}


def find_token(thing: str, box: Box) -> Token | None:
    """Find `fame2`, `alliance-fame2`."""
    return tokens_of(box).get(without_gaps(thing))


@lru_cache(BOXES)
def tokens_of(box: Box) -> Mapping[str, Token]:
    """Return every token by its text without gaps."""
    return {without_gaps(write_token(token)): token for token in box.token_numbers}
