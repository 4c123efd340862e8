"""Notification settings of a seat: a feed and a webhook.

Feed readers send no headers, so the feed's URL contains a secret. It is not the key of the seat: a leaked feed URL
reveals only whose turn it is, and the player can replace it.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from heorot.server.protocol.errors import Refusal
from heorot.server.protocol.http_models import FeedMade, FeedSetup, JsonFeed, NotificationSettings, WebhookSetup
from heorot.server.rooms import seat_keys
from heorot.server.rooms.registry import Registry
from heorot.server.routes.dependencies import BearerToken, RegistryDep, TableIdPath, count_request
from heorot.server.store.interface import NotificationRow
from heorot.server.table.table import TableState
from heorot.server.tokens import hash_of, new_token
from heorot.server.webhooks import feeds

router = APIRouter(prefix="/api")
FeedKey = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{22}$", description="secret of a feed")]


async def find_notice(registry: Registry, table: str, token: str | None) -> NotificationRow:
    """Return the notification settings of the token's seat."""
    identity = await seat_keys.require_identity(registry, table, token)
    if identity.seat is None:
        raise Refusal("not-seated", "server.not-seated")
    return await registry.context.store.find_notice(table, identity.seat) or NotificationRow(table, identity.seat)


async def update_notice(
    registry: Registry, table: str, token: str | None, change: Callable[[NotificationRow], NotificationRow]
) -> NotificationRow:
    """Change the notification settings of the token's seat; raise `Refusal` if the token was revoked meanwhile, here or
    on another node."""
    await find_notice(registry, table, token)
    room = await registry.room(table)
    async with room.lock:
        notice = change(await find_notice(registry, table, token))
        if not await registry.context.store.put_notice(notice, hash_of(token or "")):
            raise Refusal("unknown-token", "server.unknown-token")
    return notice


def public_url(request: Request) -> str:
    """Return the base URL of this server as the client sees it. A foreign Origin header was refused before."""
    return request.headers.get("origin") or f"{request.url.scheme}://{request.url.netloc}"


def notices_of(notice: NotificationRow) -> NotificationSettings:
    """Return notification settings as sent to their owner."""
    return NotificationSettings(
        feed=notice.feed is not None, webhook=notice.url, secret=notice.secret, failures=notice.failures
    )


@router.get("/tables/{table}/notices")
async def notices(
    table: TableIdPath, request: Request, registry: RegistryDep, token: BearerToken
) -> NotificationSettings:
    """Return the notification settings of my seat."""
    await count_request(request, "ask")
    return notices_of(await find_notice(registry, table, token))


@router.post("/tables/{table}/notices/feed", status_code=201)
async def make_feed(
    table: TableIdPath, wanted: FeedSetup, request: Request, registry: RegistryDep, token: BearerToken
) -> FeedMade:
    """Create a feed with a new URL; the old one stops working."""
    await count_request(request, "join")
    key, page = new_token(), public_url(request)
    await update_notice(
        registry, table, token, lambda notice: replace(notice, feed=hash_of(key), page=page, language=wanted.language)
    )
    return FeedMade(json_feed=f"{page}/api/feeds/{key}.json", atom_feed=f"{page}/api/feeds/{key}.atom")


@router.put("/tables/{table}/notices/webhook")
async def set_webhook(
    table: TableIdPath, wanted: WebhookSetup, request: Request, registry: RegistryDep, token: BearerToken
) -> NotificationSettings:
    """Set the webhook that is called when something waits for my seat; return the secret that signs its calls."""
    await count_request(request, "join")
    await find_notice(registry, table, token)
    if request.app.state.settings.webhooks == "off":
        raise Refusal("no-webhooks", "server.no-webhooks")
    await request.app.state.lifecycle.webhooks.client.check(wanted.url)
    secret, page = new_token() + new_token(), public_url(request)

    def with_webhook(notice: NotificationRow) -> NotificationRow:
        fresh = replace(notice, told="", looked_at=0, failures=0)
        return replace(fresh, url=wanted.url, secret=secret, page=page, language=wanted.language)

    return notices_of(await update_notice(registry, table, token, with_webhook))


@router.delete("/tables/{table}/notices", status_code=204)
async def delete_notices(table: TableIdPath, request: Request, registry: RegistryDep, token: BearerToken) -> Response:
    """Delete the feed and the webhook of my seat."""
    await count_request(request, "join")
    await update_notice(registry, table, token, lambda notice: NotificationRow(table, notice.seat))
    return Response(status_code=204)


# ---- Feeds ---------------------------------------------------------------------------------------------------------


@router.get("/feeds/{feed}.json")
async def json_feed(feed: FeedKey, request: Request, registry: RegistryDep) -> JsonFeed:
    """Return the pending items of a feed's seat as JSON Feed 1.1."""
    return feeds.json_feed(*await find_feed(feed, request, registry))


@router.get("/feeds/{feed}.atom", response_class=Response)
async def atom_feed(feed: FeedKey, request: Request, registry: RegistryDep) -> Response:
    """Return the pending items of a feed's seat as Atom."""
    return Response(feeds.atom_feed(*await find_feed(feed, request, registry)), media_type="application/atom+xml")


async def find_feed(feed: str, request: Request, registry: Registry) -> tuple[TableState, NotificationRow, int]:
    """Return the table of a feed, its settings, and the time of the table's last change."""
    await count_request(request, "ask")
    notice = await registry.context.store.find_notice_by_feed(hash_of(feed))
    row = None if notice is None else await registry.context.store.find_table(notice.table)
    if notice is None or row is None:
        raise Refusal("no-such-feed", "server.no-such-feed")
    room = await registry.room(notice.table)
    async with room.lock:
        return await room.current(), notice, row.changed_at
