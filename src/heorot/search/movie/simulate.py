"""Simulation of the Movie game at full speed: whole games between policies, and single games stepped by action codes.

The policies `random` and `greedy` are frozen: other bots are measured against them. docs/bots.md defines both.
"""

from collections.abc import MutableSequence, Sequence
from functools import partial

from heorot.engine.chance import Stream, below, start_stream
from heorot.engine.game import NO_OPTIONS, Options
from heorot.engine.kernels.bits import count
from heorot.engine.kernels.compile_cache import mark_ready
from heorot.engine.kernels.compiler import entry_point, kernel
from heorot.engine.kernels.structs import int_array, load_struct, row_at, store_struct, struct_array
from heorot.engine.options import LOT, read_first_seat
from heorot.games.movie.box.box import Box
from heorot.games.movie.game import GAME
from heorot.games.movie.model.state import (
    FIRST_QUESTION,
    OVER,
    SEATS,
    Choices,
    Printed,
    State,
)
from heorot.games.movie.rules.decisions import apply, begin, legal
from heorot.games.movie.rules.game_flow import winners
from heorot.games.movie.table.table import Table, check_seats, open_table, table_after
from heorot.search.movie.chance import chance_answer
from heorot.search.movie.greedy import GreedyWorkspace, greedy_answer
from heorot.search.movie.paired_playouts import sample_utilities
from heorot.search.movie.successive_halving import best_answer
from heorot.search.simulation import BaseSimulation, Tally, add_result, append_entry

POLICIES = ("random", "greedy")
COMPILE_SECONDS = {"simulate": 16, "other": 5}
GREEDY = POLICIES.index("greedy")


@kernel
def random_answer(out: Choices, r: Stream) -> int:
    """Return the answer of `random`: a fair coin between figures and tiles where both are possible, then any of the
    list."""
    start = 0
    end = out.count
    if 0 < out.figures < out.count:
        if below(r, 2):
            start = out.figures
        else:
            end = out.figures
    return int(out.code[start + below(r, end - start)])


@kernel
def policy_answer(
    box: Printed, s: State, out: Choices, policy: int, work: GreedyWorkspace, trial: State, later: Choices, r: Stream
) -> int:
    """Return the answer of a seat by its policy."""
    legal(box, s, out)
    if policy == GREEDY:
        return greedy_answer(box, s, out, work, trial, later, r)
    return random_answer(out, r)


@kernel
def add_game(s: State, tally: Tally) -> None:
    """Add a finished game to the tally."""
    won = winners(s)
    for seat in range(s.seats):
        add_result(tally, seat, s.saga[seat], won >> seat & 1 != 0, count(won))


@entry_point
def simulate(
    boxes: MutableSequence[Printed],
    states: MutableSequence[State],
    lists: MutableSequence[Choices],
    works: MutableSequence[GreedyWorkspace],
    streams: MutableSequence[Stream],
    tallies: MutableSequence[Tally],
    policies: MutableSequence[int],
    first: int,
    seed: int,
    game: int,
    games: int,
) -> None:
    """Play `games` games of a seed, starting with number `game`, and add them to the tally."""
    box, s, trial, out, later = boxes[0], states[0], states[1], lists[0], lists[1]
    work, tally = works[0], tallies[0]
    for number in range(game, game + games):
        for k in range(len(policies) + 1):
            start_stream(streams[k], seed, number, k)
        begin(box, s, len(policies), first)
        tally.entries = 0
        while s.phase != OVER:
            if s.phase < FIRST_QUESTION:
                code = chance_answer(box, s, streams[0])
            else:
                code = policy_answer(box, s, out, policies[s.seat], work, trial, later, streams[s.seat + 1])
                tally.decisions += 1
            append_entry(tally, code)
            apply(box, s, code)
        add_game(s, tally)


@kernel
def resolve_chance(box: Printed, s: State, r: Stream) -> None:
    """Draw for chance until a player must answer or the game is over."""
    while s.phase < FIRST_QUESTION:
        apply(box, s, chance_answer(box, s, r))


@entry_point
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
    """Start a game, play it up to the first question for a player, and return the number of answers."""
    start_stream(streams[0], seed, game, 0)
    begin(boxes[0], states[0], seats, first)
    resolve_chance(boxes[0], states[0], streams[0])
    legal(boxes[0], states[0], lists[0])
    return lists[0].count


@entry_point
def step(
    boxes: MutableSequence[Printed],
    states: MutableSequence[State],
    lists: MutableSequence[Choices],
    streams: MutableSequence[Stream],
    code: int,
) -> int:
    """Apply one answer, go on to the next question for a player, and return the number of answers; 0 when the game is
    over."""
    apply(boxes[0], states[0], code)
    resolve_chance(boxes[0], states[0], streams[0])
    legal(boxes[0], states[0], lists[0])
    return lists[0].count


@entry_point
def answer_greedily(
    boxes: MutableSequence[Printed],
    states: MutableSequence[State],
    lists: MutableSequence[Choices],
    works: MutableSequence[GreedyWorkspace],
    streams: MutableSequence[Stream],
    seed: int,
) -> int:
    """Return the answer of `greedy` in a state."""
    start_stream(streams[0], seed, 0, 0)
    legal(boxes[0], states[0], lists[0])
    return greedy_answer(boxes[0], states[0], lists[0], works[0], states[1], lists[1], streams[0])


# ---- For Python ----------------------------------------------------------------------------------------------------


class Simulation(BaseSimulation):
    """Games of one seed between policies of the Movie game."""

    def __init__(
        self, box: Box, seats: Sequence[str], seed: int, options: Options = NO_OPTIONS, compiled: bool | None = None
    ) -> None:
        super().__init__(GAME, open_table(box, len(seats), options, GAME.info.rules[-1]), seats, seed, compiled)
        self.first = read_first_seat(options, len(seats))
        self.policies = int_array([POLICIES.index(name) for name in seats], compiled)
        self.boxes = struct_array(Printed, 1, compiled)
        self.states = struct_array(State, 2, compiled)
        self.lists = struct_array(Choices, 2, compiled)
        self.works = struct_array(GreedyWorkspace, 1, compiled)
        self.streams = struct_array(Stream, SEATS + 1, compiled)
        store_struct(box.printed, self.boxes)

    def play(self, game: int, games: int) -> None:
        """Call the compiled entry."""
        simulate(
            self.boxes, self.states, self.lists, self.works, self.streams, self.tallies,
            self.policies, self.first, self.seed, game, games,
        )  # fmt: skip

    def after(self, at: Table, code: int) -> Table:
        return table_after(at, code)


def evaluate_greedily(
    box: Box, state: State, seed: int, compiled: bool | None = None
) -> tuple[int, list[int], list[int]]:
    """Return the answer of `greedy` in a state, all answers, and the value of each. If a draw is among the answers,
    values are multiplied by the number of unseen tiles."""
    boxes, states, lists = (
        struct_array(Printed, 1, compiled),
        struct_array(State, 2, compiled),
        struct_array(Choices, 2, compiled),
    )
    works = struct_array(GreedyWorkspace, 1, compiled)
    store_struct(box.printed, boxes)
    store_struct(state, states)
    code = answer_greedily(boxes, states, lists, works, struct_array(Stream, 1, compiled), seed)
    out, work = load_struct(Choices, lists), load_struct(GreedyWorkspace, works)
    return code, out.code[: out.count], work.value[: out.count]


class GameStepper:
    """One game stepped from Python by action codes; chance draws for itself."""

    def __init__(self, box: Box, seats: int, compiled: bool | None = None) -> None:
        check_seats(box, seats)
        boxes, self.states, lists = (
            struct_array(Printed, 1, compiled),
            struct_array(State, 1, compiled),
            struct_array(Choices, 1, compiled),
        )
        store_struct(box.printed, boxes)
        tables = (boxes, self.states, lists, struct_array(Stream, 1, compiled))
        self._start = partial(start.version_for(boxes), *tables, seats)
        self.step = partial(step.version_for(boxes), *tables)  # takes a code, returns the number of answers
        out = row_at(lists, 0)
        self.codes: Sequence[int] = out.code if isinstance(out, Choices) else out["code"]  # codes of the answers

    def start(self, seed: int, game: int = 0, first: int | None = None) -> int:
        """Start a game and return the number of answers."""
        return self._start(LOT if first is None else first, seed, game)


def warm_up() -> None:
    """Compile all entries of this title, or load them from the cache."""
    Simulation(GAME.box, ["random", "greedy"], 0, compiled=True).run(0, 1)
    steps = GameStepper(GAME.box, 2, compiled=True)
    steps.start(0)
    steps.step(int(steps.codes[0]))
    state = load_struct(State, steps.states)
    evaluate_greedily(GAME.box, state, 0, compiled=True)
    best_answer(GAME.box, [state], 2, 0, 1, compiled=True)
    sample_utilities(GAME.box, [state], [steps.codes[:1]], 0, compiled=True)
    mark_ready(__name__)
