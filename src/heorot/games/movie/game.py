"""The Movie game as the engine knows it: each question of the Game protocol, answered in one line."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from heorot.engine.accel import members
from heorot.engine.errors import IllegalAction
from heorot.engine.game import About, Chance, Entry, Options
from heorot.engine.plain import Plain
from heorot.engine.seats import CHANCE, Seat
from heorot.games.movie import box as boxes
from heorot.games.movie import cardboard, explain, inventory, notation, queries, refusal, showing, table, view
from heorot.games.movie.actions import Action, decode, encode
from heorot.games.movie.box import Box
from heorot.games.movie.filling import Filler
from heorot.games.movie.questions import weight
from heorot.games.movie.rules import winners
from heorot.games.movie.state import OVER, SEATS, SWAP_WITH
from heorot.games.movie.table import Table
from heorot.games.movie.telling import Teller
from heorot.games.movie.view import View


class Movie:
    """Beowulf: The Movie Board Game."""

    about = About(name="movie", seats=(2, SEATS), rules=table.RULES, options=table.OPTIONS, queries=queries.QUERIES)

    @property
    def box(self) -> Box:
        return boxes.built_in()

    def built_in(self, hash: str) -> Box | None:
        return boxes.OWN.by_hash.get(hash)

    def read_box(self, text: str, file: str) -> Box:
        return boxes.read_box(text, file)

    def box_text(self, box: Box) -> str | None:
        return None if box.built_in else box.text

    def box_hash(self, box: Box) -> str:
        return box.hash

    def contents(self, box: Box) -> dict[str, Plain]:
        return inventory.contents(box)

    def setup(self, box: Box, seats: int, options: Options, rules: int) -> Table:
        return table.open_table(box, seats, options, rules)

    def actors(self, state: Table) -> tuple[Seat, ...]:
        return table.actors(state)

    def sealed(self, state: Table) -> bool:
        """M2.1: one player at a time."""
        return False

    def in_a_set(self, state: Table, seat: Seat) -> bool:
        """M4.6: the two tiles of a swap are one thing to say."""
        return state.state.phase == SWAP_WITH and seat in table.actors(state)

    def legal(self, state: Table, seat: Seat) -> tuple[Action, ...]:
        return table.actions(state) if seat in table.actors(state) else ()

    def chances(self, state: Table) -> tuple[Chance, ...]:
        if CHANCE not in table.actors(state):
            return ()
        printed, s = state.box.printed, state.state
        return tuple(Chance(decode(state.box, s.act, code), weight(printed, s, code)) for code in table.answers(state))

    def apply(self, state: Table, seat: Seat, action: Action) -> Table:
        return table.after(state, encode(state.box, state.state.act, action))

    def replay(self, state: Table, entries: Iterable[Entry]) -> Table:
        return table.replay(state, entries)

    def refusal(self, state: Table, seat: Seat, action: Action) -> IllegalAction | None:
        return refusal.refusal(state, seat, action)

    def view(self, state: Table, seat: Seat | None) -> View:
        return view.view(state, seat)

    def shown(self, state: Table, seat: Seat | None, since: int = 0) -> dict[str, Plain]:
        return showing.shown(state, seat, since)

    def shown_to_all(self, state: Table) -> dict[str, Plain]:
        return showing.shown_to_all(state)

    def shown_to_one(self, state: Table, seat: Seat | None, since: int = 0) -> dict[str, Plain]:
        return showing.shown_to_one(state, seat, since)

    def schema(self) -> dict[str, Plain]:
        return showing.schema()

    def knowledge(self, state: Table, seat: Seat | None) -> object:
        return view.knowledge(state, seat)

    def log(self, state: Table, seat: Seat | None) -> tuple[Entry, ...]:
        seen = (entry for said in state.history for entry in view.seen(said, seat))
        return tuple(Entry(entry.seat, notation.write_seen(entry.action, entry.act)) for entry in seen)

    def teller(self, state: Table, seat: Seat | None, discreet: bool = False) -> Teller:
        return Teller(state, seat, discreet)

    def ask(self, state: Table, seat: Seat | None, what: str, about: str = "") -> dict[str, Plain]:
        return queries.ask(self, state, seat, what, about)

    def scored(self, text: str, options: Options) -> dict[str, Plain]:
        return cardboard.scored(text, options)

    def filler(self, first: Table, seat: Seat | None, lines: Sequence[Entry]) -> Filler:
        return Filler(first, seat, lines)

    def score(self, state: Table) -> tuple[int, ...]:
        return tuple(state.state.saga[: state.state.seats])

    def standings(self, state: Table, seat: Seat | None) -> tuple[int | None, ...]:
        """M3.3, M5.1: saga points, and what every figure would score now; both are open to all."""
        return explain.standings(state.box, state.state)

    def chapter(self, state: Table) -> int:
        return state.state.act + 1

    def shares(self, state: Table) -> tuple[Fraction, ...]:
        """M5.3: the winners share the victory."""
        if state.state.phase != OVER:
            return (Fraction(0),) * state.state.seats
        won = list(members(winners(state.state)))
        return tuple(Fraction(seat in won, len(won)) for seat in range(state.state.seats))

    def write(self, state: Table, action: Action) -> str:
        return notation.write(action, state.state.act + 1)

    def read(self, state: Table, text: str) -> Action:
        return notation.read(text, state.box, state.state.act + 1)


GAME = Movie()
