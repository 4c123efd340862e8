"""What any of our games can answer, and `play`, the one door for untrusted actions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeVar

from heorot.engine.errors import IllegalAction
from heorot.engine.plain import Plain
from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph

B = TypeVar("B")
S = TypeVar("S")
A = TypeVar("A")
S_contra = TypeVar("S_contra", contravariant=True)
V_co = TypeVar("V_co", covariant=True)

Options = Mapping[str, str]
Points = tuple[int, ...]  # by seat
Dealt = Mapping[int, str]  # what chance gave, by lines of an export
NO_OPTIONS: Options = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class About:
    """A game's passport."""

    name: str  # as the command line says it
    seats: tuple[int, int]  # fewest and most
    rules: tuple[int, ...]  # versions that can be played, the newest last
    options: tuple[str, ...]  # what a host may choose
    queries: tuple[str, ...] = ()  # what anyone may ask at any time


class Entry(NamedTuple):
    """One line of a game: a seat and what it said."""

    seat: Seat
    text: str


class Chance(NamedTuple):
    """Something chance may say, and how many equally likely cases stand behind it."""

    action: object
    weight: int


class Teller(Protocol[S_contra]):
    """Tells one reader a game as it goes on. What was told once is not worked out again."""

    def recount(self, before: S_contra, now: S_contra) -> list[Paragraph]:
        """What was done between two states, each answer with what it changed: in the first one all is told that it was
        made for, or told since."""
    def tell(self, before: S_contra, now: S_contra) -> list[Paragraph]:
        """The same, and what everyone should know before the game goes on: what an act brought, how it ended."""


class Filler(Protocol[S_contra]):
    """What a game knows of the things hidden in one export."""

    def told(self, table: S_contra) -> tuple[Entry, ...]:
        """What the seat was told by the last entry of a table."""
    def unsaid(self, table: S_contra, at: int) -> tuple[Entry, ...]:
        """What others said, unseen by the seat, right before a line."""
    def guess(self, table: S_contra, at: int) -> str:
        """What chance may have given at a hidden line, while chance is asked."""
    def deal_again(
        self, past: Sequence[S_contra], at: int, tried: S_contra | None, points: Points | None
    ) -> Dealt | None:
        """Other things for the hidden lines up to `at`, so that this line fits too; none of them if there is no way,
        and None if nothing hidden is to blame. `past` are all tables up to that line; `tried` is the one after it, if
        it could be played but told something else. Behind the last line the points must fit."""


class Game(Protocol[B, S, A, V_co]):
    """The questions that any of our games can answer. States are never changed: `apply` returns another one."""

    @property
    def about(self) -> About: ...
    @property
    def box(self) -> B:
        """The built-in box."""
    def built_in(self, hash: str) -> B | None:
        """The box with this hash that is built in, or was in an earlier release."""
    def read_box(self, text: str, file: str) -> B:
        """A box from its text; raises BadBox."""
    def box_text(self, box: B) -> str | None:
        """The text of a box that is not built in."""
    def box_hash(self, box: B) -> str: ...
    def contents(self, box: B) -> dict[str, Plain]:
        """What is in a box as plain data, for whoever draws it, each value with where it comes from."""
    def setup(self, box: B, seats: int, options: Options, rules: int) -> S:
        """A new game up to its first question; raises BadOption."""
    def actors(self, state: S) -> tuple[Seat, ...]:
        """Who must speak now: nobody at the end, several when all choose at once, CHANCE when chance must. The first of
        several is the one whose answers stand first in a record."""
    def sealed(self, state: S) -> bool:
        """Whether several choose at once, and nobody sees what until all have."""
    def in_a_set(self, state: S, seat: Seat) -> bool:
        """Whether that seat has named a part of something that is said piece by piece, and not finished it."""
    def legal(self, state: S, seat: Seat) -> tuple[A, ...]:
        """What that seat may answer, in a fixed order; nothing when it is not asked."""
    def chances(self, state: S) -> tuple[Chance, ...]:
        """What chance may say with its weights; nothing when it is not asked."""
    def apply(self, state: S, seat: Seat, action: A) -> S:
        """The state after a legal action of an asked seat. It trusts its caller; strangers go through `play`."""
    def replay(self, state: S, entries: Iterable[Entry]) -> S:
        """The state after entries that were played before. It trusts its caller: nothing is checked again."""
    def refusal(self, state: S, seat: Seat, action: A) -> IllegalAction | None:
        """Why this action is not allowed, or None if it is."""
    def view(self, state: S, seat: Seat | None) -> V_co:
        """What one seat may know, or a spectator."""
    def shown(self, state: S, seat: Seat | None, since: int = 0) -> dict[str, Plain]:
        """The same as plain data, in the words of the notation; of the log what came after the first `since` entries of
        the history."""
    def shown_to_all(self, state: S) -> dict[str, Plain]:
        """What of it is open, and the same for everybody: whoever writes it for many writes this once."""
    def shown_to_one(self, state: S, seat: Seat | None, since: int = 0) -> dict[str, Plain]:
        """The rest of it."""
    def schema(self) -> dict[str, Plain]:
        """The JSON Schema of what `shown` returns."""
    def knowledge(self, state: S, seat: Seat | None) -> object:
        """What a seat knows of all that is not open to everyone; it changes only when that seat learns something."""
    def log(self, state: S, seat: Seat | None) -> tuple[Entry, ...]:
        """All that was said as one seat saw it: what was hidden from it is hidden, who was skipped is said."""
    def teller(self, state: S, seat: Seat | None, discreet: bool = False) -> Teller[S]:
        """Who tells a seat, or a spectator, what comes after this state; discreetly, where others may read it too."""
    def ask(self, state: S, seat: Seat | None, what: str, about: str = "") -> dict[str, Plain]:
        """The answer to one of the queries, for that seat alone and from its view: `what`, `told` in sentences, and the
        same as data. `about` is an action, several of a set with commas between, or whatever it is about; raises
        HeorotError."""
    def scored(self, text: str, options: Options) -> dict[str, Plain]:
        """What lies on a table of cardboard, as its owner types it, with every point of it: in sentences and as data;
        raises BadText and BadOption."""
    def filler(self, first: S, seat: Seat | None, lines: Sequence[Entry]) -> Filler[S]:
        """What may have been hidden from a seat that kept these lines of a game."""
    def score(self, state: S) -> tuple[int, ...]:
        """Points by seat."""
    def standings(self, state: S, seat: Seat | None) -> tuple[int | None, ...]:
        """Points by seat if the game ended now, as far as one seat may know them, or a spectator."""
    def chapter(self, state: S) -> int:
        """Which part of the game is played, from 1: an act, an episode."""
    def shares(self, state: S) -> tuple[Fraction, ...]:
        """Each seat's part of the victory; all nothing before the end."""
    def write(self, state: S, action: A) -> str:
        """An action as text, said in this state."""
    def read(self, state: S, text: str) -> A:
        """An action from its text, said in this state; raises Unreadable."""


def play(game: Game[B, S, A, V_co], state: S, seat: Seat, action: A) -> S:
    """The one door for untrusted actions: the state after it, or IllegalAction with the rule that forbids it."""
    refusal = game.refusal(state, seat, action)
    if refusal is not None:
        raise refusal
    return game.apply(state, seat, action)
