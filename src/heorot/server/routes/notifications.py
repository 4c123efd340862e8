"""How a person wants to be told what waits: a feed with an address of its own, and a call to an address of the
person's.

Readers of feeds send no headers, so that a feed's address must hold a secret. It is not the key to the seat: who finds
it in a log learns whose turn it is, and nothing else, until its owner makes it anew.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from heorot.server import feeds
from heorot.server.errors import Refusal
from heorot.server.hall import Hall
from heorot.server.http import House, Id, Token, holder, limit
from heorot.server.requests import FeedMade, FeedWish, Notices, WebhookWish
from heorot.server.store import NoticeRow
from heorot.server.tokens import hash_of, new_token

router = APIRouter(prefix="/api")
FeedKey = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{22}$", description="the secret of a feed")]


async def own(hall: Hall, table: str, token: str | None) -> NoticeRow:
    """What the person at a seat has set."""
    who = await holder(hall, table, token)
    if who.seat is None:
        raise Refusal("not-seated", "server.not-seated")
    return await hall.means.store.notice(table, who.seat) or NoticeRow(table, who.seat)


async def put(hall: Hall, table: str, token: str | None, set_anew: Callable[[NoticeRow], NoticeRow]) -> NoticeRow:
    """Set something else. Whose key dies just then, here or at another node, sets nothing for the next."""
    await own(hall, table, token)
    room = await hall.room(table)
    async with room.lock:
        notice = set_anew(await own(hall, table, token))
        if not await hall.means.store.put_notice(notice, hash_of(token or "")):
            raise Refusal("unknown-token", "server.unknown-token")
    return notice


def page_of(request: Request) -> str:
    """Where the person sees this server: a browser says it, and strangers' pages are refused."""
    return request.headers.get("origin") or f"{request.url.scheme}://{request.url.netloc}"


def shown(notice: NoticeRow) -> Notices:
    """To its owner alone."""
    return Notices(feed=notice.feed is not None, webhook=notice.url, secret=notice.secret, failures=notice.failures)


@router.get("/tables/{table}/notices")
async def notices(table: Id, request: Request, hall: House, token: Token) -> Notices:
    """How I want to be told what waits for me here."""
    await limit(request, "ask")
    return shown(await own(hall, table, token))


@router.post("/tables/{table}/notices/feed", status_code=201)
async def make_feed(table: Id, wanted: FeedWish, request: Request, hall: House, token: Token) -> FeedMade:
    """A feed with a new address; the old one is dead."""
    await limit(request, "join")
    key, page = new_token(), page_of(request)
    feed: dict[str, Any] = {"feed": hash_of(key), "page": page, "language": wanted.language}
    await put(hall, table, token, lambda notice: replace(notice, **feed))
    return FeedMade(json_feed=f"{page}/api/feeds/{key}.json", atom_feed=f"{page}/api/feeds/{key}.atom")


@router.put("/tables/{table}/notices/webhook")
async def set_webhook(table: Id, wanted: WebhookWish, request: Request, hall: House, token: Token) -> Notices:
    """Call this address whenever something waits for me; the answer has the secret by which calls are signed."""
    await limit(request, "join")
    await own(hall, table, token)
    if request.app.state.settings.webhooks == "off":
        raise Refusal("no-webhooks", "server.no-webhooks")
    await request.app.state.household.caller.telephone.check(wanted.url)
    webhook: dict[str, Any] = {"url": wanted.url, "secret": new_token() + new_token(), "page": page_of(request)}
    fresh: dict[str, Any] = {"language": wanted.language, "told": "", "looked_at": 0, "failures": 0}
    return shown(await put(hall, table, token, lambda notice: replace(notice, **webhook, **fresh)))


@router.delete("/tables/{table}/notices", status_code=204)
async def no_notices(table: Id, request: Request, hall: House, token: Token) -> Response:
    """No feed and no calls any more."""
    await limit(request, "join")
    await put(hall, table, token, lambda notice: NoticeRow(table, notice.seat))
    return Response(status_code=204)


# ---- Feeds -----------------------------------------------------------------------------------------------------------


@router.get("/feeds/{feed}.json", response_model=dict[str, Any])
async def json_feed(feed: FeedKey, request: Request, hall: House) -> dict[str, Any]:
    """What waits for the seat of a feed, as JSON Feed 1.1."""
    return feeds.json_feed(*await found(feed, request, hall))


@router.get("/feeds/{feed}.atom", response_class=Response)
async def atom_feed(feed: FeedKey, request: Request, hall: House) -> Response:
    """The same, as Atom."""
    return Response(feeds.atom_feed(*await found(feed, request, hall)), media_type="application/atom+xml")


async def found(feed: str, request: Request, hall: Hall) -> tuple[Any, NoticeRow, int]:
    """The table of a feed, whose it is, and when something happened there last."""
    await limit(request, "ask")
    notice = await hall.means.store.feed(hash_of(feed))
    row = None if notice is None else await hall.means.store.find(notice.table)
    if notice is None or row is None:
        raise Refusal("no-such-feed", "server.no-such-feed")
    room = await hall.room(notice.table)
    async with room.lock:
        return await room.now(), notice, row.changed_at
