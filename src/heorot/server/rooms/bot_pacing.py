"""When bots answer: at beats that tell nothing of what any of them saw."""

from dataclasses import dataclass

A_WHILE = 120_000  # milliseconds
MOST_BEATS = 8  # that others wait because one was late: who needs more has failed, or nearly


@dataclass(frozen=True, slots=True)
class Pace:
    """How long bots take, in seconds."""

    beat: float = 0.5  # after which they answer, however soon they know what
    patience: float = 20.0  # of thinking, not of waiting for a turn to think; then another bot plays on
    at_once: int = 1  # so many may think at the same time


class Tempo:
    """One beat after the question; a bot that needs longer answers after two, four or eight. For a while all others at
    its table take as long then, whatever they think of: that some are late tells how fast this machine is, and not
    which of them saw something that is hard to think about."""

    def __init__(self, beat: float) -> None:
        self.beat = beat
        self.late: dict[tuple[str, float], int] = {}  # by table and pause: when a bot last needed as much

    def pause(self, table: str, taken: float, now: int) -> float:
        """How long after their question bots answer, in seconds, if they have thought for so long."""
        needed = self.beat
        while 0 < needed < taken:
            needed *= 2
        self.late = {late: at for late, at in self.late.items() if at > now - A_WHILE}
        if needed > self.beat:
            self.late[table, min(needed, MOST_BEATS * self.beat)] = now
        return max([needed, *(pause for one, pause in self.late if one == table)])
