"""Short games for tests: a box in a few words, what is said at its table, and what then lies there."""

import re
from collections.abc import Iterator

import pytest

from heorot.engine.errors import IllegalAction
from heorot.engine.game import play
from heorot.engine.seats import Seat
from heorot.games.movie.actions import Cash, Counsel, Draw, Given, PlaceTile
from heorot.games.movie.box import Box, Tile, read_box
from heorot.games.movie.drawing import read_drawing
from heorot.games.movie.explain import FigureScore, explain
from heorot.games.movie.game import GAME
from heorot.games.movie.notation import LONG, write_tile
from heorot.games.movie.table import Table, actors
from heorot.games.movie.view import View, view

DIAMONDS = {"beowulf": 4, "thane": 3, "castle": 2, "longship": 1}

# ---- A box ---------------------------------------------------------------------------------------------------------


def box_text(*boards: str, tiles: str | list[str], figures: str, hand: int = 1, saga: int = 0, seats: int = 2) -> str:
    """The text of a box. A map's rows are separated by bars, tiles and figures by blanks: `+1 counsel*3`. What is said
    of one act alone holds for all three."""
    maps = boards if len(boards) == 3 else boards * 3
    sets = tiles if isinstance(tiles, list) else [tiles] * 3
    heading = f'[box]\ntitle = "A test"\ndesigner = "The tests"\nyear = 2024\nplayers = [2, {seats}]'
    parts = [f"{heading}\nsaga_points = {saga}\nhand = {hand}"]
    for kind, count in counted(figures):
        returns = str(kind == "longship").lower()
        parts.append(f'[[figure]]\nkind = "{kind}"\ndiamonds = {DIAMONDS[kind]}\ncount = {count}\nreturns = {returns}')
    for act, rows in enumerate(maps, 1):
        drawn = "\n".join(row.rstrip() for row in rows.split("|"))
        parts.append(f'[[board]]\nact = {act}\nmap = """\n{drawn}\n"""')
    for act, words in enumerate(sets, 1):
        rows = "\n".join(f"  {{ {tile_row(word)}, count = {count} }}," for word, count in counted(words))
        parts.append(f"[[tile]]\nact = {act}\nrows = [\n{rows}\n]")
    return "\n\n".join(parts)


def counted(words: str) -> Iterator[tuple[str, int]]:
    """`thane*2 longship` is two Thanes and one longship."""
    for word in words.split():
        name, _, count = word.partition("*")
        yield name, int(count or 1)


def tile_row(word: str) -> str:
    """A tile of the notation in the words of a box."""
    ability, value, cash = re.fullmatch(r"([a-z]*)([+-]\d+)?(?::(\d+))?", word).groups()
    said = {"ability": f'"{LONG[ability]}"' if ability else None, "value": value and int(value), "cash": cash}
    return ", ".join(f"{key} = {content}" for key, content in said.items() if content is not None)


def small_box(*boards: str, tiles: str | list[str], figures: str = "thane*2 longship*2", **numbers: int) -> Box:
    """A box for one test; numbers are `hand`, `saga` and `seats`."""
    return read_box(box_text(*boards, tiles=tiles, figures=figures, **numbers), "test")


# ---- What is said --------------------------------------------------------------------------------------------------


def begin(box: Box, seats: int = 2, first: int = 1, deal: str = "") -> Table:
    """A new game of which the host named the first seat, with these opening hands."""
    return say(GAME.setup(box, seats, {"first": str(first)}, 1), ", ".join(deal.split()))


def say(table: Table, texts: str) -> Table:
    """Texts separated by commas, each said by whoever is asked, chance too. Who plays a tile at the beginning of a
    turn draws that very tile first."""
    for text in filter(None, map(str.strip, texts.split(","))):
        action = GAME.read(table, text)
        if isinstance(action, PlaceTile | Cash | Counsel) and Draw() in GAME.legal(table, actors(table)[0]):
            table = answer(answer(table, Draw()), Given(action.tile))
        table = answer(table, action)
    return table


def answer(table: Table, action: object) -> Table:
    """What the one who is asked says."""
    return play(GAME, table, actors(table)[0], action)


def refused(table: Table, text: str, seat: int | None = None) -> tuple[str, str]:
    """The rule that forbids it, and the key of the sentence; the seat, from 1, is the one that is asked if not told."""
    who = actors(table)[0] if seat is None else Seat(seat - 1)
    with pytest.raises(IllegalAction) as caught:
        play(GAME, table, who, GAME.read(table, text))
    return caught.value.rule, caught.value.key


# ---- What lies there -----------------------------------------------------------------------------------------------


def may_say(table: Table) -> list[str]:
    """Everything that the one who is asked may say."""
    return [GAME.write(table, action) for action in GAME.legal(table, actors(table)[0])]


def asked(table: Table) -> tuple[int, str]:
    """Who is asked, from 1 (chance is 0), and what."""
    seen = open_view(table)
    return seen.asked[0] + 1, seen.question


def open_view(table: Table) -> View:
    """What a spectator sees."""
    return view(table, None)


def saga(table: Table) -> tuple[int, ...]:
    """Saga points by seat."""
    return GAME.score(table)


def in_front(table: Table, seat: int) -> dict[str, int]:
    """The figures in front of a player, seats from 1."""
    return {kind: number for kind, number in open_view(table).players[seat - 1].in_front if number}


def hand(table: Table, seat: int) -> list[str]:
    """The tiles of a hand, seats from 1."""
    return [write_tile(tile, table.state.act + 1) for tile in view(table, Seat(seat - 1)).hand]


def board(table: Table) -> str:
    """The board in a line: `1thane . +4 | # _ gorge`; a figure has its owner in front."""
    seen = open_view(table)
    rows = table.box.boards[seen.act - 1].rows
    shown = {f.space: f"{f.seat + 1}{f.kind}" for f in seen.figures}
    shown |= {lying.space: write_tile(lying.tile, seen.act) for lying in seen.tiles}
    marked = [[(chr(97 + x) + str(y + 1), mark) for x, mark in enumerate(row)] for y, row in enumerate(rows)]
    return " | ".join(" ".join(shown.get(name, mark.replace(" ", "_")) for name, mark in row) for row in marked)


# ---- Scores --------------------------------------------------------------------------------------------------------


def figures_of(drawing: str, **figures: str) -> dict[str, FigureScore]:
    """Every figure of a drawn board, explained, by its label."""
    drawn = read_drawing(drawing, figures)
    label = {space: label for label, space in drawn.labels.items()}
    return {label[figure.space]: figure for figure in explain(drawn.box, drawn.state)}


def points(drawing: str, **figures: str) -> dict[str, int]:
    """What every figure of a drawn board scores, by its label."""
    return {label: figure.points for label, figure in figures_of(drawing, **figures).items()}


def terms(figure: FigureScore) -> tuple[list[int], list[int]]:
    """What the tiles of its row and of its column count, in reading order."""
    return [term.counts for term in figure.row], [term.counts for term in figure.column]


def tile(word: str, act: int = 1) -> Tile:
    """A tile of the notation, without a cash."""
    ability, value = re.fullmatch(r"([a-z]*)([+-]\d+)?", word).groups()
    return Tile(act, int(value or 0), LONG.get(ability, ""))
