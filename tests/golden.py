"""Golden playthroughs: whole games as text, every table as everyone sees it. `./dev golden` writes them anew; review
the difference like code.

A state is shown like this; lines that are as they were in the state before are left out:

    == 12  3 thane c4                  the entry that led here, and who was skipped after it
    act 1, turn, asks 4, pool 17
    1 | 4L  .  +5                      the board: a dot is open, 4L a longship of seat 4
    seat 4: 50 points, in front 1 2 3 3, backs 2 0 0, sure 0 0 0
    seat 4 holds +4 horn
    seat 4 has not seen of act 1 +1 +2x2
    seat 4 saw * ?                     where a seat did not see what is written above
    views 1f6c9d0e ...                 a hash of all that everyone sees: the spectator, then seat by seat
    0 beowulf: open                    what is legal, numbered; `open` stands for all open spaces in reading order
    > 17 beowulf c3
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from heorot.engine.accel import members
from heorot.engine.record import Entry, entry_line
from heorot.engine.seats import CHANCE
from heorot.games.movie.notation import write, write_tile
from heorot.games.movie.table import Table
from heorot.games.movie.view import Hidden, PlayerView, Skip, Unseen, View
from tests.playing import MOVIE, Line, random_game, watchers

RECORDS = Path(__file__).parents[1] / "records"
FILES = {  # the file, and the game in it: its box, its seats, its seed
    "movie-2.txt": ("built-in", 2, 20),
    "movie-3.txt": ("built-in", 3, 30),
    "movie-4.txt": ("built-in", 4, 40),
    "movie-crooked-3.txt": ("crooked", 3, 31),
    "movie-tiny-2.txt": ("tiny", 2, 2),
}
LETTERS = {"beowulf": "B", "thane": "T", "castle": "C", "longship": "L"}


def playthrough(box: str, seats: int, seed: int) -> str:
    """A whole game as text."""
    line = random_game(box, seats, seed)
    shown: dict[str, str] = {}
    out = [f"The {box} box, {seats} seats, seed {seed}.", ""]
    for number, table in enumerate(line.tables):
        out.append(f"== {number}  {arrived(line, number)}".rstrip())
        now = list(state_lines(table, line.entries[number - 1] if number else None))
        out += [text for name, text in now if name == "always" or shown.get(name) != text]
        shown |= dict(now)
        out += [*answers(table, line.entries[number] if number < len(line.entries) else None), ""]
    return "\n".join(out)


def arrived(line: Line, number: int) -> str:
    """The entry behind a state, and what followed from it by itself."""
    if number == 0:
        return ""
    skipped = line.tables[number].history[-1].skipped
    return entry_line(line.entries[number - 1]) + "".join(f", {seat + 1} skipped" for seat in skipped)


# ---- What everyone sees --------------------------------------------------------------------------------------------


def state_lines(table: Table, entry: Entry | None) -> Iterator[tuple[str, str]]:
    """All there is to see, line by line, each with a name by which it is found unchanged."""
    views = [MOVIE.view(table, me) for me in watchers(table)]
    yield "question", question(views[0])
    for number, row in enumerate(drawn(table, views[0]), 1):
        yield f"row {number}", f"{number} | {row}"
    for player in views[0].players:
        yield f"player {player.seat}", player_line(player)
    for view in views:
        who = "spectator" if view.seat is None else f"seat {view.seat + 1}"
        if view.seat is not None:
            yield f"{who} holds", f"{who} holds {' '.join(write_tile(tile, view.act) for tile in view.hand)}".rstrip()
        for act, unseen in enumerate(view.unseen, 1):
            yield f"{who} unseen {act}", f"{who} has not seen of act {act} {unseen_text(unseen)}"
        if entry is not None and (seen := last_seen(view)) != entry_line(entry):
            yield "always", f"{who} saw {seen}"
    yield "always", f"views {' '.join(map(fingerprint, views))}"


def question(view: View) -> str:
    asked = " and ".join("chance" if seat == CHANCE else str(seat + 1) for seat in view.asked) or "nobody"
    more = [f"for {view.to + 1}"] if view.to is not None else []
    more += [f"placed {view.placed}"] if view.placed else []
    more += [f"chosen {view.chosen}"] if view.chosen else []
    more += [f"won by {' '.join(str(seat + 1) for seat in view.winners)}"] if view.winners else []
    return ", ".join([f"act {view.act}", view.question, f"asks {asked}", f"pool {view.pool}", *more])


def drawn(table: Table, view: View) -> list[str]:
    """The board, row by row."""
    things = {tile.space: write_tile(tile.tile, view.act) for tile in view.tiles}
    things |= {figure.space: f"{figure.seat + 1}{LETTERS[figure.kind]}" for figure in view.figures}
    rows = table.box.boards[view.act - 1].rows
    cells = [[things.get(f"{chr(97 + x)}{y + 1}", mark) for x, mark in enumerate(row)] for y, row in enumerate(rows)]
    return [" ".join(f"{cell[:9]:9}" if len(cell) > 3 else f"{cell:3}" for cell in row).rstrip() for row in cells]


def player_line(player: PlayerView) -> str:
    figures = " ".join(str(number) for _, number in player.in_front)
    backs, sure = (" ".join(map(str, three)) for three in (player.backs, player.counsels))
    return f"seat {player.seat + 1}: {player.saga} points, in front {figures}, backs {backs}, sure {sure}"


def unseen_text(unseen: Unseen) -> str:
    return " ".join(write_tile(tile, tile.act) + (f"x{number}" if number > 1 else "") for tile, number in unseen)


def last_seen(view: View) -> str:
    """The newest entry of a seat's log that is no skip."""
    entry = next(entry for entry in reversed(view.log) if not isinstance(entry.action, Skip))
    if isinstance(entry.action, Hidden):
        return "* ?"
    return entry_line(Entry(entry.seat, write(entry.action, entry.act)))


def fingerprint(view: View) -> str:
    """A hash of a view, without the box, and of the log only the end: the rest was in the states before."""
    return sha256(repr(replace(view, box="", log=view.log[-5:])).encode()).hexdigest()[:8]


# ---- What is legal -------------------------------------------------------------------------------------------------


def answers(table: Table, entry: Entry | None) -> Iterator[str]:
    """Every legal action by number, those with the same words together; then the one that was chosen."""
    if entry is None:
        return
    actions = MOVIE.legal(table, entry.seat)
    texts = [MOVIE.write(table, action) for action in actions]
    names = table.box.boards[table.state.act].names
    spaces = " ".join(names[space] for space in members(table.state.open))
    number = 0
    for words, group in groupby(texts, key=lambda text: text.rpartition(" ")[0]):
        ends = [text.rpartition(" ")[2] for text in group]
        listed = " ".join(ends)
        yield f"{number} {words}: {listed}".replace(f": {spaces}", ": open") if words else f"{number} {listed}"
        number += len(ends)
    if entry.seat == CHANCE:
        yield "weights " + " ".join(str(chance.weight) for chance in MOVIE.chances(table))
    yield f"> {texts.index(entry.text)} {entry.text}"


# ---- Files ---------------------------------------------------------------------------------------------------------


def files() -> Iterator[tuple[Path, str]]:
    """Every file that is written, with its text."""
    for name, (box, seats, seed) in FILES.items():
        yield RECORDS / "golden" / name, playthrough(box, seats, seed)
    from tests.records.test_perft import PERFT, snapshot

    yield PERFT / "movie.order", snapshot()


def main(args: list[str]) -> None:
    if args:
        sys.exit(f"{__doc__}\nUsage: python -m tests.golden")
    for file, text in files():
        changed = not file.exists() or file.read_text("utf-8") != text
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        print(f"{'written' if changed else 'as before'}  {file.relative_to(RECORDS.parent)}  {len(text) // 1024} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
