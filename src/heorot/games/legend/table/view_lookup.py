"""Lookups in a view: the current episode, matching cards, the reader's own player."""

from heorot.games.legend.box.box import Box
from heorot.games.legend.model.components import Card, Episode
from heorot.games.legend.table.analysis import is_advanced
from heorot.games.legend.table.memory import expand
from heorot.games.legend.table.view import PlayerView, View

BIDDING = ("simultaneous", "in turn")  # episode kinds with bids of cards


def episode_of(box: Box, view: View) -> Episode:
    """Return the current episode, or the first one before the journey begins."""
    return box.episodes[max(view.episode, 1) - 1]


def are_tokens_open(view: View) -> bool:
    """L1.7: Return whether the table shows the tokens that players could remember."""
    return "open-tokens" in dict(view.options)


def episodes_ahead(box: Box, view: View) -> list[Episode]:
    """L2.1: Return the episodes still to come; the basic game skips the treasure episodes."""
    later = box.episodes[view.episode :]
    return [episode for episode in later if is_advanced(view) or not episode.is_advanced]


def own_player(view: View) -> PlayerView:
    """Return the player of the view or, for a spectator, the player to answer."""
    seat = view.seat if view.seat is not None else next((seat for seat in view.asked if seat >= 0), 0)
    return view.players[seat]


def value_in(box: Box, episode: Episode, card: Card) -> int:
    """L4.2, L5.1: Return the number of symbols of a card that count in an episode."""
    return box.printed.value[episode.number - 1][box.face_numbers[card]]


def symbols_on(box: Box, view: View, card: Card) -> int:
    """L4.2, L5.1: Return the number of symbols of a card that count in the current episode."""
    return value_in(box, episode_of(box, view), card)


def next_bidding(box: Box, view: View) -> Episode | None:
    """Return the current or next episode in which players bid cards."""
    now = view.question == "bid" or any(player.still_in for player in view.players)
    coming = [episode_of(box, view)] if now else []
    return next((episode for episode in (*coming, *episodes_ahead(box, view)) if episode.kind in BIDDING), None)


def staged_cards(view: View) -> tuple[Card, ...]:
    """Return the cards of the set that is being named."""
    return expand(view.bid if view.question == "bid" else own_player(view).laid)
