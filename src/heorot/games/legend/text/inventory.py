"""Contents of a box as JSON data, each value with its source, and what clients would else derive by rule: the symbols
that match in an episode, and the options of a selection."""

from collections.abc import Iterator
from dataclasses import dataclass

from heorot.engine.content.toml_reader import Sources
from heorot.engine.sentence import Sentence
from heorot.engine.serialize import Json, Schema
from heorot.games.legend.box.box import HEADING, Box
from heorot.games.legend.box.compile_box import matching_symbols, required_symbols
from heorot.games.legend.box.names import name_card, name_episode, name_token
from heorot.games.legend.model.actions import Action, Heal, Take
from heorot.games.legend.model.components import (
    Activity,
    Card,
    Counts,
    Episode,
    Icon,
    Special,
    Symbols,
    Token,
    plain_card,
)
from heorot.games.legend.table.action_codes import SELECTION_ICONS
from heorot.games.legend.table.view_json import SERIALIZER
from heorot.games.legend.text.contents import RULES

TILES = ("misfortune", "scratch", "wound", "double_wound")
OF_AN_EPISODE = ("name", "place", "kind", "symbols", "reward", "spaces")  # fields with sources


@dataclass(frozen=True, slots=True)
class OpeningHand:
    """L1.4: Number of cards by their names, and of dealt ones."""

    beowulf1: int
    fighting2: int
    dealt: int


@dataclass(frozen=True, slots=True)
class BoxCard:
    """L1.3: Activity card."""

    card: Card
    name: Sentence
    symbols: Symbols
    count: int
    source: str


@dataclass(frozen=True, slots=True)
class BoxSpecial:
    """L1.5, L7.1: Special card; one without symbols has a text."""

    card: Card
    name: Sentence
    printed_name: str
    symbols: Symbols
    rule: str | None  # of its text
    players: int  # fewest players with which it is in play
    advanced: bool  # in the advanced game only
    sources: dict[str, str]


@dataclass(frozen=True, slots=True)
class BoxToken:
    """L1.6: Square token, or face of alliance tokens."""

    token: Token
    name: Sentence
    kind: str
    value: int
    count: int
    source: str


@dataclass(frozen=True, slots=True)
class BoxTile:
    """L1.6: Number of tiles of a kind."""

    count: int
    source: str


@dataclass(frozen=True, slots=True)
class BoxEpisode:
    """L2.1: Episode of the journey."""

    number: int
    name: Sentence
    printed_name: str
    kind: str
    symbols: tuple[str, ...]
    required: tuple[str, ...]  # L3.3, L4.2: its symbols, or those of its price
    matching: tuple[str, ...]  # L1.3, L8.1: symbols that count there, Beowulf symbols included
    major: bool  # L2.1: with icon spaces
    advanced: bool  # chapter 9: in the advanced game only
    options: tuple[Action, ...]  # L3.6: options of a selection, in printed order
    give: str | None
    get: Icon | None
    reward: Icon | None
    spaces: dict[str, tuple[Icon, ...]]  # L6.1: icon spaces in play, by the number of players
    sources: dict[str, str]


@dataclass(frozen=True, slots=True)
class BoxContents:
    """Contents of a box."""

    title: str
    designer: str
    year: int
    players: tuple[int, int]  # fewest and most
    hand: OpeningHand
    sources: dict[str, str]
    hash: str
    built_in: bool
    cards: tuple[BoxCard, ...]
    specials: tuple[BoxSpecial, ...]
    tokens: tuple[BoxToken, ...]
    tiles: dict[str, BoxTile]
    episodes: tuple[BoxEpisode, ...]


def contents(box: Box) -> dict[str, Json]:
    """Return cards, tokens and episodes."""
    return SERIALIZER.fields_to_json(list_contents(box))


def contents_schema() -> Schema:
    """Return the JSON Schema of the contents of a box."""
    return SERIALIZER.schema(BoxContents)


def list_contents(box: Box) -> BoxContents:
    """List cards, tokens and episodes."""
    hand = box.hand
    return BoxContents(
        title=box.title,
        designer=box.designer,
        year=box.year,
        players=box.players,
        hand=OpeningHand(hand.beowulf, hand.fighting_double, hand.dealt),
        sources=by_field(box.sources, *HEADING),
        hash=box.hash,
        built_in=box.built_in,
        cards=tuple(card for row in box.activity for card in cards(row, box)),
        specials=tuple(special(one, box) for one in box.specials),
        tokens=tuple(tokens(box)),
        tiles={kind: tile(box, kind) for kind in TILES},
        episodes=tuple(episode(one, box) for one in box.episodes),
    )


def by_field(sources: Sources, *fields: str) -> dict[str, str]:
    """Return the sources of some fields."""
    return {field: sources.of(field) for field in fields}


# ---- Cards ---------------------------------------------------------------------------------------------------------


def cards(row: Activity, box: Box) -> Iterator[BoxCard]:
    """L1.3: Yield the activity cards of a symbol."""
    for times, field in ((1, "single"), (2, "double")):
        card = plain_card(row.symbol, times)
        if card in box.copies:
            name, source = name_card(card, box), row.sources.of(field)
            yield BoxCard(card, name, ((row.symbol, times),), box.copies[card], source)


def special(one: Special, box: Box) -> BoxSpecial:
    """L1.5, L7.1: Return a special card; one without symbols has a text."""
    printed = "symbols" if one.symbols else "text"
    return BoxSpecial(
        card=Card(one.id),
        name=name_card(Card(one.id), box),
        printed_name=one.name,
        symbols=one.symbols,
        rule=RULES.get(one.id),
        players=one.players,
        advanced=one.advanced,
        sources=by_field(one.sources, "name", printed, "players", "advanced"),
    )


# ---- Tokens --------------------------------------------------------------------------------------------------------


def tokens(box: Box) -> Iterator[BoxToken]:
    """L1.6: Yield square tokens and faces of alliance tokens with their counts."""
    yield from values(box, "fame", "fame", box.tokens.fame)
    yield from values(box, "treasure", "treasure", box.tokens.treasure)
    yield from values(box, "alliance", "alliance-fame", box.tokens.alliance_fame)
    yield from values(box, "alliance", "alliance-treasure", box.tokens.alliance_treasure)


def values(box: Box, field: str, kind: str, counts: Counts) -> Iterator[BoxToken]:
    """Yield the tokens of a kind."""
    source = box.tokens.sources.of(field, "mixes")
    for value, count in counts:
        token = Token(kind, value)
        yield BoxToken(token, name_token(token), kind, value, count, source)


def tile(box: Box, kind: str) -> BoxTile:
    """L1.6: Return the number of tiles of a kind; scratch and wound tiles are not limited by it (L6.7)."""
    counts = {"misfortune": box.tokens.misfortune, "scratch": box.tokens.scratch, "wound": box.tokens.wound,
              "double_wound": box.tokens.double_wound}  # fmt: skip
    return BoxTile(counts[kind], box.tokens.sources.of(kind))


# ---- Episodes ------------------------------------------------------------------------------------------------------


def episode(one: Episode, box: Box) -> BoxEpisode:
    """L2.1, L6.1: Return an episode, with the icon spaces in play for each number of players."""
    fewest, most = box.players
    sources, offer = one.sources, {"give": one.sources.of("give", "offer"), "get": one.sources.of("get", "offer")}
    return BoxEpisode(
        number=one.number,
        name=name_episode(one),
        printed_name=one.name,
        kind=one.kind,
        symbols=one.symbols,
        required=required_symbols(one),
        matching=matching_symbols(one),
        major=bool(one.spaces),
        advanced=one.is_advanced,
        options=selection_options() if one.kind == "selection" else (),
        give=str(one.give) if one.give else None,
        get=one.get,
        reward=one.reward,
        spaces={str(seats): one.spaces[:seats] for seats in range(fewest, most + 1)},
        sources={**offer, **{field: sources.of(field) for field in OF_AN_EPISODE}},
    )


def selection_options() -> tuple[Action, ...]:
    """L3.6: Return the options of a selection, in printed order."""
    return (*map(Take, SELECTION_ICONS), Heal("scratches"))
