"""Box contents as sentences: complete, and no proposed value appears as printed."""

import re

import pytest

from heorot.games.legend.box.box import Box, built_in, read_box
from heorot.games.legend.box.names import (
    name_card,
    name_episode,
    name_icon,
    name_kind,
    name_price,
    name_symbol,
    name_token,
)
from heorot.games.legend.model.components import Card, Icon, Price, Token
from heorot.games.legend.text.contents import tell_box
from heorot.locales import LANGUAGES, catalogue
from heorot.terminal.translator import Translator
from tests.support.playing import box_named

OURS = {"en": "our proposal", "fr": "notre proposition", "ru": "наше предложение"}
PRINTED = {"en": "from the rulebook", "fr": "d’après le livret", "ru": "по книге правил"}
WIDTH = 80

every_language = pytest.mark.parametrize("language", LANGUAGES)


def small() -> Box:
    return box_named("small", "legend")


def strange() -> Box:
    return box_named("strange", "legend")


def told(box: Box, language: str = "en") -> list[str]:
    return [line if isinstance(line, str) else Translator(language).render(line) for line in tell_box(box)]


def part(lines: list[str], start: str) -> list[str]:
    """Return the lines from a heading to the next empty line."""
    first = next(number for number, line in enumerate(lines) if line.startswith(start))
    return lines[first : lines.index("", first)]


def said(sentence: object, language: str = "en") -> str:
    return Translator(language).render(sentence)


# ---- Part by part --------------------------------------------------------------------------------------------------


def test_the_heading_lists_each_value_with_its_source():
    assert told(built_in())[:5] == [
        "Title: Beowulf: The Legend (from the rulebook).",
        "Designer: Reiner Knizia, 2005 (from the rulebook).",
        "Players: 2 to 5 (from the rulebook).",
        "Opening hand (from the rulebook):",
        "– 1 Beowulf card, 1 double fighting card, 5 cards dealt.",
    ]


def test_l1_3_the_activity_cards_are_listed():
    assert part(told(built_in()), "Activity cards") == [
        "Activity cards: 100.",
        "travelling: 11 single, 6 double (our proposal).",
        "friendship: 11 single, 6 double (our proposal).",
        "wit: 11 single, 6 double (our proposal).",
        "courage: 11 single, 6 double (our proposal).",
        "fighting: 9 single, 8 double (our proposal).",
        "Beowulf: 15 single, 0 double (our proposal).",
    ]


def test_l1_5_the_special_cards_are_listed():
    cards = part(told(built_in()), "Special cards")
    assert cards[:5] == [
        "Special cards: 10.",
        "Special card “King Hrothgar’s Blessing”:",
        "– name: King Hrothgar’s Blessing (from the rulebook).",
        "– text: see rule L7.2 (from the rulebook).",
        "– in play with 2 players or more (from the rulebook).",
    ]
    assert cards[-5:] == [
        "Special card “All-Iron Shield”:",
        "– name: All-Iron Shield (from the rulebook).",
        "– symbols: 2 × courage, 2 × fighting (our proposal).",
        "– in play with 2 players or more (told by owners).",
        "– in the advanced game only (from the rulebook).",
    ]


def test_l1_6_totals_ranges_and_mixes_have_sources_of_their_own():
    tokens = part(told(built_in()), "Tokens and tiles")
    assert tokens[1:4] == [
        "Fame tokens: 36 (from the rulebook).",
        "– values from 1 to 7 (told by owners).",
        "– fame 1: 5 (our proposal).",
    ]
    assert "– alliance token, treasure 3: 6 (our proposal)." in tokens
    assert tokens[-1] == "Double wound tiles: 1 (from the rulebook)."


def test_l2_1_every_episode_is_listed():
    lines = told(built_in())
    assert "The journey: 36 episodes." in lines
    assert len([line for line in lines if re.match(r"Episode \d+: ", line)]) == 36
    assert part(lines, "Episode 4:") == [
        "Episode 4: King Hrothgar’s Hall",
        "– name: King Hrothgar’s Hall (from the rulebook).",
        "– place on the road: our proposal.",
        "– kind: simultaneous (from the rulebook).",
        "– symbols: friendship (from the rulebook).",
        "– icon spaces (from the rulebook; the fifth: our proposal):",
        "– – 1: card “King Hrothgar’s Blessing”.",
        "– – 2: treasure 1.",
        "– – 3: 2 alliance tokens.",
        "– – 4: 2 cards.",
        "– – 5: misfortune.",
    ]


@pytest.mark.parametrize(
    ("start", "lines"),
    [
        ("Episode 28:", ["– place on the road: told by owners: late in the game.",
                         "– kind: opportunity (our proposal).", "– give: one symbol of each kind (from the rulebook).",
                         "– get: fame 5 (from the rulebook)."]),
        ("Episode 9:", ["– place on the road: our proposal.", "– kind: selection (our proposal).",
                        "– offer: see rule L3.6 (from the rulebook)."]),
        ("Episode 31:", ["– place on the road: our proposal.", "– kind: treasure auction (our proposal).",
                         "– reward: card “All-Iron Shield” (from the rulebook)."]),
    ],
)  # fmt: skip
def test_l3_3_offers_and_rewards_are_listed(start, lines):
    assert part(told(built_in()), start)[2:] == lines


# ---- Sources -------------------------------------------------------------------------------------------------------


@every_language
def test_proposed_values_are_never_marked_as_printed(language):
    """Proposed names and spaces are marked as proposals in every language."""
    lines = told(built_in(), language)
    ours = [episode for episode in built_in().episodes if episode.sources.of("name") == "ours"]
    names = [f": {episode.name}".replace("'", "’") + f" ({OURS[language]})." for episode in ours]
    assert sum(line.endswith(tuple(names)) for line in lines) == len(ours) > 20
    for episode in built_in().episodes:
        about = part(lines, start_of(episode.number, language))
        spaces = [line for line in about if line.endswith(f"){colon(language)}")]
        wanted = PRINTED if episode.sources.of("spaces").startswith("rulebook") else OURS
        assert all(f"({wanted[language]}" in line for line in spaces)
        assert len(spaces) == bool(episode.spaces)


def start_of(number: int, language: str) -> str:
    return Translator(language).translate("legend.box.episode", number=number, name="").rstrip() + " "


def colon(language: str) -> str:
    return "\u00a0:" if language == "fr" else ":"


@every_language
def test_every_line_fits_a_small_terminal_and_is_plain(language):
    lines = told(built_in(), language)
    assert [line for line in lines if len(line) > WIDTH or re.search("[│─━┃╭\x1b]", line)] == []


@every_language
def test_the_short_names_of_sources_are_explained_and_remarks_are_translated(language):
    lines = told(built_in(), language)
    assert lines[-3:] == [
        Translator(language).translate(f"contents.means.{word}") for word in ("rulebook", "report", "ours")
    ]
    remarks = [key for key in catalogue(language) if key.startswith("legend.remark.")]
    assert [key for key in remarks if not any(Translator(language).translate(key) in line for line in lines)] == []


def test_a_source_may_be_any_text_or_missing():
    lines = told(strange())
    assert "Title: Étrange (“made up”)." in lines
    assert "wit: 3 single, 9 double (“made up later”)." in lines
    assert "– symbols: 9 × Beowulf (“rulebook but the ninth”)." in lines
    assert "Fame tokens: 14 (from the rulebook)." in lines
    assert "– fame 9: 3 (told by owners)." in lines
    assert "– give: one symbol of each kind (from the rulebook)." in lines
    assert lines[-1] == "Words in quotation marks are those of whoever made the box."
    assert "Title: Small (source not stated)." in told(small())
    assert not [line for line in told(small()) if "rulebook" in line]


def test_a_box_without_tokens_of_a_kind_can_be_described():
    text = small().text.replace("treasure = { 1 = 2, 2 = 1 }", "treasure = {}")
    assert "Treasure tokens: 0 (source not stated)." in told(read_box(text, "mine"))


# ---- Names ---------------------------------------------------------------------------------------------------------


@every_language
def test_everything_in_the_built_in_box_has_a_name(language):
    names = [said(name_episode(episode), language) for episode in built_in().episodes]
    names += [said(name_card(card, built_in()), language) for card in built_in().faces.values()]
    assert len(set(names)) == len(names)
    latin = [name for name in names if re.search("[A-Za-z]", name)]
    assert language != "ru" or latin == []
    assert [name_episode(episode).key for episode in built_in().episodes if name_episode(episode).params] == []


@every_language
def test_the_english_name_follows_a_translated_name(language):
    lines = told(built_in(), language)
    english = [episode.name.replace("'", "’") for episode in built_in().episodes]
    english += [special.name.replace("'", "’") for special in built_in().specials]
    assert [name for name in english if not any(f"{colon(language)} {name} (" in line for line in lines)] == []


def test_only_names_of_the_built_in_box_are_translated():
    assert said(name_card(Card("the_warriors_rest"), strange()), "fr") == "A Long Sleep"
    assert said(name_card(Card("beowulfs_daring"), strange()), "fr") == "Audace de Beowulf"
    assert said(name_card(Card("helmet2"), strange()), "ru") == "Helmet"
    assert said(name_episode(small().episodes[0]), "fr") == "Storm"
    assert said(name_episode(strange().episodes[1]), "ru") == said(name_episode(built_in().episodes[32]), "ru")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (lambda: name_symbol("wit"), "wit"),
        (lambda: name_kind("in turn"), "in turn"),
        (lambda: name_card(Card("fighting2"), small()), "fighting 2"),
        (lambda: name_card(Card("naegling"), small()), "Naegling"),
        (lambda: name_token(Token("fame", 2)), "fame 2"),
        (lambda: name_token(Token("alliance-treasure", 3)), "alliance token, treasure 3"),
        (lambda: name_icon(Icon("treasure", 4), small()), "treasure 4"),
        (lambda: name_icon(Icon("alliance", 1), small()), "1 alliance token"),
        (lambda: name_icon(Icon("cards", 2), small()), "2 cards"),
        (lambda: name_icon(Icon("card", card="naegling"), small()), "card “Naegling”"),
        (lambda: name_icon(Icon("double wound"), small()), "double wound"),
        (lambda: name_icon(Icon("fame or heal", 5), small()), "fame 5, or a wound healed"),
        (lambda: name_icon(Icon("heal"), small()), "healing"),
        (lambda: name_price(Price("any", 1)), "any 1 card"),
        (lambda: name_price(Price("symbols", 2, ("wit", "wit"))), "2 × wit"),
        (lambda: name_price(Price("symbols", 2, ("wit", "courage"))), "one symbol of each kind"),
        (lambda: name_price(Price("fame tokens", 2)), "2 fame tokens"),
    ],
)
def test_components_have_english_names(name, words):
    assert said(name()) == words
