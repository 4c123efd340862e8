"""`heorot sim`: its figures, the same games compiled and interpreted, and valid records."""

import json
from functools import cache
from typing import Any

import pytest

from heorot.engine import records
from heorot.engine.seats import CHANCE
from heorot.games import GAMES
from tests.cli.run_heorot import run_heorot, run_heorot_many

KEYS = [
    "game", "players", "seats", "games", "seed", "options", "decisions", "cpu_seconds", "games_per_second",
    "ns_per_decision", "scores", "wins", "compiled",
]  # fmt: skip
SEEDED_FIGURES = ("decisions", "scores", "wins")  # determined by the seed
THREE_RANDOM_BOTS = ("sim", "movie", "--seats", "random,random,random", "--seed", "3", "--json")


@cache
def simulated(*args: str, compiled: str = "0") -> dict[str, Any]:
    """Return the JSON object that is printed."""
    code, out, err = run_heorot(*args, HEOROT_COMPILE=compiled)
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    figures: dict[str, Any] = json.loads(out)
    return figures


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Write eleven records into a new folder, and return the figures of their games."""
    folder = tmp_path_factory.mktemp("sim") / "new" / "folder"
    return folder, simulated(*THREE_RANDOM_BOTS, "--games", "11", "--records", str(folder))


@pytest.fixture
def figures(written):
    return written[1]


# ---- The figures ---------------------------------------------------------------------------------------------------


def test_json_object_has_the_documented_keys(figures):
    assert list(figures) == KEYS


def test_json_object_repeats_the_arguments(figures):
    arguments = {"game": "movie", "players": 3, "seats": ["random"] * 3, "games": 11, "seed": 3, "options": {}}
    assert {key: figures[key] for key in arguments} == arguments
    assert figures["compiled"] is False


def test_figures_have_the_right_types(figures):
    assert type(figures["decisions"]) is int
    assert all(type(figures[key]) is float for key in ("cpu_seconds", "games_per_second", "ns_per_decision"))
    assert all(type(number) is float for number in figures["scores"] + figures["wins"])


def test_figures_are_consistent(figures):
    assert figures["players"] == len(figures["seats"]) == len(figures["scores"]) == len(figures["wins"])
    assert figures["games_per_second"] == pytest.approx(figures["games"] / figures["cpu_seconds"])
    assert figures["ns_per_decision"] == pytest.approx(figures["cpu_seconds"] * 1e9 / figures["decisions"])
    assert sum(figures["wins"]) == pytest.approx(1)
    assert figures["decisions"] > figures["games"] * figures["players"]


def test_default_is_a_table_of_four_random_bots():
    code, out, err = run_heorot("sim", "movie", "--games", 3)
    assert (code, err) == (0, "")
    assert out.count("random") == 4


# ---- Seeds ---------------------------------------------------------------------------------------------------------


def test_compiled_and_interpreted_games_are_equal():
    pytest.importorskip("numba")
    args = ("sim", "movie", "--seats", "random,greedy", "--games", "3", "--seed", str(2**63 - 1), "--json")
    slow, fast = simulated(*args), simulated(*args, compiled="1")
    assert fast["compiled"] is True
    assert {key: fast[key] for key in SEEDED_FIGURES} == {key: slow[key] for key in SEEDED_FIGURES}
    assert fast["seed"] == slow["seed"] == 2**63 - 1


def test_other_seed_gives_other_games():
    args = ("sim", "movie", "--games", 5, "--json", "--seed")
    first, other, again = (json.loads(done.out) for done in run_heorot_many([(*args, 1), (*args, 2), (*args, 1)]))
    assert {key: first[key] for key in SEEDED_FIGURES} == {key: again[key] for key in SEEDED_FIGURES}
    assert first["scores"] != other["scores"]


# ---- Records -------------------------------------------------------------------------------------------------------


def test_records_are_numbered_by_game(written):
    texts = [file.read_text("utf-8") for file in sorted(written[0].iterdir())]
    assert len(texts) == 11
    assert [f"note game {number} of seed 3" in text for number, text in enumerate(texts)] == [True] * 11


def test_records_match_the_printed_scores(written):
    folder, figures = written
    results = [records.read(file.read_text("utf-8")).result for file in folder.iterdir()]
    means = [sum(points) / 11 for points in zip(*(result.points for result in results), strict=True)]
    assert means == pytest.approx(figures["scores"])


def test_every_record_is_valid(written):
    files = sorted(written[0].iterdir())
    code, out, err = run_heorot("check", *files)
    assert (code, err) == (0, "")
    assert [str(file) in line for file, line in zip(files, out.splitlines(), strict=True)] == [True] * 11


def test_first_games_do_not_depend_on_the_number_of_games(written, tmp_path):
    run_heorot(*THREE_RANDOM_BOTS, "--games", 1, "--records", tmp_path)
    few = [file.read_text("utf-8") for file in sorted(tmp_path.iterdir())]
    assert few == [file.read_text("utf-8") for file in sorted(written[0].iterdir())][:1]


def test_first_player_can_be_chosen(tmp_path):
    figures = simulated(*THREE_RANDOM_BOTS, "--games", "2", "--first", "2", "--records", str(tmp_path))
    assert figures["options"] == {"first": "2"}
    kept = [records.read(file.read_text("utf-8")) for file in tmp_path.iterdir()]
    assert [record.options for record in kept] == [(("first", "2"),)] * 2
    assert [next(entry.seat for entry in record.entries if entry.seat != CHANCE) for record in kept] == [1, 1]


# ---- Another box ---------------------------------------------------------------------------------------------------

BOX_EDITS = {
    "as it is": lambda text: text,
    "with trailing blanks": lambda text: text.replace("\n", "  \n", 20),
    "as on Windows": lambda text: "\ufeff" + text.replace("\n", "\r\n"),
    "with a strange line separator": lambda text: "# one\u2028two\x85three\n" + text,
    "with no newline at the end": lambda text: text.rstrip("\n"),
}


@pytest.mark.parametrize("edit", BOX_EDITS)
def test_record_with_a_custom_box_is_valid(edit, tmp_path):
    box, folder = tmp_path / "my.toml", tmp_path / "records"
    text = GAMES["movie"].box.text.replace("saga_points = 50", "saga_points = 500")
    box.write_bytes(BOX_EDITS[edit](text).encode())
    played, checked = run_heorot_many(
        [
            ("sim", "movie", "--box", box, "--games", 1, "--json", "--records", folder),
            ("check", folder / "0.record"),
        ]
    )
    assert (played.code, played.err) == (0, "")
    assert sum(json.loads(played.out)["scores"]) > 1000
    assert (checked.code, checked.err) == (0, "")
