"""Wrapped lines and columns: nothing is lost, nothing is too wide."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from heorot.terminal.full_screen import GAP, join_in_rows
from heorot.terminal.movie.big_digits import HEIGHT, large_number
from heorot.terminal.wrapping import wrap

words = st.text("abcdefgéя’", min_size=1, max_size=12)
labels = st.lists(st.builds(" ".join, st.lists(words, min_size=1, max_size=4)), max_size=12)
widths = st.integers(20, 100)


@given(labels, widths)
def test_joined_texts_keep_their_order_and_fit_the_width(texts, width):
    lines = join_in_rows(texts, width)
    assert GAP.join(lines) == GAP.join(texts)
    assert all(len(line) <= width or line in texts for line in lines)


@given(labels, widths)
def test_joined_lines_are_filled_before_the_next_begins(texts, width):
    lines = join_in_rows(texts, width)
    for line, following in pairwise(lines):
        assert len(line) + len(GAP) + len(following.split(GAP)[0]) > width


def test_joining_no_texts_gives_no_lines():
    assert join_in_rows([], 80) == []


@given(st.lists(words, min_size=1, max_size=30), widths, st.sampled_from(["", "  ", "    "]))
def test_wrapped_text_keeps_its_words_and_fits_the_width(parts, width, hang):
    text = " ".join(parts)
    lines = wrap(text, width, hang)
    assert " ".join(" ".join(lines).split()) == text
    assert all(len(line) <= width for line in lines)
    assert all(line.startswith(hang) for line in lines[1:])


def test_no_break_spaces_are_not_broken():
    assert wrap("Joueur\N{NO-BREAK SPACE}: oui", 9) == ["Joueur\N{NO-BREAK SPACE}:", "oui"]
    assert wrap("aaaaaaaaaa\N{NO-BREAK SPACE}b c", 12) == ["aaaaaaaaaa\N{NO-BREAK SPACE}b", "c"]
    assert wrap("jouez-en une", 9) == ["jouez-en", "une"]


@given(st.integers(-99, 99))
def test_large_numbers_have_three_lines_of_equal_width(number):
    text = f"{number:+d}".replace("-", "−")
    rows = large_number(text, 11)
    assert len(rows) == HEIGHT
    assert {len(row) for row in rows} == {11}
    assert set("".join(rows)) <= set(" ▀▄█")
    assert large_number(text, 6) == [text]


def test_large_numbers_are_distinguishable():
    looks = {tuple(large_number(f"{number:+d}".replace("-", "−"), 11)) for number in range(-99, 100)}
    assert len(looks) == 199
