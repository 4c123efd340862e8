"""Whether the draws of a record follow from its secret. Candidates and weights are worked out from the rules."""

from typing import Any, NamedTuple

from heorot.engine.errors import BadRecord, HeorotError
from heorot.engine.fairness import Candidate, Lot, Promise, commitment_to, drawn, write_proof
from heorot.engine.game import A, B, Game, S, V_co
from heorot.engine.record import check_result, open_table, walk
from heorot.engine.record_text import UNDO, Places, Record
from heorot.engine.seats import CHANCE


class Draw(NamedTuple):
    """A draw of a record."""

    lot: Lot
    text: str  # what came
    line: int


def candidates(game: Game[Any, Any, Any, Any], state: Any) -> tuple[Candidate, ...]:
    """What chance may say now, in the order of the rules."""
    return tuple(Candidate(chance.weight, game.write(state, chance.action)) for chance in game.chances(state))


def draws_of(game: Game[B, S, A, V_co], record: Record, deal: Promise, places: Places) -> list[Draw]:
    """All draws of a record that holds, those taken back included; it is played once for both."""
    past, met, undo = [open_table(game, record, places.header)], list[tuple[S, int, str, int]](), 0
    for entry, line in walk(game, record, places, past):
        undo += entry.seat == UNDO
        if entry.seat == CHANCE:
            met.append((past[-1], undo, entry.text, line))
    check_result(game, past[-1], record, places.result)
    return [
        Draw(Lot(deal.table, deal.salts, undo, draw, candidates(game, state)), text, line)
        for draw, (state, undo, text, line) in enumerate(met)
    ]


def verify(game: Game[B, S, A, V_co], record: Record, places: Places) -> list[Draw]:
    """All draws of a record that holds; raises BadRecord at the first that does not follow from the secret."""
    if record.deal is None:
        raise HeorotError("verify.not-provable")
    if record.deal.secret is None:
        raise HeorotError("verify.no-secret")
    draws = draws_of(game, record, record.deal, places)
    if commitment_to(record.deal.key) != record.deal.commitment:
        raise BadRecord(places.header["deal"], "verify.commitment")
    for lot, text, line in draws:
        if (due := lot.candidates[drawn(record.deal.key, lot)].text) != text:
            raise BadRecord(line, "verify.draw", came=text, due=due)
    return draws


def proof_of(game: Game[B, S, A, V_co], record: Record, places: Places) -> str:
    """What a verifier without rules needs."""
    assert record.deal is not None
    return write_proof(record.deal, [(draw.lot, draw.text) for draw in draws_of(game, record, record.deal, places)])
