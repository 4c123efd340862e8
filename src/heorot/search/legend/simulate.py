"""The Legend at full speed: whole games between seats that answer by themselves, stepping by numbers.

The seats `random` and `greedy` are frozen: later bots are measured against them. `skilled` is the bot of that name, at
its full budget. docs/bots.md defines them all.
"""

from collections.abc import MutableSequence, Sequence
from functools import partial

from heorot.engine.accel import copy_record, count, entry, kernel, look, mark_ready, members, numbers, store, table
from heorot.engine.chance import Stream, below, start_stream
from heorot.engine.game import NO_OPTIONS, Options
from heorot.engine.options import LOT, read_first, read_yes
from heorot.games.legend.actions import DONE, GIVEN_CARD, GIVEN_SEAT, GIVEN_TOKEN
from heorot.games.legend.box import Box
from heorot.games.legend.game import GAME
from heorot.games.legend.questions import apply, begin, legal, next_actor
from heorot.games.legend.scoring import points_of, winners
from heorot.games.legend.state import (
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
from heorot.games.legend.table import Table, actors, after, check_seats, open_table
from heorot.search.legend_foresight import Foresight, foresee
from heorot.search.legend_greedy import greedy_answer
from heorot.search.legend_rivals import Mind, mind_of
from heorot.search.legend_skilled import WORLDS_OF_SKILLED, skilled_answer
from heorot.search.legend_worths import Thought, thought_for
from heorot.search.simulation import Simulated, Tally, add_seat, write_down

POLICIES = ("random", "greedy", "skilled")
GREEDY, SKILLED = POLICIES.index("greedy"), POLICIES.index("skilled")


@kernel
def chance_answer(s: State, r: Stream) -> int:
    """What chance says: any seat, any card of the pile, any face-down token."""
    if s.phase == FIRST_SEAT:
        return GIVEN_SEAT + below(r, s.seats)
    if s.phase == DRAWN_TOKEN:
        return GIVEN_TOKEN + any_token(s, below(r, s.alliances))
    return GIVEN_CARD + any_card(s, below(r, s.pile_size))


@kernel
def any_card(s: State, place: int) -> int:
    """The face of the card at a place in the pile, counted face by face. No branch depends on it: a wrong guess of the
    processor would cost more than the whole sum."""
    face = 0
    end = 0
    for other in range(PLAIN):
        end += s.pile[other]
        face += end <= place
    return face


@kernel
def any_token(s: State, left: int) -> int:
    """The face of an alliance token, likewise."""
    token = 0
    for token in members(s.owned[SUPPLY] & -(1 << ALLIANCE)):
        left -= s.tokens[SUPPLY][token]
        if left < 0:
            break
    return token


@kernel
def random_answer(s: State, out: Choices, r: Stream) -> int:
    """The seat `random`: any of the list, but in a sealed bid, the one set that may end anywhere, it stops with
    probability one half."""
    answers = out.count
    if s.phase == BID and answers > 1:
        if below(r, 2):
            return DONE
        answers -= 1
    return int(out.code[below(r, answers)])


@kernel
def seat_answer(box: Printed, s: State, seat: int, out: Choices, policy: int, thought: Thought, r: Stream) -> int:
    """What a seat says, by its policy. The whole list is written for any of them."""
    legal(box, s, seat, out)
    if policy == GREEDY:
        return greedy_answer(box, s, seat, out, thought, r)
    return random_answer(s, out, r)


@kernel
def thinking_answer(
    box: Printed, s: State, seat: int, out: Choices, policy: int, thought: Thought, f: Foresight, mind: Mind, r: Stream
) -> int:
    """The same, where one of the seats is `skilled`."""
    if policy == SKILLED:
        legal(box, s, seat, out)
        return skilled_answer(box, s, seat, out, f, mind, r)
    return seat_answer(box, s, seat, out, policy, thought, r)


@kernel
def add_up(s: State, tally: Tally) -> None:
    """One finished game more."""
    won = winners(s)
    for seat in range(s.seats):
        add_seat(tally, seat, points_of(s, seat), won >> seat & 1 != 0, count(won))


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
    advanced_game: int,
    fallen_variant: int,
    seed: int,
    game: int,
    games: int,
) -> None:
    """Play `games` games of a seed from number `game` on, and add them to the tally."""
    box, s, out, thought, tally = boxes[0], states[0], lists[0], thoughts[0], tallies[0]
    begin(box, states[1], len(policies), first, advanced_game, fallen_variant)  # every game begins like this one
    for number in range(game, game + games):
        for k in range(len(policies) + 1):
            start_stream(streams[k], seed, number, k)
        copy_record(states[1], s)
        tally.entries = 0
        while s.phase != OVER:
            seat = next_actor(s)
            if s.phase < FIRST_QUESTION:
                code = chance_answer(s, streams[0])
            else:
                code = seat_answer(box, s, seat, out, policies[seat], thought, streams[seat + 1])
                tally.decisions += 1
            write_down(tally, code)
            apply(box, s, seat, code)
        add_up(s, tally)


@entry
def simulate_thinking(
    boxes: MutableSequence[Printed],
    states: MutableSequence[State],
    lists: MutableSequence[Choices],
    thoughts: MutableSequence[Thought],
    foresights: MutableSequence[Foresight],
    minds: MutableSequence[Mind],
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
    """The same games where one of the seats is `skilled`. A door of its own: whoever simulates without such a seat
    need not wait until all its thoughts are compiled."""
    box, s, out, tally = boxes[0], states[0], lists[0], tallies[0]
    begin(box, states[1], len(policies), first, advanced_game, fallen_variant)
    for number in range(game, game + games):
        for k in range(len(policies) + 1):
            start_stream(streams[k], seed, number, k)
        copy_record(states[1], s)
        tally.entries = 0
        while s.phase != OVER:
            seat = next_actor(s)
            if s.phase < FIRST_QUESTION:
                code = chance_answer(s, streams[0])
            else:
                policy, r = policies[seat], streams[seat + 1]
                code = thinking_answer(box, s, seat, out, policy, thoughts[0], foresights[0], minds[0], r)
                tally.decisions += 1
            write_down(tally, code)
            apply(box, s, seat, code)
        add_up(s, tally)


@kernel
def let_chance_speak(box: Printed, s: State, r: Stream) -> None:
    """Chance answers until a player is asked, or the game is over."""
    while s.phase < FIRST_QUESTION:
        apply(box, s, s.seat, chance_answer(s, r))


@kernel
def list_answers(box: Printed, s: State, out: Choices) -> int:
    """What may be answered next; none when it is over."""
    out.count = 0
    if s.phase != OVER:
        legal(box, s, next_actor(s), out)
    return out.count


@entry
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
    """A new game up to the first question for a player; how many answers there are."""
    start_stream(streams[0], seed, game, 0)
    begin(boxes[0], states[0], seats, first, advanced_game, 0)
    let_chance_speak(boxes[0], states[0], streams[0])
    return list_answers(boxes[0], states[0], lists[0])


@entry
def step(
    boxes: MutableSequence[Printed],
    states: MutableSequence[State],
    lists: MutableSequence[Choices],
    streams: MutableSequence[Stream],
    code: int,
) -> int:
    """One answer, and on to the next question for a player; how many answers there are, none when it is over."""
    apply(boxes[0], states[0], next_actor(states[0]), code)
    let_chance_speak(boxes[0], states[0], streams[0])
    return list_answers(boxes[0], states[0], lists[0])


# ---- For Python ----------------------------------------------------------------------------------------------------


class Simulation(Simulated):
    """Games of one seed between seats that answer by themselves."""

    def __init__(
        self, box: Box, seats: Sequence[str], seed: int, options: Options = NO_OPTIONS, compiled: bool | None = None
    ) -> None:
        super().__init__(GAME, open_table(box, len(seats), options, GAME.about.rules[-1]), seats, seed, compiled)
        self.options = read_first(options, len(seats)), read_yes(options, "advanced"), read_yes(options, "fallen")
        self.policies = numbers([POLICIES.index(name) for name in seats], compiled)
        self.boxes = table(Printed, 1, compiled)
        self.states = table(State, 2, compiled)
        self.lists = table(Choices, 1, compiled)
        self.thoughts = table(Thought, 1, compiled)
        self.streams = table(Stream, SEATS + 1, compiled)
        store(box.printed, self.boxes)
        store(thought_for(box), self.thoughts)
        self.foresights: MutableSequence[Foresight] | None = None
        if "skilled" in seats:
            self.foresights, self.minds = table(Foresight, 1, compiled), table(Mind, 1, compiled)
            store(foresee(box, len(seats), *self.options[1:]), self.foresights)
            store(mind_of(WORLDS_OF_SKILLED), self.minds)

    def play(self, game: int, games: int) -> None:
        """Through the door, or through the other one."""
        if self.foresights is None:
            simulate(
                self.boxes, self.states, self.lists, self.thoughts, self.streams, self.tallies,
                self.policies, *self.options, self.seed, game, games,
            )  # fmt: skip
        else:
            simulate_thinking(
                self.boxes, self.states, self.lists, self.thoughts, self.foresights, self.minds, self.streams,
                self.tallies, self.policies, *self.options, self.seed, game, games,
            )  # fmt: skip

    def after(self, at: Table, code: int) -> Table:
        return after(at, actors(at)[0], code)


class Steps:
    """One game, stepped through from Python by numbers; chance answers by itself."""

    def __init__(self, box: Box, seats: int, compiled: bool | None = None, advanced: bool = False) -> None:
        check_seats(box, seats)
        boxes, self.states, lists = table(Printed, 1, compiled), table(State, 1, compiled), table(Choices, 1, compiled)
        store(box.printed, boxes)
        tables = (boxes, self.states, lists, table(Stream, 1, compiled))
        self._start = partial(start.door(boxes), *tables, seats, int(advanced))
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
    mark_ready(__name__)
