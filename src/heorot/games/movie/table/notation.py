"""Notation: actions as short texts that people type and read aloud. docs/notation.md defines it.

Writing is canonical: one text for each action. Reading accepts any case and spacing, the words of all languages, and
column letters typed on a Cyrillic keyboard.
"""

import re
from functools import cache, lru_cache

from heorot.engine.errors import Unreadable
from heorot.engine.seats import Seat
from heorot.games.movie.box.box import Box
from heorot.games.movie.box.names import ROMAN, name_tile, roman
from heorot.games.movie.model.actions import (
    Action,
    Cash,
    Counsel,
    Draw,
    FillUp,
    First,
    Given,
    Hidden,
    Keep,
    Pass,
    PlaceFigure,
    PlaceTile,
    Remove,
    Skip,
    Swap,
    SwapWith,
)
from heorot.games.movie.model.components import KIND_WORDS, Tile
from heorot.locales import typed_words
from heorot.locales.keyboards import columns_by_keys, normalize

# The notation of each ability, by its name in the box.
SHORT_NAMES = {
    "": "",
    "temptation": "temptation",
    "valor": "valor",
    "treasure": "treasure",
    "drunkenness": "drunkenness",
    "mead": "mead",
    "golden_statue": "statue",
    "good_counsel": "counsel",
    "royal_dragon_horn": "horn",
    "treachery": "treachery",
    "gorge": "gorge",
}
CACHED_TEXTS, LONGEST_CACHED_TEXT = 4096, 40  # characters
LONG_NAMES = {short: name for name, short in SHORT_NAMES.items() if short}

# ---- Writing -------------------------------------------------------------------------------------------------------


@lru_cache(CACHED_TEXTS)
def write_tile(tile: Tile, act: int) -> str:
    """Write a tile: `+4`, `horn`, `treasure+2:7`; with its act in front if that is not the current one (1 to 3)."""
    back = "" if tile.act == act else f"{roman(tile.act)}:"
    value = f"{tile.value:+d}" if tile.value or not tile.ability else ""
    cash = f":{tile.cash}" if tile.ability == "treasure" else ""
    return f"{back}{SHORT_NAMES.get(tile.ability, tile.ability)}{value}{cash}"


def write(action: Action, act: int) -> str:
    """Write an action in an act (1 to 3)."""
    match action:
        case PlaceFigure(kind, space):
            return f"{kind} {space}"
        case PlaceTile(tile, space):
            return f"{write_tile(tile, act)} {space}"
        case Cash(tile):
            return f"cash {write_tile(tile, act)}"
        case Counsel(tile, start, end):
            return f"{write_tile(tile, act)} {start}-{end}"
        case Remove(space):
            return f"remove {space}"
        case Swap(space):
            return f"swap {space}"
        case SwapWith(space):
            return space
        case Given(tile):
            return write_tile(tile, act)
        case First(seat):
            return f"first {seat + 1}"
    return next(word for word, plain in WORD_ACTIONS.items() if plain == action)


def write_log_entry(action: Action | Hidden | Skip, act: int) -> str:
    """Write an entry of a seat's log: `?` for a hidden tile, `skip` for a skipped player."""
    match action:
        case Hidden():
            return "?"
        case Skip():
            return "skip"
    return write(action, act)


WORD_ACTIONS: dict[str, Action] = {"draw": Draw(), "fill": FillUp(), "keep": Keep(), "pass": Pass()}

# ---- Reading -------------------------------------------------------------------------------------------------------

SPACE = r"[a-z] ?[0-9]{1,2}"
FORMS = (
    re.compile(rf"(?P<kind>{'|'.join(KIND_WORDS)}) ?(?P<space>{SPACE})"),
    re.compile(rf"(?P<verb>remove|swap) ?(?P<space>{SPACE})"),
    re.compile(rf"(?P<other>{SPACE})"),
    re.compile(r"first ?(?P<seat>[1-9])"),
    re.compile(rf"(?P<word>{'|'.join(WORD_ACTIONS)})"),
    re.compile(
        rf"(?P<cash>cash )?(?:(?P<back>iii|ii|i|[123]) ?[:.] ?)?(?P<ability>{'|'.join(LONG_NAMES)})? ?"
        rf"(?P<value>[+-]? ?[0-9]{{1,2}})?(?: ?: ?(?P<worth>[0-9]{{1,3}}))?"
        rf"(?: ?(?P<start>{SPACE})(?: ?-? ?(?P<end>{SPACE}))?)?"
    ),
)


@cache
def vocabulary() -> tuple[re.Pattern[str], dict[str, str]]:
    """Return a pattern for the words of all languages, longest first, and the notation for each of them."""
    known = typed_words("movie.read").items()
    translations = {normalize(phrase): word for word, phrases in known for phrase in phrases}
    longest = sorted(translations, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?![^\W\d_])"), translations


def to_notation(text: str) -> str:
    """Translate typed text, in any language and keyboard layout, to the words of the notation."""
    pattern, translations = vocabulary()
    text = pattern.sub(lambda match: translations[match[0]].replace("filler", " "), normalize(text))
    return " ".join(columns_by_keys(text).replace("→", "-").split())


def read(text: str, box: Box, act: int) -> Action:
    """Read an action in an act (1 to 3); raises Unreadable."""
    return read_cached(text, box, act) if len(text) <= LONGEST_CACHED_TEXT else parse(text, box, act)


@lru_cache(CACHED_TEXTS)
def read_cached(text: str, box: Box, act: int) -> Action:
    """Read a short text, with a cache."""
    return parse(text, box, act)


def parse(text: str, box: Box, act: int) -> Action:
    """Parse an action."""
    notation = to_notation(text)
    for form in FORMS:
        match = form.fullmatch(notation)
        if match and notation:
            return build_action({k: v for k, v in match.groupdict().items() if v is not None}, text, box, act)
    raise Unreadable("notation.unknown", text=text[:60])


def build_action(parts: dict[str, str], text: str, box: Box, act: int) -> Action:
    """Build an action from the named groups of a match."""
    space = parts.get("space", "").replace(" ", "")
    match parts:
        case {"kind": kind}:
            return PlaceFigure(kind, space)
        case {"verb": "remove"}:
            return Remove(space)
        case {"verb": _}:
            return Swap(space)
        case {"other": other}:
            return SwapWith(other.replace(" ", ""))
        case {"seat": seat}:
            return First(Seat(int(seat) - 1))
        case {"word": word}:
            return WORD_ACTIONS[word]
    return tile_action(parts, find_tile(parts, text, box, act), text)


def tile_action(parts: dict[str, str], tile: Tile, text: str) -> Action:
    """Build the action with a tile: place it, cash it, move a figure with it, or a draw."""
    start, end = (parts.get(part, "").replace(" ", "") for part in ("start", "end"))
    if "cash" in parts:
        if start:
            raise Unreadable("notation.unknown", text=text[:60])
        return Cash(tile)
    if end:
        return Counsel(tile, start, end)
    return PlaceTile(tile, start) if start else Given(tile)


def find_tile(parts: dict[str, str], text: str, box: Box, act: int) -> Tile:
    """Find the tile of the parts; raises Unreadable if several fit. Without an act the current one goes first."""
    alone = parts.keys() == {"value"} and parts["value"][0] not in "+-"  # a bare number is not a tile
    if alone or not parts.keys() & {"ability", "value"}:
        raise Unreadable("notation.unknown", text=text[:60])
    fits = [tile for tile in box.copies if matches_tile(parts, tile)]
    if "back" not in parts:
        fits = [tile for tile in fits if tile.act == act] or fits
    if "value" not in parts:
        fits = [tile for tile in fits if tile.value == 0] or fits  # the canonical text of a tile without a value
    if not fits:
        raise Unreadable("notation.no-such-tile", text=text[:60])
    if len(fits) > 1:
        raise Unreadable("notation.ambiguous", text=text[:60], options=tuple(name_tile(tile, act) for tile in fits))
    return fits[0]


def matches_tile(parts: dict[str, str], tile: Tile) -> bool:
    """Return whether a tile fits all parts."""
    value = int(parts["value"].replace(" ", "")) if "value" in parts else None
    back = parts.get("back", "").upper()
    return (
        tile.ability == LONG_NAMES.get(parts.get("ability", ""), "")
        and value in (None, tile.value)
        and ("worth" not in parts or tile.cash == int(parts["worth"]))
        and back in ("", ROMAN[tile.act - 1], str(tile.act))
    )
