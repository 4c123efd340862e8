"""Interactive lessons, without a table: all steps of a game's lesson, and answers and queries at one step. Everything
is derived from the view of the learner's seat."""

from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from heorot.engine.content.lesson import MAX_REMEMBERED, LessonPlayer, ScriptedStep
from heorot.engine.seats import CHANCE
from heorot.games import lesson_of
from heorot.server.http.static_pages import compressed_json
from heorot.server.protocol.errors import Refusal
from heorot.server.protocol.messages import ActionText, LogPart, Model, SeatInfo, SeatNumber, TableInfo, TableSnapshot
from heorot.server.protocol.types import Json
from heorot.server.routes.dependencies import RegistryDep, count_request, find_game
from heorot.server.table.opaque_game import GameAction, GameBox, GameState, GameView
from heorot.server.views.payload import log_paragraphs, pop_log

router = APIRouter(prefix="/api/games/{game}/lesson")

Steps = LessonPlayer[GameBox, GameState, GameAction, GameView]
StepNumber = Annotated[int, Path(ge=1, le=1000, description="number of a step, from 1")]


class LessonMoment(Model):
    """The game at one moment as the learner's seat sees it, and the new part of its log."""

    now: TableSnapshot
    log: LogPart


class LessonStep(Model):
    """A step: a moment, and the answer that passes it. Its text is in the locales; `numbers` are its parameters."""

    name: str
    rules: tuple[str, ...]
    answer: tuple[str, ...]
    numbers: dict[str, Json]
    goes_on: bool  # whether the next step continues from this one's result
    moment: LessonMoment


class LessonInfo(Model):
    """All steps of a lesson."""

    game: str
    seat: SeatNumber
    steps: tuple[LessonStep, ...]


class LessonAnswer(Model):
    """The learner's answer in notation: an action, or all actions of a set."""

    actions: Annotated[list[ActionText], Field(min_length=1, max_length=64)]


class LessonResult(Model):
    """Outcome of an answer: whether it passed, and if so the following moments."""

    passed: bool
    moments: tuple[LessonMoment, ...]


class LessonQuestion(Model):
    """A query about the game at a step, or at a later moment of it."""

    what: Annotated[str, Field(max_length=20)]
    about: Annotated[str, Field(max_length=400)] = ""
    after: Annotated[int, Field(ge=0, le=100_000)] = 0  # version of the moment that the client shows


class LessonQueryAnswer(Model):
    """The answer to a query."""

    told: dict[str, Json]


# ---- Routes --------------------------------------------------------------------------------------------------------


@router.get("", response_model=LessonInfo)
async def lesson(game: str, request: Request, registry: RegistryDep) -> Response:
    """Return the whole lesson of a game."""
    find_game(game)
    return compressed_json(await registry.run_in_thread(lesson_json, game), request)


@router.post("/{step}")
async def answer_step(
    game: str, step: StepNumber, said: LessonAnswer, request: Request, registry: RegistryDep
) -> LessonResult:
    """Check an answer at a step: illegal (an error), legal but not the expected one, or passed."""
    await count_request(request, "ask")
    steps, at = find_step(game, step)
    return await registry.run_in_thread(check_answer, steps, at, said.actions)


@router.post("/{step}/ask")
async def query_step(
    game: str, step: StepNumber, asked: LessonQuestion, request: Request, registry: RegistryDep
) -> LessonQueryAnswer:
    """Answer a query about the game at a step."""
    await count_request(request, "ask")
    steps, at = find_step(game, step)
    if asked.what not in steps.game.info.queries:
        raise Refusal("no-such-query", "server.no-such-query", what=asked.what)
    state = steps.table(at, asked.after if at.at <= asked.after <= steps.end(at) else None)
    answer = await registry.run_in_thread(steps.game.query, state, steps.lesson.seat, asked.what, asked.about)
    return LessonQueryAnswer(told=answer)


def find_step(game: str, number: int) -> tuple[Steps, ScriptedStep]:
    """Return a lesson and one of its steps; raise `Refusal` if the step does not exist."""
    find_game(game)
    steps = lesson_of(game)
    if number > len(steps.lesson.steps):
        raise Refusal("not-found", "server.not-found")
    return steps, steps.lesson.steps[number - 1]


# ---- Lesson data ---------------------------------------------------------------------------------------------------


@cache
def lesson_json(game: str) -> dict[str, Json]:
    """Return a lesson as plain data, computed once."""
    steps = lesson_of(game)
    infos = tuple(step_info(steps, step) for step in steps.lesson.steps)
    return LessonInfo(game=game, seat=steps.lesson.seat + 1, steps=infos).model_dump(mode="json")


def step_info(steps: Steps, step: ScriptedStep) -> LessonStep:
    """Return one step with the latest log entries before it."""
    return LessonStep(
        name=step.name,
        rules=step.rules,
        answer=tuple(entry.text for entry in steps.expected_answer(step)),
        numbers=steps.numbers(step),
        goes_on=steps.continues(step),
        moment=lesson_moment(steps, step, max(step.at - MAX_REMEMBERED, 0), step.at, whole=True),
    )


def check_answer(steps: Steps, step: ScriptedStep, actions: list[str]) -> LessonResult:
    """Return whether an answer passes, and all moments that follow from the expected one."""
    if steps.game.has_unfinished_action(steps.play_answer(step, actions), steps.lesson.seat):
        raise Refusal("half-a-set", "server.half-a-set")
    if not steps.accepts(step, actions):
        return LessonResult(passed=False, moments=())
    shown = steps.moments(step, steps.end(step))
    return LessonResult(passed=True, moments=tuple(lesson_moment(steps, step, start, at) for start, at in shown))


def lesson_moment(steps: Steps, step: ScriptedStep, start: int, at: int, whole: bool = False) -> LessonMoment:
    """Return the game after `at` entries, and the part of the log since `start`."""
    game, seat = steps.game, steps.lesson.seat
    before, state = steps.table(step, start), steps.table(step, at)
    view = game.view_json(state, seat, len(before.history))
    entries = pop_log(view)
    sentences = log_paragraphs(game.narrator(before, seat), before, state)
    actors = game.actors(state)
    now = TableSnapshot(
        version=at,
        table=table_info(steps, step, tuple(actor + 1 for actor in actors if actor != CHANCE)),
        question=at if seat in actors else None,
        undo=None,
        view=view,
    )
    return LessonMoment(now=now, log=LogPart(whole=whole, entries=entries, told=sentences))


def table_info(steps: Steps, step: ScriptedStep, asked: tuple[int, ...]) -> TableInfo:
    """Return a made-up table with the learner and bots."""
    record = steps.lesson.scenes[step.scene]
    return TableInfo(
        table="",
        game=record.game,
        rules=record.rules,
        own_box=False,
        options=dict(record.options),
        status="playing" if asked else "over",
        why=None,
        listed=False,
        watchable=False,
        on_resign="bot",
        imported=False,
        places=tuple(seat_info(who, seat == steps.lesson.seat) for seat, who in enumerate(record.seats)),
        asked=asked,
        request=None,
        next=None,
        what_if=None,
        clock=None,
        times=None,
        hints=False,
    )


def seat_info(who: str, person: bool) -> SeatInfo:
    """Return the player of a seat."""
    if person:
        return SeatInfo(who="person", name=None, bot=None, away=False, resigned=False, muted=False)
    return SeatInfo(who="bot", name=None, bot=who, away=False, resigned=False, muted=False)
