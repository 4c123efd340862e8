"""Lessons: every record replays, every step accepts the answer in its text and no other, and every number in a text
comes from the game."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from heorot.engine import records
from heorot.engine.content.lesson import LessonPlayer, ScriptedStep
from heorot.engine.errors import HeorotError, IllegalAction
from heorot.engine.game import play
from heorot.games import GAMES, lesson_of
from heorot.games.legend.rules.scoring import POINTS_OF_A_WOUND, POINTS_WITHOUT_WOUNDS
from heorot.locales import LANGUAGES, catalogue
from heorot.terminal.translator import Translator
from tests.architecture.source import PACKAGE
from tests.locales.icu_patterns import arguments

STEPS = [(name, step) for name in GAMES for step in lesson_of(name).lesson.steps]
each_step = pytest.mark.parametrize(("name", "step"), STEPS, ids=[f"{name}-{step.name}" for name, step in STEPS])
PARTS = ("title", "text", "do", "done")
CARD = re.compile(r"([a-z]+)(\d)")


def key(name: str, step: ScriptedStep, part: str) -> str:
    return f"web.learn.{name}.{step.name}.{part}"


def texts(steps: LessonPlayer, step: ScriptedStep) -> list[str]:
    return [entry.text for entry in steps.expected_answer(step)]


def said(name: str, step: ScriptedStep, part: str, language: str) -> str:
    return Translator(language).translate(key(name, step, part), **lesson_of(name).numbers(step))


def answers(steps: LessonPlayer, state: object, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield every complete answer of the learner at a table; actions of several parts up to three."""
    game, seat = steps.game, steps.lesson.seat
    for action in game.legal(state, seat):
        after, pieces = play(game, state, seat, action), (*before, game.write(state, action))
        if not game.has_unfinished_action(after, seat):
            yield pieces
        elif len(pieces) < 3:
            yield from answers(steps, after, pieces)


@pytest.mark.parametrize("name", GAMES)
def test_every_record_of_a_lesson_is_valid(name):
    for record in lesson_of(name).lesson.scenes.values():
        assert record.game == name
        again, places = records.read_with_lines(records.write(record))
        records.check(GAMES[name], again, places)


@pytest.mark.parametrize("name", GAMES)
def test_steps_are_in_order_and_named_once(name):
    steps = lesson_of(name).lesson.steps
    assert len({step.name for step in steps}) == len(steps) >= 10
    for before, after in pairwise(steps):
        assert before.scene != after.scene or before.at < after.at


@each_step
def test_the_learner_is_asked_and_has_a_choice(name, step):
    steps = lesson_of(name)
    assert steps.lesson.seat in steps.game.actors(steps.table(step))
    assert len(steps.game.legal(steps.table(step), steps.lesson.seat)) > 1


@each_step
def test_the_expected_answer_is_legal_and_accepted(name, step):
    steps = lesson_of(name)
    assert steps.accepts(step, texts(steps, step))
    assert not steps.game.has_unfinished_action(steps.play_answer(step, texts(steps, step)), steps.lesson.seat)


@each_step
def test_every_other_answer_is_rejected(name, step):
    steps = lesson_of(name)
    asked = sorted(texts(steps, step))
    others = [one for one in answers(steps, steps.table(step)) if sorted(one) != asked]
    assert others
    assert [one for one in others if steps.accepts(step, one)] == []


@each_step
def test_an_illegal_answer_is_refused_with_its_rule(name, step):
    """The answer of another step is refused where it is illegal."""
    steps, refused = lesson_of(name), 0
    for other in steps.lesson.steps:
        try:
            steps.play_answer(step, texts(steps, other))
        except HeorotError as error:
            refused += isinstance(error, IllegalAction) and bool(error.rule)
    assert refused


@each_step
def test_the_moments_of_a_step_end_at_the_next_choice_of_the_learner(name, step):
    steps = lesson_of(name)
    end, moments = steps.end(step), list(steps.moments(step, steps.end(step)))
    assert moments[0][0] == step.at
    assert moments[-1][1] == end
    assert all(first[1] == second[0] for first, second in pairwise(moments))
    after = steps.next_step(step)
    assert steps.continues(step) == (after is not None and after.scene == step.scene and after.at == end)


# ---- Words -----------------------------------------------------------------------------------------------------------


@each_step
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_of_a_text_comes_from_the_game(name, step, language):
    """Every parameter has a number and every number is used. Texts have no digits of their own, except in names of
    cards and in the points of wounds."""
    messages = [catalogue(language)[key(name, step, part)] for part in PARTS]
    used = {argument.name for message in messages for argument in arguments(message)}
    assert used == {number.name for number in step.numbers}
    cards = {"".join(card) for text in texts(lesson_of(name), step) for card in CARD.findall(text)}
    allowed = {number for card in cards for number in re.findall(r"\d", card)}
    allowed |= {str(POINTS_WITHOUT_WOUNDS), str(POINTS_OF_A_WOUND)} if step.name == "heal" else set()
    allowed |= {"2"} if (name, step.name) == ("legend", "end") else set()  # L8.2
    allowed |= {"1", "3"} if step.name == "space" else set()  # what alliance tokens are worth
    words = re.sub(r"\{[^{}]*\}", "", " ".join(messages))
    assert set(re.findall(r"\d+", words)) <= allowed


@each_step
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_names_the_expected_answer(name, step, language):
    """Texts name spaces, values and cards as the table does."""
    told = said(name, step, "do", language)
    for text in texts(lesson_of(name), step):
        for word in text.split(" "):
            if re.fullmatch(r"[a-i]\d", word):
                assert word in told
            elif re.fullmatch(r"[+-]\d+", word):
                assert word.replace("-", "−") in told
            elif (card := CARD.fullmatch(word)) and f"legend.symbol.{card[1]}" in catalogue(language):
                assert f"{catalogue(language)[f'legend.symbol.{card[1]}']} {card[2]}" in told


@each_step
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_can_be_rendered(name, step, language):
    for part in PARTS:
        told = said(name, step, part, language)
        assert told
        assert not re.search(r"[{}]|web\.", told)
    assert len(said(name, step, "text", language)) <= 400


@each_step
def test_every_cited_rule_exists(name, step):
    """The numbers of RULES.md."""
    text = (PACKAGE / "games" / name / "RULES.md").read_text("utf-8")
    assert [rule for rule in step.rules if f"**{rule}" not in text] == []
