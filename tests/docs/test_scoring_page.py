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


def answer(game: str, text: str, options: dict[str, str], language: str) -> str:
    """Return the output of the command, whether or not it fails."""
    translator, cardboard = Translator(language), find_title(game).score_pad
    try:
        sentences = cardboard.describe_position(cardboard.read(text, options))
        return "".join(f"{translator.render(sentence)}\n" for sentence in sentences)
    except HeorotError as error:
        return f"{translator.render_error(error)}\n"


@pytest.mark.parametrize(("drawing", "shown"), PAIRS)
def test_every_drawing_is_answered_as_the_page_says(drawing, shown):
    call = CALL.fullmatch(shown)
    assert call
    game, options = (call[1] or "movie").strip(), dict.fromkeys(re.findall(r"--(\w+)", call[2]), "yes")
    assert answer(game, drawing, options, call[3] or "en") == call[4]


def test_both_printed_examples_are_there_as_the_box_has_them():
    for example in built_in().examples:
        key = "".join(f"{label} = {figure}\n" for label, figure in example.figures)
        assert example.board + "\n" + key in BLOCKS


def test_x4_the_final_scores_of_the_rulebook_are_there():
    (shown,) = (shown for typed, shown in PAIRS if typed.startswith("Sandra:"))
    assert [line for line in shown.splitlines() if " = " in line] == [
        "Sandra: 9 + 3 = 12.", "Martha: 8 + 5 = 13.", "Mark: 12 + 2 − 2 = 12.", "Peter: 13 + 5 − 15 = 3.",
    ]  # fmt: skip


@pytest.mark.parametrize("game", ["movie", "legend"])
def test_mistakes_are_shown_too(game):
    mistakes = [shown for _, shown in PAIRS if "\nLine " in shown]
    assert sum((" legend " in shown.splitlines()[0]) == (game == "legend") for shown in mistakes) >= 3
