"""Verify that the draws of a record follow from its secret. Candidates and weights come from the rules."""

from typing import Any, NamedTuple

from heorot.engine.errors import BadRecord, HeorotError
from heorot.engine.game import A, AnyGame, B, Game, S, V_co
from heorot.engine.records.fairness import (
    Candidate,
    DealCommitment,
    DrawInput,
    choose_candidate,
    commitment_to,
    write_proof,
)
from heorot.engine.records.playback import check_result, initial_state, walk_entries
from heorot.engine.records.text_format import UNDO, LineNumbers, Record
from heorot.engine.seats import CHANCE


class RecordedDraw(NamedTuple):
    """A draw of a record."""

    input: DrawInput
    text: str  # the outcome, in notation
    line: int


def candidates(game: AnyGame, state: Any) -> tuple[Candidate, ...]:
    """Return the chance outcomes of a state as candidates of a draw, in the order of the rules."""
    return tuple(Candidate(case.weight, game.write(state, case.action)) for case in game.chance_outcomes(state))


def list_draws(
    game: Game[B, S, A, V_co], record: Record, deal: DealCommitment, lines: LineNumbers
) -> list[RecordedDraw]:
    """Check a record and return all of its draws, undone ones included."""
    past, met, undo = [initial_state(game, record, lines.header)], list[tuple[S, int, str, int]](), 0
    for entry, line in walk_entries(game, record, lines, past):
        undo += entry.seat == UNDO
        if entry.seat == CHANCE:
            met.append((past[-1], undo, entry.text, line))
    check_result(game, past[-1], record, lines.result)
    return [
        RecordedDraw(DrawInput(deal.table, deal.salts, undo, draw, candidates(game, state)), text, line)
        for draw, (state, undo, text, line) in enumerate(met)
    ]


def verify(game: Game[B, S, A, V_co], record: Record, lines: LineNumbers) -> list[RecordedDraw]:
    """Check a record and return its draws; raises BadRecord at the first draw that does not follow from the secret."""
    if record.deal is None:
        raise HeorotError("verify.not-provable")
    if record.deal.secret is None:
        raise HeorotError("verify.no-secret")
    draws = list_draws(game, record, record.deal, lines)
    if commitment_to(record.deal.key) != record.deal.commitment:
        raise BadRecord(lines.header["deal"], "verify.commitment")
    for draw in draws:
        due = draw.input.candidates[choose_candidate(record.deal.key, draw.input)].text
        if due != draw.text:
            raise BadRecord(draw.line, "verify.draw", came=draw.text, due=due)
    return draws


def proof_of(game: Game[B, S, A, V_co], record: Record, lines: LineNumbers) -> str:
    """Return the proof file of a record, which a verifier without rules can check."""
    assert record.deal is not None
    return write_proof(record.deal, [(draw.input, draw.text) for draw in list_draws(game, record, record.deal, lines)])
