"""Names of tiles and figures as sentences; the locales hold the words."""

from heorot.engine.sentence import Sentence
from heorot.engine.sentence_params import format_signed
from heorot.games.movie.model.components import Tile

ROMAN = ("I", "II", "III")

# The rule of each ability.
ABILITY_RULES = {
    "": "M2.4", "temptation": "M4.1", "valor": "M4.2", "treasure": "M4.3", "drunkenness": "M4.4", "mead": "M4.5",
    "golden_statue": "M4.6", "good_counsel": "M4.7", "royal_dragon_horn": "M4.8", "treachery": "M4.9", "gorge": "M4.10",
}  # fmt: skip


def roman(act: int) -> str:
    """Write an act in Roman numerals, as on a tile's back; an act that no box has in digits."""
    return ROMAN[act - 1] if 1 <= act <= len(ROMAN) else str(act)


def name_tile(tile: Tile, act: int | None = None) -> Sentence:
    """Name a tile; with its act if that is not the current one (1 to 3)."""
    value = f" {format_signed(tile.value)}" if tile.value else ""
    match tile.ability:
        case "":
            name = Sentence("movie.tile.none", value=format_signed(tile.value))
        case "treasure" if not tile.cash:  # as in a drawing, where the treasure value is optional
            name = Sentence("movie.tile.treasure-alone", value=value)
        case "treasure":
            name = Sentence("movie.tile.treasure", value=value, cash=tile.cash)
        case ability:
            name = Sentence(f"movie.tile.{ability}", value=value)
    return name if act in (None, tile.act) else Sentence("movie.tile.of-act", tile=name, act=roman(tile.act))


def name_figure(kind: str) -> Sentence:
    """Name a kind of figure."""
    return Sentence(f"movie.figure.{kind}")
