"""The lessons: every record replays, every step is passed by what its text names and by nothing else, and every number
in a text is one that the game told."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from heorot.engine import record as records
from heorot.engine.errors import HeorotError, IllegalAction
from heorot.engine.game import play
from heorot.engine.lesson import Course, Step
from heorot.games import GAMES, course
from heorot.games.legend.scoring import POINTS_OF_A_WOUND, POINTS_WITHOUT_WOUNDS
from heorot.locales import LANGUAGES, catalogue
from heorot.terminal.speech import Speech
from tests.architecture.source import PACKAGE
from tests.locales.patterns import arguments

STEPS = [(name, step) for name in GAMES for step in course(name).lesson.steps]
each_step = pytest.mark.parametrize(("name", "step"), STEPS, ids=[f"{name}-{step.name}" for name, step in STEPS])
PARTS = ("title", "text", "do", "done")
CARD = re.compile(r"([a-z]+)(\d)")


def key(name: str, step: Step, part: str) -> str:
    return f"web.learn.{name}.{step.name}.{part}"


def texts(steps: Course, step: Step) -> list[str]:
    return [entry.text for entry in steps.answer(step)]


def said(name: str, step: Step, part: str, language: str) -> str:
    return Speech(language).say(key(name, step, part), **course(name).numbers(step))


def answers(steps: Course, state: object, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every whole answer of the person at a table; of sets those of up to three pieces."""
    game, seat = steps.game, steps.lesson.seat
    for action in game.legal(state, seat):
        after, pieces = play(game, state, seat, action), (*before, game.write(state, action))
        if not game.in_a_set(after, seat):
            yield pieces
        elif len(pieces) < 3:
            yield from answers(steps, after, pieces)


@pytest.mark.parametrize("name", GAMES)
def test_every_record_of_a_lesson_holds(name):
    for record in course(name).lesson.scenes.values():
        assert record.game == name
        again, places = records.read_lines(records.write(record))
        records.check(GAMES[name], again, places)


@pytest.mark.parametrize("name", GAMES)
def test_steps_are_in_order_and_named_once(name):
    steps = course(name).lesson.steps
    assert len({step.name for step in steps}) == len(steps) >= 10
    for before, after in pairwise(steps):
        assert before.scene != after.scene or before.at < after.at


@each_step
def test_the_person_is_asked_and_has_a_choice(name, step):
    steps = course(name)
    assert steps.lesson.seat in steps.game.actors(steps.table(step))
    assert len(steps.game.legal(steps.table(step), steps.lesson.seat)) > 1


@each_step
def test_what_is_asked_for_is_legal_and_passes(name, step):
    steps = course(name)
    assert steps.passes(step, texts(steps, step))
    assert not steps.game.in_a_set(steps.say(step, texts(steps, step)), steps.lesson.seat)


@each_step
def test_nothing_else_passes(name, step):
    steps = course(name)
    asked = sorted(texts(steps, step))
    others = [one for one in answers(steps, steps.table(step)) if sorted(one) != asked]
    assert others
    assert [one for one in others if steps.passes(step, one)] == []


@each_step
def test_what_the_rules_forbid_is_refused_with_its_rule(name, step):
    """The answer of another step, where it is not allowed."""
    steps, refused = course(name), 0
    for other in steps.lesson.steps:
        try:
            steps.say(step, texts(steps, other))
        except HeorotError as error:
            refused += isinstance(error, IllegalAction) and bool(error.rule)
    assert refused


@each_step
def test_what_follows_ends_where_the_person_has_the_say_again(name, step):
    steps = course(name)
    end, moments = steps.end(step), list(steps.moments(step, steps.end(step)))
    assert moments[0][0] == step.at
    assert moments[-1][1] == end
    assert all(first[1] == second[0] for first, second in pairwise(moments))
    after = steps.next(step)
    assert steps.goes_on(step) == (after is not None and after.scene == step.scene and after.at == end)


# ---- Words -----------------------------------------------------------------------------------------------------------


@each_step
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_of_a_text_was_told_by_the_game(name, step, language):
    """No parameter without a number, no number that no text uses; and no digits in the words themselves, but those of a
    card's name and of the points of wounds, which are the rules' own."""
    messages = [catalogue(language)[key(name, step, part)] for part in PARTS]
    used = {argument.name for message in messages for argument in arguments(message)}
    assert used == {number.name for number in step.numbers}
    cards = {"".join(card) for text in texts(course(name), step) for card in CARD.findall(text)}
    allowed = {number for card in cards for number in re.findall(r"\d", card)}
    allowed |= {str(POINTS_WITHOUT_WOUNDS), str(POINTS_OF_A_WOUND)} if step.name == "heal" else set()
    allowed |= {"2"} if (name, step.name) == ("legend", "end") else set()  # L8.2
    allowed |= {"1", "3"} if step.name == "space" else set()  # what alliance tokens are worth
    words = re.sub(r"\{[^{}]*\}", "", " ".join(messages))
    assert set(re.findall(r"\d+", words)) <= allowed


@each_step
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_names_what_passes(name, step, language):
    """Spaces and values as the board shows them, cards as they are called."""
    told = said(name, step, "do", language)
    for text in texts(course(name), step):
        for word in text.split(" "):
            if re.fullmatch(r"[a-i]\d", word):
                assert word in told
            elif re.fullmatch(r"[+-]\d+", word):
                assert word.replace("-", "−") in told
            elif (card := CARD.fullmatch(word)) and f"legend.symbol.{card[1]}" in catalogue(language):
                assert f"{catalogue(language)[f'legend.symbol.{card[1]}']} {card[2]}" in told


@each_step
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_can_be_said(name, step, language):
    for part in PARTS:
        told = said(name, step, part, language)
        assert told
        assert not re.search(r"[{}]|web\.", told)
    assert len(said(name, step, "text", language)) <= 400


@each_step
def test_every_rule_that_is_named_is_there(name, step):
    """The numbers of RULES.md."""
    text = (PACKAGE / "games" / name / "RULES.md").read_text("utf-8")
    assert [rule for rule in step.rules if f"**{rule}" not in text] == []
