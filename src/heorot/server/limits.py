"""How often and how many: nobody may keep a server from the others. By the library `limits`, with moving windows.

Windows are kept in memory with the time handed in; where nodes have a Redis, there.
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
from heorot.server.errors import Refusal
from heorot.server.settings import Settings

MATTERS = ("request", "create", "import", "join", "hello", "command", "ask", "hint", "chat", "leave")
GROWING = ("create", "import")  # what takes more of the disk


class Windows(Storage, MovingWindowSupport):
    """When what was done, in memory. The library's own looks at the system's clock and starts threads to tidy up."""

    STORAGE_SCHEME = None

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        self.times: dict[str, list[float]] = {}  # the latest last

    def now(self) -> float:
        return self.clock.now() / 1000

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Once more, unless it was too often within the window."""
        now = self.now()
        recent = [time for time in self.times.get(key, ()) if time > now - expiry]
        allowed = len(recent) + amount <= limit
        self.times[key] = recent + [now] * amount * allowed
        return allowed

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """When the window began, and how often it was done since."""
        now = self.now()
        recent = [time for time in self.times.get(key, ()) if time > now - expiry]
        return (recent[0] if recent else now), len(recent)

    def forget(self, seconds: float) -> None:
        """Whoever did nothing for so long."""
        before = self.now() - seconds
        self.times = {key: times for key, times in self.times.items() if times and times[-1] > before}

    # ---- What the library asks of a storage, and moving windows do not need

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


class Shared(Protocol):
    """Windows that several nodes share."""

    async def again_at(self, rate: RateLimitItem, what: str, who: str) -> float | None:
        """Count it: 0 if it was not too often, else when it can be done again; nothing, if that cannot be found out."""


class Limits:
    """What an address may do. `full` is set while there is no room for new tables."""

    def __init__(self, settings: Settings, clock: Clock, shared: Shared | None = None) -> None:
        self.settings = settings
        self.clock = clock
        self.shared = shared
        self.windows = Windows(clock)
        self.limiter = MovingWindowRateLimiter(self.windows)
        self.rates = {what: parse(getattr(settings, f"rate_{what}")) for what in MATTERS}
        self.tables = parse(f"{settings.most_tables}/day")
        self.sockets: Counter[str] = Counter()
        self.connected = 0
        self.full = False

    async def count(self, what: str, who: str) -> None:
        """Someone does something, here or at any other node; a Refusal if that was too often."""
        if self.shared is None or self.settings.limits == "off":
            return self.hit(what, who)
        self.must_have_room(what)
        for rate, name in self.concerned(what):
            again = await self.shared.again_at(rate, name, who)
            if again is None:  # nobody can say: then each node counts for itself
                self.once_more(rate, name, who)
            else:
                self.must_be(again)

    def hit(self, what: str, who: str) -> None:
        """The same for this node alone."""
        self.must_have_room(what)
        for rate, name in self.concerned(what):
            self.once_more(rate, name, who)

    def must_have_room(self, what: str) -> None:
        if what in GROWING and self.full:
            raise Refusal("full", "server.full")

    def concerned(self, what: str) -> Iterator[tuple[RateLimitItem, str]]:
        """What is counted, and under which name."""
        yield self.rates[what], what
        if what in GROWING:
            yield self.tables, "tables"

    def once_more(self, rate: RateLimitItem, what: str, who: str) -> None:
        """Count it, or say when it can be done again."""
        if self.settings.limits == "on" and not self.limiter.hit(rate, what, who):
            self.must_be(self.limiter.get_window_stats(rate, what, who).reset_time)

    def must_be(self, again: float) -> None:
        """Whether it can be done now, or when it can again."""
        if again:
            seconds = max(1, math.ceil(again - self.clock.now() / 1000))
            raise Refusal("too-fast", "server.too-fast", seconds=seconds)

    def too_many(self, who: str) -> bool:
        """Whether so many are connected that nobody else can be."""
        settings = self.settings
        full = self.sockets[who] >= settings.most_sockets or self.connected >= settings.all_sockets
        return full and settings.limits == "on"

    @contextmanager
    def socket(self, who: str) -> Iterator[None]:
        """While someone is connected."""
        if self.too_many(who):
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

    def tidy(self) -> None:
        """Forget whoever has been quiet for longer than any window."""
        self.windows.forget(max(rate.get_expiry() for rate in (*self.rates.values(), self.tables)))
