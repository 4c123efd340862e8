"""Possible worlds: full tables that look like a view to its seat.

A world is drawn uniformly from the physical deals that reproduce the public record with all choices fixed. A deal says
which card or alliance token, down to the copy, chance gave at each draw. Given what the seat saw, only rivals'
face-down draws are unknown. Sampling takes three steps:

1. Read the public record (`clues.py`): the pile or supply of each unseen draw, and what was seen of it since.
2. Sample the unseen draws so that they agree with that (`deals.py`, which says what is exactly uniform and what is a
   Markov chain). A set that a rival is giving piece by piece (L3.3, L3.4) must be possible to complete; other deals are
   rejected.
3. Replay the record through the rules. A sealed bid that is not shown yet (L4.4) is a uniformly random set of cards of
   the hand, equal cards counting as one; so are the cards that a rival has chosen so far without completing the bid.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from heorot.engine.kernels.bits import members
from heorot.engine.seats import Seat
from heorot.games.legend.box.box import Box
from heorot.games.legend.inference.clues import HIDDEN, SOME_TOKEN, Clues, DrawMemory
from heorot.games.legend.inference.deals import accept_all
from heorot.games.legend.model.actions import BID_CARD, GIVEN_CARD, GIVEN_TOKEN, Bid, Done
from heorot.games.legend.model.state import (
    BID,
    DISCARD_CARDS,
    DRAWN_TOKEN,
    PAY,
    RETURN_TOKENS,
    Choices,
    State,
)
from heorot.games.legend.rules.decisions import apply, legal
from heorot.games.legend.table.action_codes import decode
from heorot.games.legend.table.table import HistoryEntry, Table, count_shown
from heorot.games.legend.table.view import View, view


class Worlds:
    """All worlds consistent with one view."""

    def __init__(self, box: Box, seen: View) -> None:
        self.box = box
        self.view = seen
        self.clues = Clues(box, seen)
        self.cards = self.clues.card_sampler()
        self.tokens = self.clues.token_sampler()
        self.sealed = {at for at, (past_entry, _) in enumerate(self.clues.script) if self.is_sealed(past_entry)}

    def draw(self, rng: Random) -> Table:
        """Return a random table that looks like the view to its seat, history included."""
        phase, of_rival = self.clues.state.phase, self.view.asked[:1] != (self.view.seat,)
        cards = self.cards.draw(rng, self.can_give_cards if of_rival and phase in (DISCARD_CARDS, PAY) else accept_all)
        tokens = self.tokens.draw(rng, self.can_give_tokens if of_rival and phase == RETURN_TOKENS else accept_all)
        unseen = [token for holder, token in zip(self.tokens.holders, tokens, strict=True) if holder != self.view.seat]
        return self.replay(iter(cards), iter(unseen), rng)

    # ---- Sets given piece by piece -------------

    def can_give_cards(self, faces: list[int]) -> bool:
        """L3.3, L3.4: Return whether the rival to answer can continue the set, with these cards in all slots."""
        s = self.clues.state.copy()
        give_draws(s.cards, s.held, s.seat, self.cards.holders, faces, self.clues.cards)
        return self.has_answers(s)

    def can_give_tokens(self, tokens: list[int]) -> bool:
        """L3.5: Return whether the rival to answer can continue the set, with these tokens in all slots."""
        s = self.clues.state.copy()
        s.tokens[s.seat][SOME_TOKEN] = 0
        give_draws(s.tokens, s.owned, s.seat, self.tokens.holders, tokens, self.clues.tokens)
        return self.has_answers(s)

    def has_answers(self, s: State) -> bool:
        """Return whether the open question has an answer, as earlier pieces of the set imply."""
        out = Choices()
        legal(self.box.printed, s, s.seat, out)
        return out.count > 0

    # ---- Replay ----

    def replay(self, cards: Iterator[int], tokens: Iterator[int], rng: Random) -> Table:
        """Replay the public record with everything hidden filled in."""
        state, history = self.clues.start.copy(), list[HistoryEntry]()
        for at, (past_entry, code) in enumerate(self.clues.script):
            if at in self.sealed:
                history += self.bid(state, past_entry.seat, rng)
            if code == HIDDEN:
                code = GIVEN_TOKEN + next(tokens) if past_entry.phase == DRAWN_TOKEN else GIVEN_CARD + next(cards)
                past_entry = replace(past_entry, action=decode(self.box, state, code))
            apply(self.box.printed, state, past_entry.seat, code)
            history.append(past_entry)
        for rival in self.clues.rivals:
            if state.phase == BID and state.pending >> rival & 1:
                history += self.bid(state, rival, rng)
        shown = sum(map(count_shown, history))
        return Table(self.box, self.view.rules, self.view.options, state, tuple(history), shown)

    def is_sealed(self, past_entry: HistoryEntry) -> bool:
        """L4.4: Return whether an entry seals a rival's bid that is not shown yet."""
        s = self.clues.state
        in_it = s.phase == past_entry.phase == BID and s.episode == past_entry.episode
        return in_it and isinstance(past_entry.action, Done) and past_entry.seat != self.view.seat

    def bid(self, s: State, seat: Seat, rng: Random) -> Iterator[HistoryEntry]:
        """L4.1: Stage a random set of cards, in the order of faces."""
        for face in list(members(s.held[seat])):
            for _ in range(rng.randrange(s.cards[seat][face] + 1)):
                apply(self.box.printed, s, seat, BID_CARD + face)
                yield HistoryEntry(s.episode, BID, seat, None, Bid(self.box.faces[face]), ())


def give_draws(
    places: list[list[int]], masks: list[int], seat: int, holders: list[int], faces: list[int], memory: DrawMemory
) -> None:
    """Give a seat its draws, without those seen since, besides its known pieces."""
    for holder, face in zip(holders, faces, strict=True):
        places[seat][face] += holder == seat
    for (holder, face), number in memory.left.items():
        places[seat][face] -= number * (holder == seat)
    masks[seat] = sum(1 << face for face, number in enumerate(places[seat]) if number)


def another_world(table: Table, seat: Seat | None, rng: Random) -> Table:
    """Return a random table that this seat cannot distinguish from the true one."""
    return Worlds(table.box, view(table, seat)).draw(rng)
