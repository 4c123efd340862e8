"""Utilities of some answers of the Movie game: each is played out equally often, in the same worlds and with the same
chance, and the utility of every playout is kept. A race (`successive_halving`) only finds the best answer."""

from collections.abc import MutableSequence, Sequence

from heorot.engine.kernels.compiler import entry_point
from heorot.engine.kernels.structs import Struct, int_field, load_struct, store_struct, struct_array
from heorot.games.movie.box.box import Box
from heorot.games.movie.model.state import State
from heorot.search.movie.evaluation import POINT, weights_for
from heorot.search.movie.playouts import UTILITY_BITS, lead_scale_at
from heorot.search.movie.successive_halving import NO_SECOND, PlayoutBuffers, buffers_for, playout_utility

MOST_ANSWERS = 8
MOST_PLAYOUTS = 512  # of each answer


class PairedPlayouts(Struct):
    """Some answers, and the utility of each of their playouts."""

    count: int = int_field()
    code: list[int] = int_field(MOST_ANSWERS)
    second: list[int] = int_field(MOST_ANSWERS)  # second half of a swap (M4.6), or NO_SECOND
    value: list[list[int]] = int_field(MOST_ANSWERS, MOST_PLAYOUTS)


@entry_point
def run_paired_playouts(tables: MutableSequence[PairedPlayouts], buffers: PlayoutBuffers, seed: int) -> None:
    """Play every answer out once in every world."""
    trial = tables[0]
    for number in range(len(buffers.worlds)):
        for i in range(trial.count):
            trial.value[i][number] = playout_utility(buffers, number, seed, trial.code[i], trial.second[i])


# ---- For Python ----------------------------------------------------------------------------------------------------


def sample_utilities(
    box: Box, worlds: Sequence[State], answers: Sequence[Sequence[int]], seed: int, compiled: bool | None = None
) -> list[list[int]]:
    """Return the utilities of each answer, of one code or two, in every world."""
    tables = struct_array(PairedPlayouts, 1, compiled)
    store_struct(paired_playouts_of(answers), tables)
    run_paired_playouts(tables, buffers_for(box, worlds, len(worlds), compiled), seed)
    return [value[: len(worlds)] for value in load_struct(PairedPlayouts, tables).value[: len(answers)]]


def paired_playouts_of(answers: Sequence[Sequence[int]]) -> PairedPlayouts:
    """Return answers before their first playout."""
    trial = PairedPlayouts()
    trial.count = len(answers)
    for place, (first, *second) in enumerate(answers):
        trial.code[place], trial.second[place] = first, second[0] if second else NO_SECOND
    return trial


def utility_to_lead(box: Box, s: State, value: float) -> float:
    """Return the lead in points with this utility at this question: the inverse of `lead_utility`."""
    room = lead_scale_at(s, weights_for(box))
    return value * room / ((1 << UTILITY_BITS) - abs(value)) / POINT


def lead_per_utility(box: Box, s: State, value: float) -> float:
    """Return the derivative of `utility_to_lead`: points of lead for a small change of utility."""
    room = lead_scale_at(s, weights_for(box))
    return room * (1 << UTILITY_BITS) / ((1 << UTILITY_BITS) - abs(value)) ** 2 / POINT
