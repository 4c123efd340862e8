"""Rate limits and connection limits per client address, with moving windows of the library `limits`.

The numbers are in `settings.py`, like the size of a frame and all other limits. Windows are kept in memory with our own
clock; with Redis all nodes share them.
"""

import math
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from limits import RateLimitItem, parse
from limits.storage import MovingWindowSupport, Storage
from limits.strategies import MovingWindowRateLimiter

from heorot.server.clock import Clock
from heorot.server.protocol.errors import Refusal
from heorot.server.settings import Settings

RATE_NAMES = ("request", "create", "import", "join", "hello", "command", "ask", "hint", "chat", "leave")
STORING = ("create", "import")  # actions that need disk space


class MemoryWindows(Storage, MovingWindowSupport):
    """Moving windows in memory. The library's own storage reads the system clock and starts threads for cleanup."""

    STORAGE_SCHEME = None

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        self.times: dict[str, list[float]] = {}  # by key, latest last

    def now(self) -> float:
        return self.clock.now() / 1000

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count `amount` more, unless that exceeds the limit within the window."""
        now = self.now()
        recent = [time for time in self.times.get(key, ()) if time > now - expiry]
        allowed = len(recent) + amount <= limit
        self.times[key] = recent + [now] * amount * allowed
        return allowed

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """Return the start of the window and the count within it."""
        now = self.now()
        recent = [time for time in self.times.get(key, ()) if time > now - expiry]
        return (recent[0] if recent else now), len(recent)

    def forget(self, seconds: float) -> None:
        """Delete keys without entries in the last `seconds`."""
        before = self.now() - seconds
        self.times = {key: times for key, times in self.times.items() if times and times[-1] > before}

    # ---- Required by the library's base class, but not used by moving windows

    @property
    def base_exceptions(self) -> type[Exception]:
        return ValueError

    def check(self) -> bool:
        return True

    def reset(self) -> int:
        self.times.clear()
        return 0

    def clear(self, key: str) -> None:
        self.times.pop(key, None)

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        raise NotImplementedError

    def get(self, key: str) -> int:
        raise NotImplementedError

    def get_expiry(self, key: str) -> float:
        raise NotImplementedError


class SharedLimiter(Protocol):
    """Windows that several nodes share."""

    async def retry_at(self, rate: RateLimitItem, what: str, who: str) -> float | None:
        """Count an action; return 0 if it is allowed, else when it can be repeated; None if the shared storage does not
        answer."""

    async def close(self) -> None:
        """Close the connection."""


class Limits:
    """Limits of client addresses. `full` is set while the disk quota is used up."""

    def __init__(self, settings: Settings, clock: Clock, shared: SharedLimiter | None = None) -> None:
        self.settings = settings
        self.clock = clock
        self.shared = shared
        self.windows = MemoryWindows(clock)
        self.limiter = MovingWindowRateLimiter(self.windows)
        self.rates = {what: parse(getattr(settings, f"rate_{what}")) for what in RATE_NAMES}
        self.tables = parse(f"{settings.most_tables}/day")
        self.sockets: Counter[str] = Counter()
        self.connected = 0
        self.full = False

    async def count(self, what: str, who: str) -> None:
        """Count an action of an address on all nodes; raise `Refusal` if it exceeds its limit."""
        if self.shared is None or self.settings.limits == "off":
            return self.count_here(what, who)
        self.check_space(what)
        for rate, name in self.rates_of(what):
            again = await self.shared.retry_at(rate, name, who)
            if again is None:  # storage is unavailable: this node counts alone
                self.count_in_memory(rate, name, who)
            else:
                self.check_retry(again)

    def count_here(self, what: str, who: str) -> None:
        """Count an action on this node only; raise `Refusal` if it exceeds its limit."""
        self.check_space(what)
        for rate, name in self.rates_of(what):
            self.count_in_memory(rate, name, who)

    def check_space(self, what: str) -> None:
        if what in STORING and self.full:
            raise Refusal("full", "server.full")

    def rates_of(self, what: str) -> Iterator[tuple[RateLimitItem, str]]:
        """Yield the rates of an action and the names that they are counted under."""
        yield self.rates[what], what
        if what in STORING:
            yield self.tables, "tables"

    def count_in_memory(self, rate: RateLimitItem, what: str, who: str) -> None:
        """Count an action in memory; raise `Refusal` if it exceeds the rate."""
        if self.settings.limits == "on" and not self.limiter.hit(rate, what, who):
            self.check_retry(self.limiter.get_window_stats(rate, what, who).reset_time)

    def check_retry(self, again: float) -> None:
        """Raise `Refusal` if an action must wait."""
        if again:
            seconds = max(1, math.ceil(again - self.clock.now() / 1000))
            raise Refusal("too-fast", "server.too-fast", seconds=seconds)

    def is_socket_limit_reached(self, who: str) -> bool:
        """Return whether an address, or the server, has too many open sockets."""
        settings = self.settings
        full = self.sockets[who] >= settings.most_sockets or self.connected >= settings.all_sockets
        return full and settings.limits == "on"

    @contextmanager
    def socket(self, who: str) -> Iterator[None]:
        """Count an open socket of an address; raise `Refusal` if there are too many."""
        if self.is_socket_limit_reached(who):
            raise Refusal("too-many", "server.too-many")
        self.sockets[who] += 1
        self.connected += 1
        try:
            yield
        finally:
            self.sockets[who] -= 1
            self.connected -= 1
            if not self.sockets[who]:
                del self.sockets[who]

    async def close(self) -> None:
        """Close the shared storage."""
        if self.shared is not None:
            await self.shared.close()

    def evict(self) -> None:
        """Delete entries that are older than the longest window."""
        self.windows.forget(max(rate.get_expiry() for rate in (*self.rates.values(), self.tables)))
