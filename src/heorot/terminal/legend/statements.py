"""The Legend's table as statements, one a line, for a screen reader or a pipe: nothing is drawn."""

from collections.abc import Iterator, Sequence

from heorot.engine.sentence import Part, Sentence
from heorot.games.legend.codes import CHOICES
from heorot.games.legend.components import Episode
from heorot.games.legend.explain import number_of, standing
from heorot.games.legend.looking import ahead, episode_of, is_open, next_bidding, own, value_in
from heorot.games.legend.memory import Cards, one_by_one
from heorot.games.legend.names import name_episode, name_icon
from heorot.games.legend.reasons import tell_asked, tell_coming
from heorot.games.legend.story import name_cards, name_tokens
from heorot.games.legend.table import Table
from heorot.games.legend.view import PlayerView, View
from heorot.terminal.guide import Sight
from heorot.terminal.legend.road import NEXT
from heorot.terminal.speech import Speech


def state_table(sight: Sight, speech: Speech) -> Iterator[str]:
    """Everything that is open, and nothing of a hand; or what the icon spaces of a new episode pay, or what may be
    chosen there: the log tells all else that is new."""
    if sight.whole:
        yield from state_all(sight.table, sight.view, sight.names, speech)
    elif sight.since.state.episode != sight.table.state.episode:
        yield from state_offers(sight.table, sight.view, speech)


def state_all(table: Table, view: View, names: Sequence[str], speech: Speech) -> Iterator[str]:
    """Everything that is open."""
    yield from state_episode(table, view, speech)
    for episode in ahead(table.box, view)[:NEXT]:
        yield state_coming(table, view, episode, speech)
    for player in view.players:
        yield state_player(table, view, player, names[player.seat], speech)
        if is_open(view) and player.seat != view.seat:
            yield state_memory(table, player, speech)
    discards = number_of(view.supply.discards)
    first = (view.first or 0) + 1
    yield speech.say("legend.plain.piles", pile=view.supply.pile, discards=discards, first=first)


def state_episode(table: Table, view: View, speech: Speech) -> Iterator[str]:
    """The episode at hand: what it asks, and what its icon spaces pay."""
    box, episode = table.box, episode_of(table.box, view)
    where: dict[str, Part] = {"number": episode.number, "episodes": len(box.episodes), "name": name_episode(episode)}
    yield speech.say("legend.plain.episode", **where, asked=tell_asked(box, episode))
    yield from state_offers(table, view, speech)
    if view.turned:
        yield speech.say("legend.plain.turned", cards=name_cards(one_by_one(view.turned), box))


def state_offers(table: Table, view: View, speech: Speech) -> Iterator[str]:
    """Icon spaces, or the options of a selection."""
    box, episode = table.box, episode_of(table.box, view)
    if episode.kind == "selection":
        yield speech.say("legend.plain.options", icons=tuple(name_icon(icon, box) for icon in CHOICES))
    if view.spaces:
        yield speech.say("legend.plain.spaces", spaces=tuple(state_spaces(table, view)))


def state_spaces(table: Table, view: View) -> Iterator[Sentence]:
    """L6.1: every icon space in play, with its number; and who has taken it."""
    for number, space in enumerate(view.spaces, 1):
        told: dict[str, Part] = {"number": number, "icon": name_icon(space.icon, table.box)}
        if space.taken is None:
            yield Sentence("legend.plain.free", **told)
        else:
            yield Sentence("legend.plain.taken", **told, seat=space.taken + 1)


def state_coming(table: Table, view: View, episode: Episode, speech: Speech) -> str:
    """An episode ahead."""
    asked = tell_coming(table.box, view, episode)
    return speech.say("legend.plain.coming", number=episode.number, name=name_episode(episode), asked=asked)


# ---- Players -------------------------------------------------------------------------------------------------------


def state_player(table: Table, view: View, player: PlayerView, name: str, speech: Speech) -> str:
    """What lies openly in front of a player."""
    hurt = {"scratches": player.scratches, "wounds": player.wounds, "doubles": player.double_wounds}
    counts = {"cards": player.hand, "tokens": player.tokens}
    who: dict[str, Part] = {"seat": player.seat + 1, "name": name}
    told = speech.say("legend.plain.player", **who, **counts, **hurt)
    return " ".join([told, *map(speech.utter, state_here(table, view, player))])


def state_here(table: Table, view: View, player: PlayerView) -> Iterator[Sentence]:
    """How a player stands in this episode."""
    if view.question == "bid":
        yield Sentence("legend.plain.ready" if player.ready else "legend.plain.choosing")
    elif player.marker is not None:
        yield Sentence("legend.plain.marker", marker=player.marker)
    elif player.still_in:
        yield Sentence("legend.plain.total", total=player.total or 0)
    elif any(other.still_in for other in view.players):
        yield Sentence("legend.plain.out")
    if player.laid:
        yield Sentence("legend.plain.laid", cards=name_cards(one_by_one(player.laid), table.box))
    if player.shown:
        yield Sentence("legend.plain.shown", tokens=name_tokens(one_by_one(player.shown)))


def state_memory(table: Table, player: PlayerView, speech: Speech) -> str:
    """L1.7: what could be remembered of a player."""
    unknown = player.alliances - number_of(player.seen)
    tokens = name_tokens(one_by_one((*player.squares, *player.seen)))
    cards = name_cards(one_by_one(player.known), table.box)
    who = {"seat": player.seat + 1, "misfortunes": player.misfortunes, "unknown": unknown}
    return speech.say("legend.plain.memory", tokens=tokens, cards=cards, **who)


# ---- The own hand --------------------------------------------------------------------------------------------------


def state_hand(table: Table, view: View, speech: Speech) -> Iterator[str]:
    """The own hand, what of it matches the bidding at hand or the next one, and the own tokens."""
    if view.seat is None:
        return
    episode = next_bidding(table.box, view)
    matching = tuple(held for held in view.hand if episode and value_in(table.box, episode, held[0]))
    others = tuple(held for held in view.hand if held not in matching)
    if episode and matching:
        cards = {"matching": name_held(table, matching), "others": name_held(table, others)}
        yield speech.say("legend.plain.hand-for", name=name_episode(episode), **cards)
    else:
        yield speech.say("legend.plain.hand", cards=name_held(table, view.hand))
    if view.bid:
        yield speech.say("legend.plain.bid", cards=name_held(table, view.bid))
    if own(view).tokens:
        points = standing(table.box, view, view.seat).score.points
        tokens = name_tokens(one_by_one((*own(view).squares, *view.alliances)))
        yield speech.say("legend.plain.tokens", tokens=tokens, misfortunes=own(view).misfortunes, points=points)


def name_held(table: Table, cards: Cards) -> tuple[Sentence, ...]:
    """Cards in a row, equal ones together."""
    return name_cards(one_by_one(cards), table.box)
