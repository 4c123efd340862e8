"""Reconstruction of what was hidden from a seat that kept its log (L1.7): cards and alliance tokens drawn by rivals,
and sealed bids not shown yet (L4.4). `export_cards.py` and `export_tokens.py` deal the draws again."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from heorot.engine.errors import Unreadable
from heorot.engine.game import Entry, HiddenDraws, Points
from heorot.engine.records.hidden_draws import Need
from heorot.engine.seats import CHANCE, Seat
from heorot.games.legend.box.box import Box
from heorot.games.legend.inference.export_cards import CardsShown, RivalHands, legal_codes, with_every_piece
from heorot.games.legend.inference.export_tokens import RivalTokens, TokensShown
from heorot.games.legend.model.actions import Action, Discard, Give, GivenCard, GivenToken, Lay, Pay, Show
from heorot.games.legend.model.components import Card
from heorot.games.legend.model.state import (
    ALL_HANDS,
    BID,
    DEALT_CARD,
    DISCARD_CARDS,
    DRAWN_CARD,
    DRAWN_TOKEN,
    FACES,
    FIRST_QUESTION,
    PAY,
    RANKING,
    RECOVERY_CARD,
    RETURN_TOKENS,
    RISK_CARD,
    SHOW,
    TOKENS,
    State,
)
from heorot.games.legend.rules.decisions import apply
from heorot.games.legend.rules.scoring import has_fallen, points_of
from heorot.games.legend.rules.tokens import FAMES, TREASURES
from heorot.games.legend.table.action_codes import encode
from heorot.games.legend.table.notation import read, write, write_log_entry, write_shown, write_token
from heorot.games.legend.table.public_events import ShowsCards, ShowsTokens
from heorot.games.legend.table.table import HistoryEntry, Table, possible_actions
from heorot.games.legend.table.view import FACE_DOWN, visible_entries

HIDDEN, DONE, SHOWS = Entry(CHANCE, "?"), "done", "shows"
SETS = (PAY, DISCARD_CARDS, RETURN_TOKENS)  # questions answered piece by piece
WAYS = 500  # most completions of a set to try
Needs = list[Need]
Names = tuple[tuple[Seat, tuple[str, ...]], ...]  # pieces shown, line by line


def visible_lines(past_entry: HistoryEntry, seat: Seat | None) -> Iterator[Entry]:
    """Yield an entry as a seat saw it, and the pieces shown after it."""
    for entry in visible_entries(past_entry, seat):
        yield Entry(entry.seat, write_log_entry(entry.action))
    for event in past_entry.events:
        if shown := write_shown(event):
            yield Entry(*shown)


class ExportLog:
    """Evidence about cards and tokens in the log, up to a line."""

    def __init__(self, box: Box, seat: Seat | None, past: Sequence[Table]) -> None:
        first = past[0].state
        self.box = box
        self.seat = seat
        self.hands, self.tokens = RivalHands(box, seat, first), RivalTokens(box, seat, first)
        self.are_tokens: list[bool] = []  # for each hidden draw: token or card
        for before, past_entry, after in zip(past, past[-1].history, past[1:], strict=False):
            self.read(before.state, past_entry, after.state)

    def read(
        self,
        before: State,
        past_entry: HistoryEntry,
        after: State,
        cards: CardsShown | None = None,
        turned: TokensShown | None = None,
        ranked: TokensShown | None = None,
    ) -> None:
        """Read an entry; further arguments replace the pieces shown after it."""
        self.hands.read(before, past_entry, after, cards)
        self.tokens.read(before, past_entry, after, turned, ranked)
        if past_entry.phase in FACE_DOWN and past_entry.to != self.seat:
            self.are_tokens.append(past_entry.phase == DRAWN_TOKEN)

    def deals(self, ways: Iterable[Needs]) -> Iterator[list[str]]:
        """Yield possible contents of all hidden lines, for the first of these lists of needs that can be met."""
        if (tokens := self.tokens.deal()) is None:
            return
        for needs in islice(ways, WAYS):
            if (cards := self.hands.deal(needs)) is not None:
                yield self.texts(cards, tokens)

    def texts(self, cards: list[int], tokens: list[int]) -> list[str]:
        """Return all hidden draws in their order."""
        faces = (self.box.faces[face].name for face in cards)
        fronts = (write_token(self.box.token_faces[token]) for token in tokens)
        return [next(fronts) if is_token else next(faces) for is_token in self.are_tokens]


class LegendReconstruction:
    """Hidden information of one export."""

    def __init__(self, first: Table, seat: Seat | None, lines: Sequence[Entry]) -> None:
        self.first = first
        self.box: Box = first.box
        self.seat = seat
        self.lines = lines
        self.wanted = [self.pieces_in(line.text) for line in lines]

    # ---- Lines ----

    def visible_entries(self, table: Table) -> tuple[Entry, ...]:
        """Return the lines that the seat saw of the last entry."""
        return tuple(visible_lines(table.history[-1], self.seat))

    def unseen_entries(self, table: Table, at: int) -> tuple[Entry, ...]:
        """L4.4: Return the cards of a rival's bid, as far as the hand has those that will be shown."""
        seat, text = self.lines[at]
        s = table.state
        if text != DONE or s.phase != BID or seat == self.seat or not 0 <= seat < s.seats:
            return ()
        names = Counter(dict(self.bids_shown(s, at)).get(seat, ()))
        faces = ((card.name, s.cards[seat][face]) for face, card in self.box.faces.items())
        return tuple(Entry(seat, f"bid {name}") for name, held in faces for _ in range(min(names[name], held)))

    def bids_shown(self, s: State, at: int) -> Names:
        """L4.1: Return the bids that will be shown when all are sealed, if the lines go that far."""
        done = (number for number, line in enumerate(self.lines[at:], at) if line.text == DONE)
        last = next((number for count, number in enumerate(done, 1) if count == s.pending.bit_count()), None)
        return () if last is None else self.shown_after(last)

    def shown_after(self, at: int) -> Names:
        """Return the pieces shown after a line."""
        shown = []
        for seat, text in self.lines[at + 1 :]:
            if text.split(" ")[0] != SHOWS:
                break
            shown.append((seat, tuple(text.split(" ")[1:])))
        return tuple(shown)

    # ---- Guesses ----

    def pieces_in(self, text: str) -> tuple[str, ...]:
        """Return the cards or tokens that a line plays or shows."""
        verb, _, names = text.partition(" ")
        return tuple(names.split(" ")) if verb in ("lay", "pay", "discard", "show", "give", SHOWS) else ()

    def guess_draw(self, table: Table, at: int) -> str:
        """Return a piece that this player will show or play, if it can be drawn; else the one least wanted by
        others."""
        possible = [write(action) for action in possible_actions(table, CHANCE)]
        held = self.held_by(table.state)
        for number in range(at, len(self.lines)):
            if self.lines[number].seat == table.state.seat:
                things = Counter(self.wanted[number])
                if lacking := [thing for thing in things - held if thing in possible]:
                    return lacking[0]
                held -= Counter() if self.lines[number].text.startswith(SHOWS) else things
        wanted = Counter(thing for things in self.wanted[at:] for thing in things)
        return min(possible, key=lambda thing: wanted[thing])

    def held_by(self, s: State) -> Counter[str]:
        """Return the pieces of the player for whom chance draws."""
        if s.phase == DRAWN_TOKEN:
            return Counter({write_token(face): s.tokens[s.seat][n] for face, n in self.box.token_numbers.items()})
        return Counter({card.name: s.cards[s.seat][face] for card, face in self.box.face_numbers.items()})

    # ---- Redeal ----

    def redeal(self, past: Sequence[Table], at: int, tried: Table | None, points: Points | None) -> HiddenDraws | None:
        """Return other cards and tokens for the rivals' draws, so that a line fits too."""
        log = ExportLog(self.box, self.seat, past)
        s = past[-1].state
        if tried is not None:
            ways = self.ways_to_show(log, s, tried, at)
        elif at == len(self.lines):
            ways = self.ways_to_score(log, s, points)
        else:
            ways = self.refused(log, s, at)
        if (first := next(ways, None)) is None:
            return None
        hidden = [number for number, line in enumerate(self.lines[: at + 1]) if line == HIDDEN]
        return next((dict(zip(hidden, texts, strict=True)) for texts in log.deals(chain([first], ways))), {})

    def ways_to_score(self, log: ExportLog, s: State, points: Points | None) -> Iterator[Needs]:
        """L8.2, L10.1: Require alliance tokens that give the points at the end; they do not count for the fallen."""
        counting = FAMES if s.advanced_game else FAMES | TREASURES
        for rival in log.tokens.rivals:
            if points and not has_fallen(s, rival):
                log.tokens.note_points(rival, counting, points[rival] - points_of(s, rival))
        yield log.hands.needs

    # ---- Different pieces shown ----

    def ways_to_show(self, log: ExportLog, before: State, tried: Table, at: int) -> Iterator[Needs]:
        """L4.1, L8.1, L9.2: Require the bids, hands or treasures that the export shows."""
        past_entry, after, shown = tried.history[-1], tried.state, self.shown_after(at)
        arrives = after.episode != before.episode
        there = after.seats if arrives and self.box.printed.kind[after.episode] in (ALL_HANDS, RANKING) else 0
        turned, last = dict(shown[: len(shown) - there]), dict(shown[len(shown) - there :])
        if past_entry.phase == BID and not after.pending:
            turned, last = {}, turned | last
        if list(last) != [event.seat for event in past_entry.events if isinstance(event, ShowsCards | ShowsTokens)]:
            return
        cards = {seat: tuple(map(self.face_named, names)) for seat, names in last.items()}
        tokens = {seat: tuple(map(self.token_named, names)) for seat, names in last.items()}
        back = {seat: tuple(map(self.token_named, names)) for seat, names in turned.items()}
        if shown or any(write_shown(event) for event in past_entry.events):
            log.read(before, past_entry, after, cards, back, tokens)
            yield log.hands.needs

    def face_named(self, name: str) -> int:
        """Return the face of a card, or a face outside all piles for an unknown name."""
        return self.box.face_numbers.get(Card(name), FACES)

    def token_named(self, name: str) -> int:
        """Return the number of a token, or one outside the supply for an unknown name."""
        return next((number for token, number in self.box.token_numbers.items() if write_token(token) == name), TOKENS)

    # ---- Refused lines ----

    def refused(self, log: ExportLog, s: State, at: int) -> Iterator[Needs]:
        """Yield needs for a line that was refused because a card or token is not where it must have been."""
        action, seat = self.action_at(at), self.lines[at].seat
        match action:
            case GivenCard(card) if seat == CHANCE and self.is_card_open(s):
                log.hands.draw_openly(s, self.box.face_numbers[card])
                yield log.hands.needs
            case GivenToken(token) if seat == CHANCE and s.phase == DRAWN_TOKEN and s.seat == self.seat:
                log.tokens.draw(self.seat, self.box.token_numbers[token])
                yield log.hands.needs
            case _ if seat not in (CHANCE, self.seat) and seat == s.seat and s.phase >= FIRST_QUESTION:
                yield from self.given(log, s, seat, at)

    def action_at(self, at: int) -> Action | None:
        """Return the action of a line, or None if it is unreadable."""
        try:
            return read(self.lines[at].text, self.box) if at < len(self.lines) else None
        except Unreadable:
            return None

    def is_card_open(self, s: State) -> bool:
        """L1.7: Return whether the seat sees the card that is turned over or drawn."""
        return s.phase in (RISK_CARD, RECOVERY_CARD) or (s.phase in (DEALT_CARD, DRAWN_CARD) and s.seat == self.seat)

    def given(self, log: ExportLog, s: State, seat: Seat, at: int) -> Iterator[Needs]:
        """Yield needs for cards or tokens that are laid, paid or shown together."""
        things, rest = self.set_from(with_every_piece(s, seat), seat, at)
        if not things:
            return
        if s.phase in (SHOW, RETURN_TOKENS):
            missing = 0 if rest is None else self.box.printed.pieces[s.episode] - rest.staged
            log.tokens.note_set(s, seat, things, missing)
            yield log.hands.needs
        else:
            yield from log.hands.needs_for_set(s, seat, things, rest)

    def set_from(self, s: State, seat: Seat, at: int) -> tuple[list[int], State | None]:
        """Return the pieces given from a line on until the set is complete, by a seat that has every piece; and the
        state, if the set is incomplete."""
        things: list[int] = []
        phase = s.phase
        while s.phase == phase and (action := self.action_at(at)) is not None and self.lines[at].seat == seat:
            code = encode(self.box, s, action)
            if code not in legal_codes(self.box, s, seat) or not isinstance(action, Lay | Pay | Discard | Show | Give):
                break
            things.append(self.number_of(action))
            apply(self.box.printed, s, seat, code)
            at += 1
            if phase not in SETS:
                return things, None
        is_done = at < len(self.lines) and self.lines[at] == Entry(seat, DONE)
        return things, None if is_done else s

    def number_of(self, action: Lay | Pay | Discard | Show | Give) -> int:
        """Return the face of a card or token."""
        if isinstance(action, Show | Give):
            return self.box.token_numbers[action.token]
        return self.box.face_numbers[action.card]
