"""Tiles in playouts of the Movie game: which one is best at once, and where, without writing a list of all answers.

One look over the open spaces finds where a boon and a peril are worth most; a mark that changes lines, horns or faces
(Gorge, Royal Dragon Horn, Treachery) is laid, the board counted, and taken up again. So every play is weighed about as
`greedy` weighs it, and a Golden Statue by the swap that it makes possible. Gains are counted times the number of
rivals, so that they stay whole: a seat's own gain counts as much as that of all its rivals together.
"""

from heorot.engine.accel import Record, copy_record, count, kernel, members, nth, routine, whole
from heorot.engine.chance import Stream, below
from heorot.games.movie.abilities import counsel_choices, own_figures, swap
from heorot.games.movie.actions import CASH, KEEP, PASS, REMOVE_TILE, SWAP_FIRST, SWAP_SECOND, TILE
from heorot.games.movie.questions import answer
from heorot.games.movie.scoring import betrayed, in_line, points_on_board
from heorot.games.movie.state import (
    ACTS,
    COPIES,
    DRUNKENNESS,
    GOLDEN_STATUE,
    GOOD_COUNSEL,
    GORGE,
    KINDS,
    MEAD,
    ROYAL_DRAGON_HORN,
    SPACES,
    TREACHERY,
    TREASURE,
    Choices,
    Printed,
    State,
)

NOTHING_YET = -(1 << 40)  # less than anything is worth
PARTNERS = 6  # tiles with which a swap of each mark is tried out


class Glance(Record):
    """What one look over the board has found."""

    gain: int = whole()  # what the best figure brings, ...
    figure: int = whole()  # ... and the answer that places it
    best: int = whole()  # what the best tile brings, ...
    play: int = whole()  # ... and the answer that plays it
    most: int = whole()  # what a point of value is worth to the seat where it is worth most ...
    least: int = whole()  # ... and least
    high: int = whole()  # these two spaces
    low: int = whole()
    turned: int = whole()  # spaces in line with a Treachery
    pulls: list[int] = whole(SPACES)  # what a point of value is worth where a tile lies


# ---- Positions -----------------------------------------------------------------------------------------------------


@kernel
def pull(box: Printed, s: State, line: int) -> int:
    """What a point in this line is worth to the seat: its own diamonds there, less its rivals'."""
    total = 0
    for seat in range(s.seats):
        diamonds = 0
        for kind in range(KINDS):
            diamonds += box.diamonds[kind] * count(line & s.figures[seat][kind])
        for horn in members(s.lying[ROYAL_DRAGON_HORN]):
            diamonds += count(line & in_line(box, s, horn) & own_figures(s, seat))
        total += diamonds * (s.seats - 1) if seat == s.seat else -diamonds
    return total


@routine
def board_lead(box: Printed, s: State) -> int:
    """What the seat's figures would score now, less its rivals'."""
    turned = betrayed(box, s)
    total = 0
    for seat in range(s.seats):
        points = points_on_board(box, s, seat, turned)
        total += points * (s.seats - 1) if seat == s.seat else -points
    return total


@routine
def find_spots(box: Printed, s: State, seen: Glance, r: Stream) -> None:
    """Where a boon and a peril are worth most, one of several; a boon in line with a Treachery is worth nothing."""
    seen.turned = betrayed(box, s)
    seen.most = NOTHING_YET
    seen.least = -NOTHING_YET
    highs = 0
    lows = 0
    for space in members(s.open):
        worth = pull(box, s, in_line(box, s, space))
        boon = 0 if seen.turned >> space & 1 else worth
        highs = 1 if boon > seen.most else highs + (boon == seen.most)
        lows = 1 if worth < seen.least else lows + (worth == seen.least)
        if boon > seen.most or (boon == seen.most and below(r, highs) == 0):
            seen.most = boon
            seen.high = space
        if worth < seen.least or (worth == seen.least and below(r, lows) == 0):
            seen.least = worth
            seen.low = space


# ---- Plays ---------------------------------------------------------------------------------------------------------


@kernel
def offer(seen: Glance, gain: int, code: int) -> None:
    """One more play: is it the best?"""
    if gain > seen.best:
        seen.best = gain
        seen.play = code


@kernel
def offer_value(box: Printed, s: State, face: int, seen: Glance) -> None:
    """M4.3, M4.4: a tile that does nothing but count, also in place of a Mead, or a Treasure returned."""
    value = box.value[face]
    if value > 0:
        offer(seen, value * seen.most, TILE + face * SPACES + seen.high)
    else:
        offer(seen, value * seen.least, TILE + face * SPACES + seen.low)
    if box.ability[face] == TREASURE:
        offer(seen, box.cash[face] * (s.seats - 1), CASH + face)
    if box.ability[face] == DRUNKENNESS:
        for space in members(s.lying[MEAD]):
            lost = 0 if seen.turned >> space & 1 else s.value[space]
            gain = (value - lost) * pull(box, s, in_line(box, s, space))
            offer(seen, gain, TILE + face * SPACES + space)


@routine
def offer_mark(box: Printed, s: State, face: int, seen: Glance) -> None:
    """M4.8 to M4.10: a Horn, a Treachery or a Gorge on every open space, laid and taken up again."""
    before = board_lead(box, s)
    ability = box.ability[face]
    for space in members(s.open):
        s.lying[ability] |= 1 << space
        offer(seen, board_lead(box, s) - before, TILE + face * SPACES + space)
        s.lying[ability] &= ~(1 << space)


@routine
def offer_counsel(box: Printed, s: State, face: int, out: Choices, seen: Glance, trial: State) -> None:
    """M4.7: every move of a figure, carried out beside the table."""
    before = board_lead(box, s)
    out.count = 0
    counsel_choices(box, s, face, out)
    for i in range(out.count):
        copy_record(s, trial)
        answer(box, trial, int(out.code[i]))
        offer(seen, board_lead(box, trial) - before, int(out.code[i]))


@routine
def offer_statue(box: Printed, s: State, face: int, seen: Glance, trial: State, r: Stream) -> None:
    """M4.6: a Golden Statue on any space is worth the swap that follows."""
    space = nth(s.open, below(r, count(s.open)))
    best_first_half(box, s, s.tiles, seen, trial, r)
    offer(seen, seen.gain, TILE + face * SPACES + space)


@kernel
def offer_face(box: Printed, s: State, face: int, out: Choices, seen: Glance, trial: State, r: Stream) -> None:
    """Every play of one tile that may be the best."""
    ability = box.ability[face]
    if ability == GOOD_COUNSEL:
        offer_counsel(box, s, face, out, seen, trial)
    elif ability == ROYAL_DRAGON_HORN or ability == TREACHERY or ability == GORGE:
        offer_mark(box, s, face, seen)
    elif ability == GOLDEN_STATUE:
        offer_statue(box, s, face, seen, trial, r)
    else:
        offer_value(box, s, face, seen)


@routine
def find_tile(box: Printed, s: State, out: Choices, seen: Glance, trial: State, r: Stream) -> None:
    """The best play of the hand; to pass, where none is possible (M2.8)."""
    find_spots(box, s, seen, r)
    seen.best = NOTHING_YET
    seen.play = PASS
    for act in range(ACTS):
        for copy in members(s.hand[s.seat][act] & box.faces[act]):
            offer_face(box, s, act * COPIES + copy, out, seen, trial, r)


# ---- Swaps and removals --------------------------------------------------------------------------------------------


@kernel
def marks(s: State) -> int:
    """Where tiles lie that are worth more than their value."""
    return s.lying[GORGE] | s.lying[TREACHERY] | s.lying[ROYAL_DRAGON_HORN]


@routine
def swapped(box: Printed, trial: State, one: int, other: int) -> int:
    """The board's lead with two tiles swapped; they are swapped back."""
    trial.chosen = one
    swap(box, trial, other)
    lead = board_lead(box, trial)
    swap(box, trial, other)
    return lead


@routine
def best_second_half(box: Printed, s: State, one: int, seen: Glance, trial: State) -> int:
    """M4.6: the best tile after this one to swap it with. Values are reckoned, marks tried out."""
    seen.gain = NOTHING_YET
    best = 0
    copy_record(s, trial)
    before = board_lead(box, s)
    worth = pull(box, s, in_line(box, s, one))
    for other in members(s.tiles & ~(1 << s.placed) & ~((2 << one) - 1)):
        if (marks(s) >> one | marks(s) >> other) & 1:
            gain = swapped(box, trial, one, other) - before
        else:
            gain = (s.value[other] - s.value[one]) * (worth - pull(box, s, in_line(box, s, other)))
        if gain > seen.gain:
            seen.gain = gain
            best = other
    return SWAP_SECOND + best


@routine
def best_first_half(box: Printed, s: State, others: int, seen: Glance, trial: State, r: Stream) -> int:
    """M4.6: of all swaps of two values, and of some with a mark, the best, if any of them brings something; `seen` is
    told what."""
    seen.gain = 0
    code = swap_values(box, s, others & ~marks(s), seen)
    if others & marks(s):
        copy_record(s, trial)
        before = board_lead(box, s)
        for mark in members(others & marks(s)):
            for _ in range(PARTNERS):
                other = nth(others, below(r, count(others)))
                if other != mark:
                    gain = swapped(box, trial, min(mark, other), max(mark, other)) - before
                    if gain > seen.gain:
                        seen.gain = gain
                        code = SWAP_FIRST + min(mark, other)
    return code


@kernel
def swap_values(box: Printed, s: State, others: int, seen: Glance) -> int:
    """The best swap of two tiles that only count."""
    code = KEEP
    for one in members(others):
        seen.pulls[one] = pull(box, s, in_line(box, s, one))
    for one in members(others):
        for other in members(others & ~((2 << one) - 1)):
            gain = (s.value[other] - s.value[one]) * (seen.pulls[one] - seen.pulls[other])
            if gain > seen.gain:
                seen.gain = gain
                code = SWAP_FIRST + one
    return code


@routine
def best_removal(box: Printed, s: State, out: Choices) -> int:
    """M4.1, M4.2: the removal that brings most, if any does."""
    code = KEEP
    most = 0
    for i in range(out.count - 1):
        space = int(out.code[i]) - REMOVE_TILE
        gain = -s.value[space] * pull(box, s, in_line(box, s, space))
        if gain > most:
            most = gain
            code = int(out.code[i])
    return code
