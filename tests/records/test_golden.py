"""Golden playthroughs are what the rules still play. After a change that is meant, `./dev golden` writes them anew."""

import difflib

import pytest

from heorot.games.movie.view import QUESTIONS
from tests.golden import FILES, RECORDS, playthrough

BIGGEST = 300_000


@pytest.mark.parametrize("name", FILES)
def test_the_game_is_played_as_ever(name):
    written = (RECORDS / "golden" / name).read_text("utf-8")
    played = playthrough(*FILES[name])
    if written != played:
        lines = difflib.unified_diff(written.splitlines(), played.splitlines(), name, "played now", n=2, lineterm="")
        pytest.fail("\n".join([line for line, _ in zip(lines, range(60), strict=False)]))
    assert len(played) < BIGGEST


def test_there_is_one_for_every_number_of_seats():
    assert {seats for box, seats, _ in FILES.values() if box == "built-in"} == {2, 3, 4}
    assert {file.name for file in (RECORDS / "golden").iterdir()} == set(FILES)


def test_all_kinds_of_questions_are_shown():
    text = "".join((RECORDS / "golden" / name).read_text("utf-8") for name in FILES)
    for question in QUESTIONS.values():
        assert f", {question}, asks" in text
    for shown in ("skipped", "> 0 pass", "cash treasure", "counsel: ", "I:", "won by"):
        assert shown in text
