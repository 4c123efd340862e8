"""Short games for tests: boxes in a few words, actions in notation, and tables as text."""

import re
from collections.abc import Iterator

import pytest

from heorot.engine.errors import IllegalAction
from heorot.engine.game import play
from heorot.engine.seats import Seat
from heorot.games.movie.box.box import Box, read_box
from heorot.games.movie.game import GAME
from heorot.games.movie.model.actions import Cash, Counsel, Draw, Given, PlaceTile
from heorot.games.movie.model.components import Tile
from heorot.games.movie.scorepad.board_drawing import read_drawing
from heorot.games.movie.table.analysis import FigureScore, explain
from heorot.games.movie.table.notation import LONG_NAMES, write_tile
from heorot.games.movie.table.table import Table, actors
from heorot.games.movie.table.view import View, view

DIAMONDS = {"beowulf": 4, "thane": 3, "castle": 2, "longship": 1}

# ---- A box ---------------------------------------------------------------------------------------------------------


def box_text(*boards: str, tiles: str | list[str], figures: str, hand: int = 1, saga: int = 0, seats: int = 2) -> str:
    """Write the text of a box. Rows of a map are separated by bars, tiles and figures by blanks: `+1 counsel*3`. A
    single map or list of tiles is used for all three acts."""
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
    """Parse figures: `thane*2 longship` is two Thanes and one longship."""
    for word in words.split():
        name, _, count = word.partition("*")
        yield name, int(count or 1)


def tile_row(word: str) -> str:
    """Write a tile in notation as in a box file."""
    ability, value, cash = re.fullmatch(r"([a-z]*)([+-]\d+)?(?::(\d+))?", word).groups()
    said = {"ability": f'"{LONG_NAMES[ability]}"' if ability else None, "value": value and int(value), "cash": cash}
    return ", ".join(f"{key} = {content}" for key, content in said.items() if content is not None)


def small_box(*boards: str, tiles: str | list[str], figures: str = "thane*2 longship*2", **numbers: int) -> Box:
    """Make a box; the numbers are `hand`, `saga` and `seats`."""
    return read_box(box_text(*boards, tiles=tiles, figures=figures, **numbers), "test")


# ---- Actions -------------------------------------------------------------------------------------------------------


def begin(box: Box, seats: int = 2, first: int = 1, deal: str = "") -> Table:
    """Start a game with the first seat chosen by the host, and these opening hands."""
    return say(GAME.setup(box, seats, {"first": str(first)}, 1), ", ".join(deal.split()))


def say(table: Table, texts: str) -> Table:
    """Play actions separated by commas, those of chance included. Before a tile at the beginning of a turn, that tile
    is drawn."""
    for text in filter(None, map(str.strip, texts.split(","))):
        action = GAME.read(table, text)
        if isinstance(action, PlaceTile | Cash | Counsel) and Draw() in GAME.legal(table, actors(table)[0]):
            table = answer(answer(table, Draw()), Given(action.tile))
        table = answer(table, action)
    return table


def answer(table: Table, action: object) -> Table:
    """Play an action of the seat whose turn it is."""
    return play(GAME, table, actors(table)[0], action)


def refused(table: Table, text: str, seat: int | None = None) -> tuple[str, str]:
    """Return the rule that forbids an action, and the key of the error; the seat, from 1, is by default the one whose
    turn it is."""
    who = actors(table)[0] if seat is None else Seat(seat - 1)
    with pytest.raises(IllegalAction) as caught:
        play(GAME, table, who, GAME.read(table, text))
    return caught.value.rule, caught.value.key


# ---- Tables --------------------------------------------------------------------------------------------------------


def may_say(table: Table) -> list[str]:
    """Return the legal actions of the seat whose turn it is."""
    return [GAME.write(table, action) for action in GAME.legal(table, actors(table)[0])]


def asked(table: Table) -> tuple[int, str]:
    """Return the seat whose turn it is, from 1 (chance is 0), and the question."""
    seen = open_view(table)
    return seen.asked[0] + 1, seen.question


def open_view(table: Table) -> View:
    """Return the view of a spectator."""
    return view(table, None)


def saga(table: Table) -> tuple[int, ...]:
    """Return the saga points by seat."""
    return GAME.score(table)


def in_front(table: Table, seat: int) -> dict[str, int]:
    """Return the unused figures of a player, seats from 1."""
    return {kind: number for kind, number in open_view(table).players[seat - 1].in_front if number}


def hand(table: Table, seat: int) -> list[str]:
    """Return the tiles of a hand, seats from 1."""
    return [write_tile(tile, table.state.act + 1) for tile in view(table, Seat(seat - 1)).hand]


def board(table: Table) -> str:
    """Write the board in a line: `1thane . +4 | # _ gorge`; a figure has its owner in front."""
    seen = open_view(table)
    rows = table.box.boards[seen.act - 1].rows
    shown = {f.space: f"{f.seat + 1}{f.kind}" for f in seen.figures}
    shown |= {lying.space: write_tile(lying.tile, seen.act) for lying in seen.tiles}
    marked = [[(chr(97 + x) + str(y + 1), mark) for x, mark in enumerate(row)] for y, row in enumerate(rows)]
    return " | ".join(" ".join(shown.get(name, mark.replace(" ", "_")) for name, mark in row) for row in marked)


# ---- Scores --------------------------------------------------------------------------------------------------------


def figures_of(drawing: str, **figures: str) -> dict[str, FigureScore]:
    """Explain every figure of a drawn board, by its label."""
    drawn = read_drawing(drawing, figures)
    label = {space: label for label, space in drawn.labels.items()}
    return {label[figure.space]: figure for figure in explain(drawn.box, drawn.state)}


def points(drawing: str, **figures: str) -> dict[str, int]:
    """Return the points of every figure of a drawn board, by its label."""
    return {label: figure.points for label, figure in figures_of(drawing, **figures).items()}


def terms(figure: FigureScore) -> tuple[list[int], list[int]]:
    """Return the terms of a figure's row and column, in reading order."""
    return [term.counts for term in figure.row], [term.counts for term in figure.column]


def tile(word: str, act: int = 1) -> Tile:
    """Parse a tile in notation, without a treasure value."""
    ability, value = re.fullmatch(r"([a-z]*)([+-]\d+)?", word).groups()
    return Tile(act, int(value or 0), LONG_NAMES.get(ability, ""))
