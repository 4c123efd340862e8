"""Refusals of illegal actions: every reason with its rule, without side effects."""

import re
from functools import cache
from pathlib import Path

import pytest

from heorot.engine.errors import IllegalAction
from heorot.engine.game import play
from heorot.engine.seats import CHANCE, Seat
from heorot.games.legend import refusal as module
from heorot.games.legend.box.box import built_in
from heorot.games.legend.game import GAME
from heorot.games.legend.model.actions import (
    Bid,
    Discard,
    First,
    Give,
    GivenCard,
    GivenToken,
    Heal,
    Lay,
    Pay,
    Recover,
    ReturnScratches,
    Show,
    Take,
    TakeBack,
    Use,
)
from heorot.games.legend.model.components import Card, Icon, Token
from heorot.games.legend.table.table import Table
from heorot.locales import LANGUAGES
from heorot.terminal.translator import Translator
from tests.games.legend.tables import BLESSING, DARING, INSPIRATION, RESOLVE, REST, at, refused, say, small_box

HALL, WATCH, GRENDEL = "King Hrothgar's Hall", "Night Watch", "Grendel's Attack"
SITUATIONS = {
    "first": lambda: GAME.setup(built_in(), 2, {}, 1),
    "dealt": lambda: GAME.setup(built_in(), 2, {"first": "1"}, 1),
    "risk": lambda: at(WATCH, "courage1", "wit1"),
    "risk card": lambda: say(at(WATCH, "courage1", "wit1"), "1 risk"),
    "discard": lambda: at("King Hygelac's Court", "courage1 wit1", "wit2"),
    "poor": lambda: at("King Hygelac's Court", "wit1", "wit2"),
    "discarded": lambda: say(table_at("discarding"), "1 discard courage1"),
    "discarding": lambda: say(at("King Hygelac's Court", "courage1*3 wit1", "wit2"), "1 discard courage1"),
    "pay": lambda: at("Great Rewards", "fighting1*2 fighting2 beowulf1 wit1", "wit1"),
    "paid": lambda: say(at("Great Rewards", "fighting1 fighting2", "wit1"), "1 pay fighting2"),
    "broke": lambda: at("Great Rewards", "fighting1 wit1", "wit1"),
    "paying": lambda: say(at("Great Rewards", "fighting1*2 fighting2", "wit1"), "1 pay fighting1"),
    "return": lambda: at("Break Ranks?", "wit1", "wit1", front={1: "fame1*2 fame3 treasure2 wound"}),
    "beggar": lambda: at("Break Ranks?", "wit1", "wit1", front={1: "fame1 wound"}),
    "returning": lambda: say(at("Break Ranks?", "wit1", "wit1", front={1: "fame1*2 fame3 wound"}), "1 give fame1"),
    "heal": lambda: say(
        at("Break Ranks?", "wit1", "wit1", front={1: "fame1*2 wound"}), "1 give fame1, 1 give fame1, 1 done"
    ),
    "select": lambda: at("Feast in Heorot", "wit1", "wit1", left="fame2*0"),
    "take card": lambda: say(at("The Danish Coast", "wit1", "wit1"), "* wit1, * wit2, * wit2, * wit2"),
    "bid": lambda: say(at(HALL, f"friendship1 wit1 {BLESSING}", "wit1"), "1 bid wit1"),
    "lay": lambda: at(GRENDEL, "courage1 wit1", "wit1"),
    "lay on": lambda: say(at(GRENDEL, "courage2", "courage1*2 wit1", ""), "1 lay courage2, 2 lay courage1"),
    "no cards": lambda: at(GRENDEL, "courage1", "wit1", pile="", discards=""),
    "show": lambda: at("The Ring-Giver", "wit1", "wit1", front={1: "treasure2 fame1"}, options="advanced"),
    "take space": lambda: say(at(HALL, "wit1", "wit1"), "1 done, 2 done, 1 take treasure 1"),
    "fame or heal": lambda: say(at("Death of Beowulf", "wit1", "", front={1: "wound"}), "1 take fame 5 or heal"),
    "blessing": lambda: say(at(HALL, f"friendship1 {BLESSING}", ""), "1 bid friendship1, 1 done, 2 done"),
    "inspiration": lambda: say(at(GRENDEL, INSPIRATION, ""), "1 give up, 2 take fame 5, 1 take wound"),
    "daring": lambda: say(at(WATCH, DARING, ""), "1 risk"),
    "resolve": lambda: say(at(WATCH, RESOLVE, ""), "1 risk, * wit1, * wit1"),
    "rest": lambda: say(at(WATCH, REST, "", front={1: "scratch*2"}), "1 risk, * wit1, * wit1"),
    "over": lambda: say(at("Death of Beowulf", "", ""), "1 take fame 2, 2 take fame 5 or heal, 2 take fame 5"),
}


@cache
def table_at(situation: str) -> Table:
    return SITUATIONS[situation]()


REFUSED = [
    ("first", "* first 3", "L1.2", "not-chance"),
    ("first", "* wit1", "L1.2", "not-chance"),
    ("dealt", "* naegling", "L1.8", "not-chance"),
    ("dealt", "* alliance-fame1", "L1.8", "not-chance"),
    ("dealt", "* first 1", "L1.8", "not-chance"),
    ("risk card", "* risk", "L1.8", "not-chance"),
    ("risk", "1 first 1", "L1.2", "first"),
    ("risk", "1 wit1", "L3.1", "asked"),
    ("risk", "1 lay courage1", "L3.1", "asked"),
    ("risk", "1 done", "L3.1", "asked"),
    ("discard", "1 pay wit1", "L3.3", "asked"),
    ("discard", "1 discard wit2", "L1.7", "no-card"),
    ("discard", "1 discard courage1", "L3.3", "set-order"),  # alone, without a card after it, it completes nothing
    ("poor", "1 discard wit1", "L3.3", "too-few"),
    ("discarded", "1 discard courage1", "L3.3", "complete"),
    ("discard", "1 done", "L3.3", "not-done"),
    ("discarding", "1 discard wit1", "L3.3", "set-order"),
    ("discarding", "1 decline", "L3.1", "begun"),
    ("discarding", "1 done", "L3.3", "not-done"),
    ("pay", "1 pay wit1", "L3.4", "no-price"),
    ("pay", "1 pay beowulf1", "L3.4", "set-order"),
    ("paid", "1 pay fighting1", "L3.4", "complete"),
    ("broke", "1 pay fighting1", "L3.4", "cannot-pay"),
    ("pay", "1 pay wit2", "L1.7", "no-card"),
    ("pay", "1 done", "L3.4", "not-done"),
    ("pay", "1 give up", "L3.4", "asked"),
    ("paying", "1 pay fighting2", "L3.4", "superfluous"),
    ("paying", "1 decline", "L3.1", "begun"),
    ("paying", "1 done", "L3.4", "not-done"),
    ("return", "1 give treasure2", "L3.5", "not-fame"),
    ("return", "1 give fame7", "L3.5", "no-token"),
    ("return", "1 give fame3", "L3.5", "set-order"),
    ("beggar", "1 give fame1", "L3.5", "too-few"),
    ("return", "1 show treasure2", "L3.5", "asked"),
    ("return", "1 heal wound", "L3.5", "asked"),
    ("returning", "1 decline", "L3.1", "begun"),
    ("returning", "1 done", "L3.3", "not-done"),
    ("heal", "1 heal scratches", "L3.3", "heal"),
    ("heal", "1 heal double wound", "L3.3", "heal"),
    ("heal", "1 decline", "L3.3", "asked"),
    ("select", "1 take fame 2", "L3.6", "no-icon"),
    ("select", "1 take fame 5", "L3.6", "no-icon"),
    ("select", "1 heal scratches", "L3.6", "heal"),
    ("select", "1 heal wound", "L3.6", "heal"),
    ("select", "1 risk", "L3.6", "asked"),
    ("take card", "1 take courage1", "L3.7", "not-turned"),
    ("take card", "1 decline", "L3.7", "must-take"),
    ("take card", "1 take fame 2", "L3.7", "asked"),
    ("bid", "1 bid friendship1", "L4.1", "order"),
    ("bid", "1 bid wit1", "L1.7", "no-card"),
    ("bid", "1 bid friendship2", "L1.7", "no-card"),
    ("bid", "1 lay friendship1", "L4.1", "asked"),
    ("bid", "1 decline", "L4.1", "asked"),
    ("lay", "1 lay wit1", "L5.1", "no-match"),
    ("lay", "1 lay courage2", "L1.7", "no-card"),
    ("lay", "1 decline", "L5.5", "give-up"),
    ("lay", "1 done", "L5.2", "asked"),
    ("lay on", "2 risk", "L5.7", "one-risk"),
    ("lay on", "2 decline", "L5.5", "give-up"),
    ("lay on", "2 bid courage1", "L5.2", "asked"),
    ("no cards", "1 risk", "L1.8", "no-cards-left"),
    ("show", "1 show treasure3", "L9.1", "no-treasure-token"),
    ("show", "1 show fame1", "L9.1", "no-treasure-token"),
    ("show", "1 decline", "L5.5", "give-up"),
    ("show", "1 give treasure2", "L9.1", "asked"),
    ("take space", "2 take treasure 1", "L6.2", "no-icon"),
    ("take space", "2 take alliance 2", "L6.2", "no-icon"),
    ("take space", "2 take wit1", "L6.2", "asked"),
    ("take space", "2 decline", "L6.2", "must-take"),
    ("fame or heal", "1 take fame 2", "L6.8", "no-icon"),
    ("fame or heal", "1 heal double wound", "L6.8", "heal"),
    ("fame or heal", "1 heal scratches", "L6.8", "heal"),
    ("fame or heal", "1 decline", "L6.8", "asked"),
    ("blessing", "1 take back wit1", "L7.2", "not-played"),
    ("blessing", f"1 use {BLESSING}", "L7.2", "asked"),
    ("blessing", "1 decline", "L7.2", "asked"),
    ("inspiration", f"1 use {DARING}", "L7.3", "asked"),
    ("inspiration", "1 decline", "L7.3", "asked"),
    ("daring", "1 risk", "L7.4", "asked"),
    ("daring", f"1 use {RESOLVE}", "L7.4", "asked"),
    ("resolve", "1 risk", "L7.5", "asked"),
    ("rest", "1 rest 3", "L7.6", "asked"),
    ("rest", f"1 use {REST}", "L7.6", "asked"),
]


@pytest.mark.parametrize(("situation", "said", "rule", "key"), REFUSED)
def test_a_refusal_names_its_rule_and_changes_nothing(situation, said, rule, key):
    assert refused(table_at(situation), said) == (rule, key)


WORDS = ["decline", "risk", "done", "give up", "keep", "lay wit1", "heal wound", "take fame 2"]


@pytest.mark.parametrize("situation", ["first", "dealt", "risk card"])
@pytest.mark.parametrize("text", WORDS)
def test_l1_8_chance_may_not_play_actions_of_players(situation, text):
    assert refused(table_at(situation), f"* {text}")[1] == "not-chance"


def test_l2_4_every_action_is_refused_after_the_end():
    for who in ("*", "1", "2", "5"):
        assert refused(table_at("over"), f"{who} done") == ("L2.4", "over")


@pytest.mark.parametrize("situation", [name for name in SITUATIONS if name not in ("over", "bid")])
def test_l2_2_an_action_out_of_turn_is_refused(situation):
    table = table_at(situation)
    for seat in {CHANCE, *map(Seat, range(5))} - set(GAME.actors(table)):
        assert refused(table, f"{'*' if seat == CHANCE else seat + 1} decline") == ("L2.2", "not-asked")


def test_l4_4_a_player_who_has_chosen_is_not_asked_again():
    table = say(table_at("bid"), "1 done")
    assert refused(table, "1 done") == ("L4.4", "not-asked")
    assert refused(table, "3 done") == ("L2.2", "not-asked")
    assert refused(table, "* wit1") == ("L2.2", "not-asked")


def test_l2_2_a_refusal_out_of_turn_counts_seats_from_1():
    error = GAME.refusal(table_at("risk"), Seat(1), GAME.read(table_at("risk"), "risk"))
    assert error is not None
    assert error.params["seat"] == 2


NOWHERE = Card("dragon")
UNHEARD_OF = [
    Bid(NOWHERE), Lay(NOWHERE), Pay(NOWHERE), Discard(NOWHERE), Recover(NOWHERE), TakeBack(NOWHERE), Use(NOWHERE),
    GivenCard(NOWHERE), GivenToken(Token("fame", 99)), Show(Token("treasure", 0)), Give(Token("gold", 1)),
    Take(Icon("fame", 77)), Take(Icon("dragon")), Take(Icon("card", card="dragon")), ReturnScratches(0),
    ReturnScratches(77), Heal("everything"), First(Seat(99)), First(Seat(-1)), Lay(Card("")), Bid(Card("wit3")),
]  # fmt: skip


@pytest.mark.parametrize("action", UNHEARD_OF, ids=str)
@pytest.mark.parametrize("situation", [name for name in SITUATIONS if name != "over"])
def test_unknown_pieces_are_refused_by_a_rule(situation, action):
    table = table_at(situation)
    with pytest.raises(IllegalAction) as caught:
        play(GAME, table, GAME.actors(table)[0], action)
    assert re.fullmatch(r"L\d\.\d+", caught.value.rule)


def test_every_reason_has_a_test():
    written = set(re.findall(r'"illegal\.([a-z-]+)"', Path(module.__file__).read_text("utf-8")))
    assert written - {"over", "not-asked"} == {key for _, _, _, key in REFUSED}


@pytest.mark.parametrize(("number", "english"), [(1, "the price is 1 fame token."), (3, "the price is 3 fame tokens.")])
def test_l3_5_a_refusal_names_the_number_of_fame_tokens_of_the_price(number, english):
    box = small_box(
        f"Alms: opportunity fame tokens {number} / cards 1", "End: all hands / fame 1, fame 1", cards="wit1", fame="1*4"
    )
    error = GAME.refusal(at("Alms", "", "", box=box, front={1: "fame1*3"}), Seat(0), Give(Token("treasure", 2)))
    assert error is not None
    assert str(Translator("en").render_error(error)).partition("(")[0].strip().endswith(english)


@pytest.mark.parametrize(
    ("given", "tried", "says"),
    [
        ("", "beowulf1", "later"),  # fighting 1 stands before it in the order of faces
        ("fighting1", "fighting2", "superfluous"),
        ("beowulf1", "fighting1", "before"),
    ],
)
def test_l3_4_a_card_out_of_order_is_not_called_superfluous(given, tried, says):
    table = at("Great Rewards", f"fighting1*2 fighting2 beowulf1{'*2' if given == 'beowulf1' else ''}", "wit1")
    table = say(table, f"1 pay {given}") if given else table
    error = GAME.refusal(table, Seat(0), Pay(Card(tried)))
    assert error is not None
    assert says in (error.key, error.params.get("order"), error.key.removeprefix("illegal."))


def test_every_question_has_a_situation():
    assert {table_at(situation).state.phase for situation in SITUATIONS} >= set(module.ASKED)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_can_be_rendered_in_every_language(language):
    translator = Translator(language)
    for situation, said, _, _ in REFUSED:
        table = table_at(situation)
        who, _, text = said.partition(" ")
        error = GAME.refusal(table, CHANCE if who == "*" else Seat(int(who) - 1), GAME.read(table, text))
        sentence = translator.render_error(error)
        assert sentence
        assert "{" not in str(sentence)
