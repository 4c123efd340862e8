"""Which of some answers of the Movie game is best: all are played out in the same worlds with the same chance, and
after every round the worse half leaves the race."""

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from heorot.engine.accel import Record, copy_record, entry, kernel, load, routine, store, table, whole
from heorot.engine.chance import Stream, start_stream
from heorot.games.movie.actions import DRAW
from heorot.games.movie.box import Box
from heorot.games.movie.questions import apply, legal
from heorot.games.movie.state import PLAY, TURN, Choices, Printed, State
from heorot.search.movie_greedy import Thought, look
from heorot.search.movie_plan import Plan, plan_for
from heorot.search.movie_playout import lead_in, play_out, room_at, worth_of_lead
from heorot.search.movie_promise import best_of_swaps, promise, promise_of_draw

MOST_RACERS = 64
ALWAYS = 1 << 40  # more than any answer promises
NOTHING = -1  # no second half


class Desk(NamedTuple):
    """All that playouts work with: what is given, and what they write on."""

    boxes: MutableSequence[Printed]
    plans: MutableSequence[Plan]
    worlds: MutableSequence[State]
    states: MutableSequence[State]  # the playout's own, and one for what is tried out
    lists: MutableSequence[Choices]
    thoughts: MutableSequence[Thought]
    streams: MutableSequence[Stream]  # chance, and what the seats choose by


class Race(Record):
    """Who is still in the race, the best first."""

    count: int = whole()
    code: list[int] = whole(MOST_RACERS)
    total: list[int] = whole(MOST_RACERS)  # what it promises; then the worth of all its playouts, added
    playouts: int = whole()  # of each
    started: int = whole()  # how many took part


# ---- Who takes part ------------------------------------------------------------------------------------------------


@kernel
def move_up(race: Race, place: int, code: int, total: int) -> None:
    """Put one at its place; whoever has less, before this one's old place, moves down. Equal ones keep their order."""
    while place > 0 and race.total[place - 1] < total:
        race.code[place] = race.code[place - 1]
        race.total[place] = race.total[place - 1]
        place -= 1
    race.code[place] = code
    race.total[place] = total


@kernel
def join(race: Race, code: int, total: int, most: int) -> None:
    """One more racer; beyond the most that may race, the last one drops out."""
    if race.count < most:
        race.count += 1
        move_up(race, race.count - 1, code, total)
    elif race.total[race.count - 1] < total:
        move_up(race, race.count - 1, code, total)


@routine
def line_up(
    box: Printed, s: State, out: Choices, thought: Thought, trial: State, plan: Plan, race: Race, most: int
) -> None:
    """The answers that promise most; a draw always takes part."""
    race.count = 0
    look(box, s, thought)
    swapped = best_of_swaps(box, s, thought, trial) if s.phase == TURN or s.phase == PLAY else 0
    if s.phase == TURN and s.pool:
        join(race, DRAW, ALWAYS + promise_of_draw(box, s, swapped, out, thought, trial, plan), most)
    legal(box, s, out)
    for i in range(out.count):
        code = int(out.code[i])
        if code != DRAW:
            join(race, code, promise(box, s, code, swapped, thought, trial, plan), most)


# ---- The race ------------------------------------------------------------------------------------------------------


@kernel
def worth_of(desk: Desk, number: int, seed: int, code: int, second: int) -> int:
    """One answer, of one half or two (M4.6), played out in one world. Playouts with the same number have the same world
    and the same chance."""
    box, plan, world, s = desk.boxes[0], desk.plans[0], desk.worlds[number % len(desk.worlds)], desk.states[0]
    start_stream(desk.streams[0], seed, number, 0)
    start_stream(desk.streams[1], seed, number, 1)
    copy_record(world, s)
    apply(box, s, code)
    if second != NOTHING:
        apply(box, s, second)
    play_out(
        box, s, world.seat, desk.lists[0], desk.lists[1], desk.thoughts[0], desk.states[1], plan,
        desk.streams[0], desk.streams[1],
    )  # fmt: skip
    return worth_of_lead(lead_in(box, s, world.seat, world.act, plan), room_at(world, plan))


@kernel
def start_race(race: Race, room: int, plan: Plan) -> None:
    """What an answer promises counts as much as some playouts: they are few at first, and far apart."""
    race.playouts = 0
    race.started = race.count
    for i in range(race.count):
        promised = race.total[i] - ALWAYS * (race.code[i] == DRAW)
        race.total[i] = plan.trust * worth_of_lead(promised, room)


@kernel
def rounds_of(racers: int) -> int:
    """How often a field is halved until one is left."""
    rounds = 0
    while racers > 1:
        racers = (racers + 1) >> 1
        rounds += 1
    return rounds


@kernel
def end_round(race: Race) -> None:
    """The better half goes on; of equal ones those that promised more."""
    for i in range(1, race.count):
        move_up(race, i, race.code[i], race.total[i])
    race.count = (race.count + 1) >> 1


@entry
def run_race(races: MutableSequence[Race], desk: Desk, most: int, seed: int, playouts: int) -> None:
    """Line up at most so many answers and race them until one is left, with about so many playouts in all."""
    plan, world, race = desk.plans[0], desk.worlds[0], races[0]
    line_up(desk.boxes[0], world, desk.lists[0], desk.thoughts[0], desk.states[1], plan, race, most)
    start_race(race, room_at(world, plan), plan)
    rounds = rounds_of(race.count)
    while race.count > 1:
        more = max(1, playouts // (rounds * race.count))
        for number in range(race.playouts, race.playouts + more):
            for i in range(race.count):
                race.total[i] += worth_of(desk, number, seed, race.code[i], NOTHING)
        race.playouts += more
        end_round(race)


# ---- For Python ----------------------------------------------------------------------------------------------------


def best_answer(
    box: Box, worlds: Sequence[State], racers: int, seed: int, playouts: int, compiled: bool | None = None
) -> int:
    """The best answer to a question with several, in some worlds that look the same to the seat that is asked."""
    return finishing_order(box, worlds, racers, seed, playouts, compiled)[0]


def finishing_order(
    box: Box, worlds: Sequence[State], racers: int, seed: int, playouts: int, compiled: bool | None = None
) -> list[int]:
    """All that took part in such a race, those that stayed in it longest first."""
    races = table(Race, 1, compiled)
    run_race(races, desk_for(box, worlds, playouts, compiled), racers, seed, playouts)
    race = load(Race, races)
    return race.code[: race.started]


def desk_for(box: Box, worlds: Sequence[State], playouts: int, compiled: bool | None = None) -> Desk:
    """A desk with the box, what so many playouts expect of it, and some worlds."""
    boxes, plans, laid = table(Printed, 1, compiled), table(Plan, 1, compiled), table(State, len(worlds), compiled)
    store(box.printed, boxes)
    store(plan_for(box, playouts), plans)
    for place, world in enumerate(worlds):
        store(world, laid, place)
    states, lists = table(State, 2, compiled), table(Choices, 2, compiled)
    return Desk(boxes, plans, laid, states, lists, table(Thought, 1, compiled), table(Stream, 2, compiled))
