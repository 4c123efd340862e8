"""A box as the rules read it: numbers and masks (`Printed` in state.py), and every way to pay a price."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import groupby, islice
from operator import and_
from typing import TypeAlias

from heorot.games.legend.components import (
    DRAGON_BATTLE,
    ICON_WORDS,
    KIND_WORDS,
    PRICE_WORDS,
    SYMBOL_WORDS,
    Card,
    Episode,
    Hand,
    Icon,
    Price,
    Special,
)
from heorot.games.legend.state import (
    ALL_HANDS,
    BEOWULF,
    BEOWULF_CARD,
    FIGHTING_DOUBLE,
    NUMBERS,
    PLAIN,
    SYMBOLS,
    Printed,
)

Counts: TypeAlias = tuple[int, ...]  # of symbols, each at its number
Payment: TypeAlias = tuple[int, ...]  # the faces of its cards in order
Numbers: TypeAlias = Mapping[Card, int]  # the face of each card


@dataclass(frozen=True, slots=True)
class Paying:
    """A card to pay with: what it shows, and how many there are."""

    face: int
    symbols: Counts
    copies: int


# ---- Cards ---------------------------------------------------------------------------------------------------------


def print_hand(printed: Printed, hand: Hand) -> None:
    """L1.4: what every hand begins with."""
    printed.fixed[BEOWULF_CARD] = hand.beowulf
    printed.fixed[FIGHTING_DOUBLE] = hand.fighting_double
    printed.dealt = hand.dealt


def print_plain(printed: Printed, face: int, copies: int) -> None:
    """L1.3: even faces are single cards, odd ones double."""
    printed.copies[face] = copies
    printed.symbols[face] = face % 2 + 1
    printed.with_symbols |= 1 << face


def print_special(printed: Printed, face: int, special: Special) -> None:
    """L1.5, L7.1: a special card."""
    printed.players[face] = special.players
    printed.advanced[face] = int(special.advanced)
    printed.symbols[face] = sum(times for _, times in special.symbols)
    if special.symbols:
        printed.with_symbols |= 1 << face


def plain_symbols(face: int) -> Counts:
    """L1.3: what a plain card shows."""
    return tuple(face % 2 + 1 if symbol == face // 2 else 0 for symbol in range(SYMBOLS))


def special_symbols(special: Special) -> Counts:
    """L7.1: what a special card shows."""
    shown = dict(special.symbols)
    return tuple(shown.get(word, 0) for word in SYMBOL_WORDS)


# ---- Episodes ------------------------------------------------------------------------------------------------------


def print_journey(printed: Printed, episodes: tuple[Episode, ...], cards: list[Paying], numbers: Numbers) -> None:
    """L2.1: the episodes in order. L6.3: from Dragon Battle on change is made."""
    printed.episodes = len(episodes)
    change = 0
    for place, episode in enumerate(episodes):
        change |= episode.name == DRAGON_BATTLE
        printed.change[place] = int(change)
        printed.kind[place] = KIND_WORDS.index(episode.kind)
        print_matching(printed, place, episode, cards)
        print_icons(printed, place, episode, numbers)


def print_matching(printed: Printed, place: int, episode: Episode, cards: list[Paying]) -> None:
    """L4.2, L5.1: which cards match, and how often; Beowulf symbols always do. L8.1: at the end all do."""
    wanted = {SYMBOL_WORDS.index(word) for word in episode.symbols}
    if printed.kind[place] == ALL_HANDS:
        wanted = set(range(SYMBOLS))
    for card in cards if wanted else ():
        value = sum(card.symbols[symbol] for symbol in wanted | {BEOWULF})
        printed.value[place][card.face] = value
        printed.matching[place] |= (value > 0) << card.face


def print_icons(printed: Printed, place: int, episode: Episode, numbers: Numbers) -> None:
    """L6.1, L3.3, L9.1: icon spaces, what an opportunity brings, or the reward of an auction."""
    icons = [icon_code(icon, numbers) for icon in episode.spaces]
    for space, icon in enumerate(icons):
        printed.space[place][space] = icon
        printed.twins[place][space] = sum(1 << other for other in range(space) if icons[other] == icon)
    reward = episode.get or episode.reward
    printed.reward[place] = icon_code(reward, numbers) if reward else 0


def icon_code(icon: Icon, numbers: Numbers) -> int:
    """An icon as a number: its kind, and its number or the face of its card."""
    number = numbers[Card(icon.card)] if icon.card else icon.number
    return ICON_WORDS.index(icon.kind) * NUMBERS + number


# ---- Prices --------------------------------------------------------------------------------------------------------


def different_prices(episodes: tuple[Episode, ...]) -> tuple[Price, ...]:
    """The prices in symbols, equal ones once, in the order of the journey."""
    prices = (episode.give for episode in episodes)
    return tuple(dict.fromkeys(price for price in prices if price and price.kind == "symbols"))


def print_prices(printed: Printed, episodes: tuple[Episode, ...], payments: Mapping[Price, list[Payment]]) -> None:
    """L3.3, L3.4: what each opportunity asks for, and every payment of every price in symbols."""
    prices, first = list(payments), 0
    for place, episode in enumerate(episodes):
        if price := episode.give:
            printed.price[place] = PRICE_WORDS.index(price.kind)
            printed.pieces[place] = prices.index(price) if price in payments else price.number
    for number, found in enumerate(payments.values()):
        print_alphabet(printed, number, found)
        printed.first_way[number] = first
        first = print_ways(printed, number, sorted(found), first, 0)


def print_alphabet(printed: Printed, number: int, payments: list[Payment]) -> None:
    """L3.4: a bit for each card that a payment may hold, in the order of faces."""
    bit = 0
    for face in sorted({face for payment in payments for face in payment}):
        room = max(payment.count(face) for payment in payments)
        printed.room[number][face] = room
        printed.bit[number][face] = bit
        bit += room


def print_ways(printed: Printed, number: int, payments: list[Payment], way: int, depth: int) -> int:
    """All payments that share a beginning of so many cards, as a tree; where it ends."""
    begun = payments[0][:depth] if payments else ()
    if begun:
        printed.way_face[way] = begun[-1]
        printed.way_bit[way] = printed.bit[number][begun[-1]] + begun.count(begun[-1]) - 1
    printed.way_paid[way] = int(begun in payments)
    printed.way_needs[way] = needs_of(printed.bit[number], payments)
    end = way + 1
    for _, longer in groupby(payments if begun not in payments else (), key=lambda payment: payment[depth]):
        end = print_ways(printed, number, list(longer), end, depth + 1)
    printed.way_skip[way] = end
    return end


def needs_of(bits: list[int], payments: list[Payment]) -> int:
    """The cards that all payments without a special card have in common; everything, if there is no such payment."""
    plain = [mask_of(bits, payment) for payment in payments if max(payment) < PLAIN]
    return reduce(and_, plain, (1 << 63) - 1)


def mask_of(bits: list[int], payment: Payment) -> int:
    """A payment in the alphabet of its price: so many cards of a face are the lowest bits of its field."""
    return sum(((1 << payment.count(face)) - 1) << bits[face] for face in set(payment))


def how_many_ways(payments: list[Payment]) -> int:
    """The beginnings of all payments, equal ones once."""
    return len({payment[:depth] for payment in payments for depth in range(len(payment) + 1)})


def find_payments(price: Price, cards: list[Paying], most: int) -> list[Payment]:
    """L3.4: every set of cards that covers a price and has none too many. At most so many are looked for."""
    wanted = wanted_by(price)
    useful = [card for card in cards if card.copies and is_useful(card, wanted)]
    shown = {card.face: card for card in useful}
    payments = extend(useful, wanted, sum(wanted), 0, ())
    return list(islice((payment for payment in payments if is_needed(payment, shown, wanted)), most))


def wanted_by(price: Price) -> Counts:
    """L3.3: so many symbols of each."""
    return tuple(price.symbols.count(word) for word in SYMBOL_WORDS)


def is_useful(card: Paying, wanted: Counts) -> bool:
    """Whether a card shows anything that is asked for; Beowulf symbols stand for any (L1.3)."""
    return card.symbols[BEOWULF] > 0 or any(map(min, card.symbols, wanted))


def extend(cards: list[Paying], missing: Counts, short: int, copy: int, begun: Payment) -> Iterator[Payment]:
    """Every way to complete a payment with these cards, each bringing it nearer; `short` symbols are missing when
    Beowulf symbols are counted in, and the first card is in it `copy` times.

    What one card brings never grows by others beside it: one that brings nothing here would be superfluous for ever.
    """
    for place, card in enumerate(cards):
        if place == 0 and copy == card.copies:
            continue
        left = tuple(max(0, number - shown) for number, shown in zip(missing, card.symbols, strict=True))
        gain = sum(missing) - sum(left) + card.symbols[BEOWULF]
        if 0 < gain < short:
            copies = copy + 1 if place == 0 else 1
            yield from extend(cards[place:], left, short - gain, copies, (*begun, card.face))
        elif gain:
            yield (*begun, card.face)


def is_needed(payment: Payment, shown: Mapping[int, Paying], wanted: Counts) -> bool:
    """L3.4: no card of a payment is superfluous: without any one of them the price is not covered."""
    faces = [shown[face].symbols for face in payment]
    return not any(covers(faces[:one] + faces[one + 1 :], wanted) for one in range(len(faces)))


def covers(cards: list[Counts], wanted: Counts) -> bool:
    """L3.4: whether these cards show what is asked for."""
    return missing_from(cards, wanted) == 0


def missing_from(cards: list[Counts], wanted: Counts) -> int:
    """L1.3, L3.4: so many symbols are missing, Beowulf symbols in the place of others."""
    sums = [sum(card[symbol] for card in cards) for symbol in range(SYMBOLS)]
    return max(0, sum(max(0, wanted[symbol] - sums[symbol]) for symbol in range(BEOWULF)) - sums[BEOWULF])
