"""Components of the box as small values: cards, tokens, icons, prices and episodes, with the words of box files."""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from heorot.engine.content.toml_reader import Sources

# Words of box files; the index of each word is its number in state.py.
SYMBOL_WORDS = ("travelling", "friendship", "wit", "courage", "fighting", "beowulf")
KIND_WORDS = (
    "risk", "opportunity", "selection", "recovery", "simultaneous", "in turn", "treasure auction", "treasure ranking",
    "all hands",
)  # fmt: skip
ICON_WORDS = (
    "", "fame", "treasure", "misfortune", "alliance", "cards", "card", "scratch", "wound", "double wound",
    "fame or heal", "heal",
)  # fmt: skip
PRICE_WORDS = ("any", "symbols", "fame tokens")
TOKEN_WORDS = ("fame", "treasure", "alliance-fame", "alliance-treasure")
TEXTS = (
    "king_hrothgars_blessing", "queen_wealhtheows_inspiration", "beowulfs_daring", "beowulfs_resolve",
    "the_warriors_rest",
)  # fmt: skip
ONE_OF_EACH = "one of each"

# Keys of an episode besides its name, by kind, and the fewest symbols it shows.
KEYS: dict[str, tuple[str, ...]] = {
    "risk": ("symbols",),
    "opportunity": ("give", "get"),
    "selection": (),
    "recovery": (),
    "simultaneous": ("symbols", "spaces"),
    "in turn": ("symbols", "spaces"),
    "treasure auction": ("reward",),
    "treasure ranking": ("spaces",),
    "all hands": ("spaces",),
}
FEWEST_SYMBOLS = {"risk": 2, "simultaneous": 1, "in turn": 2}
DRAGON_BATTLE = "Dragon Battle"  # from this episode on, two fame 1 replace a missing fame 2 (L6.3)

Counts: TypeAlias = tuple[tuple[int, int], ...]  # value, number of tokens with it
Symbols: TypeAlias = tuple[tuple[str, int], ...]  # symbol, times a card shows it


@dataclass(frozen=True, slots=True)
class Card:
    """L1.3: Card, identified by its name in the notation: `fighting2`, `beowulf1`, `naegling`. Equal cards are one
    value."""

    name: str


@dataclass(frozen=True, slots=True)
class Token:
    """L1.6: Square token (`fame`, `treasure`) or face of an alliance token (`alliance-fame`)."""

    kind: str
    value: int


@dataclass(frozen=True, slots=True)
class Icon:
    """Chapter 6: Icon of a space, an offer or a reward, with its number or its special card."""

    kind: str
    number: int = 0
    card: str = ""

    def __str__(self) -> str:
        """Write the icon as box files do: `fame 5`, `card naegling`, `fame 5 or heal`, `double wound`."""
        if self.kind == "fame or heal":
            return f"fame {self.number} or heal"
        return " ".join(word for word in (self.kind, self.number and str(self.number), self.card) if word)


@dataclass(frozen=True, slots=True)
class Price:
    """L3.3: Price of an opportunity: any cards, symbols, or fame tokens."""

    kind: Literal["any", "symbols", "fame tokens"]
    number: int
    symbols: tuple[str, ...] = ()  # one entry for each required symbol

    def __str__(self) -> str:
        """Write the price as box files do: `any 2`, `fighting 2`, `one of each`, `fame tokens 2`."""
        if self.kind != "symbols":
            return f"{self.kind} {self.number}"
        return ONE_OF_EACH if len(set(self.symbols)) > 1 else f"{self.symbols[0]} {self.number}"


@dataclass(frozen=True, slots=True)
class Hand:
    """L1.4: Opening hand of every player."""

    beowulf: int
    fighting_double: int
    dealt: int


@dataclass(frozen=True, slots=True)
class Activity:
    """L1.3: Number of cards that show a symbol once, and twice."""

    symbol: str
    single: int
    double: int
    sources: Sources


@dataclass(frozen=True, slots=True)
class Special:
    """L1.5, L7.1: Special card. Cards without symbols have a text."""

    id: str
    name: str
    players: int  # fewest players with which the card is in play
    advanced: bool  # in the advanced game only
    symbols: Symbols
    sources: Sources


@dataclass(frozen=True, slots=True)
class BoxTokens:
    """L1.6: Tokens and tiles by value. Scratch and wound tiles are not limited by their number (L6.7)."""

    fame: Counts
    treasure: Counts
    alliance_fame: Counts
    alliance_treasure: Counts
    misfortune: int
    scratch: int
    wound: int
    double_wound: int
    sources: Sources


@dataclass(frozen=True, slots=True)
class Episode:
    """L2.1: Episode of the journey: its demand and its rewards."""

    number: int  # counted from 1
    name: str
    kind: str
    symbols: tuple[str, ...]
    spaces: tuple[Icon, ...]  # clockwise from the title
    give: Price | None
    get: Icon | None
    reward: Icon | None
    sources: Sources

    @property
    def is_advanced(self) -> bool:
        """Chapter 9: Return whether the basic game passes over the episode."""
        return self.kind.startswith("treasure")

    @property
    def slug(self) -> str:
        """Return the name in lower case with hyphens: `king-hygelacs-court`."""
        return slug_of(self.name)


def slug_of(words: str) -> str:
    """Return words of a box file in lower case with hyphens."""
    return "-".join(re.findall(r"\w+", re.sub("['’]", "", words).lower()))


def plain_card(symbol: str, times: int) -> Card:
    """Return the activity card that shows a symbol once or twice."""
    return Card(f"{symbol}{times}")
