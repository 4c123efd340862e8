"""Choice of the best answer of the Movie game by successive halving: all candidates are played out in the same worlds
with the same chance, and after every round the worse half leaves the race."""

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from heorot.engine.chance import Stream, start_stream
from heorot.engine.kernels.compiler import entry_point, kernel, routine
from heorot.engine.kernels.structs import Struct, copy_struct, int_field, load_struct, store_struct, struct_array
from heorot.games.movie.box.box import Box
from heorot.games.movie.model.actions import DRAW
from heorot.games.movie.model.state import PLAY, TURN, Choices, Printed, State
from heorot.games.movie.rules.decisions import apply, legal
from heorot.search.movie.evaluation import Weights, weights_for
from heorot.search.movie.greedy import GreedyWorkspace, prepare
from heorot.search.movie.playouts import lead_scale_at, lead_utility, play_out, playout_lead
from heorot.search.movie.static_evaluation import best_swap_value, static_draw_value, static_value

RACE_CAPACITY = 64
DRAW_BONUS = 1 << 40  # more than any static value, so that a draw always takes part
NO_SECOND = -1  # instead of the second half of an answer


class PlayoutBuffers(NamedTuple):
    """Inputs and scratch memory of playouts."""

    boxes: MutableSequence[Printed]
    weight_tables: MutableSequence[Weights]
    worlds: MutableSequence[State]
    states: MutableSequence[State]  # the playout's state, and a trial state
    lists: MutableSequence[Choices]
    works: MutableSequence[GreedyWorkspace]
    streams: MutableSequence[Stream]  # for chance, and for the policies


class Race(Struct):
    """The candidates still in the race, the best first."""

    count: int = int_field()
    code: list[int] = int_field(RACE_CAPACITY)
    total: list[int] = int_field(RACE_CAPACITY)  # static value; then the sum of utilities
    playouts: int = int_field()  # of each candidate
    started: int = int_field()  # candidates at the start


# ---- Candidates ----------------------------------------------------------------------------------------------------


@kernel
def insert_sorted(race: Race, place: int, code: int, total: int) -> None:
    """Move a candidate up from its place, past all that have less. Equal ones keep their order."""
    while place > 0 and race.total[place - 1] < total:
        race.code[place] = race.code[place - 1]
        race.total[place] = race.total[place - 1]
        place -= 1
    race.code[place] = code
    race.total[place] = total


@kernel
def add_candidate(race: Race, code: int, total: int, most: int) -> None:
    """Add a candidate; beyond the most allowed, the last one drops out."""
    if race.count < most:
        race.count += 1
        insert_sorted(race, race.count - 1, code, total)
    elif race.total[race.count - 1] < total:
        insert_sorted(race, race.count - 1, code, total)


@routine
def select_candidates(
    box: Printed, s: State, out: Choices, work: GreedyWorkspace, trial: State, weights: Weights, race: Race, most: int
) -> None:
    """Select the answers with the best static value; a draw always takes part."""
    race.count = 0
    prepare(box, s, work)
    swapped = best_swap_value(box, s, work, trial) if s.phase == TURN or s.phase == PLAY else 0
    if s.phase == TURN and s.pool:
        add_candidate(race, DRAW, DRAW_BONUS + static_draw_value(box, s, swapped, out, work, trial, weights), most)
    legal(box, s, out)
    for i in range(out.count):
        code = int(out.code[i])
        if code != DRAW:
            add_candidate(race, code, static_value(box, s, code, swapped, work, trial, weights), most)


# ---- The race ------------------------------------------------------------------------------------------------------


@kernel
def playout_utility(buffers: PlayoutBuffers, number: int, seed: int, code: int, second: int) -> int:
    """Play one answer out in one world and return its utility. Playouts with the same number have the same world and
    the same chance. `second` is the second half of a swap (M4.6) or NO_SECOND."""
    box, weights, world, s = (
        buffers.boxes[0],
        buffers.weight_tables[0],
        buffers.worlds[number % len(buffers.worlds)],
        buffers.states[0],
    )
    start_stream(buffers.streams[0], seed, number, 0)
    start_stream(buffers.streams[1], seed, number, 1)
    copy_struct(world, s)
    apply(box, s, code)
    if second != NO_SECOND:
        apply(box, s, second)
    play_out(
        box, s, world.seat, buffers.lists[0], buffers.lists[1], buffers.works[0], buffers.states[1], weights,
        buffers.streams[0], buffers.streams[1],
    )  # fmt: skip
    return lead_utility(playout_lead(box, s, world.seat, world.act, weights), lead_scale_at(world, weights))


@kernel
def start_race(race: Race, lead_scale: int, weights: Weights) -> None:
    """Start each total with the static value, which counts as some playouts: the first playouts are few and scatter."""
    race.playouts = 0
    race.started = race.count
    for i in range(race.count):
        promised = race.total[i] - DRAW_BONUS * (race.code[i] == DRAW)
        race.total[i] = weights.prior_playouts * lead_utility(promised, lead_scale)


@kernel
def count_halvings(candidates: int) -> int:
    """Return how often a field is halved until one candidate is left."""
    rounds = 0
    while candidates > 1:
        candidates = (candidates + 1) >> 1
        rounds += 1
    return rounds


@kernel
def drop_worse_half(race: Race) -> None:
    """Sort the candidates and keep the better half; of equal ones, those with the better static value."""
    for i in range(1, race.count):
        insert_sorted(race, i, race.code[i], race.total[i])
    race.count = (race.count + 1) >> 1


@entry_point
def run_race(races: MutableSequence[Race], buffers: PlayoutBuffers, most: int, seed: int, playouts: int) -> None:
    """Select at most `most` candidates and race them until one is left, with about `playouts` playouts in all."""
    weights, world, race = buffers.weight_tables[0], buffers.worlds[0], races[0]
    select_candidates(
        buffers.boxes[0], world, buffers.lists[0], buffers.works[0], buffers.states[1], weights, race, most
    )
    start_race(race, lead_scale_at(world, weights), weights)
    rounds = count_halvings(race.count)
    while race.count > 1:
        more = max(1, playouts // (rounds * race.count))
        for number in range(race.playouts, race.playouts + more):
            for i in range(race.count):
                race.total[i] += playout_utility(buffers, number, seed, race.code[i], NO_SECOND)
        race.playouts += more
        drop_worse_half(race)


# ---- For Python ----------------------------------------------------------------------------------------------------


def best_answer(
    box: Box, worlds: Sequence[State], candidates: int, seed: int, playouts: int, compiled: bool | None = None
) -> int:
    """Return the best of several answers, in worlds that look the same to the seat that must answer."""
    return finishing_order(box, worlds, candidates, seed, playouts, compiled)[0]


def finishing_order(
    box: Box, worlds: Sequence[State], candidates: int, seed: int, playouts: int, compiled: bool | None = None
) -> list[int]:
    """Return all candidates of such a race, those that stayed longest first."""
    races = struct_array(Race, 1, compiled)
    run_race(races, buffers_for(box, worlds, playouts, compiled), candidates, seed, playouts)
    race = load_struct(Race, races)
    return race.code[: race.started]


def buffers_for(box: Box, worlds: Sequence[State], playouts: int, compiled: bool | None = None) -> PlayoutBuffers:
    """Return buffers filled with the box, its weights for this many playouts, and the worlds."""
    boxes, weight_tables, laid = (
        struct_array(Printed, 1, compiled),
        struct_array(Weights, 1, compiled),
        struct_array(State, len(worlds), compiled),
    )
    store_struct(box.printed, boxes)
    store_struct(weights_for(box, playouts), weight_tables)
    for place, world in enumerate(worlds):
        store_struct(world, laid, place)
    states, lists = struct_array(State, 2, compiled), struct_array(Choices, 2, compiled)
    return PlayoutBuffers(
        boxes,
        weight_tables,
        laid,
        states,
        lists,
        struct_array(GreedyWorkspace, 1, compiled),
        struct_array(Stream, 2, compiled),
    )
