"""Actions as short texts that a person can type, read aloud and hear. docs/notation.md defines them.

Writing is canonical: one action, one text. Reading is forgiving: case, blanks, the words of our languages.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from heorot.engine.errors import Unreadable
from heorot.engine.seats import Seat
from heorot.games.legend.actions import (
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
from heorot.games.legend.box import Box
from heorot.games.legend.codes import CHOICES
from heorot.games.legend.components import Card, Icon, Token
from heorot.games.legend.happenings import Event, ShowsCards, ShowsTokens, TurnsUpTokens
from heorot.locales import words
from heorot.locales.typed import plain

WITH_CARD: dict[str, type[Bid | Lay | Pay | Discard | TakeBack]] = {
    "bid": Bid, "lay": Lay, "pay": Pay, "discard": Discard, "take back": TakeBack,
}  # fmt: skip
WITH_TOKEN: dict[str, type[Show | Give]] = {"show": Show, "give": Give}
IN_WORDS: dict[str, Action] = {
    "done": Done(), "decline": Decline(), "risk": Risk(), "give up": GiveUp(), "keep": Keep(),
}  # fmt: skip
BOXES, REMEMBERED, SHORT = 16, 4096, 40  # so many boxes, and texts of so many letters, are remembered
VERBS = (*WITH_CARD, *WITH_TOKEN, "take", "use", "heal")

# ---- Writing -------------------------------------------------------------------------------------------------------


def write_token(token: Token) -> str:
    """`fame2`, `alliance-treasure3`."""
    return f"{token.kind}{token.value}"


def write(action: Action) -> str:
    """An action as text."""
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


def write_seen(action: Action | Hidden) -> str:
    """An entry of a seat's own log: `?` for what it did not see."""
    return "?" if isinstance(action, Hidden) else write(action)


def write_shown(event: Event) -> tuple[Seat, str] | None:
    """What a seat showed, which an export must say, since nothing else in it does: `shows wit2 beowulf1`."""
    match event:
        case ShowsCards(seat, cards, _):
            return seat, " ".join(["shows", *(card.name for card in cards)])
        case ShowsTokens(seat, tokens) | TurnsUpTokens(seat, tokens):
            return seat, " ".join(["shows", *map(write_token, tokens)])
    return None


# ---- Reading -------------------------------------------------------------------------------------------------------


@cache
def vocabulary() -> tuple[re.Pattern[str], dict[str, str]]:
    """Every word that may be said for a word of the notation, in any language, longest first."""
    said = {plain(phrase): word for word, phrases in words("legend.read").items() for phrase in phrases}
    longest = sorted(said, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?![^\W\d])"), said


def in_our_words(text: str) -> str:
    """A text in the words of the notation, whatever language it was typed in."""
    pattern, said = vocabulary()
    text = pattern.sub(lambda found: said[found[0]].replace("filler", " "), plain(text))
    return without_signs(text)


def read(text: str, box: Box) -> Action:
    """An action from its text; raises Unreadable."""
    return read_again(text, box) if len(text) <= SHORT else read_anew(text, box)


@lru_cache(REMEMBERED)
def read_again(text: str, box: Box) -> Action:
    """The same for a short text: what was read once is remembered."""
    return read_anew(text, box)


def read_anew(text: str, box: Box) -> Action:
    """First as it is written: a card of another box may be called like one of our words."""
    for said in (text, without_signs(plain(text)), in_our_words(text)):
        if (action := read_ours(said, box)) is not None:
            return action
    raise Unreadable("notation.unknown", text=text[:60])


def read_ours(text: str, box: Box) -> Action | None:
    """An action from its text in the words of the notation."""
    if text in IN_WORDS:
        return IN_WORDS[text]
    if found := re.fullmatch(r"first ?([1-9])", text):
        return First(Seat(int(found[1]) - 1))
    if found := re.fullmatch(r"rest ?([1-9])", text):
        return ReturnScratches(int(found[1]))
    return understood(*split_verb(text), box)


def split_verb(text: str) -> tuple[str, str]:
    """`take back wit2` into its verb and what it is done with; no verb where chance speaks."""
    said = next((verb for verb in VERBS if f"{text} ".startswith(f"{verb} ")), "")
    return said, text.removeprefix(said).strip()


def understood(verb: str, thing: str, box: Box) -> Action | None:
    """The action that a verb and a thing make, if they make one."""
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
            return Recover(card) if card else take(thing, box)
    return GivenCard(card) if card else GivenToken(token) if token else None


def take(thing: str, box: Box) -> Action | None:
    """An icon of the box, in the words of its file."""
    icon = icons_of(box).get(thing)
    return Take(icon) if icon else None


@lru_cache(BOXES)
def icons_of(box: Box) -> dict[str, Icon]:
    """Every icon that can be taken, by its text without signs."""
    printed = (icon for episode in box.episodes for icon in episode.spaces)
    chosen = (Icon("fame", icon.number) for episode in box.episodes for icon in episode.spaces
              if icon.kind == "fame or heal")  # fmt: skip
    return {without_signs(str(icon)): icon for icon in (*CHOICES, *chosen, *printed)}


def without_signs(text: str) -> str:
    """A text as `in_our_words` leaves it."""
    return " ".join(re.sub("[_-]", " ", text).split())


def joined(text: str) -> str:
    """A text without any gaps."""
    return re.sub("[ _'’-]", "", text)


def find_card(thing: str, box: Box) -> Card | None:
    """`wit2`, `wit 2`, or `wit` for a single one; a special card by its name."""
    if Card(thing) in box.face_numbers:
        return Card(thing)
    names = cards_of(box)
    return names.get(joined(thing)) or names.get(f"{joined(thing)}1")


@lru_cache(BOXES)
def cards_of(box: Box) -> Mapping[str, Card]:
    """Every card by its name without gaps."""
    return {joined(card.name): card for card in box.face_numbers}


def find_token(thing: str, box: Box) -> Token | None:
    """`fame2`, `alliance-fame2`."""
    return tokens_of(box).get(joined(thing))


@lru_cache(BOXES)
def tokens_of(box: Box) -> Mapping[str, Token]:
    """Every token by its text without gaps."""
    return {joined(write_token(token)): token for token in box.token_numbers}
