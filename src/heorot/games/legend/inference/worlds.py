"""What may lie where a seat cannot see: full tables drawn from a view.

A world is drawn uniformly from the physical deals that reproduce the open record with all choices held fixed. A deal
says which card or alliance token, down to the copy, chance gave at each draw. Given what the seat saw, only what rivals
drew face down is unknown. So

1. read the open record (`worlds_clues.py`): from which pile each card was drawn unseen, from which tokens each token,
   and what of it was seen since;
2. deal what is unseen so that it agrees with that (`worlds_deal.py`, which says what is exactly uniform and what is a
   Markov chain). A set that a rival is giving piece by piece (L3.3, L3.4) can be completed from what the rival has: a
   deal in which it cannot is dealt again;
3. replay the record through the rules. A sealed bid that is not shown yet (L4.4) is any set of cards of the hand, all
   equally likely, equal cards being one; so is what a rival has chosen so far without saying that it is all.
"""

from collections.abc import Iterator
from random import Random

from heorot.engine.accel import members
from heorot.engine.seats import Seat
from heorot.games.legend.actions import BID_CARD, GIVEN_CARD, GIVEN_TOKEN, Bid, Done
from heorot.games.legend.box import Box
from heorot.games.legend.codes import decode
from heorot.games.legend.questions import apply, legal
from heorot.games.legend.state import (
    BID,
    DISCARD_CARDS,
    DRAWN_TOKEN,
    PAY,
    RETURN_TOKENS,
    Choices,
    State,
)
from heorot.games.legend.table import Said, Table, count_shown
from heorot.games.legend.view import View, view
from heorot.games.legend.worlds_clues import HIDDEN, SOME_TOKEN, Clues, Memory
from heorot.games.legend.worlds_deal import always


class Worlds:
    """All the worlds that one view leaves open."""

    def __init__(self, box: Box, seen: View) -> None:
        self.box = box
        self.view = seen
        self.clues = Clues(box, seen)
        self.cards = self.clues.deal_of_cards()
        self.tokens = self.clues.deal_of_tokens()
        self.sealed = {at for at, (said, _) in enumerate(self.clues.script) if self.is_sealed(said)}

    def draw(self, rng: Random) -> Table:
        """A full table that looks like this to the seat, history and all."""
        phase, of_rival = self.clues.state.phase, self.view.asked[:1] != (self.view.seat,)
        cards = self.cards.draw(rng, self.can_give_cards if of_rival and phase in (DISCARD_CARDS, PAY) else always)
        tokens = self.tokens.draw(rng, self.can_give_tokens if of_rival and phase == RETURN_TOKENS else always)
        unseen = [token for holder, token in zip(self.tokens.holders, tokens, strict=True) if holder != self.view.seat]
        return self.replay(iter(cards), iter(unseen), rng)

    # ---- Sets that are given piece by piece ----

    def can_give_cards(self, faces: list[int]) -> bool:
        """L3.3, L3.4: whether the rival who is asked can go on, with these cards at all slots."""
        s = self.clues.state.copy()
        hold(s.cards, s.held, s.seat, self.cards.holders, faces, self.clues.cards)
        return self.has_answers(s)

    def can_give_tokens(self, tokens: list[int]) -> bool:
        """L3.5: whether the rival who is asked can go on, with these tokens at all slots."""
        s = self.clues.state.copy()
        s.tokens[s.seat][SOME_TOKEN] = 0
        hold(s.tokens, s.owned, s.seat, self.tokens.holders, tokens, self.clues.tokens)
        return self.has_answers(s)

    def has_answers(self, s: State) -> bool:
        """Whether the open question can be answered at all; that it can be is what earlier answers have shown."""
        out = Choices()
        legal(self.box.printed, s, s.seat, out)
        return out.count > 0

    # ---- The record again ----

    def replay(self, cards: Iterator[int], tokens: Iterator[int], rng: Random) -> Table:
        """The open record with everything hidden filled in, through the rules."""
        state, history = self.clues.start.copy(), list[Said]()
        for at, (said, code) in enumerate(self.clues.script):
            if at in self.sealed:
                history += self.bid(state, said.seat, rng)
            if code == HIDDEN:
                code = GIVEN_TOKEN + next(tokens) if said.phase == DRAWN_TOKEN else GIVEN_CARD + next(cards)
                said = Said(said.episode, said.phase, said.seat, said.to, decode(self.box, state, code), said.events)
            apply(self.box.printed, state, said.seat, code)
            history.append(said)
        for rival in self.clues.rivals:
            if state.phase == BID and state.pending >> rival & 1:
                history += self.bid(state, rival, rng)
        shown = sum(map(count_shown, history))
        return Table(self.box, self.view.rules, self.view.options, state, tuple(history), shown)

    def is_sealed(self, said: Said) -> bool:
        """L4.4: a rival's bid that is in, but not shown yet."""
        s = self.clues.state
        in_it = s.phase == said.phase == BID and s.episode == said.episode
        return in_it and isinstance(said.action, Done) and said.seat != self.view.seat

    def bid(self, s: State, seat: Seat, rng: Random) -> Iterator[Said]:
        """L4.1: any set of cards, staged in the order of faces."""
        for face in list(members(s.held[seat])):
            for _ in range(rng.randrange(s.cards[seat][face] + 1)):
                apply(self.box.printed, s, seat, BID_CARD + face)
                yield Said(s.episode, BID, seat, None, Bid(self.box.faces[face]), ())


def hold(
    places: list[list[int]], masks: list[int], seat: int, holders: list[int], faces: list[int], memory: Memory
) -> None:
    """Let a seat have what it drew, less what was seen since, besides what all know of."""
    for holder, face in zip(holders, faces, strict=True):
        places[seat][face] += holder == seat
    for (holder, face), number in memory.left.items():
        places[seat][face] -= number * (holder == seat)
    masks[seat] = sum(1 << face for face, number in enumerate(places[seat]) if number)


def another_world(table: Table, seat: Seat | None, rng: Random) -> Table:
    """A table that this seat cannot tell from the true one."""
    return Worlds(table.box, view(table, seat)).draw(rng)
