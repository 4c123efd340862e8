"""Invariants of every table of the Legend: nothing is lost or in two places, and all counts agree.

Hands, memories, square and alliance tokens, scratches and wounds are counted again from the history alone, with
dictionaries and the words of the box, and compared with the counts and masks of the state.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from heorot.engine.kernels.bits import count, members
from heorot.engine.seats import Seat
from heorot.games.legend.box.box import Box, Card, Token
from heorot.games.legend.model.actions import (
    Bid,
    Discard,
    Give,
    GivenCard,
    GivenToken,
    GiveUp,
    Heal,
    Lay,
    Pay,
    Recover,
    ReturnScratches,
    Show,
    TakeBack,
    Use,
)
from heorot.games.legend.model.components import TEXTS
from heorot.games.legend.model.state import (
    ALLIANCE,
    BID,
    DEALT_CARD,
    DRAWN_CARD,
    FACES,
    FAME_OR_HEAL,
    FIRST_CHANCE,
    FIRST_SEAT,
    LAID,
    LAY,
    LAY_ON,
    OVER,
    PLACES,
    PLAIN,
    SEATS,
    SHOW,
    SUPPLY,
    TAKE_SPACE,
    TOKENS,
    TURNED,
    USE_INSPIRATION,
)
from heorot.games.legend.table.public_events import (
    Arrives,
    Event,
    GetsCard,
    GetsHurt,
    GetsMarker,
    GetsMisfortune,
    GetsToken,
    RiskOver,
    ShowsCards,
    ShowsTokens,
)
from heorot.games.legend.table.table import HistoryEntry, Table
from heorot.games.legend.table.view import view
from tests.support.playing import Line, watchers

BLESSING, REST = Card(TEXTS[0]), Card(TEXTS[4])
MOST_SCRATCHES = 2  # a third one is a wound (L6.6)


# ---- Ledger of the history -----------------------------------------------------------------------------------------


def symbols_of(box: Box, card: Card) -> set[str]:
    """Return the symbols of a card."""
    special = next((special for special in box.specials if special.id == card.name), None)
    return {symbol for symbol, _ in special.symbols} if special else {card.name[:-1]}


@dataclass
class Ledger:
    """Places of all pieces, derived from entries and public events alone."""

    box: Box
    hands: Counter = field(default_factory=Counter)  # (seat, card)
    known: Counter = field(default_factory=Counter)  # (seat, card) known to everyone
    bids: Counter = field(default_factory=Counter)  # (seat, card), sealed
    tokens: Counter = field(default_factory=Counter)  # (seat, token)
    shown: Counter = field(default_factory=Counter)  # (seat, token) in an auction
    remembered: Counter = field(default_factory=Counter)  # (seat, alliance token) with a public face
    hurts: Counter = field(default_factory=Counter)  # (seat, kind)
    misfortunes: Counter = field(default_factory=Counter)  # seat
    taken: Counter = field(default_factory=Counter)  # special cards that came into a hand
    markers: dict[int, int] = field(default_factory=dict)  # the seat by its marker, in this episode

    # Cards

    def gain(self, seat: Seat, card: Card) -> None:
        """Note a card that goes openly into a hand."""
        self.hands[seat, card] += 1
        self.known[seat, card] += 1

    def lose(self, seat: Seat, card: Card) -> None:
        """Note a card that leaves a hand openly."""
        self.hands[seat, card] -= 1
        self.known[seat, card] -= self.known[seat, card] > 0

    def show_bids(self, episode: int) -> None:
        """L4.1, L4.3: Sealed cards leave the hands; those that do not match return."""
        wanted = {*self.box.episodes[episode].symbols, "beowulf"}
        for seat, card in self.bids.elements():
            self.known[seat, card] -= self.known[seat, card] > 0
        for seat, card in self.bids.elements():
            if not symbols_of(self.box, card) & wanted:
                self.gain(seat, card)
        self.bids.clear()

    # Tokens

    def give_up(self, seat: Seat) -> None:
        """L9.1: Shown tokens return and are remembered."""
        for (who, token), number in [*self.shown.items()]:
            if who == seat:
                self.tokens[seat, token] += number
                self.remembered[seat, token] += number if token.kind.startswith("alliance") else 0
                del self.shown[who, token]

    def put_down(self, seat: Seat, token: Token) -> None:
        self.tokens[seat, token] -= 1
        self.remembered[seat, token] -= self.remembered[seat, token] > 0

    def leave(self, episode: int) -> None:
        """L9.1, L9.2: The price of an auction returns to the supply, and after Recover Treasures all treasure does."""
        self.shown.clear()
        self.markers.clear()
        if episode >= 0 and self.box.episodes[episode].kind == "treasure ranking":
            for tokens in (self.tokens, self.remembered):
                for key in [key for key in tokens if key[1].kind.endswith("treasure")]:
                    del tokens[key]

    # Entries

    def enter(self, said: HistoryEntry) -> None:
        match said.action:
            case GivenCard(card) if said.phase in (DEALT_CARD, DRAWN_CARD):
                self.hands[said.to, card] += 1
            case GivenToken(token):
                self.tokens[said.to, token] += 1
            case Recover(card):
                self.gain(said.seat, card)
            case Bid(card):
                self.hands[said.seat, card] -= 1
                self.bids[said.seat, card] += 1
            case Lay(card) | Pay(card) | Discard(card) | Use(card):
                self.lose(said.seat, card)
            case TakeBack(card):
                self.lose(said.seat, BLESSING)
                self.gain(said.seat, card)
            case _:
                self.enter_token(said)
        for event in said.events:
            self.see(said, event)

    def enter_token(self, said: HistoryEntry) -> None:
        """Enter tokens, scratches and wounds."""
        match said.action:
            case Show(token):
                self.put_down(said.seat, token)
                self.shown[said.seat, token] += 1
            case Give(token):
                self.put_down(said.seat, token)
            case GiveUp() if said.phase == SHOW:
                self.give_up(said.seat)
            case ReturnScratches(number):
                self.lose(said.seat, REST)
                self.hurts[said.seat, "scratch"] += 1 - number
            case Heal("scratches"):
                del self.hurts[said.seat, "scratch"]
            case Heal(what):
                self.hurts[said.seat, what] -= 1

    # Events

    def see(self, said: HistoryEntry, event: Event) -> None:
        match event:
            case ShowsCards(seat) if said.phase != BID:
                self.known |= Counter({key: n for key, n in self.hands.items() if key[0] == seat})
            case ShowsCards():
                self.show_bids(said.episode)
            case ShowsTokens(seat, tokens):
                alliances = [token for token in tokens if token.kind.startswith("alliance")]
                self.remembered |= Counter((seat, token) for token in alliances)
            case RiskOver(seat, matches) if self.box.episodes[said.episode].kind == "risk":
                for card in matches:
                    self.gain(seat, card)
            case GetsCard(seat, card):
                self.gain(seat, card)
                self.taken[card] += 1
            case GetsToken(seat, token):
                self.tokens[seat, token] += 1
            case _:
                self.see_more(said, event)

    def see_more(self, said: HistoryEntry, event: Event) -> None:
        match event:
            case GetsMisfortune(seat):
                self.misfortunes[seat] += 1
            case GetsHurt(seat, "third scratch"):
                self.hurts[seat, "wound"] += 1
                del self.hurts[seat, "scratch"]
            case GetsHurt(seat, what):
                self.hurts[seat, what] += 1
            case GetsMarker(seat, marker):
                assert marker not in self.markers
                self.markers[marker] = seat
            case Arrives():
                self.leave(said.episode)


def ledger_of(table: Table) -> Ledger:
    """Return the ledger of a whole history, after the fixed cards of every hand (L1.4)."""
    ledger, hand = Ledger(table.box), table.box.hand
    for seat in range(table.state.seats):
        for card, number in ((Card("beowulf1"), hand.beowulf), (Card("fighting2"), hand.fighting_double)):
            for _ in range(number):
                ledger.gain(Seat(seat), card)
    for said in table.history:
        ledger.enter(said)
    return ledger


def of_seat(counted: Counter, seat: int) -> Counter:
    """Return one seat's part of counts by seat."""
    return Counter({thing: number for (who, thing), number in counted.items() if who == seat and number})


def cards(table: Table, numbers: list[int]) -> Counter:
    """Return counts by face as cards; check that none is negative and each card is in the box."""
    assert min(numbers) >= 0
    return Counter({table.box.faces[face]: number for face, number in enumerate(numbers) if number})


def tokens(table: Table, numbers: list[int]) -> Counter:
    assert min(numbers) >= 0
    return Counter({table.box.token_faces[token]: number for token, number in enumerate(numbers) if number})


# ---- Cards ---------------------------------------------------------------------------------------------------------


def check_plain_cards(table: Table, ledger: Ledger) -> None:
    """L1.3: Every plain card is in exactly one place: pile, discards, a hand, in front of a player, or turned over."""
    s = table.state
    places = [s.pile, s.discards, *(s.cards[place][:PLAIN] for place in range(PLACES))]
    assert sum((cards(table, numbers) for numbers in places), Counter()) == Counter(table.box.copies)
    assert s.pile_size == sum(s.pile)
    assert s.discards_size == sum(s.discards)


def check_special_cards(table: Table, ledger: Ledger) -> None:
    """L1.5, L7.1: Every special card in play is beside the board, at one place, or has left the game."""
    s = table.state
    advanced = ("advanced", "yes") in table.options
    for face, special in table.box.special_faces.items():
        beside = s.specials >> face & 1
        placed = [place for place in range(PLACES) if s.cards[place][face]]
        in_play = special.players <= s.seats and special.advanced <= advanced
        assert beside + ledger.taken[Card(special.id)] == in_play
        assert sum(s.cards[place][face] for place in placed) <= ledger.taken[Card(special.id)]
    for face in set(range(PLAIN, FACES)) - set(table.box.special_faces):
        assert not any(s.cards[place][face] for place in range(PLACES))


def check_hands(table: Table, ledger: Ledger) -> None:
    """L1.7: Hands hold the cards that came and did not leave; public knowledge of them is complete and true."""
    s = table.state
    for seat in range(s.seats):
        hand, sealed = cards(table, s.cards[seat]), of_seat(ledger.bids, seat)
        assert hand == of_seat(ledger.hands, seat)
        assert s.hand[seat] == (hand + sealed).total()
        assert cards(table, s.known[seat]) == of_seat(ledger.known, seat)
        assert cards(table, s.known[seat]) <= hand + sealed
        if s.phase == BID:
            assert cards(table, s.cards[LAID + seat]) == sealed


def check_pile(table: Table, ledger: Ledger) -> None:
    """L1.8: Every card shuffled into the pile is in it or was drawn from it face down."""
    s = table.state
    drawn = [sum(s.fresh[seat][face] for seat in range(SEATS)) for face in range(PLAIN)]
    assert min(min(s.fresh[seat]) for seat in range(SEATS)) >= 0
    assert s.stock == [left + gone for left, gone in zip(s.pile, drawn, strict=True)]


# ---- Tokens --------------------------------------------------------------------------------------------------------


def check_tokens(table: Table, ledger: Ledger) -> None:
    """L1.6: Every token is in exactly one place, and players have those they were given."""
    s = table.state
    places = [tokens(table, s.tokens[place]) for place in range(PLACES)]
    assert sum(places, Counter()) == Counter(table.box.token_counts)
    assert s.alliances == sum(s.tokens[SUPPLY][ALLIANCE:])
    assert s.misfortunes + sum(s.misfortune) == table.box.tokens.misfortune
    assert s.misfortunes >= 0
    for seat in range(s.seats):
        assert places[seat] == of_seat(ledger.tokens, seat)
        assert s.misfortune[seat] == ledger.misfortunes[seat]


def check_faces_seen(table: Table, ledger: Ledger) -> None:
    """L1.7: Exactly the alliance tokens with public faces are remembered, and their owners have them."""
    s = table.state
    for seat in range(s.seats):
        assert not any(s.shown[seat][:ALLIANCE])
        assert tokens(table, s.shown[seat]) <= tokens(table, s.tokens[seat])
        assert tokens(table, s.shown[seat]) == of_seat(ledger.remembered, seat)


def check_hurts(table: Table, ledger: Ledger) -> None:
    """L6.6 to L6.9: Scratches and wounds are those that were taken and did not heal."""
    s = table.state
    for seat in range(s.seats):
        assert s.scratches[seat] == ledger.hurts[seat, "scratch"]
        assert s.wounds[seat] == ledger.hurts[seat, "wound"]
        assert s.double_wounds[seat] == ledger.hurts[seat, "double wound"]
        assert 0 <= s.scratches[seat] <= MOST_SCRATCHES
        assert min(s.wounds[seat], s.double_wounds[seat]) >= 0


# ---- The rest ------------------------------------------------------------------------------------------------------


def check_masks(table: Table, ledger: Ledger) -> None:
    """Redundant masks and counts agree."""
    s = table.state
    for place in range(PLACES):
        assert [*members(s.held[place])] == [face for face in range(FACES) if s.cards[place][face]]
        assert [*members(s.owned[place])] == [token for token in range(TOKENS) if s.tokens[place][token]]
    for seat in range(s.seats, SEATS):
        assert not s.held[seat]
        assert not s.held[LAID + seat]
        assert not s.owned[seat]


def check_question(table: Table, ledger: Ledger) -> None:
    """The open question has an actor, in an episode of the box."""
    s = table.state
    assert FIRST_CHANCE <= s.phase <= OVER
    assert -1 <= s.episode < len(table.box.episodes)
    assert (s.episode == -1) == (s.phase in (FIRST_SEAT, DEALT_CARD))
    assert 0 <= s.first < s.seats
    assert 0 <= s.seat < s.seats
    assert s.pending >> s.seats == 0
    assert (s.phase == BID) <= (s.pending != 0)


def check_markers(table: Table, ledger: Ledger) -> None:
    """L4.2, L5.5, L6.2: Players who are out have a marker; from the first space on each player has one."""
    s = table.state
    kind = table.box.episodes[s.episode].kind if s.episode >= 0 else ""
    if kind == "in turn" and s.pending:
        out = s.order[count(s.pending) : s.seats]
        assert sorted([*out, *members(s.pending)]) == [*range(s.seats)]
        assert [ledger.markers[place] for place in range(count(s.pending) + 1, s.seats + 1)] == out
    if s.phase in (TAKE_SPACE, USE_INSPIRATION, FAME_OR_HEAL):
        assert [ledger.markers[place + 1] for place in range(s.seats)] == s.order[: s.seats]
        assert sorted(s.order[: s.seats]) == [*range(s.seats)]
        assert s.seat == s.order[s.taken - (s.phase != TAKE_SPACE)]
        assert count(s.free) == s.seats - s.taken
        assert not any(s.held[place] for place in range(LAID, PLACES))


def check_laid(table: Table, ledger: Ledger) -> None:
    """L5.2, L5.4: Totals match the laid cards of players still in, and none exceeds the highest."""
    s, printed = table.state, table.box.printed
    if s.phase not in (LAY, LAY_ON):
        return
    assert not s.held[TURNED]
    for seat in members(s.pending):
        value = printed.value[s.episode]
        assert s.total[seat] == sum(number * value[face] for face, number in enumerate(s.cards[LAID + seat]))
        assert s.total[seat] <= s.high


def check_view(table: Table, ledger: Ledger) -> None:
    """L1.7: Unseen cards lie in the pile or unknown in another hand; drawable cards are among them and include the
    pile."""
    s = table.state
    pile = cards(table, s.pile)
    for seat in watchers(table):
        shown = view(table, seat)
        unseen, drawable = Counter(dict(shown.unseen)), Counter(dict(shown.drawable))
        rivals = [player for player in shown.players if player.seat != seat]
        hidden = sum(player.hand - Counter(dict(player.known)).total() for player in rivals)
        assert unseen.total() == shown.supply.pile + hidden
        assert pile <= drawable <= unseen
        assert Counter(dict(shown.unseen_alliances)).total() == s.alliances + sum(map(faces_unknown, rivals))


def faces_unknown(player) -> int:
    return player.alliances - Counter(dict(player.seen)).total()


CHECKS = (
    check_plain_cards, check_special_cards, check_hands, check_pile, check_tokens, check_faces_seen, check_hurts,
    check_masks, check_question, check_markers, check_laid, check_view,
)  # fmt: skip


def check_table(table: Table) -> None:
    """Check all invariants of one table."""
    ledger = ledger_of(table)
    for check in CHECKS:
        check(table, ledger)


# ---- Points --------------------------------------------------------------------------------------------------------


def check_line(line: Line) -> None:
    """L8.2, L8.3, L9.3, L10.1: The points of every table are those of the players' pieces."""
    for table in line.tables[:: max(1, len(line.tables) // 12)]:
        assert list(line.game.score(table)) == list(points(table))
    assert list(line.game.score(line.last)) == list(points(line.last))


def points(table: Table) -> Iterator[int]:
    """Return the points as the rulebook counts them."""
    ledger, options = ledger_of(table), dict(table.options)
    for seat in range(table.state.seats):
        ours = of_seat(ledger.tokens, seat)
        worth = sum(token.value * number for token, number in ours.items()
                    if token.kind.endswith("fame") or "advanced" not in options)
        wounds = ledger.hurts[seat, "wound"] + 2 * ledger.hurts[seat, "double wound"]
        fallen = wounds >= 3 and "fallen" in options
        yield 0 if fallen else worth - 2 * ledger.misfortunes[seat] + (5 if not wounds else -5 * wounds * (wounds > 2))
