"""Upper bound for the length of a game, in entries of its record, chance included."""

from collections.abc import Callable
from dataclasses import dataclass

from heorot.games.legend.box.compile_box import PayingCard
from heorot.games.legend.model.components import SYMBOL_WORDS, Episode, Hand, Icon
from heorot.games.legend.model.state import BEOWULF

RISK = 4  # the decision, the question about Beowulf's Daring, two cards (L3.2)
AFTERMATH = 2  # questions about Beowulf's Resolve and The Warrior's Rest (L7.5, L7.6)
SELECTION = 3  # the option, two cards (L3.6)
RECOVERY = 4  # two cards turned over for each player, and taken (L3.7)
SPACE = 2  # the choice, and a question about a special card, fame or a wound (L6.2, L6.8, L7.3)
WOUND = 2  # cards (L6.7)
END = 2  # `done` or `decline`, and a question about King Hrothgar's Blessing (L7.2)
SPECIALS = 16  # one-time effects of special cards: five cards instead of two, another risk


@dataclass(frozen=True, slots=True)
class GameSize:
    """Quantities that bound the length of a game with the most players."""

    players: int
    hand: Hand
    cards: int  # total, special cards included
    paying: list[PayingCard]
    treasures: int  # treasure tokens, alliance tokens included


def longest_game(table: GameSize, episodes: tuple[Episode, ...]) -> int:
    """Return the bound: the deal, and each episode at its longest."""
    deal = 1 + table.players * table.hand.dealt
    return deal + SPECIALS + sum(LENGTHS[episode.kind](table, episode) for episode in episodes)


def length_of_opportunity(table: GameSize, episode: Episode) -> int:
    """L3.3: Return the entries if every player pays card by card, and heals or draws."""
    price = episode.give.number if episode.give else 0
    return table.players * (price + END + count_drawn(episode.get))


def length_of_simultaneous(table: GameSize, episode: Episode) -> int:
    """L4.1: Return the entries if all cards are bid."""
    return table.cards + table.players * END + length_of_resolution(table, episode)


def length_of_in_turn(table: GameSize, episode: Episode) -> int:
    """L5.4, L5.6: Return the entries if every matching card is laid by its own risk, and again after each player who
    drops out, whose cards may be reshuffled by then (L1.8)."""
    wanted = {BEOWULF, *(SYMBOL_WORDS.index(word) for word in episode.symbols)}
    matching = sum(card.copies for card in table.paying if any(card.symbols[symbol] for symbol in wanted))
    return table.players * (matching * RISK + RISK + AFTERMATH + END) + length_of_resolution(table, episode)


def length_of_auction(table: GameSize, episode: Episode) -> int:
    """L9.1: Return the entries if every treasure token is shown."""
    return table.treasures + table.players + count_drawn(episode.reward)


def length_of_resolution(table: GameSize, episode: Episode) -> int:
    """L6.2: Return the entries if every player takes a space."""
    return table.players * SPACE + sum(map(count_drawn, episode.spaces))


def count_drawn(icon: Icon | None) -> int:
    """L6.4, L6.5, L6.7: Return the number of cards or alliance tokens that an icon brings."""
    match icon:
        case Icon("cards" | "alliance", number):
            return number
        case Icon("wound" | "double wound"):
            return WOUND
    return 0


LENGTHS: dict[str, Callable[[GameSize, Episode], int]] = {
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
