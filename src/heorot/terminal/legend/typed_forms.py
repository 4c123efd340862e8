"""Ways to type an answer of the Legend: in the words of a language or of the notation, with its verb or without."""

from functools import cache

from heorot.games.legend.actions import (
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
from heorot.games.legend.components import SYMBOL_WORDS, Card, Icon, Token
from heorot.games.legend.notation import write
from heorot.locales import catalogue


def ways_to_type(action: Action, language: str) -> tuple[str, ...]:
    """How an answer may be typed: first in the language of the game, then shorter, then in the notation."""
    verb, things = in_words(action, language)
    short = things if isinstance(action, Bid | Lay | Pay | Discard | Recover | TakeBack | Show | Give | Take) else ()
    with_verb = tuple(f"{verb} {thing}" for thing in things) or (verb,)
    return tuple(dict.fromkeys((*with_verb, *short, write(action))))


def in_words(action: Action, language: str) -> tuple[str, tuple[str, ...]]:
    """A verb, and the ways to name what it is done with."""
    match action:
        case Bid(card) | Lay(card) | Pay(card) | Discard(card):
            return word_in(language, type(action).__name__.lower()), ways_to_name_card(card, language)
        case Recover(card):
            return word_in(language, "take"), ways_to_name_card(card, language)
        case TakeBack(card):
            return word_in(language, "take-back"), ways_to_name_card(card, language)
        case Use(card):
            return word_in(language, "use"), ways_to_name_card(card, language)
        case Show(token) | Give(token):
            return word_in(language, type(action).__name__.lower()), ways_to_name_token(token, language)
        case Take(icon):
            return word_in(language, "take"), ways_to_name_icon(icon, language)
        case Heal(what):
            return word_in(language, "heal"), (word_in(language, what.replace(" ", "-")),)
        case ReturnScratches(number):
            return word_in(language, "rest"), (str(number),)
    return word_in(language, write(action).replace(" ", "-")), ()


def ways_to_name_card(card: Card, language: str) -> tuple[str, ...]:
    """`wit 2`, `wit2`; a special card by its name."""
    symbol, number = card.name[:-1], card.name[-1]
    if symbol not in SYMBOL_WORDS:
        return (word_in(language, card.name), card.name)
    said = word_in(language, symbol)
    single = (said,) if number == "1" else ()
    return (f"{said} {number}", f"{said}{number}", *single, card.name, f"{symbol} {number}")


def ways_to_name_token(token: Token, language: str) -> tuple[str, ...]:
    """`fame 2`, `alliance fame 2`."""
    words = token.kind.split("-")
    said = " ".join(word_in(language, word) for word in words)
    return f"{said} {token.value}", f"{said}{token.value}", " ".join([*words, str(token.value)])


def ways_to_name_icon(icon: Icon, language: str) -> tuple[str, ...]:
    """`fame 5`, `fame 5 or heal`, `double wound`; a special card by its name."""
    if icon.kind == "card":
        return word_in(language, icon.card), f"{word_in(language, 'card')} {word_in(language, icon.card)}", icon.card
    if icon.kind == "fame or heal":
        return (f"{word_in(language, 'fame')} {icon.number} {word_in(language, 'or')} {word_in(language, 'heal')}",)
    said = word_in(language, icon.kind.replace(" ", "-"))
    return (f"{said} {icon.number}", f"{said}{icon.number}", str(icon)) if icon.number else (said, str(icon))


@cache
def word_in(language: str, word: str) -> str:
    """The word or words that are typed for a word of the notation."""
    return catalogue(language).get(f"legend.read.{word}", word).split("|")[0]


@cache
def vocabulary(language: str) -> tuple[str, ...]:
    """All words that may be typed."""
    said = {key: text for key, text in catalogue(language).items() if key.startswith("legend.read.")}
    return tuple(said[key].split("|")[0] for key in said if not key.endswith(".filler"))


def example(language: str) -> tuple[str, str]:
    """An answer that tells nothing of a hand, and a shorter way to type one."""
    return f"{word_in(language, 'lay')} {word_in(language, 'courage')} 2", "1"
