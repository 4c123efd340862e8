"""The Movie game as an implementation of the Game protocol; the rooms do the work."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from heorot.engine.errors import IllegalAction
from heorot.engine.game import ChanceOutcome, Entry, GameInfo, Options
from heorot.engine.kernels.bits import members
from heorot.engine.seats import CHANCE, Seat
from heorot.engine.serialize import Json
from heorot.games.movie import queries, refusal
from heorot.games.movie.box import box as boxes
from heorot.games.movie.box.box import Box
from heorot.games.movie.inference.export_check import MovieReconstruction
from heorot.games.movie.model.actions import Action
from heorot.games.movie.model.state import OVER, SEATS, SWAP_WITH
from heorot.games.movie.rules.decisions import weight
from heorot.games.movie.rules.game_flow import winners
from heorot.games.movie.scorepad import score
from heorot.games.movie.table import analysis, notation, table, view, view_json
from heorot.games.movie.table.action_codes import decode, encode
from heorot.games.movie.table.table import Table
from heorot.games.movie.table.view import View
from heorot.games.movie.text import inventory
from heorot.games.movie.text.narrator import MovieNarrator


class Movie:
    """Beowulf: The Movie Board Game."""

    info = GameInfo(name="movie", seats=(2, SEATS), rules=table.RULES, options=table.OPTIONS, queries=queries.QUERIES)

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
        """M2.1: Return False: players take turns one at a time."""
        return False

    def has_unfinished_action(self, state: Table, seat: Seat) -> bool:
        """M4.6: Return whether the first tile of a swap was chosen: both tiles are one action."""
        return state.state.phase == SWAP_WITH and seat in table.actors(state)

    def legal(self, state: Table, seat: Seat) -> tuple[Action, ...]:
        return table.possible_actions(state) if seat in table.actors(state) else ()

    def chance_outcomes(self, state: Table) -> tuple[ChanceOutcome, ...]:
        if CHANCE not in table.actors(state):
            return ()
        printed, s = state.box.printed, state.state
        return tuple(
            ChanceOutcome(decode(state.box, s.act, code), weight(printed, s, code))
            for code in table.possible_codes(state)
        )

    def apply(self, state: Table, seat: Seat, action: Action) -> Table:
        return table.table_after(state, encode(state.box, state.state.act, action))

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
        seen = (entry for past_entry in state.history for entry in view.visible_entries(past_entry, seat))
        return tuple(Entry(entry.seat, notation.write_log_entry(entry.action, entry.act)) for entry in seen)

    def narrator(self, state: Table, seat: Seat | None, discreet: bool = False) -> MovieNarrator:
        return MovieNarrator(state, seat, discreet)

    def query(self, state: Table, seat: Seat | None, what: str, about: str = "") -> dict[str, Json]:
        return queries.answer_query(self, state, seat, what, about)

    def score_typed_position(self, text: str, options: Options) -> dict[str, Json]:
        return score.score_typed_position(text, options)

    def score_schema(self) -> dict[str, Json]:
        return score.score_schema()

    def reconstruction(self, first: Table, seat: Seat | None, lines: Sequence[Entry]) -> MovieReconstruction:
        return MovieReconstruction(first, seat, lines)

    def score(self, state: Table) -> tuple[int, ...]:
        return tuple(state.state.saga[: state.state.seats])

    def standings(self, state: Table, seat: Seat | None) -> tuple[int | None, ...]:
        """M3.3, M5.1: Return saga points with the current scores of figures, which are public."""
        return analysis.standings(state.box, state.state)

    def chapter(self, state: Table) -> int:
        return state.state.act + 1

    def victory_shares(self, state: Table) -> tuple[Fraction, ...]:
        """M5.3: Return equal shares for all winners."""
        if state.state.phase != OVER:
            return (Fraction(0),) * state.state.seats
        won = list(members(winners(state.state)))
        return tuple(Fraction(seat in won, len(won)) for seat in range(state.state.seats))

    def write(self, state: Table, action: Action) -> str:
        return notation.write(action, state.state.act + 1)

    def read(self, state: Table, text: str) -> Action:
        return notation.read(text, state.box, state.state.act + 1)


GAME = Movie()
