"""What is looked up in a view again and again: the episode at hand, what matches, who is who."""

from heorot.games.legend.box import Box
from heorot.games.legend.components import Card, Episode
from heorot.games.legend.explain import is_advanced
from heorot.games.legend.memory import one_by_one
from heorot.games.legend.view import PlayerView, View

TREASURE = "treasure"  # how the kinds of the episodes begin that the basic game passes over
BIDDING = ("simultaneous", "in turn")  # kinds of episodes in which cards are bid


def episode_of(box: Box, view: View) -> Episode:
    """The episode at hand; before the first one, that."""
    return box.episodes[max(view.episode, 1) - 1]


def is_open(view: View) -> bool:
    """L1.7: whether the screen shows what could be remembered."""
    return "open-tokens" in dict(view.options)


def ahead(box: Box, view: View) -> list[Episode]:
    """L2.1: the episodes that are still to come; the basic game passes over the treasure episodes."""
    later = box.episodes[view.episode :]
    return [episode for episode in later if is_advanced(view) or not episode.kind.startswith(TREASURE)]


def own(view: View) -> PlayerView:
    """What lies in front of the one who looks; for those who only watch, of the one who is asked."""
    seat = view.seat if view.seat is not None else next((seat for seat in view.asked if seat >= 0), 0)
    return view.players[seat]


def value_in(box: Box, episode: Episode, card: Card) -> int:
    """L4.2, L5.1: how many symbols of a card count in an episode."""
    return box.printed.value[episode.number - 1][box.face_numbers[card]]


def symbols_on(box: Box, view: View, card: Card) -> int:
    """The same in the episode at hand."""
    return value_in(box, episode_of(box, view), card)


def next_bidding(box: Box, view: View) -> Episode | None:
    """The episode in which cards are bid now, or else next."""
    now = view.question == "bid" or any(player.still_in for player in view.players)
    coming = [episode_of(box, view)] if now else []
    return next((episode for episode in (*coming, *ahead(box, view)) if episode.kind in BIDDING), None)


def staged_cards(view: View) -> tuple[Card, ...]:
    """The cards of a set that are named already."""
    return one_by_one(view.bid if view.question == "bid" else own(view).laid)
