"""Score pad: score a typed description of a physical game. Nothing is stored, and no table is needed."""

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field, StringConstraints

from heorot.server.protocol.http_models import Text
from heorot.server.protocol.messages import Model
from heorot.server.protocol.types import Json
from heorot.server.routes.dependencies import RegistryDep, count_request, find_game

router = APIRouter(prefix="/api")
MAX_TEXT = 16 * 1024  # characters; three complete boards take about 3000


class TypedPosition(Model):
    """A physical game, line by line as `heorot score` reads it, and its options."""

    text: Annotated[Text, StringConstraints(max_length=MAX_TEXT)]
    options: Annotated[dict[Text, Text], Field(default_factory=dict, max_length=10)]


@router.post("/games/{game}/score", response_model=dict[str, Json])
async def score(game: str, position: TypedPosition, request: Request, registry: RegistryDep) -> dict[str, Json]:
    """Return all points with their terms, as sentences and as data."""
    await count_request(request, "ask")
    return await registry.run_in_thread(find_game(game).score_typed_position, position.text, position.options)
