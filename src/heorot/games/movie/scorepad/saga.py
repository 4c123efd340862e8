"""A whole saga of cardboard, typed by its owner: the boards of its acts under headings, each a drawing with its key,
and below them what no board shows. Whatever is wrong is told with its line and column.

    [act I]
    (a drawing and its key)

    [saga]
    Anna: treasures 14, unused 3
    Luc: treasures 9

`treasures` is what returned Treasures brought, `unused` the diamonds on unused figures; without it they are counted
from the figures on the boards. Whoever is not named there is known by the first figure.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from heorot.engine.accel import members
from heorot.engine.seats import Seat
from heorot.games.movie.box import KIND_WORDS, Figure, built_in
from heorot.games.movie.drawing import Cell, Drawing, shown, suggest
from heorot.games.movie.explain import explain
from heorot.games.movie.figures import COMMON
from heorot.games.movie.key import Entry, Lines, read_board
from heorot.games.movie.names import ROMAN
from heorot.games.movie.results import ActResult, Ending, ending_of
from heorot.games.movie.state import ACTS, SEATS, State
from heorot.locales import words
from heorot.locales.near import nearest
from heorot.locales.typed import plain

HEADING = re.compile(r"\s*\[(.*)\]\s*")
PIECE = re.compile(r"[^,;]+")
NUMBERED = re.compile(r"(?P<before>\d*)\s*(?P<word>[^\d]*?)\s*(?P<behind>\d*)\s*")
THE_SAGA = 0  # the part that is no act
MOST_POINTS, MOST_DIGITS = 9999, 4


@dataclass(frozen=True, slots=True)
class Saga:
    """The boards of its acts, and what each owner has besides; owners in the order of their seats."""

    owners: tuple[str, ...]
    boards: tuple[tuple[int, Drawing], ...]  # with the number of the act, 1 to 3
    cashed: tuple[int, ...]  # M4.3, Treasures returned
    unused: tuple[int | None, ...]  # M5.2, as typed


@dataclass(frozen=True, slots=True)
class Part:
    """What stands under a heading."""

    heading: Cell
    act: int  # or THE_SAGA
    lines: list[tuple[int, str]]


# ---- Headings ------------------------------------------------------------------------------------------------------


def has_headings(lines: Lines) -> bool:
    """Whether several boards may follow each other."""
    return any(HEADING.fullmatch(line) for _, line in lines)


def parts_of(lines: Lines) -> dict[int, Part]:
    """Every part by its act; none is there twice, and nothing stands above the first."""
    found: dict[int, Part] = {}
    part: Part | None = None
    for number, line in lines:
        if heading := HEADING.fullmatch(line):
            part = read_heading(Cell(heading[1].strip(), number, heading.start(1) + 1))
            if part.act in found:
                raise part.heading.fault("drawing.heading-twice", text=shown(part.heading.text))
            found[part.act] = part
        elif part is not None:
            part.lines.append((number, line))
        elif line.strip():
            raise Cell(line, number, 1).fault("drawing.above-heading")
    return found


def read_heading(cell: Cell) -> Part:
    """`act I`, `2` or `saga`."""
    said, known = plain(cell.text), words("movie.typed")
    if said in map(plain, known["saga"]):
        return Part(cell, THE_SAGA, [])
    number = said.split()[-1:] if set(said.split()[:-1]) <= set(map(plain, known["act"])) else []
    for act, roman in enumerate(ROMAN, 1):
        if number in ([str(act)], [plain(roman)]):
            return Part(cell, act, [])
    raise cell.fault("drawing.unknown-heading", text=shown(cell.text))


# ---- Players -------------------------------------------------------------------------------------------------------


@cache
def counted_words() -> dict[str, str]:
    """What may be counted, in all languages."""
    return {plain(name): what for what in ("cashed", "unused") for name in words("movie.typed")[what]}


def read_players(lines: Lines) -> dict[str, dict[str, int]]:
    """`Anna: treasures 14, unused 3`: what each player has, by name; M1.1: not more than can sit at a table."""
    players: dict[str, dict[str, int]] = {}
    for number, line in lines:
        if not line.strip():
            continue
        name, sign, rest = line.partition(":")
        cell = Cell(name.strip(), number, len(line) - len(line.lstrip()) + 1)
        if not sign or not cell.text:
            raise cell.fault("drawing.player-line")
        if plain(cell.text) in map(plain, players):
            raise cell.fault("drawing.player-twice", owner=shown(cell.text))
        if len(players) == SEATS:
            raise cell.fault("drawing.too-many-owners", rule="M1.1", owner=shown(cell.text), most=SEATS)
        players[cell.text] = dict(read_counts(number, len(name) + 1, rest))
    return players


def read_counts(number: int, start: int, rest: str) -> Iterator[tuple[str, int]]:
    """What is counted, and how much of it there is."""
    for piece in PIECE.finditer(rest):
        if not piece[0].strip():
            continue
        before = len(piece[0]) - len(piece[0].lstrip())
        cell = Cell(piece[0].strip(), number, start + piece.start() + before + 1)
        found = NUMBERED.fullmatch(cell.text)
        what = counted_words().get(plain(found["word"])) if found else None
        if found is None or what is None:
            near = suggest(nearest(cell.text.split(), counted_words()))
            raise cell.fault("drawing.unknown-count", text=shown(cell.text), **near)
        yield what, read_count(cell, found["before"] + found["behind"])


def read_count(cell: Cell, digits: str) -> int:
    """A number that a person could have counted."""
    if not digits:
        raise cell.fault("drawing.number-missing", text=shown(cell.text))
    if len(digits) > MOST_DIGITS:
        raise cell.fault("drawing.number-too-large", text=shown(cell.text), most=MOST_POINTS)
    return int(digits)


# ---- The whole -----------------------------------------------------------------------------------------------------


def read_saga(lines: Lines) -> Saga:
    """All boards and players; raises BadText."""
    parts = parts_of(lines)
    players = read_players(parts[THE_SAGA].lines) if THE_SAGA in parts else {}
    owners, boards, keys = tuple(players), list[tuple[int, Drawing]](), list[tuple[int, dict[str, Entry]]]()
    for act in range(1, ACTS + 1):
        if act in parts:
            drawing, key = read_board(parts[act].lines or [(parts[act].heading.line, "")], owners)
            check_owned(key)
            owners = drawing.owners
            boards.append((act, drawing))
            keys.append((act, key))
    check_counts(keys)
    has = [players.get(owner, {}) for owner in owners]
    return Saga(
        owners, tuple(boards), tuple(one.get("cashed", 0) for one in has), tuple(one.get("unused") for one in has)
    )


def check_owned(key: dict[str, Entry]) -> None:
    """What is carried over is carried over for someone."""
    for entry in key.values():
        if entry.figure.owner == COMMON:
            raise entry.label.fault("drawing.whose", label=shown(entry.label.text))


def check_counts(keys: Sequence[tuple[int, dict[str, Entry]]]) -> None:
    """M1.2, M3.5: nobody has more figures of a kind than there are in the box; longships come back after an act."""
    used: dict[tuple[str, str, int], int] = {}
    for act, key in keys:
        for entry in key.values():
            owned = figure_of(entry.figure.kind)
            place = (plain(entry.figure.owner), owned.kind, act if owned.returns else 0)
            used[place] = used.get(place, 0) + 1
            if used[place] > owned.count:
                label, owner = shown(entry.label.text), shown(entry.figure.owner)
                raise entry.label.fault(
                    "drawing.too-many-figures", rule="M1.2", label=label, owner=owner, kind=owned.kind, most=owned.count
                )


def figure_of(kind: str) -> Figure:
    """A kind of figure as it is in the box."""
    return built_in().figures[KIND_WORDS.index(kind)]


# ---- What it brings ------------------------------------------------------------------------------------------------


def results_of(saga: Saga) -> tuple[ActResult, ...]:
    """M3.3: what each act brought, and the saga points after it. It is not known when Treasures were returned: they
    count with the last act."""
    found, seats = list[ActResult](), range(len(saga.owners))
    points = [built_in().saga_points for _ in seats]
    for number, (act, drawing) in enumerate(saga.boards, 1):
        figures = explain(drawing.box, drawing.state)
        brought = tuple(sum(score.points for score in figures if score.seat == seat) for seat in seats)
        cashed = saga.cashed if number == len(saga.boards) else (0,) * len(seats)
        points = [sum(both) for both in zip(points, brought, cashed, strict=True)]
        found.append(ActResult(act, figures, brought, cashed, tuple(points)))
    return tuple(found)


def totals_of(saga: Saga, results: Sequence[ActResult]) -> tuple[int, ...]:
    """The saga points of each player now."""
    return results[-1].saga if results else tuple(built_in().saga_points + cashed for cashed in saga.cashed)


def unused_of(saga: Saga, seat: Seat) -> int:
    """M3.5, M5.2: the diamonds on figures that stood on no board; a longship may have stood on an earlier one. What is
    typed goes first."""
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
    """M5.1 to M5.3: who wins, once the boards of all acts are there; somebody must play."""
    if len(results) < ACTS or not saga.owners:
        return None
    s = State()
    s.seats = len(saga.owners)
    for seat, points in enumerate(totals_of(saga, results)):
        s.saga[seat], s.unused[seat] = points, unused_of(saga, Seat(seat))
    return ending_of(s)


def shares_of(saga: Saga, ending: Ending | None) -> tuple[Fraction, ...]:
    """M5.3: each player's part of the victory; nothing before the end."""
    won = ending.winners if ending else ()
    return tuple(Fraction(seat in won, len(won) or 1) for seat in range(len(saga.owners)))
