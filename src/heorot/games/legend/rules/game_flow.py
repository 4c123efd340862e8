"""Chapters 1 and 2: setup and journey. Each kind of episode has its own file in episodes/; special cards are in
specials.py, icons in resolution.py, points in scoring.py."""

from heorot.engine.kernels.compiler import kernel, routine
from heorot.engine.options import LOT
from heorot.games.legend.model.state import (
    ALL_HANDS,
    ALLIANCE,
    AUCTION,
    DEALT_CARD,
    FACES,
    FIRST_SEAT,
    IN_TURN,
    NEXT_EPISODE,
    NEXT_HAND,
    NEXT_PLAYER,
    OPPORTUNITY,
    PLACES,
    PLAIN,
    RANKING,
    RECOVERY,
    RISK,
    SEATS,
    SELECT,
    SIMULTANEOUS,
    SUPPLY,
    TOKENS,
    Printed,
    State,
)
from heorot.games.legend.rules.cards import draw_card, put
from heorot.games.legend.rules.episodes.auction import begin_auction
from heorot.games.legend.rules.episodes.death_of_beowulf import rank_hands
from heorot.games.legend.rules.episodes.in_turn import begin_in_turn
from heorot.games.legend.rules.episodes.opportunity import make_offer
from heorot.games.legend.rules.episodes.ranking import rank_treasures
from heorot.games.legend.rules.episodes.recovery import begin_recovery
from heorot.games.legend.rules.episodes.risk import offer_risk
from heorot.games.legend.rules.episodes.simultaneous import begin_bids
from heorot.games.legend.rules.resolution import clockwise

NOWHERE = -1  # before the first episode

# ---- 1 The table ---------------------------------------------------------------------------------------------------


@kernel
def set_up(box: Printed, s: State, seats: int, first: int, advanced_game: int, fallen_variant: int) -> None:
    """L1.1: Set up a table for two to five players, seated clockwise."""
    clear(s)
    s.seats = seats
    s.advanced_game = advanced_game
    s.fallen_variant = fallen_variant
    s.episode = NOWHERE
    lay_out_cards(box, s)
    lay_out_specials(box, s)
    lay_out_tokens(box, s)
    if first == LOT:
        s.phase = FIRST_SEAT
    else:
        begin_with(s, first)


@kernel
def clear(s: State) -> None:
    """Reset all fields that setup does not set otherwise."""
    s.then = 0
    s.seat = 0
    s.turns_taken = 0
    s.draws_due = 0
    s.pending = 0
    s.high = 0
    s.staged = 0
    s.least = 0
    s.free = 0
    s.taken = 0
    s.icon = 0
    s.first = 0
    s.reshuffles = 0
    for place in range(PLACES):
        s.held[place] = 0
        s.owned[place] = 0
        for face in range(FACES):
            s.cards[place][face] = 0
        for token in range(TOKENS):
            s.tokens[place][token] = 0
    for seat in range(SEATS):
        clear_seat(s, seat)


@kernel
def clear_seat(s: State, seat: int) -> None:
    """L1.7: Reset the possessions of a player and the public knowledge of them."""
    s.hand[seat] = 0
    s.total[seat] = 0
    s.order[seat] = 0
    s.misfortune[seat] = 0
    s.scratches[seat] = 0
    s.wounds[seat] = 0
    s.double_wounds[seat] = 0
    for face in range(FACES):
        s.known[seat][face] = 0
    for face in range(PLAIN):
        s.fresh[seat][face] = 0
    for token in range(TOKENS):
        s.shown[seat][token] = 0


@kernel
def lay_out_cards(box: Printed, s: State) -> None:
    """L1.3, L1.4: Give each player the fixed cards and make the rest the draw pile."""
    s.pile_size = 0
    s.discards_size = 0
    for face in range(PLAIN):
        s.pile[face] = box.copies[face] - s.seats * box.fixed[face]
        s.stock[face] = s.pile[face]
        s.pile_size += s.pile[face]
        s.discards[face] = 0
        for seat in range(s.seats):
            give_fixed(s, seat, face, box.fixed[face])


@kernel
def give_fixed(s: State, seat: int, face: int, number: int) -> None:
    """L1.4, L1.7: Give fixed cards to a player; everyone knows them."""
    for _ in range(number):
        put(s, seat, face)
        s.hand[seat] += 1
        s.known[seat][face] += 1


@kernel
def lay_out_specials(box: Printed, s: State) -> None:
    """L1.5, L9.4: Lay out the special cards that are in play."""
    s.specials = 0
    for face in range(PLAIN, FACES):
        if 0 < box.players[face] <= s.seats and box.advanced[face] <= s.advanced_game:
            s.specials |= 1 << face


@kernel
def lay_out_tokens(box: Printed, s: State) -> None:
    """L1.6: Lay out square tokens by value and alliance tokens face down."""
    s.misfortunes = box.misfortunes
    s.alliances = 0
    for token in range(TOKENS):
        s.tokens[SUPPLY][token] = box.tokens[token]
        if box.tokens[token]:
            s.owned[SUPPLY] |= 1 << token
        if token >= ALLIANCE:
            s.alliances += box.tokens[token]


@kernel
def begin_with(s: State, seat: int) -> None:
    """L1.2: Make a seat, chosen by the host or drawn by lot, the first player."""
    s.first = seat
    s.phase = NEXT_HAND


@kernel
def next_hand(box: Printed, s: State) -> None:
    """L1.4: Begin to deal to the next seat, the first player first."""
    if s.turns_taken == s.seats:
        s.phase = NEXT_EPISODE
        return
    s.seat = clockwise(s, s.first, s.turns_taken)
    s.turns_taken += 1
    s.draws_due = box.dealt
    if s.draws_due:
        s.phase = DEALT_CARD


@kernel
def dealt(s: State, face: int) -> None:
    """L1.4: Deal one card of an opening hand."""
    draw_card(s, face)
    s.draws_due -= 1
    if s.draws_due == 0:
        s.phase = NEXT_HAND


# ---- 2 The journey -------------------------------------------------------------------------------------------------


@routine
def next_episode(box: Printed, s: State) -> None:
    """L2.1: Move Beowulf to the next episode; the basic game skips the treasure episodes."""
    s.episode += 1
    while not s.advanced_game and is_treasure_episode(box.kind[s.episode]):
        s.episode += 1
    s.turns_taken = 0
    begin_episode(box, s, box.kind[s.episode])


@kernel
def is_treasure_episode(kind: int) -> bool:
    """L9.1, L9.2: Return whether an episode is an auction or Recover Treasures."""
    return kind == AUCTION or kind == RANKING


@kernel
def begin_episode(box: Printed, s: State, kind: int) -> None:
    """L2.2: Begin an episode; players act clockwise, the first player first."""
    if kind == RECOVERY:
        begin_recovery(s)
    elif kind == SIMULTANEOUS:
        begin_bids(s)
    elif kind == IN_TURN:
        begin_in_turn(s)
    elif kind == AUCTION:
        begin_auction(s)
    elif kind == RANKING:
        rank_treasures(s)
    elif kind == ALL_HANDS:
        rank_hands(box, s)
    else:
        s.phase = NEXT_PLAYER


@kernel
def next_player(box: Printed, s: State) -> None:
    """L2.2, L3.1: Make the offer of a minor episode to the next player."""
    if s.turns_taken == s.seats:
        s.phase = NEXT_EPISODE
        return
    s.seat = clockwise(s, s.first, s.turns_taken)
    s.turns_taken += 1
    kind = box.kind[s.episode]
    if kind == RISK:
        offer_risk(s)
    elif kind == OPPORTUNITY:
        make_offer(box, s)
    else:
        s.phase = SELECT
