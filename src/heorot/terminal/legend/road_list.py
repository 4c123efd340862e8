"""`road`: all episodes in order, what they ask and offer, where Beowulf stands, and which values are our proposals."""

from collections.abc import Iterator

from heorot.engine.errors import HeorotError
from heorot.engine.sentence import Paragraph, Part, Sentence
from heorot.games.legend.box import Box
from heorot.games.legend.components import Episode
from heorot.games.legend.explain import is_advanced
from heorot.games.legend.looking import TREASURE
from heorot.games.legend.names import (
    ENGLISH,
    curly,
    name_episode,
    name_icon,
    name_kind,
    name_price,
    name_symbol,
)
from heorot.games.legend.reasons import find_episodes
from heorot.games.legend.table import Table
from heorot.games.legend.view import View

OURS, PARTLY = "*", "(*)"  # behind a value that is our proposal


def tell_road(table: Table, view: View, rest: str, language: str) -> Iterator[Paragraph]:
    """`road`: every episode; `road grendel`, `road 6`: those that are asked about."""
    box = table.box
    if rest.isdecimal():
        found = [episode for episode in box.episodes if episode.number == int(rest)]
    else:
        found = find_episodes(box, rest)
    if not found:
        raise HeorotError("legend.road.unknown", text=rest[:60], episodes=len(box.episodes))
    for episode in found:
        yield (tell_stop(box, view, episode, language),)
    if box.built_in:
        yield (Sentence("legend.road.ours", ours=OURS, partly=PARTLY),)


def tell_stop(box: Box, view: View, episode: Episode, language: str) -> Sentence:
    """One episode; in other languages with its English name."""
    name = name_episode(episode)
    if language != ENGLISH:
        name = Sentence("legend.road.name", name=name, english=curly(episode.name))
    stars: dict[str, Part] = {"place_star": star(episode, "place"), "name_star": star(episode, "name")}
    here: dict[str, Part] = {"number": episode.number, "where": where(view, episode)}
    asked = tell_what(box, episode, len(view.players))
    return Sentence("legend.road.episode", **here, name=name, asked=asked, **stars)


def where(view: View, episode: Episode) -> str:
    """Whether Beowulf stands there, or will pass over it."""
    if episode.number == max(view.episode, 1):
        return "here"
    return "over" if episode.kind.startswith(TREASURE) and not is_advanced(view) else "other"


def star(episode: Episode, *fields: str) -> str:
    """The mark of a value that is not printed, or not all of it."""
    source = episode.sources.of(*fields)
    if source in ("ours", ""):
        return OURS
    return PARTLY if "ours" in source or " but " in source else ""


def tell_what(box: Box, episode: Episode, seats: int) -> Sentence:
    """What it asks and offers to so many players."""
    kind: dict[str, Part] = {"kind": name_kind(episode.kind), "kind_star": star(episode, "kind")}
    symbols: dict[str, Part] = {"symbols": tuple(map(name_symbol, episode.symbols))}
    symbols["symbols_star"] = star(episode, "symbols")
    icons: dict[str, Part] = {"icons": tuple(name_icon(icon, box) for icon in episode.spaces[:seats])}
    icons["icons_star"] = star(episode, "spaces")
    if episode.symbols and episode.spaces:
        return Sentence("legend.road.major", **kind, **symbols, **icons)
    if episode.symbols:
        return Sentence("legend.road.risk", **kind, **symbols)
    if episode.spaces:
        return Sentence("legend.road.spaces", **kind, **icons)
    if episode.give and episode.get:
        offer = {"price": name_price(episode.give), "icon": name_icon(episode.get, box)}
        return Sentence("legend.road.offer", **kind, **offer, offer_star=star(episode, "give", "offer"))
    if episode.reward:
        reward: dict[str, Part] = {"icon": name_icon(episode.reward, box), "icon_star": star(episode, "reward")}
        return Sentence("legend.road.reward", **kind, **reward)
    return Sentence("legend.road.other", **kind)
