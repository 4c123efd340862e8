"""Golden playthroughs: the rules still play them. After an intended change `./dev golden` rewrites them."""

import difflib

import pytest

from heorot.games import GAMES
from heorot.games.legend.table.view import QUESTIONS as QUESTIONS_OF_LEGEND
from heorot.games.movie.table.view import QUESTIONS as QUESTIONS_OF_MOVIE
from tests.support.playing import Options
from tests.tools.golden import FILES, RECORDS
from tests.tools.golden_common import playthrough
from tests.tools.golden_legend import ADVANCED, FALLEN

BIGGEST, LONGEST = 300_000, 4_500  # bytes and lines that a person can still review
QUESTIONS = {"movie": QUESTIONS_OF_MOVIE, "legend": QUESTIONS_OF_LEGEND}
SHOWN = {
    "movie": ("skipped", "> 0 pass", "cash treasure", "counsel: ", "I:", "won by"),
    "legend": ("saw nothing", "saw * ?", "shows-cards", "shows-tokens", "reshuffle", "third scratch", "double wound",
               "risk-over", "first-player", "gets-card", "ready", "won by", ", bid ", "take back"),
}
each_game = pytest.mark.parametrize("game", GAMES)


def text_of(game: str) -> str:
    return "".join(file.read_text("utf-8") for file in (RECORDS / "golden").glob(f"{game}-*.txt"))


@pytest.mark.parametrize("name", FILES)
def test_a_golden_game_is_unchanged(name):
    written = (RECORDS / "golden" / name).read_text("utf-8")
    played = playthrough(FILES[name])
    if written != played:
        lines = difflib.unified_diff(written.splitlines(), played.splitlines(), name, "played now", n=2, lineterm="")
        pytest.fail("\n".join([line for line, _ in zip(lines, range(60), strict=False)]))
    assert len(played) < BIGGEST
    assert played.count("\n") < LONGEST


def numbers_of_seats(game: str, options: Options) -> set[int]:
    """Return the numbers of seats with which the built-in box is played with these options."""
    asked = (game, "built-in", options)
    return {played.seats for played in FILES.values() if (played.game, played.box, played.options) == asked}


@each_game
def test_golden_games_cover_every_number_of_seats(game):
    fewest, most = GAMES[game].info.seats
    assert numbers_of_seats(game, ()) == set(range(fewest, most + 1))


def test_golden_games_cover_the_advanced_legend_for_every_number_of_seats():
    fewest, most = GAMES["legend"].info.seats
    assert numbers_of_seats("legend", ADVANCED) == set(range(fewest, most + 1))
    assert numbers_of_seats("legend", ADVANCED + FALLEN)


def test_golden_files_match_the_list_of_games():
    assert {file.name for file in (RECORDS / "golden").iterdir()} == set(FILES)
    assert all(name.startswith(f"{played.game}-") for name, played in FILES.items())


def test_golden_games_cover_every_option_of_the_legend():
    options = {name for played in FILES.values() for name, _ in played.options}
    assert options == {"advanced", "fallen"}


@each_game
def test_golden_games_contain_every_kind_of_question(game):
    text = text_of(game)
    assert [question for question in QUESTIONS[game].values() if f", {question}, asks" not in text] == []
    assert [shown for shown in SHOWN[game] if shown not in text] == []
