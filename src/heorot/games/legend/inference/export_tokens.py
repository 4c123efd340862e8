"""The alliance tokens that rivals drew unseen (L1.7), dealt again so that they agree with an export.

What a token must have been is told when it is shown or given (L9.1, L3.5), by a treasure ranking, after which no
treasure is left (L9.2), and by the points at the end (L8.2). Tokens are few: draws are tried one after the other, and
what has failed once is remembered.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, islice
from typing import NamedTuple, TypeAlias

from heorot.engine.seats import Seat
from heorot.games.legend.actions import Give, GivenToken, Show
from heorot.games.legend.box import Box
from heorot.games.legend.happenings import ShowsTokens, TurnsUpTokens
from heorot.games.legend.state import ALLIANCE, RANKING, SUPPLY, TOKENS, VALUES, State
from heorot.games.legend.table import Said
from heorot.games.legend.tokens import FAMES, TREASURES

TRIES, WAYS = 2_000, 1_000  # to draw tokens, and to add up to the points
Shown: TypeAlias = dict[Seat, tuple[int, ...]]  # tokens by seat
Held: TypeAlias = dict[int, Counter[int]]


class Draws(NamedTuple):
    """A token is drawn; which, if the seat saw it."""

    holder: int
    token: int | None


class Returns(NamedTuple):
    """L3.5: a token goes back among the others."""

    token: int


class Sees(NamedTuple):
    """A token is seen that was drawn before."""

    holder: int
    token: int


class Has(NamedTuple):
    """So many of these tokens at least, or exactly, are among what was drawn and not seen."""

    holder: int
    tokens: int  # a mask
    number: int
    exactly: bool = False


class Adds(NamedTuple):
    """L8.2: what was drawn and not seen adds up to this."""

    holder: int
    tokens: int  # a mask of those that count
    points: int


Clue: TypeAlias = Draws | Returns | Sees | Has | Adds


class Fronts:
    """What the log tells of the rivals' alliance tokens."""

    def __init__(self, box: Box, seat: Seat | None, first: State) -> None:
        self.box = box
        self.seat = seat
        self.rivals = [Seat(rival) for rival in range(first.seats) if rival != seat]
        self.supply = Counter({token: first.tokens[SUPPLY][token] for token in range(ALLIANCE, TOKENS)})
        self.clues: list[Clue] = []
        self.drawn: list[int] = []  # what rivals drew for now
        self.unseen: Held = {rival: Counter() for rival in self.rivals}

    def read(
        self, before: State, said: Said, after: State, turned: Shown | None = None, ranked: Shown | None = None
    ) -> None:
        """One entry; `turned` and `ranked` is what was shown after it, if it was something else."""
        if isinstance(said.action, GivenToken):
            self.draw(said.to, self.box.token_numbers[said.action.token])
        elif isinstance(said.action, Show | Give):
            self.leaves(before, said.seat, self.box.token_numbers[said.action.token])
        if after.episode != before.episode and before.episode >= 0:
            if self.box.printed.kind[before.episode] == RANKING:
                self.all_treasure(self.of(said, TurnsUpTokens), turned)
        self.note_returns(before, said, after)
        if any(isinstance(event, ShowsTokens) for event in said.events):
            self.all_treasure(self.of(said, ShowsTokens), ranked)

    def of(self, said: Said, kind: type[ShowsTokens | TurnsUpTokens]) -> Shown:
        """Tokens that were shown, alliance tokens alone."""
        events = (event for event in said.events if isinstance(event, kind))
        return {event.seat: self.alliances(map(self.box.token_numbers.__getitem__, event.tokens)) for event in events}

    def alliances(self, tokens: Iterable[int]) -> tuple[int, ...]:
        """Those of some tokens."""
        return tuple(token for token in tokens if token >= ALLIANCE)

    def draw(self, to: Seat | None, token: int) -> None:
        """L6.4: a face-down token."""
        if to is None or to == self.seat:
            self.clues.append(Draws(-1, token))
        else:
            self.clues.append(Draws(to, None))
            self.drawn.append(token)
            self.unseen[to][token] += 1

    def note_returns(self, before: State, said: Said, after: State) -> None:
        """L3.5: alliance tokens that went back among the others."""
        drawn = self.box.token_numbers[said.action.token] if isinstance(said.action, GivenToken) else -1
        for token in range(ALLIANCE, TOKENS):
            back = after.tokens[SUPPLY][token] - before.tokens[SUPPLY][token] + (token == drawn)
            self.clues += [Returns(token)] * back

    def leaves(self, before: State, seat: Seat, token: int) -> None:
        """L1.7: a token is shown or given; if its face was not known, it was drawn before."""
        if seat != self.seat and token >= ALLIANCE and not before.shown[seat][token]:
            self.see(seat, token)

    def see(self, seat: int, token: int) -> None:
        """A token that was drawn by now."""
        self.clues.append(Sees(seat, token))
        self.unseen[seat][token] -= 1

    def all_treasure(self, there: Shown, shown: Shown | None) -> None:
        """L9.2: all treasure is seen; what else was drawn until now is fame."""
        for rival in self.rivals:
            tokens = Counter({t: n for t, n in self.unseen[rival].items() if TREASURES >> t & 1})
            if shown is not None:
                tokens.update(self.alliances(shown.get(rival, ())))
                tokens.subtract(there.get(rival, ()))
            for token in tokens.elements():
                self.see(rival, token)
            self.clues.append(Has(rival, TREASURES, 0, exactly=True))

    # ---- What does not fit ----

    def gives(self, s: State, seat: Seat, tokens: list[int], missing: int) -> None:
        """L3.5, L9.1: tokens that are given or shown, and so many more fame tokens that come behind them."""
        known = Counter({token: s.shown[seat][token] for token in range(ALLIANCE, TOKENS)})
        for token in (Counter(self.alliances(tokens)) - known).elements():
            self.see(seat, token)
        mask = FAMES & -(1 << tokens[-1])
        there = Counter({t: s.tokens[seat][t] if t < ALLIANCE else known[t] for t in range(TOKENS)}) - Counter(tokens)
        missing -= sum(number for token, number in there.items() if mask >> token & 1)
        if missing > 0:
            self.clues.append(Has(seat, mask, missing))

    def adds_up(self, seat: int, tokens: int, more: int) -> None:
        """L8.2: the points of a player, so much more or less than with what lies there for now."""
        there = sum(token % VALUES * number for token, number in self.unseen[seat].items() if tokens >> token & 1)
        self.clues.append(Adds(seat, tokens, there + more))

    # ---- A way ----

    def deal(self) -> list[int] | None:
        """Other tokens for all draws, or None if no way was found."""
        sums = [clue for clue in self.clues if isinstance(clue, Adds)]
        clues = [clue for clue in self.clues if not isinstance(clue, Adds)]
        ways = islice(self.ways_to_add_up(sums, left_after(clues, self.supply)), WAYS)
        found = (Search([*clues, *way], self.supply, self.drawn).run() for way in ways)
        return next((drawn for drawn in found if drawn is not None), None)

    def ways_to_add_up(self, sums: list[Adds], left: Counter[int]) -> Iterator[list[Clue]]:
        """L8.2: what players may have at the end, one after the other, as tokens that are seen then."""
        if not sums:
            yield []
            return
        holder, counting, points = sums[0]
        tokens = sorted(+left)
        for held in combinations_with_replacement(tokens, self.unseen[holder].total()):
            if sum(token % VALUES for token in held if counting >> token & 1) == points and Counter(held) <= left:
                seen: list[Clue] = [Sees(holder, token) for token in held]
                yield from (seen + rest for rest in self.ways_to_add_up(sums[1:], left - Counter(held)))


def left_after(clues: Sequence[Clue], supply: Counter[int]) -> Counter[int]:
    """What is neither in the seat's own hand nor seen to have been drawn by others."""
    left = Counter(supply)
    for clue in clues:
        match clue:
            case Draws(_, int(token)) | Sees(_, token):
                left[token] -= 1
            case Returns(token):
                left[token] += 1
    return left


class Search:
    """Draws, tried one after the other."""

    def __init__(self, clues: Sequence[Clue], supply: Counter[int], wish: list[int]) -> None:
        self.clues = clues
        self.supply = supply
        self.wish = wish
        self.failed: set[object] = set()

    def run(self) -> list[int] | None:
        """Depth first: a draw that leads nowhere is drawn anew."""
        drawn: list[int] = []
        left: list[list[int]] = []  # of each draw, what may still be tried
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
        """Whether this was not met before: what was met before has failed."""
        key = at, tuple((holder, tuple(sorted((+tokens).items()))) for holder, tokens in sorted(held.items()))
        is_new = key not in self.failed
        self.failed.add(key)
        return is_new

    def replay(self, drawn: list[int]) -> tuple[int, Counter[int], Held]:
        """How far the log goes with these draws: to the next one, to the end, or nowhere if it contradicts them."""
        supply, held, draws = Counter(self.supply), dict[int, Counter[int]](), iter(drawn)
        for at, clue in enumerate(self.clues):
            token = -1
            if isinstance(clue, Draws):
                token = next(draws, -1) if clue.token is None else clue.token
                if token < 0:
                    return at, supply, held
            if not holds(clue, token, supply, held):
                return -1, supply, held
        return len(self.clues), supply, held

    def choices(self, at: int, supply: Counter[int], held: Held, number: int) -> list[int]:
        """What may be drawn next: first what will be seen, then what lies there for now; nothing, if that failed."""
        if at < 0 or not self.is_new(at, held):
            return []
        clues, there = self.clues[at:], held.setdefault(holder := self.clues[at][0], Counter())
        lacking = Counter(clue.token for clue in clues if isinstance(clue, Sees) and clue.holder == holder) - there
        barred = any(isinstance(clue, Has) and clue.exactly and clue.holder == holder for clue in clues)
        is_free = has_room(clues, holder, there)
        tokens = [t for t in +supply if lacking[t] or (is_free and not (barred and TREASURES >> t & 1))]
        tokens = [token for token in tokens if supply[token] > wanted_by_others(clues, holder, token, held)]
        return sorted(tokens, key=lambda token: (not lacking[token], token != self.wish[number], token))


def has_room(clues: Sequence[Clue], holder: int, there: Counter[int]) -> bool:
    """Whether a holder may draw now what will never be seen: enough draws are left for what will."""
    left, lacking, draws = Counter(there), 0, 0
    for clue in clues:
        if isinstance(clue, Draws):
            draws += clue.holder == holder
        elif isinstance(clue, Sees) and clue.holder == holder:
            left[clue.token] -= 1
            lacking += left[clue.token] < 0
            if lacking >= draws:
                return False
    return True


def wanted_by_others(clues: Sequence[Clue], holder: int, token: int, held: Held) -> int:
    """How many of a token must be left now for draws of others, before enough of them go back."""
    left = {other: tokens[token] for other, tokens in held.items()}
    most = balance = 0
    for clue in clues:
        if isinstance(clue, Returns):
            balance -= clue.token == token
        elif isinstance(clue, Draws):
            balance += clue.token == token
        elif isinstance(clue, Sees) and clue.token == token and clue.holder != holder:
            left[clue.holder] = left.get(clue.holder, 0) - 1
            balance += left[clue.holder] < 0
        most = max(most, balance)
    return most


def holds(clue: Clue, token: int, supply: Counter[int], held: Held) -> bool:
    """Carry out a clue; False if it cannot be."""
    match clue:
        case Draws(holder, _):
            supply[token] -= 1
            held.setdefault(holder, Counter())[token] += holder >= 0
            return supply[token] >= 0
        case Returns(back):
            supply[back] += 1
        case Sees(holder, seen):
            held.setdefault(holder, Counter())[seen] -= 1
            return held[holder][seen] >= 0
        case Has(holder, tokens, number, exactly):
            count = sum(n for t, n in held.get(holder, Counter()).items() if tokens >> t & 1)
            return count == number if exactly else count >= number
    return True
