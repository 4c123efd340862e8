"""Contents of a box as sentences, line by line, each value with its source."""

from collections.abc import Iterator
from typing import TypeAlias

from heorot.engine.content import box_contents
from heorot.engine.content.box_contents import describe_players, describe_sources, describe_title
from heorot.engine.sentence import Sentence
from heorot.games.legend.box.box import HEADING, Box
from heorot.games.legend.box.names import (
    ENGLISH,
    curly,
    name_card,
    name_episode,
    name_icon,
    name_kind,
    name_price,
    name_symbol,
    name_token,
)
from heorot.games.legend.model.components import TEXTS, Activity, Card, Counts, Episode, Special, Token, slug_of
from heorot.locales import catalogue

Line: TypeAlias = Sentence | str
RULES = dict(zip(TEXTS, ("L7.2", "L7.3", "L7.4", "L7.5", "L7.6"), strict=True))  # rules with the texts of the cards
OFFER = "L3.6"  # rule with the options of a selection


def describe_box(box: Box) -> Iterator[Line]:
    """Yield all contents of a box."""
    yield from describe_heading(box)
    yield ""
    yield from describe_activities(box)
    yield ""
    yield from describe_specials(box)
    yield ""
    yield from describe_tokens(box)
    yield ""
    yield from describe_journey(box)
    yield ""
    yield from describe_sources(box.sourced(), (source for _, _, source in box.sourced() if is_remark(source)))


# ---- Sources -------------------------------------------------------------------------------------------------------


def name_source(source: str) -> Sentence:
    """Name a source; remarks of the built-in box are in the locales."""
    return Sentence(f"legend.remark.{slug_of(source)}") if is_remark(source) else box_contents.name_source(source)


def is_remark(source: str) -> bool:
    """Return whether the locales have this remark."""
    return f"legend.remark.{slug_of(source)}" in catalogue(ENGLISH)


# ---- Cards ---------------------------------------------------------------------------------------------------------


def describe_heading(box: Box) -> Iterator[Sentence]:
    """Yield title, players and opening hand."""
    source = {field: name_source(box.sources.of(field)) for field in HEADING}
    yield from describe_title(box.title, box.designer, box.year, source)
    yield describe_players(box.players, source["players"])
    yield Sentence("legend.box.hand", source=source["hand"])
    hand = {"beowulf": box.hand.beowulf, "fighting": box.hand.fighting_double, "dealt": box.hand.dealt}
    yield Sentence("legend.box.hand-cards", **hand)


def describe_activities(box: Box) -> Iterator[Sentence]:
    """L1.3: Yield the activity cards by their symbols."""
    yield Sentence("legend.box.activities", count=sum(box.copies.values()))
    yield from map(describe_activity, box.activity)


def describe_activity(row: Activity) -> Sentence:
    """Describe the number of cards with one symbol and with two."""
    source = name_source(row.sources.of("single", "double"))
    symbol = name_symbol(row.symbol)
    return Sentence("legend.box.activity", symbol=symbol, single=row.single, double=row.double, source=source)


def describe_specials(box: Box) -> Iterator[Sentence]:
    """L1.5: Yield the special cards."""
    yield Sentence("legend.box.specials", count=len(box.specials))
    for special in box.specials:
        yield Sentence("legend.box.special", card=name_card(Card(special.id), box))
        yield from describe_special(special)


def describe_special(special: Special) -> Iterator[Sentence]:
    """L1.5, L7.1: Yield the symbols or text of a special card, and when it is in play."""
    source = {field: name_source(special.sources.of(field)) for field in ("name", "text", "symbols", "players")}
    yield Sentence("legend.box.name", name=curly(special.name), source=source["name"])
    if special.symbols:
        shown = tuple(
            Sentence("legend.price.symbols", number=times, symbol=name_symbol(symbol))
            for symbol, times in special.symbols
        )
        yield Sentence("legend.box.shown", symbols=shown, source=source["symbols"])
    else:
        yield Sentence("legend.box.text", rule=RULES[special.id], source=source["text"])
    yield Sentence("legend.box.in-play", players=special.players, source=source["players"])
    if special.advanced:
        yield Sentence("legend.box.advanced", source=name_source(special.sources.of("advanced")))


# ---- Tokens --------------------------------------------------------------------------------------------------------


def describe_tokens(box: Box) -> Iterator[Sentence]:
    """L1.6: Yield tokens and tiles."""
    tokens = box.tokens
    yield Sentence("legend.box.tokens")
    yield from describe_values(box, "fame", {"fame": tokens.fame})
    yield from describe_values(box, "treasure", {"treasure": tokens.treasure})
    alliance = {"alliance-fame": tokens.alliance_fame, "alliance-treasure": tokens.alliance_treasure}
    yield from describe_values(box, "alliance", alliance)
    yield describe_count(box, "misfortune", tokens.misfortune)
    yield describe_count(box, "scratch", tokens.scratch)
    yield describe_count(box, "wound", tokens.wound)
    yield describe_count(box, "double_wound", tokens.double_wound)


def describe_count(box: Box, kind: str, count: int, field: str = "") -> Sentence:
    """Describe the number of pieces of one kind."""
    source = name_source(box.tokens.sources.of(field or kind, kind))
    return Sentence("legend.box.tokens-of", kind=kind, count=count, source=source)


def describe_values(box: Box, kind: str, faces: dict[str, Counts]) -> Iterator[Sentence]:
    """L1.6: Yield the total, the range and the number of each value, which have separate sources."""
    counts = {Token(word, value): count for word, part in faces.items() for value, count in part}
    values, sources = [token.value for token in counts], box.tokens.sources
    yield describe_count(box, kind, sum(counts.values()), "totals")
    if values:
        source = name_source(sources.of("ranges", kind))
        yield Sentence("legend.box.range", least=min(values), greatest=max(values), source=source)
    for token, count in counts.items():
        source = name_source(sources.of(kind, "mixes"))
        yield Sentence("legend.box.token", token=name_token(token), count=count, source=source)


# ---- Episodes ------------------------------------------------------------------------------------------------------


def describe_journey(box: Box) -> Iterator[Line]:
    """L2.1: Yield the episodes in order."""
    yield Sentence("legend.box.journey", count=len(box.episodes))
    yield Sentence("legend.box.clockwise")
    for episode in box.episodes:
        yield ""
        yield Sentence("legend.box.episode", number=episode.number, name=name_episode(episode))
        yield from describe_episode(episode, box)


def describe_episode(episode: Episode, box: Box) -> Iterator[Sentence]:
    """Yield an episode with its demand and rewards."""
    sources = episode.sources
    yield Sentence("legend.box.name", name=curly(episode.name), source=name_source(sources.of("name")))
    yield Sentence("legend.box.place", source=name_source(sources.of("place")))
    yield Sentence("legend.box.kind", kind=name_kind(episode.kind), source=name_source(sources.of("kind")))
    if episode.symbols:
        symbols = tuple(map(name_symbol, episode.symbols))
        yield Sentence("legend.box.shown", symbols=symbols, source=name_source(sources.of("symbols")))
    yield from describe_offer(episode, box)
    if episode.spaces:
        yield Sentence("legend.box.spaces", source=name_source(sources.of("spaces")))
    for number, icon in enumerate(episode.spaces, 1):
        yield Sentence("legend.box.space", number=number, icon=name_icon(icon, box))


def describe_offer(episode: Episode, box: Box) -> Iterator[Sentence]:
    """L3.3, L3.6, L9.1: Yield price and reward."""
    sources = episode.sources
    if episode.give:
        source = name_source(sources.of("give", "offer"))
        yield Sentence("legend.box.give", price=name_price(episode.give), source=source)
    if episode.get:
        source = name_source(sources.of("get", "offer"))
        yield Sentence("legend.box.get", icon=name_icon(episode.get, box), source=source)
    if episode.kind == "selection":
        yield Sentence("legend.box.offer", rule=OFFER, source=name_source(sources.of("offer")))
    if episode.reward:
        source = name_source(sources.of("reward"))
        yield Sentence("legend.box.reward", icon=name_icon(episode.reward, box), source=source)
