"""Short signs for icons, tokens and cards, where words do not fit. A scratch and a wound never look alike."""

from collections.abc import Iterable

from heorot.games.legend.box.box import Box
from heorot.games.legend.box.names import name_card
from heorot.games.legend.model.components import SYMBOL_WORDS, Card, Episode, Icon, Price
from heorot.games.legend.table.action_codes import SELECTION_ICONS
from heorot.games.legend.table.memory import Cards, Tokens, expand
from heorot.terminal.translator import Translator

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
KEY = (FAME, TREASURE, ALLIANCE, CARDS, SPECIAL, SCRATCH, WOUND, MISFORTUNE)  # in the order of panels.KEY_WORDS


def sign_icon(icon: Icon) -> str:
    """Return the sign of an icon: `★5`, `≡2`, `▮`, `/`, `✚`."""
    if icon.kind == "fame or heal":
        return f"{FAME}{icon.number}|{HEALING}"
    return f"{ICONS[icon.kind]}{icon.number or ''}"


def sign_tokens(tokens: Tokens) -> list[str]:
    """Return the sign of each token: `★5`, `≡$2`."""
    return [f"{TOKENS[token.kind]}{token.value}" for token in expand(tokens)]


def short_symbol(symbol: str, translator: Translator) -> str:
    """Return three letters for a symbol."""
    return translator.translate(f"legend.cell.{symbol}")


def short_card(card: Card, box: Box, translator: Translator) -> str:
    """Return a short name such as `wit2`; special cards have their full name."""
    symbol, number = card.name[:-1], card.name[-1]
    if symbol not in SYMBOL_WORDS:
        return translator.render(name_card(card, box))
    return f"{short_symbol(symbol, translator)}{number}"


def short_cards(cards: Cards, box: Box, translator: Translator) -> str:
    """Return short names of cards, equal ones together."""
    counted = ((short_card(card, box, translator), number) for card, number in cards)
    return " ".join(f"{name}×{number}" if number > 1 else name for name, number in counted)


def short_symbols(symbols: Iterable[str], translator: Translator) -> str:
    """Return short symbols such as `cou+fig`."""
    return "+".join(short_symbol(symbol, translator) for symbol in symbols)


def short_price(price: Price, translator: Translator) -> str:
    """Return a price such as `2×fig` or `▯2`."""
    if price.kind == "any":
        return f"{CARDS}{price.number}"
    if price.kind == "fame tokens":
        return f"{price.number}×{FAME}"
    kinds = sorted(set(price.symbols), key=SYMBOL_WORDS.index)
    return (
        f"{price.number}×{short_symbol(kinds[0], translator)}" if len(kinds) == 1 else short_symbols(kinds, translator)
    )


def short_episode(episode: Episode, seats: int, translator: Translator) -> str:
    """Return what an episode asks for and offers, in signs."""
    parts = [short_symbols(episode.symbols, translator)] if episode.symbols else []
    if episode.kind == "risk":
        return " ".join([translator.translate("legend.kind.risk"), *parts])
    if episode.give and episode.get:
        return f"{short_price(episode.give, translator)} → {sign_icon(episode.get)}"
    if episode.reward:
        return f"{TREASURE} → {sign_icon(episode.reward)}"
    if episode.kind == "selection":
        return "|".join([*map(sign_icon, SELECTION_ICONS), f"−{SCRATCH}"])
    if episode.kind == "recovery":
        return translator.translate("legend.kind.recovery")
    return " ".join([*parts, *map(sign_icon, episode.spaces[:seats])])
