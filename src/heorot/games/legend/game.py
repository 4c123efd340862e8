"""The Legend as a `Game` of the engine: each method delegates to one function of the package."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from heorot.engine.errors import IllegalAction
from heorot.engine.game import ChanceOutcome, Entry, GameInfo, Options
from heorot.engine.kernels.bits import members
from heorot.engine.seats import CHANCE, Seat
from heorot.engine.serialize import Json
from heorot.games.legend import queries, refusal
from heorot.games.legend.box import box as boxes
from heorot.games.legend.box.box import Box
from heorot.games.legend.inference.export_check import LegendReconstruction, visible_lines
from heorot.games.legend.model.actions import Action
from heorot.games.legend.model.state import BID, OVER, SEATS
from heorot.games.legend.rules.decisions import weight
from heorot.games.legend.rules.scoring import points_of, winners
from heorot.games.legend.scorepad import score
from heorot.games.legend.table import notation, table, view, view_json
from heorot.games.legend.table.action_codes import decode, encode
from heorot.games.legend.table.table import Table
from heorot.games.legend.table.view import View
from heorot.games.legend.text import inventory
from heorot.games.legend.text.narrator import LegendNarrator


class Legend:
    """Beowulf: The Legend."""

    info = GameInfo(name="legend", seats=(2, SEATS), rules=table.RULES, options=table.OPTIONS, queries=queries.QUERIES)

    @property
    def box(self) -> Box:
        return boxes.built_in()

    def built_in_box(self, hash: str) -> Box | None:
        return boxes.BUILT_IN.by_hash.get(hash)

    def read_box(self, text: str, file: str) -> Box:
        return boxes.read_box(text, file)

    def box_text(self, box: Box) -> str | None:
        return None if box.built_in else box.text

    def box_hash(self, box: Box) -> str:
        return box.hash

    def contents(self, box: Box) -> dict[str, Json]:
        return inventory.contents(box)

    def contents_schema(self) -> dict[str, Json]:
        return inventory.contents_schema()

    def setup(self, box: Box, seats: int, options: Options, rules: int) -> Table:
        return table.open_table(box, seats, options, rules)

    def actors(self, state: Table) -> tuple[Seat, ...]:
        return table.actors(state)

    def is_sealed(self, state: Table) -> bool:
        """L4.4: Return whether bids are being chosen."""
        return state.state.phase == BID

    def has_unfinished_action(self, state: Table, seat: Seat) -> bool:
        """L3.3 to L3.5, L4.1: Return whether a bid, a price, or a set of tokens is incomplete."""
        return table.has_unfinished_action(state, seat)

    def legal(self, state: Table, seat: Seat) -> tuple[Action, ...]:
        return table.possible_actions(state, seat) if seat in table.actors(state) else ()

    def chance_outcomes(self, state: Table) -> tuple[ChanceOutcome, ...]:
        if CHANCE not in table.actors(state):
            return ()
        s = state.state
        return tuple(
            ChanceOutcome(decode(state.box, s, code), weight(s, code)) for code in table.possible_codes(state, CHANCE)
        )

    def apply(self, state: Table, seat: Seat, action: Action) -> Table:
        return table.table_after(state, seat, encode(state.box, state.state, action))

    def replay(self, state: Table, entries: Iterable[Entry]) -> Table:
        return table.replay(state, entries)

    def refusal(self, state: Table, seat: Seat, action: Action) -> IllegalAction | None:
        return refusal.refusal(state, seat, action)

    def view(self, state: Table, seat: Seat | None) -> View:
        return view.view(state, seat)

    def view_json(self, state: Table, seat: Seat | None, since: int = 0) -> dict[str, Json]:
        return view_json.to_json(state, seat, since)

    def public_json(self, state: Table) -> dict[str, Json]:
        return view_json.public_json(state)

    def private_json(self, state: Table, seat: Seat | None, since: int = 0) -> dict[str, Json]:
        return view_json.private_json(state, seat, since)

    def view_schema(self) -> dict[str, Json]:
        return view_json.schema()

    def query_schemas(self) -> dict[str, dict[str, Json]]:
        return queries.query_schemas()

    def knowledge(self, state: Table, seat: Seat | None) -> object:
        return view.knowledge(state, seat)

    def log(self, state: Table, seat: Seat | None) -> tuple[Entry, ...]:
        return tuple(entry for past_entry in state.history for entry in visible_lines(past_entry, seat))

    def score_typed_position(self, text: str, options: Options) -> dict[str, Json]:
        return score.score_typed_position(text, options)

    def score_schema(self) -> dict[str, Json]:
        return score.score_schema()

    def reconstruction(self, first: Table, seat: Seat | None, lines: Sequence[Entry]) -> LegendReconstruction:
        return LegendReconstruction(first, seat, lines)

    def narrator(self, state: Table, seat: Seat | None, discreet: bool = False) -> LegendNarrator:
        return LegendNarrator(state, seat, discreet)

    def query(self, state: Table, seat: Seat | None, what: str, about: str = "") -> dict[str, Json]:
        return queries.answer_query(self, state, seat, what, about)

    def score(self, state: Table) -> tuple[int, ...]:
        return tuple(points_of(state.state, seat) for seat in range(state.state.seats))

    def standings(self, state: Table, seat: Seat | None) -> tuple[int | None, ...]:
        """L1.7, L8.2: Return the seat's own points; those of others at the end or where tokens are open."""
        if state.state.phase == OVER:
            return self.score(state)
        return queries.points_known(state.box, view.view(state, seat, len(state.history)))

    def chapter(self, state: Table) -> int:
        return state.state.episode + 1

    def victory_shares(self, state: Table) -> tuple[Fraction, ...]:
        """L8.4, L10.1: Return equal shares for all winners; if all have fallen, all shares are 0."""
        won = list(members(winners(state.state))) if state.state.phase == OVER else []
        return tuple(Fraction(int(seat in won), max(len(won), 1)) for seat in range(state.state.seats))

    def write(self, state: Table, action: Action) -> str:
        return notation.write(action)

    def read(self, state: Table, text: str) -> Action:
        return notation.read(text, state.box)


GAME = Legend()
