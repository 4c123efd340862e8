"""Every legal action of the Legend is understood in any way of typing."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from heorot.engine.errors import HeorotError, IllegalAction
from heorot.engine.seats import CHANCE
from heorot.games import GAMES
from heorot.locales import LANGUAGES
from heorot.locales.keyboards import SAME_KEYS, normalize
from heorot.terminal.input_parser import Choice, Correction, InputParser, ReplaceLatest, TypedCommand, find_command
from heorot.terminal.legend import choices, question, to_notation, vocabulary
from heorot.terminal.translator import Translator
from tests.support.playing import random_game
from tests.support.strategies import AS_FOUND, lines
from tests.terminal.test_input_parser import parse_or_refuse

LEGEND = GAMES["legend"]
OTHER_KEYS = str.maketrans({latin: cyrillic for cyrillic, latin in SAME_KEYS.items()})


def parser_at(table, language):
    """Return the parser for the person who must act."""
    seat = LEGEND.actors(table)[0]
    listed = choices(table.box, LEGEND.view(table, seat), language)
    return InputParser(LEGEND, table, seat, listed, to_notation, vocabulary(language))


def awaits_a_person(line):
    return LEGEND.actors(line.last) not in ((), (CHANCE,))


languages = st.sampled_from(LANGUAGES)
questions = lines(game="legend", in_order=True).filter(awaits_a_person)


def table_with_question(name, seed=3, seats=4, **options):
    """Return a table with a question, from a random game."""
    line = random_game("built-in", seats, seed, "legend", tuple(options.items()), in_order=True)
    return next(table for table in line.tables if LEGEND.view(table, None).question == name)


@settings(AS_FOUND, max_examples=40)
@given(questions, languages)
def test_notation_phrases_and_numbers_are_parsed(line, language):
    parser = parser_at(line.last, language)
    legal = LEGEND.legal(line.last, parser.seat)
    meant = set(parser.phrases.values())
    assert {action for action in meant if not isinstance(action, ReplaceLatest)} == set(legal)
    for action in legal:
        text = LEGEND.write(line.last, action)
        assert parser.parse(text) == parser.parse(text.upper()) == action
    for phrase, action in parser.phrases.items():
        assert parser.parse(phrase) == parser.parse(f"  {phrase.upper()} ") == action, phrase
    for number, choice in enumerate(parser.choices, 1):
        assert [parser.parse(str(number))] == [*choice.endings.values()]


@settings(AS_FOUND, max_examples=40)
@given(questions, languages, st.data())
def test_prefix_is_parsed_or_refused_with_its_candidates(line, language, data):
    parser = parser_at(line.last, language)
    phrase = data.draw(st.sampled_from(sorted(parser.phrases)))
    words = phrase.split()
    lengths = data.draw(st.tuples(*(st.integers(1, len(word)) for word in words)))
    begun = " ".join(word[:length] for word, length in zip(words, lengths, strict=True))
    assume(find_command(begun) is None and not begun.split()[0].isdigit())
    meant = parse_or_refuse(parser, begun)
    if isinstance(meant, HeorotError):
        assert meant.key == "play.ambiguous", begun
        assert len(meant.params["options"]) > 1
    else:
        exact = [*parser.by_notation(begun), *parser.by_phrase(begun)]
        assert meant in (exact or [parser.phrases[phrase]]), begun


@settings(AS_FOUND, max_examples=30)
@given(questions, st.data())
def test_notation_is_parsed_in_russian_keyboard_layout(line, data):
    parser = parser_at(line.last, "ru")
    action = data.draw(st.sampled_from(LEGEND.legal(line.last, parser.seat)))
    assert parser.parse(LEGEND.write(line.last, action).translate(OTHER_KEYS)) == action


@settings(AS_FOUND, max_examples=30)
@given(questions, languages, st.text(max_size=12))
def test_any_text_is_parsed_or_refused_with_a_sentence(line, language, text):
    parser = parser_at(line.last, language)
    meant = parse_or_refuse(parser, text)
    if isinstance(meant, HeorotError):
        assert Translator(language).render_error(meant)
    else:
        assert isinstance(meant, Choice | TypedCommand | Correction) or meant in parser.phrases.values()


@settings(AS_FOUND, max_examples=30)
@given(questions, languages)
def test_every_question_and_choice_can_be_rendered(line, language):
    translator, parser = Translator(language), parser_at(line.last, language)
    labels = [translator.render(choice.label) for choice in parser.choices]
    assert len(set(labels)) == len(labels), labels
    for seat in (None, parser.seat):
        assert translator.render(question(line.last.box, LEGEND.view(line.last, seat)))


# ---- Abbreviations and corrections ---------------------------------------------------------------------------------


def notation_of(parser, text):
    """Return the meaning of a text in the notation."""
    return LEGEND.write(parser.table, parser.parse(text))


def in_hand(parser):
    return {card.name for card, _ in LEGEND.view(parser.table, parser.seat).hand}


@pytest.mark.parametrize(
    ("language", "short"),
    [("en", "b f2"), ("en", "f2"), ("en", "fig 2"), ("fr", "m com2"), ("fr", "com2"), ("fr", "combat 2"),
     ("ru", "с бит2"), ("ru", "бит2"), ("ru", "ставлю битву 2")],
)  # fmt: skip
def test_card_is_parsed_from_a_few_letters(language, short):
    parser = next(parser for parser in bidders(language) if "friendship2" not in in_hand(parser))
    assert notation_of(parser, short) == "bid fighting2"


def bidders(language):
    """Return the parsers of seats that begin a sealed bid with a double fighting card in hand."""
    tables = random_game("built-in", 3, 8, "legend", in_order=True).tables
    parsers = (parser_at(table, language) for table in tables if LEGEND.view(table, None).question == "bid")
    return [parser for parser in parsers if parser.seat >= 0 and is_fresh(parser) and "fighting2" in in_hand(parser)]


def is_fresh(parser):
    return not LEGEND.view(parser.table, parser.seat).bid


@pytest.mark.parametrize(
    ("language", "short"), [("en", "g"), ("en", "gi"), ("fr", "ab"), ("ru", "сд"), ("ru", "пшму гз")]
)
def test_giving_up_is_parsed_from_a_few_letters(language, short):
    assert notation_of(parser_at(table_with_question("lay"), language), short) == "give up"


@pytest.mark.parametrize(("language", "short"), [("en", "r"), ("fr", "ri"), ("ru", "ри"), ("ru", "кшы")])
def test_risk_is_parsed_from_a_few_letters(language, short):
    assert notation_of(parser_at(table_with_question("risk"), language), short) == "risk"


def test_symbol_without_number_means_the_single_card():
    held = [(parser, name[:-1]) for parser in bidders("en") for name in in_hand(parser)]
    both = [(parser, symbol) for parser, symbol in held if {f"{symbol}1", f"{symbol}2"} <= in_hand(parser)]
    assert len(both) > 3
    for parser, symbol in both:
        assert notation_of(parser, symbol) == notation_of(parser, f"bid {symbol}") == f"bid {symbol}1"


def test_cards_of_a_set_may_be_typed_in_any_order():
    """The list also offers cards that precede the staged ones in the fixed order; they replace the whole set."""
    tables = random_game("built-in", 3, 8, "legend", in_order=True).tables
    replaced = 0
    for table in tables:
        view = LEGEND.view(table, seat := LEGEND.actors(table)[0]) if LEGEND.actors(table) else None
        if view is None or view.question != "bid" or not view.bid:
            continue
        listed = choices(table.box, view, "en")
        meanings = [meant for choice in listed for meant in choice.endings.values()]
        replacements = [meant for meant in meanings if isinstance(meant, ReplaceLatest)]
        assert len(listed) == len(view.hand) + 1
        for meant in replacements:
            replaced += 1
            faces = [table.box.face_numbers[action.card] for action in meant.actions]
            assert faces == sorted(faces)
            assert len(faces) == meant.undo_count + 1
        assert seat in view.asked
    assert replaced > 5


def test_several_actions_in_one_line_are_split_by_the_current_list():
    parser = parser_at(table_with_question("bid"), "en")
    first, second = (choice.phrases[0] for choice in parser.choices[:2])
    assert parser.split_line("1, 2") == [first, second]
    assert parser.split_line("1, 2,") == [first, second]
    assert parser.split_line("f2, b, done") == ["f2", "b", "done"]
    assert parser.split_line("save a, b") == ["save a, b"]
    assert parser.split_line("lhe;,f") == ["lhe;,f"], "a Russian word on a Latin keyboard"


def test_card_not_in_hand_is_refused_with_the_rule():
    parser = parser_at(table_with_question("bid"), "en")
    missing = next(name for name in ("wit2", "courage2", "travelling2", "friendship2") if name not in in_hand(parser))
    with pytest.raises(IllegalAction) as refused:
        parser.parse(f"bid {missing}")
    assert refused.value.params["rule"] == "L1.7"


def test_typo_gets_a_correction():
    parser = parser_at(table_with_question("bid"), "en")
    correction = parser.parse("bid figthing 2")
    assert isinstance(correction, Correction)
    assert normalize(correction.suggestion) == "bid fighting 2"
