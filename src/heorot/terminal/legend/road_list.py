"""The command `road`: all episodes in order, with Beowulf's position and marks on proposed values."""

from collections.abc import Iterator

from heorot.engine.errors import HeorotError
from heorot.engine.sentence import Paragraph, Param, Sentence
from heorot.games.legend.box.box import Box
from heorot.games.legend.box.names import (
    ENGLISH,
    curly,
    name_episode,
    name_icon,
    name_kind,
    name_price,
    name_symbol,
)
from heorot.games.legend.model.components import Episode
from heorot.games.legend.table.analysis import is_advanced
from heorot.games.legend.table.table import Table
from heorot.games.legend.table.view import View
from heorot.games.legend.text.why import find_episodes

OURS, PARTLY = "*", "(*)"  # after a proposed value


def describe_road(table: Table, view: View, rest: str, language: str) -> Iterator[Paragraph]:
    """Yield every episode, or those that the rest of the line names: `road grendel`, `road 6`."""
    box = table.box
    if rest.isdecimal():
        found = [episode for episode in box.episodes if episode.number == int(rest)]
    else:
        found = find_episodes(box, rest)
    if not found:
        raise HeorotError("legend.road.unknown", text=rest[:60], episodes=len(box.episodes))
    for episode in found:
        yield (episode_sentence(box, view, episode, language),)
    if box.built_in:
        yield (Sentence("legend.road.ours", ours=OURS, partly=PARTLY),)


def episode_sentence(box: Box, view: View, episode: Episode, language: str) -> Sentence:
    """Return the sentence of one episode; in other languages with its English name."""
    name = name_episode(episode)
    if language != ENGLISH:
        name = Sentence("legend.road.name", name=name, english=curly(episode.name))
    stars: dict[str, Param] = {
        "place_star": proposal_mark(episode, "place"),
        "name_star": proposal_mark(episode, "name"),
    }
    here: dict[str, Param] = {"number": episode.number, "where": position_of(view, episode)}
    asked = contents_sentence(box, episode, len(view.players))
    return Sentence("legend.road.episode", **here, name=name, asked=asked, **stars)


def position_of(view: View, episode: Episode) -> str:
    """Return whether Beowulf is at an episode or will pass over it, as a key of the sentence."""
    if episode.number == max(view.episode, 1):
        return "here"
    return "over" if episode.is_advanced and not is_advanced(view) else "other"


def proposal_mark(episode: Episode, *fields: str) -> str:
    """Return the mark of a value that is proposed, or partly printed."""
    source = episode.sources.of(*fields)
    if source in ("ours", ""):
        return OURS
    return PARTLY if "ours" in source or " but " in source else ""


def contents_sentence(box: Box, episode: Episode, seats: int) -> Sentence:
    """Return what an episode asks for and offers with this number of players."""
    kind: dict[str, Param] = {"kind": name_kind(episode.kind), "kind_star": proposal_mark(episode, "kind")}
    symbols: dict[str, Param] = {"symbols": tuple(map(name_symbol, episode.symbols))}
    symbols["symbols_star"] = proposal_mark(episode, "symbols")
    icons: dict[str, Param] = {"icons": tuple(name_icon(icon, box) for icon in episode.spaces[:seats])}
    icons["icons_star"] = proposal_mark(episode, "spaces")
    if episode.symbols and episode.spaces:
        return Sentence("legend.road.major", **kind, **symbols, **icons)
    if episode.symbols:
        return Sentence("legend.road.risk", **kind, **symbols)
    if episode.spaces:
        return Sentence("legend.road.spaces", **kind, **icons)
    if episode.give and episode.get:
        offer = {"price": name_price(episode.give), "icon": name_icon(episode.get, box)}
        return Sentence("legend.road.offer", **kind, **offer, offer_star=proposal_mark(episode, "give", "offer"))
    if episode.reward:
        reward: dict[str, Param] = {
            "icon": name_icon(episode.reward, box),
            "icon_star": proposal_mark(episode, "reward"),
        }
        return Sentence("legend.road.reward", **kind, **reward)
    return Sentence("legend.road.other", **kind)
