"""Results of acts, derived from the history, and scores as sentences."""

from heorot.engine.naming import format_sum
from heorot.engine.seats import Seat
from heorot.engine.sentence import Sentence
from heorot.games.movie.game import GAME
from heorot.games.movie.model.state import OVER
from heorot.games.movie.table.analysis import Change, preview
from heorot.games.movie.table.results import act_results, ending, scored_board
from heorot.games.movie.table.table import Table
from heorot.games.movie.text.explanations import (
    account,
    arithmetic,
    tell_act,
    tell_changes,
    tell_ending,
    tell_preview,
    tell_sheet,
)
from tests.games.movie.tables import begin, figures_of, open_view, saga, say, small_box

ONE, TWO = Seat(0), Seat(1)
ACTS = small_box("...", "..", "..", tiles="+1*2 +3*2 -2*2 treasure+1:5*2", figures="thane longship", saga=10)
FIRST = say(begin(ACTS, deal="+1 +3"), "thane a1, cash treasure+1:5, longship b1, -2 c1")
SECOND = say(FIRST, "treasure+1:5 a1, thane b1")
DONE = say(SECOND, "+1 a1, longship b1")


def said(sentences: object) -> list[tuple[str, dict]]:
    """Return keys without their common prefix, and parameters that are not sentences."""
    plain = [(s.key.removeprefix("movie."), s.params) for s in sentences]
    return [(key, {k: v for k, v in params.items() if isinstance(v, str | int)}) for key, params in plain]


def table_with(*, points: tuple[int, ...], unused: tuple[int, ...]) -> Table:
    """Make a finished game with these saga points and diamonds on unused figures."""
    state = DONE.state.copy()
    state.seats, state.saga[: len(points)], state.unused[: len(unused)] = len(points), points, unused
    return Table(DONE.box, 1, (), state)


# ---- Results -------------------------------------------------------------------------------------------------------


def test_m3_3_the_result_of_an_act_has_its_figures_and_points():
    (act,) = act_results(FIRST)
    assert (act.act, act.points, act.cashed, act.saga) == (1, (-6 - 2, 0), (0, 5), (2, 15))
    assert [(f.seat, f.kind, f.space, f.points) for f in act.figures] == [
        (0, "thane", "a1", -6),
        (0, "longship", "b1", -2),
    ]


def test_m3_3_results_of_acts_are_in_order():
    assert act_results(begin(ACTS, deal="+1 +3")) == ()
    assert [act.act for act in act_results(SECOND)] == [1, 2]
    assert [act.act for act in act_results(DONE)] == [1, 2, 3]
    assert act_results(DONE)[-1].saga == saga(DONE)
    assert (open_view(DONE).question, DONE.state.phase) == ("over", OVER)


def test_m4_3_treasures_count_in_the_act_in_which_they_were_returned():
    assert [act.cashed for act in act_results(DONE)] == [(0, 5), (0, 0), (0, 0)]


def test_m3_3_the_scored_board_of_an_act_can_be_shown():
    before = say(begin(ACTS, deal="+1 +3"), "thane a1, longship b1, draw, -2")
    shown = scored_board(before, GAME.read(before, "-2 c1"))
    assert [lying.space for lying in open_view(shown).tiles] == ["c1"]
    assert [figure.space for figure in open_view(shown).figures] == ["a1", "b1"]
    assert (open_view(shown).act, GAME.actors(shown)) == (1, ())
    assert open_view(before).open == ("c1",)


def test_m5_1_the_most_saga_points_win():
    end = ending(table_with(points=(7, 9, 8), unused=(9, 0, 9)))
    assert (end.saga, end.tied, end.winners, end.unused) == (9, (), (1,), (9, 0, 9))


def test_m5_2_the_ending_names_the_tied_players():
    end = ending(table_with(points=(9, 7, 9), unused=(2, 8, 3)))
    assert (end.saga, end.tied, end.winners) == (9, (0, 2), (2,))


# ---- In words ------------------------------------------------------------------------------------------------------


def test_m3_3_the_arithmetic_of_a_figure():
    drawn = """
        A    +4   -1
        -1    .    .
        +1    .    .
    """
    assert arithmetic(figures_of(drawn, A="thane")["A"]) == "4 − 1 − 1 + 1 = 3, 3 × 3 = 9"
    assert arithmetic(figures_of("A +4 .", A="thane")["A"]) == "4 × 3 = 12"
    assert arithmetic(figures_of("A . .", A="castle")["A"]) == "0 × 2 = 0"
    assert arithmetic(figures_of("A -4 +1", A="longship")["A"]) == "−4 + 1 = −3, −3 × 1 = −3"


def test_m4_8_the_diamonds_of_horns_are_added_separately():
    assert arithmetic(figures_of("A horn +4 horn", A="thane")["A"]) == "4 × (3 + 2) = 20"


def test_terms_are_added_up_with_their_signs():
    assert format_sum([-1, 1, 4, -1]) == "−1 + 1 + 4 − 1"
    assert format_sum([5]) == "5"


def test_m3_3_every_term_is_explained_including_tiles_that_do_not_count():
    drawn = """
        A    +4    gorge  +2
        +3  statue   .    .
        treachery horn+1  .    .
    """
    told = list(account(figures_of(drawn, A="thane")["A"], Sentence("A")))
    assert [s.key for s in told] == [
        "movie.score.product", "movie.score.row", "movie.score.turned", "movie.score.cut-off",
    ]  # fmt: skip
    assert [term.params["space"] for term in told[1].params["terms"]] == ["b1"]
    assert [term.params["space"] for term in told[2].params["terms"]] == ["a2"]
    assert [term.params["space"] for term in told[3].params["terms"]] == ["d1"]


def test_m4_8_horns_are_explained_with_their_spaces():
    told = said(account(figures_of("horn A +2 horn", A="thane")["A"], Sentence("A")))
    assert told[-1] == ("score.horns", {"rule": "M4.8", "count": 2, "spaces": "a1, d1"})


def test_m3_3_the_end_of_an_act_is_described_for_each_reader():
    paragraphs = list(tell_act(act_results(FIRST)[0], ONE))
    assert said(paragraphs[0]) == [("act.over", {"rule": "M3.3", "act": "I"})]
    assert [said(paragraph)[0][0] for paragraph in paragraphs[1:3]] == ["score.product"] * 2
    assert said(paragraph[0] for paragraph in paragraphs[3:]) == [
        ("act.player", {"who": "you", "seat": 1, "points": "−8", "saga": "2"}),
        ("act.player", {"who": "other", "seat": 2, "points": "0", "saga": "15"}),
    ]


def test_the_score_sheet_adds_up():
    sheet = list(tell_sheet(act_results(DONE), 10, TWO))
    assert said(sheet) == [
        ("sheet.player", {"who": "other", "seat": 1, "start": 10, "cashed": "0", "total": "2"}),
        ("sheet.player", {"who": "you", "seat": 2, "start": 10, "cashed": "+5", "total": "19"}),
    ]
    assert said(sheet[0].params["acts"])[0] == ("sheet.act", {"act": "I", "points": "−8"})
    assert [params["points"] for _, params in said(sheet[1].params["acts"])] == ["0", "+3", "+1"]


def test_m5_1_a_victory_is_described():
    told = said(tell_ending(ending(table_with(points=(7, 9), unused=(1, 0))), TWO))
    assert told == [("end.won", {"who": "you", "seat": 2, "saga": 9})]


def test_m5_2_m5_3_ties_are_described_with_the_diamonds_of_unused_figures():
    told = said(tell_ending(ending(table_with(points=(9, 7, 9), unused=(3, 8, 3))), None))
    assert told == [
        ("end.tied", {"rule": "M5.2", "seats": "1, 3", "saga": 9}),
        ("end.unused", {"who": "other", "seat": 1, "diamonds": 3}),
        ("end.unused", {"who": "other", "seat": 3, "diamonds": 3}),
        ("end.shared", {"rule": "M5.3", "seats": "1, 3"}),
    ]


# ---- Changes -------------------------------------------------------------------------------------------------------


def changes(moves: str, text: str) -> tuple[Change, ...]:
    table = say(begin(ACTS, deal="+1 +3"), moves)
    return preview(table, GAME.read(table, text))


def test_a_change_is_described_with_before_after_and_difference():
    assert said(tell_changes(changes("thane a1, +1 b1, draw, -2", "-2 c1"), ONE)) == [
        ("change.points", {"before": "3", "after": "−3", "difference": "−6"}),
    ]
    assert said(tell_changes(changes("+1 b1", "thane a1"), ONE)) == [("change.new", {"after": "3"})]


def test_a_preview_has_the_whole_arithmetic():
    (paragraph,) = tell_preview(changes("thane a1, +1 b1, draw, -2", "-2 c1"), ONE)
    assert said(paragraph)[1:] == [
        ("change.before", {"arithmetic": "1 × 3 = 3"}),
        ("change.after", {"arithmetic": "1 − 2 = −1, −1 × 3 = −3"}),
    ]
    assert [s.key for s in next(tell_preview((), ONE))] == ["movie.change.none"]
    (paragraph,) = tell_preview(changes("+1 b1", "thane a1"), ONE)
    assert [s.key for s in paragraph] == ["movie.change.new", "movie.change.after"]


def test_a_tile_without_effect_is_not_described_as_a_change():
    table = say(begin(small_box("...|...", tiles="statue*2 horn +1*2"), deal="+1 +1"), "thane a1, draw, statue")
    beside = preview(table, GAME.read(table, "statue b1"))
    assert [change.after.points for change in beside] == [0]
    assert [[s.key for s in paragraph] for paragraph in tell_preview(beside, ONE)] == [["movie.change.none"]]
    assert list(tell_changes(beside, ONE)) == []
    horn = say(begin(table.box, deal="+1 +1"), "thane a1, draw, horn")
    assert len(next(tell_preview(preview(horn, GAME.read(horn, "horn b1")), ONE))) == 3
