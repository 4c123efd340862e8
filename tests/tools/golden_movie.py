"""Golden playthroughs of the Movie.

The format of a state; lines that did not change since the previous state are left out:

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

from collections.abc import Iterator

from heorot.engine.game import Entry
from heorot.engine.kernels.bits import members
from heorot.engine.records import entry_line
from heorot.games.movie.table.notation import write, write_tile
from heorot.games.movie.table.table import Table
from heorot.games.movie.table.view import Hidden, PlayerView, Skip, Unseen, View
from tests.support.playing import MOVIE, watchers
from tests.tools.golden_common import Named, Played, asked, fingerprint, name_of, together

FILES = {
    "movie-2.txt": Played("movie", "built-in", 2, 20),
    "movie-3.txt": Played("movie", "built-in", 3, 30),
    "movie-4.txt": Played("movie", "built-in", 4, 40),
    "movie-crooked-3.txt": Played("movie", "crooked", 3, 31),
    "movie-tiny-2.txt": Played("movie", "tiny", 2, 2),
}
LETTERS = {"beowulf": "B", "thane": "T", "castle": "C", "longship": "L"}


def followed(table: Table) -> str:
    """Return the consequences of the latest entry."""
    return "".join(f", {seat + 1} skipped" for seat in table.history[-1].skipped)


def listed(table: Table, texts: list[str]) -> Iterator[str]:
    """Return the legal actions, a line for all that begin alike; `open` stands for all open spaces in reading order."""
    names = table.box.boards[table.state.act].names
    spaces = " ".join(names[space] for space in members(table.state.open))
    for first, words, ends in together(texts):
        line = f"{first} {words}: {' '.join(ends)}" if words else f"{first} {' '.join(ends)}"
        yield line.replace(f": {spaces}", ": open")


def state_lines(table: Table, entry: Entry | None) -> Iterator[Named]:
    """Yield all lines of a state, each with the name by which it is found unchanged."""
    views = [MOVIE.view(table, me) for me in watchers(table)]
    yield "question", question(views[0])
    for number, row in enumerate(drawn(table, views[0]), 1):
        yield f"row {number}", f"{number} | {row}"
    for player in views[0].players:
        yield f"player {player.seat}", player_line(player)
    for view in views:
        who = name_of(view.seat)
        if view.seat is not None:
            yield f"{who} holds", f"{who} holds {' '.join(write_tile(tile, view.act) for tile in view.hand)}".rstrip()
        for act, unseen in enumerate(view.unseen, 1):
            yield f"{who} unseen {act}", f"{who} has not seen of act {act} {unseen_text(unseen)}"
        if entry is not None and (seen := last_seen(view)) != entry_line(entry):
            yield "always", f"{who} saw {seen}"
    yield "always", f"views {' '.join(map(fingerprint, views))}"


def question(view: View) -> str:
    more = [f"for {view.to + 1}"] if view.to is not None else []
    more += [f"placed {view.placed}"] if view.placed else []
    more += [f"chosen {view.chosen}"] if view.chosen else []
    more += [f"won by {' '.join(str(seat + 1) for seat in view.winners)}"] if view.winners else []
    return ", ".join([f"act {view.act}", view.question, f"asks {asked(view.asked)}", f"pool {view.pool}", *more])


def drawn(table: Table, view: View) -> list[str]:
    """Return the board, row by row."""
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
    """Return the latest entry of a seat's log that is no skip."""
    entry = next(entry for entry in reversed(view.log) if not isinstance(entry.action, Skip))
    if isinstance(entry.action, Hidden):
        return "* ?"
    return entry_line(Entry(entry.seat, write(entry.action, entry.act)))
