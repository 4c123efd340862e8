"""Names of cards, tokens, icons, prices and episodes as sentence data.

Names of the built-in box are translated; names of other boxes stand as written there.
"""

from heorot.engine.sentence import Sentence
from heorot.games.legend.box.box import Box
from heorot.games.legend.model.components import (
    ICON_WORDS,
    SYMBOL_WORDS,
    TOKEN_WORDS,
    Card,
    Episode,
    Icon,
    Price,
    Token,
)
from heorot.locales import catalogue

ENGLISH = "en"  # language of the names in box files


def curly(name: str) -> str:
    """Replace straight apostrophes with the typographic ones of the locales."""
    return name.replace("'", "’")


def name_in(key: str, name: str) -> Sentence:
    """Return the translated name at a key if the English catalogue has this name there, else the name itself."""
    return Sentence(key) if catalogue(ENGLISH).get(key) == curly(name) else Sentence("legend.name", name=curly(name))


def name_symbol(symbol: str) -> Sentence:
    """L1.3: Name a symbol."""
    return Sentence(f"legend.symbol.{symbol}")


def name_card(card: Card, box: Box) -> Sentence:
    """Name a card: a plain card by its symbol and number, a special card by its name."""
    special = box.special_names.get(card.name)
    if special is not None:
        return name_in(f"legend.card.{card.name}", special)
    symbol, times = card.name[:-1], card.name[-1:]
    if symbol not in SYMBOL_WORDS or times not in ("1", "2"):
        return Sentence("legend.name", name=card.name)
    return Sentence("legend.face", symbol=name_symbol(symbol), number=int(times))


def name_token(token: Token) -> Sentence:
    """L1.6: Name a token by its kind and value, or as written if no box has that kind."""
    if token.kind not in TOKEN_WORDS:
        return Sentence("legend.name", name=f"{token.kind} {token.value}")
    return Sentence(f"legend.token.{token.kind}", value=token.value)


def name_icon(icon: Icon, box: Box) -> Sentence:
    """Chapter 6: Name an icon, or return it as written if no box has that kind."""
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
    """L3.3: Name the price of an opportunity."""
    match price.kind:
        case "any":
            return Sentence("legend.price.any", number=price.number)
        case "fame tokens":
            return Sentence("legend.price.fame-tokens", number=price.number)
    if len(set(price.symbols)) > 1:
        return Sentence("legend.price.one-of-each")
    return Sentence("legend.price.symbols", number=price.number, symbol=name_symbol(price.symbols[0]))


def name_kind(kind: str) -> Sentence:
    """Name a kind of episode."""
    return Sentence(f"legend.kind.{dashed(kind)}")


def name_episode(episode: Episode) -> Sentence:
    """Name an episode; its printed English name is `episode.name`."""
    return name_in(f"legend.episode.{episode.slug}", episode.name)


def dashed(words: str) -> str:
    """Replace spaces with hyphens, for the end of a key."""
    return words.replace(" ", "-")
