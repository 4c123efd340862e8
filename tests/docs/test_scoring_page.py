"""The examples of docs/scoring.md are true."""

import re
from pathlib import Path

import pytest

from heorot.cli.common import find_title
from heorot.engine.errors import HeorotError
from heorot.games.movie.box.box import built_in
from heorot.terminal.translator import Translator

PAGE = (Path(__file__).parents[2] / "docs/scoring.md").read_text("utf-8")
BLOCKS = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
PAIRS = list(zip(BLOCKS[::2], BLOCKS[1::2], strict=True))
CALL = re.compile(r"\$ heorot score (legend )?\S+((?: --advanced| --fallen)*)(?: --lang (\w+))?\n(.*)", re.DOTALL)


def score_output(game: str, text: str, options: dict[str, str], language: str) -> str:
    """Return the output of `heorot score`, whether or not it fails."""
    translator, score_pad = Translator(language), find_title(game).score_pad
    try:
        return "".join(f"{translator.render(sentence)}\n" for sentence in score_pad.tell(score_pad.read(text, options)))
    except HeorotError as error:
        return f"{translator.render_error(error)}\n"


@pytest.mark.parametrize(("drawing", "shown"), PAIRS)
def test_drawings_produce_shown_output(drawing, shown):
    call = CALL.fullmatch(shown)
    assert call
    game, options = (call[1] or "movie").strip(), dict.fromkeys(re.findall(r"--(\w+)", call[2]), "yes")
    assert score_output(game, drawing, options, call[3] or "en") == call[4]


def test_page_contains_both_printed_examples_of_box():
    for example in built_in().examples:
        key = "".join(f"{label} = {figure}\n" for label, figure in example.figures)
        assert example.board + "\n" + key in BLOCKS


def test_x4_page_contains_final_scores_of_rulebook():
    (shown,) = (shown for drawing, shown in PAIRS if drawing.startswith("Sandra:"))
    assert [line for line in shown.splitlines() if " = " in line] == [
        "Sandra: 9 + 3 = 12.", "Martha: 8 + 5 = 13.", "Mark: 12 + 2 − 2 = 12.", "Peter: 13 + 5 − 15 = 3.",
    ]  # fmt: skip


@pytest.mark.parametrize("game", ["movie", "legend"])
def test_page_shows_mistakes(game):
    mistakes = [shown for _, shown in PAIRS if "\nLine " in shown]
    assert sum((" legend " in shown.splitlines()[0]) == (game == "legend") for shown in mistakes) >= 3
