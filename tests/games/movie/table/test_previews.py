"""Previews of scores after an action. They depend on the board and the action only."""

from heorot.games.movie.game import GAME
from heorot.games.movie.table.analysis import Change, explain, preview
from heorot.games.movie.table.table import Table
from tests.games.movie.tables import begin, board, open_view, saga, say, small_box

BOX = small_box(
    "....|....|....", ".", ".",
    tiles="+1*2 +4*2 -2*2 horn*2 gorge treachery counsel valor+3 temptation-3 statue mead+5 drunkenness-5 treasure+2:7",
    figures="thane longship*2",
)  # fmt: skip
NEW = begin(BOX, deal="+1 +1")
LAST = begin(small_box("...", ".", ".", tiles=["+1*2 +4 -2 treachery", "+1*2", "+1*2"]), deal="+1 +1")


def change(table: Table, text: str) -> dict[str, tuple[int | None, int | None]]:
    """Return the points before and after of every figure that changes, by its new space: `1thane a1`."""
    return {name(c): (c.before and c.before.points, c.after and c.after.points) for c in changes(table, text)}


def changes(table: Table, text: str) -> tuple[Change, ...]:
    return preview(table, GAME.read(table, text))


def name(change: Change) -> str:
    figure = change.after or change.before
    return f"{figure.seat + 1}{figure.kind} {figure.space}"


def with_tile(moves: str, drawn: str) -> Table:
    """Return a table where a player has drawn this tile."""
    return say(NEW, f"{moves}, draw, {drawn}")


def test_m2_2_a_new_figure_has_no_score_before():
    table = say(NEW, "+4 a1, -2 b2")
    assert change(table, "thane b1") == {"1thane b1": (None, 6)}
    assert change(table, "longship d3") == {"1longship d3": (None, 0)}


def test_m2_3_a_draw_changes_nothing_yet():
    assert changes(say(NEW, "+4 a1, thane b1"), "draw") == ()


def test_m3_3_a_tile_changes_the_figures_in_its_row_and_column():
    table = with_tile("thane a1, longship c1, longship a3, thane d2", "+4")
    assert change(table, "+4 b1") == {"1thane a1": (0, 12), "2longship c1": (0, 4)}
    assert change(table, "+4 a2") == {"1thane a1": (0, 12), "1longship a3": (0, 4), "2thane d2": (0, 12)}
    assert change(table, "+4 b3") == {"1longship a3": (0, 4)}


def test_m4_3_a_treasure_that_is_returned_changes_no_figure():
    table = with_tile("thane a1, +4 b1", "treasure+2:7")
    assert changes(table, "cash treasure+2:7") == ()
    assert change(table, "treasure+2:7 c1") == {"1thane a1": (12, 18)}


def test_m4_4_drunkenness_on_a_mead():
    table = with_tile("thane a1, mead+5 b1", "drunkenness-5")
    assert change(table, "drunkenness-5 b1") == {"1thane a1": (15, -15)}


def test_m4_6_a_swap_is_previewed_with_its_second_half():
    table = say(NEW, "longship a1, +4 b2, thane c3, -2 b1, statue d1")
    assert changes(table, "swap b1") == ()
    assert changes(table, "keep") == ()
    table = say(table, "swap b1")
    assert change(table, "b2") == {"1longship a1": (-2, 4)}


def test_m4_7_a_counsel_moves_the_figure():
    table = with_tile("thane a1, +4 b2, -2 c1, longship d3", "counsel")
    assert change(table, "counsel a1-a2") == {"1thane a2": (-6, 12)}
    moved = changes(table, "counsel a1-a2")[0]
    assert (moved.before.space, moved.after.space) == ("a1", "a2")


def test_m4_7_the_preview_of_a_counsel_names_the_moved_one_of_two_equal_figures():
    table = with_tile("longship a1, +4 b2, longship d3, -2 c1", "counsel")
    moved = changes(table, "counsel d3-c3")
    assert [(c.before.space, c.after.space) for c in moved] == [("d3", "c3")]
    assert change(table, "counsel d3-c3") == {"1longship c3": (0, -2)}


def test_m4_8_a_horn_multiplies():
    table = with_tile("thane a1, +4 b1, longship b3, longship c3", "horn")
    assert change(table, "horn d1") == {"1thane a1": (12, 16)}
    assert changes(table, "horn d1")[0].after.horns == ("d1",)
    assert change(table, "horn b2") == {"1longship b3": (4, 8)}


def test_m4_8_a_horn_is_previewed_for_a_figure_without_points_too():
    table = with_tile("thane a1, longship d3", "horn")
    assert [(c.before.horns, c.after.horns) for c in changes(table, "horn d1")] == [((), ("d1",)), ((), ("d1",))]
    assert change(table, "horn d1") == {"1thane a1": (0, 0), "2longship d3": (0, 0)}


def test_m4_9_a_treachery_turns_boons_over():
    table = with_tile("thane a1, +4 c1, longship c3, -2 b1", "treachery")
    assert change(table, "treachery c2") == {"1thane a1": (6, -6), "1longship c3": (4, 0)}
    after = changes(table, "treachery c2")[0].after
    assert [(term.space, term.counts, term.turned) for term in after.row] == [("b1", -2, False), ("c1", 0, True)]


def test_m4_10_a_gorge_cuts_off_tiles():
    table = with_tile("thane a1, +4 c1, longship d1, -2 a3", "gorge")
    assert change(table, "gorge b1") == {"1thane a1": (6, -6)}
    assert [lost.space for lost in changes(table, "gorge b1")[0].after.cut_off] == ["c1"]
    assert change(table, "gorge a2") == {"1thane a1": (6, 12)}


def test_m4_12_a_removal_takes_away_the_points_of_the_tile():
    table = say(NEW, "thane a1, valor+3 b1, longship b2, temptation-3 c1")
    assert change(table, "remove b1") == {"1thane a1": (0, -9), "1longship b2": (3, 0)}
    assert changes(table, "keep") == ()


def test_m3_1_the_last_space_of_an_act_is_previewed_before_the_board_is_cleared():
    table = say(LAST, "thane a1, draw, +4, +4 b1, draw, -2")
    assert change(table, "-2 c1") == {"1thane a1": (12, 6)}
    assert (board(table), open_view(table).act) == ("1thane +4 .", 1)
    assert saga(say(table, "-2 c1")) == (6, 0)


def test_m3_1_the_last_space_is_previewed_also_if_a_figure_fills_it():
    table = say(LAST, "thane a1, +4 b1")
    assert change(table, "longship c1") == {"1longship c1": (None, 4)}
    assert saga(say(table, "longship c1")) == (12 + 4, 0)


def test_a_preview_leaves_the_table_as_it_is():
    table = with_tile("thane a1, +4 b1, longship b3, longship d3", "horn")
    before = (table.state.copy(), explain(table.box, table.state))
    changes(table, "horn d1")
    assert before == (table.state, explain(table.box, table.state))


def test_a_preview_matches_the_scores_after_the_action():
    table = with_tile("thane a1, valor+3 b1, longship b3, longship d3", "temptation-3")
    for action in GAME.legal(table, GAME.actors(table)[0]):
        after = GAME.apply(table, GAME.actors(table)[0], action)
        new = {c.after.space: c.after for c in preview(table, action)}
        assert explain(after.box, after.state) == tuple(
            new.get(figure.space, figure) for figure in explain(table.box, table.state)
        )
