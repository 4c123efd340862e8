"""Replay, check, fork and export recorded games."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from heorot.engine.errors import BadBox, BadOption, BadRecord, HeorotError
from heorot.engine.game import A, B, Entry, Game, S, V_co, play
from heorot.engine.records.text_format import (
    NO_LINES,
    SPECTATOR,
    UNDO,
    LineNumbers,
    Record,
    Result,
    result_line,
    undo_count,
)
from heorot.engine.seats import Seat


def effective_entries(record: Record) -> tuple[Entry, ...]:
    """Return the entries that were not undone."""
    entries: list[Entry] = []
    for entry in record.entries:
        if entry.seat == UNDO:
            del entries[len(entries) - int(entry.text) :]
        else:
            entries.append(entry)
    return tuple(entries)


def initial_state(game: Game[B, S, A, V_co], record: Record, header: Mapping[str, int] = NO_LINES) -> S:
    """Set up the game of a record; raises BadRecord if its game, rules, box or options are unknown."""
    if record.game != game.info.name:
        raise BadRecord(header.get("game", 2), "record.other-game", game=record.game[:60])
    if record.rules not in game.info.rules:
        raise BadRecord(header.get("rules", 3), "record.rules", rules=record.rules, newest=game.info.rules[-1])
    if record.seen_by is not None:
        raise BadRecord(header.get("seen-by", 1), "record.export", seat=max(record.seen_by + 1, 0))
    box = open_box(game, record, header.get("box", 4))
    try:
        return game.setup(box, len(record.seats), dict(record.options), record.rules)
    except BadOption as error:
        raise BadRecord(header.get("option", header.get("seat", 5)), error.key, **error.params) from error


def open_box(game: Game[B, S, A, V_co], record: Record, line: int) -> B:
    """Return the box of a record. An error in its text is reported with its line in the record."""
    try:
        own = None if record.box_text is None else game.read_box(record.box_text, "record")
    except BadBox as error:
        params = {name: value for name, value in error.params.items() if name != "line"}
        raise BadRecord(line + int(str(error.params.get("line", 0))), error.key, **params) from error
    box = game.built_in_box(record.box_hash) if own is None else own
    if box is None or game.box_hash(box) != record.box_hash:
        raise BadRecord(line, "record.other-box")
    return box


def replay(game: Game[B, S, A, V_co], record: Record, stop: int | None = None) -> S:
    """Return the state after the first `stop` entries, or after all; raises BadRecord."""
    count = len(record.entries)
    return check(game, record, LineNumbers(NO_LINES, tuple(range(1, count + 1)), count + 1), stop)


def check(game: Game[B, S, A, V_co], record: Record, lines: LineNumbers, stop: int | None = None) -> S:
    """Replay a record like `replay` and, without `stop`, check its result; raises BadRecord with the line."""
    past = states(game, record, lines, stop)
    if stop is None:
        check_result(game, past[-1], record, lines.result)
    return past[-1]


def states(game: Game[B, S, A, V_co], record: Record, lines: LineNumbers, stop: int | None = None) -> list[S]:
    """Return the initial state and the state after each entry that was not undone."""
    past = [initial_state(game, record, lines.header)]
    for _ in walk_entries(game, record, lines, past, stop):
        pass
    return past


def walk_entries(
    game: Game[B, S, A, V_co], record: Record, lines: LineNumbers, past: list[S], stop: int | None = None
) -> Iterator[tuple[Entry, int]]:
    """Yield every entry with its line before playing it.

    `past` starts with the initial state; after each entry it holds the states of all entries that were not undone.
    """
    acted: list[Seat] = []
    for entry, line in zip(record.entries[:stop], lines.entries, strict=False):
        yield entry, line
        if entry.seat == UNDO:
            count = undo_count(entry.text, len(acted), line)
            del past[-count:], acted[-count:]
        else:
            past.append(replay_entry(game, past[-1], entry, line))
            acted.append(entry.seat)
            check_sealed_order(game, past, acted, line)


def replay_entry(game: Game[B, S, A, V_co], state: S, entry: Entry, line: int) -> S:
    """Play an entry as an untrusted action; raises BadRecord, also if its text is not canonical."""
    try:
        action = game.read(state, entry.text)
        after = play(game, state, entry.seat, action)
    except HeorotError as error:
        raise BadRecord(line, error.key, **error.params) from error
    if (canonical := game.write(state, action)) != entry.text:
        raise BadRecord(line, "record.not-canonical", text=entry.text[:60], canonical=canonical)
    return after


def check_sealed_order(game: Game[B, S, A, V_co], past: Sequence[S], acted: Sequence[Seat], line: int) -> None:
    """Raise BadRecord unless sealed choices are in turn order, so that one game has one record."""
    if len(acted) > 1 and game.is_sealed(past[-3]) and game.is_sealed(past[-2]):
        turns = game.actors(past[-3])
        if turns.index(acted[-1]) < turns.index(acted[-2]):
            raise BadRecord(line, "record.sealed-order", seat=acted[-2] + 1, first=acted[-1] + 1)


def to_record_order(game: Game[B, S, A, V_co], state: S, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Sort entries in order of arrival into the order of a record: sealed choices seat by seat in turn order."""
    ordered: list[Entry] = []
    sealed: list[Entry] = []
    turns: tuple[Seat, ...] = ()
    for entry in entries:
        if game.is_sealed(state):
            turns = turns or game.actors(state)
            sealed.append(entry)
        else:
            ordered.append(entry)
        state = play(game, state, entry.seat, game.read(state, entry.text))
        if turns and not game.is_sealed(state):
            ordered += sort_by_turn(sealed, turns)
            sealed, turns = [], ()
    return (*ordered, *sort_by_turn(sealed, turns))


def sort_by_turn(entries: list[Entry], turns: tuple[Seat, ...]) -> list[Entry]:
    """Sort entries by seat in turn order; those of one seat keep their order."""
    return sorted(entries, key=lambda entry: turns.index(entry.seat))


def check_result(game: Game[B, S, A, V_co], state: S, record: Record, line: int) -> None:
    """Raise BadRecord unless the recorded result is the one of the final state."""
    if (played := result_of(game, state)) != record.result:
        raise BadRecord(line, "record.result", written=result_line(record.result), played=result_line(played))


def result_of(game: Game[B, S, A, V_co], state: S) -> Result | None:
    """Return the result of a game, or None if it is not finished."""
    if game.actors(state):
        return None
    winners = tuple(Seat(seat) for seat, share in enumerate(game.victory_shares(state)) if share)
    return Result(game.score(state), winners)


def export(game: Game[B, S, A, V_co], record: Record, seat: Seat | None) -> Record:
    """Return the record that one seat may keep: its own log, without undone entries.

    Notes and the secret are removed: a seed in a note, or the secret, would reveal every draw.
    """
    entries = game.log(replay(game, record), seat)
    deal = None if record.deal is None else replace(record.deal, secret=None)
    return replace(record, notes=(), deal=deal, entries=entries, seen_by=SPECTATOR if seat is None else seat)


def fork(game: Game[B, S, A, V_co], record: Record, stop: int) -> Record:
    """Return the record of the first `stop` entries, to be continued from there."""
    entries = record.entries[:stop]
    return replace(record, entries=entries, result=result_of(game, replay(game, record, stop)))
