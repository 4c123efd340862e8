"""The examples of docs/notation.md are true."""

import re
from pathlib import Path

from heorot.engine import records
from heorot.games import GAMES
from heorot.games.legend.model.state import PLAIN
from heorot.games.legend.table import notation as legend_notation
from heorot.games.movie.box.box import Box, built_in, read_box
from heorot.games.movie.table import notation

PAGE = (Path(__file__).parents[2] / "docs/notation.md").read_text("utf-8")
MOVIE, LEGEND = GAMES["movie"], GAMES["legend"]
LEGEND_PART = PAGE.partition("## The Legend")[2]


def example() -> str:
    """Return the record on the page, with the actual hash of the box."""
    block = next(block for block in re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL) if block.startswith("heorot"))
    return re.sub(r"box built-in .*", f"box built-in {built_in().hash}", block)


def roomy_box() -> Box:
    """Return the built-in box with additional tiles that occur only on the page."""
    extra = '{ value = 0, count = 1 },\n  { ability = "treasure", value = 0, cash = 5, count = 1 },\n'
    return read_box(built_in().text.replace("rows = [\n", f"rows = [\n  {extra}"), "roomy")


def test_record_on_page_is_valid():
    table = records.check(MOVIE, *records.read_with_lines(example()))
    assert [entry.seat for entry in table.history[-1:]] == [0]
    assert len(records.effective_entries(records.read(example()))) == 8


def test_tiles_on_page_are_written_as_shown():
    box = roomy_box()
    table = PAGE.partition("## Tiles")[2].partition("## Actions")[0]
    written = re.findall(r"`([^`]+)` \|", table)
    assert len(written) == 14
    for text in written:
        act = next(tile.act for tile in box.copies if notation.write_tile(tile, tile.act) == text)
        assert notation.write(notation.read(text, box, act), act) == text


def test_movie_actions_on_page_survive_round_trip():
    texts = re.findall(r"`([^`]+)`", PAGE.partition("Examples:")[2].partition("**Reading")[0])
    assert "thane c4" in texts
    for text in texts:
        act = 2 if text in ("+4 b2", "mead+4 b2", "cash treasure+2:7") else 3
        assert notation.write(notation.read(text, built_in(), act), act) == text


def test_legend_actions_on_page_survive_round_trip():
    texts = re.findall(r"`([^`]+)`", LEGEND_PART.partition("Examples:")[2].partition("**A set")[0])
    assert "take fame 5 or heal" in texts
    for text in texts:
        assert legend_notation.write(legend_notation.read(text, LEGEND.box)) == text


def test_cards_on_page_follow_order_of_faces():
    named = re.findall(r"`([a-z]+[12])`", LEGEND_PART.partition("### Actions")[0])
    plain = [card.name for face, card in LEGEND.box.faces.items() if face < PLAIN]
    assert named[: len(plain)] == plain
