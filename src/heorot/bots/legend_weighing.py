"""What the Legend's written evaluation makes of every whole answer, term by term, and world by world where rivals'
hands are sampled. The terms of an answer add up to what the bots weigh it by (search/legend_skilled.py); a test holds
each to the other. Worths are points here."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from heorot.bots.budget import Budget
from heorot.bots.legend_known import known_state
from heorot.engine.accel import count
from heorot.engine.chance import Stream, start_stream
from heorot.games.legend.box import Box
from heorot.games.legend.state import Choices, State
from heorot.games.legend.view import View
from heorot.search.legend_foresight import POINT, Foresight, foresee
from heorot.search.legend_rivals import Mind, mind_of, rank_spaces, sample_rivals

Term = tuple[str, int]  # its name, and which icon, card or token it is about


@dataclass(frozen=True, slots=True)
class Weighed:
    """One answer: its pieces by their numbers, its terms, and what it is worth in each world."""

    codes: tuple[int, ...]
    terms: dict[Term, float]
    worlds: list[float] = field(default_factory=list)  # nothing where no rival's hand matters
    spent: Counter[int] = field(default_factory=Counter)  # cards that it gives away, by face
    first: float = 0.0  # how often it brings the first marker
    fails: float = 0.0  # how often a risk turns over nothing that matches
    symbols: int = 0  # that it comes to, or up to which it would go on
    leaves: int = 0  # the marker of whoever gives up

    @property
    def worth(self) -> float:
        """All terms together."""
        return sum(self.terms.values())


class Scales:
    """A seat before its answer: what it knows, what lies ahead, and how far rivals may go."""

    def __init__(self, box: Box, view: View, rng: Random, budget: Budget) -> None:
        assert view.seat is not None
        self.box = box
        self.printed = box.printed
        self.view = view
        self.seat = view.seat
        self.s: State = known_state(box, view)
        self.f: Foresight = foresee(box, self.s.seats, self.s.advanced_game, self.s.fallen_variant)
        self.mind: Mind = mind_of(budget.playouts)
        self.stream = Stream()
        self.out = Choices()
        start_stream(self.stream, rng.getrandbits(63), 0, 0)

    def sample(self, will: int) -> None:
        """How far each rival goes in each world, and what each marker brings."""
        rank_spaces(self.printed, self.s, self.seat, self.f, self.mind)
        sample_rivals(self.printed, self.s, self.seat, will, self.f, self.mind, self.stream)

    def card(self, face: int) -> float:
        """What a card is worth behind this episode."""
        return self.f.card[self.s.episode + 1][face] / POINT

    def value(self, face: int) -> int:
        """L4.2, L5.1: its symbols that count here."""
        return self.printed.value[self.s.episode][face]

    def marker(self, place: int) -> float:
        """What a marker brings, the first one being 0, with what rivals then lack."""
        return self.mind.rank[place] * self.f.stake // POINT / POINT

    @property
    def last_free(self) -> int:
        """L5.5: the marker of whoever gives up now."""
        return count(self.s.pending) - 1
