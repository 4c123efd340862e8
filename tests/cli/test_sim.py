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
PLAYED = ("decisions", "scores", "wins")  # determined by the seed
TRIO = ("sim", "movie", "--seats", "random,random,random", "--seed", "3", "--json")


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
    return folder, simulated(*TRIO, "--games", "11", "--records", str(folder))


@pytest.fixture
def figures(written):
    return written[1]


# ---- The figures ---------------------------------------------------------------------------------------------------


def test_the_json_object_has_these_keys(figures):
    assert list(figures) == KEYS


def test_the_json_object_says_what_was_asked(figures):
    asked = {"game": "movie", "players": 3, "seats": ["random"] * 3, "games": 11, "seed": 3, "options": {}}
    assert {key: figures[key] for key in asked} == asked
    assert figures["compiled"] is False


def test_the_figures_have_the_right_types(figures):
    assert type(figures["decisions"]) is int
    assert all(type(figures[key]) is float for key in ("cpu_seconds", "games_per_second", "ns_per_decision"))
    assert all(type(number) is float for number in figures["scores"] + figures["wins"])


def test_the_figures_fit_each_other(figures):
    assert figures["players"] == len(figures["seats"]) == len(figures["scores"]) == len(figures["wins"])
    assert figures["games_per_second"] == pytest.approx(figures["games"] / figures["cpu_seconds"])
    assert figures["ns_per_decision"] == pytest.approx(figures["cpu_seconds"] * 1e9 / figures["decisions"])
    assert sum(figures["wins"]) == pytest.approx(1)
    assert figures["decisions"] > figures["games"] * figures["players"]


def test_people_get_a_table_of_four_random_seats_without_asking():
    code, out, err = run_heorot("sim", "movie", "--games", 3)
    assert (code, err) == (0, "")
    assert out.count("random") == 4


# ---- Seeds ---------------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_games_compiled_or_not():
    pytest.importorskip("numba")
    args = ("sim", "movie", "--seats", "random,greedy", "--games", "3", "--seed", str(2**63 - 1), "--json")
    slow, fast = simulated(*args), simulated(*args, compiled="1")
    assert fast["compiled"] is True
    assert {key: fast[key] for key in PLAYED} == {key: slow[key] for key in PLAYED}
    assert fast["seed"] == slow["seed"] == 2**63 - 1


def test_another_seed_gives_other_games():
    args = ("sim", "movie", "--games", 5, "--json", "--seed")
    one, two, again = (json.loads(done.out) for done in run_heorot_many([(*args, 1), (*args, 2), (*args, 1)]))
    assert {key: one[key] for key in PLAYED} == {key: again[key] for key in PLAYED}
    assert one["scores"] != two["scores"]


# ---- Records -------------------------------------------------------------------------------------------------------


def test_one_record_a_file_in_the_order_of_the_games(written):
    texts = [file.read_text("utf-8") for file in sorted(written[0].iterdir())]
    assert len(texts) == 11
    assert [f"note game {number} of seed 3" in text for number, text in enumerate(texts)] == [True] * 11


def test_the_records_are_of_the_games_that_were_counted(written):
    folder, figures = written
    results = [records.read(file.read_text("utf-8")).result for file in folder.iterdir()]
    means = [sum(points) / 11 for points in zip(*(result.points for result in results), strict=True)]
    assert means == pytest.approx(figures["scores"])


def test_every_record_holds(written):
    files = sorted(written[0].iterdir())
    code, out, err = run_heorot("check", *files)
    assert (code, err) == (0, "")
    assert [str(file) in line for file, line in zip(files, out.splitlines(), strict=True)] == [True] * 11


def test_the_first_games_do_not_depend_on_how_many_follow(written, tmp_path):
    run_heorot(*TRIO, "--games", 1, "--records", tmp_path)
    few = [file.read_text("utf-8") for file in sorted(tmp_path.iterdir())]
    assert few == [file.read_text("utf-8") for file in sorted(written[0].iterdir())][:1]


def test_who_begins_can_be_named(tmp_path):
    figures = simulated(*TRIO, "--games", "2", "--first", "2", "--records", str(tmp_path))
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
def test_a_record_carries_another_box_and_holds(edit, tmp_path):
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
