"""The route of the score pad: what lies on a table of cardboard, typed as its owner types it, and every point of it.

Nothing is stored, and no table is needed. The games read the text and score it."""

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field, StringConstraints

from heorot.server.http import House, find_game, limit
from heorot.server.messages import Model
from heorot.server.requests import Text

router = APIRouter(prefix="/api")
LONGEST = 16 * 1024  # characters; three whole boards with their keys are about 3000


class Cardboard(Model):
    """What lies on the table, line by line as `heorot score` reads it, and which options were played."""

    text: Annotated[Text, StringConstraints(max_length=LONGEST)]
    options: Annotated[dict[Text, Text], Field(default_factory=dict, max_length=10)]


@router.post("/games/{game}/score", response_model=dict[str, Any])
async def score(game: str, cardboard: Cardboard, request: Request, hall: House) -> dict[str, Any]:
    """The points of it all, term by term: in sentences and as data."""
    await limit(request, "ask")
    return await hall.aside(find_game(game).scored, cardboard.text, cardboard.options)
