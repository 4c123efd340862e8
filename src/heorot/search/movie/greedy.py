"""The policy `greedy` of the Movie game: the best position right after the action. Frozen; docs/bots.md is its
definition.

It reads nothing that its seat may not know: the board, its own hand, and how many tiles of each face are unseen.
"""

from heorot.engine.chance import Stream, below
from heorot.engine.kernels.bits import count, members
from heorot.engine.kernels.compiler import kernel, routine
from heorot.engine.kernels.structs import Struct, copy_struct, int_field
from heorot.games.movie.model.actions import CASH, COUNSEL, DRAW, FILL_UP, TILE
from heorot.games.movie.model.state import (
    COPIES,
    FILL,
    GORGE,
    KINDS,
    LONGEST_LIST,
    ROYAL_DRAGON_HORN,
    SEATS,
    SPACES,
    SWAP_WITH,
    TREACHERY,
    TURN,
    Choices,
    Printed,
    State,
)
from heorot.games.movie.rules.abilities import swap
from heorot.games.movie.rules.decisions import answer, expand_open
from heorot.games.movie.rules.game_flow import face_choices, tile_choices
from heorot.games.movie.rules.scoring import betrayed, diamonds_of, figure_sum, in_line, points_on_board

UNPLAYABLE = -(1 << 40)  # below the value of any position


class GreedyWorkspace(Struct):
    """Scratch memory for one answer of `greedy`."""

    stands: list[int] = int_field(SEATS)  # by seat: saga points plus what the figures on the board would score now
    after: list[int] = int_field(SEATS)  # the same after an action
    turned: int = int_field()  # spaces in line with a Treachery
    leverage: list[list[int]] = int_field(SEATS, SPACES)  # value of one point of value on a space
    value: list[int] = int_field(LONGEST_LIST)  # by place in the list of actions


# ---- Positions -----------------------------------------------------------------------------------------------------


@routine
def prepare(box: Printed, s: State, work: GreedyWorkspace) -> None:
    """Compute the points of all seats, and the leverage of every open space for each seat."""
    work.turned = betrayed(box, s)
    for seat in range(s.seats):
        work.stands[seat] = s.saga[seat] + points_on_board(box, s, seat, work.turned)
        for space in members(s.open):
            work.leverage[seat][space] = 0
        for kind in range(KINDS):
            for stand in members(s.figures[seat][kind]):
                add_leverage(box, s, seat, kind, stand, work)


@kernel
def add_leverage(box: Printed, s: State, seat: int, kind: int, stand: int, work: GreedyWorkspace) -> None:
    """Add a figure's diamonds to the leverage of the open spaces in line with it."""
    line = in_line(box, s, stand)
    for space in members(line & s.open):
        work.leverage[seat][space] += diamonds_of(box, s, kind, line)


@kernel
def lead(s: State, work: GreedyWorkspace) -> int:
    """Return the value of a position: the seat's own sum minus the best rival's."""
    best = UNPLAYABLE
    for rival in range(s.seats):
        if rival != s.seat and work.after[rival] > best:
            best = work.after[rival]
    return work.after[s.seat] - best


@kernel
def current_lead(s: State, work: GreedyWorkspace) -> int:
    """Return the value of the present position; `after` is reset to `stands`."""
    for seat in range(s.seats):
        work.after[seat] = work.stands[seat]
    return lead(s, work)


# ---- Actions -------------------------------------------------------------------------------------------------------


@routine
def evaluate(box: Printed, s: State, out: Choices, work: GreedyWorkspace, trial: State) -> None:
    """Set the value of every action of a list."""
    for i in range(out.count):
        work.value[i] = action_value(box, s, int(out.code[i]), work, trial)


@kernel
def action_value(box: Printed, s: State, code: int, work: GreedyWorkspace, trial: State) -> int:
    """Return the value of the position right after an action."""
    value = current_lead(s, work)
    if code < TILE:
        return with_figure(box, s, code >> 6, code & 63, work)
    if code < CASH and only_adds_value(box, s, (code - TILE) >> 6, (code - TILE) & 63):
        return with_added_value(s, box.value[(code - TILE) >> 6], (code - TILE) & 63, work)
    if code < CASH and has_effect_without_value(box, s, (code - TILE) >> 6, (code - TILE) & 63):
        return with_effect(box, s, box.ability[(code - TILE) >> 6], (code - TILE) & 63, work)
    if CASH <= code < COUNSEL:
        return with_cash(s, box.cash[code - CASH], work)
    if code == DRAW:
        return value
    return value_by_trial(box, s, code, work, trial)


@kernel
def with_figure(box: Printed, s: State, kind: int, space: int, work: GreedyWorkspace) -> int:
    """Return the value after placing a figure, which adds its own score and changes no other."""
    line = in_line(box, s, space)
    work.after[s.seat] += figure_sum(s, line, work.turned) * diamonds_of(box, s, kind, line)
    return lead(s, work)


@kernel
def only_adds_value(box: Printed, s: State, face: int, space: int) -> bool:
    """Return whether a tile on this space only adds its value: it changes no line, horn or face and covers no Mead."""
    ability = box.ability[face]
    changes = ability == ROYAL_DRAGON_HORN or ability == TREACHERY or ability == GORGE
    return not changes and s.open >> space & 1 != 0


@kernel
def with_added_value(s: State, value: int, space: int, work: GreedyWorkspace) -> int:
    """Return the value after a value is added for every figure in line, times its diamonds. A boon in line with a
    Treachery does not count."""
    if value < 0 or work.turned >> space & 1 == 0:
        for seat in range(s.seats):
            work.after[seat] += value * work.leverage[seat][space]
    return lead(s, work)


@kernel
def has_effect_without_value(box: Printed, s: State, face: int, space: int) -> bool:
    """Return whether a tile on this space has no value but changes lines, horns or faces."""
    return box.value[face] == 0 and not only_adds_value(box, s, face, space) and s.open >> space & 1 != 0


@kernel
def with_effect(box: Printed, s: State, ability: int, space: int, work: GreedyWorkspace) -> int:
    """M4.8 to M4.10: Return the value with such a tile, laid and taken up again: faster than a copy of the state."""
    s.spaces_by_ability[ability] |= 1 << space
    value = position_lead(box, s, work)
    s.spaces_by_ability[ability] &= ~(1 << space)
    return value


@kernel
def with_cash(s: State, cash: int, work: GreedyWorkspace) -> int:
    """Return the value after a Treasure is returned to the box."""
    work.after[s.seat] += cash
    return lead(s, work)


@kernel
def value_by_trial(box: Printed, s: State, code: int, work: GreedyWorkspace, trial: State) -> int:
    """Return the value after any other action, carried out on a copy without its consequences."""
    copy_struct(s, trial)
    answer(box, trial, code)
    if trial.phase == SWAP_WITH:
        return best_swap(box, trial, work)
    return position_lead(box, trial, work)


@kernel
def best_swap(box: Printed, trial: State, work: GreedyWorkspace) -> int:
    """Return the value of the best second half of a swap."""
    best = UNPLAYABLE
    for space in members(trial.tiles & ~(1 << trial.placed) & ~((2 << trial.chosen) - 1)):
        swap(box, trial, space)
        best = max(best, position_lead(box, trial, work))
        swap(box, trial, space)
    return best


@routine
def position_lead(box: Printed, trial: State, work: GreedyWorkspace) -> int:
    """Return the value of a trial position."""
    turned = betrayed(box, trial)
    for seat in range(trial.seats):
        work.after[seat] = trial.saga[seat] + points_on_board(box, trial, seat, turned)
    return lead(trial, work)


# ---- Drawing -------------------------------------------------------------------------------------------------------


@kernel
def unseen_by(box: Printed, s: State, face: int) -> int:
    """M6.2: Return the number of tiles with this face that the seat has not seen."""
    copies = box.copies[face]
    return count(copies) - count(copies & s.seen[s.act]) - count(copies & s.hand[s.seat][s.act])


@kernel
def tiles_unseen(box: Printed, s: State) -> int:
    """Return the number of tiles of the act that the seat has not seen."""
    return count(box.tiles[s.act]) - count(s.seen[s.act]) - count(s.hand[s.seat][s.act])


@kernel
def best_of(later: Choices, work: GreedyWorkspace) -> int:
    """Return the best value of a list, or UNPLAYABLE if it is empty."""
    best = UNPLAYABLE
    for i in range(later.count):
        best = max(best, work.value[i])
    return best


@routine
def draws_value(box: Printed, s: State, work: GreedyWorkspace, trial: State, later: Choices) -> int:
    """Return the sum, over the tiles unseen by the seat, of the best play then possible; if nothing is playable, the
    present position counts."""
    later.count = 0
    expand_open(s, later)
    tile_choices(box, s, later)
    evaluate(box, s, later, work, trial)
    held = best_of(later, work)
    total = 0
    for copy in members(box.faces[s.act]):
        number = unseen_by(box, s, s.act * COPIES + copy)
        if number:
            later.count = 0
            face_choices(box, s, s.act * COPIES + copy, later)
            evaluate(box, s, later, work, trial)
            best = max(held, best_of(later, work))
            if best == UNPLAYABLE:
                best = current_lead(s, work)
            total += best * number
    return total


# ---- The answer ----------------------------------------------------------------------------------------------------


@kernel
def scale_up(box: Printed, s: State, out: Choices, work: GreedyWorkspace, draws: int) -> None:
    """Multiply all values by the number of unseen tiles, so that the mean of a draw is compared in integers."""
    scale = max(1, tiles_unseen(box, s))
    for i in range(out.count):
        if out.code[i] == DRAW:
            work.value[i] = draws
        else:
            work.value[i] *= scale


@kernel
def pick_best(out: Choices, work: GreedyWorkspace, r: Stream) -> int:
    """Return one of the best actions, ties broken uniformly."""
    best = best_of(out, work)
    ties = 0
    for i in range(out.count):
        ties += work.value[i] == best
    left = below(r, ties)
    chosen = 0
    for i in range(out.count):
        if work.value[i] == best:
            if left == 0:
                chosen = i
            left -= 1
    return int(out.code[chosen])


@routine
def greedy_answer(
    box: Printed, s: State, out: Choices, work: GreedyWorkspace, trial: State, later: Choices, r: Stream
) -> int:
    """Return the answer of `greedy`: the best position right after the action; it always fills up."""
    if s.phase == FILL:
        return FILL_UP
    prepare(box, s, work)
    draws = 0
    if s.phase == TURN and s.pool:
        draws = draws_value(box, s, work, trial, later)
    evaluate(box, s, out, work, trial)
    scale_up(box, s, out, work, draws)
    return pick_best(out, work, r)
