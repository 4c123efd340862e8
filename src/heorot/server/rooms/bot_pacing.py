"""Timing of bot answers, which must not reveal how long a bot computed."""

from dataclasses import dataclass

LATE_MEMORY = 120_000  # milliseconds
MAX_BEATS = 8  # that other bots are delayed by a late one


@dataclass(frozen=True, slots=True)
class BotTiming:
    """Time limits of bots, in seconds."""

    beat: float = 0.5  # minimum time before an answer
    timeout: float = 20.0  # of computing, without waiting for a slot; then the fallback bot plays on
    max_concurrent: int = 1


class BotPacer:
    """Answers come one beat after the question, or two, four or eight if a bot needs longer. For a while all bots of
    that table are delayed equally, so that lateness reveals the speed of the machine and not which bot had a hard
    decision."""

    def __init__(self, beat: float) -> None:
        self.beat = beat
        self.late: dict[tuple[str, float], int] = {}  # time of the last late answer, by table and delay

    def pause(self, table: str, taken: float, now: int) -> float:
        """Return the seconds between question and answer, given that computing took `taken` seconds."""
        needed = self.beat
        while 0 < needed < taken:
            needed *= 2
        self.late = {late: at for late, at in self.late.items() if at > now - LATE_MEMORY}
        if needed > self.beat:
            self.late[table, min(needed, MAX_BEATS * self.beat)] = now
        return max([needed, *(pause for late_table, pause in self.late if late_table == table)])
