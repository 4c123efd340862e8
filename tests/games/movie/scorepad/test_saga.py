"""Typed sagas: boards under headings, Treasures and unused figures, totals, and errors."""

import re
from pathlib import Path

import pytest

from heorot.engine.errors import BadOption, BadText
from heorot.games import GAMES
from heorot.games.movie.box.box import built_in
from heorot.games.movie.scorepad import saga as module
from heorot.games.movie.scorepad.score import read, score_typed_position, tell
from heorot.games.movie.table.results import act_ended, scored_board, table_without_history
from heorot.games.movie.table.table import open_table
from heorot.locales import LANGUAGES
from heorot.terminal.translator import Translator
from tests.games.movie.scorepad.test_drawing_properties import copied
from tests.support.playing import random_game

GAME = GAMES["movie"]
SMALL = """
[act I]
A +4
A = thane of Anna
[act II]
B -2
B = castle of Luc
[act III]
C +5
C = longship of Anna
[saga]
Anna: treasures 7
Luc: 23 treasures, unused 3
"""


def told(text: str, language: str = "en") -> list[str]:
    return [Translator(language).render(sentence) for sentence in tell(read(text, {}))]


def typed(example) -> str:
    return example.board + "".join(f"\n{label} = {figure}" for label, figure in example.figures)


# ---- Results -------------------------------------------------------------------------------------------------------


def test_m3_3_m5_1_points_are_carried_over_three_acts():
    found = score_typed_position(SMALL, {})
    assert found["owners"] == ["Anna", "Luc"]
    assert [act["points"] for act in found["acts"]] == [[12, 0], [0, -4], [5, 0]]
    assert [act["saga"] for act in found["acts"]] == [[62, 50], [62, 46], [74, 69]]
    assert (found["saga"], found["ending"]["winners"], found["shares"]) == ([74, 69], [0], ["1", "0"])
    assert told(SMALL)[-3:] == [
        "Saga points (Anna): 50 + 12 + 0 + 5 + 7 = 74.",
        "Saga points (Luc): 50 + 0 − 4 + 0 + 23 = 69.",
        "Anna wins with 74 saga points.",
    ]


def test_m5_2_diamonds_on_unused_figures_decide_a_tie():
    """Unused diamonds are as typed, else those of figures that are on no board."""
    level = SMALL.replace("23 treasures, unused 3", "28 treasures")
    found = score_typed_position(level, {})
    assert found["ending"]["tied"] == [0, 1]
    # 4 + 2*3 + 3*2 + 4*1 are 20: Anna has used a Thane, and a longship in act III; Luc a castle
    assert (found["unused"], found["ending"]["winners"]) == ([16, 18], [1])
    assert "Diamonds on unused figures (Luc): 18 (M5.2)." in told(level)
    assert score_typed_position(level.replace("treasures 7", "treasures 7, unused 30"), {})["ending"]["winners"] == [0]


def test_m3_5_a_longship_of_an_earlier_act_is_unused_again():
    early = SMALL.replace("A = thane", "A = longship").replace("C = longship", "C = castle")
    assert score_typed_position(early, {})["unused"][0] == 20 - 2


def test_m5_3_players_still_tied_share_the_victory():
    level = SMALL.replace("23 treasures, unused 3", "28 treasures, unused 16")
    found = score_typed_position(level, {})
    assert (found["ending"]["winners"], found["shares"]) == ([0, 1], ["1/2", "1/2"])
    assert told(level)[-1] == "Anna, Luc share the victory (M5.3)."


def test_m5_1_nobody_wins_before_all_three_boards_are_there():
    found = score_typed_position(SMALL.replace("[act III]\nC +5\nC = longship of Anna\n", ""), {})
    assert (found["ending"], found["shares"]) == (None, ["0", "0"])
    assert found["saga"] == [69, 69]


def test_x1_x2_the_printed_examples_as_data():
    for example in built_in().examples:
        found = score_typed_position(typed(example), {})
        points = sorted(points for _, points in example.points)
        assert sorted(figure["points"] for figure in found["acts"][0]["figures"]) == points
        assert len(found["acts"][0]["told"]) == len(example.points)


@pytest.mark.parametrize("seed", range(4))
def test_a_typed_game_scores_like_the_played_one(seed):
    """Write a game as a typed saga, with returned Treasures."""
    table = random_game("built-in", 3, seed).last
    scores = GAME.query(table, None, "scores")
    found = score_typed_position(saga_of(table, scores), {})
    assert [act["points"] for act in found["acts"]] == [act["points"] for act in scores["acts"]]
    assert found["saga"] == scores["saga"]
    assert (found["ending"], found["unused"]) == (scores["ending"], scores["ending"]["unused"])


def saga_of(table, scores) -> str:
    boards = [f"[{act}]\n{copied(board)}" for act, board in last_boards(table)]
    cashed = [sum(act["cashed"][seat] for act in scores["acts"]) for seat in range(3)]
    return "\n".join([*boards, "[saga]", *(f"player {seat}: treasures {sum}" for seat, sum in enumerate(cashed, 1))])


def last_boards(table):
    """Return the scored board of each act."""
    now = open_table(table.box, table.state.seats, dict(table.options), table.rules)
    for said in table.history:
        before, now = now, table_without_history(now, said.action)
        if act_ended(before, now):
            yield said.act + 1, scored_board(before, said.action)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_typed_saga_can_be_described_in_every_language(language):
    assert len(told(SMALL, language)) == len(told(SMALL))


@pytest.mark.parametrize(
    "text",
    ["[saga]\nAnna:", "[II]\n. .", "[Acte 2]\nA .\nA = drakkar d’Anna\n[fin]\nanna: trésors 3",
     "[акт III]\nА +1\nА = тан (Анна)\n[сага]\nАнна: неиспользованные 2"],
)  # fmt: skip
def test_missing_parts_and_headings_in_any_language_are_accepted(text):
    assert score_typed_position(text, {})["ending"] is None
    assert all(told(text, language) is not None for language in LANGUAGES)


def test_unknown_options_are_refused():
    with pytest.raises(BadOption):
        score_typed_position(SMALL, {"advanced": "yes"})


# ---- Errors --------------------------------------------------------------------------------------------------------

FAULTS = [
    ("A\n[I]\n.", 1, 1, "above-heading"),
    ("[I]\n.\n[1]\n.", 3, 2, "heading-twice"),
    ("[act IV]\n.", 1, 2, "unknown-heading"),
    ("[]\n.", 1, 2, "unknown-heading"),
    ("[scene I]\n.", 1, 2, "unknown-heading"),
    ("[I]\nA\nA = thane", 3, 1, "whose"),
    ("[saga]\nAnna", 2, 1, "player-line"),
    ("[saga]\n : 3", 2, 2, "player-line"),
    ("[saga]\nAnna:\nANNA:", 3, 1, "player-twice"),
    ("[saga]\na:\nb:\nc:\nd:\ne:", 6, 1, "too-many-owners"),
    ("[saga]\nAnna: treasures 4, cows 3", 2, 20, "unknown-count"),
    ("[saga]\nAnna: 4 treasures 4 5", 2, 7, "unknown-count"),
    ("[saga]\nAnna: unused", 2, 7, "number-missing"),
    ("[saga]\nAnna: unused 10000", 2, 7, "number-too-large"),
    ("[I]\n", 1, 1, "empty"),
    ("[I]\nA B\nA = beowulf of Anna\nB = beowulf of anna", 4, 1, "too-many-figures"),
    ("[I]\nA\nA = beowulf of Anna\n[III]\nB\nB = beowulf of Anna", 6, 1, "too-many-figures"),
    ("[I]\nA B C D E" + "".join(f"\n{label} = longship of Anna" for label in "ABCDE"), 7, 1, "too-many-figures"),
]


@pytest.mark.parametrize(("text", "line", "column", "reason"), FAULTS)
def test_an_error_has_its_line_and_column(text, line, column, reason):
    with pytest.raises(BadText) as caught:
        score_typed_position(text, {})
    error = caught.value
    assert (error.line, error.column, error.key) == (line, column, f"drawing.{reason}")
    assert all(Translator(language).render_error(error) for language in LANGUAGES)


def test_every_reason_has_a_test():
    written = set(re.findall(r'"drawing\.([a-z-]+)"', Path(module.__file__).read_text("utf-8")))
    assert written <= {reason for *_, reason in FAULTS}


def test_m3_5_longships_come_back_for_the_next_act():
    acts = "".join(
        f"[{act}]\nA B C D\n" + "".join(f"{label} = longship of Anna\n" for label in "ABCD") for act in (1, 2, 3)
    )
    assert score_typed_position(acts, {})["unused"] == [4 + 6 + 6]
