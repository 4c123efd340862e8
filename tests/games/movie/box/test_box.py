"""The box: contents of the built-in one, compilation for the rules, and errors in faulty ones."""

import hashlib
import inspect
import re
import tomllib
from collections import Counter
from dataclasses import FrozenInstanceError
from itertools import groupby
from pathlib import Path

import pytest

from heorot.engine.errors import BadBox
from heorot.engine.kernels.bits import members
from heorot.games.movie.box import box as module
from heorot.games.movie.box.box import Box, built_in, open_box, read_box
from heorot.games.movie.model import state
from heorot.games.movie.model.components import ABILITY_WORDS, KIND_WORDS, Tile
from tests.support.box_files import (
    GONE,
    Sheet,
    change,
    check_spoilt,
    edit,
    lack_anything,
    reasons_in,
    refused,
    replace_values,
    spoil_lists,
)

BOXES = Path(__file__).parents[1] / "boxes"
CROOKED = open_box(str(BOXES / "crooked.toml"))
TINY = open_box(str(BOXES / "tiny.toml"))
ALL = {"built-in": built_in(), "crooked": CROOKED, "tiny": TINY}
SOURCES = {"rulebook", "report", "ours"}

any_box = pytest.mark.parametrize("box", ALL.values(), ids=ALL)


def named(box: Box, act: int, mask: int) -> str:
    """Write a set of spaces as text: `a1 b1`."""
    return " ".join(box.boards[act - 1].names[space] for space in members(mask))


def row_of(box: Box, act: int, name: str) -> str:
    return named(box, act, box.printed.row[act - 1][box.boards[act - 1].numbers[name]])


def column_of(box: Box, act: int, name: str) -> str:
    return named(box, act, box.printed.column[act - 1][box.boards[act - 1].numbers[name]])


def beside(box: Box, act: int, name: str) -> str:
    return named(box, act, box.printed.beside[act - 1][box.boards[act - 1].numbers[name]])


# ---- The built-in box ----------------------------------------------------------------------------------------------


def test_m1_1_two_to_four_players():
    assert built_in().players == (2, 4)


def test_m1_2_each_player_owns_ten_figures():
    printed = built_in().printed
    assert (printed.figures, printed.diamonds) == ([1, 2, 3, 4], [4, 3, 2, 1])


def test_m1_3_fifty_saga_points():
    assert built_in().printed.saga_points == 50


def test_m1_4_three_sets_of_tiles():
    rows = tomllib.loads(built_in().text)["tile"]
    expected = [sum(row["count"] for row in act["rows"]) for act in rows]
    assert [mask.bit_count() for mask in built_in().printed.tiles] == expected == [24, 24, 48]


def test_m1_6_two_tiles_in_a_hand():
    assert built_in().printed.hand == 2


def test_m3_5_longships_alone_return():
    assert built_in().printed.returns == [0, 0, 0, 1]


def test_m3_9_the_third_board_lies_diagonally():
    box = built_in()
    assert [len(board.spaces) for board in box.boards] == [25, 25, 51]
    assert row_of(box, 3, "a1") == "a1 b1 c1 d1"
    assert column_of(box, 3, "a1") == "a1 a2 a3 a4"
    assert row_of(box, 3, "h5") == "b5 c5 d5 e5 f5 g5 h5"
    assert column_of(box, 3, "e5") == "e2 e3 e4 e5 e6 e7 e8"
    assert beside(box, 3, "b5") == "b4 c5"
    assert beside(box, 3, "e5") == "e4 d5 f5 e6"


def test_m4_11_three_gorges_are_printed_on_the_second_board():
    printed = built_in().printed
    assert [named(built_in(), act, printed.gorges[act - 1]) for act in (1, 2, 3)] == ["", "d2 c3 b4", ""]
    assert row_of(built_in(), 2, "a3") == "a3 b3 c3 d3 e3"


def test_only_the_built_in_box_is_marked_as_built_in():
    assert built_in().built_in
    assert not read_box(built_in().text, "copy.toml").built_in
    assert built_in() is built_in()


def test_the_rulebook_shows_the_tiles_of_its_full_act():
    example = built_in().examples[0]
    words = [word for word in example.board.split() if word not in dict(example.figures)]
    names = {"horn": "royal_dragon_horn", "counsel": "good_counsel"}
    shown = Counter()
    for word in words:
        name, value = re.fullmatch(r"([a-z]*)([+-]\d+)?", word).groups()
        shown[int(value or 0), names.get(name, name)] += 1
    assert shown == Counter({(row.tile.value, row.tile.ability): row.seen for row in built_in().tiles if row.seen})


def test_x1_x2_the_box_has_both_examples():
    full, small = built_in().examples
    assert dict(full.points) == {"A": -2, "B": 11, "C": 20, "D": 27, "E": 8, "F": -20, "G": 36}
    assert dict(full.sums)["G"] == 9
    assert dict(small.points) == {"T": 9, "A": -1, "B": -2, "C": -2}
    assert dict(small.figures)["C"] == "castle"


# ---- Sources -------------------------------------------------------------------------------------------------------


def leaves(node: object, path: str = "") -> list[str]:
    """Yield the path of every value in a parsed file, independently of the box."""
    if isinstance(node, dict):
        pairs = [(f"{path}.{key}".strip("."), value) for key, value in node.items()]
    elif isinstance(node, list) and all(isinstance(part, dict) for part in node):
        called = [part.get("kind") or (f"act {part['act']}" if "act" in part else n) for n, part in enumerate(node, 1)]
        pairs = [(f"{path}[{name}]", part) for name, part in zip(called, node, strict=True)]
    else:
        return [path]
    return [leaf for name, value in pairs for leaf in leaves(value, name)]


def test_every_value_of_the_built_in_box_has_a_source():
    sourced = {path: source for path, _, source in built_in().sourced()}
    labels = ("act", "kind", "name", "source")
    assert set(sourced) == {p for p in leaves(tomllib.loads(built_in().text)) if p.split(".")[-1] not in labels}
    assert set(sourced.values()) <= SOURCES


def test_proposed_values_are_never_sourced_as_printed():
    sourced = {path: source for path, _, source in built_in().sourced()}
    assert {source for path, source in sourced.items() if re.match(r"tile.*\.(cash|count)$", path)} == {"ours"}
    assert {source for path, source in sourced.items() if re.match(r"(board|tile)\[act [23]\]", path)} == {"ours"}
    assert sourced["tile[act 1].rows[11].value"] == "rulebook"  # the Treasure of the full act
    assert sourced["tile[act 1].rows[12].value"] == "ours"  # a Treasure that no example shows


def test_sources_of_fields_match_the_sourced_values():
    assert {source for _, source in built_in().sources} == {"rulebook"}
    assert {figure.source for figure in built_in().figures} == {"rulebook"}
    assert [board.source for board in built_in().boards] == ["rulebook", "ours", "ours"]
    assert {row.source for row in built_in().tiles} == {"ours"}


def test_another_box_may_leave_sources_out():
    assert {source for _, _, source in TINY.sourced()} == {""}
    sourced = {path: source for path, _, source in CROOKED.sourced()}
    assert sourced["tile[act 1].rows[1].count"] == "made up"
    assert sourced["tile[act 1].rows[13].count"] == "made up later"


# ---- Compilation for the rules --------------------------------------------------------------------------------------


def test_words_have_the_numbers_of_state():
    assert [getattr(state, word.upper()) for word in KIND_WORDS] == list(range(state.KINDS))
    assert [getattr(state, (word or "plain").upper()) for word in ABILITY_WORDS] == list(range(state.NOTHING))


def test_figures_are_ordered_by_kind_and_not_by_the_file():
    assert CROOKED.printed.diamonds == [5, 3, 2, 1]
    assert CROOKED.printed.figures == [1, 1, 2, 3]
    assert TINY.printed.figures == [0, 1, 0, 1]


def test_m3_9_a_hole_separates_runs():
    assert row_of(CROOKED, 1, "a2") == "a2 b2"
    assert row_of(CROOKED, 1, "f2") == "d2 e2 f2 g2"
    assert column_of(CROOKED, 1, "c1") == "c1"
    assert column_of(CROOKED, 1, "c4") == "c3 c4"
    assert column_of(CROOKED, 1, "d1") == "d1 d2"
    assert beside(CROOKED, 1, "b2") == "b1 a2 b3"


def runs(lines: list[list[str]]) -> dict[str, str]:
    """Return the run of each named space in lines of names; empty names are holes."""
    parts = [list(part) for line in lines for hole, part in groupby(line, key=lambda name: not name) if not hole]
    return {name: " ".join(part) for part in parts for name in part}


@any_box
@pytest.mark.parametrize("act", [1, 2, 3])
def test_m3_9_rows_and_columns_match_the_drawing(box, act):
    drawn = box.boards[act - 1].rows
    wide = [row.ljust(26) for row in drawn]
    grid = [["" if mark == " " else f"{chr(97 + x)}{y}" for x, mark in enumerate(row)] for y, row in enumerate(wide, 1)]
    rows, columns = runs(grid), runs([list(column) for column in zip(*grid, strict=True)])
    assert {name: row_of(box, act, name) for name in box.boards[act - 1].names} == rows
    assert {name: column_of(box, act, name) for name in box.boards[act - 1].names} == columns


@any_box
def test_spaces_are_named_in_reading_order(box):
    for act, board in enumerate(box.boards):
        assert board.act == act + 1
        assert list(board.spaces) == sorted(board.spaces, key=lambda place: (place[1], place[0]))
        assert [board.numbers[name] for name in board.names] == list(range(len(board.spaces)))
        assert box.printed.spaces[act] == (1 << len(board.spaces)) - 1
        assert [*members(box.printed.gorges[act])] == list(board.gorges)


@any_box
def test_m4_7_spaces_beside_each_other(box):
    for act, board in enumerate(box.boards):
        for one, (x, y) in enumerate(board.spaces):
            near = [space for space, (a, b) in enumerate(board.spaces) if abs(a - x) + abs(b - y) == 1]
            assert [*members(box.printed.beside[act][one])] == near


@any_box
def test_faces_are_in_the_order_of_the_file(box):
    for act in (1, 2, 3):
        rows = [row.tile for row in box.tiles if row.tile.act == act]
        assert [tile for tile in box.faces.values() if tile.act == act] == list(dict.fromkeys(rows))
    assert [box.face_of(tile) for tile in box.faces.values()] == list(box.faces)
    with pytest.raises(KeyError):
        box.face_of(Tile(1, 98))


@any_box
def test_every_copy_has_its_face(box):
    printed, tiles = box.printed, Counter({row.tile: 0 for row in box.tiles})
    for act in range(3):
        assert printed.tiles[act] == (1 << printed.tiles[act].bit_count()) - 1
        for copy_ in members(printed.tiles[act]):
            face = printed.face[act * 64 + copy_]
            assert printed.copies[face] >> copy_ & 1
            tiles[box.faces[face]] += 1
        assert [act * 64 + first for first in members(printed.faces[act])] == [f for f in box.faces if f >> 6 == act]
    assert tiles == Counter(box.copies)


@any_box
def test_compiled_faces_have_the_values_of_their_tiles(box):
    for face, tile in box.faces.items():
        shown = (box.printed.value[face], ABILITY_WORDS[box.printed.ability[face]], box.printed.cash[face])
        assert shown == (tile.value, tile.ability, tile.cash)


@any_box
def test_m4_7_good_counsels_are_numbered(box):
    counsels = [face for face, tile in box.faces.items() if tile.ability == "good_counsel"]
    assert box.printed.counsel_face[: len(counsels)] == counsels
    assert [box.printed.counsel_number[face] for face in counsels] == list(range(len(counsels)))
    copies = [sum(box.printed.copies[face] for face in counsels if face >> 6 == act) for act in range(3)]
    assert box.printed.counsels == copies


def test_equal_rows_are_one_face_with_its_copies_side_by_side():
    face = CROOKED.face_of(Tile(1, 3))
    assert [row.source for row in CROOKED.tiles if row.tile == Tile(1, 3)] == ["made up", "made up later"]
    assert (face, CROOKED.printed.copies[face]) == (0, 0b11)
    assert CROOKED.faces[2] == Tile(1, -2)


def test_equal_treasures_with_different_treasure_values_are_two_faces():
    assert CROOKED.face_of(Tile(3, -2, "treasure", 9)) != CROOKED.face_of(Tile(3, -2, "treasure", 4))


# ---- Text and hash -------------------------------------------------------------------------------------------------


def test_the_hash_of_a_box_ignores_line_endings():
    text = built_in().text
    assert built_in().hash == hashlib.sha256(text.encode()).hexdigest()
    for same in (text + "\n", text + "\n\n  \n", text.replace("\n", "\r\n")):
        assert read_box(same, "same.toml").hash == built_in().hash
    assert read_box(text + " # changed", "other.toml").hash != built_in().hash


def test_a_file_with_a_byte_order_mark_is_read(tmp_path):
    file = tmp_path / "box.toml"
    file.write_bytes(b"\xef\xbb\xbf" + TINY.text.encode())
    assert open_box(str(file)) == TINY


def test_a_margin_around_a_map_is_not_part_of_the_board():
    box = read_box(edited({"board.0.map": "\n\n    .\n   . #\n\n"}), "box.toml")
    assert box.boards[0].rows == (" .", ". #")


# ---- Faulty boxes --------------------------------------------------------------------------------------------------


def edited(changes: dict[str, object], box: Box = TINY) -> str:
    """Return the text of a box with some values changed: `tile.0.rows.1.count`."""
    return edit(box.text, changes)


def refusal(text: str) -> BadBox:
    return refused(read_box, text)


EXAMPLE = {"name": "e", "board": "A +1", "figures": {"A": "thane"}, "points": {"A": 3}}
FIGURE = {"kind": "thane", "diamonds": 3, "count": 1, "returns": False}
COUNSELS = [{"ability": "good_counsel", "value": value, "count": 1} for value in range(9)]
SIXTY = [{"value": value, "count": 1} for value in range(60)]

FAULTS = [  # the reason, its path, and the changes of the tiny box
    ("unknown-key", "boards", {"boards": []}),
    ("unknown-key", "box.colour", {"box.colour": "red"}),
    ("unknown-key", "box.'\\x1b[31m'", {"box.\x1b[31m": 1}),
    ("unknown-key", "board[1].akt", {"board.0": {"akt": 1, "map": ".."}}),
    ("unknown-key", "tile[act 2].rows[1].vlaue", {"tile.1.rows.0.vlaue": 3}),
    ("unknown-key", "example[1].points.B", {"example": [EXAMPLE | {"points": {"B": 1}}]}),
    ("missing-key", "box", {"box": GONE}),
    ("missing-key", "figure[thane].returns", {"figure.0.returns": GONE}),
    ("missing-key", "tile[act 1].rows[1].value", {"tile.0.rows.0.value": GONE}),
    ("missing-key", "example[1].points", {"example": [{k: v for k, v in EXAMPLE.items() if k != "points"}]}),
    ("not-a-whole-number", "box.hand", {"box.hand": 1.0}),
    ("not-a-whole-number", "box.year", {"box.year": "2024"}),
    ("not-a-whole-number", "tile[act 1].rows[1].count", {"tile.0.rows.0.count": True}),
    ("not-true-or-false", "figure[longship].returns", {"figure.1.returns": 1}),
    ("not-text", "box.title", {"box.title": 7}),
    ("not-text", "board[act 1].map", {"board.0.map": [".."]}),
    ("not-printable", "box.title", {"box.title": "\x1b[2J"}),
    ("not-a-line", "box.designer", {"box.designer": "one\ntwo"}),
    ("not-a-line", "box.title", {"box.title": ""}),
    ("not-a-line", "figure[thane].source", {"figure.0.source": "x" * 201}),
    ("not-a-list", "tile", {"tile": {}}),
    ("not-a-table", "box", {"box": 3}),
    ("not-a-table", "tile[act 1].rows[2]", {"tile.0.rows.1": 3}),
    ("out-of-range", "box.hand", {"box.hand": 9}),
    ("out-of-range", "box.hand", {"box.hand": 0}),
    ("out-of-range", "box.saga_points", {"box.saga_points": 10**400}),
    ("out-of-range", "board[1].act", {"board.0.act": 0}),
    ("out-of-range", "figure[thane].count", {"figure.0.count": 16}),
    ("out-of-range", "figure[thane].diamonds", {"figure.0.diamonds": 10}),
    ("out-of-range", "tile[act 1].rows[1].count", {"tile.0.rows.0.count": 0}),
    ("out-of-range", "tile[act 1].rows[1].value", {"tile.0.rows.0.value": -100}),
    ("bad-players", "box.players", {"box.players": [3, 2]}),
    ("bad-players", "box.players", {"box.players": [2, 5]}),
    ("bad-players", "box.players", {"box.players": [1, 2]}),
    ("bad-players", "box.players", {"box.players": [2]}),
    ("no-figures", "figure", {"figure": []}),
    ("unknown-kind", "figure[dragon].kind", {"figure.0.kind": "dragon"}),
    ("duplicate-kind", "figure[thane].kind", {"figure": [FIGURE, FIGURE]}),
    ("duplicate-act", "board[act 2].act", {"board.0.act": 2}),
    ("missing-act", "tile", {"tile.2": GONE}),
    ("missing-act", "board", {"board": []}),
    ("unknown-mark", "board[act 1].map", {"board.0.map": "..\n.x"}),
    ("unknown-mark", "board[act 1].map", {"board.0.map": "..\t."}),
    ("empty-map", "board[act 1].map", {"board.0.map": "\n  \n"}),
    ("no-open-space", "board[act 1].map", {"board.0.map": "##"}),
    ("map-too-large", "board[act 1].map", {"board.0.map": "." + " " * 25 + "."}),
    ("map-too-large", "board[act 1].map", {"board.0.map": "." + "\n" * 99 + "."}),
    ("too-many-spaces", "board[act 1].map", {"board.0.map": "\n".join(["." * 8] * 8)}),
    ("unknown-ability", "tile[act 1].rows[2].ability", {"tile.0.rows.1.ability": "good counsel"}),
    ("unknown-ability", "tile[act 1].rows[2].ability", {"tile.0.rows.1.ability": "plain"}),
    ("more-seen-than-there-are", "tile[act 1].rows[1].seen", {"tile.0.rows.0.seen": 3}),
    ("too-few-tiles", "tile[act 1].rows", {"tile.0.rows.0": GONE}),
    ("too-few-tiles", "tile[act 3].rows", {"tile.2.rows": []}),
    ("too-few-tiles", "tile[act 2].rows", {"box.players": [2, 3]}),
    ("too-many-tiles", "tile[act 1].rows", {"tile.0.rows": [{"value": 1, "count": 32}] * 2}),
    ("too-many-counsels", "tile", {"tile.0.rows": COUNSELS}),
    ("too-many-choices", "tile", {"tile.0.rows": SIXTY, "tile.1.rows.0.count": 63}),
    ("figure-not-on-board", "example[1].figures.B", {"example": [EXAMPLE | {"figures": {"B": "thane"}}]}),
]


@pytest.mark.parametrize(("reason", "where", "changes"), FAULTS)
def test_a_fault_is_refused_with_its_reason_and_path(reason, where, changes):
    error = refusal(edited(changes))
    assert (error.key, error.where) == (f"box.{reason}", where)


LIMITS = [  # the largest and smallest values that are allowed
    {"box.title": "x" * 200},
    {"box.year": 1},
    {"box.year": 9999},
    {"box.saga_points": -1_000_000},
    {"box.saga_points": 1_000_000},
    {"figure.0.count": 0, "figure.0.diamonds": 0},
    {"figure.0.count": 15, "figure.0.diamonds": 9},
    {"figure.0": GONE},
    {"board.0.map": "." * 26 + "\n" * 98 + "."},
    {"board.0.map": "\n".join(["." * 9] * 7)},
    {"tile.0.rows": [{"value": 99, "count": 63, "seen": 63}]},
    {"tile.0.rows.0.ability": "treasure", "tile.0.rows.0.cash": 999},
    {"tile.0.rows": COUNSELS[:7]},
    {"box.players": [2, 4], "box.hand": 8} | {f"tile.{act}.rows.0.count": 32 for act in range(3)},
    {"example": []},
]

BEYOND = [
    {"box.year": 0},
    {"box.year": 10_000},
    {"box.saga_points": -1_000_001},
    {"box.saga_points": 1_000_001},
    {"figure.0.diamonds": -1},
    {"figure.0.count": -1},
    {"tile.0.rows.0.value": 100},
    {"tile.0.rows.0.count": 64},
    {"tile.0.rows.0.seen": -1},
    {"tile.0.rows.0.seen": 64},
    {"tile.0.rows.0.ability": "treasure", "tile.0.rows.0.cash": 1000},
    {"tile.0.rows.0.ability": "treasure", "tile.0.rows.0.cash": -1},
    {"board.0.act": 4},
]


@pytest.mark.parametrize("changes", LIMITS)
def test_a_box_at_a_limit_is_accepted(changes):
    assert read_box(edited(changes), "my.toml").printed


@pytest.mark.parametrize("changes", BEYOND)
def test_a_box_beyond_a_limit_is_refused(changes):
    assert refusal(edited(changes)).key == "box.out-of-range"


@pytest.mark.parametrize(
    ("changes", "params"),
    [
        ({"board.0.map": "..\n.x"}, {"mark": "'x'", "row": 2, "column": 2}),
        ({"board.0.map": "\n".join(["." * 8] * 8)}, {"spaces": 64, "most": 63}),
        ({"tile.0.rows": [{"value": 1, "count": 32}] * 2}, {"tiles": 64, "most": 63}),
        ({"tile.0.rows": COUNSELS}, {"faces": 10, "most": 8}),
        ({"box.players": [2, 3]}, {"tiles": 2, "needed": 3}),
        ({"tile.0.rows": SIXTY, "tile.1.rows.0.count": 55}, {"choices": 4160, "most": 4032}),
        ({"board.0": GONE}, {"act": 1}),
        ({"box.hand": 9}, {"low": 1, "high": 8}),
        ({"figure.0.kind": "dragon"}, {"word": "dragon", "known": "beowulf, thane, castle, longship"}),
    ],
)
def test_a_fault_has_the_parameters_of_its_sentence(changes, params):
    error = refusal(edited(changes))
    assert error.params == params | {"file": "my.toml", "where": error.where}


def test_a_tile_is_a_value():
    assert Tile(2) == Tile(2, 0, "", 0)
    assert len({Tile(1, 3), Tile(1, 3), Tile(2, 3)}) == 2


def test_a_parsed_box_is_immutable():
    box = built_in()
    for part, field in ((box, "hand"), (box.tiles[0].tile, "value"), (box.tiles[0], "seen"), (box.boards[1], "source")):
        with pytest.raises(FrozenInstanceError):
            setattr(part, field, 1)
    assert hash(box) == hash(built_in())


def test_m4_3_cash_is_for_treasures_and_every_treasure_has_it():
    error = refusal(edited({"tile.0.rows.0.cash": 4}))
    assert (error.key, error.where) == ("box.cash-without-treasure", "tile[act 1].rows[1].cash")
    assert error.params["rule"] == "M4.3"
    error = refusal(edited({"tile.0.rows.0.ability": "treasure"}))
    assert (error.key, error.where) == ("box.missing-key", "tile[act 1].rows[1].cash")


@pytest.mark.parametrize("value", [-1, 0, GONE])
def test_m4_5_mead_is_a_boon(value):
    error = refusal(edited({"tile.0.rows.0.ability": "mead", "tile.0.rows.0.value": value}))
    assert (error.key, error.where) == ("box.mead-is-a-boon", "tile[act 1].rows[1].value")
    assert error.params["rule"] == "M4.5"


@pytest.mark.parametrize("ability", ["gorge", "treachery"])
def test_m4_13_a_gorge_and_a_treachery_have_no_value_of_their_own(ability):
    error = refusal(edited({"tile.0.rows.0.ability": ability}))
    assert (error.key, error.where) == ("box.value-not-allowed", "tile[act 1].rows[1].value")
    assert (error.params["rule"], error.params["ability"]) == ("M4.13", ability)


@pytest.mark.parametrize("ability", ["golden_statue", "good_counsel", "royal_dragon_horn", "drunkenness", "temptation"])
def test_m1_5_other_specials_may_have_any_value(ability):
    for value in (-99, 0, 99):
        changes = {"tile.0.rows.0.ability": ability, "tile.0.rows.0.value": value}
        assert Tile(1, value, ability) in read_box(edited(changes), "my.toml").copies


def test_m2_8_the_longest_hand_of_good_counsels_still_fits():
    assert read_box(edited({"tile.0.rows": SIXTY, "tile.1.rows.0.count": 53}), "my.toml")
    assert refusal(edited({"tile.0.rows": SIXTY, "tile.1.rows.0.count": 54})).params["most"] < state.LONGEST_LIST
    assert read_box(edited({"tile.0.rows": SIXTY[:53], "tile.1.rows.0.count": 63}), "my.toml")
    assert refusal(edited({"tile.0.rows": SIXTY[:54], "tile.1.rows.0.count": 63})).key == "box.too-many-choices"


@pytest.mark.parametrize(
    ("text", "where"),
    [("[box]\ntitle = \n", "2:8"), ("[box", "1:5"), ("a = 1\na = 2", "2:6"), ("x" + "[" * 99_999, "1:2")],
)
def test_invalid_toml_is_refused_with_line_and_column(text, where):
    error = refusal(text)
    assert (error.key, error.where) == ("box.not-toml", where)
    assert where == f"{error.params['line']}:{error.params['column']}"


@pytest.mark.parametrize("text", ["a = " + "[" * 9_999, "a = " + "9" * 9_999, "a = 2024-13-41", "\x00", '"'])
def test_errors_of_the_toml_parser_become_refusals(text):
    assert refusal(text).key == "box.not-toml"


def unreadable(file: Path) -> BadBox:
    with pytest.raises(BadBox) as caught:
        open_box(str(file))
    assert caught.value.file == str(file)
    assert caught.value.where
    return caught.value


def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    assert unreadable(tmp_path).key == "box.cannot-be-read"
    assert unreadable(tmp_path / "missing.toml").key == "box.cannot-be-read"
    assert unreadable(tmp_path / "with\0zero").key == "box.cannot-be-read"


def test_a_file_that_is_not_text_is_refused(tmp_path):
    file = tmp_path / "box.toml"
    file.write_bytes(b"# caf\xe9\n")
    assert (unreadable(file).key, unreadable(file).where) == ("box.not-utf-8", "byte 6")
    file.write_bytes(b"#" * 1_000_001)
    assert unreadable(file).key == "box.file-too-large"
    file.write_bytes(b"#" * 1_000_000)
    assert unreadable(file).key == "box.missing-key"
    assert (refusal("# \ud800").key, refusal("# \ud800").where) == ("box.not-utf-8", "character 3")


# ---- Every reason, and randomly broken boxes -----------------------------------------------------------------------

ELSEWHERE = {  # reasons with a test of their own
    "not-toml", "not-utf-8", "cannot-be-read", "file-too-large",
    "cash-without-treasure", "mead-is-a-boon", "value-not-allowed",
}  # fmt: skip
REASONS = ELSEWHERE | {reason for reason, _, _ in FAULTS}


def test_every_reason_has_a_test():
    files = {inspect.getsourcefile(kind) for kind in (module.Box, module.TomlTable)}
    assert reasons_in(files) - {"utf-8", "utf-8-sig"} == REASONS


WRONG = [GONE, "x", "", "..\n#.", "\x1b", -1, 0, 1, 4, 64, 10**9, 1.5, float("inf"), True, [], [[]], {}, {"x": 1}, [{}]]


def spoil_values(sheet: Sheet) -> list[Sheet]:
    return replace_values(sheet, WRONG)


def spoil_acts(sheet: Sheet) -> list[Sheet]:
    """Return a box with the boards and tiles of an act renumbered."""
    places = [(f"{key}.{n}.act", act) for key in ("board", "tile") for n in range(3) for act in (1, 2, 3)]
    return [change(sheet, path, act) for path, act in places]


def spoil_maps(sheet: Sheet) -> list[Sheet]:
    """Yield a map with each mark replaced, and maps beyond every limit."""
    changes = []
    for number, board in enumerate(sheet["board"]):
        old, marks = board["map"], ("#", " ", "x", "\n", "\t", "")
        marked = [old[:at] + mark + old[at + 1 :] for at in range(len(old)) for mark in marks]
        others = [old * 30, old.replace(".", "#"), old.replace("\n", ""), old.replace("\n", " " * 9), " " + old]
        changes += [(f"board.{number}.map", new) for new in marked + others]
    return [change(sheet, path, value) for path, value in changes]


spoil = pytest.mark.parametrize("spoil", [spoil_values, spoil_lists, spoil_acts, spoil_maps])


@spoil
def test_a_corrupted_box_is_refused_with_a_reason_or_can_be_played(spoil):
    check_spoilt(read_box, spoil(tomllib.loads(TINY.text)), REASONS)


@pytest.mark.heavy
@spoil
@any_box
def test_any_corrupted_box_is_refused_with_a_reason_or_can_be_played(box, spoil):
    check_spoilt(read_box, spoil(tomllib.loads(box.text)), REASONS)


def test_the_built_in_box_without_one_value_is_refused_or_can_be_played():
    check_spoilt(read_box, lack_anything(tomllib.loads(built_in().text)), REASONS)
