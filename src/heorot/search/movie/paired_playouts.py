"""What some answers of the Movie game are worth: each played out equally often, in the same worlds and with the same
chance, and the worth of every playout kept. A race (movie_race.py) only tells which answer is best."""

from collections.abc import MutableSequence, Sequence

from heorot.engine.accel import Record, entry, load, store, table, whole
from heorot.games.movie.box import Box
from heorot.games.movie.state import State
from heorot.search.movie_plan import POINT, plan_for
from heorot.search.movie_playout import CERTAIN, room_at
from heorot.search.movie_race import NOTHING, Desk, desk_for, worth_of

MOST_ANSWERS = 8
MOST_PLAYOUTS = 512  # of each


class Trial(Record):
    """Some answers, and what came of each of their playouts."""

    count: int = whole()
    code: list[int] = whole(MOST_ANSWERS)
    second: list[int] = whole(MOST_ANSWERS)  # of an answer in two halves (M4.6)
    worth: list[list[int]] = whole(MOST_ANSWERS, MOST_PLAYOUTS)


@entry
def run_trial(trials: MutableSequence[Trial], desk: Desk, seed: int) -> None:
    """One playout of every answer in every world."""
    trial = trials[0]
    for number in range(len(desk.worlds)):
        for i in range(trial.count):
            trial.worth[i][number] = worth_of(desk, number, seed, trial.code[i], trial.second[i])


# ---- For Python ----------------------------------------------------------------------------------------------------


def worths_in(
    box: Box, worlds: Sequence[State], answers: Sequence[Sequence[int]], seed: int, compiled: bool | None = None
) -> list[list[int]]:
    """For each answer, of one code or two, its worth in every world."""
    trials = table(Trial, 1, compiled)
    store(trial_of(answers), trials)
    run_trial(trials, desk_for(box, worlds, len(worlds), compiled), seed)
    return [worth[: len(worlds)] for worth in load(Trial, trials).worth[: len(answers)]]


def trial_of(answers: Sequence[Sequence[int]]) -> Trial:
    """Answers before their first playout."""
    trial = Trial()
    trial.count = len(answers)
    for place, (first, *second) in enumerate(answers):
        trial.code[place], trial.second[place] = first, second[0] if second else NOTHING
    return trial


def lead_of(box: Box, s: State, worth: float) -> float:
    """The lead, in points, that is worth so much for certain when this is asked: what `worth_of_lead` made of it,
    undone."""
    room = room_at(s, plan_for(box))
    return worth * room / ((1 << CERTAIN) - abs(worth)) / POINT


def slope_at(box: Box, s: State, worth: float) -> float:
    """How many points of such a lead a little more worth stands for."""
    room = room_at(s, plan_for(box))
    return room * (1 << CERTAIN) / ((1 << CERTAIN) - abs(worth)) ** 2 / POINT
