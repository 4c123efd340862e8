"""Readers for the parts of a box file. Every error names the position and the reason."""

import re

from heorot.engine.content.toml_reader import TomlTable
from heorot.games.legend.model.components import (
    FEWEST_SYMBOLS,
    ICON_WORDS,
    KEYS,
    KIND_WORDS,
    ONE_OF_EACH,
    SYMBOL_WORDS,
    TEXTS,
    Activity,
    BoxTokens,
    Counts,
    Episode,
    Hand,
    Icon,
    Price,
    Special,
    Symbols,
    plain_card,
)
from heorot.games.legend.model.state import EPISODES, FACES, FIRST_SYMBOLS, SEATS, SPACES, VALUES

FIVE = SYMBOL_WORDS[:-1]  # symbols that episodes ask for; Beowulf's stands for any of them (L1.3)
PLAIN_NAMES = {plain_card(symbol, times).name for symbol in SYMBOL_WORDS for times in (1, 2)}

# Icons allowed on spaces, as rewards of auctions and as offers; and icons with a number.
ON_SPACES = tuple(word for word in ICON_WORDS if word not in ("", "heal"))
AS_REWARD = ("fame", "treasure", "alliance", "cards", "card")
TO_GET = (*AS_REWARD, "heal")
COUNTED = ("fame", "treasure", "alliance", "cards", "fame or heal")

PRICES = ("any 1", *(f"{symbol} 1" for symbol in FIVE), ONE_OF_EACH, "fame tokens 1")  # examples, with the number 1

# Limits of a box, in addition to the capacities of state.py.
FEWEST_PLAYERS, MOST_IN_HAND, MOST_COPIES, MOST_SYMBOLS, MOST_ASKED, LONGEST_ID = 2, 9, 99, 9, 2, 40


# ---- Cards and tokens ----------------------------------------------------------------------------------------------


def read_players(heading: TomlTable) -> tuple[int, int]:
    """L1.1: Read the fewest and the most players."""
    match heading.take("players", list):
        case [int(fewest), int(most)] if FEWEST_PLAYERS <= fewest <= most <= SEATS:
            return fewest, most
    raise heading.error_at("players", "bad-players", fewest=FEWEST_PLAYERS, most=SEATS)


def read_hand(part: TomlTable) -> Hand:
    """L1.4: Read the opening hand."""
    part.reject_unknown_keys("beowulf", "fighting_double", "dealt")
    return Hand(*(part.whole(key, 0, MOST_IN_HAND) for key in ("beowulf", "fighting_double", "dealt")))


def read_activities(sheet: TomlTable) -> tuple[Activity, ...]:
    """L1.3: Read one row for each symbol, and return them in the order of the symbols."""
    rows: dict[str, Activity] = {}
    for part in sheet.tables("activity"):
        row = read_activity(part)
        if row.symbol in rows:
            raise part.error_at("symbol", "duplicate-symbol", symbol=row.symbol)
        rows[row.symbol] = row
    for symbol in SYMBOL_WORDS:
        if symbol not in rows:
            raise sheet.error_at("activity", "missing-symbol", symbol=symbol)
    return tuple(rows[symbol] for symbol in SYMBOL_WORDS)


def read_activity(part: TomlTable) -> Activity:
    """L1.3: Read the number of cards with one symbol, and with two; Beowulf has no double card."""
    part.reject_unknown_keys("symbol", "single", "double", "source")
    symbol = part.word("symbol", SYMBOL_WORDS, "unknown-symbol")
    double = part.whole("double", 0, MOST_COPIES, 0)
    if double and symbol not in FIVE:
        raise part.error_at("double", "double-beowulf", rule="L1.3")
    return Activity(symbol, part.whole("single", 0, MOST_COPIES), double, part.sources())


def read_specials(sheet: TomlTable) -> tuple[Special, ...]:
    """L1.5: Read the special cards, each once."""
    cards: dict[str, Special] = {}
    for part in sheet.tables("special", []):
        card = read_special(part)
        if card.id in cards:
            raise part.error_at("id", "duplicate-special", card=card.id)
        cards[card.id] = card
    with_symbols, most = len(cards.keys() - set(TEXTS)), FACES - FIRST_SYMBOLS
    if with_symbols > most:
        raise sheet.error_at("special", "too-many-specials", cards=with_symbols, most=most)
    return tuple(cards.values())


def read_special(part: TomlTable) -> Special:
    """L1.5, L7.1: Read a card with symbols, or one with a text that the rules know by its id."""
    part.reject_unknown_keys("id", "name", "players", "advanced", "symbols", "source")
    card = part.line("id")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", card) or len(card) > LONGEST_ID or card in PLAIN_NAMES:
        raise part.error_at("id", "bad-id", card=card, longest=LONGEST_ID)
    if card in TEXTS and "symbols" in part.content:
        raise part.error_at("symbols", "text-with-symbols", card=card)
    if card not in TEXTS and not part.table("symbols", {}).content:
        raise part.error_at("symbols", "unknown-text", card=card, known=", ".join(TEXTS))
    return Special(
        id=card,
        name=part.line("name"),
        players=part.whole("players", FEWEST_PLAYERS, SEATS),
        advanced=part.take("advanced", bool, False),
        symbols=read_shown(part.table("symbols")) if "symbols" in part.content else (),
        sources=part.sources(),
    )


def read_shown(part: TomlTable) -> Symbols:
    """L1.3, L7.1: Read the symbols of a special card."""
    for word in part.content:
        if word not in SYMBOL_WORDS:
            raise part.error_at(word, "unknown-symbol", word=word, known=", ".join(SYMBOL_WORDS))
    return tuple((word, part.whole(word, 1, MOST_SYMBOLS)) for word in part.content)


def read_tokens(part: TomlTable) -> BoxTokens:
    """L1.6: Read square tokens and alliance tokens by value, misfortunes, scratches and wounds."""
    part.reject_unknown_keys("fame", "treasure", "misfortune", "alliance", "scratch", "wound", "double_wound", "source")
    alliance = part.table("alliance")
    alliance.reject_unknown_keys("fame", "treasure")
    return BoxTokens(
        fame=read_values(part.table("fame")),
        treasure=read_values(part.table("treasure")),
        alliance_fame=read_values(alliance.table("fame", {})),
        alliance_treasure=read_values(alliance.table("treasure", {})),
        misfortune=part.whole("misfortune", 0, MOST_COPIES),
        scratch=part.whole("scratch", 0, MOST_COPIES),
        wound=part.whole("wound", 0, MOST_COPIES),
        double_wound=part.whole("double_wound", 0, MOST_COPIES),
        sources=part.sources(),
    )


def read_values(part: TomlTable) -> Counts:
    """L1.6: Read the number of tokens of each value."""
    for value in part.content:
        if not re.fullmatch("[1-9]", value):
            raise part.error_at(value, "bad-token-value", word=value, most=VALUES - 1)
    return tuple(sorted((int(value), part.whole(value, 0, MOST_COPIES)) for value in part.content))


# ---- Episodes ------------------------------------------------------------------------------------------------------


def read_episodes(sheet: TomlTable, players: int, specials: tuple[Special, ...]) -> tuple[Episode, ...]:
    """L2.1, L2.4: Read the journey; its last episode, and no other, is the final one."""
    parts = sheet.tables("episode")
    if len(parts) > EPISODES:
        raise sheet.error_at("episode", "too-many-episodes", episodes=len(parts), most=EPISODES)
    cards = tuple(special.id for special in specials)
    episodes = tuple(read_episode(number, part, players, cards) for number, part in enumerate(parts, 1))
    finals = [episode.number for episode in episodes if episode.kind == KIND_WORDS[-1]]
    if len(finals) != 1:
        raise sheet.error_at("episode", "not-one-final", rule="L2.4", finals=len(finals), kind=KIND_WORDS[-1])
    if finals != [len(episodes)]:
        raise parts[finals[0] - 1].error_at("kind", "final-not-last", rule="L2.4")
    return episodes


def read_episode(number: int, part: TomlTable, players: int, cards: tuple[str, ...]) -> Episode:
    """L2.1: Read an episode; its keys depend on its kind."""
    kind = part.word("kind", KIND_WORDS, "unknown-episode")
    keys = KEYS[kind]
    part.reject_unknown_keys("name", "kind", *keys, "source")
    episode = Episode(
        number=number,
        name=part.line("name"),
        kind=kind,
        symbols=read_asked(part, FEWEST_SYMBOLS[kind]) if "symbols" in keys else (),
        spaces=read_spaces(part, players, cards) if "spaces" in keys else (),
        give=read_price(part) if "give" in keys else None,
        get=read_icon(part, "get", part.line("get"), TO_GET, cards) if "get" in keys else None,
        reward=read_icon(part, "reward", part.line("reward"), AS_REWARD, cards) if "reward" in keys else None,
        sources=part.sources(),
    )
    if episode.get == Icon("heal") and episode.give and episode.give.kind != "fame tokens":
        raise part.error_at("get", "heal-without-tokens", rule="L3.3")
    return episode


def read_asked(part: TomlTable, fewest: int) -> tuple[str, ...]:
    """L3.2, L4.2, L5.1: Read the symbols of an episode; Beowulf's is not among them, since it always counts."""
    words = part.lines("symbols")
    for number, word in enumerate(words, 1):
        if word not in FIVE:
            raise part.error_at(f"symbols[{number}]", "unknown-symbol", word=word, known=", ".join(FIVE))
    if not fewest <= len(words) <= MOST_ASKED or len(set(words)) < len(words):
        raise part.error_at("symbols", "wrong-number-of-symbols", fewest=fewest, most=MOST_ASKED)
    return tuple(words)


def read_spaces(part: TomlTable, players: int, cards: tuple[str, ...]) -> tuple[Icon, ...]:
    """L6.1: Read the icon spaces clockwise from the title, at least one for each player."""
    words = part.lines("spaces")
    if not players <= len(words) <= SPACES:
        params = {"spaces": len(words), "fewest": players, "most": SPACES}
        raise part.error_at("spaces", "wrong-number-of-spaces", rule="L6.1", **params)
    return tuple(read_icon(part, f"spaces[{n}]", text, ON_SPACES, cards) for n, text in enumerate(words, 1))


def read_icon(part: TomlTable, key: str, text: str, allowed: tuple[str, ...], cards: tuple[str, ...]) -> Icon:
    """Chapter 6: Read `fame 5`, `card naegling`, `double wound` or `fame 5 or heal`."""
    if either := re.fullmatch(r"fame (\S+) or heal", text):
        kind, end = "fame or heal", either[1]
    else:
        kind = max((word for word in ICON_WORDS if f"{text} ".startswith(f"{word} ")), key=len, default="")
        end = text.removeprefix(kind).removeprefix(" ")
    if kind not in allowed or bool(end) < (kind == "card") or bool(end) > (kind in (*COUNTED, "card")):
        raise part.error_at(key, "unknown-icon", word=text, known=", ".join(map(example, allowed)))
    if kind in COUNTED:
        return Icon(kind, read_number(part, key, text, end))
    if kind == "card" and end not in cards:
        raise part.error_at(key, "absent-special", card=end)
    return Icon(kind, card=end)


def example(kind: str) -> str:
    """Return an example of an icon kind in the words of box files."""
    return str(Icon(kind, int(kind in COUNTED)))


def read_number(part: TomlTable, key: str, text: str, end: str) -> int:
    """Read the number of an icon or a price."""
    if not re.fullmatch("[1-9]", end):
        raise part.error_at(key, "bad-number", word=text, most=VALUES - 1)
    return int(end)


def read_price(part: TomlTable) -> Price:
    """L3.3: Read `any 2`, `fighting 2`, `one of each` or `fame tokens 2`."""
    text = part.line("give")
    if text == ONE_OF_EACH:
        return Price("symbols", len(FIVE), FIVE)
    kind, _, end = text.rpartition(" ")
    if kind not in ("any", "fame tokens", *FIVE):
        raise part.error_at("give", "unknown-price", word=text, known=", ".join(PRICES))
    number = read_number(part, "give", text, end)
    match kind:
        case "any" | "fame tokens":
            return Price(kind, number)
    return Price("symbols", number, (kind,) * number)
