"""Reader for typed tokens and wounds in any language: `fame 5 2 2, alliance fame 3, 2 wounds`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from heorot.engine.errors import BadText
from heorot.games.legend.model.state import SCRATCHES_OF_A_WOUND
from heorot.locales import typed_words
from heorot.locales.closest import closest_word
from heorot.locales.keyboards import normalize

VALUED = ("fame", "treasure", "alliance-fame", "alliance-treasure")  # kinds with values, which may be added up
COUNTED = ("misfortune", "scratch", "wound", "double-wound")  # kinds that count one by default
ALLIANCE, NONE, NEXT, FILLER = "alliance", "none", "next", "filler"  # `next` separates parts like a comma
NUMBER = "number"  # kind of a number item
LARGEST = 999
LONGEST_PHRASE = 3  # words
AFTER_NAME = re.compile("[:=]")
PIECE = re.compile(r"[-−–]?\d+|[^\W\d_]+|[,;]|\S")
IGNORED_SIGNS = set(":=+/()&.|×*-–—−'’\"«»“”_#")
AROUND = " \t\u00a0-–—:="  # stripped from names


@dataclass(frozen=True, slots=True)
class TypedWord:
    """Typed word with its line and column, counted from 1."""

    text: str
    line: int
    column: int

    def bad_text(self, key: str, **params: str | int) -> BadText:
        """Return an error at this word."""
        return BadText(self.line, self.column, key, **params)


@dataclass(frozen=True, slots=True)
class Item:
    """Number, kind of token or tile, or separator."""

    kind: str
    number: int
    word: TypedWord


# ---- Words ---------------------------------------------------------------------------------------------------------


@cache
def phrases() -> dict[str, str]:
    """Return the kind of each phrase in all languages."""
    return {normalize(phrase): kind for kind, synonyms in typed_words("legend.typed").items() for phrase in synonyms}


def find_name(number: int, line: str) -> tuple[TypedWord, int]:
    """Return the name before a colon or before the first token word, possibly empty, and the index where the rest
    begins."""
    sign = AFTER_NAME.search(line)
    if sign and not is_counted(line[: sign.start()]):
        return name_in(number, line, sign.start()), sign.end()
    for piece in PIECE.finditer(line):
        if piece[0][-1].isdigit() or phrases().get(normalize(piece[0]), FILLER) != FILLER:
            return name_in(number, line, piece.start()), piece.start()
    first = TypedWord(line, number, len(line) - len(line.lstrip()) + 1)
    raise first.bad_text("tally.nothing", **suggestion(line.split()))


def is_counted(head: str) -> bool:
    """Return whether the text before a colon is a token word, not a name: `fame: 9`."""
    kinds = [phrases().get(normalize(word)) for word in re.findall(r"\w+", head)]
    return None not in kinds and any(kind != FILLER for kind in kinds)


def name_in(number: int, line: str, end: int) -> TypedWord:
    """Return a name without surrounding punctuation."""
    head = line[:end]
    return TypedWord(head.strip(AROUND), number, len(head) - len(head.lstrip(AROUND)) + 1)


def items_in(number: int, line: str, start: int) -> Iterator[Item]:
    """Yield the items after a name; filler words are skipped."""
    pieces = [TypedWord(piece[0], number, piece.start() + 1) for piece in PIECE.finditer(line, start)]
    at = 0
    while at < len(pieces):
        length, item = read_item(pieces[at : at + LONGEST_PHRASE])
        at += length
        if item.kind != FILLER:
            yield item


def read_item(pieces: Sequence[TypedWord]) -> tuple[int, Item]:
    """Return the number of pieces of the first item, and the item; longer phrases take precedence."""
    first = pieces[0]
    if first.text[-1].isdigit():
        return 1, Item(NUMBER, read_number(first), first)
    if first.text in (",", ";"):
        return 1, Item(NEXT, 0, first)
    for length in range(len(pieces), 0, -1):
        if kind := phrases().get(normalize(" ".join(piece.text for piece in pieces[:length]))):
            return length, Item(NUMBER if kind == NONE else kind, 0, first)
    if first.text in IGNORED_SIGNS:
        return 1, Item(FILLER, 0, first)
    raise first.bad_text("tally.unknown", text=first.text, **suggestion([first.text]))


def suggestion(typed: Sequence[str]) -> dict[str, str]:
    """Return the nearest known phrase as an error parameter, if there is one."""
    near = closest_word(typed, (phrase for known in typed_words("legend.typed").values() for phrase in known))
    return {"near": near} if near else {}


def read_number(word: TypedWord) -> int:
    """Read a non-negative whole number."""
    if not word.text.isdigit():
        raise word.bad_text("tally.negative", text=word.text)
    if len(word.text) > len(str(LARGEST)):
        raise word.bad_text("tally.too-large", text=word.text[:20], most=LARGEST)
    return int(word.text)


# ---- Counting ------------------------------------------------------------------------------------------------------


def count_tokens(items: Sequence[Item]) -> dict[str, tuple[int, ...]]:
    """Return the numbers of every kind."""
    by_kind: dict[str, list[int]] = {kind: [] for kind in (*VALUED, *COUNTED)}
    last: Item | None = None
    for part in split_parts(items):
        if all(item.kind == NUMBER for item in part) and last:
            by_kind[last.kind] += [item.number for item in part]  # `fame 5, 2, 2`
            continue
        for last, numbers in pair_numbers(part):
            by_kind[last.kind] += numbers
            check_scratches(last, by_kind["scratch"])
    return {kind: tuple(numbers) for kind, numbers in by_kind.items()}


def split_parts(items: Sequence[Item]) -> Iterator[list[Item]]:
    """Yield the non-empty parts between separators, with alliance tokens joined."""
    part: list[Item] = []
    for item in (*items, None):
        if item is None or item.kind == NEXT:
            if part:
                yield with_alliances(part)
            part = []
        else:
            part.append(item)


def with_alliances(part: Sequence[Item]) -> list[Item]:
    """Join `alliance fame` and `fame alliance` into one item."""
    joined: list[Item] = []
    for item in part:
        before = joined[-1] if joined else item
        if ALLIANCE in (before.kind, item.kind) and {before.kind, item.kind} & {"fame", "treasure"}:
            (kind,) = {before.kind, item.kind} - {ALLIANCE}
            joined[-1] = Item(f"{ALLIANCE}-{kind}", 0, before.word)
        else:
            joined.append(item)
    return joined


def pair_numbers(part: Sequence[Item]) -> Iterator[tuple[Item, list[int]]]:
    """Yield kinds with their numbers, which stand after the kind, or before it if the part begins with a number."""
    ordered = list(reversed(part)) if part[0].kind == NUMBER else list(part)
    if ordered[0].kind == NUMBER:
        raise ordered[0].word.bad_text("tally.number-alone", text=ordered[0].word.text)
    kind, numbers = ordered[0], list[int]()
    for item in (*ordered[1:], None):
        if item is not None and item.kind == NUMBER:
            numbers.append(item.number)
            continue
        yield kind, check_numbers(kind, numbers)
        if item is not None:
            kind, numbers = item, []


def check_numbers(kind: Item, numbers: list[int]) -> list[int]:
    """Check that alliance tokens have a kind and valued tokens a number; other pieces count one by default."""
    if kind.kind == ALLIANCE:
        raise kind.word.bad_text("tally.alliance")
    if not numbers and kind.kind in VALUED:
        raise kind.word.bad_text("tally.number-missing", text=kind.word.text)
    return numbers or [1]


def check_scratches(item: Item, numbers: Sequence[int]) -> None:
    """L6.6: Refuse a third scratch, which would have become a wound."""
    if item.kind == "scratch" and sum(numbers) >= SCRATCHES_OF_A_WOUND:
        raise item.word.bad_text("tally.third-scratch", rule="L6.6")
