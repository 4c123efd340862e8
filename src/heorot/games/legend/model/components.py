"""What there is: cards, tokens, icons, prices and episodes, as small values, and the words that a box file has for
them."""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from heorot.engine.sheet import Sources

# The words of the file, each at the place of its number in state.py.
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

# What an episode has beside its name, by its kind, and how many symbols it shows at least.
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
DRAGON_BATTLE = "Dragon Battle"  # from there on change is made (L6.3)

Counts: TypeAlias = tuple[tuple[int, int], ...]  # a value and how many there are of it
Symbols: TypeAlias = tuple[tuple[str, int], ...]  # a symbol and how often a card shows it


@dataclass(frozen=True, slots=True)
class Card:
    """L1.3: a card by its name in the notation: `fighting2`, `beowulf1`, `naegling`. Equal cards are one value."""

    name: str


@dataclass(frozen=True, slots=True)
class Token:
    """L1.6: a square token (`fame`, `treasure`) or the face of an alliance token (`alliance-fame`)."""

    kind: str
    value: int


@dataclass(frozen=True, slots=True)
class Icon:
    """Chapter 6: what a space, an offer or a reward shows, with its number or its special card."""

    kind: str
    number: int = 0
    card: str = ""

    def __str__(self) -> str:
        """In the words of the file: `fame 5`, `card naegling`, `fame 5 or heal`, `double wound`."""
        if self.kind == "fame or heal":
            return f"fame {self.number} or heal"
        return " ".join(word for word in (self.kind, self.number and str(self.number), self.card) if word)


@dataclass(frozen=True, slots=True)
class Price:
    """L3.3: what an opportunity asks for: any cards, symbols, or fame tokens."""

    kind: Literal["any", "symbols", "fame tokens"]
    number: int
    symbols: tuple[str, ...] = ()  # one for each

    def __str__(self) -> str:
        """In the words of the file: `any 2`, `fighting 2`, `one of each`, `fame tokens 2`."""
        if self.kind != "symbols":
            return f"{self.kind} {self.number}"
        return ONE_OF_EACH if len(set(self.symbols)) > 1 else f"{self.symbols[0]} {self.number}"


@dataclass(frozen=True, slots=True)
class Hand:
    """L1.4: what everyone begins with."""

    beowulf: int
    fighting_double: int
    dealt: int


@dataclass(frozen=True, slots=True)
class Activity:
    """L1.3: so many cards show a symbol once, and so many twice."""

    symbol: str
    single: int
    double: int
    sources: Sources


@dataclass(frozen=True, slots=True)
class Special:
    """L1.5, L7.1: a special card, in play with at least so many players; one without symbols has a text."""

    id: str
    name: str
    players: int
    advanced: bool  # in the advanced game only
    symbols: Symbols
    sources: Sources


@dataclass(frozen=True, slots=True)
class Tokens:
    """L1.6: tokens and tiles by value; of scratches and wounds the tiles are no limit (L6.7)."""

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
    """L2.1: a stop of the journey: what it asks, and what it brings."""

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
    def slug(self) -> str:
        """Its name in small letters: `king-hygelacs-court`."""
        return slug_of(self.name)


def slug_of(words: str) -> str:
    """Words of a box file in small letters, with dashes between."""
    return "-".join(re.findall(r"\w+", re.sub("['’]", "", words).lower()))


def plain_card(symbol: str, times: int) -> Card:
    """A card with one or two equal symbols."""
    return Card(f"{symbol}{times}")
