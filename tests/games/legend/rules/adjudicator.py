"""Independent adjudicator, written from RULES.md alone: slow, plain, and without a line of the game's own code.

A box is its file as read; cards, tokens and icons are words; a place is a Counter. An episode is a generator that
yields questions and receives answers, so that it reads from beginning to end as the rulebook does. Seats are counted
from 0.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any

CHANCE = -1
SYMBOLS = ("travelling", "friendship", "wit", "courage", "fighting", "beowulf")
BLESSING, INSPIRATION, DARING, RESOLVE, REST = TEXTS = (
    "king_hrothgars_blessing", "queen_wealhtheows_inspiration", "beowulfs_daring", "beowulfs_resolve",
    "the_warriors_rest",
)  # fmt: skip
TREASURE_EPISODES = ("treasure auction", "treasure ranking")

Ask = dict[int, set[str]]  # options by seat; several seats where all choose at once
Answer = tuple[int, str]
Play = Generator[Ask, Answer, Any]


@dataclass
class World:
    """Places of all pieces."""

    box: dict[str, Any]
    seats: int
    advanced: bool = False
    fallen: bool = False
    first: int = 0
    episode: int = -1
    hands: list[Counter[str]] = field(default_factory=list)
    laid: list[Counter[str]] = field(default_factory=list)  # including bids and paid cards
    turned: Counter[str] = field(default_factory=Counter)
    pile: Counter[str] = field(default_factory=Counter)
    discards: Counter[str] = field(default_factory=Counter)
    beside: set[str] = field(default_factory=set)  # special cards
    front: list[Counter[str]] = field(default_factory=list)
    shown: list[Counter[str]] = field(default_factory=list)
    supply: Counter[str] = field(default_factory=Counter)
    misfortunes: int = 0
    misfortune: list[int] = field(default_factory=list)
    scratches: list[int] = field(default_factory=list)
    wounds: list[int] = field(default_factory=list)
    doubles: list[int] = field(default_factory=list)
    order: list[int] = field(default_factory=list)  # seats with marker 1, marker 2, ...
    points: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)

    def clockwise(self) -> list[int]:
        """L2.2: Return the seats clockwise, the first player first."""
        return [(self.first + n) % self.seats for n in range(self.seats)]

    def stop(self) -> dict[str, Any]:
        """Return the current episode."""
        return self.box["episode"][self.episode]

    def is_change_made(self) -> bool:
        """L6.3: Return whether change is made, from Dragon Battle on."""
        return any(stop["name"] == "Dragon Battle" for stop in self.box["episode"][: self.episode + 1])


# ---- Cards ---------------------------------------------------------------------------------------------------------


def new_world(text: str, seats: int, advanced: bool, fallen: bool) -> World:
    """L1.3 to L1.6: Return the table before the deal."""
    box = tomllib.loads(text)
    w = World(box, seats, advanced, fallen)
    for name in ("hands", "laid", "front", "shown"):
        setattr(w, name, [Counter() for _ in range(seats)])
    for name in ("misfortune", "scratches", "wounds", "doubles"):
        setattr(w, name, [0] * seats)
    for row in box["activity"]:
        for times in ("single", "double"):
            w.pile[f"{row['symbol']}{1 + (times == 'double')}"] += row.get(times, 0)
    fixed = Counter({"beowulf1": box["box"]["hand"]["beowulf"], "fighting2": box["box"]["hand"]["fighting_double"]})
    for seat in range(seats):
        w.hands[seat] += fixed
        w.pile -= fixed
    w.pile = +w.pile
    for card in box.get("special", ()):
        if card["players"] <= seats and (advanced or not card.get("advanced", False)):
            w.beside.add(card["id"])
    tokens = box["tokens"]
    for kind in ("fame", "treasure"):
        w.supply += Counter({f"{kind}{value}": number for value, number in tokens[kind].items()})
        sides = tokens["alliance"].get(kind, {})
        w.supply += Counter({f"alliance-{kind}{value}": number for value, number in sides.items()})
    w.misfortunes = tokens["misfortune"]
    return w


def is_special(card: str) -> bool:
    return not re.fullmatch(rf"({'|'.join(SYMBOLS)})[12]", card)


def symbols_of(w: World, card: str) -> Counter[str]:
    """L1.3, L7.1: Return the symbols of a card."""
    if not is_special(card):
        return Counter({card[:-1]: int(card[-1])})
    return Counter(next(row.get("symbols", {}) for row in w.box["special"] if row["id"] == card))


def worth(w: World, card: str) -> int:
    """L4.2, L5.1: Count the symbols that count in the current episode; Beowulf's always do."""
    return sum(number for symbol, number in symbols_of(w, card).items() if symbol in (*w.stop()["symbols"], "beowulf"))


def in_order(w: World) -> list[str]:
    """Return all faces in the order in which a set is named: plain cards, cards with a text, cards with symbols."""
    plain = [f"{symbol}{times}" for symbol in SYMBOLS for times in (1, 2)]
    return [*plain, *TEXTS, *(row["id"] for row in w.box.get("special", ()) if row["id"] not in TEXTS)]


def put_away(w: World, cards: Counter[str]) -> None:
    """L7.1: Discard cards; special cards leave the game."""
    w.discards += Counter({card: number for card, number in cards.items() if not is_special(card)})
    cards.clear()


def move(start: Counter[str], end: Counter[str], thing: str) -> None:
    assert start[thing] > 0
    start[thing] -= 1
    if not start[thing]:
        del start[thing]
    end[thing] += 1


def reshuffle(w: World) -> None:
    """L1.8: Reshuffle the discards, only when the pile is empty."""
    if not w.pile:
        w.pile, w.discards = w.discards, Counter()


def take_card(w: World, place: Counter[str]) -> Play:
    """L1.8: Move a card of the pile to a place; return False if there is none."""
    reshuffle(w)
    if not w.pile:
        return False
    _, card = yield {CHANCE: set(w.pile)}
    move(w.pile, place, card)
    reshuffle(w)
    return True


def are_cards_left(w: World) -> bool:
    return bool(w.pile or w.discards)


def ask(seat: int, *texts: str) -> Play:
    """Ask one player."""
    _, text = yield {seat: set(texts)}
    return text


# ---- Scratches, wounds and tokens ----------------------------------------------------------------------------------


def scratch(w: World, seat: int) -> Play:
    """L6.6, L7.6: Take a scratch; before the third one The Warrior's Rest may return one or two."""
    if w.scratches[seat] == 2 and w.hands[seat][REST]:
        text = yield from ask(seat, "rest 1", "rest 2", "keep")
        if text != "keep":
            del w.hands[seat][REST]
            w.scratches[seat] -= int(text[-1])
    w.scratches[seat] += 1
    if w.scratches[seat] == 3:
        w.scratches[seat] = 0
        w.wounds[seat] += 1


def bring(w: World, seat: int, icon: str) -> Play:
    """L6.3 to L6.8: Carry out an icon."""
    words = icon.split()
    match words:
        case ["fame", value, "or", "heal"]:
            yield from fame_or_heal(w, seat, value)
        case ["fame", value]:
            take_fame(w, seat, value)
        case ["treasure", value]:
            if w.supply[f"treasure{value}"]:
                move(w.supply, w.front[seat], f"treasure{value}")
        case ["misfortune"]:
            if w.misfortunes:
                w.misfortunes -= 1
                w.misfortune[seat] += 1
        case ["alliance", number]:
            yield from draw_alliances(w, seat, int(number))
        case ["cards", number]:
            yield from draw_cards(w, seat, int(number))
        case ["card", card]:
            if card in w.beside:
                w.beside.remove(card)
                w.hands[seat][card] += 1
        case ["scratch"]:
            yield from scratch(w, seat)
        case ["wound"] | ["double", "wound"]:
            (w.wounds if len(words) == 1 else w.doubles)[seat] += 1
            yield from draw_cards(w, seat, 2)
        case _:
            raise ValueError(icon)


def draw_cards(w: World, seat: int, number: int) -> Play:
    for _ in range(number):
        yield from take_card(w, w.hands[seat])


def draw_alliances(w: World, seat: int, number: int) -> Play:
    """L6.4: Draw as many tokens as are left."""
    for _ in range(number):
        face_down = {token for token in w.supply if token.startswith("alliance") and w.supply[token]}
        if face_down:
            _, token = yield {CHANCE: face_down}
            move(w.supply, w.front[seat], token)


def take_fame(w: World, seat: int, value: str) -> None:
    """L6.3."""
    if w.supply[f"fame{value}"]:
        move(w.supply, w.front[seat], f"fame{value}")
    elif value == "2" and w.is_change_made() and w.supply["fame1"] >= 2:
        for _ in range(2):
            move(w.supply, w.front[seat], "fame1")


def fame_or_heal(w: World, seat: int, value: str) -> Play:
    """L6.8."""
    text = yield from ask(seat, f"take fame {value}", *heals(w, seat, "wound", "double wound"))
    if text.startswith("take"):
        take_fame(w, seat, value)
    else:
        heal(w, seat, text)


def heals(w: World, seat: int, *tiles: str) -> Iterator[str]:
    """Return the options of healing."""
    for what, number in (("wound", w.wounds), ("double wound", w.doubles), ("scratches", w.scratches)):
        if what in tiles and number[seat]:
            yield f"heal {what}"


def heal(w: World, seat: int, text: str) -> None:
    match text.removeprefix("heal "):
        case "wound":
            w.wounds[seat] -= 1
        case "double wound":
            w.doubles[seat] -= 1
        case _:
            w.scratches[seat] = 0


def value_of(tokens: Counter[str], kind: str) -> int:
    """L8.2, L9.2: Return the sum of square and alliance tokens of a kind."""
    return sum(int(token[-1]) * n for token, n in tokens.items() if token[:-1] in (kind, f"alliance-{kind}"))


# ---- Chapter 3 -----------------------------------------------------------------------------------------------------


def risk_episode(w: World) -> Play:
    """L3.1, L3.2."""
    for seat in w.clockwise():
        deciding = are_cards_left(w)
        while deciding:
            deciding = False
            if (yield from ask(seat, "risk", "decline")) == "risk":
                matches = yield from run_risk(w, seat)
                deciding = matches is None
                w.hands[seat] += matches or Counter()


def run_risk(w: World, seat: int) -> Play:
    """L3.2, L5.6, L7.4, L7.5: Return the matching cards, none after a scratch; None if the player decides again."""
    number = 2
    if w.hands[seat][DARING] and (yield from ask(seat, f"use {DARING}", "keep")) != "keep":
        del w.hands[seat][DARING]
        number = 5
    for _ in range(number):
        yield from take_card(w, w.turned)
    matches = Counter({card: n for card, n in w.turned.items() if worth(w, card)})
    again = False
    if not matches and w.hands[seat][RESOLVE]:
        again = (yield from ask(seat, f"use {RESOLVE}", "keep")) != "keep"
    w.turned -= matches
    put_away(w, w.turned)
    if again:
        del w.hands[seat][RESOLVE]
        return None
    if not matches:
        yield from scratch(w, seat)
    return matches


def opportunity(w: World) -> Play:
    """L3.3 to L3.5."""
    price, gets = w.stop()["give"], w.stop()["get"]
    for seat in w.clockwise():
        if not is_offered(w, seat, gets):
            continue
        of_tokens, of_symbols = price.startswith("fame tokens"), not price.startswith(("fame tokens", "any"))
        place = (w.front, w.shown) if of_tokens else (w.hands, w.laid)
        verb = "give" if of_tokens else "pay" if of_symbols else "discard"
        paid = yield from stage(seat, verb, place[0][seat], place[1][seat], list(sets(w, seat, price)))
        if not paid:
            continue
        if of_symbols:
            yield from discard_laid(w, seat)
        put_away(w, w.laid[seat])
        w.supply += w.shown[seat]
        w.shown[seat].clear()
        if gets == "heal":
            text = yield from ask(seat, *heals(w, seat, "wound", "double wound", "scratches"))
            heal(w, seat, text)
        else:
            yield from bring(w, seat, gets)


def is_offered(w: World, seat: int, gets: str) -> bool:
    """L3.5."""
    match gets.split():
        case ["fame" | "treasure", _]:
            return w.supply[gets.replace(" ", "")] > 0
        case ["alliance", _]:
            return any(n for token, n in w.supply.items() if token.startswith("alliance"))
        case ["card", card]:
            return card in w.beside
        case ["heal"]:
            return w.scratches[seat] + w.wounds[seat] + w.doubles[seat] > 0
    return True


def stage(seat: int, verb: str, start: Counter[str], end: Counter[str], complete: list[tuple[str, ...]]) -> Play:
    """Let a player name a set piece by piece, in order; return False if the player declines."""
    staged: tuple[str, ...] = ()
    while True:
        open_sets = [each for each in complete if each[: len(staged)] == staged]
        texts = {f"{verb} {each[len(staged)]}" for each in open_sets if len(each) > len(staged)}
        texts |= {"done"} if staged in open_sets else set()
        texts |= set() if staged else {"decline"}
        text = yield from ask(seat, *texts)
        if text in ("decline", "done"):
            return text == "done"
        move(start, end, text.removeprefix(f"{verb} "))
        staged = (*staged, text.removeprefix(f"{verb} "))


def sets(w: World, seat: int, price: str) -> Iterator[tuple[str, ...]]:
    """Return every set of cards or tokens that may be given, by trying all."""
    kind, _, number = price.rpartition(" ")
    if kind == "fame tokens":
        fames = [f"{side}fame{value}" for side in ("", "alliance-") for value in range(1, 10)]
        yield from subsets(w.front[seat], fames, int(number), int(number))
    elif kind == "any":
        yield from subsets(w.hands[seat], in_order(w), int(number), int(number))
    else:
        wanted = Counter(SYMBOLS[:-1]) if price == "one of each" else Counter({kind: int(number)})
        for cards in subsets(w.hands[seat], in_order(w), 1, wanted.total()):
            if covers(w, cards, wanted) and not any(covers(w, without(cards, n), wanted) for n in range(len(cards))):
                yield cards


def subsets(place: Counter[str], order: list[str], fewest: int, most: int) -> Iterator[tuple[str, ...]]:
    """Yield every set of this size, equal ones once, each in order."""
    there = [thing for thing in order if place[thing]]
    for size in range(fewest, most + 1):
        for things in combinations_with_replacement(there, size):
            if all(place[thing] >= number for thing, number in Counter(things).items()):
                yield things


def without(cards: tuple[str, ...], n: int) -> tuple[str, ...]:
    return (*cards[:n], *cards[n + 1 :])


def covers(w: World, cards: tuple[str, ...], wanted: Counter[str]) -> bool:
    """L1.3, L3.4: Return whether the cards cover the symbols; Beowulf symbols replace missing ones."""
    there: Counter[str] = sum((symbols_of(w, card) for card in cards), Counter())
    return (wanted - there).total() <= there["beowulf"]


def selection(w: World) -> Play:
    """L3.1, L3.6."""
    for seat in w.clockwise():
        texts = {"take cards 2", "decline", *heals(w, seat, "scratches")}
        texts |= {f"take {kind} 2" for kind in ("treasure", "fame") if w.supply[f"{kind}2"]}
        texts |= {"take alliance 1"} if is_offered(w, seat, "alliance 1") else set()
        text = yield from ask(seat, *texts)
        if text.startswith("take"):
            yield from bring(w, seat, text.removeprefix("take "))
        elif text != "decline":
            heal(w, seat, text)


def recovery(w: World) -> Play:
    """L3.7."""
    for _ in range(2 * w.seats):
        yield from take_card(w, w.turned)
    for seat in 2 * w.clockwise():
        if w.turned:
            text = yield from ask(seat, *(f"take {card}" for card in w.turned))
            move(w.turned, w.hands[seat], text.removeprefix("take "))


# ---- Chapters 4 and 5 ----------------------------------------------------------------------------------------------


def simultaneous(w: World) -> Play:
    """L4.1 to L4.4."""
    order = in_order(w)
    choosing = set(range(w.seats))
    while choosing:
        asked: Ask = {}
        for seat in choosing:
            last = max((order.index(card) for card in w.laid[seat]), default=0)
            asked[seat] = {"done", *(f"bid {card}" for card in w.hands[seat] if order.index(card) >= last)}
        seat, text = yield asked
        if text == "done":
            choosing.remove(seat)
        else:
            move(w.hands[seat], w.laid[seat], text.removeprefix("bid "))
    totals = []
    for seat in range(w.seats):
        bluff = Counter({card: n for card, n in w.laid[seat].items() if not worth(w, card)})
        w.laid[seat] -= bluff
        w.hands[seat] += bluff
        totals.append(sum(worth(w, card) * n for card, n in w.laid[seat].items()))
    for seat in sorted(range(w.seats), key=lambda seat: not w.hands[seat][BLESSING]):  # in fact simultaneous
        yield from discard_laid(w, seat)
    yield from resolution(w, by_total(w, totals))


def by_total(w: World, totals: list[int]) -> list[int]:
    """L4.2: Return the seats by total, the highest first; ties go clockwise from the first player."""
    return sorted(w.clockwise(), key=lambda seat: -totals[seat])


def discard_laid(w: World, seat: int) -> Play:
    """L7.2: Discard the laid cards; one may be taken back before."""
    if w.laid[seat] and w.hands[seat][BLESSING]:
        text = yield from ask(seat, "keep", *(f"take back {card}" for card in w.laid[seat]))
        if text != "keep":
            del w.hands[seat][BLESSING]
            move(w.laid[seat], w.hands[seat], text.removeprefix("take back "))
    put_away(w, w.laid[seat])


def in_turn(w: World) -> Play:
    """L5.1 to L5.8."""
    still_in, high, last_places = w.clockwise(), 0, []
    while len(still_in) > 1:
        seat = still_in.pop(0)
        reached = yield from turn(w, seat, high)
        if reached:
            high = total(w, seat)
            still_in.append(seat)
        else:
            last_places.insert(0, seat)
            yield from discard_laid(w, seat)
    yield from discard_laid(w, still_in[0])
    yield from resolution(w, [still_in[0], *last_places])


def total(w: World, seat: int) -> int:
    return sum(worth(w, card) * n for card, n in w.laid[seat].items())


def turn(w: World, seat: int, high: int) -> Play:
    """L5.2, L5.3, L5.5 to L5.7: Play a turn; return whether the player is still in."""
    begun = False
    while not begun or total(w, seat) < high:
        texts = {"give up", *(f"lay {card}" for card in w.hands[seat] if worth(w, card))}
        if not begun and are_cards_left(w):
            texts.add("risk")
        text = yield from ask(seat, *texts)
        if text == "give up":
            return False
        if text == "risk":
            matches = yield from run_risk(w, seat)
            if matches is None:
                continue  # L7.5: the turn begins again
            if not matches:
                return False
            w.laid[seat] += matches
        else:
            move(w.hands[seat], w.laid[seat], text.removeprefix("lay "))
        begun = True
    return True


# ---- Chapters 6, 8 and 9 -------------------------------------------------------------------------------------------


def resolution(w: World, order: list[int]) -> Play:
    """L6.1, L6.2, L7.3, L2.3."""
    w.order = order
    free = w.stop()["spaces"][: w.seats]
    for seat in order:
        text = yield from ask(seat, *(f"take {icon}" for icon in free))
        icon = text.removeprefix("take ")
        free.remove(icon)
        hurtful = icon in ("scratch", "wound", "double wound") or (icon == "misfortune" and w.misfortunes)
        if hurtful and w.hands[seat][INSPIRATION]:
            if (yield from ask(seat, f"use {INSPIRATION}", "keep")) != "keep":
                del w.hands[seat][INSPIRATION]
                continue
        yield from bring(w, seat, icon)
    if w.stop()["kind"] not in TREASURE_EPISODES:
        w.first = order[-1]


def all_hands(w: World) -> Play:
    """L8.1."""
    totals = [sum(symbols_of(w, card).total() * n for card, n in hand.items()) for hand in w.hands]
    yield from resolution(w, by_total(w, totals))


def ranking(w: World) -> Play:
    """L9.2."""
    yield from resolution(w, by_total(w, [value_of(tokens, "treasure") for tokens in w.front]))
    for tokens in w.front:
        for token in [token for token in tokens if "treasure" in token]:
            w.supply[token] += tokens.pop(token)


def auction(w: World) -> Play:
    """L9.1."""
    still_in, high = w.clockwise(), 0
    while len(still_in) > 1:
        seat = still_in.pop(0)
        reached = False
        while not reached:
            texts = (f"show {token}" for token in w.front[seat] if "treasure" in token)
            text = yield from ask(seat, "give up", *texts)
            if text == "give up":
                break
            move(w.front[seat], w.shown[seat], text.removeprefix("show "))
            reached = value_of(w.shown[seat], "treasure") >= high
        if reached:
            high = value_of(w.shown[seat], "treasure")
            still_in.append(seat)
        else:
            w.front[seat] += w.shown[seat]
            w.shown[seat].clear()
    w.supply += w.shown[still_in[0]]
    w.shown[still_in[0]].clear()
    yield from bring(w, still_in[0], w.stop()["reward"])


# ---- The journey ---------------------------------------------------------------------------------------------------

EPISODES = {
    "risk": risk_episode, "opportunity": opportunity, "selection": selection, "recovery": recovery,
    "simultaneous": simultaneous, "in turn": in_turn, "treasure auction": auction, "treasure ranking": ranking,
    "all hands": all_hands,
}  # fmt: skip


def whole_game(w: World, named: int | None) -> Play:
    """L1.2, L1.4, L2.1, L2.4: Play the deal, every episode, and the end."""
    if named is None:
        _, text = yield {CHANCE: {f"first {seat + 1}" for seat in range(w.seats)}}
        named = int(text.removeprefix("first ")) - 1
    w.first = named
    for seat in w.clockwise():
        yield from draw_cards(w, seat, w.box["box"]["hand"]["dealt"])
    for number, stop in enumerate(w.box["episode"]):
        if w.advanced or stop["kind"] not in TREASURE_EPISODES:
            w.episode = number
            yield from EPISODES[stop["kind"]](w)
    score(w)


def score(w: World) -> None:
    """L8.2 to L8.4, L9.3, L10.1."""
    standing = []
    for seat in range(w.seats):
        wounds = w.wounds[seat] + 2 * w.doubles[seat]
        points = value_of(w.front[seat], "fame") - 2 * w.misfortune[seat]
        points += 0 if w.advanced else value_of(w.front[seat], "treasure")
        points += 5 if wounds == 0 else -5 * wounds if wounds >= 3 else 0
        has_fallen = w.fallen and wounds >= 3
        w.points.append(0 if has_fallen else points)
        standing += [] if has_fallen else [seat]
    w.winners = [seat for seat in standing if w.points[seat] == max(w.points[other] for other in standing)]


def adjudicate(w: World, answers: list[Answer]) -> tuple[Ask, World]:
    """Run the current episode of a world through these answers; return the seats to answer with their options, none
    when it is over."""
    play = EPISODES[w.stop()["kind"]](w)
    asked = next(play, {})
    for seat, text in answers:
        assert text in asked[seat], f"{text} is not among {asked}"
        try:
            asked = play.send((seat, text))
        except StopIteration:
            asked = {}
    return asked, w
