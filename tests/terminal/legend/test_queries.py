"""Queries during the Legend: the state of every player, the place of a card, and the unseen pieces."""

import pytest

from heorot.engine.errors import HeorotError
from heorot.engine.seats import Seat
from heorot.games.legend.inference import odds_count
from heorot.games.legend.inference.risk_odds import draw_odds, risk_odds
from heorot.games.legend.model.actions import Risk
from heorot.games.legend.table.table import Table, actors, possible_actions
from heorot.games.legend.table.view import view
from heorot.locales import LANGUAGES
from heorot.terminal.legend import choices, tell_unseen, tell_why
from heorot.terminal.legend.choices import label as label_of
from heorot.terminal.translator import Translator
from tests.games.legend.tables import at, say
from tests.support.playing import random_game

GRENDEL, HALL, COURT, DRAGON = "Grendel's Attack", "King Hrothgar's Hall", "King Hygelac's Court", "Dragon Battle"
FRONT = {1: "fame5 alliance-fame2 wound", 2: "fame3 alliance-fame1*2 misfortune scratch*2 double-wound"}


def why(table: Table, text: str = "", seat: int | None = 1, language: str = "en") -> list[str]:
    """Return the answer to `why` for a viewer."""
    seen = view(table, None if seat is None else Seat(seat - 1))
    return list(map(Translator(language).render_paragraph, tell_why(table, seen, text)))


def unseen(table: Table, seat: int = 1, language: str = "en") -> list[str]:
    return list(map(Translator(language).render, tell_unseen(table.box, view(table, Seat(seat - 1)))))


# ---- Players -------------------------------------------------------------------------------------------------------


def test_l1_7_why_shows_only_public_facts_about_rivals():
    table = at(GRENDEL, "", "", "", front=FRONT)
    assert why(table)[:3] == [
        "You: 7 so far.",
        "Player 2: 4 tokens face down, 2 scratches, 0 wounds, 1 double wound.",
        "Player 3: 0 tokens face down, 0 scratches, 0 wounds.",
    ]
    assert why(table, seat=None)[0] == "Player 1: 2 tokens face down, 0 scratches, 1 wound."


def test_l1_7_why_shows_remembered_tokens_at_a_table_with_open_tokens():
    table = at(GRENDEL, "", "", "", front=FRONT, options="open-tokens")
    mine, second, third, _ = why(table)
    assert mine == "You: 7 so far."
    assert second.startswith("Player 2: 3 − 2 ")
    assert "2 unknown alliance tokens" in second
    assert third == "Player 3: 5 so far."


@pytest.mark.parametrize("language", LANGUAGES)
def test_l1_7_why_does_not_depend_on_a_rivals_tokens(language):
    table = at(GRENDEL, "", "", front={2: "fame5 fame3 treasure2"})
    other = at(GRENDEL, "", "", front={2: "fame1*2 misfortune"})
    assert why(table, language=language) == why(other, language=language)


@pytest.mark.parametrize(
    ("table", "rules"),
    [
        (at("Sail to Denmark", "", ""), "rules L3.1, L3.2 say"),
        (at(DRAGON, "courage1", ""), "rules L5.2, L5.5, L5.6 say"),
        (at(HALL, "wit1", ""), "rule L4.1 says"),
    ],
)
def test_why_names_the_rules_of_the_current_question(table, rules):
    assert why(table)[-1] == f"What is asked now: {rules} more."
    seen = view(table, Seat(0))
    named = {choice.rule for choice in choices(table.box, seen, "en")}
    assert named
    assert all(rule in rules for rule in named)


# ---- Where a card is -----------------------------------------------------------------------------------------------


def place(table: Table, seat: int | None = 1) -> str:
    """Return the answer about the place of Naegling."""
    return why(table, "naegling", seat)[0].split("\n")[1]


def test_why_shows_where_a_special_card_is():
    held = at(DRAGON, "courage1 naegling", "courage2", first=2)
    assert place(held) == "Who holds Naegling: You."
    played = say(held, "2 lay courage2, 1 lay naegling")
    assert place(played) == "Naegling lies in front of you."
    assert place(played, 2) == place(played, None) == "Naegling lies in front of player 1."
    assert place(at(DRAGON, "", "")) == "Naegling lies beside the board."


def test_why_shows_special_cards_during_payments_and_discards():
    table = say(at(COURT, "wit1 naegling", ""), "1 discard wit1, 1 discard naegling")
    assert place(table, 2) == "Naegling lies in front of player 1."
    assert "is not in the game any more" in place(say(table, "1 done"), 2)
    paid = say(at("Great Rewards", "fighting2 naegling", ""), "1 pay naegling")
    assert place(paid, 2) == "Naegling lies in front of player 1."


def test_l4_4_why_shows_others_a_sealed_card_as_still_in_hand():
    table = say(at(HALL, "wit1 naegling", ""), "1 bid naegling")
    assert place(table, 1) == "Who holds Naegling: You."
    assert place(table, 2) == "Who holds Naegling: Player 1."


def test_why_refuses_unknown_words():
    with pytest.raises(HeorotError):
        why(at(HALL, "", ""), "nonsense")


# ---- Odds ----------------------------------------------------------------------------------------------------------


def test_choice_marks_inexact_odds(monkeypatch):
    monkeypatch.setattr(odds_count, "MOST_WORK", 1000)
    draw_odds.cache_clear()
    exactness = set()
    for table in random_game("built-in", 3, 2, "legend", in_order=True).tables:
        for seen in (view(table, seat) for seat in actors(table) if Risk() in possible_actions(table, seat)):
            odds, label = risk_odds(table.box, seen), Translator("en").render(label_of(table.box, seen, Risk()))
            assert ("about" in label) == (not odds.exact and odds.match < 1)
            exactness.add(odds.exact)
    draw_odds.cache_clear()
    assert exactness == {False, True}


# ---- Unseen pieces -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_l1_8_unseen_reports_an_empty_draw_pile(language):
    table = at(HALL, "wit1", "wit1", pile="", discards="")
    sentences = unseen(table, language=language)
    assert sentences[1] == Translator(language).translate("legend.unseen.no-pile")


def test_l1_7_unseen_reports_the_size_of_the_draw_pile():
    table = at(HALL, "wit1", "wit1", pile="wit1 courage2")
    assert unseen(table)[1] == "Any of them may lie in the draw pile, which has 2 cards."
