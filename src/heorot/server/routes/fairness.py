"""Verifiable draws of a table: its commitment, and after the game the key and the proof."""

from importlib import resources

from fastapi import APIRouter, Request, Response

from heorot.engine import records
from heorot.engine.records.fairness import commitment_to
from heorot.engine.records.verify_draws import proof_of
from heorot.games import GAMES
from heorot.server.protocol.errors import Refusal
from heorot.server.protocol.http_models import Fairness, SeatSalt
from heorot.server.routes.dependencies import (
    BearerToken,
    RegistryDep,
    TableIdPath,
    count_request,
    record_text,
    view_table,
)
from heorot.server.table.draws import draw_key, fairness_promise, rematch_deal_version, rematch_secret
from heorot.server.table.identity import Identity
from heorot.server.table.table import TableState

router = APIRouter(prefix="/api")
VERIFIER = "verifier.py"


@router.get("/tables/{table}/fairness")
async def fairness(table: TableIdPath, request: Request, registry: RegistryDep, token: BearerToken) -> Fairness:
    """Return the commitment of a table, and the key of its draws once the game is over."""
    now, _ = await view_table(table, request, registry, token)
    return fairness_of(now, (await registry.room(table)).secret)


def fairness_of(table: TableState, secret: bytes) -> Fairness:
    """Return what may be published now."""
    rematch = commitment_to(draw_key(rematch_secret(secret))) if rematch_deal_version(table.created) else None
    if not table.created.deal:
        return Fairness(provable=False, commitment=None, salts=(), closed=True, key=None, rematch=rematch)
    promise = fairness_promise(table, secret)
    return Fairness(
        provable=True,
        commitment=promise.commitment,
        salts=tuple(SeatSalt(seat=seat, salt=salt) for seat, salt in promise.salts),
        closed=table.status != "open",
        key=promise.secret,
        rematch=rematch,
    )


@router.get("/tables/{table}/proof", response_class=Response)
async def proof(table: TableIdPath, request: Request, registry: RegistryDep, token: BearerToken) -> Response:
    """Return every draw of a finished game with its candidates, for a verifier that knows no rules."""
    now, _ = await view_table(table, request, registry, token)
    if not now.created.deal:
        raise Refusal("not-provable", "verify.not-provable")
    if not now.is_finished:
        raise Refusal("not-over", "server.not-over")
    text = await record_text(registry, table, Identity(None))
    return Response(await registry.run_in_thread(proof_text, text), media_type="text/plain; charset=utf-8")


def proof_text(text: str) -> str:
    """Return the proof of a record."""
    record, places = records.read_with_lines(text)
    return proof_of(GAMES[record.game], record, places)


@router.get(f"/{VERIFIER}", response_class=Response)
async def verifier(request: Request) -> Response:
    """Return a program that checks a proof, for users who do not trust ours."""
    await count_request(request, "ask")
    text = (resources.files("heorot") / VERIFIER).read_text("utf-8")
    return Response(text, media_type="text/x-python; charset=utf-8")
