"""Score a whole saga of the board game: the boards of its acts under headings, each with its key, and a part for
points that no board shows. Errors have a line and a column.

    [act I]
    (a drawing and its key)

    [saga]
    Anna: treasures 14, unused 3
    Luc: treasures 9

`treasures` are the points of returned Treasures, `unused` the diamonds on unused figures; by default these are counted
from the figures on the boards. Players need not be named there if they have a figure.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from heorot.engine.kernels.bits import members
from heorot.engine.seats import Seat
from heorot.games.movie.box.box import built_in
from heorot.games.movie.box.names import ROMAN
from heorot.games.movie.model.components import KIND_WORDS
from heorot.games.movie.model.state import ACTS, SEATS, State
from heorot.games.movie.scorepad.board_drawing import Cell, Drawing, near_param, shorten
from heorot.games.movie.scorepad.drawing_key import KeyEntry, NumberedLines, read_board
from heorot.games.movie.scorepad.figure_words import NO_OWNER
from heorot.games.movie.table.analysis import explain
from heorot.games.movie.table.results import ActResult, Ending, ending_of, totals_before
from heorot.locales import typed_words
from heorot.locales.closest import closest_word
from heorot.locales.keyboards import normalize

HEADING = re.compile(r"\s*\[(.*)\]\s*")
COUNT = re.compile(r"[^,;]+")
NUMBER_AND_WORD = re.compile(r"(?P<before>\d*)\s*(?P<word>[^\d]*?)\s*(?P<behind>\d*)\s*")
SAGA_PART = 0  # instead of an act
MOST_POINTS, MOST_DIGITS = 9999, 4


@dataclass(frozen=True, slots=True)
class Saga:
    """The boards of a saga, and further points of each owner; owners are in the order of their seats."""

    owners: tuple[str, ...]
    boards: tuple[tuple[int, Drawing], ...]  # with the number of the act, 1 to 3
    cashed: tuple[int, ...]  # M4.3: points of returned Treasures
    unused: tuple[int | None, ...]  # M5.2: as typed


@dataclass(frozen=True, slots=True)
class SagaPart:
    """The lines under a heading."""

    heading: Cell
    act: int  # or SAGA_PART
    lines: list[tuple[int, str]]


# ---- Headings ------------------------------------------------------------------------------------------------------


def has_headings(lines: NumberedLines) -> bool:
    """Return whether a text has headings."""
    return any(HEADING.fullmatch(line) for _, line in lines)


def split_parts(lines: NumberedLines) -> dict[int, SagaPart]:
    """Split a text at its headings; raises BadText for a heading that is there twice and for text above the first."""
    parts: dict[int, SagaPart] = {}
    part: SagaPart | None = None
    for number, line in lines:
        if heading := HEADING.fullmatch(line):
            part = read_heading(Cell(heading[1].strip(), number, heading.start(1) + 1))
            if part.act in parts:
                raise part.heading.bad_text("drawing.heading-twice", text=shorten(part.heading.text))
            parts[part.act] = part
        elif part is not None:
            part.lines.append((number, line))
        elif line.strip():
            raise Cell(line, number, 1).bad_text("drawing.above-heading")
    return parts


def read_heading(cell: Cell) -> SagaPart:
    """Read a heading: `act I`, `2` or `saga`."""
    typed, known = normalize(cell.text), typed_words("movie.typed")
    if typed in map(normalize, known["saga"]):
        return SagaPart(cell, SAGA_PART, [])
    number = typed.split()[-1:] if set(typed.split()[:-1]) <= set(map(normalize, known["act"])) else []
    for act, roman in enumerate(ROMAN, 1):
        if number in ([str(act)], [normalize(roman)]):
            return SagaPart(cell, act, [])
    raise cell.bad_text("drawing.unknown-heading", text=shorten(cell.text))


# ---- Players -------------------------------------------------------------------------------------------------------


@cache
def count_names() -> dict[str, str]:
    """Map the names of counts in all languages to `cashed` and `unused`."""
    return {normalize(name): what for what in ("cashed", "unused") for name in typed_words("movie.typed")[what]}


def read_players(lines: NumberedLines) -> dict[str, dict[str, int]]:
    """M1.1: Read the counts of at most four players: `Anna: treasures 14, unused 3`."""
    players: dict[str, dict[str, int]] = {}
    for number, line in lines:
        if not line.strip():
            continue
        name, sign, rest = line.partition(":")
        cell = Cell(name.strip(), number, len(line) - len(line.lstrip()) + 1)
        if not sign or not cell.text:
            raise cell.bad_text("drawing.player-line")
        if normalize(cell.text) in map(normalize, players):
            raise cell.bad_text("drawing.player-twice", owner=shorten(cell.text))
        if len(players) == SEATS:
            raise cell.bad_text("drawing.too-many-owners", rule="M1.1", owner=shorten(cell.text), most=SEATS)
        players[cell.text] = dict(read_counts(number, len(name) + 1, rest))
    return players


def read_counts(number: int, start: int, rest: str) -> Iterator[tuple[str, int]]:
    """Yield the counts of a player's line."""
    for piece in COUNT.finditer(rest):
        if not piece[0].strip():
            continue
        before = len(piece[0]) - len(piece[0].lstrip())
        cell = Cell(piece[0].strip(), number, start + piece.start() + before + 1)
        match = NUMBER_AND_WORD.fullmatch(cell.text)
        what = count_names().get(normalize(match["word"])) if match else None
        if match is None or what is None:
            near = near_param(closest_word(cell.text.split(), count_names()))
            raise cell.bad_text("drawing.unknown-count", text=shorten(cell.text), **near)
        yield what, read_count(cell, match["before"] + match["behind"])


def read_count(cell: Cell, digits: str) -> int:
    """Read a number of at most four digits."""
    if not digits:
        raise cell.bad_text("drawing.number-missing", text=shorten(cell.text))
    if len(digits) > MOST_DIGITS:
        raise cell.bad_text("drawing.number-too-large", text=shorten(cell.text), most=MOST_POINTS)
    return int(digits)


# ---- The saga ------------------------------------------------------------------------------------------------------


def read_saga(lines: NumberedLines) -> Saga:
    """Read all boards and players; raises BadText."""
    parts = split_parts(lines)
    players = read_players(parts[SAGA_PART].lines) if SAGA_PART in parts else {}
    owners, boards, keys = tuple(players), list[tuple[int, Drawing]](), list[tuple[int, dict[str, KeyEntry]]]()
    for act in range(1, ACTS + 1):
        if act in parts:
            drawing, key = read_board(parts[act].lines or [(parts[act].heading.line, "")], owners)
            check_owners(key)
            owners = drawing.owners
            boards.append((act, drawing))
            keys.append((act, key))
    check_counts(keys)
    counts = [players.get(owner, {}) for owner in owners]
    return Saga(
        owners=owners,
        boards=tuple(boards),
        cashed=tuple(count.get("cashed", 0) for count in counts),
        unused=tuple(count.get("unused") for count in counts),
    )


def check_owners(key: dict[str, KeyEntry]) -> None:
    """Check that every figure of a saga has an owner."""
    for entry in key.values():
        if entry.figure.owner == NO_OWNER:
            raise entry.label.bad_text("drawing.whose", label=shorten(entry.label.text))


def check_counts(keys: Sequence[tuple[int, dict[str, KeyEntry]]]) -> None:
    """M1.2, M3.5: Check that nobody has more figures of a kind than the box has; longships return after an act."""
    used: dict[tuple[str, str, int], int] = {}
    for act, key in keys:
        for entry in key.values():
            owned = built_in().figures[KIND_WORDS.index(entry.figure.kind)]
            place = (normalize(entry.figure.owner), owned.kind, act if owned.returns else 0)
            used[place] = used.get(place, 0) + 1
            if used[place] > owned.count:
                label, owner = shorten(entry.label.text), shorten(entry.figure.owner)
                raise entry.label.bad_text(
                    "drawing.too-many-figures", rule="M1.2", label=label, owner=owner, kind=owned.kind, most=owned.count
                )


# ---- Results -------------------------------------------------------------------------------------------------------


def results_of(saga: Saga) -> tuple[ActResult, ...]:
    """M3.3: Return the result of each act. It is unknown when Treasures were returned: they count with the last act."""
    results, seats = list[ActResult](), range(len(saga.owners))
    points = [built_in().saga_points for _ in seats]
    for number, (act, drawing) in enumerate(saga.boards, 1):
        figures = explain(drawing.box, drawing.state)
        brought = tuple(sum(score.points for score in figures if score.seat == seat) for seat in seats)
        cashed = saga.cashed if number == len(saga.boards) else (0,) * len(seats)
        points = [sum(both) for both in zip(points, brought, cashed, strict=True)]
        results.append(ActResult(act, figures, brought, cashed, totals_before(points, brought), tuple(points)))
    return tuple(results)


def totals_of(saga: Saga, results: Sequence[ActResult]) -> tuple[int, ...]:
    """Return the saga points by player."""
    return results[-1].saga if results else tuple(built_in().saga_points + cashed for cashed in saga.cashed)


def unused_of(saga: Saga, seat: Seat) -> int:
    """M3.5, M5.2: Return the diamonds on unused figures: as typed, else counted from the boards; a longship is unused
    if it is not on the last one."""
    typed = saga.unused[seat]
    if typed is not None:
        return typed
    diamonds = 0
    for kind, figure in enumerate(built_in().figures):
        boards = [drawing for act, drawing in saga.boards if act == ACTS or not figure.returns]
        used = sum(
            len(list(members(drawing.state.figures[seat][kind]))) for drawing in boards if seat < drawing.state.seats
        )
        diamonds += figure.diamonds * max(figure.count - used, 0)
    return diamonds


def ending_of_saga(saga: Saga, results: Sequence[ActResult]) -> Ending | None:
    """M5.1 to M5.3: Return how the game was decided, or None unless there are players and all three boards."""
    if len(results) < ACTS or not saga.owners:
        return None
    s = State()
    s.seats = len(saga.owners)
    for seat, points in enumerate(totals_of(saga, results)):
        s.saga[seat], s.unused[seat] = points, unused_of(saga, Seat(seat))
    return ending_of(s)


def shares_of(saga: Saga, ending: Ending | None) -> tuple[Fraction, ...]:
    """M5.3: Return each player's share of the victory; zeros before the end."""
    won = ending.winners if ending else ()
    return tuple(Fraction(seat in won, len(won) or 1) for seat in range(len(saga.owners)))
