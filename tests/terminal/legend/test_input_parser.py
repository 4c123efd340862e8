"""Everything that may be answered in the Legend is understood, however it is typed."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from heorot.engine.errors import HeorotError, IllegalAction
from heorot.engine.seats import CHANCE
from heorot.games import GAMES
from heorot.locales import LANGUAGES
from heorot.locales.typed import SAME_KEYS, plain
from heorot.terminal.legend import choices, in_our_words, question, vocabulary
from heorot.terminal.reading import Anew, Choice, Command, Reader, Slip, find_command
from heorot.terminal.speech import Speech
from tests.playing import random_game
from tests.strategies import AS_FOUND, lines
from tests.terminal.test_reading import read_or_refuse

LEGEND = GAMES["legend"]
OTHER_KEYS = str.maketrans({latin: cyrillic for cyrillic, latin in SAME_KEYS.items()})


def reader_at(table, language):
    """Someone who understands the person that is asked."""
    seat = LEGEND.actors(table)[0]
    listed = choices(table.box, LEGEND.view(table, seat), language)
    return Reader(LEGEND, table, seat, listed, in_our_words, vocabulary(language))


def is_asked(line):
    return LEGEND.actors(line.last) not in ((), (CHANCE,))


languages = st.sampled_from(LANGUAGES)
questions = lines(game="legend", in_order=True).filter(is_asked)


def asked(name, seed=3, seats=4, **options):
    """A table with a question, from a random game."""
    line = random_game("built-in", seats, seed, "legend", tuple(options.items()), in_order=True)
    return next(table for table in line.tables if LEGEND.view(table, None).question == name)


@settings(AS_FOUND, max_examples=40)
@given(questions, languages)
def test_the_notation_every_phrase_and_every_number_are_understood(line, language):
    reader = reader_at(line.last, language)
    legal = LEGEND.legal(line.last, reader.seat)
    meant = set(reader.phrases.values())
    assert {action for action in meant if not isinstance(action, Anew)} == set(legal)
    for action in legal:
        text = LEGEND.write(line.last, action)
        assert reader.read(text) == reader.read(text.upper()) == action
    for phrase, action in reader.phrases.items():
        assert reader.read(phrase) == reader.read(f"  {phrase.upper()} ") == action, phrase
    for number, choice in enumerate(reader.choices, 1):
        assert [reader.read(str(number))] == [*choice.ends.values()]


@settings(AS_FOUND, max_examples=40)
@given(questions, languages, st.data())
def test_a_beginning_is_the_answer_or_is_refused_with_what_it_may_mean(line, language, data):
    reader = reader_at(line.last, language)
    phrase = data.draw(st.sampled_from(sorted(reader.phrases)))
    begun = " ".join(word[: data.draw(st.integers(1, len(word)))] for word in phrase.split())
    assume(find_command(begun) is None and not begun.split()[0].isdigit())
    meant = read_or_refuse(reader, begun)
    if isinstance(meant, HeorotError):
        assert meant.key == "play.ambiguous", begun
        assert len(meant.params["options"]) > 1
    else:
        exact = [*reader.by_notation(begun), *reader.by_phrase(begun)]
        assert meant in (exact or [reader.phrases[phrase]]), begun


@settings(AS_FOUND, max_examples=30)
@given(questions, st.data())
def test_the_notation_may_be_typed_with_the_keyboard_in_russian(line, data):
    reader = reader_at(line.last, "ru")
    action = data.draw(st.sampled_from(LEGEND.legal(line.last, reader.seat)))
    assert reader.read(LEGEND.write(line.last, action).translate(OTHER_KEYS)) == action


@settings(AS_FOUND, max_examples=30)
@given(questions, languages, st.text(max_size=12))
def test_whatever_is_typed_is_understood_or_refused_in_words(line, language, text):
    reader = reader_at(line.last, language)
    meant = read_or_refuse(reader, text)
    if isinstance(meant, HeorotError):
        assert Speech(language).complain(meant)
    else:
        assert isinstance(meant, Choice | Command | Slip) or meant in reader.phrases.values()


@settings(AS_FOUND, max_examples=30)
@given(questions, languages)
def test_every_question_and_every_line_of_the_list_can_be_said(line, language):
    speech, reader = Speech(language), reader_at(line.last, language)
    labels = [speech.utter(choice.label) for choice in reader.choices]
    assert len(set(labels)) == len(labels), labels
    for seat in (None, reader.seat):
        assert speech.utter(question(line.last.box, LEGEND.view(line.last, seat)))


# ---- Short ways ----------------------------------------------------------------------------------------------------


def named(reader, text):
    """What a text is understood as, in the notation."""
    return LEGEND.write(reader.table, reader.read(text))


def in_hand(reader):
    return {card.name for card, _ in LEGEND.view(reader.table, reader.seat).hand}


@pytest.mark.parametrize(
    ("language", "short"),
    [("en", "b f2"), ("en", "f2"), ("en", "fig 2"), ("fr", "m com2"), ("fr", "com2"), ("fr", "combat 2"),
     ("ru", "с бит2"), ("ru", "бит2"), ("ru", "ставлю битву 2")],
)  # fmt: skip
def test_a_card_in_a_few_letters(language, short):
    reader = next(reader for reader in bidders(language) if "friendship2" not in in_hand(reader))
    assert named(reader, short) == "bid fighting2"


def bidders(language):
    """Those who begin a sealed bid, with a double fighting card at least."""
    tables = random_game("built-in", 3, 8, "legend", in_order=True).tables
    found = (reader_at(table, language) for table in tables if LEGEND.view(table, None).question == "bid")
    return [reader for reader in found if reader.seat >= 0 and is_fresh(reader) and "fighting2" in in_hand(reader)]


def is_fresh(reader):
    return not LEGEND.view(reader.table, reader.seat).bid


@pytest.mark.parametrize(
    ("language", "short"), [("en", "g"), ("en", "gi"), ("fr", "ab"), ("ru", "сд"), ("ru", "пшму гз")]
)
def test_giving_up_in_a_few_letters(language, short):
    assert named(reader_at(asked("lay"), language), short) == "give up"


@pytest.mark.parametrize(("language", "short"), [("en", "r"), ("fr", "ri"), ("ru", "ри"), ("ru", "кшы")])
def test_a_risk_in_a_few_letters(language, short):
    assert named(reader_at(asked("risk"), language), short) == "risk"


def test_a_single_card_needs_no_number():
    held = [(reader, name[:-1]) for reader in bidders("en") for name in in_hand(reader)]
    both = [(reader, symbol) for reader, symbol in held if {f"{symbol}1", f"{symbol}2"} <= in_hand(reader)]
    assert len(both) > 3
    for reader, symbol in both:
        assert named(reader, symbol) == named(reader, f"bid {symbol}") == f"bid {symbol}1"


def test_a_set_may_be_named_in_any_order():
    """An earlier card of the fixed order stands in the list too; the set is then named anew."""
    tables = random_game("built-in", 3, 8, "legend", in_order=True).tables
    found = 0
    for table in tables:
        view = LEGEND.view(table, seat := LEGEND.actors(table)[0]) if LEGEND.actors(table) else None
        if view is None or view.question != "bid" or not view.bid:
            continue
        listed = choices(table.box, view, "en")
        anew = [meant for choice in listed for meant in choice.ends.values() if isinstance(meant, Anew)]
        assert len(listed) == len(view.hand) + 1
        for meant in anew:
            found += 1
            faces = [table.box.face_numbers[action.card] for action in meant.actions]
            assert faces == sorted(faces)
            assert len(faces) == meant.taken_back + 1
        assert seat in view.asked
    assert found > 5


def test_several_answers_in_one_line_by_the_list_as_it_stands():
    reader = reader_at(asked("bid"), "en")
    first, second = (choice.typed[0] for choice in reader.choices[:2])
    assert reader.parts("1, 2") == [first, second]
    assert reader.parts("1, 2,") == [first, second]
    assert reader.parts("f2, b, done") == ["f2", "b", "done"]
    assert reader.parts("save a, b") == ["save a, b"]
    assert reader.parts("lhe;,f") == ["lhe;,f"], "a Russian word on a Latin keyboard"


def test_a_card_that_is_not_held_is_refused_with_the_rule():
    reader = reader_at(asked("bid"), "en")
    missing = next(name for name in ("wit2", "courage2", "travelling2", "friendship2") if name not in in_hand(reader))
    with pytest.raises(IllegalAction) as refused:
        reader.read(f"bid {missing}")
    assert refused.value.params["rule"] == "L1.7"


def test_a_slip_is_mended():
    reader = reader_at(asked("bid"), "en")
    slip = reader.read("bid figthing 2")
    assert isinstance(slip, Slip)
    assert plain(slip.meant) == "bid fighting 2"
