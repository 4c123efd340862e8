"""The Legend's table in statements, one a line, for a screen reader or a pipe."""

from collections.abc import Iterator, Sequence

from heorot.engine.sentence import Param, Sentence
from heorot.games.legend.box.names import name_episode, name_icon
from heorot.games.legend.model.components import Episode
from heorot.games.legend.table.action_codes import SELECTION_ICONS
from heorot.games.legend.table.analysis import count_pieces, standing
from heorot.games.legend.table.memory import Cards, expand
from heorot.games.legend.table.table import Table
from heorot.games.legend.table.view import PlayerView, View
from heorot.games.legend.table.view_lookup import (
    are_tokens_open,
    episode_of,
    episodes_ahead,
    next_bidding,
    own_player,
    value_in,
)
from heorot.games.legend.text.log_context import name_cards, name_tokens
from heorot.games.legend.text.why import describe_demand, describe_demand_and_rewards
from heorot.terminal.game_ui import Snapshot
from heorot.terminal.legend.road import NEXT
from heorot.terminal.translator import Translator


def describe_table(snapshot: Snapshot, translator: Translator) -> Iterator[str]:
    """Yield all public information if the snapshot is full. Otherwise yield the icon spaces or options of a new
    episode: the log tells all other changes."""
    if snapshot.full:
        yield from describe_all(snapshot.table, snapshot.view, snapshot.names, translator)
    elif snapshot.previous.state.episode != snapshot.table.state.episode:
        yield from describe_offers(snapshot.table, snapshot.view, translator)


def describe_all(table: Table, view: View, names: Sequence[str], translator: Translator) -> Iterator[str]:
    """Yield all public information."""
    yield from describe_episode(table, view, translator)
    for episode in episodes_ahead(table.box, view)[:NEXT]:
        yield describe_upcoming_episode(table, view, episode, translator)
    for player in view.players:
        yield describe_player(table, view, player, names[player.seat], translator)
        if are_tokens_open(view) and player.seat != view.seat:
            yield describe_memory(table, player, translator)
    discards = count_pieces(view.supply.discards)
    first = (view.first or 0) + 1
    yield translator.translate("legend.plain.piles", pile=view.supply.pile, discards=discards, first=first)


def describe_episode(table: Table, view: View, translator: Translator) -> Iterator[str]:
    """Yield what the current episode asks for and offers."""
    box, episode = table.box, episode_of(table.box, view)
    where: dict[str, Param] = {"number": episode.number, "episodes": len(box.episodes), "name": name_episode(episode)}
    yield translator.translate("legend.plain.episode", **where, asked=describe_demand(box, episode))
    yield from describe_offers(table, view, translator)
    if view.turned:
        yield translator.translate("legend.plain.turned", cards=name_cards(expand(view.turned), box))


def describe_offers(table: Table, view: View, translator: Translator) -> Iterator[str]:
    """Yield the icon spaces, or the options of a selection."""
    box, episode = table.box, episode_of(table.box, view)
    if episode.kind == "selection":
        yield translator.translate(
            "legend.plain.options", icons=tuple(name_icon(icon, box) for icon in SELECTION_ICONS)
        )
    if view.spaces:
        yield translator.translate("legend.plain.spaces", spaces=tuple(describe_spaces(table, view)))


def describe_spaces(table: Table, view: View) -> Iterator[Sentence]:
    """L6.1: Yield every icon space in play with its number and its owner."""
    for number, space in enumerate(view.spaces, 1):
        params: dict[str, Param] = {"number": number, "icon": name_icon(space.icon, table.box)}
        if space.taken is None:
            yield Sentence("legend.plain.free", **params)
        else:
            yield Sentence("legend.plain.taken", **params, seat=space.taken + 1)


def describe_upcoming_episode(table: Table, view: View, episode: Episode, translator: Translator) -> str:
    """Return an upcoming episode."""
    asked = describe_demand_and_rewards(table.box, view, episode)
    return translator.translate("legend.plain.coming", number=episode.number, name=name_episode(episode), asked=asked)


# ---- Players -------------------------------------------------------------------------------------------------------


def describe_player(table: Table, view: View, player: PlayerView, name: str, translator: Translator) -> str:
    """Return what is public about a player."""
    hurt = {"scratches": player.scratches, "wounds": player.wounds, "doubles": player.double_wounds}
    counts = {"cards": player.hand, "tokens": player.tokens}
    owner: dict[str, Param] = {"seat": player.seat + 1, "name": name}
    sentence = translator.translate("legend.plain.player", **owner, **counts, **hurt)
    return " ".join([sentence, *map(translator.render, describe_player_status(table, view, player))])


def describe_player_status(table: Table, view: View, player: PlayerView) -> Iterator[Sentence]:
    """Yield how a player stands in this episode."""
    if view.question == "bid":
        yield Sentence("legend.plain.ready" if player.ready else "legend.plain.choosing")
    elif player.marker is not None:
        yield Sentence("legend.plain.marker", marker=player.marker)
    elif player.still_in:
        yield Sentence("legend.plain.total", total=player.total or 0)
    elif player.out:
        yield Sentence("legend.plain.out")
    if player.laid:
        yield Sentence("legend.plain.laid", cards=name_cards(expand(player.laid), table.box))
    if player.shown:
        yield Sentence("legend.plain.shown", tokens=name_tokens(expand(player.shown)))


def describe_memory(table: Table, player: PlayerView, translator: Translator) -> str:
    """L1.7: Return what can be remembered of a player."""
    unknown = player.alliances - count_pieces(player.seen)
    tokens = name_tokens(expand((*player.squares, *player.seen)))
    cards = name_cards(expand(player.known), table.box)
    who = {"seat": player.seat + 1, "misfortunes": player.misfortunes, "unknown": unknown}
    return translator.translate("legend.plain.memory", tokens=tokens, cards=cards, **who)


# ---- The viewer's hand ---------------------------------------------------------------------------------------------


def describe_hand(table: Table, view: View, translator: Translator) -> Iterator[str]:
    """Yield the viewer's hand, which cards match the current or the next bidding, and the viewer's tokens."""
    if view.seat is None:
        return
    episode = next_bidding(table.box, view)
    matching = tuple(held for held in view.hand if episode and value_in(table.box, episode, held[0]))
    others = tuple(held for held in view.hand if held not in matching)
    if episode and matching:
        cards = {"matching": name_held(table, matching), "others": name_held(table, others)}
        yield translator.translate("legend.plain.hand-for", name=name_episode(episode), **cards)
    else:
        yield translator.translate("legend.plain.hand", cards=name_held(table, view.hand))
    if view.bid:
        yield translator.translate("legend.plain.bid", cards=name_held(table, view.bid))
    if own_player(view).tokens:
        points = standing(table.box, view, view.seat).score.points
        tokens = name_tokens(expand((*own_player(view).squares, *view.alliances)))
        yield translator.translate(
            "legend.plain.tokens", tokens=tokens, misfortunes=own_player(view).misfortunes, points=points
        )


def name_held(table: Table, cards: Cards) -> tuple[Sentence, ...]:
    """Return the names of cards, equal ones together."""
    return name_cards(expand(cards), table.box)
