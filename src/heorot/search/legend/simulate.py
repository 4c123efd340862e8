"""Simulation of the Legend at full speed: whole games between policies, and single games stepped by action codes.

The policies `random` and `greedy` are frozen: other bots are measured against them. `skilled` is the bot of that name
with its full budget. docs/bots.md defines them all.
"""

from collections.abc import MutableSequence, Sequence
from functools import partial

from heorot.engine.chance import Stream, below, start_stream
from heorot.engine.game import NO_OPTIONS, Options
from heorot.engine.kernels.bits import count, members
from heorot.engine.kernels.compile_cache import mark_ready
from heorot.engine.kernels.compiler import entry_point, kernel
from heorot.engine.kernels.structs import copy_struct, int_array, row_at, store_struct, struct_array
from heorot.engine.options import LOT, read_first_seat, read_flag
from heorot.games.legend.box.box import Box
from heorot.games.legend.game import GAME
from heorot.games.legend.model.actions import DONE, GIVEN_CARD, GIVEN_SEAT, GIVEN_TOKEN
from heorot.games.legend.model.state import (
    ALLIANCE,
    BID,
    DRAWN_TOKEN,
    FIRST_QUESTION,
    FIRST_SEAT,
    OVER,
    PLAIN,
    SEATS,
    SUPPLY,
    Choices,
    Printed,
    State,
)
from heorot.games.legend.rules.decisions import apply, begin, legal, next_actor
from heorot.games.legend.rules.scoring import points_of, winners
from heorot.games.legend.table.table import Table, actors, check_seats, open_table, table_after
from heorot.search.legend.evaluation import Forecast, forecast_for
from heorot.search.legend.greedy import greedy_answer
from heorot.search.legend.greedy_values import GreedyWorkspace, greedy_workspace_for
from heorot.search.legend.skilled import WORLDS_OF_SKILLED, skilled_answer
from heorot.search.legend.workspace import Workspace, new_workspace
from heorot.search.simulation import BaseSimulation, Tally, add_result, append_entry

POLICIES = ("random", "greedy", "skilled")
COMPILE_SECONDS = {"simulate": 25, "simulate_skilled": 64, "other": 2}
GREEDY, SKILLED = POLICIES.index("greedy"), POLICIES.index("skilled")


@kernel
def chance_answer(s: State, r: Stream) -> int:
    """Draw what chance decides: a seat, a card of the pile, or a face-down token, uniformly."""
    if s.phase == FIRST_SEAT:
        return GIVEN_SEAT + below(r, s.seats)
    if s.phase == DRAWN_TOKEN:
        return GIVEN_TOKEN + any_token(s, below(r, s.alliances))
    return GIVEN_CARD + any_card(s, below(r, s.pile_size))


@kernel
def any_card(s: State, place: int) -> int:
    """Return the face of the card at a place in the pile, counted face by face. Branchless: a mispredicted branch would
    cost more than the whole sum."""
    face = 0
    end = 0
    for other in range(PLAIN):
        end += s.pile[other]
        face += end <= place
    return face


@kernel
def any_token(s: State, left: int) -> int:
    """Return the face of the alliance token at a place, counted token by token."""
    token = 0
    for token in members(s.owned[SUPPLY] & -(1 << ALLIANCE)):
        left -= s.tokens[SUPPLY][token]
        if left < 0:
            break
    return token


@kernel
def random_answer(s: State, out: Choices, r: Stream) -> int:
    """Return the answer of `random`: any of the list; a sealed bid, the one set that may end anywhere, ends with
    probability one half."""
    answers = out.count
    if s.phase == BID and answers > 1:
        if below(r, 2):
            return DONE
        answers -= 1
    return int(out.code[below(r, answers)])


@kernel
def policy_answer(
    box: Printed, s: State, seat: int, out: Choices, policy: int, greedy_work: GreedyWorkspace, r: Stream
) -> int:
    """Return the answer of a seat that plays `random` or `greedy`."""
    legal(box, s, seat, out)
    if policy == GREEDY:
        return greedy_answer(box, s, seat, out, greedy_work, r)
    return random_answer(s, out, r)


@kernel
def policy_answer_with_skilled(
    box: Printed,
    s: State,
    seat: int,
    out: Choices,
    policy: int,
    greedy_work: GreedyWorkspace,
    f: Forecast,
    work: Workspace,
    r: Stream,
) -> int:
    """Return the answer of a seat that plays any policy."""
    if policy == SKILLED:
        legal(box, s, seat, out)
        return skilled_answer(box, s, seat, out, f, work, r)
    return policy_answer(box, s, seat, out, policy, greedy_work, r)


@kernel
def add_game(s: State, tally: Tally) -> None:
    """Add a finished game to the tally."""
    won = winners(s)
    for seat in range(s.seats):
        add_result(tally, seat, points_of(s, seat), won >> seat & 1 != 0, count(won))


@entry_point
def simulate(
    boxes: MutableSequence[Printed],
    states: MutableSequence[State],
    lists: MutableSequence[Choices],
    greedy_works: MutableSequence[GreedyWorkspace],
    streams: MutableSequence[Stream],
    tallies: MutableSequence[Tally],
    policies: MutableSequence[int],
    first: int,
    advanced_game: int,
    fallen_variant: int,
    seed: int,
    game: int,
    games: int,
) -> None:
    """Play `games` games of a seed, starting with number `game`, and add them to the tally."""
    box, s, out, greedy_work, tally = boxes[0], states[0], lists[0], greedy_works[0], tallies[0]
    begin(box, states[1], len(policies), first, advanced_game, fallen_variant)  # every game starts from this state
    for number in range(game, game + games):
        for k in range(len(policies) + 1):
            start_stream(streams[k], seed, number, k)
        copy_struct(states[1], s)
        tally.entries = 0
        while s.phase != OVER:
            seat = next_actor(s)
            if s.phase < FIRST_QUESTION:
                code = chance_answer(s, streams[0])
            else:
                code = policy_answer(box, s, seat, out, policies[seat], greedy_work, streams[seat + 1])
                tally.decisions += 1
            append_entry(tally, code)
            apply(box, s, seat, code)
        add_game(s, tally)


@entry_point
def simulate_skilled(
    boxes: MutableSequence[Printed],
    states: MutableSequence[State],
    lists: MutableSequence[Choices],
    greedy_works: MutableSequence[GreedyWorkspace],
    forecasts: MutableSequence[Forecast],
    workspaces: MutableSequence[Workspace],
    streams: MutableSequence[Stream],
    tallies: MutableSequence[Tally],
    policies: MutableSequence[int],
    first: int,
    advanced_game: int,
    fallen_variant: int,
    seed: int,
    game: int,
    games: int,
) -> None:
    """Play the same games with at least one `skilled` seat. A separate entry, so that simulations without such a seat
    need not wait for its long compilation."""
    box, s, out, tally = boxes[0], states[0], lists[0], tallies[0]
    begin(box, states[1], len(policies), first, advanced_game, fallen_variant)
    for number in range(game, game + games):
        for k in range(len(policies) + 1):
            start_stream(streams[k], seed, number, k)
        copy_struct(states[1], s)
        tally.entries = 0
        while s.phase != OVER:
            seat = next_actor(s)
            if s.phase < FIRST_QUESTION:
                code = chance_answer(s, streams[0])
            else:
                policy, r = policies[seat], streams[seat + 1]
                code = policy_answer_with_skilled(
                    box, s, seat, out, policy, greedy_works[0], forecasts[0], workspaces[0], r
                )
                tally.decisions += 1
            append_entry(tally, code)
            apply(box, s, seat, code)
        add_game(s, tally)


@kernel
def resolve_chance(box: Printed, s: State, r: Stream) -> None:
    """Draw for chance until a player must answer or the game is over."""
    while s.phase < FIRST_QUESTION:
        apply(box, s, s.seat, chance_answer(s, r))


@kernel
def list_answers(box: Printed, s: State, out: Choices) -> int:
    """List the answers to the next question and return their number; 0 when the game is over."""
    out.count = 0
    if s.phase != OVER:
        legal(box, s, next_actor(s), out)
    return out.count


@entry_point
def start(
    boxes: MutableSequence[Printed],
    states: MutableSequence[State],
    lists: MutableSequence[Choices],
    streams: MutableSequence[Stream],
    seats: int,
    advanced_game: int,
    first: int,
    seed: int,
    game: int,
) -> int:
    """Start a game, play it up to the first question for a player, and return the number of answers."""
    start_stream(streams[0], seed, game, 0)
    begin(boxes[0], states[0], seats, first, advanced_game, 0)
    resolve_chance(boxes[0], states[0], streams[0])
    return list_answers(boxes[0], states[0], lists[0])


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
    apply(boxes[0], states[0], next_actor(states[0]), code)
    resolve_chance(boxes[0], states[0], streams[0])
    return list_answers(boxes[0], states[0], lists[0])


# ---- For Python ----------------------------------------------------------------------------------------------------


class Simulation(BaseSimulation):
    """Games of one seed between policies of the Legend."""

    def __init__(
        self, box: Box, seats: Sequence[str], seed: int, options: Options = NO_OPTIONS, compiled: bool | None = None
    ) -> None:
        super().__init__(GAME, open_table(box, len(seats), options, GAME.info.rules[-1]), seats, seed, compiled)
        self.options = (
            read_first_seat(options, len(seats)),
            read_flag(options, "advanced"),
            read_flag(options, "fallen"),
        )
        self.policies = int_array([POLICIES.index(name) for name in seats], compiled)
        self.boxes = struct_array(Printed, 1, compiled)
        self.states = struct_array(State, 2, compiled)
        self.lists = struct_array(Choices, 1, compiled)
        self.greedy_works = struct_array(GreedyWorkspace, 1, compiled)
        self.streams = struct_array(Stream, SEATS + 1, compiled)
        store_struct(box.printed, self.boxes)
        store_struct(greedy_workspace_for(box), self.greedy_works)
        self.forecasts: MutableSequence[Forecast] | None = None
        if "skilled" in seats:
            self.forecasts, self.workspaces = struct_array(Forecast, 1, compiled), struct_array(Workspace, 1, compiled)
            store_struct(forecast_for(box, len(seats), *self.options[1:]), self.forecasts)
            store_struct(new_workspace(WORLDS_OF_SKILLED), self.workspaces)

    def play(self, game: int, games: int) -> None:
        """Call the entry that these policies need."""
        if self.forecasts is None:
            simulate(
                self.boxes, self.states, self.lists, self.greedy_works, self.streams, self.tallies,
                self.policies, *self.options, self.seed, game, games,
            )  # fmt: skip
        else:
            simulate_skilled(
                self.boxes, self.states, self.lists, self.greedy_works, self.forecasts, self.workspaces, self.streams,
                self.tallies, self.policies, *self.options, self.seed, game, games,
            )  # fmt: skip

    def after(self, at: Table, code: int) -> Table:
        return table_after(at, actors(at)[0], code)


class GameStepper:
    """One game stepped from Python by action codes; chance draws for itself."""

    def __init__(self, box: Box, seats: int, compiled: bool | None = None, advanced: bool = False) -> None:
        check_seats(box, seats)
        boxes, self.states, lists = (
            struct_array(Printed, 1, compiled),
            struct_array(State, 1, compiled),
            struct_array(Choices, 1, compiled),
        )
        store_struct(box.printed, boxes)
        tables = (boxes, self.states, lists, struct_array(Stream, 1, compiled))
        self._start = partial(start.version_for(boxes), *tables, seats, int(advanced))
        self.step = partial(step.version_for(boxes), *tables)  # takes a code, returns the number of answers
        out = row_at(lists, 0)
        self.codes: Sequence[int] = out.code if isinstance(out, Choices) else out["code"]  # codes of the answers

    def start(self, seed: int, game: int = 0, first: int | None = None) -> int:
        """Start a game and return the number of answers."""
        return self._start(LOT if first is None else first, seed, game)


def warm_up() -> None:
    """Compile all entries of this module, or load them from the cache."""
    Simulation(GAME.box, ["random", "greedy"], 0, compiled=True).run(0, 1)
    steps = GameStepper(GAME.box, 2, compiled=True)
    steps.start(0)
    steps.step(int(steps.codes[0]))
    mark_ready(__name__)
