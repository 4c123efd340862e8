"""Every legal action is understood in any way of typing, and every completion leads to one."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from heorot.engine.errors import HeorotError, Unreadable
from heorot.engine.seats import CHANCE
from heorot.locales import LANGUAGES, words
from heorot.locales.keyboards import SAME_KEYS, normalize
from heorot.terminal.input_parser import Choice, Correction, InputParser, RefusedCorrection, TypedCommand, find_command
from heorot.terminal.movie import choices, to_notation
from tests.support.playing import MOVIE, box_named, dice, play_on
from tests.support.strategies import AS_FOUND, lines

OTHER_KEYS = str.maketrans({latin: cyrillic for cyrillic, latin in SAME_KEYS.items()})


def parser_at(table, language):
    """Return the parser for the person who must act."""
    (seat,) = MOVIE.actors(table)
    return InputParser(MOVIE, table, seat, choices(table.box, MOVIE.view(table, seat), language), to_notation)


def first_question(language="en"):
    table = play_on(MOVIE, MOVIE.setup(MOVIE.box, 2, {"first": "1"}, MOVIE.info.rules[-1]), dice(1)).tables[4]
    return parser_at(table, language)


def awaits_a_person(line):
    """Return whether a person must act, not chance."""
    return MOVIE.actors(line.last) not in ((), (CHANCE,))


languages = st.sampled_from(LANGUAGES)
questions = lines().filter(awaits_a_person)


@settings(AS_FOUND, max_examples=30)
@given(questions, languages)
def test_notation_and_every_phrase_are_parsed(line, language):
    parser = parser_at(line.last, language)
    legal = MOVIE.legal(line.last, parser.seat)
    assert set(parser.phrases.values()) == set(legal)
    for action in legal:
        text = MOVIE.write(line.last, action)
        assert parser.parse(text) == parser.parse(text.upper()) == action
    for phrase, action in parser.phrases.items():
        assert parser.parse(phrase) == parser.parse(f"  {phrase.upper()} ") == action


@settings(AS_FOUND, max_examples=30)
@given(questions, languages)
def test_numbers_of_the_list_are_parsed_with_and_without_ending(line, language):
    parser = parser_at(line.last, language)
    for number, choice in enumerate(parser.choices, 1):
        meant = parser.parse(str(number))
        assert meant == (choice if len(choice.endings) > 1 else next(iter(choice.endings.values())))
        for end, action in choice.endings.items():
            assert parser.meanings(f"{number} {end}") == [action]  # though `2 a1` may also be the tile +2
            assert parser.parse(f"{number}. {end}") == action
            for typed in (end, end.upper()) if end else ():
                assert parser.parse(typed, open_choice=choice) == action
    for number in (0, len(parser.choices) + 1, 999):
        with pytest.raises(HeorotError):
            parser.parse(str(number))


@settings(AS_FOUND, max_examples=50)
@given(questions, languages, st.data())
def test_prefix_is_parsed_or_refused_with_its_candidates(line, language, data):
    parser = parser_at(line.last, language)
    phrase = data.draw(st.sampled_from(sorted(parser.phrases)))
    begun = " ".join(word[: data.draw(st.integers(1, len(word)))] for word in phrase.split())
    assume(find_command(begun) is None and not begun.split()[0].isdigit())
    exact, action = list(parser.by_notation(begun)), parser.phrases[phrase]
    meant = parse_or_refuse(parser, begun)
    if isinstance(meant, HeorotError):
        assert meant.key == "play.ambiguous", begun
        assert len(meant.params["options"]) > 1
    elif isinstance(meant, Choice):
        assert action in meant.endings.values(), begun
    else:
        assert meant in (exact or [action]), begun


def parse_or_refuse(parser, text):
    """Return the meaning of a text, or the error that refuses it."""
    try:
        return parser.parse(text)
    except HeorotError as error:
        return error


def test_number_with_an_ambiguous_ending_is_refused_with_its_candidates():
    parser = first_question()
    with pytest.raises(Unreadable) as refused:
        parser.parse("1 c")
    options = [option.params["text"] for option in refused.value.params["options"]]
    assert options == [f"beowulf c{row}" for row in range(1, 6)]
    assert parser.parse("1", open_choice=None) == parser.choices[0]


@settings(AS_FOUND, max_examples=50)
@given(questions, languages, st.data())
def test_completions_lead_to_an_action(line, language, data):
    parser = parser_at(line.last, language)
    phrase = data.draw(st.sampled_from(sorted(parser.phrases)))
    *before, last = phrase.split()
    begun = last[: data.draw(st.integers(0, len(last)))]
    assert last in parser.complete(" ".join([*before, begun]), language)
    typed = ""
    while offered := parser.complete(typed, language):
        typed = f"{typed}{data.draw(st.sampled_from(offered))} "
        if find_command(typed) and typed.count(" ") == 1:
            return
    assert parser.parse(typed) in parser.phrases.values(), typed


@settings(AS_FOUND, max_examples=25)
@given(questions, languages)
def test_completion_of_an_open_choice_offers_its_endings(line, language):
    parser = parser_at(line.last, language)
    for choice in parser.choices:
        if len(choice.endings) > 1:
            assert set(choice.endings) <= set(parser.complete("", language, choice))


@settings(AS_FOUND, max_examples=30)
@given(questions, languages, st.text(max_size=12))
def test_any_text_is_parsed_or_refused(line, language, text):
    parser = parser_at(line.last, language)
    meant = parse_or_refuse(parser, text)
    is_action = meant in MOVIE.legal(line.last, parser.seat)
    assert is_action or isinstance(meant, HeorotError | Choice | TypedCommand | Correction)


@settings(AS_FOUND, max_examples=25)
@given(questions, st.data())
def test_notation_is_parsed_in_russian_keyboard_layout(line, data):
    parser = parser_at(line.last, "ru")
    action = data.draw(st.sampled_from(MOVIE.legal(line.last, parser.seat)))
    assert parser.parse(MOVIE.write(line.last, action).translate(OTHER_KEYS)) == action


@pytest.mark.parametrize("name", words("play.command"))
def test_command_words_of_all_languages_are_commands(name):
    parser = first_question()
    for phrase in words("play.command")[name]:
        assert parser.parse(phrase) == parser.parse(f" {normalize(phrase).upper()} ") == TypedCommand(name, "")
        assert parser.parse(f"{phrase} b3 x") == TypedCommand(name, "b3 x")
        if phrase.isascii():
            assert parser.parse(phrase.translate(OTHER_KEYS)) == TypedCommand(name, "")


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en", "thnae c4", "thane c4"), ("en", "beowolf a1", "beowulf a1"), ("en", "drwa", "draw"),
        ("fr", "chateua c4", "chateau c4"), ("ru", "драккра с4", "драккар c4"),
        ("en", "previw thane c4", "preview thane c4"),
    ],
)  # fmt: skip
def test_typo_gets_a_valid_correction(language, typed, meant):
    parser = first_question(language)
    correction = parser.parse(typed)
    assert correction == Correction(typed, meant)
    assert not isinstance(parser.parse(correction.suggestion), Correction)


@pytest.mark.parametrize("typed", ["thnae z9", "t z9", "2 z9", "casle z9"])
def test_typo_of_a_forbidden_action_names_the_rule(typed):
    with pytest.raises(RefusedCorrection) as refused:
        first_question().parse(typed)
    assert refused.value.refusal.params["rule"] == "M2.2"


@pytest.mark.parametrize("typed", ["juggle", "\N{SNOWMAN}", "+98 a1", "{}", "9999999999999 a1"])
def test_unrecognizable_text_is_refused(typed):
    with pytest.raises(HeorotError):
        first_question().parse(typed)


def test_actions_of_a_tiny_box_are_parsed():
    table = play_on(MOVIE, MOVIE.setup(box_named("tiny"), 2, {"first": "1"}, MOVIE.info.rules[-1]), dice(1)).tables[2]
    parser = parser_at(table, "fr")
    assert parser.parse("2 b1") in parser.phrases.values()
