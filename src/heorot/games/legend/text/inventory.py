"""What is in a box as plain data, for whoever draws it: each value with where it comes from."""

from collections.abc import Iterator

from heorot.engine.plain import Plain, plain_sentence
from heorot.engine.sheet import Sources
from heorot.games.legend.box import HEADING, Box
from heorot.games.legend.components import Activity, Card, Counts, Episode, Icon, Special, Symbols, Token, plain_card
from heorot.games.legend.contents import RULES
from heorot.games.legend.names import name_card, name_episode, name_token
from heorot.games.legend.notation import write_token

TILES = ("misfortune", "scratch", "wound", "double_wound")
OF_AN_EPISODE = ("name", "place", "kind", "symbols", "reward", "spaces")  # fields with sources


def contents(box: Box) -> dict[str, Plain]:
    """Cards, tokens, and the episodes of the journey."""
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


def by_field(sources: Sources, *fields: str) -> Plain:
    """Where the values of some fields come from."""
    return {field: sources.of(field) for field in fields}


# ---- Cards ---------------------------------------------------------------------------------------------------------


def cards(row: Activity, box: Box) -> Iterator[Plain]:
    """L1.3: the cards with a symbol, once or twice."""
    for times, field in ((1, "single"), (2, "double")):
        one = plain_card(row.symbol, times)
        if one in box.copies:
            name, count, source = plain_sentence(name_card(one, box)), box.copies[one], row.sources.of(field)
            yield {"card": one.name, "name": name, "symbols": [[row.symbol, times]], "count": count, "source": source}


def special(one: Special, box: Box) -> Plain:
    """L1.5, L7.1: a special card, in play with at least so many players; one without symbols has a text."""
    printed = "symbols" if one.symbols else "text"
    return {
        "card": one.id,
        "name": plain_sentence(name_card(Card(one.id), box)),
        "printed_name": one.name,
        "symbols": symbols(one.symbols),
        "rule": RULES.get(one.id),
        "players": one.players,
        "advanced": one.advanced,
        "sources": by_field(one.sources, "name", printed, "players", "advanced"),
    }


def symbols(shown: Symbols) -> Plain:
    """Symbols with how often a card shows them."""
    return [[symbol, times] for symbol, times in shown]


# ---- Tokens --------------------------------------------------------------------------------------------------------


def tokens(box: Box) -> Iterator[Plain]:
    """L1.6: square tokens and the faces of alliance tokens, how many of each value."""
    yield from values(box, "fame", "fame", box.tokens.fame)
    yield from values(box, "treasure", "treasure", box.tokens.treasure)
    yield from values(box, "alliance", "alliance-fame", box.tokens.alliance_fame)
    yield from values(box, "alliance", "alliance-treasure", box.tokens.alliance_treasure)


def values(box: Box, field: str, kind: str, counts: Counts) -> Iterator[Plain]:
    """The tokens of a kind."""
    source = box.tokens.sources.of(field, "mixes")
    for value, count in counts:
        one = Token(kind, value)
        shown: dict[str, Plain] = {"token": write_token(one), "name": plain_sentence(name_token(one))}
        yield {**shown, "kind": kind, "value": value, "count": count, "source": source}


def tile(box: Box, kind: str) -> Plain:
    """L1.6: how many tiles of a kind there are; of scratches and wounds they are no limit (L6.7)."""
    counts = {"misfortune": box.tokens.misfortune, "scratch": box.tokens.scratch, "wound": box.tokens.wound,
              "double_wound": box.tokens.double_wound}  # fmt: skip
    return {"count": counts[kind], "source": box.tokens.sources.of(kind)}


# ---- Episodes ------------------------------------------------------------------------------------------------------


def episode(one: Episode, box: Box) -> Plain:
    """L2.1: a stop of the journey. L6.1: with so many players the first so many spaces are in play."""
    fewest, most = box.players
    sources, offer = one.sources, {"give": one.sources.of("give", "offer"), "get": one.sources.of("get", "offer")}
    return {
        "number": one.number,
        "name": plain_sentence(name_episode(one)),
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
    """An icon in the words of the notation."""
    return str(icon) if icon else None
