"""Unreadable actions: the reason, and the quoted part of the text."""

import pytest

from heorot.engine.errors import Unreadable
from heorot.games.movie.table.notation import read
from tests.games.movie.tables import small_box

BOX = small_box("...", tiles="+1*2 mead+4 mead+5 treasure+1:5 treasure+1:7", figures="thane")
ROOM = 60


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hello", "unknown"),
        ("", "unknown"),
        ("4", "unknown"),
        ("I:", "unknown"),
        ("cash treasure+1:5 a1", "unknown"),
        ("+9", "no-such-tile"),
        ("mead+6 a1", "no-such-tile"),
        ("treasure+1:6", "no-such-tile"),
        ("mead", "ambiguous"),
        ("treasure+1 a1", "ambiguous"),
    ],
)
def test_the_error_has_its_reason_and_quotes_the_text(text, reason):
    for written in (text, text + " " * 80):
        with pytest.raises(Unreadable) as caught:
            read(written, BOX, 1)
        assert (caught.value.key, caught.value.params["text"]) == (f"notation.{reason}", written[:ROOM])


def test_an_ambiguous_text_lists_all_matching_tiles():
    with pytest.raises(Unreadable) as caught:
        read("mead b1", BOX, 1)
    assert len(caught.value.params["options"]) == 2
