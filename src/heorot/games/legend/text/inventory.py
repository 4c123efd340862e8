"""Contents of a box as JSON data, each value with its source."""

from collections.abc import Iterator

from heorot.engine.content.toml_reader import Sources
from heorot.engine.serialize import Json, sentence_json
from heorot.games.legend.box.box import HEADING, Box
from heorot.games.legend.box.names import name_card, name_episode, name_token
from heorot.games.legend.model.components import (
    Activity,
    Card,
    Counts,
    Episode,
    Icon,
    Special,
    Token,
    plain_card,
)
from heorot.games.legend.table.notation import write_token
from heorot.games.legend.text.contents import RULES

TILES = ("misfortune", "scratch", "wound", "double_wound")
OF_AN_EPISODE = ("name", "place", "kind", "symbols", "reward", "spaces")  # fields with sources


def contents(box: Box) -> dict[str, Json]:
    """Return cards, tokens and episodes."""
    hand = box.hand
    return {
        "title": box.title,
        "designer": box.designer,
        "year": box.year,
        "players": [*box.players],
        "hand": {"beowulf1": hand.beowulf, "fighting2": hand.fighting_double, "dealt": hand.dealt},
        "sources": by_field(box.sources, *HEADING),
        "hash": box.hash,
        "built_in": box.built_in,
        "cards": [card for row in box.activity for card in cards(row, box)],
        "specials": [special(one, box) for one in box.specials],
        "tokens": [*tokens(box)],
        "tiles": {kind: tile(box, kind) for kind in TILES},
        "episodes": [episode(one, box) for one in box.episodes],
    }


def by_field(sources: Sources, *fields: str) -> Json:
    """Return the sources of some fields."""
    return {field: sources.of(field) for field in fields}


# ---- Cards ---------------------------------------------------------------------------------------------------------


def cards(row: Activity, box: Box) -> Iterator[Json]:
    """L1.3: Yield the activity cards of a symbol."""
    for times, field in ((1, "single"), (2, "double")):
        one = plain_card(row.symbol, times)
        if one in box.copies:
            name, count, source = sentence_json(name_card(one, box)), box.copies[one], row.sources.of(field)
            yield {"card": one.name, "name": name, "symbols": [[row.symbol, times]], "count": count, "source": source}


def special(one: Special, box: Box) -> Json:
    """L1.5, L7.1: Return a special card; one without symbols has a text."""
    printed = "symbols" if one.symbols else "text"
    return {
        "card": one.id,
        "name": sentence_json(name_card(Card(one.id), box)),
        "printed_name": one.name,
        "symbols": [[symbol, times] for symbol, times in one.symbols],
        "rule": RULES.get(one.id),
        "players": one.players,
        "advanced": one.advanced,
        "sources": by_field(one.sources, "name", printed, "players", "advanced"),
    }


# ---- Tokens --------------------------------------------------------------------------------------------------------


def tokens(box: Box) -> Iterator[Json]:
    """L1.6: Yield square tokens and faces of alliance tokens with their counts."""
    yield from values(box, "fame", "fame", box.tokens.fame)
    yield from values(box, "treasure", "treasure", box.tokens.treasure)
    yield from values(box, "alliance", "alliance-fame", box.tokens.alliance_fame)
    yield from values(box, "alliance", "alliance-treasure", box.tokens.alliance_treasure)


def values(box: Box, field: str, kind: str, counts: Counts) -> Iterator[Json]:
    """Yield the tokens of a kind."""
    source = box.tokens.sources.of(field, "mixes")
    for value, count in counts:
        one = Token(kind, value)
        shown: dict[str, Json] = {"token": write_token(one), "name": sentence_json(name_token(one))}
        yield {**shown, "kind": kind, "value": value, "count": count, "source": source}


def tile(box: Box, kind: str) -> Json:
    """L1.6: Return the number of tiles of a kind; scratch and wound tiles are not limited by it (L6.7)."""
    counts = {"misfortune": box.tokens.misfortune, "scratch": box.tokens.scratch, "wound": box.tokens.wound,
              "double_wound": box.tokens.double_wound}  # fmt: skip
    return {"count": counts[kind], "source": box.tokens.sources.of(kind)}


# ---- Episodes ------------------------------------------------------------------------------------------------------


def episode(one: Episode, box: Box) -> Json:
    """L2.1, L6.1: Return an episode, with the icon spaces in play for each number of players."""
    fewest, most = box.players
    sources, offer = one.sources, {"give": one.sources.of("give", "offer"), "get": one.sources.of("get", "offer")}
    return {
        "number": one.number,
        "name": sentence_json(name_episode(one)),
        "printed_name": one.name,
        "kind": one.kind,
        "symbols": [*one.symbols],
        "give": str(one.give) if one.give else None,
        "get": text(one.get),
        "reward": text(one.reward),
        "spaces": {str(seats): [str(icon) for icon in one.spaces[:seats]] for seats in range(fewest, most + 1)},
        "sources": {**offer, **{field: sources.of(field) for field in OF_AN_EPISODE}},
    }


def text(icon: Icon | None) -> str | None:
    """Return an icon in the words of the notation."""
    return str(icon) if icon else None
