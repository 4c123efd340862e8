"""What docs/scoring.md shows must be true."""

import re
from pathlib import Path

import pytest

from heorot.engine.errors import HeorotError
from heorot.games.movie.box import built_in
from heorot.games.movie.cardboard import read, tell
from heorot.terminal.speech import Speech

PAGE = (Path(__file__).parents[2] / "docs/scoring.md").read_text("utf-8")
BLOCKS = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
PAIRS = list(zip(BLOCKS[::2], BLOCKS[1::2], strict=True))
CALL = re.compile(r"\$ heorot score \S+(?: --lang (\w+))?\n(.*)", re.DOTALL)


def answer(text: str, language: str) -> str:
    """What the command says, whichever way it ends."""
    speech = Speech(language)
    try:
        return "".join(f"{speech.utter(sentence)}\n" for sentence in tell(read(text, {})))
    except HeorotError as error:
        return f"{speech.complain(error)}\n"


@pytest.mark.parametrize(("drawing", "shown"), PAIRS)
def test_every_drawing_is_answered_as_the_page_says(drawing, shown):
    call = CALL.fullmatch(shown)
    assert call
    assert answer(drawing, call[1] or "en") == call[2]


def test_both_printed_examples_are_there_as_the_box_has_them():
    for example in built_in().examples:
        key = "".join(f"{label} = {figure}\n" for label, figure in example.figures)
        assert example.board + "\n" + key in BLOCKS


def test_mistakes_are_shown_too():
    assert sum("\nLine " in shown for _, shown in PAIRS) >= 3
