"""P6: Records of every release replay in later ones, with the same result."""

from pathlib import Path

import pytest

from heorot.engine import records
from heorot.engine.content.toml_reader import BuiltInBoxes
from heorot.games import GAMES
from heorot.games.legend.box import box as legend
from heorot.games.movie.box import box as movie

ROOT = Path(__file__).parents[2] / "records" / "released"
RECORDS = sorted(ROOT.rglob("*.record"))
BOXES = [line.split() for line in (ROOT / "boxes.txt").read_text("utf-8").splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_released_game_replays_to_the_same_result(file):
    record, places = records.read_with_lines(file.read_text("utf-8"))
    assert record.result is not None
    assert f"rules-{record.rules}" == file.parent.name
    records.check(GAMES[record.game], record, places)


@pytest.mark.parametrize(("game", "release", "hash"), BOXES)
def test_the_box_of_every_release_is_available(game, release, hash):
    box = GAMES[game].built_in_box(hash)
    assert box is not None, f"box.toml has changed since {release}: keep that one in games/{game}/boxes/"
    assert GAMES[game].box_hash(box) == hash
    assert GAMES[game].box_text(box) is None


@pytest.mark.parametrize("game", GAMES)
def test_every_version_of_the_rules_has_games_of_every_number_of_players(game):
    about = GAMES[game].info
    for rules in about.rules:
        played = [records.read(file.read_text("utf-8")) for file in ROOT.glob(f"rules-{rules}/{game}-*.record")]
        assert {len(record.seats) for record in played} >= set(range(about.seats[0], about.seats[1] + 1))


@pytest.mark.parametrize("boxes", [movie, legend], ids=["movie", "legend"])
def test_a_box_of_an_earlier_release_is_found_by_its_hash(boxes, tmp_path):
    """An older box.toml is kept in boxes/."""
    older = boxes.built_in().text.replace("title", "# kept\ntitle", 1)
    (tmp_path / "boxes").mkdir()
    (tmp_path / "boxes" / "first.toml").write_text(older, "utf-8")
    (tmp_path / "box.toml").write_text(boxes.built_in().text, "utf-8")
    found = BuiltInBoxes(tmp_path, boxes.read_built_in).by_hash
    assert len(found) == 2
    assert boxes.built_in().hash in found
