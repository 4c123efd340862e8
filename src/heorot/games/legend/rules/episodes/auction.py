"""Treasure auctions (L9.1): as chapter 5, paid in treasure tokens. `pending` are the players still in."""

from heorot.engine.accel import count, kernel, lowest
from heorot.games.legend.actions import GIVE_UP, SHOW_TOKEN
from heorot.games.legend.episodes.in_turn import all_are_in, next_in
from heorot.games.legend.lists import add, add_members
from heorot.games.legend.resolution import carry_out
from heorot.games.legend.state import LAID, NEXT_EPISODE, NEXT_TO_SHOW, SHOW, VALUES, Choices, Printed, State
from heorot.games.legend.tokens import TREASURES, return_tokens, show_token, take_tokens_back


@kernel
def begin_auction(s: State) -> None:
    """L9.1: the first player shows a token first."""
    all_are_in(s)
    s.seat = s.first
    s.phase = SHOW


@kernel
def show_choices(s: State, out: Choices) -> None:
    """L9.1: a treasure token, square or alliance; or give up. No risks."""
    add_members(out, s.owned[s.seat] & TREASURES, SHOW_TOKEN)
    add(out, GIVE_UP)


@kernel
def answer_show(s: State, code: int) -> None:
    """L9.1: one token more, or give up."""
    if code == GIVE_UP:
        leave_auction(s)
    else:
        show(s, code - SHOW_TOKEN)


@kernel
def show(s: State, token: int) -> None:
    """L9.1: tokens are shown until at least the highest total is reached: at least one, and none once it is."""
    show_token(s, s.seat, token)
    s.total[s.seat] += token % VALUES
    if s.total[s.seat] >= s.high:
        s.high = s.total[s.seat]
        s.phase = NEXT_TO_SHOW


@kernel
def leave_auction(s: State) -> None:
    """L9.1: whoever gives up takes all shown tokens back."""
    take_tokens_back(s, s.seat)
    s.pending &= ~(1 << s.seat)
    s.phase = NEXT_TO_SHOW


@kernel
def next_to_show(box: Printed, s: State) -> None:
    """L9.1: the last one in returns the tokens they have shown, perhaps none, and takes the reward."""
    if count(s.pending) > 1:
        s.seat = next_in(s)
        s.phase = SHOW
        return
    s.seat = lowest(s.pending)
    s.pending = 0
    return_tokens(s, LAID + s.seat, TREASURES)
    s.icon = box.reward[s.episode]
    s.then = NEXT_EPISODE
    carry_out(box, s)
