"""Static evaluation of an answer of the Movie game, before any playout: the position right after it as `greedy`
evaluates it, with the best follow-up of its ability, minus the value of the figure or tile that is spent."""

from heorot.engine.kernels.bits import count, lowest, members
from heorot.engine.kernels.compiler import kernel, routine
from heorot.engine.kernels.structs import copy_struct
from heorot.games.movie.model.actions import CASH, COUNSEL, DRAW, REMOVE_TILE, TILE
from heorot.games.movie.model.state import (
    ACTS,
    COPIES,
    GOLDEN_STATUE,
    REMOVE,
    TURN,
    Choices,
    Printed,
    State,
)
from heorot.games.movie.rules.abilities import lay, removed_by, take_off
from heorot.games.movie.rules.decisions import answer, expand_open, legal
from heorot.games.movie.rules.game_flow import face_choices
from heorot.search.movie.evaluation import POINT, Weights
from heorot.search.movie.greedy import (
    UNPLAYABLE,
    GreedyWorkspace,
    action_value,
    best_swap,
    current_lead,
    position_lead,
    prepare,
    tiles_unseen,
    unseen_by,
)

# ---- Figures and tiles not yet played ------------------------------------------------------------------------------


@kernel
def scaled_by_open_spaces(value: int, s: State, weights: Weights) -> int:
    """Return a value reduced in proportion when few spaces are open."""
    return value * min(count(s.open), weights.few_spaces[s.act]) // weights.few_spaces[s.act]


@kernel
def tile_value(box: Printed, s: State, face: int, weights: Weights) -> int:
    """Return the value of a tile in hand during an act."""
    if box.ability[face] == GOLDEN_STATUE:
        return weights.hand[s.act][face]
    return scaled_by_open_spaces(weights.hand[s.act][face], s, weights)


@kernel
def spent_value(box: Printed, s: State, code: int, weights: Weights) -> int:
    """Return the value of what an answer spends."""
    if code < TILE:
        return scaled_by_open_spaces(weights.front[s.act][code >> 6], s, weights)
    if code < CASH:
        return tile_value(box, s, (code - TILE) >> 6, weights)
    if code < COUNSEL:
        return tile_value(box, s, code - CASH, weights)
    if code < REMOVE_TILE:
        return tile_value(box, s, box.counsel_face[(code - COUNSEL) >> 8], weights)
    return 0


# ---- Follow-ups ----------------------------------------------------------------------------------------------------


@routine
def best_swap_value(box: Printed, s: State, work: GreedyWorkspace, trial: State) -> int:
    """M4.6: Return the value after the best swap of two tiles, or after none."""
    best = current_lead(s, work)
    copy_struct(s, trial)
    trial.placed = lowest(s.open)
    for space in members(s.tiles):
        trial.chosen = space
        best = max(best, best_swap(box, trial, work))
    return best


@routine
def best_removal_value(box: Printed, trial: State, work: GreedyWorkspace) -> int:
    """M4.1, M4.2: Return the value after the best removal, or after none."""
    best = position_lead(box, trial, work)
    for space in members(trial.spaces_by_ability[removed_by(box.ability[trial.tile[trial.placed]])]):
        face = trial.tile[space]
        take_off(box, trial, space)
        best = max(best, position_lead(box, trial, work))
        lay(box, trial, face, space)
    return best


@kernel
def value_with_followup(box: Printed, s: State, code: int, swapped: int, work: GreedyWorkspace, trial: State) -> int:
    """Return the value after an answer and the best follow-up of its ability."""
    if TILE <= code < CASH:
        ability = box.ability[(code - TILE) >> 6]
        if ability == GOLDEN_STATUE:
            return swapped
        if s.spaces_by_ability[removed_by(ability)]:
            copy_struct(s, trial)
            answer(box, trial, code)
            if trial.phase == REMOVE:
                return best_removal_value(box, trial, work)
    return action_value(box, s, code, work, trial)


# ---- Static value --------------------------------------------------------------------------------------------------


@kernel
def static_value(
    box: Printed, s: State, code: int, swapped: int, work: GreedyWorkspace, trial: State, weights: Weights
) -> int:
    """Return the static value of an answer other than a draw."""
    return POINT * value_with_followup(box, s, code, swapped, work, trial) - spent_value(box, s, code, weights)


@routine
def best_static_of_face(
    box: Printed, s: State, face: int, swapped: int, out: Choices, work: GreedyWorkspace, trial: State, weights: Weights
) -> int:
    """Return the best static value of playing a tile, or UNPLAYABLE."""
    out.count = 0
    face_choices(box, s, face, out)
    best = UNPLAYABLE
    for i in range(out.count):
        best = max(best, static_value(box, s, int(out.code[i]), swapped, work, trial, weights))
    return best


@routine
def best_static_of_hand(
    box: Printed, s: State, swapped: int, out: Choices, work: GreedyWorkspace, trial: State, weights: Weights
) -> int:
    """Return the best static value of playing a tile of the hand, or UNPLAYABLE."""
    best = UNPLAYABLE
    for act in range(ACTS):
        for copy in members(s.hand[s.seat][act] & box.faces[act]):
            best = max(best, best_static_of_face(box, s, act * COPIES + copy, swapped, out, work, trial, weights))
    return best


@routine
def static_draw_value(
    box: Printed, s: State, swapped: int, out: Choices, work: GreedyWorkspace, trial: State, weights: Weights
) -> int:
    """M2.3: Return the mean, over the tiles unseen by the seat, of the best static value after drawing it."""
    expand_open(s, out)
    held = best_static_of_hand(box, s, swapped, out, work, trial, weights)
    total = 0
    for copy in members(box.faces[s.act]):
        face = s.act * COPIES + copy
        number = unseen_by(box, s, face)
        if number:
            best = max(held, best_static_of_face(box, s, face, swapped, out, work, trial, weights))
            if best == UNPLAYABLE:
                best = POINT * current_lead(s, work)
            total += (best + tile_value(box, s, face, weights)) * number
    return total // max(1, tiles_unseen(box, s))


@routine
def static_answer(box: Printed, s: State, out: Choices, work: GreedyWorkspace, trial: State, weights: Weights) -> int:
    """Return the answer with the best static value, of equal ones the first. A swap that might follow counts for
    nothing here."""
    prepare(box, s, work)
    swapped = current_lead(s, work)
    best = UNPLAYABLE
    chosen = DRAW
    if s.phase == TURN and s.pool:
        best = static_draw_value(box, s, swapped, out, work, trial, weights)
    legal(box, s, out)
    for i in range(out.count):
        code = int(out.code[i])
        value = static_value(box, s, code, swapped, work, trial, weights) if code != DRAW else best
        if value > best:
            best = value
            chosen = code
    return chosen
