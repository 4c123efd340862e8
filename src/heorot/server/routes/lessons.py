"""Lessons over HTTP, without a table: the steps of a game's lesson in one answer, and what someone says at a step. All
of it is made from the view of the person's seat, as at a table."""

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from heorot.engine.lesson import REMEMBERED, Course, Step
from heorot.engine.seats import CHANCE
from heorot.games import GAMES, course
from heorot.server.errors import Refusal
from heorot.server.http import House, limit
from heorot.server.messages import ActionText, LogPart, Model, Moment, PlaceInfo, SeatNumber, TableInfo
from heorot.server.pages import squeezed
from heorot.server.sight import words

router = APIRouter(prefix="/api/games/{game}/lesson")

Steps = Course[Any, Any, Any, Any]
Number = Annotated[int, Path(ge=1, le=1000, description="which step, from 1")]


class LessonMoment(Model):
    """The game at one moment as the person's seat sees it, and what is new in its log."""

    now: Moment
    log: LogPart


class LessonStep(Model):
    """A step: a moment, and what passes it. Its words are in the locales, `numbers` fill them in."""

    name: str
    rules: tuple[str, ...]
    answer: tuple[str, ...]
    numbers: dict[str, Any]
    goes_on: bool  # whether the next step is reached by what happens after this one
    moment: LessonMoment


class LessonInfo(Model):
    """All steps of a lesson."""

    game: str
    seat: SeatNumber
    steps: tuple[LessonStep, ...]


class LessonAnswer(Model):
    """What someone says at a step, in the notation: an action, or all pieces of a set."""

    actions: Annotated[list[ActionText], Field(min_length=1, max_length=64)]


class LessonHeard(Model):
    """Whether that was what is asked for, and if so all that followed."""

    passed: bool
    moments: tuple[LessonMoment, ...]


class LessonQuestion(Model):
    """What someone asks about the game at a step, or after all that followed."""

    what: Annotated[str, Field(max_length=20)]
    about: Annotated[str, Field(max_length=400)] = ""
    after: Annotated[int, Field(ge=0, le=100_000)] = 0  # the version of the moment that is on the screen


class LessonTold(Model):
    """The answer of the game."""

    told: dict[str, Any]


# ---- Routes --------------------------------------------------------------------------------------------------------


@router.get("", response_model=LessonInfo)
async def lesson(game: str, request: Request, hall: House) -> Response:
    """The lesson of a game, all steps at once: who has it can read it anywhere."""
    return squeezed(await hall.aside(whole, known(game)), request)


@router.post("/{step}")
async def hear(game: str, step: Number, said: LessonAnswer, request: Request, hall: House) -> LessonHeard:
    """What someone says at a step: refused by the rules, allowed but not what is asked for, or passed."""
    await limit(request, "ask")
    steps, at = found(game, step)
    return await hall.aside(heard, steps, at, said.actions)


@router.post("/{step}/ask")
async def ask(game: str, step: Number, asked: LessonQuestion, request: Request, hall: House) -> LessonTold:
    """What may be asked at a table, asked at a step."""
    await limit(request, "ask")
    steps, at = found(game, step)
    if asked.what not in steps.game.about.queries:
        raise Refusal("no-such-query", "server.no-such-query", what=asked.what)
    state = steps.table(at, asked.after if at.at <= asked.after <= steps.end(at) else None)
    told = await hall.aside(steps.game.ask, state, steps.lesson.seat, asked.what, asked.about)
    return LessonTold(told=told)


def known(game: str) -> str:
    """A game that is there."""
    if game not in GAMES:
        raise Refusal("no-such-game", "server.no-such-game", game=game[:60], known=", ".join(GAMES))
    return game


def found(game: str, number: int) -> tuple[Steps, Step]:
    """A step of a lesson."""
    steps = course(known(game))
    if number > len(steps.lesson.steps):
        raise Refusal("not-found", "server.not-found")
    return steps, steps.lesson.steps[number - 1]


# ---- What is told --------------------------------------------------------------------------------------------------


@cache
def whole(game: str) -> Any:
    """A lesson as plain data, made once."""
    steps = course(game)
    told = tuple(step_info(steps, step) for step in steps.lesson.steps)
    return LessonInfo(game=game, seat=steps.lesson.seat + 1, steps=told).model_dump(mode="json")


def step_info(steps: Steps, step: Step) -> LessonStep:
    """One step, with the latest that happened before it."""
    return LessonStep(
        name=step.name,
        rules=step.rules,
        answer=tuple(entry.text for entry in steps.answer(step)),
        numbers=steps.numbers(step),
        goes_on=steps.goes_on(step),
        moment=moment(steps, step, max(step.at - REMEMBERED, 0), step.at, whole=True),
    )


def heard(steps: Steps, step: Step, actions: list[str]) -> LessonHeard:
    """An answer, and all that followed from the right one."""
    if steps.game.in_a_set(steps.say(step, actions), steps.lesson.seat):
        raise Refusal("half-a-set", "server.half-a-set")
    if not steps.passes(step, actions):
        return LessonHeard(passed=False, moments=())
    shown = steps.moments(step, steps.end(step))
    return LessonHeard(passed=True, moments=tuple(moment(steps, step, start, at) for start, at in shown))


def moment(steps: Steps, step: Step, start: int, at: int, whole: bool = False) -> LessonMoment:
    """The game after so many entries, and the part of the log since others."""
    game, seat = steps.game, steps.lesson.seat
    before, state = steps.table(step, start), steps.table(step, at)
    view: dict[str, Any] = {**game.shown(state, seat, len(before.history))}
    entries = view.pop("log")
    told = words(game.teller(before, seat), before, state)
    asked = game.actors(state)
    now = Moment(
        version=at,
        table=table_info(steps, step, tuple(one + 1 for one in asked if one != CHANCE)),
        question=at if seat in asked else None,
        undo=None,
        view=view,
    )
    return LessonMoment(now=now, log=LogPart(whole=whole, entries=entries, told=told))


def table_info(steps: Steps, step: Step, asked: tuple[int, ...]) -> TableInfo:
    """The table that is made believe: the person, and bots."""
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
        places=tuple(place(who, seat == steps.lesson.seat) for seat, who in enumerate(record.seats)),
        asked=asked,
        request=None,
        next=None,
        what_if=None,
        clock=None,
        times=None,
        hints=False,
    )


def place(who: str, person: bool) -> PlaceInfo:
    """Who sits at a seat."""
    if person:
        return PlaceInfo(who="person", name=None, bot=None, away=False, resigned=False, muted=False)
    return PlaceInfo(who="bot", name=None, bot=who, away=False, resigned=False, muted=False)
