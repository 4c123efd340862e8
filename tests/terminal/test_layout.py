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
def test_texts_stand_in_a_row_in_order_and_none_is_cut(texts, width):
    lines = join_in_rows(texts, width)
    assert GAP.join(lines) == GAP.join(texts)
    assert all(len(line) <= width or line in texts for line in lines)


@given(labels, widths)
def test_no_line_has_room_for_the_text_that_follows(texts, width):
    lines = join_in_rows(texts, width)
    for line, following in pairwise(lines):
        assert len(line) + len(GAP) + len(following.split(GAP)[0]) > width


def test_no_texts_are_no_lines():
    assert join_in_rows([], 80) == []


@given(st.lists(words, min_size=1, max_size=30), widths, st.sampled_from(["", "  ", "    "]))
def test_a_wrapped_text_keeps_its_words_and_its_width(parts, width, hang):
    text = " ".join(parts)
    lines = wrap(text, width, hang)
    assert " ".join(" ".join(lines).split()) == text
    assert all(len(line) <= width for line in lines)
    assert all(line.startswith(hang) for line in lines[1:])


def test_a_blank_that_holds_is_not_broken():
    assert wrap("Joueur\N{NO-BREAK SPACE}: oui", 9) == ["Joueur\N{NO-BREAK SPACE}:", "oui"]
    assert wrap("aaaaaaaaaa\N{NO-BREAK SPACE}b c", 12) == ["aaaaaaaaaa\N{NO-BREAK SPACE}b", "c"]
    assert wrap("jouez-en une", 9) == ["jouez-en", "une"]


@given(st.integers(-99, 99))
def test_large_numbers_are_three_lines_of_one_width(number):
    text = f"{number:+d}".replace("-", "−")
    rows = large_number(text, 11)
    assert len(rows) == HEIGHT
    assert {len(row) for row in rows} == {11}
    assert set("".join(rows)) <= set(" ▀▄█")
    assert large_number(text, 6) == [text]


def test_no_two_large_numbers_look_alike():
    looks = {tuple(large_number(f"{number:+d}".replace("-", "−"), 11)) for number in range(-99, 100)}
    assert len(looks) == 199
