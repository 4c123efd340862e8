"""Compilation of a box into numbers and bit masks (`Printed` in state.py), with every payment of every price."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import groupby, islice
from operator import and_
from typing import TypeAlias

from heorot.games.legend.model.components import (
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
from heorot.games.legend.model.state import (
    ALL_HANDS,
    BEOWULF,
    BEOWULF_CARD,
    FIGHTING_DOUBLE,
    NUMBERS,
    PLAIN,
    SYMBOLS,
    Printed,
)

SymbolCounts: TypeAlias = tuple[int, ...]  # number of each symbol, by symbol
Payment: TypeAlias = tuple[int, ...]  # faces of its cards in ascending order
FaceNumbers: TypeAlias = Mapping[Card, int]


@dataclass(frozen=True, slots=True)
class PayingCard:
    """Card that can pay: its symbols and the number of copies."""

    face: int
    symbols: SymbolCounts
    copies: int


# ---- Cards ---------------------------------------------------------------------------------------------------------


def print_hand(printed: Printed, hand: Hand) -> None:
    """L1.4: Write the opening hand."""
    printed.fixed[BEOWULF_CARD] = hand.beowulf
    printed.fixed[FIGHTING_DOUBLE] = hand.fighting_double
    printed.dealt = hand.dealt


def print_plain(printed: Printed, face: int, copies: int) -> None:
    """L1.3: Write a plain card; even faces are single cards, odd ones double."""
    printed.copies[face] = copies
    printed.symbols[face] = face % 2 + 1
    printed.with_symbols |= 1 << face


def print_special(printed: Printed, face: int, special: Special) -> None:
    """L1.5, L7.1: Write a special card."""
    printed.players[face] = special.players
    printed.advanced[face] = int(special.advanced)
    printed.symbols[face] = sum(times for _, times in special.symbols)
    if special.symbols:
        printed.with_symbols |= 1 << face


def plain_symbols(face: int) -> SymbolCounts:
    """L1.3: Return the symbols of a plain card."""
    return tuple(face % 2 + 1 if symbol == face // 2 else 0 for symbol in range(SYMBOLS))


def special_symbols(special: Special) -> SymbolCounts:
    """L7.1: Return the symbols of a special card."""
    shown = dict(special.symbols)
    return tuple(shown.get(word, 0) for word in SYMBOL_WORDS)


# ---- Episodes ------------------------------------------------------------------------------------------------------


def print_journey(
    printed: Printed, episodes: tuple[Episode, ...], cards: list[PayingCard], numbers: FaceNumbers
) -> None:
    """L2.1, L6.3: Write the episodes in order; from Dragon Battle on, fame 2 may be paid in change."""
    printed.episodes = len(episodes)
    change = 0
    for place, episode in enumerate(episodes):
        change |= episode.name == DRAGON_BATTLE
        printed.change[place] = int(change)
        printed.kind[place] = KIND_WORDS.index(episode.kind)
        print_matching(printed, place, episode, cards)
        print_icons(printed, place, episode, numbers)


def print_matching(printed: Printed, place: int, episode: Episode, cards: list[PayingCard]) -> None:
    """L4.2, L5.1, L8.1: Write the matching cards and their values; a price is paid without values."""
    wanted = [] if episode.give else [SYMBOL_WORDS.index(word) for word in matching_symbols(episode)]
    for card in cards:
        value = sum(card.symbols[symbol] for symbol in wanted)
        printed.value[place][card.face] = value
        printed.matching[place] |= (value > 0) << card.face


def required_symbols(episode: Episode) -> tuple[str, ...]:
    """L3.2, L3.3, L4.2, L5.1: Return the symbols that an episode or its price requires."""
    return episode.symbols or tuple(dict.fromkeys(episode.give.symbols if episode.give else ()))


def matching_symbols(episode: Episode) -> tuple[str, ...]:
    """L1.3, L8.1: Return the symbols that count in an episode: the required ones and Beowulf symbols; at the end all
    symbols."""
    if episode.kind == KIND_WORDS[ALL_HANDS]:
        return SYMBOL_WORDS
    required = required_symbols(episode)
    return tuple(dict.fromkeys((*required, SYMBOL_WORDS[BEOWULF]))) if required else ()


def print_icons(printed: Printed, place: int, episode: Episode, numbers: FaceNumbers) -> None:
    """L6.1, L3.3, L9.1: Write icon spaces and the reward of an opportunity or an auction."""
    icons = [icon_code(icon, numbers) for icon in episode.spaces]
    for space, icon in enumerate(icons):
        printed.space[place][space] = icon
        printed.twins[place][space] = sum(1 << other for other in range(space) if icons[other] == icon)
    reward = episode.get or episode.reward
    printed.reward[place] = icon_code(reward, numbers) if reward else 0


def icon_code(icon: Icon, numbers: FaceNumbers) -> int:
    """Encode an icon: its kind, and its number or the face of its card."""
    number = numbers[Card(icon.card)] if icon.card else icon.number
    return ICON_WORDS.index(icon.kind) * NUMBERS + number


# ---- Prices --------------------------------------------------------------------------------------------------------


def different_prices(episodes: tuple[Episode, ...]) -> tuple[Price, ...]:
    """Return the distinct prices in symbols, in the order of the journey."""
    prices = (episode.give for episode in episodes)
    return tuple(dict.fromkeys(price for price in prices if price and price.kind == "symbols"))


def print_prices(printed: Printed, episodes: tuple[Episode, ...], payments: Mapping[Price, list[Payment]]) -> None:
    """L3.3, L3.4: Write the price of each opportunity and all payments of prices in symbols."""
    prices, first = list(payments), 0
    for place, episode in enumerate(episodes):
        if price := episode.give:
            printed.price[place] = PRICE_WORDS.index(price.kind)
            printed.pieces[place] = prices.index(price) if price in payments else price.number
    for number, payments_of_price in enumerate(payments.values()):
        print_payment_bits(printed, number, payments_of_price)
        printed.first_prefix[number] = first
        first = print_prefixes(printed, number, sorted(payments_of_price), first, 0)


def print_payment_bits(printed: Printed, number: int, payments: list[Payment]) -> None:
    """L3.4: Assign a bit to each card of a payment, in the order of faces."""
    bit = 0
    for face in sorted({face for payment in payments for face in payment}):
        room = max(payment.count(face) for payment in payments)
        printed.max_copies[number][face] = room
        printed.first_bit[number][face] = bit
        bit += room


def print_prefixes(printed: Printed, number: int, payments: list[Payment], way: int, depth: int) -> int:
    """Write the payments that share a prefix of `depth` cards as a subtree at `way`, and return its end."""
    begun = payments[0][:depth] if payments else ()
    if begun:
        printed.prefix_face[way] = begun[-1]
        printed.prefix_bit[way] = printed.first_bit[number][begun[-1]] + begun.count(begun[-1]) - 1
    printed.prefix_pays[way] = int(begun in payments)
    printed.prefix_needs[way] = common_bits(printed.first_bit[number], payments)
    end = way + 1
    for _, longer in groupby(payments if begun not in payments else (), key=lambda payment: payment[depth]):
        end = print_prefixes(printed, number, list(longer), end, depth + 1)
    printed.prefix_end[way] = end
    return end


def common_bits(bits: list[int], payments: list[Payment]) -> int:
    """Return the bits that all payments without special cards share, or all bits if there is no such payment."""
    plain = [mask_of(bits, payment) for payment in payments if max(payment) < PLAIN]
    return reduce(and_, plain, (1 << 63) - 1)


def mask_of(bits: list[int], payment: Payment) -> int:
    """Return a payment as a mask: n cards of a face are the lowest n bits of its field."""
    return sum(((1 << payment.count(face)) - 1) << bits[face] for face in set(payment))


def count_prefixes(payments: list[Payment]) -> int:
    """Count the distinct prefixes of all payments."""
    return len({payment[:depth] for payment in payments for depth in range(len(payment) + 1)})


def find_payments(price: Price, cards: list[PayingCard], most: int) -> list[Payment]:
    """L3.4: Return every set of cards that covers a price without a superfluous card, `most` at most."""
    wanted = wanted_by(price)
    useful = [card for card in cards if card.copies and is_useful(card, wanted)]
    shown = {card.face: card for card in useful}
    payments = complete_payment(useful, wanted, sum(wanted), 0, ())
    return list(islice((payment for payment in payments if is_minimal(payment, shown, wanted)), most))


def wanted_by(price: Price) -> SymbolCounts:
    """L3.3: Return the number of each symbol in a price."""
    return tuple(price.symbols.count(word) for word in SYMBOL_WORDS)


def is_useful(card: PayingCard, wanted: SymbolCounts) -> bool:
    """L1.3: Return whether a card shows a wanted symbol; Beowulf symbols stand for any."""
    return card.symbols[BEOWULF] > 0 or any(map(min, card.symbols, wanted))


def complete_payment(
    cards: list[PayingCard], missing: SymbolCounts, short: int, copy: int, begun: Payment
) -> Iterator[Payment]:
    """Yield every completion of a payment in which each card reduces what is missing. `short` is the number of missing
    symbols with Beowulf symbols counted in; the payment holds the first card `copy` times.

    Other cards never increase the gain of a card, so a card that gains nothing now is superfluous in every completion.
    """
    for place, card in enumerate(cards):
        if place == 0 and copy == card.copies:
            continue
        left = tuple(max(0, number - shown) for number, shown in zip(missing, card.symbols, strict=True))
        gain = sum(missing) - sum(left) + card.symbols[BEOWULF]
        if 0 < gain < short:
            copies = copy + 1 if place == 0 else 1
            yield from complete_payment(cards[place:], left, short - gain, copies, (*begun, card.face))
        elif gain:
            yield (*begun, card.face)


def is_minimal(payment: Payment, shown: Mapping[int, PayingCard], wanted: SymbolCounts) -> bool:
    """L3.4: Return whether no card of a payment is superfluous."""
    faces = [shown[face].symbols for face in payment]
    return not any(covers(faces[:card] + faces[card + 1 :], wanted) for card in range(len(faces)))


def covers(cards: list[SymbolCounts], wanted: SymbolCounts) -> bool:
    """L3.4: Return whether the cards cover the wanted symbols."""
    return missing_from(cards, wanted) == 0


def missing_from(cards: list[SymbolCounts], wanted: SymbolCounts) -> int:
    """L1.3, L3.4: Count the missing symbols; Beowulf symbols replace others."""
    sums = [sum(card[symbol] for card in cards) for symbol in range(SYMBOLS)]
    return max(0, sum(max(0, wanted[symbol] - sums[symbol]) for symbol in range(BEOWULF)) - sums[BEOWULF])
