"""The Legend as the engine knows it: each question of the Game protocol, answered in one line."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from heorot.engine.accel import members
from heorot.engine.errors import IllegalAction
from heorot.engine.game import About, Chance, Entry, Options
from heorot.engine.plain import Plain
from heorot.engine.seats import CHANCE, Seat
from heorot.games.legend import box as boxes
from heorot.games.legend import cardboard, inventory, notation, queries, refusal, showing, table, view
from heorot.games.legend.actions import Action
from heorot.games.legend.box import Box
from heorot.games.legend.codes import decode, encode
from heorot.games.legend.filling import Filler, told
from heorot.games.legend.questions import weight
from heorot.games.legend.scoring import points_of, winners
from heorot.games.legend.state import BID, OVER, SEATS
from heorot.games.legend.table import Table
from heorot.games.legend.telling import Teller
from heorot.games.legend.view import View


class Legend:
    """Beowulf: The Legend."""

    about = About(name="legend", seats=(2, SEATS), rules=table.RULES, options=table.OPTIONS, queries=queries.QUERIES)

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
        """L4.4: while bids are chosen."""
        return state.state.phase == BID

    def in_a_set(self, state: Table, seat: Seat) -> bool:
        """L3.3 to L3.5, L4.1: a bid, a price, tokens to return."""
        return table.in_a_set(state, seat)

    def legal(self, state: Table, seat: Seat) -> tuple[Action, ...]:
        return table.actions(state, seat) if seat in table.actors(state) else ()

    def chances(self, state: Table) -> tuple[Chance, ...]:
        if CHANCE not in table.actors(state):
            return ()
        s = state.state
        return tuple(Chance(decode(state.box, s, code), weight(s, code)) for code in table.answers(state, CHANCE))

    def apply(self, state: Table, seat: Seat, action: Action) -> Table:
        return table.after(state, seat, encode(state.box, state.state, action))

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
        return tuple(entry for said in state.history for entry in told(said, seat))

    def scored(self, text: str, options: Options) -> dict[str, Plain]:
        return cardboard.scored(text, options)

    def filler(self, first: Table, seat: Seat | None, lines: Sequence[Entry]) -> Filler:
        return Filler(first, seat, lines)

    def teller(self, state: Table, seat: Seat | None, discreet: bool = False) -> Teller:
        return Teller(state, seat, discreet)

    def ask(self, state: Table, seat: Seat | None, what: str, about: str = "") -> dict[str, Plain]:
        return queries.ask(self, state, seat, what, about)

    def score(self, state: Table) -> tuple[int, ...]:
        return tuple(points_of(state.state, seat) for seat in range(state.state.seats))

    def standings(self, state: Table, seat: Seat | None) -> tuple[int | None, ...]:
        """L1.7, L8.2: one's own points; those of others once all is counted, or where the table shows them."""
        if state.state.phase == OVER:
            return self.score(state)
        return queries.points_known(state.box, view.view(state, seat, len(state.history)))

    def chapter(self, state: Table) -> int:
        return state.state.episode + 1

    def shares(self, state: Table) -> tuple[Fraction, ...]:
        """L8.4, L10.1: the winners share the victory; if all have fallen, nobody has any of it."""
        won = list(members(winners(state.state))) if state.state.phase == OVER else []
        return tuple(Fraction(int(seat in won), max(len(won), 1)) for seat in range(state.state.seats))

    def write(self, state: Table, action: Action) -> str:
        return notation.write(action)

    def read(self, state: Table, text: str) -> Action:
        return notation.read(text, state.box)


GAME = Legend()
