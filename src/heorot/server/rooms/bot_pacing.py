"""Timing of bot answers, which must not reveal how long a bot computed."""

from dataclasses import dataclass

LATE_MEMORY = 120_000  # milliseconds
MAX_FACTOR = 8  # of the minimum delay, by which a late bot delays the others


@dataclass(frozen=True, slots=True)
class BotTiming:
    """Time limits of bots, in seconds."""

    min_delay: float = 0.5  # minimum time before an answer
    timeout: float = 20.0  # of computing, without waiting for a slot; then the fallback bot plays on
    max_concurrent: int = 1


class BotPacer:
    """Delays answers by the minimum delay, or by two, four or eight times as much if a bot needs longer. For a while
    all bots of that table are delayed equally, so that lateness reveals the speed of the machine and not which bot had
    a hard decision."""

    def __init__(self, min_delay: float) -> None:
        self.min_delay = min_delay
        self.late: dict[tuple[str, float], int] = {}  # time of the last late answer, by table and delay

    def pause(self, table: str, taken: float, now: int) -> float:
        """Return the seconds between question and answer, given that computing took `taken` seconds."""
        needed = self.min_delay
        while 0 < needed < taken:
            needed *= 2
        self.late = {late: at for late, at in self.late.items() if at > now - LATE_MEMORY}
        if needed > self.min_delay:
            self.late[table, min(needed, MAX_FACTOR * self.min_delay)] = now
        return max([needed, *(pause for late_table, pause in self.late if late_table == table)])
