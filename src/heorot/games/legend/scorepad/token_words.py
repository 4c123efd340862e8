"""Tokens and wounds in words, `fame 5 2 2, alliance fame 3, 2 wounds`: how many of what, in any of our languages."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from heorot.engine.errors import BadText
from heorot.games.legend.state import SCRATCHES_OF_A_WOUND
from heorot.locales import words
from heorot.locales.near import nearest
from heorot.locales.typed import plain

VALUED = ("fame", "treasure", "alliance-fame", "alliance-treasure")  # with values, which may be added up
COUNTED = ("misfortune", "scratch", "wound", "double-wound")  # one, if no number says how many
ALLIANCE, NONE, NEXT, FILLER = "alliance", "none", "next", "filler"  # `next` separates two parts, as commas do
NUMBER = "number"  # a kind of items too
LARGEST = 999
LONGEST_PHRASE = 3  # words
AFTER_NAME = re.compile("[:=]")
PIECE = re.compile(r"[-−–]?\d+|[^\W\d_]+|[,;]|\S")
PASSED_OVER = set(":=+/()&.|×*-–—−'’\"«»“”_#")  # say nothing
AROUND = " \t\u00a0-–—:="  # may stand around a name


@dataclass(frozen=True, slots=True)
class Word:
    """What was typed, and where it stands; line and column are counted from 1."""

    text: str
    line: int
    column: int

    def fault(self, key: str, **params: str | int) -> BadText:
        """What is wrong with it."""
        return BadText(self.line, self.column, key, **params)


@dataclass(frozen=True, slots=True)
class Item:
    """A number, a kind of token or tile, or what separates two parts."""

    kind: str
    number: int
    word: Word


# ---- Words ---------------------------------------------------------------------------------------------------------


@cache
def phrases() -> dict[str, str]:
    """What each phrase means, in all languages."""
    return {plain(phrase): kind for kind, said in words("legend.typed").items() for phrase in said}


def find_name(number: int, line: str) -> tuple[Word, int]:
    """The name before a colon, or before the first word that counts something, and where the rest begins; perhaps there
    is none."""
    sign = AFTER_NAME.search(line)
    if sign and not is_counted(line[: sign.start()]):
        return name_in(number, line, sign.start()), sign.end()
    for piece in PIECE.finditer(line):
        if piece[0][-1].isdigit() or phrases().get(plain(piece[0]), FILLER) != FILLER:
            return name_in(number, line, piece.start()), piece.start()
    raise Word(line, number, len(line) - len(line.lstrip()) + 1).fault("tally.nothing", **meant(line.split()))


def is_counted(head: str) -> bool:
    """Whether what stands before a colon is no name but a thing to be counted: `fame: 9`."""
    kinds = [phrases().get(plain(word)) for word in re.findall(r"\w+", head)]
    return None not in kinds and any(kind != FILLER for kind in kinds)


def name_in(number: int, line: str, end: int) -> Word:
    """A name without what may stand around it."""
    head = line[:end]
    return Word(head.strip(AROUND), number, len(head) - len(head.lstrip(AROUND)) + 1)


def items_in(number: int, line: str, start: int) -> Iterator[Item]:
    """Everything behind a name, phrase by phrase; words that say nothing are passed over."""
    pieces = [Word(piece[0], number, piece.start() + 1) for piece in PIECE.finditer(line, start)]
    at = 0
    while at < len(pieces):
        length, item = read_item(pieces[at : at + LONGEST_PHRASE])
        at += length
        if item.kind != FILLER:
            yield item


def read_item(pieces: Sequence[Word]) -> tuple[int, Item]:
    """The first item, and how many pieces it takes; a longer phrase goes first."""
    first = pieces[0]
    if first.text[-1].isdigit():
        return 1, Item(NUMBER, read_number(first), first)
    if first.text in (",", ";"):
        return 1, Item(NEXT, 0, first)
    for length in range(len(pieces), 0, -1):
        if kind := phrases().get(plain(" ".join(piece.text for piece in pieces[:length]))):
            return length, Item(NUMBER if kind == NONE else kind, 0, first)
    if first.text in PASSED_OVER:
        return 1, Item(FILLER, 0, first)
    raise first.fault("tally.unknown", text=first.text, **meant([first.text]))


def meant(said: Sequence[str]) -> dict[str, str]:
    """What may have been meant."""
    near = nearest(said, (phrase for known in words("legend.typed").values() for phrase in known))
    return {"near": near} if near else {}


def read_number(word: Word) -> int:
    """A whole number that is not negative."""
    if not word.text.isdigit():
        raise word.fault("tally.negative", text=word.text)
    if len(word.text) > len(str(LARGEST)):
        raise word.fault("tally.too-large", text=word.text[:20], most=LARGEST)
    return int(word.text)


# ---- Counting ------------------------------------------------------------------------------------------------------


def count(items: Sequence[Item]) -> dict[str, tuple[int, ...]]:
    """The numbers of every kind."""
    found: dict[str, list[int]] = {kind: [] for kind in (*VALUED, *COUNTED)}
    last: Item | None = None
    for part in parts(items):
        if all(item.kind == NUMBER for item in part) and last:
            found[last.kind] += [item.number for item in part]  # `fame 5, 2, 2`
            continue
        for last, numbers in pairs(part):
            found[last.kind] += numbers
            check_scratches(last, found["scratch"])
    return {kind: tuple(numbers) for kind, numbers in found.items()}


def parts(items: Sequence[Item]) -> Iterator[list[Item]]:
    """What stands between commas, as far as something does; the kinds of alliance tokens in one piece."""
    part: list[Item] = []
    for item in (*items, None):
        if item is None or item.kind == NEXT:
            if part:
                yield with_alliances(part)
            part = []
        else:
            part.append(item)


def with_alliances(part: Sequence[Item]) -> list[Item]:
    """`alliance fame` and `fame alliance` in one piece."""
    found: list[Item] = []
    for item in part:
        before = found[-1] if found else item
        if ALLIANCE in (before.kind, item.kind) and {before.kind, item.kind} & {"fame", "treasure"}:
            (kind,) = {before.kind, item.kind} - {ALLIANCE}
            found[-1] = Item(f"{ALLIANCE}-{kind}", 0, before.word)
        else:
            found.append(item)
    return found


def pairs(part: Sequence[Item]) -> Iterator[tuple[Item, list[int]]]:
    """Kinds with their numbers: the numbers stand behind, or before if the part begins with one."""
    ordered = list(reversed(part)) if part[0].kind == NUMBER else list(part)
    if ordered[0].kind == NUMBER:
        raise ordered[0].word.fault("tally.number-alone", text=ordered[0].word.text)
    kind, numbers = ordered[0], list[int]()
    for item in (*ordered[1:], None):
        if item is not None and item.kind == NUMBER:
            numbers.append(item.number)
            continue
        yield kind, checked(kind, numbers)
        if item is not None:
            kind, numbers = item, []


def checked(kind: Item, numbers: list[int]) -> list[int]:
    """An alliance token has fame or treasure; values are needed, but one of a thing may be said without a number."""
    if kind.kind == ALLIANCE:
        raise kind.word.fault("tally.alliance")
    if not numbers and kind.kind in VALUED:
        raise kind.word.fault("tally.number-missing", text=kind.word.text)
    return numbers or [1]


def check_scratches(item: Item, numbers: Sequence[int]) -> None:
    """L6.6: a third scratch would have become a wound."""
    if item.kind == "scratch" and sum(numbers) >= SCRATCHES_OF_A_WOUND:
        raise item.word.fault("tally.third-scratch", rule="L6.6")
