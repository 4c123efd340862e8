"""How long a game can become at most: entries of its record, chance included. Generous, and never too small."""

from collections.abc import Callable
from dataclasses import dataclass

from heorot.games.legend.components import SYMBOL_WORDS, Episode, Hand, Icon
from heorot.games.legend.printing import Paying
from heorot.games.legend.state import BEOWULF

RISK = 4  # the decision, a question about Beowulf's Daring, two cards (L3.2)
AFTERMATH = 2  # questions about Beowulf's Resolve and The Warrior's Rest (L7.5, L7.6)
SELECTION = 3  # the option, two cards (L3.6)
RECOVERY = 4  # two cards turned over for each player, and taken (L3.7)
SPACE = 2  # which one, and a question about a special card, fame or a wound (L6.2, L6.8, L7.3)
WOUND = 2  # cards (L6.7)
END = 2  # `done` or `decline`, and a question about King Hrothgar's Blessing (L7.2)
SPECIALS = 16  # what special cards bring once: five cards for two, another risk


@dataclass(frozen=True, slots=True)
class Table:
    """What the length depends on, with the most players."""

    players: int
    hand: Hand
    cards: int  # in all, special ones included
    paying: list[Paying]
    treasures: int  # tokens, alliance tokens included


def longest_game(table: Table, episodes: tuple[Episode, ...]) -> int:
    """All episodes, each at its longest, after the deal."""
    deal = 1 + table.players * table.hand.dealt
    return deal + SPECIALS + sum(LENGTHS[episode.kind](table, episode) for episode in episodes)


def length_of_opportunity(table: Table, episode: Episode) -> int:
    """L3.3: everyone pays, piece by piece, and heals or draws."""
    price = episode.give.number if episode.give else 0
    return table.players * (price + END + drawn(episode.get))


def length_of_simultaneous(table: Table, episode: Episode) -> int:
    """L4.1: all cards are bid."""
    return table.cards + table.players * END + length_of_resolution(table, episode)


def length_of_in_turn(table: Table, episode: Episode) -> int:
    """L5.4, L5.6: every matching card is laid by a risk of its own; and once more after each player who is out, whose
    cards may have come back by then (L1.8)."""
    wanted = {BEOWULF, *(SYMBOL_WORDS.index(word) for word in episode.symbols)}
    matching = sum(card.copies for card in table.paying if any(card.symbols[symbol] for symbol in wanted))
    return table.players * (matching * RISK + RISK + AFTERMATH + END) + length_of_resolution(table, episode)


def length_of_auction(table: Table, episode: Episode) -> int:
    """L9.1: every treasure token is shown."""
    return table.treasures + table.players + drawn(episode.reward)


def length_of_resolution(table: Table, episode: Episode) -> int:
    """L6.2: everyone takes a space."""
    return table.players * SPACE + sum(map(drawn, episode.spaces))


def drawn(icon: Icon | None) -> int:
    """L6.4, L6.5, L6.7: cards or alliance tokens that an icon brings."""
    match icon:
        case Icon("cards" | "alliance", number):
            return number
        case Icon("wound" | "double wound"):
            return WOUND
    return 0


LENGTHS: dict[str, Callable[[Table, Episode], int]] = {
    "risk": lambda table, _: table.players * (RISK + AFTERMATH),
    "opportunity": length_of_opportunity,
    "selection": lambda table, _: table.players * SELECTION,
    "recovery": lambda table, _: table.players * RECOVERY,
    "simultaneous": length_of_simultaneous,
    "in turn": length_of_in_turn,
    "treasure auction": length_of_auction,
    "treasure ranking": length_of_resolution,
    "all hands": length_of_resolution,
}
