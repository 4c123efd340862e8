"""Cards, tokens and icons of the Legend that no box has: each is refused with a rule, in words."""

from dataclasses import replace
from functools import cache

import pytest

from heorot.engine import records
from heorot.engine.errors import BadRecord, IllegalAction
from heorot.engine.game import play
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
from heorot.games.legend.table.view import QUESTIONS
from tests.support.fuzzed_text import only_ours
from tests.support.playing import LEGEND, random_game

CARDS = (Card("dragon"), Card(""), Card("wit3"), Card("beowulf2"), Card("unused"), Card("²"))
TOKENS = (Token("fame", 99), Token("gold", 1), Token("alliance-fame", -3), Token("", 0))
ICONS = (Icon("fame", 10**6), Icon("dragon"), Icon("card", card="dragon"), Icon("", -1), Icon("heal"))
FOREIGN = [
    *(kind(card) for kind in (Bid, Lay, Pay, Discard, Recover, TakeBack, Use, GivenCard) for card in CARDS),
    *(kind(token) for kind in (Show, Give, GivenToken) for token in TOKENS),
    *(Take(icon) for icon in ICONS),
    *(ReturnScratches(number) for number in (-8, -1, 0, 3, 10**9)),
    *(First(seat) for seat in (-1, 5, 99)),
    Heal("everything"),
]
ASKED = sorted({*QUESTIONS.values()} - {"rest"})  # too rare in random games


@cache
def asked_tables():
    """Return a table for every question that some games ask of a player or of chance."""
    found = {}
    for seats in (2, 3, 4, 5):
        for table in random_game("built-in", seats, 40 + seats, "legend", (("advanced", "yes"),)).tables:
            found.setdefault(QUESTIONS[table.state.phase], table)
    return found


@pytest.mark.parametrize("question", ASKED)
def test_unknown_pieces_are_refused_by_a_rule(question):
    table = asked_tables()[question]
    for seat in LEGEND.actors(table):
        for action in FOREIGN:
            assert only_ours(IllegalAction, play, LEGEND, table, seat, action) is None


def test_every_question_occurs_in_the_sample_games():
    assert set(asked_tables()) == set(ASKED)


def test_a_record_with_an_edited_box_is_refused():
    line = random_game("small", 2, 4, "legend")
    text = line.last.box.text.replace("misfortune = 1", "misfortune = 2")
    assert text != line.last.box.text
    with pytest.raises(BadRecord):
        records.replay(LEGEND, replace(line.record(), box_text=text))
