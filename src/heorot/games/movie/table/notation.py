"""Actions as short texts that a person can type, read aloud and hear. docs/notation.md defines them.

Writing is canonical: one action, one text. Reading is forgiving: case, blanks, the words of our languages, and column
letters typed on a Cyrillic layout.
"""

import re
from functools import cache, lru_cache

from heorot.engine.errors import Unreadable
from heorot.engine.seats import Seat
from heorot.games.movie.actions import (
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
from heorot.games.movie.box import KIND_WORDS, Box, Tile
from heorot.games.movie.names import ROMAN, name_tile, roman
from heorot.locales import words
from heorot.locales.typed import columns_by_keys, plain

# What a tile's ability is called in the notation, by its name in the box.
SHORT = {
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
REMEMBERED, SHORT_TEXT = 4096, 40  # so many texts of so many letters at most
LONG = {short: name for name, short in SHORT.items() if short}

# ---- Writing -------------------------------------------------------------------------------------------------------


@lru_cache(REMEMBERED)
def write_tile(tile: Tile, act: int) -> str:
    """`+4`, `horn`, `treasure+2:7`; with the act in front when the back is not that of the current act (1 to 3)."""
    back = "" if tile.act == act else f"{roman(tile.act)}:"
    value = f"{tile.value:+d}" if tile.value or not tile.ability else ""
    cash = f":{tile.cash}" if tile.ability == "treasure" else ""
    return f"{back}{SHORT.get(tile.ability, tile.ability)}{value}{cash}"


def write(action: Action, act: int) -> str:
    """An action as text, said in this act (1 to 3)."""
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
    return next(word for word, said in IN_A_WORD.items() if said == action)


def write_seen(action: Action | Hidden | Skip, act: int) -> str:
    """An entry of a seat's own log: `?` for a tile it did not see, `skip` for a player passed over."""
    match action:
        case Hidden():
            return "?"
        case Skip():
            return "skip"
    return write(action, act)


IN_A_WORD: dict[str, Action] = {"draw": Draw(), "fill": FillUp(), "keep": Keep(), "pass": Pass()}

# ---- Reading -------------------------------------------------------------------------------------------------------

SPACE = r"[a-z] ?[0-9]{1,2}"
FORMS = (
    re.compile(rf"(?P<kind>{'|'.join(KIND_WORDS)}) ?(?P<space>{SPACE})"),
    re.compile(rf"(?P<verb>remove|swap) ?(?P<space>{SPACE})"),
    re.compile(rf"(?P<other>{SPACE})"),
    re.compile(r"first ?(?P<seat>[1-9])"),
    re.compile(rf"(?P<word>{'|'.join(IN_A_WORD)})"),
    re.compile(
        rf"(?P<cash>cash )?(?:(?P<back>iii|ii|i|[123]) ?[:.] ?)?(?P<ability>{'|'.join(LONG)})? ?"
        rf"(?P<value>[+-]? ?[0-9]{{1,2}})?(?: ?: ?(?P<worth>[0-9]{{1,3}}))?"
        rf"(?: ?(?P<start>{SPACE})(?: ?-? ?(?P<end>{SPACE}))?)?"
    ),
)


@cache
def vocabulary() -> tuple[re.Pattern[str], dict[str, str]]:
    """Every word that may be said for a word of the notation, in any language, longest first."""
    said = {plain(phrase): word for word, phrases in words("movie.read").items() for phrase in phrases}
    longest = sorted(said, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?![^\W\d_])"), said


def in_our_words(text: str) -> str:
    """A text in the words of the notation, whatever language and layout it was typed in."""
    pattern, said = vocabulary()
    text = pattern.sub(lambda found: said[found[0]].replace("filler", " "), plain(text))
    return " ".join(columns_by_keys(text).replace("→", "-").split())


def read(text: str, box: Box, act: int) -> Action:
    """An action from its text, said in this act (1 to 3); raises Unreadable."""
    return read_again(text, box, act) if len(text) <= SHORT_TEXT else read_anew(text, box, act)


@lru_cache(REMEMBERED)
def read_again(text: str, box: Box, act: int) -> Action:
    """The same for a short text: what was read once is remembered."""
    return read_anew(text, box, act)


def read_anew(text: str, box: Box, act: int) -> Action:
    """An action by the forms that it may have."""
    ours = in_our_words(text)
    for form in FORMS:
        found = form.fullmatch(ours)
        if found and ours:
            return understood({k: v for k, v in found.groupdict().items() if v is not None}, text, box, act)
    raise Unreadable("notation.unknown", text=text[:60])


def understood(said: dict[str, str], text: str, box: Box, act: int) -> Action:
    """The action that the parts of a text make."""
    space = said.get("space", "").replace(" ", "")
    match said:
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
            return IN_A_WORD[word]
    return with_tile(said, find_tile(said, text, box, act), text)


def with_tile(said: dict[str, str], tile: Tile, text: str) -> Action:
    """What is done with a tile: placed, cashed, moved over, or given by chance."""
    start, end = (said.get(part, "").replace(" ", "") for part in ("start", "end"))
    if "cash" in said:
        if start:
            raise Unreadable("notation.unknown", text=text[:60])
        return Cash(tile)
    if end:
        return Counsel(tile, start, end)
    return PlaceTile(tile, start) if start else Given(tile)


def find_tile(said: dict[str, str], text: str, box: Box, act: int) -> Tile:
    """The tile that is meant. What is left out must leave no doubt; without an act the current one is meant first."""
    alone = said.keys() == {"value"} and said["value"][0] not in "+-"  # a bare number is not a tile
    if alone or not said.keys() & {"ability", "value"}:
        raise Unreadable("notation.unknown", text=text[:60])
    fits = [tile for tile in box.copies if is_meant(said, tile)]
    if "back" not in said:
        fits = [tile for tile in fits if tile.act == act] or fits
    if "value" not in said:
        fits = [tile for tile in fits if tile.value == 0] or fits  # without a number it is canonical
    if not fits:
        raise Unreadable("notation.no-such-tile", text=text[:60])
    if len(fits) > 1:
        raise Unreadable("notation.ambiguous", text=text[:60], options=tuple(name_tile(tile, act) for tile in fits))
    return fits[0]


def is_meant(said: dict[str, str], tile: Tile) -> bool:
    """Whether a tile fits everything that was said of it."""
    value = int(said["value"].replace(" ", "")) if "value" in said else None
    back = said.get("back", "").upper()
    return (
        tile.ability == LONG.get(said.get("ability", ""), "")
        and value in (None, tile.value)
        and ("worth" not in said or tile.cash == int(said["worth"]))
        and back in ("", ROMAN[tile.act - 1], str(tile.act))
    )
