"""The box: contents of the built-in box, its compilation for the rules, and refusals of faulty boxes."""

import hashlib
import inspect
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from functools import cache, reduce
from itertools import product
from operator import and_
from pathlib import Path

import pytest

from heorot.engine.content import toml_reader as sheets
from heorot.engine.errors import BadBox
from heorot.engine.kernels.bits import members
from heorot.games.legend.box import box as boxes
from heorot.games.legend.box import compile_box
from heorot.games.legend.box import read_box as reading
from heorot.games.legend.box.box import Box, built_in, open_box, read_box
from heorot.games.legend.box.compile_box import PayingCard, find_payments
from heorot.games.legend.box.max_length import GameSize, longest_game
from heorot.games.legend.model import components, state
from heorot.games.legend.model.components import (
    ICON_WORDS,
    KIND_WORDS,
    PRICE_WORDS,
    SYMBOL_WORDS,
    TEXTS,
    Card,
    Icon,
    Price,
    Token,
)
from heorot.locales import LANGUAGES
from heorot.terminal.translator import Translator
from tests.support.box_files import (
    GONE,
    Sheet,
    check_spoilt,
    edit,
    lack_anything,
    reasons_in,
    refused,
    replace_values,
    spoil_lists,
)
from tests.support.playing import box_named

BOXES = Path(__file__).parents[1] / "boxes"
SMALL, STRANGE = ((BOXES / f"{name}.toml").read_text("utf-8") for name in ("small", "strange"))
SOURCE = re.compile(r"(rulebook|report|ours)\b")

any_box = pytest.mark.parametrize("box", ["built-in", "small", "strange"], indirect=True)


@pytest.fixture
def box(request) -> Box:
    """Return a box by its name, read only when a test needs it."""
    return box_named(request.param, "legend")


def small() -> Box:
    return box_named("small", "legend")


def strange() -> Box:
    return box_named("strange", "legend")


def place_of(box: Box, name: str) -> int:
    """Return the index of an episode, counted from 0."""
    return next(episode.number for episode in box.episodes if episode.name == name) - 1


def cards_in(box: Box, mask: int) -> list[str]:
    return [box.faces[face].name for face in members(mask)]


# ---- The built-in box ----------------------------------------------------------------------------------------------


def test_l1_1_two_to_five_players():
    assert built_in().players == (2, 5)


def test_l1_3_a_hundred_activity_cards():
    printed = built_in().printed
    assert sum(printed.copies) == 100
    assert printed.copies[state.BEOWULF_CARD] == 15
    assert printed.copies[state.FIGHTING_DOUBLE] == 8
    assert printed.symbols[: state.PLAIN] == [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]


def test_l1_4_two_fixed_cards_and_five_more():
    printed = built_in().printed
    fixed = {built_in().faces[face].name: count for face, count in enumerate(printed.fixed) if count}
    assert (fixed, printed.dealt) == ({"beowulf1": 1, "fighting2": 1}, 5)


def test_l1_5_ten_special_cards_five_of_them_with_a_text():
    printed = built_in().printed
    assert [face for face, players in enumerate(printed.players) if players] == list(range(state.BLESSING, 21))
    assert printed.players[state.BLESSING : 21] == [2, 2, 3, 4, 4, 2, 3, 5, 2, 2]
    assert cards_in(built_in(), sum(1 << face for face, only in enumerate(printed.advanced) if only)) == [
        "all_iron_shield"
    ]
    assert printed.symbols[state.BLESSING : 21] == [0, 0, 0, 0, 0, 3, 3, 3, 3, 4]


def test_l1_6_tokens_lie_open_by_value():
    printed = built_in().printed
    kinds = [printed.tokens[kind : kind + state.VALUES] for kind in range(0, state.TOKENS, state.VALUES)]
    assert [sum(kind) for kind in kinds] == [36, 24, 18, 18]
    assert printed.tokens[state.FAME + 5] == 9
    assert printed.tokens[state.TREASURE + 2] == 13
    assert printed.tokens[state.ALLIANCE_TREASURE + 3] == 6
    assert printed.misfortunes == 3


def test_l2_1_thirty_six_episodes_of_which_six_are_treasure_episodes():
    printed = built_in().printed
    assert printed.episodes == 36
    kinds = Counter(KIND_WORDS[kind] for kind in printed.kind[:36])
    assert kinds == Counter({"risk": 6, "opportunity": 5, "selection": 3, "recovery": 4, "simultaneous": 5,
                             "in turn": 6, "treasure auction": 5, "treasure ranking": 1, "all hands": 1})  # fmt: skip


def test_l3_3_the_opportunities_have_their_prices_and_rewards():
    offers = {e.name: (str(e.give), str(e.get)) for e in built_in().episodes if e.kind == "opportunity"}
    assert offers == {
        "King Hygelac's Court": ("any 2", "cards 2"),
        "Great Rewards": ("fighting 2", "treasure 3"),
        "Peace Returns": ("one of each", "fame 5"),
        "Many Friendships": ("friendship 2", "alliance 1"),
        "Break Ranks?": ("fame tokens 2", "heal"),
    }


def test_l4_2_friendship_and_beowulf_count_in_king_hrothgars_hall():
    place = place_of(built_in(), "King Hrothgar's Hall")
    printed = built_in().printed
    expected = {"friendship1": 1, "friendship2": 2, "beowulf1": 1, "hides_of_land": 3, "golden_torque": 2}
    assert cards_in(built_in(), printed.matching[place]) == list(expected)
    assert {built_in().faces[face].name: value for face, value in enumerate(printed.value[place]) if value} == expected


def test_l6_3_change_is_made_from_dragon_battle_on():
    first = place_of(built_in(), "Dragon Battle")
    assert built_in().printed.change[:36] == [0] * first + [1] * (36 - first)
    assert strange().printed.change[: len(strange().episodes)] == [0] + [1] * (len(strange().episodes) - 1)
    assert not any(small().printed.change)


def test_only_the_built_in_box_is_marked_as_built_in():
    assert built_in().built_in
    assert not read_box(built_in().text, "copy.toml").built_in
    assert built_in() is built_in()


# ---- Sources -------------------------------------------------------------------------------------------------------


def leaves(node: object, path: str = "") -> list[str]:
    """Return the path of every value in a parsed file, without help of the box reader."""
    if isinstance(node, dict):
        pairs = [(f"{path}.{key}".strip("."), value) for key, value in node.items() if key not in sheets.LABELS]
    elif isinstance(node, list) and all(isinstance(part, dict) for part in node):
        called = [part.get("id") or part.get("symbol") or number for number, part in enumerate(node, 1)]
        pairs = [(f"{path}[{name}]", part) for name, part in zip(called, node, strict=True)]
    else:
        return [path]
    return [leaf for name, value in pairs for leaf in leaves(value, name)]


def test_every_value_of_the_built_in_box_has_a_source():
    sourced = {path: source for path, _, source in built_in().sourced()}
    assert set(sourced) == set(leaves(tomllib.loads(built_in().text)))
    assert [path for path, source in sourced.items() if not SOURCE.match(source)] == []


def test_proposed_values_are_never_sourced_as_printed():
    sourced = {path: source for path, _, source in built_in().sourced()}
    assert {source for path, source in sourced.items() if path.startswith("activity")} == {"ours"}
    mixes = [source for path, source in sourced.items() if re.match(r"tokens\.(fame|treasure|alliance)", path)]
    assert set(mixes) == {"ours"}
    assert sourced["special[hrunting].name"] == "ours"
    assert sourced["special[hides_of_land].name"] == "rulebook"
    assert sourced["special[hides_of_land].symbols.beowulf"] == "ours"
    assert sourced["episode[2].name"] == "rulebook"
    assert sourced["episode[2].symbols"] == "ours"  # absent from its table of sources


def test_a_table_of_sources_applies_field_by_field():
    sourced = {path: source for path, _, source in built_in().sourced()}
    assert (sourced["episode[7].give"], sourced["episode[7].get"]) == ("rulebook", "rulebook")  # called `offer` there
    assert sourced["episode[4].spaces"] == "rulebook but the fifth"
    assert sourced["tokens.misfortune"] == "rulebook"
    sourced = {path: source for path, _, source in strange().sourced()}
    assert sourced["tokens.fame.9"] == sourced["tokens.alliance.treasure.5"] == "report"
    assert sourced["tokens.misfortune"] == "ours"
    assert sourced["activity[wit].single"] == "made up later"
    assert sourced["box.hand.dealt"] == "made up"


def test_sources_of_fields_match_the_sourced_values():
    sourced = {path: source for path, _, source in built_in().sourced()}
    for episode in built_in().episodes:
        for field in ("name", "kind", "symbols", "spaces", "reward"):
            found = sourced.get(f"episode[{episode.number}].{field}")
            assert found in (None, episode.sources.of(field))
    for special in built_in().specials:
        assert sourced[f"special[{special.id}].players"] == special.sources.of("players")


def test_another_box_may_leave_sources_out():
    assert {source for _, _, source in small().sourced()} == {""}


# ---- Compilation ---------------------------------------------------------------------------------------------------


def numbers_named(words: tuple[str, ...], start: str = "", end: str = "") -> list[int]:
    return [getattr(state, f"{start}{word.upper().replace(' ', '_')}{end}") for word in words]


def test_words_have_the_numbers_of_state():
    assert numbers_named(SYMBOL_WORDS) == list(range(state.SYMBOLS))
    kinds = [word.replace("treasure ", "") for word in KIND_WORDS]
    assert numbers_named(tuple(kinds)) == list(range(len(kinds)))
    assert numbers_named(("no", *ICON_WORDS[1:]), end="_ICON") == list(range(len(ICON_WORDS)))
    assert numbers_named(("any_cards", "symbol_cards", PRICE_WORDS[2])) == list(range(len(PRICE_WORDS)))
    specials = ("blessing", "inspiration", "daring", "resolve", "rest")
    assert [state.PLAIN + n for n, text in enumerate(TEXTS)] == numbers_named(specials)
    assert all(text.endswith(word) for text, word in zip(TEXTS, specials, strict=True))


@any_box
def test_faces_are_in_the_order_of_state(box):
    assert list(box.faces) == sorted(box.faces)
    assert {box.face_numbers[card] for card in box.faces.values()} == set(box.faces)
    for face, card in box.faces.items():
        if face < state.PLAIN:
            assert card == Card(f"{SYMBOL_WORDS[face // 2]}{face % 2 + 1}")
        elif face < state.FIRST_SYMBOLS:
            assert card == Card(TEXTS[face - state.PLAIN])
    others = [special.id for special in box.specials if special.symbols]
    assert [card.name for face, card in box.faces.items() if face >= state.FIRST_SYMBOLS] == others


@any_box
def test_tokens_have_the_numbers_of_state(box):
    starts = {"fame": state.FAME, "treasure": state.TREASURE,
              "alliance-fame": state.ALLIANCE_FAME, "alliance-treasure": state.ALLIANCE_TREASURE}  # fmt: skip
    for number, token in box.token_faces.items():
        assert number == starts[token.kind] + token.value == box.token_numbers[token]
        assert box.printed.tokens[number] == box.token_counts[token] > 0
    assert sum(box.printed.tokens) == sum(box.token_counts.values())
    assert list(box.token_faces) == sorted(box.token_faces)


@cache
def parsed(text: str) -> dict[str, object]:
    """Parse a file, once."""
    return tomllib.loads(text)


def shown_by(box: Box, card: Card) -> Counter[str]:
    """Return the symbols of a card, from the file."""
    for special in parsed(box.text).get("special", []):
        if special["id"] == card.name:
            return Counter(special.get("symbols", {}))
    return Counter({card.name[:-1]: int(card.name[-1])})


@any_box
def test_l1_3_compiled_faces_have_the_symbols_of_the_file(box):
    for face, card in box.faces.items():
        assert box.printed.symbols[face] == shown_by(box, card).total()
        assert box.printed.with_symbols >> face & 1 == (shown_by(box, card).total() > 0)
    assert box.printed.with_symbols & ~sum(1 << face for face in box.faces) == 0


@any_box
def test_compiled_episodes_have_their_matching_cards(box):
    for place, episode in enumerate(box.episodes):
        wanted = {*episode.symbols, "beowulf"} if episode.symbols else set()
        wanted = set(SYMBOL_WORDS) if episode.kind == "all hands" else wanted
        for face, card in box.faces.items():
            value = sum(count for word, count in shown_by(box, card).items() if word in wanted)
            assert box.printed.value[place][face] == value
            assert box.printed.matching[place] >> face & 1 == (value > 0)


def icon_at(box: Box, code: int) -> Icon:
    """Decode an icon from its number."""
    kind, number = ICON_WORDS[code // state.NUMBERS], code % state.NUMBERS
    return Icon(kind, card=box.faces[number].name) if kind == "card" else Icon(kind, number)


@any_box
def test_l6_1_icon_spaces_clockwise(box):
    for place, episode in enumerate(box.episodes):
        row = tomllib.loads(box.text)["episode"][place]
        codes = box.printed.space[place]
        assert [str(icon_at(box, code)) for code in codes if code] == row.get("spaces", [])
        assert tuple(icon_at(box, code) for code in codes if code) == episode.spaces
        reward = row.get("get") or row.get("reward") or ""
        assert str(icon_at(box, box.printed.reward[place])) == reward


def test_equal_icons_are_twins():
    place = place_of(strange(), "Dragon Battle")
    assert strange().printed.twins[place][:7] == [0, 1, 0, 0b11, 0, 0, 0b100000]


@any_box
def test_l3_3_prices_by_kind(box):
    different: list[str] = []
    for place, row in enumerate(tomllib.loads(box.text)["episode"]):
        kind, pieces = box.printed.price[place], box.printed.pieces[place]
        match row.get("give", "").split():
            case ["any", number]:
                assert (kind, pieces) == (state.ANY_CARDS, int(number))
            case ["fame", "tokens", number]:
                assert (kind, pieces) == (state.FAME_TOKENS, int(number))
            case [_, *_]:
                different += [row["give"]] if row["give"] not in different else []
                assert (kind, pieces) == (state.SYMBOL_CARDS, different.index(row["give"]))
    assert [str(price) for price in box.payments] == different


# ---- L3.4: payments ------------------------------------------------------------------------------------------------


def is_enough(cards: list[Counter[str]], price: Counter[str]) -> bool:
    """L1.3, L3.4: Return whether the cards cover the price; Beowulf symbols stand for any."""
    wild = sum(card["beowulf"] for card in cards)
    return sum(max(0, number - sum(card[word] for card in cards)) for word, number in price.items()) <= wild


def payments_by_force(box: Box, price: Counter[str]) -> set[tuple[str, ...]]:
    """Return all payments by trying every set of cards of the box."""
    useful = {card: shown_by(box, card) for card in box.faces.values()}
    useful = {card: shown for card, shown in useful.items() if shown["beowulf"] or shown & price}
    most = [min(box.copies.get(card, 1), price.total()) for card in useful]
    return {
        tuple(card.name for card, count in zip(useful, counts, strict=True) for _ in range(count))
        for counts in product(*(range(number + 1) for number in most))
        if is_minimal([s for s, count in zip(useful.values(), counts, strict=True) for _ in range(count)], price)
    }


def is_minimal(cards: list[Counter[str]], price: Counter[str]) -> bool:
    without = (cards[:one] + cards[one + 1 :] for one in range(len(cards)))
    return is_enough(cards, price) and not any(is_enough(rest, price) for rest in without)


def payments_of(box: Box, price: int) -> Iterator[tuple[str, ...]]:
    """Return the compiled payments of a price, card by card."""
    return (
        names for names, way in beginnings(box, box.printed.first_prefix[price], ()) if box.printed.prefix_pays[way]
    )


def beginnings(box: Box, way: int, names: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield every prefix that continues a prefix, itself included, as cards and by its number."""
    yield names, way
    longer = way + 1
    while longer < box.printed.prefix_end[way]:
        yield from beginnings(box, longer, (*names, box.faces[box.printed.prefix_face[longer]].name))
        longer = box.printed.prefix_end[longer]


def test_l3_4_two_fighting_symbols():
    price = list(map(str, built_in().payments)).index("fighting 2")
    assert sorted(payments_of(built_in(), price)) == sorted([
        ("fighting1", "fighting1"), ("fighting1", "beowulf1"), ("fighting2",), ("beowulf1", "beowulf1"),
        ("hides_of_land",), ("hrunting",), ("naegling",), ("all_iron_shield",),
    ])  # fmt: skip


@any_box
def test_l3_4_every_payment_is_found_once(box):
    for number, price in enumerate(box.payments):
        if price.number < 5:
            found = list(payments_of(box, number))
            assert len(found) == len(set(found))
            assert set(found) == payments_by_force(box, Counter(price.symbols))


def test_l3_4_one_of_each_with_few_cards():
    box = read_box(edited({"episode.1.give": "one of each"}), "my.toml")
    assert set(payments_of(box, 0)) == payments_by_force(box, Counter(SYMBOL_WORDS[:-1]))


def test_l3_4_one_of_each_with_all_cards():
    """Each symbol comes from a single card, a double one or Beowulf: three to the fifth, and more with special
    cards."""
    box = built_in()
    price = list(map(str, box.payments)).index("one of each")
    found = list(payments_of(box, price))
    plain = [payment for payment in found if not set(payment) & {special.id for special in box.specials}]
    assert (len(plain), len(found)) == (3**5, 483)
    assert all(is_minimal([shown_by(box, Card(name)) for name in payment], Counter(SYMBOL_WORDS[:-1]))
               for payment in found)  # fmt: skip


def test_l3_4_a_payment_has_no_more_copies_than_the_box():
    box = read_box(edited({"episode.1.give": "wit 2"}), "my.toml")
    assert set(payments_of(box, 0)) == {("beowulf1", "beowulf1"), ("wit1", "beowulf1")}  # there is one wit1
    cards = [PayingCard(0, (1, 0, 0, 0, 0, 0), 3)]
    assert find_payments(Price("symbols", 3, ("travelling",) * 3), cards, 9) == [(0, 0, 0)]
    assert find_payments(Price("symbols", 4, ("travelling",) * 4), cards, 9) == []


@any_box
def test_payment_bits_are_in_the_order_of_faces(box):
    printed = box.printed
    for price, payments in enumerate(box.payments.values()):
        faces = [face for face in range(state.FACES) for _ in range(printed.max_copies[price][face])]
        for face in set(faces):
            assert printed.first_bit[price][face] == faces.index(face)
            assert printed.max_copies[price][face] == max(payment.count(face) for payment in payments)


@any_box
def test_payment_prefixes_are_contiguous_price_by_price(box):
    printed, end = box.printed, 0
    for price in range(len(box.payments)):
        ways = [way for _, way in beginnings(box, printed.first_prefix[price], ())]
        assert ways == list(range(end, printed.prefix_end[printed.first_prefix[price]]))
        end += len(ways)
    assert not any(printed.prefix_end[end:])
    assert not any(printed.prefix_pays[end:])


@any_box
def test_a_payment_prefix_has_the_copy_of_its_last_card(box):
    printed = box.printed
    for price in range(len(box.payments)):
        for names, way in beginnings(box, printed.first_prefix[price], ()):
            if names:
                face = box.face_numbers[Card(names[-1])]
                assert printed.prefix_bit[way] == printed.first_bit[price][face] + names.count(names[-1]) - 1


@any_box
def test_a_payment_prefix_has_the_cards_that_all_plain_payments_need(box):
    printed, special = box.printed, {special.id for special in box.specials}
    for price in range(len(box.payments)):
        for names, way in beginnings(box, printed.first_prefix[price], ()):
            longer = [Counter(pay) for pay in payments_of(box, price) if pay[: len(names)] == names]
            plain = [pay for pay in longer if not special & set(pay)]
            needed = reduce(and_, plain) if plain else Counter()
            bits = {printed.first_bit[price][box.face_numbers[Card(name)]] + copy
                    for name, number in needed.items() for copy in range(number)}  # fmt: skip
            everything = {*range(63)}
            assert set(members(printed.prefix_needs[way])) == (bits if plain else everything)


# ---- Values --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("icon", "text"),
    [
        (Icon("fame", 5), "fame 5"),
        (Icon("card", card="naegling"), "card naegling"),
        (Icon("fame or heal", 5), "fame 5 or heal"),
        (Icon("double wound"), "double wound"),
        (Price("any", 2), "any 2"),
        (Price("symbols", 2, ("wit", "wit")), "wit 2"),
        (Price("symbols", 5, SYMBOL_WORDS[:-1]), "one of each"),
        (Price("fame tokens", 1), "fame tokens 1"),
    ],
)
def test_icons_and_prices_are_written_as_in_the_file(icon, text):
    assert str(icon) == text


def test_an_episode_has_a_slug():
    assert [episode.slug for episode in built_in().episodes][:4] == [
        "king-hygelacs-court", "sail-to-denmark", "the-danish-coast", "king-hrothgars-hall",
    ]  # fmt: skip
    assert built_in().episodes[33].slug == "break-ranks"


def test_a_parsed_box_is_immutable():
    box = built_in()
    parts = {"title": box, "kind": box.episodes[0], "id": box.specials[0], "fame": box.tokens, "dealt": box.hand,
             "symbol": box.activity[0], "name": Card("wit1"), "value": Token("fame", 1)}  # fmt: skip
    for field, part in parts.items():
        with pytest.raises(FrozenInstanceError):
            setattr(part, field, 1)
    assert hash(box) == hash(built_in())


def test_the_hash_of_a_box_ignores_line_endings():
    text = built_in().text
    assert built_in().hash == hashlib.sha256(text.encode()).hexdigest()
    for same in (text + "\n", text + "\n\n  \n", text.replace("\n", "\r\n")):
        assert read_box(same, "same.toml").hash == built_in().hash
    assert read_box(text + " # changed", "other.toml").hash != built_in().hash


# ---- Length --------------------------------------------------------------------------------------------------------


@any_box
def test_the_longest_game_fits_the_length_of_a_game(box):
    assert longest_game(table_of(box), box.episodes) <= state.LONGEST_GAME


def table_of(box: Box) -> GameSize:
    treasures = sum(count for token, count in box.token_counts.items() if "treasure" in token.kind)
    return GameSize(box.players[1], box.hand, sum(box.copies.values()) + len(box.specials), box.paying, treasures)


def test_the_longest_small_game():
    """Computed by hand: three players, 16 plain cards and 3 special ones."""
    deal, special = 1 + 3, 16
    risk, trade, feast, rest = 3 * 6, 3 * (2 + 2), 3 * 3, 3 * 4
    hall = (19 + 3 * 2) + (3 * 2 + 1)
    battle = 3 * (13 * 4 + 4 + 2 + 2) + (3 * 2 + 2)  # 11 plain cards and both special ones match
    auction, hoard, death = 4 + 3, 3 * 2, 3 * 2 + 1
    expected = deal + special + risk + trade + feast + rest + hall + battle + auction + hoard + death
    assert longest_game(table_of(small()), small().episodes) == expected


# ---- Faulty boxes --------------------------------------------------------------------------------------------------


def edited(changes: dict[str, object], text: str = SMALL) -> str:
    """Return the text of a box with some values changed: `episode.3.spaces.1`."""
    return edit(text, changes)


def refusal(text: str) -> BadBox:
    return refused(read_box, text)


EPISODES = tomllib.loads(SMALL)["episode"]
STORM, TRADE, FEAST, HALL, ARMOURER, REST, BATTLE, HOARD, DEATH = range(len(EPISODES))
SPECIALS = tomllib.loads(SMALL)["special"]
BLESSING, NAEGLING, SHIELD = SPECIALS
MANY_SPECIALS = [NAEGLING | {"id": f"card{number}"} for number in range(17)]
PRICES = [EPISODES[TRADE] | {"give": f"{word} {number}"} for number in (1, 2, 3, 4) for word in SYMBOL_WORDS[:-1]]
TWO_SYMBOLS = [dict.fromkeys(words, 1) for words in product(SYMBOL_WORDS[:4], SYMBOL_WORDS[4:5]) for _ in range(4)]
RICH = [NAEGLING | {"id": "naegling"}, SHIELD, BLESSING] + [
    NAEGLING | {"id": f"card{number}", "symbols": symbols} for number, symbols in enumerate(TWO_SYMBOLS[:14])
]

FAULTS = [  # reason, position, and the change to the small box
    ("unknown-key", "episodes", {"episodes": []}),
    ("unknown-key", "box.saga_points", {"box.saga_points": 1}),
    ("unknown-key", "box.hand.wit_double", {"box.hand.wit_double": 1}),
    ("unknown-key", "activity[wit].triple", {"activity.2.triple": 1}),
    ("unknown-key", "special[naegling].text", {"special.1.text": "x"}),
    ("unknown-key", "tokens.glory", {"tokens.glory": 1}),
    ("unknown-key", "tokens.alliance.wound", {"tokens.alliance.wound": {}}),
    ("unknown-key", "episode[1].spaces", {"episode.0.spaces": []}),
    ("unknown-key", "episode[3].give", {"episode.2.give": "any 2"}),
    ("unknown-key", "episode[6].symbols", {"episode.5.symbols": ["wit"]}),
    ("unknown-key", "episode[8].symbols", {"episode.7.symbols": ["wit"]}),
    ("missing-key", "box", {"box": GONE}),
    ("missing-key", "tokens", {"tokens": GONE}),
    ("missing-key", "tokens.misfortune", {"tokens.misfortune": GONE}),
    ("missing-key", "box.hand.dealt", {"box.hand.dealt": GONE}),
    ("missing-key", "activity[wit].single", {"activity.2.single": GONE}),
    ("missing-key", "special[naegling].players", {"special.1.players": GONE}),
    ("missing-key", "episode[1].kind", {"episode.0.kind": GONE}),
    ("missing-key", "episode[1].name", {"episode.0.name": GONE}),
    ("missing-key", "episode[1].symbols", {"episode.0.symbols": GONE}),
    ("missing-key", "episode[2].give", {"episode.1.give": GONE}),
    ("missing-key", "episode[2].get", {"episode.1.get": GONE}),
    ("missing-key", "episode[4].symbols", {"episode.3.symbols": GONE}),
    ("missing-key", "episode[4].spaces", {"episode.3.spaces": GONE}),
    ("missing-key", "episode[5].reward", {"episode.4.reward": GONE}),
    ("not-a-whole-number", "activity[wit].single", {"activity.2.single": 1.5}),
    ("not-a-whole-number", "tokens.fame.2", {"tokens.fame.2": "many"}),
    ("not-true-or-false", "special[shield].advanced", {"special.2.advanced": 1}),
    ("not-text", "episode[4].spaces[2]", {"episode.3.spaces.1": 7}),
    ("not-text", "episode[1].source", {"episode.0.source": 7}),
    ("not-text", "episode[1].source.name", {"episode.0.source": {"name": 7}}),
    ("not-printable", "episode[1].name", {"episode.0.name": "\x1b[2J"}),
    ("not-a-line", "episode[4].spaces[1]", {"episode.3.spaces.0": ""}),
    ("not-a-line", "special[naegling].source.name", {"special.1.source": {"name": "x" * 201}}),
    ("not-a-list", "episode", {"episode": {}}),
    ("not-a-list", "episode[4].spaces", {"episode.3.spaces": "fame 1"}),
    ("not-a-table", "box.hand", {"box.hand": 7}),
    ("not-a-table", "tokens.fame", {"tokens.fame": [1, 2]}),
    ("not-a-table", "special[1]", {"special.0": 3}),
    ("not-a-table", "special[naegling].symbols", {"special.1.symbols": ["wit"]}),
    ("out-of-range", "box.hand.dealt", {"box.hand.dealt": 10}),
    ("out-of-range", "activity[wit].single", {"activity.2.single": -1}),
    ("out-of-range", "tokens.fame.2", {"tokens.fame.2": -1}),
    ("out-of-range", "special[naegling].players", {"special.1.players": 6}),
    ("out-of-range", "special[naegling].symbols.courage", {"special.1.symbols.courage": 0}),
    ("bad-players", "box.players", {"box.players": [1, 3]}),
    ("bad-players", "box.players", {"box.players": [2, 6]}),
    ("unknown-symbol", "activity[magic].symbol", {"activity.2.symbol": "magic"}),
    ("unknown-symbol", "special[naegling].symbols.magic", {"special.1.symbols": {"magic": 1}}),
    ("unknown-symbol", "episode[1].symbols[2]", {"episode.0.symbols": ["wit", "magic"]}),
    ("unknown-symbol", "episode[1].symbols[1]", {"episode.0.symbols": ["beowulf", "wit"]}),
    ("duplicate-symbol", "activity[courage].symbol", {"activity.2.symbol": "courage"}),
    ("missing-symbol", "activity", {"activity.2": GONE}),
    ("duplicate-special", "special[naegling].id", {"special.2.id": "naegling"}),
    ("too-many-specials", "special", {"special": SPECIALS + MANY_SPECIALS}),
    ("bad-id", "special[1].id", {"special.0.id": "King Hrothgar"}),
    ("bad-id", "special[fighting2].id", {"special.1.id": "fighting2"}),
    ("bad-id", "special[2].id", {"special.1.id": "x" * 41}),
    ("text-with-symbols", "special[king_hrothgars_blessing].symbols", {"special.0.symbols": {"wit": 1}}),
    ("unknown-text", "special[naegling].symbols", {"special.1.symbols": GONE}),
    ("unknown-text", "special[naegling].symbols", {"special.1.symbols": {}}),
    ("bad-token-value", "tokens.fame.0", {"tokens.fame.0": 3}),
    ("bad-token-value", "tokens.treasure.10", {"tokens.treasure.10": 3}),
    ("bad-token-value", "tokens.alliance.fame.-1", {"tokens.alliance.fame.-1": 3}),
    ("bad-token-value", "tokens.fame.many", {"tokens.fame.many": 3}),
    ("too-many-episodes", "episode", {"episode": [EPISODES[REST]] * 64 + [EPISODES[DEATH]]}),
    ("not-one-final", "episode", {"episode": []}),
    ("not-one-final", "episode", {"episode.8": GONE}),
    ("not-one-final", "episode", {"episode.0": EPISODES[DEATH]}),
    ("final-not-last", "episode[9].kind", {"episode": [*EPISODES, EPISODES[REST]]}),
    ("unknown-episode", "episode[1].kind", {"episode.0.kind": "raid"}),
    ("unknown-episode", "episode[1].kind", {"episode.0.kind": "In turn"}),
    ("heal-without-tokens", "episode[2].get", {"episode.1.get": "heal"}),
    ("wrong-number-of-symbols", "episode[1].symbols", {"episode.0.symbols": ["wit"]}),
    ("wrong-number-of-symbols", "episode[1].symbols", {"episode.0.symbols": ["wit", "wit"]}),
    ("wrong-number-of-symbols", "episode[4].symbols", {"episode.3.symbols": []}),
    ("wrong-number-of-symbols", "episode[4].symbols", {"episode.3.symbols": ["wit", "courage", "fighting"]}),
    ("wrong-number-of-symbols", "episode[7].symbols", {"episode.6.symbols": ["wit"]}),
    ("wrong-number-of-spaces", "episode[4].spaces", {"episode.3.spaces": ["fame 1", "fame 2"]}),
    ("wrong-number-of-spaces", "episode[8].spaces", {"episode.7.spaces": []}),
    ("wrong-number-of-spaces", "episode[9].spaces", {"episode.8.spaces": ["fame 1"] * 9}),
    ("unknown-icon", "episode[4].spaces[3]", {"episode.3.spaces.2": "luck"}),
    ("unknown-icon", "episode[4].spaces[3]", {"episode.3.spaces.2": "misfortune 2"}),
    ("unknown-icon", "episode[4].spaces[3]", {"episode.3.spaces.2": "heal"}),
    ("unknown-icon", "episode[4].spaces[3]", {"episode.3.spaces.2": "card"}),
    ("unknown-icon", "episode[2].get", {"episode.1.get": "wound"}),
    ("unknown-icon", "episode[2].get", {"episode.1.get": "fame 5 or heal"}),
    ("unknown-icon", "episode[5].reward", {"episode.4.reward": "heal"}),
    ("absent-special", "episode[4].spaces[1]", {"episode.3.spaces.0": "card hrunting"}),
    ("absent-special", "episode[5].reward", {"special.2": GONE}),
    ("absent-special", "episode[2].get", {"episode.1.get": "card wit1"}),
    ("bad-number", "episode[4].spaces[2]", {"episode.3.spaces.1": "alliance"}),
    ("bad-number", "episode[4].spaces[2]", {"episode.3.spaces.1": "fame 10"}),
    ("bad-number", "episode[4].spaces[2]", {"episode.3.spaces.1": "fame 0"}),
    ("bad-number", "episode[4].spaces[2]", {"episode.3.spaces.1": "cards two"}),
    ("bad-number", "episode[9].spaces[1]", {"episode.8.spaces.0": "fame x or heal"}),
    ("bad-number", "episode[9].spaces[1]", {"episode.8.spaces.0": "fame or heal"}),
    ("bad-number", "episode[2].give", {"episode.1.give": "fighting two"}),
    ("bad-number", "episode[2].give", {"episode.1.give": "any 0"}),
    ("unknown-price", "episode[2].give", {"episode.1.give": "magic 2"}),
    ("unknown-price", "episode[2].give", {"episode.1.give": "beowulf 2"}),
    ("unknown-price", "episode[2].give", {"episode.1.give": "fighting"}),
    ("too-few-of-a-card", "activity", {"activity.5.single": 2}),
    ("too-few-of-a-card", "activity", {"activity.4.double": 2}),
    ("too-few-of-a-card", "activity", {"box.hand.beowulf": 2}),
    ("too-few-cards", "activity", {"box.hand.dealt": 4}),
    ("too-many-prices", "episode", {"episode": [*PRICES[:17], EPISODES[DEATH]]}),
    ("too-many-payments", "episode", {"special": RICH, "episode.1.give": "fighting 6"}),
    ("game-too-long", "episode", {"episode": [EPISODES[BATTLE]] * 60 + [EPISODES[DEATH]], "activity.4.single": 99}),
]


@pytest.mark.parametrize(("reason", "where", "changes"), FAULTS)
def test_a_fault_is_refused_with_its_reason_and_path(reason, where, changes):
    error = refusal(edited(changes))
    assert (error.key, error.where) == (f"box.{reason}", where)


@pytest.mark.parametrize(
    ("changes", "params"),
    [
        ({"activity.5.double": 1}, {"rule": "L1.3"}),
        ({"tokens.fame.0": 3}, {"word": "0", "most": 9}),
        ({"activity.5.single": 2}, {"rule": "L1.4", "card": "beowulf1", "cards": 2, "needed": 3}),
        ({"box.hand.dealt": 4}, {"rule": "L1.4", "cards": 16, "needed": 18}),
        ({"episode.3.spaces": ["scratch"]}, {"rule": "L6.1", "spaces": 1, "fewest": 3, "most": state.SPACES}),
        ({"episode.8": GONE}, {"rule": "L2.4", "finals": 0, "kind": "all hands"}),
        ({"episode": [*EPISODES, EPISODES[REST]]}, {"rule": "L2.4"}),
        ({"episode.1.get": "heal"}, {"rule": "L3.3"}),
        ({"episode.0.kind": "raid"}, {"word": "raid", "known": ", ".join(KIND_WORDS)}),
        ({"episode.4.reward": "heal"},
         {"word": "heal", "known": "fame 1, treasure 1, alliance 1, cards 1, card"}),
        ({"episode.1.give": "two"}, {"word": "two", "known": "any 1, travelling 1, friendship 1, wit 1, courage 1, "
                                     "fighting 1, one of each, fame tokens 1"}),
        ({"episode.1.give": "any 12"}, {"word": "any 12", "most": 9}),
        ({"episode.4.reward": "fame 0"}, {"word": "fame 0", "most": 9}),
        ({"special": SPECIALS + MANY_SPECIALS}, {"cards": 19, "most": 16}),
        ({"episode": [*PRICES[:17], EPISODES[DEATH]]}, {"prices": 17, "most": 16}),
    ],
)  # fmt: skip
def test_a_fault_has_the_parameters_of_its_sentence(changes, params):
    error = refusal(edited(changes))
    assert error.params == params | {"file": "my.toml", "where": error.where}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_can_be_rendered(language):
    for _, where, changes in FAULTS:
        sentence = Translator(language).render_error(refusal(edited(changes)))
        assert where in sentence
        assert re.search(r"[.)]$", sentence), sentence


LIMITS = [  # at the limits of a box
    {"box.hand.dealt": 0},
    {"box.hand": {"beowulf": 0, "fighting_double": 0, "dealt": 5}},
    {"box.players": [2, 2]},
    {"activity.2.single": 99, "activity.2.double": 99},
    {"special.1.symbols.courage": 9, "special.1.players": 5},
    {"special.1.id": "x" * 40, "episode.6.spaces.2": "scratch"},
    {"special": SPECIALS + MANY_SPECIALS[:14]},
    {"tokens.fame": {}, "tokens.treasure": {}, "tokens.alliance": {}, "tokens.misfortune": 0},
    {"tokens.fame": {"9": 99}},
    {"episode": [EPISODES[REST]] * 63 + [EPISODES[DEATH]]},
    {"episode": [EPISODES[DEATH]]},
    {"episode.8.spaces": ["fame 9"] * state.SPACES},
    {"episode.1.give": "fighting 9"},
    {"episode.1": EPISODES[TRADE] | {"give": "fame tokens 9", "get": "heal"}},
    {"episode.1": EPISODES[TRADE] | {"give": "fame tokens 1", "get": "fame 2"}},
    {"episode": [*PRICES[:16], EPISODES[DEATH]]},
    {"episode.3.symbols": ["wit", "courage"]},
    {"special": [], "episode": [EPISODES[DEATH]]},
    {"special": GONE, "episode": [EPISODES[DEATH]]},
]


@pytest.mark.parametrize("changes", LIMITS)
def test_a_box_at_a_limit_is_accepted(changes):
    assert read_box(edited(changes), "my.toml").printed


def test_l1_3_there_are_no_double_beowulf_cards():
    error = refusal(edited({"activity.5.double": 1}))
    assert (error.key, error.where) == ("box.double-beowulf", "activity[beowulf].double")


def test_l3_4_the_number_of_payments_is_limited():
    specials = [NAEGLING | {"id": f"card{number}", "symbols": {"wit": 1}} for number in range(15)]
    changes = {"special": [BLESSING, *specials], "activity.2.single": 0, "activity.5.single": 3,
               "episode": [EPISODES[TRADE] | {"give": "wit 6"}, EPISODES[DEATH]]}  # fmt: skip
    assert refusal(edited(changes)).params["most"] == state.PAYMENTS
    changes["episode"] = [EPISODES[TRADE] | {"give": "wit 3"}, EPISODES[DEATH]]
    assert len(read_box(edited(changes), "my.toml").payments[Price("symbols", 3, ("wit",) * 3)]) == 455 + 105 + 15 + 1


def test_a_box_is_opened_by_the_path_of_its_file():
    assert open_box(str(BOXES / "small.toml")) == small()


def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    with pytest.raises(BadBox) as caught:
        open_box(str(tmp_path / "missing.toml"))
    assert caught.value.key == "box.cannot-be-read"
    assert refusal("[box").key == "box.not-toml"


# ---- Every reason, and mutated boxes -------------------------------------------------------------------------------

ELSEWHERE = {"double-beowulf", "not-toml", "not-utf-8", "cannot-be-read", "file-too-large"}  # in separate tests
REASONS = ELSEWHERE | {reason for reason, _, _ in FAULTS}


def test_every_reason_has_a_test():
    files = [inspect.getsourcefile(module) for module in (boxes, components, compile_box, reading, sheets)]
    assert reasons_in(files) - {"utf-8", "utf-8-sig", "alliance-fame", "alliance-treasure"} == REASONS


WRONG = [GONE, "x", "", "\x1b", "fame 3", "heal", "card naegling", "wit", -1, 0, 1, 4, 99, 10**9, 1.5, True,
         [], [[]], {}, {"x": 1}, [{}], ["wit"], {"1": 1}]  # fmt: skip


def spoil_values(sheet: Sheet) -> list[Sheet]:
    return replace_values(sheet, WRONG)


spoil = pytest.mark.parametrize("spoil", [spoil_values, spoil_lists])


@spoil
def test_a_corrupted_box_is_refused_with_a_reason_or_can_be_played(spoil):
    check_spoilt(read_box, spoil(tomllib.loads(SMALL)), REASONS)


@pytest.mark.heavy
@spoil
def test_a_corrupted_strange_box_is_refused_with_a_reason_or_can_be_played(spoil):
    check_spoilt(read_box, spoil(tomllib.loads(STRANGE)), REASONS)


@pytest.mark.heavy
def test_the_built_in_box_without_one_value_is_refused_or_can_be_played():
    check_spoilt(read_box, lack_anything(tomllib.loads(built_in().text)), REASONS)
