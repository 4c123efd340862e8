"""Readers for the parts of a box file. Every error names the position and the reason."""

import re
from collections.abc import Iterator

from heorot.engine.content.toml_reader import TomlTable
from heorot.games.movie.model.components import (
    ABILITY_WORDS,
    HOLE_MARK,
    KIND_WORDS,
    MARKS,
    WITHOUT_VALUE,
    Board,
    Figure,
    ScoringExample,
    Tile,
    TileRow,
)
from heorot.games.movie.model.state import ACTS, COPIES, SEATS, SPACES

# Limits of a box, in addition to the capacities in state.py.
COLUMNS, ROWS = 26, 99  # a letter for each column
FEWEST_PLAYERS, BIGGEST_HAND, MOST_FIGURES, MOST_DIAMONDS = 2, 8, 15, 9
MOST_VALUE, MOST_CASH, MOST_POINTS = 99, 999, 1_000_000


def read_players(heading: TomlTable) -> tuple[int, int]:
    """M1.1: Read the fewest and the most players."""
    match heading.take("players", list):
        case [int(fewest), int(most)] if FEWEST_PLAYERS <= fewest <= most <= SEATS:
            return fewest, most
    raise heading.error_at("players", "bad-players", fewest=FEWEST_PLAYERS, most=SEATS)


def read_figures(sheet: TomlTable) -> tuple[Figure, ...]:
    """M1.2: Read the kinds of figures, each at most once."""
    figures: dict[str, Figure] = {}
    for part in sheet.tables("figure"):
        figure = read_figure(part)
        if figure.kind in figures:
            raise part.error_at("kind", "duplicate-kind", kind=figure.kind)
        figures[figure.kind] = figure
    if not figures:
        raise sheet.error_at("figure", "no-figures")
    return tuple(figures.values())


def read_figure(part: TomlTable) -> Figure:
    """M1.2, M3.5: Read a kind of figure."""
    part.reject_unknown_keys("kind", "diamonds", "count", "returns", "source")
    return Figure(
        kind=part.word("kind", KIND_WORDS, "unknown-kind"),
        diamonds=part.whole("diamonds", 0, MOST_DIAMONDS),
        count=part.whole("count", 0, MOST_FIGURES),
        returns=part.take("returns", bool),
        source=part.line("source", ""),
    )


def by_act(sheet: TomlTable, key: str, content: str) -> list[TomlTable]:
    """Return the tables of a list in the order of their acts; each act must be there once."""
    parts: dict[int, TomlTable] = {}
    for part in sheet.tables(key):
        part.reject_unknown_keys("act", content, "source")
        act = part.whole("act", 1, ACTS)
        if act in parts:
            raise part.error_at("act", "duplicate-act", act=act)
        parts[act] = part
    for act in range(1, ACTS + 1):
        if act not in parts:
            raise sheet.error_at(key, "missing-act", act=act)
    return [parts[act] for act in sorted(parts)]


def read_board(act: int, part: TomlTable) -> Board:
    """M3.9, M4.11: Read a board: a drawing of open spaces, printed Gorges and holes."""
    board = Board(act, read_map(part), part.line("source", ""))
    if len(board.rows) > ROWS or max(map(len, board.rows)) > COLUMNS:
        raise part.error_at("map", "map-too-large", columns=COLUMNS, rows=ROWS)
    if len(board.spaces) > SPACES - 1:
        raise part.error_at("map", "too-many-spaces", spaces=len(board.spaces), most=SPACES - 1)
    if len(board.spaces) == len(board.gorges):
        raise part.error_at("map", "no-open-space")
    return board


def read_map(part: TomlTable) -> tuple[str, ...]:
    """Read the rows of a map, without empty lines around it and without a margin on its left."""
    rows = [row.rstrip(HOLE_MARK) for row in part.text("map").split("\n")]
    for number, row in enumerate(rows, 1):
        if wrong := re.search(f"[^{re.escape(MARKS)}]", row):
            raise part.error_at("map", "unknown-mark", mark=ascii(wrong[0]), row=number, column=wrong.start() + 1)
    filled = [number for number, row in enumerate(rows) if row]
    if not filled:
        raise part.error_at("map", "empty-map")
    margin = min(len(row) - len(row.lstrip(HOLE_MARK)) for row in rows if row)
    return tuple(row[margin:] for row in rows[filled[0] : filled[-1] + 1])


def read_rows(act: int, part: TomlTable) -> Iterator[TileRow]:
    """M1.4: Read the tiles of an act. The source of the act is the default of its rows."""
    source = part.line("source", "")
    for row in part.tables("rows"):
        row.reject_unknown_keys("value", "ability", "cash", "count", "seen", "source")
        count = row.whole("count", 1, COPIES - 1)
        seen = row.whole("seen", 0, COPIES - 1, 0)
        if seen > count:
            raise row.error_at("seen", "more-seen-than-there-are", count=count)
        yield TileRow(read_tile(act, row), count, seen, row.line("source", source))


def read_tile(act: int, row: TomlTable) -> Tile:
    """M1.5: Read a tile with a value, an ability or both; M4.3: only a Treasure has a treasure value."""
    ability = row.word("ability", ABILITY_WORDS[1:], "unknown-ability") if "ability" in row.content else ""
    if ability != "treasure" and "cash" in row.content:
        raise row.error_at("cash", "cash-without-treasure", rule="M4.3")
    value = row.whole("value", -MOST_VALUE, MOST_VALUE, 0 if ability else None)
    if has_forbidden_value(ability, value):
        raise row.error_at("value", "value-not-allowed", rule="M4.13", ability=ability)
    if is_mead_without_boon(ability, value):
        raise row.error_at("value", "mead-is-a-boon", rule="M4.5")
    return Tile(act, value, ability, row.whole("cash", 0, MOST_CASH, None if ability == "treasure" else 0))


def has_forbidden_value(ability: str, value: int) -> bool:
    """M4.13: Return whether a tile has a value although its ability allows none."""
    return ability in WITHOUT_VALUE and value != 0


def is_mead_without_boon(ability: str, value: int) -> bool:
    """M4.5: Return whether a Mead has no positive value."""
    return ability == "mead" and value <= 0


def read_example(part: TomlTable) -> ScoringExample:
    """Read an example of scoring."""
    part.reject_unknown_keys("name", "board", "figures", "sums", "points", "source")
    board, figures = part.text("board"), part.table("figures")
    for letter in figures.content:
        if len(letter) != 1 or letter not in board.split():
            raise figures.error_at(letter, "figure-not-on-board")
    return ScoringExample(
        name=part.line("name"),
        board=board,
        figures=tuple((letter, figures.line(letter)) for letter in figures.content),
        sums=read_numbers(part.table("sums", {}), figures),
        points=read_numbers(part.table("points"), figures),
        source=part.line("source", ""),
    )


def read_numbers(numbers: TomlTable, figures: TomlTable) -> tuple[tuple[str, int], ...]:
    """Read numbers by figure of an example; not every figure needs one."""
    numbers.reject_unknown_keys(*figures.content)
    return tuple((letter, numbers.whole(letter, -MOST_POINTS, MOST_POINTS)) for letter in numbers.content)
