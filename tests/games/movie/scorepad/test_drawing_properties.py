"""Properties of drawn boards: they score like the table that they were copied from, or are refused."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from heorot.engine.errors import BadText
from heorot.games.movie.box.box import built_in
from heorot.games.movie.scorepad.score import read, tell
from heorot.games.movie.table.analysis import explain
from heorot.games.movie.table.notation import write_tile
from heorot.games.movie.table.table import Table
from heorot.games.movie.table.view import view
from heorot.locales import LANGUAGES
from heorot.terminal.translator import Translator
from tests.games.test_readers_fuzzed import STRANGE, mutated
from tests.support.strategies import AS_FOUND, lines

EXAMPLES = [example.board + "".join(f"\n{label} = {figure}" for label, figure in example.figures)
            for example in built_in().examples]  # fmt: skip
WORDS = ("A", "B", ".", "#", "_", "+4", "gorge", "horn", "hron", "mead+3", "A = thane", "B = brown", "=", "thane",
         "castle of", "\n", "\n\n", "\x1b", "\u2028", "драккар", "А", "9" * 400, "-1:5", "II:statue")  # fmt: skip
TYPED = st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=20).map(" ".join)


def copied(table: Table) -> str:
    """Write the board of a table as a drawing; a figure's label is its space."""
    seen = view(table, None)
    rows = table.box.boards[seen.act - 1].rows
    shown = {figure.space: f"F{figure.space}" for figure in seen.figures}
    key = [f"F{figure.space} = player {figure.seat + 1} {figure.kind}" for figure in seen.figures]
    shown |= {lying.space: write_tile(lying.tile, seen.act) for lying in seen.tiles}
    width = max(map(len, rows))
    marked = [[(f"{chr(97 + x)}{y}", mark) for x, mark in enumerate(row.ljust(width))] for y, row in enumerate(rows, 1)]
    drawn = [" ".join(shown.get(name, mark.replace(" ", "_")) for name, mark in row) for row in marked]
    return "\n".join([*drawn, *key])


@given(lines(boxes=("built-in",)))
@settings(AS_FOUND, max_examples=60)
def test_m3_3_a_copied_board_scores_as_the_table_does(line):
    table = line.last
    drawn = read(copied(table), {})
    there = {f.space: (f.kind, f.seat, f.sum, f.horns, f.points) for f in explain(table.box, table.state)}
    seat = [int(owner.removeprefix("player ")) - 1 for owner in drawn.owners]
    copy = explain(drawn.box, drawn.state)
    assert {f.space: (f.kind, seat[f.seat], f.sum, f.horns, f.points) for f in copy} == there


@given(lines(boxes=("crooked", "tiny")))
@settings(AS_FOUND, max_examples=60)
def test_m3_3_a_copied_board_with_holes_and_printed_gorges_scores_as_the_table_does(line):
    """Diamonds are those of the built-in box, also for tables of another box."""
    table = line.last
    drawn = read(copied(table), {})
    there = {f.space: (f.kind, f.sum, f.horns) for f in explain(table.box, table.state)}
    assert {f.space: (f.kind, f.sum, f.horns) for f in explain(drawn.box, drawn.state)} == there


@given(STRANGE | TYPED | mutated(EXAMPLES[0]) | mutated(EXAMPLES[1]))
@settings(max_examples=1000)
def test_any_text_is_a_board_or_refused_with_a_place_in_it(text):
    for language in LANGUAGES:
        for sentence in answer(text, Translator(language)):
            assert all(letter.isprintable() or letter in "\u00a0\u202f" for letter in sentence)


def answer(text: str, translator: Translator) -> list[str]:
    """Return the sentences about a text, or its error."""
    try:
        return [translator.render(sentence) for sentence in tell(read(text, {}))]
    except BadText as error:
        fault = error
    in_lines = re.split(r"\r?\n|\r", text)
    assert 1 <= fault.line <= len(in_lines)
    assert 1 <= fault.column <= len(in_lines[fault.line - 1]) + 1
    return [translator.render_error(fault)]
