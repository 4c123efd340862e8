"""What an answer of the Movie game promises before any playout: the position right after it as `greedy` weighs it, with
what follows from it by an ability, and less what is spent: a figure or a tile that is not in front or in hand any more.
"""

from heorot.engine.accel import copy_record, count, kernel, lowest, members, routine
from heorot.games.movie.abilities import lay, removed_by, take_off
from heorot.games.movie.actions import CASH, COUNSEL, DRAW, REMOVE_TILE, TILE
from heorot.games.movie.questions import answer, expand_open, legal
from heorot.games.movie.rules import face_choices
from heorot.games.movie.state import (
    ACTS,
    COPIES,
    GOLDEN_STATUE,
    REMOVE,
    TURN,
    Choices,
    Printed,
    State,
)
from heorot.search.movie_greedy import (
    UNPLAYABLE,
    Thought,
    as_it_stands,
    best_swap,
    look,
    tiles_unseen,
    tried,
    unseen_by,
    worth_after,
)
from heorot.search.movie_plan import POINT, Plan

# ---- What is not yet played ----------------------------------------------------------------------------------------


@kernel
def fading(hope: int, s: State, plan: Plan) -> int:
    """What is hoped for while many spaces are open is hoped for less when few are."""
    return hope * min(count(s.open), plan.few[s.act]) // plan.few[s.act]


@kernel
def hope_of_tile(box: Printed, s: State, face: int, plan: Plan) -> int:
    """What a tile in hand is worth in the middle of an act."""
    if box.ability[face] == GOLDEN_STATUE:
        return plan.hand[s.act][face]
    return fading(plan.hand[s.act][face], s, plan)


@kernel
def spent(box: Printed, s: State, code: int, plan: Plan) -> int:
    """What an answer spends."""
    if code < TILE:
        return fading(plan.front[s.act][code >> 6], s, plan)
    if code < CASH:
        return hope_of_tile(box, s, (code - TILE) >> 6, plan)
    if code < COUNSEL:
        return hope_of_tile(box, s, code - CASH, plan)
    if code < REMOVE_TILE:
        return hope_of_tile(box, s, box.counsel_face[(code - COUNSEL) >> 8], plan)
    return 0


# ---- What follows --------------------------------------------------------------------------------------------------


@routine
def best_of_swaps(box: Printed, s: State, thought: Thought, trial: State) -> int:
    """M4.6: the position after the best swap of two tiles, or after none."""
    best = as_it_stands(s, thought)
    copy_record(s, trial)
    trial.placed = lowest(s.open)
    for space in members(s.tiles):
        trial.chosen = space
        best = max(best, best_swap(box, trial, thought))
    return best


@routine
def best_of_removals(box: Printed, trial: State, thought: Thought) -> int:
    """M4.1, M4.2: the position after the best removal, or after none."""
    best = tried(box, trial, thought)
    for space in members(trial.lying[removed_by(box.ability[trial.tile[trial.placed]])]):
        face = trial.tile[space]
        take_off(box, trial, space)
        best = max(best, tried(box, trial, thought))
        lay(box, trial, face, space)
    return best


@kernel
def with_what_follows(box: Printed, s: State, code: int, swapped: int, thought: Thought, trial: State) -> int:
    """The position after an answer and what its ability brings."""
    if TILE <= code < CASH:
        ability = box.ability[(code - TILE) >> 6]
        if ability == GOLDEN_STATUE:
            return swapped
        if s.lying[removed_by(ability)]:
            copy_record(s, trial)
            answer(box, trial, code)
            if trial.phase == REMOVE:
                return best_of_removals(box, trial, thought)
    return worth_after(box, s, code, thought, trial)


# ---- Promises ------------------------------------------------------------------------------------------------------


@kernel
def promise(box: Printed, s: State, code: int, swapped: int, thought: Thought, trial: State, plan: Plan) -> int:
    """What an answer other than a draw seems to be worth."""
    return POINT * with_what_follows(box, s, code, swapped, thought, trial) - spent(box, s, code, plan)


@routine
def best_of_face(
    box: Printed, s: State, face: int, swapped: int, out: Choices, thought: Thought, trial: State, plan: Plan
) -> int:
    """The best that a tile promises, if it can be played."""
    out.count = 0
    face_choices(box, s, face, out)
    best = UNPLAYABLE
    for i in range(out.count):
        best = max(best, promise(box, s, int(out.code[i]), swapped, thought, trial, plan))
    return best


@routine
def best_of_hand(box: Printed, s: State, swapped: int, out: Choices, thought: Thought, trial: State, plan: Plan) -> int:
    """The best that a tile of the hand promises, if one can be played."""
    best = UNPLAYABLE
    for act in range(ACTS):
        for copy in members(s.hand[s.seat][act] & box.faces[act]):
            best = max(best, best_of_face(box, s, act * COPIES + copy, swapped, out, thought, trial, plan))
    return best


@routine
def promise_of_draw(
    box: Printed, s: State, swapped: int, out: Choices, thought: Thought, trial: State, plan: Plan
) -> int:
    """M2.3: over the tiles unseen by the seat, what is then best, on average."""
    expand_open(s, out)
    held = best_of_hand(box, s, swapped, out, thought, trial, plan)
    total = 0
    for copy in members(box.faces[s.act]):
        face = s.act * COPIES + copy
        number = unseen_by(box, s, face)
        if number:
            best = max(held, best_of_face(box, s, face, swapped, out, thought, trial, plan))
            if best == UNPLAYABLE:
                best = POINT * as_it_stands(s, thought)
            total += (best + hope_of_tile(box, s, face, plan)) * number
    return total // max(1, tiles_unseen(box, s))


@routine
def promising_answer(box: Printed, s: State, out: Choices, thought: Thought, trial: State, plan: Plan) -> int:
    """The answer that promises most, of equal ones the first; a swap that might follow counts for nothing here."""
    look(box, s, thought)
    swapped = as_it_stands(s, thought)
    best = UNPLAYABLE
    chosen = DRAW
    if s.phase == TURN and s.pool:
        best = promise_of_draw(box, s, swapped, out, thought, trial, plan)
    legal(box, s, out)
    for i in range(out.count):
        code = int(out.code[i])
        worth = promise(box, s, code, swapped, thought, trial, plan) if code != DRAW else best
        if worth > best:
            best = worth
            chosen = code
    return chosen
