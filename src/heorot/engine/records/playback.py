"""A game as text: read, write, replay, stop at move n, fork. docs/notation.md defines the format; record_text.py reads
and writes it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from heorot.engine.errors import BadBox, BadOption, BadRecord, HeorotError
from heorot.engine.game import A, B, Entry, Game, S, V_co, play
from heorot.engine.record_text import (
    FORMAT,
    NO_PLACES,
    NOBODY,
    SPECTATOR,
    UNDO,
    Places,
    Record,
    Result,
    entry_line,
    one_line,
    read,
    read_lines,
    read_who,
    result_line,
    taken_back,
    write,
)
from heorot.engine.seats import Seat

__all__ = [
    "FORMAT", "NOBODY", "SPECTATOR", "UNDO", "Entry", "Places", "Record", "Result", "check", "entry_line", "export",
    "fork", "in_record_order", "one_line", "open_table", "read", "read_lines", "read_who", "replay", "result_line",
    "result_of", "standing", "tables", "walk", "write",
]  # fmt: skip


def standing(record: Record) -> tuple[Entry, ...]:
    """The entries that were not taken back."""
    stand: list[Entry] = []
    for entry in record.entries:
        if entry.seat == UNDO:
            del stand[len(stand) - int(entry.text) :]
        else:
            stand.append(entry)
    return tuple(stand)


def open_table(game: Game[B, S, A, V_co], record: Record, header: Mapping[str, int] = NO_PLACES) -> S:
    """The table as it was before the first entry; raises BadRecord when box, rules or options do not fit."""
    if record.game != game.about.name:
        raise BadRecord(header.get("game", 2), "record.other-game", game=record.game[:60])
    if record.rules not in game.about.rules:
        raise BadRecord(header.get("rules", 3), "record.rules", rules=record.rules, newest=game.about.rules[-1])
    if record.seen_by is not None:
        raise BadRecord(header.get("seen-by", 1), "record.export", seat=max(record.seen_by + 1, 0))
    box = open_box(game, record, header.get("box", 4))
    try:
        return game.setup(box, len(record.seats), dict(record.options), record.rules)
    except BadOption as error:
        raise BadRecord(header.get("option", header.get("seat", 5)), error.key, **error.params) from error


def open_box(game: Game[B, S, A, V_co], record: Record, line: int) -> B:
    """The box that a record was played with. A fault in its text is told by its line in the record."""
    try:
        own = None if record.box_text is None else game.read_box(record.box_text, "record")
    except BadBox as error:
        params = {name: value for name, value in error.params.items() if name != "line"}
        raise BadRecord(line + int(str(error.params.get("line", 0))), error.key, **params) from error
    box = game.built_in(record.box_hash) if own is None else own
    if box is None or game.box_hash(box) != record.box_hash:
        raise BadRecord(line, "record.other-box")
    return box


def replay(game: Game[B, S, A, V_co], record: Record, stop: int | None = None) -> S:
    """The table after the first `stop` entries (all of them, without a number); raises BadRecord."""
    count = len(record.entries)
    return check(game, record, Places(NO_PLACES, tuple(range(1, count + 1)), count + 1), stop)


def check(game: Game[B, S, A, V_co], record: Record, places: Places, stop: int | None = None) -> S:
    """Replay every entry through the one door. The result must be true too."""
    past = tables(game, record, places, stop)
    if stop is None:
        check_result(game, past[-1], record, places.result)
    return past[-1]


def tables(game: Game[B, S, A, V_co], record: Record, places: Places, stop: int | None = None) -> list[S]:
    """Every table of the standing line, from the one before the first entry on."""
    past = [open_table(game, record, places.header)]
    for _ in walk(game, record, places, past, stop):
        pass
    return past


def walk(
    game: Game[B, S, A, V_co], record: Record, places: Places, past: list[S], stop: int | None = None
) -> Iterator[tuple[Entry, int]]:
    """Every entry and its line, before it is played; `past` holds the tables of the standing line."""
    spoke: list[Seat] = []
    for entry, line in zip(record.entries[:stop], places.entries, strict=False):
        yield entry, line
        if entry.seat == UNDO:
            count = taken_back(entry.text, len(spoke), line)
            del past[-count:], spoke[-count:]
        else:
            past.append(replay_entry(game, past[-1], entry, line))
            spoke.append(entry.seat)
            check_turns(game, past, spoke, line)


def replay_entry(game: Game[B, S, A, V_co], state: S, entry: Entry, line: int) -> S:
    """One entry, played like a stranger's."""
    try:
        action = game.read(state, entry.text)
        after = play(game, state, entry.seat, action)
    except HeorotError as error:
        raise BadRecord(line, error.key, **error.params) from error
    if (canonical := game.write(state, action)) != entry.text:
        raise BadRecord(line, "record.not-canonical", text=entry.text[:60], canonical=canonical)
    return after


def check_turns(game: Game[B, S, A, V_co], past: Sequence[S], spoke: Sequence[Seat], line: int) -> None:
    """Where all choose at once, nobody speaks after someone whose turn comes later: one game has one record."""
    if len(spoke) > 1 and game.sealed(past[-3]) and game.sealed(past[-2]):
        turns = game.actors(past[-3])
        if turns.index(spoke[-1]) < turns.index(spoke[-2]):
            raise BadRecord(line, "record.sealed-order", seat=spoke[-2] + 1, first=spoke[-1] + 1)


def in_record_order(game: Game[B, S, A, V_co], state: S, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Entries as they came, from a table on, in the order of a record: where all choose at once, all answers of one
    seat before those of the next."""
    ordered: list[Entry] = []
    sealed: list[Entry] = []
    turns: tuple[Seat, ...] = ()
    for entry in entries:
        if game.sealed(state):
            turns = turns or game.actors(state)
            sealed.append(entry)
        else:
            ordered.append(entry)
        state = play(game, state, entry.seat, game.read(state, entry.text))
        if turns and not game.sealed(state):
            ordered += by_turns(sealed, turns)
            sealed, turns = [], ()
    return (*ordered, *by_turns(sealed, turns))


def by_turns(entries: list[Entry], turns: tuple[Seat, ...]) -> list[Entry]:
    """Entries seat by seat."""
    return sorted(entries, key=lambda entry: turns.index(entry.seat))


def check_result(game: Game[B, S, A, V_co], state: S, record: Record, line: int) -> None:
    """The result that is written must be the one that was played."""
    if (played := result_of(game, state)) != record.result:
        raise BadRecord(line, "record.result", written=result_line(record.result), played=result_line(played))


def result_of(game: Game[B, S, A, V_co], state: S) -> Result | None:
    """How a game ended, or None while it goes on."""
    if game.actors(state):
        return None
    winners = tuple(Seat(seat) for seat, share in enumerate(game.shares(state)) if share)
    return Result(game.score(state), winners)


def export(game: Game[B, S, A, V_co], record: Record, seat: Seat | None) -> Record:
    """What one seat may keep of a game: the standing line as it saw it, hidden tiles hidden, skips said.
    Notes are left out: one that names a seed would tell every tile."""
    entries = game.log(replay(game, record), seat)
    deal = None if record.deal is None else replace(record.deal, secret=None)  # it would tell every draw
    return replace(record, notes=(), deal=deal, entries=entries, seen_by=SPECTATOR if seat is None else seat)


def fork(game: Game[B, S, A, V_co], record: Record, stop: int) -> Record:
    """The same game up to an entry, to be played on from there."""
    entries = record.entries[:stop]
    return replace(record, entries=entries, result=result_of(game, replay(game, record, stop)))
