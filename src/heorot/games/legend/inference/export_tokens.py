"""Redealing of the alliance tokens that rivals drew unseen (L1.7), so that they agree with an export.

Evidence comes from tokens that are shown or given (L9.1, L3.5), from a treasure ranking, after which no treasure is
left (L9.2), and from the points at the end (L8.2). Tokens are few: a depth-first search tries the draws in order and
remembers failures.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, islice
from typing import NamedTuple, TypeAlias

from heorot.engine.seats import Seat
from heorot.games.legend.box.box import Box
from heorot.games.legend.model.actions import Give, GivenToken, Show
from heorot.games.legend.model.state import ALLIANCE, RANKING, SUPPLY, TOKENS, VALUES, State
from heorot.games.legend.rules.tokens import FAMES, TREASURES
from heorot.games.legend.table.public_events import ShowsTokens, TurnsUpTokens
from heorot.games.legend.table.table import HistoryEntry

TRIES, WAYS = 2_000, 1_000  # most steps of a search, and most combinations for the points
TokensShown: TypeAlias = dict[Seat, tuple[int, ...]]  # tokens by seat
Held: TypeAlias = dict[int, Counter[int]]


class TokenDrawn(NamedTuple):
    """Draw of a token, known if the seat saw it."""

    holder: int
    token: int | None


class TokenReturned(NamedTuple):
    """L3.5: Return of a token to the supply."""

    token: int


class TokenSeen(NamedTuple):
    """Sight of a token that was drawn before."""

    holder: int
    token: int


class TokensHeld(NamedTuple):
    """Minimum or exact number of tokens of a mask among the draws not seen so far."""

    holder: int
    tokens: int  # a mask
    number: int
    exactly: bool = False


class PointsHeld(NamedTuple):
    """L8.2: Sum of the values of the draws not seen so far."""

    holder: int
    tokens: int  # a mask of the tokens that count
    points: int


TokenClue: TypeAlias = TokenDrawn | TokenReturned | TokenSeen | TokensHeld | PointsHeld


class RivalTokens:
    """Evidence in the log about the alliance tokens of rivals."""

    def __init__(self, box: Box, seat: Seat | None, first: State) -> None:
        self.box = box
        self.seat = seat
        self.rivals = [Seat(rival) for rival in range(first.seats) if rival != seat]
        self.supply = Counter({token: first.tokens[SUPPLY][token] for token in range(ALLIANCE, TOKENS)})
        self.clues: list[TokenClue] = []
        self.drawn: list[int] = []  # draws of rivals assumed so far
        self.unseen: Held = {rival: Counter() for rival in self.rivals}

    def read(
        self,
        before: State,
        past_entry: HistoryEntry,
        after: State,
        turned: TokensShown | None = None,
        ranked: TokensShown | None = None,
    ) -> None:
        """Read an entry; `turned` and `ranked` replace the tokens shown after it."""
        if isinstance(past_entry.action, GivenToken):
            self.draw(past_entry.to, self.box.token_numbers[past_entry.action.token])
        elif isinstance(past_entry.action, Show | Give):
            self.note_departure(before, past_entry.seat, self.box.token_numbers[past_entry.action.token])
        if after.episode != before.episode and before.episode >= 0:
            if self.box.printed.kind[before.episode] == RANKING:
                self.note_all_treasure(self.alliances_shown(past_entry, TurnsUpTokens), turned)
        self.note_returns(before, past_entry, after)
        if any(isinstance(event, ShowsTokens) for event in past_entry.events):
            self.note_all_treasure(self.alliances_shown(past_entry, ShowsTokens), ranked)

    def alliances_shown(self, past_entry: HistoryEntry, kind: type[ShowsTokens | TurnsUpTokens]) -> TokensShown:
        """Return the alliance tokens of events of a kind, by seat."""
        events = (event for event in past_entry.events if isinstance(event, kind))
        return {event.seat: self.alliances(map(self.box.token_numbers.__getitem__, event.tokens)) for event in events}

    def alliances(self, tokens: Iterable[int]) -> tuple[int, ...]:
        """Return the alliance tokens among some tokens."""
        return tuple(token for token in tokens if token >= ALLIANCE)

    def draw(self, to: Seat | None, token: int) -> None:
        """L6.4: Note a draw."""
        if to is None or to == self.seat:
            self.clues.append(TokenDrawn(-1, token))
        else:
            self.clues.append(TokenDrawn(to, None))
            self.drawn.append(token)
            self.unseen[to][token] += 1

    def note_returns(self, before: State, past_entry: HistoryEntry, after: State) -> None:
        """L3.5: Note alliance tokens that returned to the supply."""
        drawn = self.box.token_numbers[past_entry.action.token] if isinstance(past_entry.action, GivenToken) else -1
        for token in range(ALLIANCE, TOKENS):
            back = after.tokens[SUPPLY][token] - before.tokens[SUPPLY][token] + (token == drawn)
            self.clues += [TokenReturned(token)] * back

    def note_departure(self, before: State, seat: Seat, token: int) -> None:
        """L1.7: Note a token that is shown or given; if its face was not public, it was drawn before."""
        if seat != self.seat and token >= ALLIANCE and not before.shown[seat][token]:
            self.note_seen(seat, token)

    def note_seen(self, seat: int, token: int) -> None:
        """Note a token that must have been drawn by now."""
        self.clues.append(TokenSeen(seat, token))
        self.unseen[seat][token] -= 1

    def note_all_treasure(self, there: TokensShown, shown: TokensShown | None) -> None:
        """L9.2: Note that all treasure is seen, and all other draws so far are fame."""
        for rival in self.rivals:
            tokens = Counter({t: n for t, n in self.unseen[rival].items() if TREASURES >> t & 1})
            if shown is not None:
                tokens.update(self.alliances(shown.get(rival, ())))
                tokens.subtract(there.get(rival, ()))
            for token in tokens.elements():
                self.note_seen(rival, token)
            self.clues.append(TokensHeld(rival, TREASURES, 0, exactly=True))

    # ---- Contradictions ----

    def note_set(self, s: State, seat: Seat, tokens: list[int], missing: int) -> None:
        """L3.5, L9.1: Note tokens that are given or shown, and the number of further fame tokens needed after them."""
        known = Counter({token: s.shown[seat][token] for token in range(ALLIANCE, TOKENS)})
        for token in (Counter(self.alliances(tokens)) - known).elements():
            self.note_seen(seat, token)
        mask = FAMES & -(1 << tokens[-1])
        there = Counter({t: s.tokens[seat][t] if t < ALLIANCE else known[t] for t in range(TOKENS)}) - Counter(tokens)
        missing -= sum(number for token, number in there.items() if mask >> token & 1)
        if missing > 0:
            self.clues.append(TokensHeld(seat, mask, missing))

    def note_points(self, seat: int, tokens: int, more: int) -> None:
        """L8.2: Note the points of a player as a difference from those with the assumed tokens."""
        there = sum(token % VALUES * number for token, number in self.unseen[seat].items() if tokens >> token & 1)
        self.clues.append(PointsHeld(seat, tokens, there + more))

    # ---- Solution ----

    def deal(self) -> list[int] | None:
        """Return other tokens for all unseen draws, or None if no way was found."""
        sums = [clue for clue in self.clues if isinstance(clue, PointsHeld)]
        clues = [clue for clue in self.clues if not isinstance(clue, PointsHeld)]
        ways = islice(self.ways_to_add_up(sums, left_after(clues, self.supply)), WAYS)
        solutions = (TokenSearch([*clues, *way], self.supply, self.drawn).run() for way in ways)
        return next((drawn for drawn in solutions if drawn is not None), None)

    def ways_to_add_up(self, sums: list[PointsHeld], left: Counter[int]) -> Iterator[list[TokenClue]]:
        """L8.2: Yield possible tokens of the players at the end, as clues."""
        if not sums:
            yield []
            return
        holder, counting, points = sums[0]
        tokens = sorted(+left)
        for held in combinations_with_replacement(tokens, self.unseen[holder].total()):
            if sum(token % VALUES for token in held if counting >> token & 1) == points and Counter(held) <= left:
                seen: list[TokenClue] = [TokenSeen(holder, token) for token in held]
                yield from (seen + rest for rest in self.ways_to_add_up(sums[1:], left - Counter(held)))


def left_after(clues: Sequence[TokenClue], supply: Counter[int]) -> Counter[int]:
    """Return the tokens that remain after the seat's own draws and all draws seen later."""
    left = Counter(supply)
    for clue in clues:
        match clue:
            case TokenDrawn(_, int(token)) | TokenSeen(_, token):
                left[token] -= 1
            case TokenReturned(token):
                left[token] += 1
    return left


class TokenSearch:
    """Depth-first search for draws that agree with all clues."""

    def __init__(self, clues: Sequence[TokenClue], supply: Counter[int], wish: list[int]) -> None:
        self.clues = clues
        self.supply = supply
        self.wish = wish
        self.failed: set[object] = set()

    def run(self) -> list[int] | None:
        """Search, backtracking from draws that lead nowhere."""
        drawn: list[int] = []
        left: list[list[int]] = []  # untried candidates of each draw
        for _ in range(TRIES):
            at, supply, held = self.replay(drawn)
            if at == len(self.clues):
                return drawn
            left.append(self.choices(at, supply, held, len(drawn)))
            while left and not left[-1]:
                left.pop()
                del drawn[-1:]
            if not left:
                return None
            drawn.append(left[-1].pop(0))
        return None

    def is_new(self, at: int, held: Held) -> bool:
        """Return whether this position is new; positions seen before have failed."""
        key = at, tuple((holder, tuple(sorted((+tokens).items()))) for holder, tokens in sorted(held.items()))
        is_new = key not in self.failed
        self.failed.add(key)
        return is_new

    def replay(self, drawn: list[int]) -> tuple[int, Counter[int], Held]:
        """Return the index of the first undecided clue with these draws: the next draw, the end, or -1 after a
        contradiction."""
        supply, held, draws = Counter(self.supply), dict[int, Counter[int]](), iter(drawn)
        for at, clue in enumerate(self.clues):
            token = -1
            if isinstance(clue, TokenDrawn):
                token = next(draws, -1) if clue.token is None else clue.token
                if token < 0:
                    return at, supply, held
            if not apply_clue(clue, token, supply, held):
                return -1, supply, held
        return len(self.clues), supply, held

    def choices(self, at: int, supply: Counter[int], held: Held, number: int) -> list[int]:
        """Return candidates for the next draw: tokens that will be seen first, then the assumed one; none at a failed
        position."""
        if at < 0 or not self.is_new(at, held):
            return []
        clues, there = self.clues[at:], held.setdefault(holder := self.clues[at][0], Counter())
        lacking = Counter(clue.token for clue in clues if isinstance(clue, TokenSeen) and clue.holder == holder) - there
        barred = any(isinstance(clue, TokensHeld) and clue.exactly and clue.holder == holder for clue in clues)
        is_free = has_room(clues, holder, there)
        tokens = [t for t in +supply if lacking[t] or (is_free and not (barred and TREASURES >> t & 1))]
        tokens = [token for token in tokens if supply[token] > reserved_for_others(clues, holder, token, held)]
        return sorted(tokens, key=lambda token: (not lacking[token], token != self.wish[number], token))


def has_room(clues: Sequence[TokenClue], holder: int, there: Counter[int]) -> bool:
    """Return whether a holder may draw a token that will never be seen: enough draws remain for those that will."""
    left, lacking, draws = Counter(there), 0, 0
    for clue in clues:
        if isinstance(clue, TokenDrawn):
            draws += clue.holder == holder
        elif isinstance(clue, TokenSeen) and clue.holder == holder:
            left[clue.token] -= 1
            lacking += left[clue.token] < 0
            if lacking >= draws:
                return False
    return True


def reserved_for_others(clues: Sequence[TokenClue], holder: int, token: int, held: Held) -> int:
    """Return the number of a token that the supply must keep for draws of other holders."""
    left = {other: tokens[token] for other, tokens in held.items()}
    most = balance = 0
    for clue in clues:
        if isinstance(clue, TokenReturned):
            balance -= clue.token == token
        elif isinstance(clue, TokenDrawn):
            balance += clue.token == token
        elif isinstance(clue, TokenSeen) and clue.token == token and clue.holder != holder:
            left[clue.holder] = left.get(clue.holder, 0) - 1
            balance += left[clue.holder] < 0
        most = max(most, balance)
    return most


def apply_clue(clue: TokenClue, token: int, supply: Counter[int], held: Held) -> bool:
    """Apply a clue; return False if it contradicts the tokens so far."""
    match clue:
        case TokenDrawn(holder, _):
            supply[token] -= 1
            held.setdefault(holder, Counter())[token] += holder >= 0
            return supply[token] >= 0
        case TokenReturned(back):
            supply[back] += 1
        case TokenSeen(holder, seen):
            held.setdefault(holder, Counter())[seen] -= 1
            return held[holder][seen] >= 0
        case TokensHeld(holder, tokens, number, exactly):
            count = sum(n for t, n in held.get(holder, Counter()).items() if tokens >> t & 1)
            return count == number if exactly else count >= number
    return True
