"""Names of cards, tokens, icons, prices and episodes, as data for sentences; the locales have the words.

What the built-in box names has a name in every language; in another box a name of its own stands as it is written
there.
"""

from heorot.engine.sentence import Sentence
from heorot.games.legend.box import Box
from heorot.games.legend.components import ICON_WORDS, SYMBOL_WORDS, TOKEN_WORDS, Card, Episode, Icon, Price, Token
from heorot.locales import catalogue

ENGLISH = "en"  # the language of the names in a box file


def curly(name: str) -> str:
    """A name of a box file with the apostrophes of the locales."""
    return name.replace("'", "’")


def name_in(key: str, name: str) -> Sentence:
    """A name in every language, if it is the one that the locales have at that key; else as it is."""
    return Sentence(key) if catalogue(ENGLISH).get(key) == curly(name) else Sentence("legend.name", name=curly(name))


def name_symbol(symbol: str) -> Sentence:
    """L1.3: a symbol."""
    return Sentence(f"legend.symbol.{symbol}")


def name_card(card: Card, box: Box) -> Sentence:
    """A plain card by its symbol and how often it shows it; a special card by its name; one of another box as that box
    writes it."""
    special = box.special_names.get(card.name)
    if special is not None:
        return name_in(f"legend.card.{card.name}", special)
    symbol, times = card.name[:-1], card.name[-1:]
    if symbol not in SYMBOL_WORDS or times not in ("1", "2"):
        return Sentence("legend.name", name=card.name)
    return Sentence("legend.face", symbol=name_symbol(symbol), number=int(times))


def name_token(token: Token) -> Sentence:
    """L1.6: a token by its kind and its value; one that no box has as it was called."""
    if token.kind not in TOKEN_WORDS:
        return Sentence("legend.name", name=f"{token.kind} {token.value}")
    return Sentence(f"legend.token.{token.kind}", value=token.value)


def name_icon(icon: Icon, box: Box) -> Sentence:
    """Chapter 6: what a space, an offer or a reward shows; what no box has, as it was called."""
    match icon.kind:
        case "card":
            return Sentence("legend.icon.card", card=name_card(Card(icon.card), box))
        case "fame" | "treasure":
            return Sentence(f"legend.icon.{icon.kind}", value=icon.number)
        case "alliance" | "cards":
            return Sentence(f"legend.icon.{icon.kind}", number=icon.number)
        case "fame or heal":
            return Sentence("legend.icon.fame-or-heal", value=icon.number)
        case kind if kind in ICON_WORDS[1:]:
            return Sentence(f"legend.icon.{dashed(kind)}")
    return Sentence("legend.name", name=str(icon))


def name_price(price: Price) -> Sentence:
    """L3.3: what an opportunity asks for."""
    match price.kind:
        case "any":
            return Sentence("legend.price.any", number=price.number)
        case "fame tokens":
            return Sentence("legend.price.fame-tokens", number=price.number)
    if len(set(price.symbols)) > 1:
        return Sentence("legend.price.one-of-each")
    return Sentence("legend.price.symbols", number=price.number, symbol=name_symbol(price.symbols[0]))


def name_kind(kind: str) -> Sentence:
    """What kind of episode it is."""
    return Sentence(f"legend.kind.{dashed(kind)}")


def name_episode(episode: Episode) -> Sentence:
    """An episode; its English name, which stands on the board, is `episode.name`."""
    return name_in(f"legend.episode.{episode.slug}", episode.name)


def dashed(words: str) -> str:
    """Words of a box file as the end of a key."""
    return words.replace(" ", "-")
