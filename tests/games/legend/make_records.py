"""Generator of the games under records/legend: each scenario steers a whole game to the situation in its notes.

    python -m tests.games.legend.make_records [NAME ...]

A scenario states the decisive entries. The entries in between are played quietly: players decline, give up or keep
where they can, and chance gives the most frequent outcome. The order of a list has no influence.
"""

import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from heorot.engine import records
from heorot.engine.game import Entry, play
from heorot.engine.records import Record
from heorot.engine.seats import CHANCE, Seat
from heorot.games.legend.box.box import Box, built_in
from heorot.games.legend.game import GAME
from heorot.games.legend.table.table import Table, actors
from tests.games.legend.tables import asked, counted, episode, may_say, said

FOLDER = Path(__file__).parents[3] / "records" / "legend"
QUIETLY = ("decline", "done", "give up", "keep")
PEOPLE = ("Sandra", "Martha", "Mark", "Peter", "Wiglaf")
LONGEST = 2000  # entries


class Script:
    """Game that is being written."""

    def __init__(self, seats: int, *notes: str, box: Box | None = None, first: int = 1, options: str = "") -> None:
        chosen = {"first": str(first)} | dict.fromkeys(options.split(), "yes")
        self.table = GAME.setup(box or built_in(), seats, chosen, 1)
        self.entries: list[Entry] = []
        self.notes = notes
        self.wishes: list[str] = []  # planned outcomes of chance, as long as they are possible

    def record(self) -> Record:
        """Return the record."""
        table = self.table
        return Record(
            game=GAME.info.name,
            rules=table.rules,
            box_hash=GAME.box_hash(table.box),
            box_text=GAME.box_text(table.box),
            options=table.options,
            seats=PEOPLE[: table.state.seats],
            notes=self.notes,
            entries=tuple(self.entries),
            result=records.result_of(GAME, table),
        )

    def enter(self, entry: Entry) -> None:
        """Play one entry."""
        self.table = play(GAME, self.table, entry.seat, GAME.read(self.table, entry.text))
        self.entries.append(entry)
        assert len(self.entries) < LONGEST, "the game does not end"

    def say(self, texts: str) -> "Script":
        """Play entries of players and chance."""
        for entry in said(texts):
            self.enter(entry)
        return self

    def deal(self, *hands: str) -> "Script":
        """Deal these cards to each seat, besides the fixed ones; the rest are the most frequent cards."""
        first, seats = self.table.state.first, self.table.state.seats
        dealt = self.table.box.hand.dealt
        for seat in [*range(first, seats), *range(first)]:
            words = list(islice(counted(hands[seat] if seat < len(hands) else "").elements(), dealt))
            self.say(", ".join(f"* {word}" for word in words))
            for _ in range(dealt - len(words)):
                self.step()
        return self

    # ---- Quiet answers -----------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Give the quiet answer to the open question."""
        seat = actors(self.table)[0]
        self.enter(Entry(seat, self.chance() if seat == CHANCE else quiet(may_say(self.table))))

    def chance(self) -> str:
        """Return the planned outcome, or the most frequent one."""
        cases = {GAME.write(self.table, case.action): case.weight for case in GAME.chance_outcomes(self.table)}
        for wish in self.wishes:
            if wish in cases:
                return wish
        return min(cases, key=lambda text: (-cases[text], text))

    def miss(self, number: int) -> "Script":
        """Let a risk turn over a number of cards that do not match."""
        for _ in range(number):
            matching = (*self.table.box.episodes[self.table.state.episode].symbols, "beowulf")
            cards = (GAME.write(self.table, case.action) for case in GAME.chance_outcomes(self.table))
            self.enter(Entry(CHANCE, min(card for card in cards if not card.startswith(matching))))
        return self

    def until(self, wanted: Callable[[Table], bool]) -> "Script":
        """Play quietly until a table meets a condition."""
        while not wanted(self.table):
            self.step()
        return self

    def go_to(self, name: str, question: str = "") -> "Script":
        """Play quietly to an episode, and there to a question: `2 lay`."""
        return self.until(lambda table: episode(table) == name and asked(table).endswith(question))

    def settle(self) -> "Script":
        """Play all pending chance entries."""
        return self.until(lambda table: actors(table) != (CHANCE,))

    def finish(self) -> "Script":
        """Play quietly to the end."""
        return self.until(lambda table: not actors(table))

    def take(self, *icons: str) -> "Script":
        """Take icon spaces in the order of the markers, with their draws. A Blessing before that is kept."""
        self.until(lambda table: not asked(table).endswith("blessing"))
        for icon in icons:
            seat = actors(self.table)[0]
            self.enter(Entry(seat, f"take {icon}"))
            self.settle()
        return self

    def fight(self, plans: dict[int, list[str]]) -> "Script":
        """Play an episode in turn or an auction: some players make these entries in order (`lay` alone is any activity
        card); all others, and players without entries left, give up."""
        here, plans = episode(self.table), {seat: plan[:] for seat, plan in plans.items()}
        while episode(self.table) == here and not asked(self.table).endswith(("take-space", "blessing")):
            seat = actors(self.table)[0] + 1
            if plans.get(seat):
                text = plans[seat].pop(0)
                self.say(f"{seat} {any_card(may_say(self.table)) if text == 'lay' else text}")
            else:
                self.step()
        return self

    def bid(self, *bids: str) -> "Script":
        """Play a sealed bid of every seat."""
        for seat in actors(self.table):
            for card in counted(bids[seat] if seat < len(bids) else "").elements():
                self.enter(Entry(seat, f"bid {card}"))
            self.enter(Entry(seat, "done"))
        return self

    def all_say(self, text: str) -> "Script":
        """Let every player in turn make the same entry, as long as it is legal in this episode."""
        here = episode(self.table)
        while episode(self.table) == here and text in may_say(self.table):
            self.enter(Entry(Seat(actors(self.table)[0]), text))
            self.settle()
        return self


def any_card(texts: list[str]) -> str:
    """Return an activity card that may be laid."""
    return min(text for text in texts if text.startswith("lay ") and text[-1].isdigit())


def quiet(texts: list[str]) -> str:
    """Return the answer that does as little as possible."""
    return next((text for text in QUIETLY if text in texts), min(texts))


# ---- Files ---------------------------------------------------------------------------------------------------------


def scenarios() -> dict[str, Callable[[], Script]]:
    """Return every scenario by the name of its file."""
    from tests.games.legend import make_records_edges, make_records_rulebook

    return make_records_rulebook.SCENARIOS | make_records_edges.SCENARIOS


def main(names: list[str]) -> None:
    known = scenarios()
    if unknown := set(names) - known.keys():
        sys.exit(f"{__doc__}\nThere is no {', '.join(unknown)}; there are {', '.join(known)}.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names or known:
        text = records.write(known[name]().record())
        (FOLDER / f"{name}.record").write_text(text, "utf-8")
        print(f"{name}: {len(text.splitlines())} lines, {text.splitlines()[-1]}")


if __name__ == "__main__":
    main(sys.argv[1:])
