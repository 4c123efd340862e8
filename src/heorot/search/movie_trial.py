"""What some answers of the Movie game are worth: each played out equally often, in the same worlds and with the same
chance, and the worth of every playout kept. A race (movie_race.py) only tells which answer is best."""

from collections.abc import MutableSequence, Sequence

from heorot.engine.accel import Record, copy_record, entry, load, store, table, whole
from heorot.engine.chance import Stream, start_stream
from heorot.games.movie.box import Box
from heorot.games.movie.questions import apply
from heorot.games.movie.state import Choices, Printed, State
from heorot.search.movie_greedy import Thought
from heorot.search.movie_playout import CERTAIN, POINT, Glance, Plan, outcome, play_out
from heorot.search.movie_race import plan_for

MOST_ANSWERS = 8
MOST_PLAYOUTS = 512  # of each
NOTHING = -1  # no second half


class Trial(Record):
    """Some answers, and what came of each of their playouts."""

    count: int = whole()
    code: list[int] = whole(MOST_ANSWERS)
    second: list[int] = whole(MOST_ANSWERS)  # of an answer in two halves (M4.6)
    worth: list[list[int]] = whole(MOST_ANSWERS, MOST_PLAYOUTS)


@entry
def run_trial(
    boxes: MutableSequence[Printed],
    worlds: MutableSequence[State],
    states: MutableSequence[State],
    lists: MutableSequence[Choices],
    glances: MutableSequence[Glance],
    thoughts: MutableSequence[Thought],
    plans: MutableSequence[Plan],
    streams: MutableSequence[Stream],
    trials: MutableSequence[Trial],
    seed: int,
) -> None:
    """One playout of every answer in every world, to the end of the act."""
    box, s, plan, trial = boxes[0], states[0], plans[0], trials[0]
    for number in range(len(worlds)):
        for i in range(trial.count):
            start_stream(streams[0], seed, number, 0)
            start_stream(streams[1], seed, number, 1)
            copy_record(worlds[number], s)
            apply(box, s, trial.code[i])
            if trial.second[i] != NOTHING:
                apply(box, s, trial.second[i])
            play_out(box, s, lists[0], glances[0], thoughts[0], states[1], plan, streams[0], streams[1])
            trial.worth[i][number] = outcome(s, worlds[number].seat, worlds[number].act, plan)


# ---- For Python ----------------------------------------------------------------------------------------------------


def worths_in(
    box: Box, worlds: Sequence[State], answers: Sequence[Sequence[int]], seed: int, compiled: bool | None = None
) -> list[list[int]]:
    """For each answer, of one code or two, its worth in every world."""
    boxes, laid = table(Printed, 1, compiled), table(State, len(worlds), compiled)
    plans, trials = table(Plan, 1, compiled), table(Trial, 1, compiled)
    store(box.printed, boxes)
    store(plan_for(box), plans)
    store(trial_of(answers), trials)
    for place, world in enumerate(worlds):
        store(world, laid, place)
    run_trial(
        boxes, laid, table(State, 2, compiled), table(Choices, 1, compiled), table(Glance, 1, compiled),
        table(Thought, 1, compiled), plans, table(Stream, 2, compiled), trials, seed,
    )  # fmt: skip
    return [worth[: len(worlds)] for worth in load(Trial, trials).worth[: len(answers)]]


def trial_of(answers: Sequence[Sequence[int]]) -> Trial:
    """Answers before their first playout."""
    trial = Trial()
    trial.count = len(answers)
    for place, (first, *second) in enumerate(answers):
        trial.code[place], trial.second[place] = first, second[0] if second else NOTHING
    return trial


def lead_of(box: Box, act: int, worth: float) -> float:
    """The lead, in points, that is worth so much for certain: what `outcome` has made of it, undone."""
    room = plan_for(box).room[act]
    return worth * room / ((1 << CERTAIN) - abs(worth)) / POINT


def slope_at(box: Box, act: int, worth: float) -> float:
    """How many points of such a lead a little more worth stands for."""
    room = plan_for(box).room[act]
    return room * (1 << CERTAIN) / ((1 << CERTAIN) - abs(worth)) ** 2 / POINT
