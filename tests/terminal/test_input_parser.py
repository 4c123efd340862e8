"""Everything that may be answered is understood, however it is typed; whatever is offered leads to an answer."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from heorot.engine.errors import HeorotError, Unreadable
from heorot.engine.seats import CHANCE
from heorot.locales import LANGUAGES, words
from heorot.locales.typed import SAME_KEYS, plain
from heorot.terminal.movie import choices, in_our_words
from heorot.terminal.reading import Choice, Command, Misread, Reader, Slip, find_command
from tests.playing import MOVIE, box_named, dice, play_on
from tests.strategies import AS_FOUND, lines

OTHER_KEYS = str.maketrans({latin: cyrillic for cyrillic, latin in SAME_KEYS.items()})


def reader_at(table, language):
    """Someone who understands the person that is asked."""
    (seat,) = MOVIE.actors(table)
    return Reader(MOVIE, table, seat, choices(table.box, MOVIE.view(table, seat), language), in_our_words)


def first_question(language="en"):
    table = play_on(MOVIE, MOVIE.setup(MOVIE.box, 2, {"first": "1"}, MOVIE.about.rules[-1]), dice(1)).tables[4]
    return reader_at(table, language)


def is_asked(line):
    """Whether a person is asked, and not chance."""
    return MOVIE.actors(line.last) not in ((), (CHANCE,))


languages = st.sampled_from(LANGUAGES)
questions = lines().filter(is_asked)


@settings(AS_FOUND, max_examples=30)
@given(questions, languages)
def test_the_notation_and_every_phrase_of_the_language_are_understood(line, language):
    reader = reader_at(line.last, language)
    legal = MOVIE.legal(line.last, reader.seat)
    assert set(reader.phrases.values()) == set(legal)
    for action in legal:
        text = MOVIE.write(line.last, action)
        assert reader.read(text) == reader.read(text.upper()) == action
    for phrase, action in reader.phrases.items():
        assert reader.read(phrase) == reader.read(f"  {phrase.upper()} ") == action


@settings(AS_FOUND, max_examples=30)
@given(questions, languages)
def test_a_number_of_the_list_with_or_without_its_end(line, language):
    reader = reader_at(line.last, language)
    for number, choice in enumerate(reader.choices, 1):
        meant = reader.read(str(number))
        assert meant == (choice if len(choice.ends) > 1 else next(iter(choice.ends.values())))
        for end, action in choice.ends.items():
            assert reader.meanings(f"{number} {end}") == [action]  # though `2 a1` may also be the tile +2
            assert reader.read(f"{number}. {end}") == action
            assert not end or reader.read(end, within=choice) == reader.read(end.upper(), within=choice) == action
    for number in (0, len(reader.choices) + 1, 999):
        with pytest.raises(HeorotError):
            reader.read(str(number))


@settings(AS_FOUND, max_examples=50)
@given(questions, languages, st.data())
def test_a_beginning_is_the_answer_or_is_refused_with_what_it_may_mean(line, language, data):
    reader = reader_at(line.last, language)
    phrase = data.draw(st.sampled_from(sorted(reader.phrases)))
    begun = " ".join(word[: data.draw(st.integers(1, len(word)))] for word in phrase.split())
    assume(find_command(begun) is None and not begun.split()[0].isdigit())
    exact, action = list(reader.by_notation(begun)), reader.phrases[phrase]
    meant = read_or_refuse(reader, begun)
    if isinstance(meant, HeorotError):
        assert meant.key == "play.ambiguous", begun
        assert len(meant.params["options"]) > 1
    elif isinstance(meant, Choice):
        assert action in meant.ends.values(), begun
    else:
        assert meant in (exact or [action]), begun


def read_or_refuse(reader, text):
    """What is understood, or the sentence that it is refused with."""
    try:
        return reader.read(text)
    except HeorotError as refused:
        return refused


def test_a_number_with_the_beginning_of_several_ends_is_refused_with_them():
    reader = first_question()
    with pytest.raises(Unreadable) as refused:
        reader.read("1 c")
    options = [option.params["text"] for option in refused.value.params["options"]]
    assert options == [f"beowulf c{row}" for row in range(1, 6)]
    assert reader.read("1", within=None) == reader.choices[0]


@settings(AS_FOUND, max_examples=50)
@given(questions, languages, st.data())
def test_what_tab_offers_leads_to_an_answer(line, language, data):
    reader = reader_at(line.last, language)
    phrase = data.draw(st.sampled_from(sorted(reader.phrases)))
    *before, last = phrase.split()
    begun = last[: data.draw(st.integers(0, len(last)))]
    assert last in reader.complete(" ".join([*before, begun]), language)
    typed = ""
    while offered := reader.complete(typed, language):
        typed = f"{typed}{data.draw(st.sampled_from(offered))} "
        if find_command(typed) and typed.count(" ") == 1:
            return
    assert reader.read(typed) in reader.phrases.values(), typed


@settings(AS_FOUND, max_examples=25)
@given(questions, languages)
def test_within_a_choice_tab_offers_its_ends(line, language):
    reader = reader_at(line.last, language)
    for choice in reader.choices:
        if len(choice.ends) > 1:
            assert set(choice.ends) <= set(reader.complete("", language, choice))


@settings(AS_FOUND, max_examples=30)
@given(questions, languages, st.text(max_size=12))
def test_whatever_is_typed_is_understood_or_refused_in_words(line, language, text):
    reader = reader_at(line.last, language)
    meant = read_or_refuse(reader, text)
    assert isinstance(meant, HeorotError | Choice | Command | Slip) or meant in MOVIE.legal(line.last, reader.seat)


@settings(AS_FOUND, max_examples=25)
@given(questions, st.data())
def test_the_notation_may_be_typed_with_the_keyboard_in_russian(line, data):
    reader = reader_at(line.last, "ru")
    action = data.draw(st.sampled_from(MOVIE.legal(line.last, reader.seat)))
    assert reader.read(MOVIE.write(line.last, action).translate(OTHER_KEYS)) == action


@pytest.mark.parametrize("name", words("play.command"))
def test_every_word_for_a_command_is_one_in_every_language(name):
    reader = first_question()
    for phrase in words("play.command")[name]:
        assert reader.read(phrase) == reader.read(f" {plain(phrase).upper()} ") == Command(name, "")
        assert reader.read(f"{phrase} b3 x") == Command(name, "b3 x")
        if phrase.isascii():
            assert reader.read(phrase.translate(OTHER_KEYS)) == Command(name, "")


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en", "thnae c4", "thane c4"), ("en", "beowolf a1", "beowulf a1"), ("en", "drwa", "draw"),
        ("fr", "chateua c4", "chateau c4"), ("ru", "драккра с4", "драккар c4"),
        ("en", "previw thane c4", "preview thane c4"),
    ],
)  # fmt: skip
def test_a_slip_is_mended_to_something_that_may_be_said(language, typed, meant):
    reader = first_question(language)
    slip = reader.read(typed)
    assert slip == Slip(typed, meant)
    assert not isinstance(reader.read(slip.meant), Slip)


@pytest.mark.parametrize("typed", ["thnae z9", "t z9", "2 z9", "casle z9"])
def test_a_slip_that_is_forbidden_even_so_tells_why(typed):
    with pytest.raises(Misread) as misread:
        first_question().read(typed)
    assert misread.value.refused.params["rule"] == "M2.2"


@pytest.mark.parametrize("typed", ["juggle", "\N{SNOWMAN}", "+98 a1", "{}", "9999999999999 a1"])
def test_what_is_like_nothing_is_not_understood(typed):
    with pytest.raises(HeorotError):
        first_question().read(typed)


def test_tiny_boxes_are_understood_too():
    table = play_on(MOVIE, MOVIE.setup(box_named("tiny"), 2, {"first": "1"}, MOVIE.about.rules[-1]), dice(1)).tables[2]
    reader = reader_at(table, "fr")
    assert reader.read("2 b1") in reader.phrases.values()
