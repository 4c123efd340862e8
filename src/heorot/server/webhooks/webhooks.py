"""Webhook calls for tables that wait for a player. Several servers may run this: a notification is claimed in the store
before it is sent, and a lease enforces the minimum interval between two calls to a seat."""

import asyncio
import json
import secrets
from collections import Counter
from contextlib import suppress
from typing import TypeAlias

import structlog

from heorot.engine.errors import HeorotError
from heorot.engine.seats import Seat
from heorot.server.protocol.errors import Refusal
from heorot.server.rooms.registry import Registry
from heorot.server.store.interface import FIRST_NOTICE, NotificationRow, StoreError
from heorot.server.table.table import TableState
from heorot.server.views.pending import PendingItem, notice_text, pending_item, table_url
from heorot.server.webhooks.webhook_client import (
    AllowedTargets,
    DeliveryFailed,
    WebhookClient,
    host_shares,
    parse_endpoint,
)

log = structlog.get_logger()

POLL_SECONDS = 2.0
MIN_INTERVAL = 10_000  # milliseconds between two calls to one seat
RETRY_DELAYS = (5.0, 30.0, 120.0)  # seconds
MAX_FAILURES = 10  # consecutive failed notifications until the URL is deleted
MAX_CHECKED, MAX_STARTED = 1000, 100  # seats in one poll, and deliveries started in one poll
MAX_DELIVERIES = 5000  # unfinished deliveries, including those that wait for a retry
MAX_ACTIVE_PER_SHARE = 50  # active deliveries for each share of a host
ALL_HOSTS, ALL_HOSTS_SHARES = "", 10  # key of all hosts together, and its shares

DeliveryKey: TypeAlias = tuple[str, int, str | None]  # table, seat, and the webhook's secret


class WebhookSender:
    """Poll for tables that have changed and call the webhooks of seats that they wait for."""

    def __init__(self, registry: Registry, allowed_targets: AllowedTargets) -> None:
        self.registry = registry
        self.context = registry.context
        self.allowed_targets = allowed_targets
        self.called_at: dict[tuple[str, int], int] = {}
        self.deliveries: dict[DeliveryKey, asyncio.Task[None]] = {}
        self.active: Counter[str] = Counter()  # by host key: deliveries that call or wait for a slot
        self.client = WebhookClient(allowed_targets)
        self.holder = secrets.token_hex(8)
        self.after = FIRST_NOTICE

    async def work(self) -> None:
        """Poll until cancelled; log errors and continue."""
        try:
            while self.allowed_targets != "off":
                await self.context.clock.sleep(POLL_SECONDS)
                try:
                    await self.poll()
                except HeorotError as error:
                    log.warning("webhooks.failed", why=error.key)
                except Exception:
                    log.exception("webhooks.failed")
        finally:
            for delivery in self.deliveries.values():
                delivery.cancel()

    async def poll(self) -> None:
        """Check tables that have changed since the last check and have a webhook."""
        now = self.context.clock.now()
        self.called_at = {seat: at for seat, at in self.called_at.items() if now - at < MIN_INTERVAL}
        self.active = +self.active  # drop zero counts
        changed = await self.context.store.changed_notices(MAX_CHECKED, self.after)
        started = 0
        for notice, changed_at in changed:
            self.after = changed_at, notice.table, notice.seat
            if self.can_deliver(notice):
                started += 1
                with suppress(Refusal):  # the table was deleted
                    await self.notify_if_pending(notice, changed_at)
            if started == MAX_STARTED:
                break
        if started == MAX_STARTED or len(changed) < MAX_CHECKED:  # begin again with the oldest change
            self.after = FIRST_NOTICE

    def can_deliver(self, notice: NotificationRow) -> bool:
        """Return whether a new delivery may start: not too soon, none is unfinished, and the host is below its limit.
        Deliveries that wait for a retry do not count for the host."""
        if (
            (notice.table, notice.seat) in self.called_at
            or delivery_key(notice) in self.deliveries
            or len(self.deliveries) >= MAX_DELIVERIES
        ):
            return False
        return all(self.active[owner] < share * MAX_ACTIVE_PER_SHARE for owner, share in notice_shares(notice).items())

    async def notify_if_pending(self, notice: NotificationRow, changed_at: int) -> None:
        """Start a delivery if an item is pending that was not sent yet, unless another server has just called the
        seat."""
        room = await self.registry.room(notice.table)
        async with room.lock:
            table = await room.current()
        item = pending_item(table, Seat(notice.seat), changed_at)
        id = "" if item is None else item.id
        at = min(changed_at, self.context.clock.now() - 1)  # another event may follow in the same millisecond
        if item is None or id == notice.told:
            await self.context.store.mark_looked(notice, id, at)
        elif await self.acquire_slot(notice) and await self.context.store.mark_looked(notice, id, at):
            self.start_delivery(notice, payload(table, notice, item))

    def start_delivery(self, notice: NotificationRow, body: bytes) -> None:
        """Deliver in a background task."""
        task = self.deliveries[delivery_key(notice)] = asyncio.get_running_loop().create_task(
            self.deliver(notice, body)
        )
        self.active.update(notice_shares(notice).keys())
        task.add_done_callback(lambda done: self.finish_delivery(notice, done))

    def finish_delivery(self, notice: NotificationRow, done: asyncio.Task[None]) -> None:
        """Forget a finished delivery. If its result could not be stored, the next event starts a new one."""
        if not done.cancelled() and (error := done.exception()):
            log.warning("call.lost", table=notice.table, error=type(error).__name__)
        del self.deliveries[delivery_key(notice)]
        self.active.subtract(notice_shares(notice).keys())

    async def wait_before_retry(self, notice: NotificationRow, seconds: float) -> None:
        """Sleep without counting as active."""
        self.active.subtract(notice_shares(notice).keys())
        try:
            await self.context.clock.sleep(seconds)
        finally:
            self.active.update(notice_shares(notice).keys())

    async def is_current(self, notice: NotificationRow) -> bool:
        """Return whether the webhook was neither replaced nor deleted since."""
        now = await self.context.store.find_notice(notice.table, notice.seat)
        return now is not None and now.url is not None and delivery_key(now) == delivery_key(notice)

    async def acquire_slot(self, notice: NotificationRow) -> bool:
        """Acquire the lease that lets this server call a seat now, and no server for the minimum interval."""
        if not await self.context.store.acquire_leases(
            notice.table, [f"call:{notice.seat}"], self.holder, MIN_INTERVAL / 1000
        ):
            return False
        self.called_at[notice.table, notice.seat] = self.context.clock.now()
        return True

    async def deliver(self, notice: NotificationRow, body: bytes) -> None:
        """Call until the receiver accepts, with a few retries; stop if the webhook changes. Delete a URL that keeps
        failing."""
        assert notice.url is not None
        assert notice.secret is not None
        for seconds in (0.0, *RETRY_DELAYS):
            if seconds:
                await self.wait_before_retry(notice, seconds)
            try:
                if not await self.is_current(notice):
                    return
                await self.client.call(notice.url, notice.secret, self.context.clock, body)
            except (DeliveryFailed, StoreError) as why:  # a store error may be temporary
                log.info("call.failed", table=notice.table, why=str(why))
            else:
                return await self.context.store.record_delivery(notice, 0, notice.url)
        failures = notice.failures + 1
        await self.context.store.record_delivery(notice, failures, notice.url if failures < MAX_FAILURES else None)


def delivery_key(notice: NotificationRow) -> DeliveryKey:
    """Return the identity of a webhook: setting the same URL again makes a new one."""
    return notice.table, notice.seat, notice.secret


def notice_shares(notice: NotificationRow) -> dict[str, int]:
    """Return the limit keys of a webhook's host with their shares, and that of all hosts."""
    try:
        return {ALL_HOSTS: ALL_HOSTS_SHARES, **host_shares(parse_endpoint(notice.url or "", "any").host)}
    except Refusal:
        return {ALL_HOSTS: ALL_HOSTS_SHARES}


def payload(table: TableState, notice: NotificationRow, item: PendingItem) -> bytes:
    """Return the request body, which says only that something is pending."""
    content = {
        "id": f"{table.id}:{notice.seat + 1}:{item.id}",
        "what": item.kind,
        "table": table.id,
        "seat": notice.seat + 1,
        "game": table.created.game,
        "at": item.at,
        "text": notice_text(notice.language, table.created.game, item.kind),
        "url": table_url(notice.page, table.id),
    }
    return json.dumps(content, ensure_ascii=False).encode()
