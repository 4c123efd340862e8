"""Playouts of the Movie game: from any position to the end of the act, every seat answering by what is best at once.

Whether to place a figure or to draw is decided by one look over the open spaces: `greedy` works out every play of every
tile that may come, and that is where nearly all its time goes. Figures' gains are counted in sixteenths of a point; how
tiles are played tells movie_tiles.py.
"""

from heorot.engine.accel import Record, count, kernel, members, routine, whole
from heorot.engine.chance import Stream
from heorot.games.movie.actions import DRAW, FIGURE, FILL_UP
from heorot.games.movie.questions import apply, legal
from heorot.games.movie.scoring import betrayed, figure_sum, in_line
from heorot.games.movie.state import (
    ACTS,
    FIRST_QUESTION,
    KINDS,
    OVER,
    PLAY,
    REMOVE,
    ROYAL_DRAGON_HORN,
    SPACES,
    SWAP,
    SWAP_WITH,
    TURN,
    Choices,
    Printed,
    State,
)
from heorot.search.movie_chance import chance_answer
from heorot.search.movie_tiles import (
    NOTHING_YET,
    Glance,
    best_first_half,
    best_removal,
    best_second_half,
    find_tile,
    pull,
)

POINT = 16  # a point in gains and worths
CERTAIN = 24  # bits of what certain victory is worth


class Plan(Record):
    """What playouts expect of an act."""

    later: list[list[int]] = whole(ACTS, KINDS)  # what a figure is worth that is kept for the acts after this one
    room: list[int] = whole(ACTS)  # a lead of so much is half of certain victory
    trust: int = whole()  # the position right after an answer counts as much as so many playouts


# ---- One look over the board ---------------------------------------------------------------------------------------


@kernel
def look_at_pull(box: Printed, s: State, space: int, line: int, seen: Glance) -> None:
    """What values are worth here; a boon in line with a Treachery is worth nothing."""
    worth = pull(box, s, line)
    if seen.turned >> space & 1 == 0:
        seen.most = max(seen.most, worth)
    seen.least = min(seen.least, worth)


@kernel
def look_at_figures(box: Printed, s: State, space: int, line: int, seen: Glance, plan: Plan) -> None:
    """What each figure would score here, less what it is worth in later acts."""
    total = POINT * figure_sum(s, line, seen.turned)
    horns = count(line & s.lying[ROYAL_DRAGON_HORN])
    for kind in range(KINDS):
        if s.in_front[s.seat][kind]:
            gain = total * (box.diamonds[kind] + horns) - plan.later[s.act][kind]
            if gain > seen.gain:
                seen.gain = gain
                seen.figure = FIGURE + kind * SPACES + space


@routine
def look_over(box: Printed, s: State, seen: Glance, plan: Plan) -> None:
    """All open spaces, for figures and for tiles."""
    seen.gain = NOTHING_YET
    seen.most = 0
    seen.least = 0
    seen.turned = betrayed(box, s)
    for space in members(s.open):
        line = in_line(box, s, space)
        look_at_pull(box, s, space, line, seen)
        look_at_figures(box, s, space, line, seen, plan)


# ---- Tiles ---------------------------------------------------------------------------------------------------------


@kernel
def face_gain(box: Printed, s: State, face: int, seen: Glance) -> int:
    """What a tile brings by its value on the best space for it, or as a Treasure returned."""
    value = box.value[face]
    return max(box.cash[face] * (s.seats - 1), value * (seen.most if value > 0 else seen.least))


@kernel
def hand_gain(box: Printed, s: State, seen: Glance) -> int:
    """What the best tile of the hand brings."""
    best = 0
    for act in range(ACTS):
        for copy in members(s.hand[s.seat][act] & box.faces[act]):
            best = max(best, face_gain(box, s, act * SPACES + copy, seen))
    return best


@routine
def draw_gain(box: Printed, s: State, seen: Glance) -> int:
    """What a tile from the pool brings, or one of the hand if that brings more: the sum over all tiles."""
    held = hand_gain(box, s, seen)
    total = 0
    for copy in members(s.pool & box.faces[s.act]):
        face = s.act * SPACES + copy
        total += max(held, face_gain(box, s, face, seen)) * count(s.pool & box.copies[face])
    return total


# ---- An answer -----------------------------------------------------------------------------------------------------


@kernel
def turn_answer(box: Printed, s: State, out: Choices, seen: Glance, trial: State, plan: Plan, r: Stream) -> int:
    """M2.1, M2.5: a figure, if it brings more than a draw is likely to, or with an empty pool than the best tile."""
    look_over(box, s, seen, plan)
    gain = seen.gain * (s.seats - 1)
    if s.pool:
        if seen.gain != NOTHING_YET and gain * count(s.pool) > POINT * draw_gain(box, s, seen):
            return seen.figure
        return DRAW
    find_tile(box, s, out, seen, trial, r)
    return seen.figure if gain > POINT * seen.best else seen.play


@routine
def answer_at_once(box: Printed, s: State, out: Choices, seen: Glance, trial: State, plan: Plan, r: Stream) -> int:
    """A quick answer to any question of an act."""
    if s.phase == TURN:
        return turn_answer(box, s, out, seen, trial, plan, r)
    if s.phase == PLAY:
        find_tile(box, s, out, seen, trial, r)
        return seen.play
    if s.phase == SWAP:
        return best_first_half(box, s, s.tiles & ~(1 << s.placed), seen, trial, r)
    if s.phase == SWAP_WITH:
        return best_second_half(box, s, s.chosen, seen, trial)
    if s.phase == REMOVE:
        legal(box, s, out)
        return best_removal(box, s, out)
    return FILL_UP


# ---- A playout -----------------------------------------------------------------------------------------------------


@routine
def play_out(
    box: Printed, s: State, out: Choices, seen: Glance, trial: State, plan: Plan, chance: Stream, mind: Stream
) -> None:
    """To the end of the act."""
    act = s.act
    while s.act == act and s.phase != OVER:
        if s.phase < FIRST_QUESTION:
            code = chance_answer(box, s, chance)
        else:
            code = answer_at_once(box, s, out, seen, trial, plan, mind)
        apply(box, s, code)


@kernel
def holdings(s: State, seat: int, act: int, plan: Plan) -> int:
    """What a seat has after an act: saga points and figures kept."""
    total = POINT * s.saga[seat]
    for kind in range(KINDS):
        total += s.in_front[seat][kind] * plan.later[act][kind]
    return total


@kernel
def worth_of_lead(lead: int, act: int, plan: Plan) -> int:
    """What it is worth to end an act with such a lead. The greater it is, the less a point."""
    size = abs(lead)
    worth = (size << CERTAIN) // (size + plan.room[act])
    return worth if lead > 0 else -worth


@routine
def outcome(s: State, seat: int, act: int, plan: Plan) -> int:
    """What the end of an act is worth to a seat: its lead over the best rival."""
    best = NOTHING_YET
    for rival in range(s.seats):
        if rival != seat:
            best = max(best, holdings(s, rival, act, plan))
    return worth_of_lead(holdings(s, seat, act, plan) - best, act, plan)
