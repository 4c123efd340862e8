"""Short signs for icons, tokens and cards, where words have no room. A scratch and a wound never look alike."""

from collections.abc import Iterable

from heorot.games.legend.box import Box
from heorot.games.legend.codes import CHOICES
from heorot.games.legend.components import SYMBOL_WORDS, Card, Episode, Icon, Price, Token
from heorot.games.legend.memory import Cards, Tokens, one_by_one
from heorot.games.legend.names import name_card
from heorot.terminal.speech import Speech

FAME, TREASURE, ALLIANCE, CARDS, SPECIAL, MISFORTUNE, HEALING = "★", "$", "≡", "▯", "▮", "▼", "♥"
SCRATCH, WOUND, DOUBLE_WOUND = "/", "✚", "(✚✚)"
UNSEEN = "?"
ICONS = {
    "fame": FAME, "treasure": TREASURE, "alliance": ALLIANCE, "cards": CARDS, "card": SPECIAL, "scratch": SCRATCH,
    "wound": WOUND, "double wound": DOUBLE_WOUND, "misfortune": MISFORTUNE, "heal": HEALING,
}  # fmt: skip
TOKENS = {
    "fame": FAME, "treasure": TREASURE, "alliance-fame": ALLIANCE + FAME, "alliance-treasure": ALLIANCE + TREASURE,
}  # fmt: skip
KEY = (FAME, TREASURE, ALLIANCE, CARDS, SPECIAL, SCRATCH, WOUND, MISFORTUNE)  # in the order of the key's words


def sign_icon(icon: Icon) -> str:
    """`★5`, `≡2`, `▮`, `/`, `✚`."""
    if icon.kind == "fame or heal":
        return f"{FAME}{icon.number}|{HEALING}"
    return f"{ICONS[icon.kind]}{icon.number or ''}"


def sign_token(token: Token) -> str:
    """`★5`, `≡$2`."""
    return f"{TOKENS[token.kind]}{token.value}"


def sign_tokens(tokens: Tokens) -> list[str]:
    """Tokens one by one."""
    return list(map(sign_token, one_by_one(tokens)))


def short_symbol(symbol: str, speech: Speech) -> str:
    """Three letters."""
    return speech.say(f"legend.cell.{symbol}")


def short_card(card: Card, box: Box, speech: Speech) -> str:
    """`wit2`; a special card by its name."""
    symbol, number = card.name[:-1], card.name[-1]
    if symbol not in SYMBOL_WORDS:
        return speech.utter(name_card(card, box))
    return f"{short_symbol(symbol, speech)}{number}"


def short_cards(cards: Cards, box: Box, speech: Speech) -> str:
    """Cards in a row, equal ones together."""
    counted = ((short_card(card, box, speech), number) for card, number in cards)
    return " ".join(f"{name}×{number}" if number > 1 else name for name, number in counted)


def short_symbols(symbols: Iterable[str], speech: Speech) -> str:
    """`cou+fig`."""
    return "+".join(short_symbol(symbol, speech) for symbol in symbols)


def short_price(price: Price, speech: Speech) -> str:
    """`2×fig`, `▯2`."""
    if price.kind == "any":
        return f"{CARDS}{price.number}"
    if price.kind == "fame tokens":
        return f"{price.number}×{FAME}"
    kinds = sorted(set(price.symbols), key=SYMBOL_WORDS.index)
    return f"{price.number}×{short_symbol(kinds[0], speech)}" if len(kinds) == 1 else short_symbols(kinds, speech)


def short_episode(episode: Episode, seats: int, speech: Speech) -> str:
    """What an episode asks and brings, in signs."""
    parts = [short_symbols(episode.symbols, speech)] if episode.symbols else []
    if episode.kind == "risk":
        return " ".join([speech.say("legend.kind.risk"), *parts])
    if episode.give and episode.get:
        return f"{short_price(episode.give, speech)} → {sign_icon(episode.get)}"
    if episode.reward:
        return f"{TREASURE} → {sign_icon(episode.reward)}"
    if episode.kind == "selection":
        return "|".join([*map(sign_icon, CHOICES), f"−{SCRATCH}"])
    if episode.kind == "recovery":
        return speech.say("legend.kind.recovery")
    return " ".join([*parts, *map(sign_icon, episode.spaces[:seats])])
