"""Phrases that select an action of the Legend: in a language or in the notation, with or without the verb."""

from functools import cache

from heorot.games.legend.model.actions import (
    Action,
    Bid,
    Discard,
    Give,
    Heal,
    Lay,
    Pay,
    Recover,
    ReturnScratches,
    Show,
    Take,
    TakeBack,
    Use,
)
from heorot.games.legend.model.components import SYMBOL_WORDS, Card, Icon, Token
from heorot.games.legend.table.notation import write
from heorot.locales import catalogue


def phrases_for(action: Action, language: str) -> tuple[str, ...]:
    """Return the phrases of an action: first in a language, then without the verb, then in the notation."""
    verb, things = verb_and_objects(action, language)
    short = things if isinstance(action, Bid | Lay | Pay | Discard | Recover | TakeBack | Show | Give | Take) else ()
    with_verb = tuple(f"{verb} {thing}" for thing in things) or (verb,)
    return tuple(dict.fromkeys((*with_verb, *short, write(action))))


def verb_and_objects(action: Action, language: str) -> tuple[str, tuple[str, ...]]:
    """Return the verb of an action, and the phrases for its object."""
    match action:
        case Bid(card) | Lay(card) | Pay(card) | Discard(card):
            return translate_word(language, type(action).__name__.lower()), card_phrases(card, language)
        case Recover(card):
            return translate_word(language, "take"), card_phrases(card, language)
        case TakeBack(card):
            return translate_word(language, "take-back"), card_phrases(card, language)
        case Use(card):
            return translate_word(language, "use"), card_phrases(card, language)
        case Show(token) | Give(token):
            return translate_word(language, type(action).__name__.lower()), token_phrases(token, language)
        case Take(icon):
            return translate_word(language, "take"), icon_phrases(icon, language)
        case Heal(what):
            return translate_word(language, "heal"), (translate_word(language, what.replace(" ", "-")),)
        case ReturnScratches(number):
            return translate_word(language, "rest"), (str(number),)
    return translate_word(language, write(action).replace(" ", "-")), ()


def card_phrases(card: Card, language: str) -> tuple[str, ...]:
    """Return `wit 2`, `wit2` and the like; special cards have their name."""
    symbol, number = card.name[:-1], card.name[-1]
    if symbol not in SYMBOL_WORDS:
        return (translate_word(language, card.name), card.name)
    said = translate_word(language, symbol)
    single = (said,) if number == "1" else ()
    return (f"{said} {number}", f"{said}{number}", *single, card.name, f"{symbol} {number}")


def token_phrases(token: Token, language: str) -> tuple[str, ...]:
    """Return `fame 2`, `alliance fame 2` and the like."""
    words = token.kind.split("-")
    said = " ".join(translate_word(language, word) for word in words)
    return f"{said} {token.value}", f"{said}{token.value}", " ".join([*words, str(token.value)])


def icon_phrases(icon: Icon, language: str) -> tuple[str, ...]:
    """Return `fame 5`, `fame 5 or heal`, `double wound` and the like; special cards have their name."""
    if icon.kind == "card":
        return (
            translate_word(language, icon.card),
            f"{translate_word(language, 'card')} {translate_word(language, icon.card)}",
            icon.card,
        )
    if icon.kind == "fame or heal":
        fame, either, heal = (translate_word(language, word) for word in ("fame", "or", "heal"))
        return (f"{fame} {icon.number} {either} {heal}",)
    said = translate_word(language, icon.kind.replace(" ", "-"))
    return (f"{said} {icon.number}", f"{said}{icon.number}", str(icon)) if icon.number else (said, str(icon))


@cache
def translate_word(language: str, word: str) -> str:
    """Return the first phrase of a language for a word of the notation."""
    return catalogue(language).get(f"legend.read.{word}", word).split("|")[0]


@cache
def vocabulary(language: str) -> tuple[str, ...]:
    """Return all words that can be typed."""
    said = {key: text for key, text in catalogue(language).items() if key.startswith("legend.read.")}
    return tuple(said[key].split("|")[0] for key in said if not key.endswith(".filler"))


def example(language: str) -> tuple[str, str]:
    """Return an input that reveals nothing of a hand, long and short."""
    return f"{translate_word(language, 'lay')} {translate_word(language, 'courage')} 2", "1"
