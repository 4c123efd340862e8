"""The protocol that every game implements, and `play`, the only entry point for untrusted actions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from heorot.engine.errors import IllegalAction
from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph
from heorot.engine.serialize import Json

B = TypeVar("B")  # box
S = TypeVar("S")  # state: one game at one moment, an immutable value
A = TypeVar("A")  # action
S_contra = TypeVar("S_contra", contravariant=True)
V_co = TypeVar("V_co", covariant=True)  # view of one seat

Options = Mapping[str, str]
Points = tuple[int, ...]  # by seat
HiddenDraws = Mapping[int, str]  # chance's answers at hidden lines of an export, by line
NO_OPTIONS: Options = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What a game offers: its name, seats, rules versions, table options and queries."""

    name: str  # in commands, records and URLs
    seats: tuple[int, int]  # fewest and most
    rules: tuple[int, ...]  # versions that can be played, the newest last
    options: tuple[str, ...]  # that a host may choose
    queries: tuple[str, ...] = ()  # that any viewer may make at any time


class Entry(NamedTuple):
    """One line of a game's record: a seat and its action in notation."""

    seat: Seat
    text: str


class ChanceOutcome(NamedTuple):
    """An action that chance may take, and the number of equally likely cases behind it."""

    action: object
    weight: int


class Narrator(Protocol[S_contra]):
    """Describes a game to one reader as it goes on. It remembers what it has described."""

    def narrate_moves(self, before: S_contra, now: S_contra) -> list[Paragraph]:
        """Describe every action between two states with its effects. The narrator was made for `before`, or has
        described everything up to it."""
    def narrate(self, before: S_contra, now: S_contra) -> list[Paragraph]:
        """Describe every action between two states, and every act, episode and game that ended there."""


class Reconstruction(Protocol[S_contra]):
    """Finds draws for the hidden lines of an export that agree with everything its seat saw."""

    def visible_entries(self, table: S_contra) -> tuple[Entry, ...]:
        """Return the lines that the seat sees of the last entry of a table."""
    def unseen_entries(self, table: S_contra, at: int) -> tuple[Entry, ...]:
        """Return the entries of other seats, unseen by this one, right before a line."""
    def guess_draw(self, table: S_contra, at: int) -> str:
        """Return a draw for a hidden line, in a state where chance must answer."""
    def redeal(self, past: Sequence[S_contra], at: int, tried: S_contra | None, points: Points | None) -> (
        HiddenDraws | None
    ):  # fmt: skip
        """Return other draws for the hidden lines up to `at`, such that this line fits too.

        The result is empty if no draws fit, and None if the mismatch has nothing to do with hidden draws. `past` are
        the tables up to that line; `tried` is the table after it, if it was legal but its visible entries differed.
        After the last line the points must match.
        """


class Game(Protocol[B, S, A, V_co]):
    """A turn-based game. States are immutable: `apply` returns another state."""

    @property
    def info(self) -> GameInfo: ...
    @property
    def box(self) -> B:
        """The built-in box."""
    def built_in_box(self, hash: str) -> B | None:
        """Return the box with this hash, if this release or an earlier one has it built in."""
    def read_box(self, text: str, file: str) -> B:
        """Read a box from its text; raises BadBox."""
    def box_text(self, box: B) -> str | None:
        """Return the text of a box, or None if it is built in."""
    def box_hash(self, box: B) -> str: ...
    def contents(self, box: B) -> dict[str, Json]:
        """Return the contents of a box as JSON, each value with its source."""
    def contents_schema(self) -> dict[str, Json]:
        """Return the JSON Schema of `contents`."""
    def setup(self, box: B, seats: int, options: Options, rules: int) -> S:
        """Start a game and advance it to its first question; raises BadOption."""
    def actors(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that must act now: CHANCE, one seat, several that choose at once, or none at the end.

        A record holds the answers of several seats in this order.
        """
    def is_sealed(self, state: S) -> bool:
        """Return whether several seats choose at once and nobody sees a choice before all have chosen."""
    def has_unfinished_action(self, state: S, seat: Seat) -> bool:
        """Return whether a seat has played some parts of an action that takes several, but not the last one."""
    def legal(self, state: S, seat: Seat) -> tuple[A, ...]:
        """Return the legal actions of a seat in a fixed order; none if it is not that seat's turn."""
    def chance_outcomes(self, state: S) -> tuple[ChanceOutcome, ...]:
        """Return the possible actions of chance with their weights; none if it is not chance's turn."""
    def apply(self, state: S, seat: Seat, action: A) -> S:
        """Return the state after an action. The action must be legal: use `play` for untrusted ones."""
    def replay(self, state: S, entries: Iterable[Entry]) -> S:
        """Return the state after entries that were played before. They must be legal: nothing is checked again."""
    def refusal(self, state: S, seat: Seat, action: A) -> IllegalAction | None:
        """Return the error for an illegal action, or None if it is legal."""
    def view(self, state: S, seat: Seat | None) -> V_co:
        """Return everything that a seat, or a spectator (None), may know."""
    def view_json(self, state: S, seat: Seat | None, since: int = 0) -> dict[str, Json]:
        """Return a view as JSON with actions in notation; its log starts after `since` entries of the history."""
    def public_json(self, state: S) -> dict[str, Json]:
        """Return the part of `view_json` that is the same for every viewer."""
    def private_json(self, state: S, seat: Seat | None, since: int = 0) -> dict[str, Json]:
        """Return the rest of `view_json`."""
    def view_schema(self) -> dict[str, Json]:
        """Return the JSON Schema of `view_json`."""
    def query_schemas(self) -> dict[str, dict[str, Json]]:
        """Return the JSON Schema of the answer to each query, by the name of the query."""

    def knowledge(self, state: S, seat: Seat | None) -> object:
        """Return the hidden information that a seat knows; equal values mean that it has learned nothing."""
    def log(self, state: S, seat: Seat | None) -> tuple[Entry, ...]:
        """Return the history as one seat saw it: hidden draws as `?`, skipped players as entries of their own."""
    def narrator(self, state: S, seat: Seat | None, discreet: bool = False) -> Narrator[S]:
        """Return a narrator for a seat or a spectator; `discreet` omits what only that seat may read."""
    def query(self, state: S, seat: Seat | None, what: str, about: str = "") -> dict[str, Json]:
        """Answer a query from the view of a seat: `what`, `told` in sentences, and the same as data.

        `about` is the query's argument: an action, several with commas between, or a text. Raises HeorotError.
        """
    def score_typed_position(self, text: str, options: Options) -> dict[str, Json]:
        """Score a position of a board game, as its owner types it: in sentences and as data.

        Raises BadText and BadOption.
        """
    def score_schema(self) -> dict[str, Json]:
        """Return the JSON Schema of `score_typed_position`."""
    def reconstruction(self, first: S, seat: Seat | None, lines: Sequence[Entry]) -> Reconstruction[S]:
        """Return the search for the hidden draws of an export: `first` is its initial state, `lines` its entries."""
    def score(self, state: S) -> tuple[int, ...]:
        """Return the points by seat."""
    def standings(self, state: S, seat: Seat | None) -> tuple[int | None, ...]:
        """Return the points by seat if the game ended now; None where the viewer may not know them."""
    def chapter(self, state: S) -> int:
        """Return the number of the act or episode, from 1."""
    def victory_shares(self, state: S) -> tuple[Fraction, ...]:
        """Return each seat's share of the victory; zeros before the end."""
    def write(self, state: S, action: A) -> str:
        """Write an action in notation, as it is played in this state."""
    def read(self, state: S, text: str) -> A:
        """Read an action from its notation, as it is played in this state; raises Unreadable."""


AnyGame: TypeAlias = Game[Any, Any, Any, Any]


def play(game: Game[B, S, A, V_co], state: S, seat: Seat, action: A) -> S:
    """Apply an untrusted action; raises IllegalAction with the rule that forbids it."""
    refusal = game.refusal(state, seat, action)
    if refusal is not None:
        raise refusal
    return game.apply(state, seat, action)
