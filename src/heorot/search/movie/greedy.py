"""The seat `greedy`: the best position right after the action. Frozen; docs/bots.md is its definition.

It looks at nothing that its seat may not know: the board, its own hand, and how many tiles are unseen by face.
"""

from heorot.engine.accel import Record, copy_record, count, kernel, members, routine, whole
from heorot.engine.chance import Stream, below
from heorot.games.movie.abilities import swap
from heorot.games.movie.actions import CASH, COUNSEL, DRAW, FILL_UP, TILE
from heorot.games.movie.questions import answer, expand_open
from heorot.games.movie.rules import face_choices, tile_choices
from heorot.games.movie.scoring import betrayed, diamonds_of, figure_sum, in_line, points_on_board
from heorot.games.movie.state import (
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

UNPLAYABLE = -(1 << 40)  # less than any position is worth


class Thought(Record):
    """What greedy works out before it answers."""

    stands: list[int] = whole(SEATS)  # saga points, and what the figures on the board would score now
    after: list[int] = whole(SEATS)  # the same after an action
    turned: int = whole()  # spaces in line with a Treachery
    leverage: list[list[int]] = whole(SEATS, SPACES)  # what one point of value on that space is worth to a seat
    worth: list[int] = whole(LONGEST_LIST)  # of every action of the list


# ---- Positions -----------------------------------------------------------------------------------------------------


@routine
def look(box: Printed, s: State, thought: Thought) -> None:
    """Where everyone stands, and what a point of value would be worth to each on every open space."""
    thought.turned = betrayed(box, s)
    for seat in range(s.seats):
        thought.stands[seat] = s.saga[seat] + points_on_board(box, s, seat, thought.turned)
        for space in members(s.open):
            thought.leverage[seat][space] = 0
        for kind in range(KINDS):
            for stand in members(s.figures[seat][kind]):
                lever(box, s, seat, kind, stand, thought)


@kernel
def lever(box: Printed, s: State, seat: int, kind: int, stand: int, thought: Thought) -> None:
    """A figure multiplies whatever comes to lie in line with it."""
    line = in_line(box, s, stand)
    for space in members(line & s.open):
        thought.leverage[seat][space] += diamonds_of(box, s, kind, line)


@kernel
def lead(s: State, thought: Thought) -> int:
    """A position's worth: the seat's own sum less the best rival's."""
    best = UNPLAYABLE
    for rival in range(s.seats):
        if rival != s.seat and thought.after[rival] > best:
            best = thought.after[rival]
    return thought.after[s.seat] - best


@kernel
def as_it_stands(s: State, thought: Thought) -> int:
    """The worth of the position as it is; `after` begins as where everyone stands."""
    for seat in range(s.seats):
        thought.after[seat] = thought.stands[seat]
    return lead(s, thought)


# ---- Actions -------------------------------------------------------------------------------------------------------


@routine
def weigh(box: Printed, s: State, out: Choices, thought: Thought, trial: State) -> None:
    """The worth of every action of a list."""
    for i in range(out.count):
        thought.worth[i] = worth_after(box, s, int(out.code[i]), thought, trial)


@kernel
def worth_after(box: Printed, s: State, code: int, thought: Thought, trial: State) -> int:
    """The worth of the position right after an action."""
    worth = as_it_stands(s, thought)
    if code < TILE:
        return with_figure(box, s, code >> 6, code & 63, thought)
    if code < CASH and only_adds_value(box, s, (code - TILE) >> 6, (code - TILE) & 63):
        return with_value(s, box.value[(code - TILE) >> 6], (code - TILE) & 63, thought)
    if code < CASH and is_mark(box, s, (code - TILE) >> 6, (code - TILE) & 63):
        return with_mark(box, s, box.ability[(code - TILE) >> 6], (code - TILE) & 63, thought)
    if CASH <= code < COUNSEL:
        return with_cash(s, box.cash[code - CASH], thought)
    if code == DRAW:
        return worth
    return tried_out(box, s, code, thought, trial)


@kernel
def with_figure(box: Printed, s: State, kind: int, space: int, thought: Thought) -> int:
    """A figure adds its own score and changes no other."""
    line = in_line(box, s, space)
    thought.after[s.seat] += figure_sum(s, line, thought.turned) * diamonds_of(box, s, kind, line)
    return lead(s, thought)


@kernel
def only_adds_value(box: Printed, s: State, face: int, space: int) -> bool:
    """Whether a tile on this space does nothing but count: it changes no line, horn or face, and covers no Mead."""
    ability = box.ability[face]
    changes = ability == ROYAL_DRAGON_HORN or ability == TREACHERY or ability == GORGE
    return not changes and s.open >> space & 1 != 0


@kernel
def with_value(s: State, value: int, space: int, thought: Thought) -> int:
    """A value counts for every figure in line with it, times its diamonds; a boon in line with Treachery does not."""
    if value < 0 or thought.turned >> space & 1 == 0:
        for seat in range(s.seats):
            thought.after[seat] += value * thought.leverage[seat][space]
    return lead(s, thought)


@kernel
def is_mark(box: Printed, s: State, face: int, space: int) -> bool:
    """Whether a tile on this space changes lines, horns or faces and counts for nothing itself."""
    return box.value[face] == 0 and not only_adds_value(box, s, face, space) and s.open >> space & 1 != 0


@kernel
def with_mark(box: Printed, s: State, ability: int, space: int, thought: Thought) -> int:
    """M4.8 to M4.10: laid, counted and taken up again, which is quicker than to carry it out beside the table."""
    s.lying[ability] |= 1 << space
    worth = tried(box, s, thought)
    s.lying[ability] &= ~(1 << space)
    return worth


@kernel
def with_cash(s: State, cash: int, thought: Thought) -> int:
    """A Treasure returned to the box."""
    thought.after[s.seat] += cash
    return lead(s, thought)


@kernel
def tried_out(box: Printed, s: State, code: int, thought: Thought, trial: State) -> int:
    """Any other action is carried out beside the table, without what follows by itself."""
    copy_record(s, trial)
    answer(box, trial, code)
    if trial.phase == SWAP_WITH:
        return best_swap(box, trial, thought)
    return tried(box, trial, thought)


@kernel
def best_swap(box: Printed, trial: State, thought: Thought) -> int:
    """The first half of a swap is worth its best second half."""
    best = UNPLAYABLE
    for space in members(trial.tiles & ~(1 << trial.placed) & ~((2 << trial.chosen) - 1)):
        swap(box, trial, space)
        best = max(best, tried(box, trial, thought))
        swap(box, trial, space)
    return best


@routine
def tried(box: Printed, trial: State, thought: Thought) -> int:
    """The worth of a position that was tried out."""
    turned = betrayed(box, trial)
    for seat in range(trial.seats):
        thought.after[seat] = trial.saga[seat] + points_on_board(box, trial, seat, turned)
    return lead(trial, thought)


# ---- Drawing -------------------------------------------------------------------------------------------------------


@kernel
def unseen_by(box: Printed, s: State, face: int) -> int:
    """M6.2: how many tiles with this face the seat has seen nowhere."""
    copies = box.copies[face]
    return count(copies) - count(copies & s.seen[s.act]) - count(copies & s.hand[s.seat][s.act])


@kernel
def tiles_unseen(box: Printed, s: State) -> int:
    """How many tiles of the act the seat has seen nowhere."""
    return count(box.tiles[s.act]) - count(s.seen[s.act]) - count(s.hand[s.seat][s.act])


@kernel
def best_of(later: Choices, thought: Thought) -> int:
    """The best worth of a list, or UNPLAYABLE when it is empty."""
    best = UNPLAYABLE
    for i in range(later.count):
        best = max(best, thought.worth[i])
    return best


@routine
def sum_of_draws(box: Printed, s: State, thought: Thought, trial: State, later: Choices) -> int:
    """Over the tiles unseen by the seat, the best play then possible, added up; nothing playable: as it stands."""
    later.count = 0
    expand_open(s, later)
    tile_choices(box, s, later)
    weigh(box, s, later, thought, trial)
    held = best_of(later, thought)
    total = 0
    for copy in members(box.faces[s.act]):
        number = unseen_by(box, s, s.act * COPIES + copy)
        if number:
            later.count = 0
            face_choices(box, s, s.act * COPIES + copy, later)
            weigh(box, s, later, thought, trial)
            best = max(held, best_of(later, thought))
            if best == UNPLAYABLE:
                best = as_it_stands(s, thought)
            total += best * number
    return total


# ---- The answer ----------------------------------------------------------------------------------------------------


@kernel
def scale_up(box: Printed, s: State, out: Choices, thought: Thought, draws: int) -> None:
    """Compare a draw's mean with the others in whole numbers: all times the number of unseen tiles."""
    scale = max(1, tiles_unseen(box, s))
    for i in range(out.count):
        if out.code[i] == DRAW:
            thought.worth[i] = draws
        else:
            thought.worth[i] *= scale


@kernel
def one_of_the_best(out: Choices, thought: Thought, r: Stream) -> int:
    """Ties are broken uniformly."""
    best = best_of(out, thought)
    ties = 0
    for i in range(out.count):
        ties += thought.worth[i] == best
    left = below(r, ties)
    chosen = 0
    for i in range(out.count):
        if thought.worth[i] == best:
            if left == 0:
                chosen = i
            left -= 1
    return int(out.code[chosen])


@routine
def greedy_answer(
    box: Printed, s: State, out: Choices, thought: Thought, trial: State, later: Choices, r: Stream
) -> int:
    """The seat `greedy`: the best position right after the action; it always fills up."""
    if s.phase == FILL:
        return FILL_UP
    look(box, s, thought)
    draws = 0
    if s.phase == TURN and s.pool:
        draws = sum_of_draws(box, s, thought, trial, later)
    weigh(box, s, out, thought, trial)
    scale_up(box, s, out, thought, draws)
    return one_of_the_best(out, thought, r)
