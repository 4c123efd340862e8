"""The Movie game at full speed: whole games between seats that answer by themselves, stepping by numbers.

The seats `random` and `greedy` are frozen: later bots are measured against them. docs/bots.md defines both.
"""

from collections.abc import MutableSequence, Sequence
from functools import partial

from heorot.engine.accel import count, entry, kernel, load, look, mark_ready, numbers, store, table
from heorot.engine.chance import Stream, below, start_stream
from heorot.engine.game import NO_OPTIONS, Options
from heorot.engine.options import LOT, read_first
from heorot.games.movie.box import Box
from heorot.games.movie.game import GAME
from heorot.games.movie.questions import apply, begin, legal
from heorot.games.movie.rules import winners
from heorot.games.movie.state import (
    FIRST_QUESTION,
    OVER,
    SEATS,
    Choices,
    Printed,
    State,
)
from heorot.games.movie.table import Table, after, check_seats, open_table
from heorot.search.movie_chance import chance_answer
from heorot.search.movie_greedy import Thought, greedy_answer
from heorot.search.movie_race import best_answer
from heorot.search.movie_trial import worths_in
from heorot.search.simulation import Simulated, Tally, add_seat, write_down

POLICIES = ("random", "greedy")
GREEDY = POLICIES.index("greedy")


@kernel
def random_answer(out: Choices, r: Stream) -> int:
    """The seat `random`: a fair coin between figures and tiles where both are possible, then any of the list."""
    start = 0
    end = out.count
    if 0 < out.figures < out.count:
        if below(r, 2):
            start = out.figures
        else:
            end = out.figures
    return int(out.code[start + below(r, end - start)])


@kernel
def seat_answer(
    box: Printed, s: State, out: Choices, policy: int, thought: Thought, trial: State, later: Choices, r: Stream
) -> int:
    """What a seat says, by its policy. The whole list is written for any of them."""
    legal(box, s, out)
    if policy == GREEDY:
        return greedy_answer(box, s, out, thought, trial, later, r)
    return random_answer(out, r)


@kernel
def add_up(s: State, tally: Tally) -> None:
    """One finished game more."""
    won = winners(s)
    for seat in range(s.seats):
        add_seat(tally, seat, s.saga[seat], won >> seat & 1 != 0, count(won))


@entry
def simulate(
    boxes: MutableSequence[Printed],
    states: MutableSequence[State],
    lists: MutableSequence[Choices],
    thoughts: MutableSequence[Thought],
    streams: MutableSequence[Stream],
    tallies: MutableSequence[Tally],
    policies: MutableSequence[int],
    first: int,
    seed: int,
    game: int,
    games: int,
) -> None:
    """Play `games` games of a seed from number `game` on, and add them to the tally."""
    box, s, trial, out, later = boxes[0], states[0], states[1], lists[0], lists[1]
    thought, tally = thoughts[0], tallies[0]
    for number in range(game, game + games):
        for k in range(len(policies) + 1):
            start_stream(streams[k], seed, number, k)
        begin(box, s, len(policies), first)
        tally.entries = 0
        while s.phase != OVER:
            if s.phase < FIRST_QUESTION:
                code = chance_answer(box, s, streams[0])
            else:
                code = seat_answer(box, s, out, policies[s.seat], thought, trial, later, streams[s.seat + 1])
                tally.decisions += 1
            write_down(tally, code)
            apply(box, s, code)
        add_up(s, tally)


@kernel
def let_chance_speak(box: Printed, s: State, r: Stream) -> None:
    """Chance answers until a player is asked, or the game is over."""
    while s.phase < FIRST_QUESTION:
        apply(box, s, chance_answer(box, s, r))


@entry
def start(
    boxes: MutableSequence[Printed],
    states: MutableSequence[State],
    lists: MutableSequence[Choices],
    streams: MutableSequence[Stream],
    seats: int,
    first: int,
    seed: int,
    game: int,
) -> int:
    """A new game up to the first question for a player; how many answers there are."""
    start_stream(streams[0], seed, game, 0)
    begin(boxes[0], states[0], seats, first)
    let_chance_speak(boxes[0], states[0], streams[0])
    legal(boxes[0], states[0], lists[0])
    return lists[0].count


@entry
def step(
    boxes: MutableSequence[Printed],
    states: MutableSequence[State],
    lists: MutableSequence[Choices],
    streams: MutableSequence[Stream],
    code: int,
) -> int:
    """One answer, and on to the next question for a player; how many answers there are, none when it is over."""
    apply(boxes[0], states[0], code)
    let_chance_speak(boxes[0], states[0], streams[0])
    legal(boxes[0], states[0], lists[0])
    return lists[0].count


@entry
def answer_greedily(
    boxes: MutableSequence[Printed],
    states: MutableSequence[State],
    lists: MutableSequence[Choices],
    thoughts: MutableSequence[Thought],
    streams: MutableSequence[Stream],
    seed: int,
) -> int:
    """What the seat `greedy` answers in a state."""
    start_stream(streams[0], seed, 0, 0)
    legal(boxes[0], states[0], lists[0])
    return greedy_answer(boxes[0], states[0], lists[0], thoughts[0], states[1], lists[1], streams[0])


# ---- For Python ----------------------------------------------------------------------------------------------------


class Simulation(Simulated):
    """Games of one seed between seats that answer by themselves."""

    def __init__(
        self, box: Box, seats: Sequence[str], seed: int, options: Options = NO_OPTIONS, compiled: bool | None = None
    ) -> None:
        super().__init__(GAME, open_table(box, len(seats), options, GAME.about.rules[-1]), seats, seed, compiled)
        self.first = read_first(options, len(seats))
        self.policies = numbers([POLICIES.index(name) for name in seats], compiled)
        self.boxes = table(Printed, 1, compiled)
        self.states = table(State, 2, compiled)
        self.lists = table(Choices, 2, compiled)
        self.thoughts = table(Thought, 1, compiled)
        self.streams = table(Stream, SEATS + 1, compiled)
        store(box.printed, self.boxes)

    def play(self, game: int, games: int) -> None:
        """Through the door."""
        simulate(
            self.boxes, self.states, self.lists, self.thoughts, self.streams, self.tallies,
            self.policies, self.first, self.seed, game, games,
        )  # fmt: skip

    def after(self, at: Table, code: int) -> Table:
        return after(at, code)


def greedy_worths(box: Box, state: State, seed: int, compiled: bool | None = None) -> tuple[int, list[int], list[int]]:
    """What the seat `greedy` answers in a state; all answers, and what each is worth to it, in shares of a point: so
    many make one point as tiles are unseen where a draw is among the answers."""
    boxes, states, lists = table(Printed, 1, compiled), table(State, 2, compiled), table(Choices, 2, compiled)
    thoughts = table(Thought, 1, compiled)
    store(box.printed, boxes)
    store(state, states)
    code = answer_greedily(boxes, states, lists, thoughts, table(Stream, 1, compiled), seed)
    out, thought = load(Choices, lists), load(Thought, thoughts)
    return code, out.code[: out.count], thought.worth[: out.count]


class Steps:
    """One game, stepped through from Python by numbers; chance answers by itself."""

    def __init__(self, box: Box, seats: int, compiled: bool | None = None) -> None:
        check_seats(box, seats)
        boxes, self.states, lists = table(Printed, 1, compiled), table(State, 1, compiled), table(Choices, 1, compiled)
        store(box.printed, boxes)
        tables = (boxes, self.states, lists, table(Stream, 1, compiled))
        self._start = partial(start.door(boxes), *tables, seats)
        self.step = partial(step.door(boxes), *tables)  # answers; how many answers there are next, none at the end
        out = look(lists, 0)
        self.codes: Sequence[int] = out.code if isinstance(out, Choices) else out["code"]  # the answers, from the first

    def start(self, seed: int, game: int = 0, first: int | None = None) -> int:
        """Begin a game; how many answers there are."""
        return self._start(LOT if first is None else first, seed, game)


def warm_up() -> None:
    """Compile everything here, or load it from the cache."""
    Simulation(GAME.box, ["random", "greedy"], 0, compiled=True).run(0, 1)
    steps = Steps(GAME.box, 2, compiled=True)
    steps.start(0)
    steps.step(int(steps.codes[0]))
    state = load(State, steps.states)
    greedy_worths(GAME.box, state, 0, compiled=True)
    best_answer(GAME.box, [state], 2, 0, 1, compiled=True)
    worths_in(GAME.box, [state], [steps.codes[:1]], 0, compiled=True)
    mark_ready(__name__)
