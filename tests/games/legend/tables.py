"""Table builder for tests: an episode with given hands, entries to play, and accessors for the result.

Seats are counted from 1, as people do. Cards and tokens are words of the notation: `wit1*2 beowulf1`. The pieces in
front of a player are one text, scratches and wounds included: `fame2 alliance-fame1 misfortune scratch*2 wound`.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from heorot.engine.errors import IllegalAction
from heorot.engine.game import Entry, play
from heorot.engine.kernels.bits import members
from heorot.engine.records import effective_entries, entry_line, initial_state, read, read_seat
from heorot.engine.seats import CHANCE, Seat
from heorot.games.legend.box.box import Box, built_in, read_box
from heorot.games.legend.game import GAME
from heorot.games.legend.model.components import Card, Token
from heorot.games.legend.model.state import (
    ALLIANCE,
    FACES,
    LAID,
    NEXT_EPISODE,
    PLACES,
    PLAIN,
    SEATS,
    SUPPLY,
    TOKENS,
    TURNED,
    State,
)
from heorot.games.legend.rules.decisions import advance
from heorot.games.legend.table.table import Table, actors
from heorot.games.legend.table.view import View, view

BLESSING, INSPIRATION = "king_hrothgars_blessing", "queen_wealhtheows_inspiration"
DARING, RESOLVE, REST = "beowulfs_daring", "beowulfs_resolve", "the_warriors_rest"

RECORDS = Path(__file__).parents[3] / "records" / "legend"
NOTHING: Mapping[int, str] = {}
HURT = {"scratch": "scratches", "wound": "wounds", "double-wound": "double_wounds"}  # tiles and their fields


def counted(words: str) -> Counter[str]:
    """Parse `wit1*2 beowulf1` as two single Wits and a Beowulf."""
    number: Counter[str] = Counter()
    for word in words.split():
        name, _, times = word.partition("*")
        number[name] += int(times or 1)
    return number


# ---- A box ---------------------------------------------------------------------------------------------------------


def box_text(
    *episodes: str,
    cards: str,
    hand: tuple[int, int, int] = (0, 0, 0),
    specials: str = "",
    fame: str = "",
    treasure: str = "",
    alliance: str = "",
    misfortune: int = 0,
    seats: int = 2,
) -> str:
    """Return the text of a box. An episode is `Hall: simultaneous friendship / fame 3, wound`: its name, its kind with
    its symbols or its price, and its rewards; a hand is numbers of Beowulf cards, double fighting cards and dealt
    cards."""
    keys = zip(("beowulf", "fighting_double", "dealt"), hand, strict=True)
    heading = f'[box]\ntitle = "A test"\ndesigner = "The tests"\nyear = 2024\nplayers = [2, {seats}]'
    parts = [f"{heading}\nhand = {{ {', '.join(f'{key} = {number}' for key, number in keys)} }}"]
    copies = counted(cards)
    for symbol in ("travelling", "friendship", "wit", "courage", "fighting", "beowulf"):
        numbers = f"single = {copies[f'{symbol}1']}\ndouble = {copies[f'{symbol}2']}"
        parts.append(f'[[activity]]\nsymbol = "{symbol}"\n{numbers}')
    parts += [special_text(word) for word in specials.split()]
    sides = ", ".join(f"{side} = {values(alliance, side)}" for side in ("fame", "treasure"))
    parts.append(f"[tokens]\nfame = {values(fame)}\ntreasure = {values(treasure)}\nalliance = {{ {sides} }}")
    parts[-1] += f"\nmisfortune = {misfortune}\nscratch = 9\nwound = 9\ndouble_wound = 1"
    return "\n".join([*parts, *map(episode_text, episodes)])


def special_text(word: str) -> str:
    """Write `beowulfs_daring`, or `shield:courage=2:fighting=1`; a plus marks a card of the advanced game."""
    name, *symbols = word.removeprefix("+").split(":")
    shown = f"\nsymbols = {{ {', '.join(symbols)} }}" if symbols else ""
    advanced = "\nadvanced = true" if word.startswith("+") else ""
    return f'[[special]]\nid = "{name}"\nname = "{name}"\nplayers = 2{advanced}{shown}'


def values(words: str, side: str = "") -> str:
    """Parse `1*2 3` or `fame1*2 fame3` as tokens by value."""
    numbers = counted(words).items()
    rows = (f"{word.removeprefix(side)} = {number}" for word, number in numbers if word.startswith(side))
    return f"{{ {', '.join(rows)} }}"


def episode_text(words: str) -> str:
    """Return the text of an episode of `box_text`."""
    name, kind, asked, brings = re.fullmatch(
        r"(.+?): (risk|opportunity|selection|recovery|simultaneous|in turn|treasure auction|treasure ranking|all hands)"
        r"(?: ([^/]+?))?(?: / (.+))?", words,
    ).groups()  # fmt: skip
    lines = [f'[[episode]]\nname = "{name}"\nkind = "{kind}"']
    if kind == "opportunity":
        lines += [f'give = "{asked}"', f'get = "{brings}"']
    elif kind == "treasure auction":
        lines.append(f'reward = "{brings}"')
    else:
        lines += [f"symbols = {json.dumps(asked.split())}"] if asked else []
        lines += [f"spaces = {json.dumps(brings.split(', '))}"] if brings else []
    return "\n".join(lines)


def small_box(*episodes: str, **rest: Any) -> Box:
    """Return a box for one test."""
    return read_box(box_text(*episodes, **rest), "test")


# ---- A table -------------------------------------------------------------------------------------------------------


def at(
    episode: str,
    *hands: str,
    box: Box | None = None,
    first: int = 1,
    pile: str | None = None,
    discards: str | None = None,
    known: Mapping[int, str] = NOTHING,
    front: Mapping[int, str] = NOTHING,
    left: str = "",
    options: str = "",
) -> Table:
    """Return a table at the beginning of an episode, with these hands. Cards without a stated place are in the draw
    pile; if that is given, among the discards; if these are given too, out of the game. `known` are cards that everyone
    saw going into a hand, as special cards always are. `left` sets the supply: `fame2*0 alliance*0 misfortune*1`."""
    box = box or built_in()
    table = GAME.setup(box, len(hands), {"first": str(first)} | dict.fromkeys(options.split(), "yes"), 1)
    s = table.state.copy()
    clear(s)
    for seat, words in enumerate(hands):
        give_hand(box, s, seat, words, known.get(seat + 1, ""))
    lay_out_piles(box, s, pile, discards)
    lay_out_tokens(box, s, left)
    for seat, words in front.items():
        give_front(box, s, seat - 1, words)
    s.episode = next(n for n, stop in enumerate(box.episodes) if stop.name == episode) - 1
    s.phase = NEXT_EPISODE
    advance(box.printed, s)
    return Table(box, table.rules, table.options, s)


def clear(s: State) -> None:
    """Empty all places but the special cards beside the board."""
    for place in range(PLACES):
        s.cards[place], s.held[place] = [0] * FACES, 0
        s.tokens[place], s.owned[place] = [0] * TOKENS, 0
    for seat in range(SEATS):
        s.hand[seat], s.known[seat], s.fresh[seat], s.shown[seat] = 0, [0] * FACES, [0] * PLAIN, [0] * TOKENS
    s.turns_taken = s.draws_due = 0


def face_of(box: Box, word: str) -> int:
    return box.face_numbers[Card(word)]


def token_of(box: Box, word: str) -> int:
    kind, value = re.fullmatch(r"([a-z-]+)(\d)", word).groups()
    return box.token_numbers[Token(kind, int(value))]


def give_hand(box: Box, s: State, seat: int, words: str, known: str) -> None:
    """Set a hand and its publicly known cards."""
    seen = counted(known)
    for word, number in counted(words).items():
        face = face_of(box, word)
        s.cards[seat][face] = number
        s.held[seat] |= 1 << face
        s.hand[seat] += number
        s.known[seat][face] = number if face >= PLAIN else seen[word]
        if face < PLAIN:
            s.fresh[seat][face] = number - s.known[seat][face]
        s.specials &= ~(1 << face)


def lay_out_piles(box: Box, s: State, pile: str | None, discards: str | None) -> None:
    """Set the draw pile and the discards."""
    hands = [sum(s.cards[seat][face] for seat in range(s.seats)) for face in range(PLAIN)]
    rest = [box.printed.copies[face] - hands[face] for face in range(PLAIN)]
    assert min(rest) >= 0, "a hand holds more than there is"
    s.pile = rest if pile is None else by_face(box, pile)
    others = [0] * PLAIN if pile is None else [rest[face] - s.pile[face] for face in range(PLAIN)]
    s.discards = others if discards is None else by_face(box, discards)
    assert min(others) >= 0, "the pile holds more than there is"
    s.pile_size, s.discards_size = sum(s.pile), sum(s.discards)
    s.stock = [s.pile[face] + sum(s.fresh[seat][face] for seat in range(s.seats)) for face in range(PLAIN)]


def by_face(box: Box, words: str) -> list[int]:
    number = {face_of(box, word): times for word, times in counted(words).items()}
    return [number.get(face, 0) for face in range(PLAIN)]


def lay_out_tokens(box: Box, s: State, left: str) -> None:
    """Set the supply: all tokens, except as stated."""
    said = {word: int(number) for word, number in re.findall(r"(\S+)\*(\d+)", left)}
    some_alliances = bool(said.pop("alliance", 1))
    s.misfortunes = said.pop("misfortune", box.printed.misfortunes)
    for token, face in box.token_faces.items():
        all_of_them = box.printed.tokens[token] if some_alliances or token < ALLIANCE else 0
        put_tokens(s, SUPPLY, token, said.pop(f"{face.kind}{face.value}", all_of_them))
    s.alliances = sum(s.tokens[SUPPLY][ALLIANCE:])
    assert not said, f"there is no {said}"


def put_tokens(s: State, place: int, token: int, number: int) -> None:
    s.tokens[place][token] += number
    s.owned[place] = sum(1 << token for token in range(TOKENS) if s.tokens[place][token])


def give_front(box: Box, s: State, seat: int, words: str) -> None:
    """Put tokens, scratches and wounds in front of a player; tokens come from the supply, if they are there."""
    for word, number in counted(words).items():
        if word in HURT:
            getattr(s, HURT[word])[seat] = number
        elif word == "misfortune":
            s.misfortune[seat] = number
        else:
            token = token_of(box, word)
            put_tokens(s, seat, token, number)
            put_tokens(s, SUPPLY, token, -min(number, s.tokens[SUPPLY][token]))
    s.alliances = sum(s.tokens[SUPPLY][ALLIANCE:])


# ---- Entries -------------------------------------------------------------------------------------------------------


def said(texts: str) -> Iterator[Entry]:
    """Parse `2 lay courage2, * wit1` into seats and texts."""
    for text in filter(None, (part.strip() for part in re.split(r"[,\n]", texts))):
        who, _, words = text.partition(" ")
        yield Entry(read_seat(who, SEATS, 0), words)


def say(table: Table, texts: str) -> Table:
    """Play entries of players and chance, separated by commas."""
    for entry in said(texts):
        table = play(GAME, table, entry.seat, GAME.read(table, entry.text))
    return table


def deal(box: Box, *hands: str, first: int = 1, options: str = "") -> Table:
    """Return a new game with these cards dealt, seat by seat from the first player."""
    table = GAME.setup(box, len(hands), {"first": str(first)} | dict.fromkeys(options.split(), "yes"), 1)
    order = [*hands[first - 1 :], *hands[: first - 1]]
    return say(table, ", ".join(f"* {word}" for hand in order for word in counted(hand).elements()))


def refused(table: Table, text: str) -> tuple[str, str]:
    """Return the rule that forbids an entry, and the key of the sentence; check that nothing has changed."""
    entry = next(said(text))
    before = table.state.copy()
    with pytest.raises(IllegalAction) as caught:
        play(GAME, table, entry.seat, GAME.read(table, entry.text))
    assert table.state == before
    assert GAME.refusal(table, entry.seat, GAME.read(table, entry.text)).rule == caught.value.rule
    return caught.value.rule, caught.value.key.removeprefix("illegal.")


# ---- Questions -----------------------------------------------------------------------------------------------------


def asked(table: Table) -> str:
    """Return the seats to answer and the question: `2 lay`, `* risk-card`, `1 2 3 bid`, `over`."""
    who = ("*" if seat == CHANCE else str(seat + 1) for seat in actors(table))
    return " ".join([*who, open_view(table).question])


def may_say(table: Table, seat: int | None = None) -> list[str]:
    """Return all legal entries of a seat, by default of the seat to answer."""
    who = actors(table)[0] if seat is None else Seat(seat - 1)
    return [GAME.write(table, action) for action in GAME.legal(table, who)]


def chances(table: Table) -> dict[str, int]:
    """Return the possible entries of chance with their weights."""
    return {GAME.write(table, chance.action): chance.weight for chance in GAME.chance_outcomes(table)}


def log(table: Table, seat: int | None = None) -> list[str]:
    """Return all entries as a seat or a spectator saw them."""
    return [entry_line(entry) for entry in GAME.log(table, None if seat is None else Seat(seat - 1))]


# ---- Pieces --------------------------------------------------------------------------------------------------------


def open_view(table: Table) -> View:
    """Return the view of a spectator."""
    return view(table, None)


def spelled(box: Box, numbers: list[int]) -> str:
    return " ".join(box.faces[face].name for face, number in enumerate(numbers) for _ in range(number))


def hand(table: Table, seat: int) -> str:
    """Return a hand without the sealed bid."""
    return spelled(table.box, table.state.cards[seat - 1])


def hands(table: Table) -> list[str]:
    return [hand(table, seat + 1) for seat in range(table.state.seats)]


def laid(table: Table, seat: int) -> str:
    """Return the cards in front of a player: laid, given, or in a sealed bid."""
    return spelled(table.box, table.state.cards[LAID + seat - 1])


def turned(table: Table) -> str:
    return spelled(table.box, table.state.cards[TURNED])


def pile(table: Table) -> str:
    return spelled(table.box, table.state.pile)


def discards(table: Table) -> str:
    return spelled(table.box, table.state.discards)


def known(table: Table, seat: int) -> str:
    """L1.7: Return the publicly known cards of a hand."""
    return " ".join(card.name for card, number in open_view(table).players[seat - 1].known for _ in range(number))


def tokens_at(table: Table, place: int) -> Iterator[str]:
    for token in members(table.state.owned[place]):
        face = table.box.token_faces[token]
        yield from [f"{face.kind}{face.value}"] * table.state.tokens[place][token]


def front(table: Table, seat: int) -> str:
    """Return the pieces in front of a player, except cards."""
    s = table.state
    words = [*tokens_at(table, seat - 1), *["misfortune"] * s.misfortune[seat - 1]]
    return " ".join([*words, *(word for word, field in HURT.items() for _ in range(getattr(s, field)[seat - 1]))])


def shown(table: Table, seat: int) -> str:
    """Return the tokens that a player has shown or given."""
    return " ".join(tokens_at(table, LAID + seat - 1))


def supply(table: Table, word: str) -> int:
    """Return the number of tokens of a kind in the supply: `fame2`, `alliance`, `misfortune`."""
    s = table.state
    if word in ("alliance", "misfortune"):
        return s.alliances if word == "alliance" else s.misfortunes
    return s.tokens[SUPPLY][token_of(table.box, word)]


def specials(table: Table) -> set[str]:
    """Return the special cards beside the board."""
    return {card.name for card in open_view(table).supply.specials}


def totals(table: Table) -> list[int]:
    """Return symbols or treasure that count, by seat."""
    return table.state.total[: table.state.seats]


def markers(table: Table) -> list[int | None]:
    """Return the status marker of each seat."""
    return [player.marker for player in open_view(table).players]


def first(table: Table) -> int:
    """Return the first player."""
    return table.state.first + 1


def episode(table: Table) -> str:
    """Return the name of the current episode, empty before the first."""
    return "" if table.state.episode < 0 else table.box.episodes[table.state.episode].name


# ---- Stored games --------------------------------------------------------------------------------------------------


@cache
def past(name: str) -> list[tuple[Table, str]]:
    """Yield every table of a record with the next entry, as `2 lay wit1`; none at the last one."""
    record = read((RECORDS / f"{name}.record").read_text("utf-8"))
    tables, said = [initial_state(GAME, record)], []
    for entry in effective_entries(record):
        said.append(entry_line(entry))
        tables.append(play(GAME, tables[-1], entry.seat, GAME.read(tables[-1], entry.text)))
    return list(zip(tables, [*said, ""], strict=True))


def before(name: str, line: str, where: str = "", time: int = 1) -> Table:
    """Return the table before an entry, in a given episode or any, at its first or a later occurrence."""
    there = [table for table, said in past(name) if said == line and (not where or episode(table) == where)]
    return there[time - 1]


def after(name: str, line: str, where: str = "", time: int = 1) -> Table:
    """Return the table after an entry."""
    return say(before(name, line, where, time), line)


def last(name: str) -> Table:
    """Return the last table of a record."""
    return past(name)[-1][0]


def asked_in(name: str, where: str) -> list[str]:
    """Return every question of an episode, in order: `1 lay`."""
    return [asked(table) for table, _ in past(name) if episode(table) == where]


def said_in(name: str, where: str) -> list[str]:
    """Return all entries of an episode."""
    return [said for table, said in past(name) if episode(table) == where]
