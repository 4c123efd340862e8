"""The scoring of the rules compared with an independent slow scorer, on random boards of random boxes: holes, printed
Gorges, every ability, and far more Gorges, Treacheries and Horns than in a real game."""

from random import Random

import pytest

from heorot.games.movie.box.box import Box, read_box
from heorot.games.movie.model.components import ABILITY_WORDS, KIND_WORDS, Tile
from heorot.games.movie.model.state import State
from heorot.games.movie.rules.abilities import lay
from heorot.games.movie.rules.game_flow import begin_act
from heorot.games.movie.rules.scoring import betrayed, points_on_board
from heorot.games.movie.table.analysis import FigureScore, Term, explain
from heorot.games.movie.table.table import open_table
from tests.games.movie.slow_scorer import (
    COLUMN,
    ROW,
    Figure,
    Layout,
    counts,
    face_down,
    figure_points,
    horns,
    layout_of,
    line,
    name_of,
    points,
    space_of,
)

BOARDS_OF_A_BOX = 12
LOUD = ("gorge", "treachery", "royal_dragon_horn")

# ---- Random boxes --------------------------------------------------------------------------------------------------


def drawing(rng: Random) -> str:
    """Draw a random map of at most 63 spaces, with holes and printed Gorges."""
    width, height = rng.choice([(1, 9), (9, 1), (2, 2), (3, 4), (5, 5), (7, 9), (9, 7), (12, 5), (4, 15), (26, 2)])
    holes, gorges = rng.choice([0, 0.1, 0.4]), rng.choice([0, 0.05, 0.2])
    rows = [["." if rng.random() >= holes else " " for _ in range(width)] for _ in range(height)]
    rows = [["#" if mark == "." and rng.random() < gorges else mark for mark in row] for row in rows]
    rows[0][0] = rows[-1][-1] = "."  # at least one open space, and the full width and height
    return "\n".join("".join(row) for row in rows)


def tile_row(rng: Random, ability: str) -> str:
    value = 0 if ability in ("gorge", "treachery") else rng.randint(1 if ability == "mead" else -7, 9)
    named = f'ability = "{ability}", ' if ability else ""
    cash = "cash = 5, " if ability == "treasure" else ""
    return f"  {{ {named}{cash}value = {value}, count = {rng.randint(1, 3)} }},"


def random_box(rng: Random) -> Box:
    """Make a random box with every ability in every act."""
    parts = ['[box]\ntitle = "Random"\ndesigner = "Chance"\nyear = 1\nplayers = [2, 4]\nsaga_points = 0\nhand = 1']
    for kind in rng.sample(KIND_WORDS, 4):
        parts.append(f'[[figure]]\nkind = "{kind}"\ndiamonds = {rng.randint(0, 9)}\ncount = 2\nreturns = true')
    for act in (1, 2, 3):
        rows = "\n".join(tile_row(rng, ability) for ability in ABILITY_WORDS)
        parts.append(f'[[board]]\nact = {act}\nmap = """\n{drawing(rng)}\n"""')
        parts.append(f"[[tile]]\nact = {act}\nrows = [\n{rows}\n]")
    return read_box("\n".join(parts), "random")


# ---- Random boards -------------------------------------------------------------------------------------------------


def random_tile(box: Box, rng: Random) -> Tile:
    """Choose a random tile; every third one has an ability that changes scores."""
    loud = rng.random() < 0.33
    return rng.choice([tile for tile in box.copies if not loud or tile.ability in LOUD])


def random_board(box: Box, act: int, rng: Random) -> tuple[State, Layout]:
    """Make the same random board twice: for the rules, and for the slow scorer."""
    s = open_table(box, 4, {"first": "1"}, 1).state.copy()
    begin_act(box.printed, s, act)
    board, numbers = layout_of(box.boards[act].rows), box.boards[act].numbers
    figures, filled = rng.random(), rng.choice([0.3, 0.7, 1])
    for space in sorted(board.open()):
        if rng.random() < filled:
            place(box, s, board, space, numbers[name_of(space)], rng.random() < figures * 0.7, rng)
    return s, board


def place(box: Box, s: State, board: Layout, space: tuple[int, int], number: int, figure: bool, rng: Random) -> None:
    if figure:
        seat, kind = rng.randrange(4), rng.randrange(4)
        s.figures[seat][kind] |= 1 << number
        s.open &= ~(1 << number)
        diamonds = next(f.diamonds for f in box.figures if f.kind == KIND_WORDS[kind])
        board.figures[space] = Figure(seat, diamonds)
    else:
        board.tiles[space] = random_tile(box, rng)
        lay(box.printed, s, box.face_of(board.tiles[space]), number)


# ---- Comparison ----------------------------------------------------------------------------------------------------


def check_terms(terms: tuple[Term, ...], board: Layout, start: tuple[int, int], ways) -> None:
    lost = face_down(board)
    assert {space_of(term.space): term.counts for term in terms} == counts(board, start, ways, lost)
    assert all(term.tile == board.tiles[space_of(term.space)] for term in terms)
    assert all(term.turned == (space_of(term.space) in lost) for term in terms)


def check_figure(score: FigureScore, board: Layout) -> None:
    start = space_of(score.space)
    check_terms(score.row, board, start, ROW)
    check_terms(score.column, board, start, COLUMN)
    whole = line(board, start, ROW, True) | line(board, start, COLUMN, True)
    hidden = whole - line(board, start, ROW) - line(board, start, COLUMN)
    assert {space_of(cut.space) for cut in score.cut_off} == {
        space for space in hidden if space in board.tiles and not board.is_gorge(space)
    }
    assert {space_of(name) for name in score.horns} == horns(board, start)
    assert score.diamonds == board.figures[start].diamonds
    assert score.sum == sum(term.counts for term in score.row + score.column)
    assert score.points == score.sum * (score.diamonds + len(score.horns))
    assert score.points == figure_points(board, start, face_down(board))


def check_board(box: Box, act: int, rng: Random) -> None:
    s, board = random_board(box, act, rng)
    scores = explain(box, s)
    assert sorted(space_of(score.space) for score in scores) == sorted(board.figures)
    for score in scores:
        assert score.seat == board.figures[space_of(score.space)].seat
        check_figure(score, board)
    turned = betrayed(box.printed, s)
    assert [points_on_board(box.printed, s, seat, turned) for seat in range(4)] == points(board, 4)


@pytest.mark.parametrize("seed", range(10))
def test_m3_3_m4_8_m4_9_m4_10_scores_are_those_of_the_rule_text(seed):
    rng = Random(seed)
    for _ in range(20):
        box = random_box(rng)
        for number in range(BOARDS_OF_A_BOX):
            check_board(box, number % 3, rng)


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(100, 110))
def test_m3_3_scores_are_those_of_the_rule_text_on_many_more_boards(seed):
    rng = Random(seed)
    for _ in range(200):
        box = random_box(rng)
        for number in range(BOARDS_OF_A_BOX):
            check_board(box, number % 3, rng)
