"""Evaluation of every answer of the Legend for hints: the terms that the evaluator reports, in points, and the value in
each sampled world. A test checks that the terms add up to the value that the bots use."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from statistics import fmean

from heorot.bots.budget import Budget
from heorot.bots.legend.known_state import known_state
from heorot.engine.chance import Stream, start_stream
from heorot.games.legend.box.box import Box
from heorot.games.legend.model.state import LAY, LAY_ON, RISK, USE_DARING, USE_RESOLVE, State
from heorot.games.legend.table.action_codes import encode
from heorot.games.legend.table.view import View
from heorot.search.legend.evaluation import POINT, Forecast, forecast_for
from heorot.search.legend.rivals import rank_spaces, sample_rivals
from heorot.search.legend.skilled import answer_value
from heorot.search.legend.workspace import TERMS, Workspace, clear_report, new_workspace

PLAYED_IN_TURN = (LAY, LAY_ON, USE_DARING, USE_RESOLVE)  # questions where rivals' limits may matter
Term = tuple[str, int]  # name, and the icon, card or token that it is about


@dataclass(frozen=True, slots=True)
class EvaluatedAnswer:
    """One answer, its terms, and its value in each world."""

    codes: tuple[int, ...]  # of all pieces
    terms: dict[Term, float]
    worlds: list[float] = field(default_factory=list)  # empty if no rival's hand matters
    spent: Counter[int] = field(default_factory=Counter)  # cards given away, by face
    first: float = 0.0  # probability of the first marker
    failure_probability: float = 0.0  # probability that a risk turns over no match
    symbols: int = 0  # total that is bid, or limit up to which the seat goes on
    leaving_marker: int = 0  # number of the marker taken by giving up; 0 if the seat stays in

    @property
    def value(self) -> float:
        """The sum of all terms."""
        return sum(self.terms.values())


class HintEvaluator:
    """A seat that must answer: its knowledge, the forecast, and the workspace of the evaluation."""

    def __init__(self, box: Box, view: View, rng: Random, budget: Budget) -> None:
        assert view.seat is not None
        self.box = box
        self.printed = box.printed
        self.view = view
        self.seat = view.seat
        self.s: State = known_state(box, view)
        self.f: Forecast = forecast_for(box, self.s.seats, self.s.advanced_game, self.s.fallen_variant)
        self.work: Workspace = new_workspace(budget.playouts)
        self.stream = Stream()
        self.codes = [encode(box, self.s, action) for action in view.legal]
        start_stream(self.stream, rng.getrandbits(63), 0, 0)

    def sample(self, will: int) -> None:
        """Rank the spaces and sample the rivals' limits."""
        rank_spaces(self.printed, self.s, self.seat, self.f, self.work)
        sample_rivals(self.printed, self.s, self.seat, will, self.f, self.work, self.stream)

    def evaluate_each(self) -> Iterator[EvaluatedAnswer]:
        """Yield every answer of a question that is not about sets, all in the same worlds."""
        if self.s.phase in PLAYED_IN_TURN and self.printed.kind[self.s.episode] != RISK:
            self.sample(self.f.turn_will)
        for code in self.codes:
            yield self.evaluate(code)

    def evaluate(self, code: int) -> EvaluatedAnswer:
        """Return one answer with the terms that the evaluation reports."""
        work = self.work
        clear_report(work)
        work.reporting = 1
        answer_value(self.printed, self.s, self.seat, code, self.f, work, self.stream)
        work.reporting = 0
        noted = {(TERMS[work.term[n]], work.about[n]): work.points[n] / POINT for n in range(work.terms)}
        terms, worlds = noted, list[float]()
        if work.sampled:
            marker_points, later = work.marker[: work.worlds], work.later[: work.worlds]
            worlds = [one - cost + sum(noted.values()) for one, cost in zip(marker_points, later, strict=True)]
            in_turn = {("marker", 0): fmean(marker_points)}
            if not work.leaving_marker:
                in_turn["later", 0] = -fmean(later)
            terms = {**in_turn, **noted}
        return EvaluatedAnswer(
            codes=(code,),
            terms=terms,
            worlds=worlds,
            spent=Counter(face for name, face in terms if name == "cards"),
            first=work.first,
            failure_probability=work.failure_probability,
            symbols=work.symbols,
            leaving_marker=work.leaving_marker,
        )

    def card_value(self, face: int) -> float:
        """Return the value of a card after this episode, in points."""
        return self.f.card[self.s.episode + 1][face] / POINT

    def symbols_on(self, face: int) -> int:
        """L4.2, L5.1: Return the symbols of a card that count in this episode."""
        return self.printed.value[self.s.episode][face]
