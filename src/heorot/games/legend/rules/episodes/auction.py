"""Treasure auctions (L9.1): as chapter 5, paid in treasure tokens. `pending` is the mask of players still in."""

from heorot.engine.kernels.bits import count, lowest
from heorot.engine.kernels.compiler import kernel
from heorot.games.legend.model.actions import GIVE_UP, SHOW_TOKEN
from heorot.games.legend.model.state import LAID, NEXT_EPISODE, NEXT_TO_SHOW, SHOW, VALUES, Choices, Printed, State
from heorot.games.legend.rules.answer_list import add, add_members
from heorot.games.legend.rules.episodes.in_turn import enter_all_players, next_player_in
from heorot.games.legend.rules.resolution import carry_out
from heorot.games.legend.rules.tokens import TREASURES, return_tokens, show_token, take_tokens_back


@kernel
def begin_auction(s: State) -> None:
    """L9.1: Let the first player show a token first."""
    enter_all_players(s)
    s.seat = s.first
    s.phase = SHOW


@kernel
def show_choices(s: State, out: Choices) -> None:
    """L9.1: List the treasure tokens, square or alliance, and giving up; there are no risks."""
    add_members(out, s.owned[s.seat] & TREASURES, SHOW_TOKEN)
    add(out, GIVE_UP)


@kernel
def answer_show(s: State, code: int) -> None:
    """L9.1: Show another token or give up."""
    if code == GIVE_UP:
        leave_auction(s)
    else:
        show(s, code - SHOW_TOKEN)


@kernel
def show(s: State, token: int) -> None:
    """L9.1: Show a token; the turn ends when the highest total is reached."""
    show_token(s, s.seat, token)
    s.total[s.seat] += token % VALUES
    if s.total[s.seat] >= s.high:
        s.high = s.total[s.seat]
        s.phase = NEXT_TO_SHOW


@kernel
def leave_auction(s: State) -> None:
    """L9.1: Take the shown tokens back and leave the auction."""
    take_tokens_back(s, s.seat)
    s.pending &= ~(1 << s.seat)
    s.phase = NEXT_TO_SHOW


@kernel
def next_to_show(box: Printed, s: State) -> None:
    """L9.1: Pass the turn. The last player in returns the shown tokens, if any, and takes the reward."""
    if count(s.pending) > 1:
        s.seat = next_player_in(s)
        s.phase = SHOW
        return
    s.seat = lowest(s.pending)
    s.pending = 0
    return_tokens(s, LAID + s.seat, TREASURES)
    s.icon = box.reward[s.episode]
    s.then = NEXT_EPISODE
    carry_out(box, s)
