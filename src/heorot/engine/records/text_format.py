"""The record of a game and its text format. docs/notation.md defines the format.

A record holds the game, the rules version, the box, the options, the players, and every action in order, those of
chance included. Everything else follows from them: `playback.py` replays it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from heorot.engine.errors import BadRecord
from heorot.engine.game import Entry
from heorot.engine.records.fairness import DealCommitment
from heorot.engine.seats import CHANCE, Seat
from heorot.engine.text_lines import LineReader

FORMAT = "heorot-record 1"
UNDO = Seat(-2)  # instead of a seat: the table agreed to undo the last entries; the text is their number
SPECTATOR = Seat(-3)  # instead of a seat: the viewer of an export was a spectator
NO_WINNER = "nobody"  # instead of the winners
NO_NAME = "-"  # instead of a name


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished game."""

    points: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game."""

    game: str
    rules: int
    box_hash: str
    seats: tuple[str, ...]  # names of players or bots, one line each
    box_text: str | None = None  # None: a built-in box
    options: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    deal: DealCommitment | None = None  # verifies the draws
    seen_by: Seat | None = None  # the viewer of an export, which holds what that seat saw and cannot be replayed
    entries: tuple[Entry, ...] = ()
    result: Result | None = None  # None: not finished

    def __post_init__(self) -> None:
        """Make every name and note one line."""
        object.__setattr__(self, "seats", tuple(map(one_line, self.seats)))
        object.__setattr__(self, "notes", tuple(map(one_line, self.notes)))


def one_line(text: str) -> str:
    """Collapse white space, line ends included; return a dash if nothing is left."""
    return " ".join(text.split()) or NO_NAME


# ---- Writing -------------------------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """Write a record."""
    return "\n".join([*header(record), "", *map(entry_line, record.entries), "", result_line(record.result), ""])


def header(record: Record) -> Iterator[str]:
    """Yield the lines before the first entry."""
    yield FORMAT
    yield f"game {record.game}"
    yield f"rules {record.rules}"
    yield f"box {'built-in' if record.box_text is None else 'own'} {record.box_hash}"
    if record.box_text is not None:
        yield from (f"|{line}" for line in record.box_text.split("\n"))
    yield from (f"option {name} {value}" for name, value in record.options)
    yield from (f"seat {number} {who}" for number, who in enumerate(record.seats, 1))
    yield from (f"note {note}" for note in record.notes)
    yield from (f"deal {line}" for line in deal_lines(record.deal))
    if record.seen_by is not None:
        yield f"seen-by {'spectator' if record.seen_by == SPECTATOR else record.seen_by + 1}"


def deal_lines(deal: DealCommitment | None) -> Iterator[str]:
    """Yield the `deal` lines of the header: table, commitment, salts and secret."""
    if deal is not None:
        yield f"table {deal.table}"
        yield f"commitment {deal.commitment}"
        yield from (f"salt {seat} {salt}" for seat, salt in deal.salts)
        if deal.secret is not None:
            yield f"secret {deal.secret}"


def entry_line(entry: Entry) -> str:
    """Write an entry: `2 thane c4`, `* +4` for chance, `undo 3`."""
    match entry.seat:
        case -1:
            return f"* {entry.text}"
        case -2:
            return f"undo {entry.text}"
        case seat:
            return f"{seat + 1} {entry.text}"


def result_line(result: Result | None) -> str:
    """Write a result: `result 61 55 48 70 won 4`, `won nobody`, or `result open` for an unfinished game."""
    if result is None:
        return "result open"
    points = " ".join(map(str, result.points))
    return f"result {points} won {' '.join(str(seat + 1) for seat in result.winners) or NO_WINNER}"


# ---- Reading -------------------------------------------------------------------------------------------------------

HEADER_KEYS = ("game", "rules", "box", "option", "seat", "note", "deal", "seen-by")  # of the header, in this order
HEADER = re.compile(rf"({'|'.join(HEADER_KEYS)}) (\S.*)")
ENTRY = re.compile(r"(\*|undo|[1-9][0-9]?) (\S.*)")
POINTS, WINNERS = r"-?[0-9]{1,9}(?: -?[0-9]{1,9})*", r"[0-9]{1,2}(?: [0-9]{1,2})*"
RESULT = re.compile(rf"result (?:(open)|({POINTS}) won ({NO_WINNER}|{WINNERS}))")


def read(text: str) -> Record:
    """Read a record without replaying it; raises BadRecord."""
    return read_with_lines(text)[0]


NO_LINES: Mapping[str, int] = MappingProxyType({})  # of a record that does not come from a file


@dataclass(frozen=True, slots=True)
class LineNumbers:
    """Line numbers of a record's header parts, entries and result in its file."""

    header: Mapping[str, int]
    entries: tuple[int, ...]
    result: int


def read_with_lines(text: str) -> tuple[Record, LineNumbers]:
    """Read a record and the line numbers of its parts; raises BadRecord."""
    lines = LineReader(text)
    number, first = lines.next()
    if first != FORMAT:
        raise BadRecord(number, "record.foreign", expected=FORMAT)
    record, header = read_header(lines)
    entries, numbers = read_entries(lines, len(record.seats))
    where = LineNumbers(header, tuple(numbers), lines.peek()[0])
    result = read_result(lines, len(record.seats))
    return replace(record, entries=tuple(entries), result=result), where


def read_entries(lines: LineReader, seats: int) -> tuple[list[Entry], list[int]]:
    """Read all entries and the line number of each."""
    entries: list[Entry] = []
    numbers: list[int] = []
    effective = 0  # entries that were not undone
    while match := ENTRY.fullmatch(lines.peek()[1]):
        numbers.append(lines.next()[0])
        entries.append(Entry(read_seat(match[1], seats, numbers[-1]), match[2]))
        effective += 1 if entries[-1].seat != UNDO else -undo_count(match[2], effective, numbers[-1])
    return entries, numbers


def undo_count(text: str, effective: int, line: int) -> int:
    """Read how many entries an `undo` removes: at least one, and not more than there are."""
    if not re.fullmatch(r"[1-9][0-9]{0,8}", text) or int(text) > effective:
        raise BadRecord(line, "record.undo", text=text[:60], most=effective)
    return int(text)


def read_header(lines: LineReader) -> tuple[Record, dict[str, int]]:
    """Read everything before the first entry, and the line number of each part."""
    fields: dict[str, list[tuple[str, int]]] = {}
    box_text: list[str] = []
    last = HEADER_KEYS[0]
    while match := HEADER.fullmatch(lines.peek()[1]):
        if HEADER_KEYS.index(match[1]) < HEADER_KEYS.index(last):
            raise BadRecord(lines.peek()[0], "record.twice" if match[1] in fields else "record.order", what=match[1])
        last = match[1]
        fields.setdefault(last, []).append((match[2], lines.next()[0]))
        if match[1] == "box":
            box_text = list(read_box_text(lines))
    for key in ("game", "rules", "box", "seat"):
        if key not in fields:
            raise BadRecord(lines.peek()[0], "record.missing", what=key)
    for key in ("game", "rules", "box", "seen-by"):
        if len(fields.get(key, ())) > 1:
            raise BadRecord(fields[key][1][1], "record.twice", what=key)
    return make_header(fields, box_text), {key: values[0][1] for key, values in fields.items()}


def make_header(fields: dict[str, list[tuple[str, int]]], box_text: list[str]) -> Record:
    """Build a record without entries from the lines of its header."""
    own, box_hash = read_box_line(*fields["box"][0])
    return Record(
        game=fields["game"][0][0],
        rules=read_number(*fields["rules"][0]),
        box_hash=box_hash,
        box_text="\n".join(box_text) if own else None,
        options=read_options(fields.get("option", [])),
        seats=read_seats(fields["seat"]),
        notes=tuple(note for note, _ in fields.get("note", ())),
        deal=read_deal(fields["deal"]) if "deal" in fields else None,
        seen_by=read_viewer(*fields["seen-by"][0], len(fields["seat"])) if "seen-by" in fields else None,
    )


def read_box_line(text: str, line: int) -> tuple[bool, str]:
    """Read whether the text of the box follows, and its hash."""
    where, _, box_hash = text.partition(" ")
    if where not in ("built-in", "own") or not re.fullmatch(HEX, box_hash):
        raise BadRecord(line, "record.header", what="box", text=text[:60])
    return where == "own", box_hash


def read_box_text(lines: LineReader) -> Iterator[str]:
    """Read the text of a box that is not built in: the lines that start with a bar."""
    while lines.raw()[1].startswith("|"):
        yield lines.raw()[1].removeprefix("|")
        lines.next()


def read_number(text: str, line: int) -> int:
    """Read a number of the header."""
    if not re.fullmatch(r"0|[1-9][0-9]{0,8}", text):
        raise BadRecord(line, "record.header", what="number", text=text[:60])
    return int(text)


SALTS = r"(?:\nsalt [1-9] [\w-]{1,64})*"
HEX = "[0-9a-f]{64}"
DEAL = re.compile(rf"table ([a-z2-7]{{16}})\ncommitment ({HEX})({SALTS})(?:\nsecret ({HEX}))?", re.ASCII)


def read_deal(lines: list[tuple[str, int]]) -> DealCommitment:
    """Read the `deal` lines: the table, its commitment, salts by seat and, once revealed, the secret."""
    match = DEAL.fullmatch("\n".join(text for text, _ in lines))
    salts = [line.split() for line in match[3].split("\n")[1:]] if match else []
    seats = [int(seat) for _, seat, _ in salts]
    if match is None or seats != sorted(set(seats)):
        raise BadRecord(lines[0][1], "record.header", what="deal", text=lines[0][0][:60])
    return DealCommitment(match[1], match[2], tuple((int(seat), salt) for _, seat, salt in salts), match[4])


def read_viewer(text: str, line: int, seats: int) -> Seat:
    """Read the viewer of an export."""
    if text == "spectator":
        return SPECTATOR
    if not 1 <= read_number(text, line) <= seats:
        raise BadRecord(line, "record.no-such-seat", seat=text, seats=seats)
    return Seat(int(text) - 1)


def read_options(lines: list[tuple[str, int]]) -> tuple[tuple[str, str], ...]:
    """Read the options; each may be there once."""
    options: dict[str, str] = {}
    for text, line in lines:
        name, _, value = text.partition(" ")
        if not value:
            raise BadRecord(line, "record.header", what="option", text=text[:60])
        if name in options:
            raise BadRecord(line, "record.twice", what=f"option {name[:60]}")
        options[name] = value
    return tuple(options.items())


def read_seats(lines: list[tuple[str, int]]) -> tuple[str, ...]:
    """Read the names by seat: every seat once, in order."""
    names = []
    for expected, (text, line) in enumerate(lines, 1):
        number, _, name = text.partition(" ")
        if number != str(expected) or not name.strip():
            raise BadRecord(line, "record.header", what="seat", text=text[:60])
        names.append(name.strip())
    return tuple(names)


def read_seat(text: str, seats: int, line: int) -> Seat:
    """Read the seat at the start of an entry."""
    if text == "*":
        return CHANCE
    if text == "undo":
        return UNDO
    if int(text) > seats:
        raise BadRecord(line, "record.no-such-seat", seat=text, seats=seats)
    return Seat(int(text) - 1)


def read_result(lines: LineReader, seats: int) -> Result | None:
    """Read the last line of a record; without it the file is truncated."""
    number, line = lines.next()
    if not line:
        raise BadRecord(number, "record.truncated")
    match = RESULT.fullmatch(line)
    if match is None:
        raise BadRecord(number, "record.line", text=line[:60])
    if lines.peek()[1]:
        raise BadRecord(lines.peek()[0], "record.after-result", text=lines.peek()[1][:60])
    if match[1]:
        return None
    points = tuple(map(int, match[2].split()))
    winners = tuple(Seat(int(seat) - 1) for seat in match[3].split() if seat != NO_WINNER)
    if len(points) != seats:
        raise BadRecord(number, "record.result-seats", seats=seats, count=len(points))
    return Result(points, winners)
