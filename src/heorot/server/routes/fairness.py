"""What everyone may verify of a table's draws: what it is bound to, and once the game is over the proof."""

from importlib import resources

from fastapi import APIRouter, Request, Response

from heorot.engine import record as records
from heorot.engine.fairness import commitment_to
from heorot.engine.verifying import proof_of
from heorot.games import GAMES
from heorot.server.deal import deal_again, key_of, promise_of, secret_of_rematch
from heorot.server.errors import Refusal
from heorot.server.http import House, Id, Token, limit, record_text, seen_by
from heorot.server.people import Who
from heorot.server.requests import Fairness, SeatSalt
from heorot.server.table import Table

router = APIRouter(prefix="/api")
VERIFIER = "verifier.py"


@router.get("/tables/{table}/fairness")
async def fairness(table: Id, request: Request, hall: House, token: Token) -> Fairness:
    """What a table is bound to, and the key to its draws once the game is over."""
    now, _ = await seen_by(table, request, hall, token)
    return shown(now, (await hall.room(table)).secret)


def shown(table: Table, secret: bytes) -> Fairness:
    """What may be told by now."""
    again = commitment_to(key_of(secret_of_rematch(secret))) if deal_again(table.created) else None
    if not table.created.deal:
        return Fairness(provable=False, commitment=None, salts=(), closed=True, key=None, rematch=again)
    promise = promise_of(table, secret)
    return Fairness(
        provable=True,
        commitment=promise.commitment,
        salts=tuple(SeatSalt(seat=seat, salt=salt) for seat, salt in promise.salts),
        closed=table.status != "open",
        key=promise.secret,
        rematch=again,
    )


@router.get("/tables/{table}/proof", response_class=Response)
async def proof(table: Id, request: Request, hall: House, token: Token) -> Response:
    """Every draw of a finished game, with what might have come, for a verifier that knows no rules."""
    now, _ = await seen_by(table, request, hall, token)
    if not now.created.deal:
        raise Refusal("not-provable", "verify.not-provable")
    if not now.is_finished:
        raise Refusal("not-over", "server.not-over")
    text = await record_text(hall, table, Who(None))
    return Response(await hall.aside(proved, text), media_type="text/plain; charset=utf-8")


def proved(text: str) -> str:
    """The proof of a record."""
    record, places = records.read_lines(text)
    return proof_of(GAMES[record.game], record, places)


@router.get(f"/{VERIFIER}", response_class=Response)
async def verifier(request: Request) -> Response:
    """A program that checks a proof, for whoever does not trust ours: read it, keep it, run it."""
    await limit(request, "ask")
    text = (resources.files("heorot") / VERIFIER).read_text("utf-8")
    return Response(text, media_type="text/x-python; charset=utf-8")
