"""Rules behind legal answers."""

import pytest

from heorot.games.legend.game import GAME
from heorot.games.legend.table.table import Table
from heorot.games.legend.table.view import view
from heorot.games.legend.text.citations import rule
from tests.games.legend.tables import DARING, at, say

SEA, COURT, HALL, GRENDEL, RING = (
    "Sail to Denmark", "King Hygelac's Court", "King Hrothgar's Hall", "Grendel's Attack", "The Ring-Giver",
)  # fmt: skip


def cited(table: Table) -> dict[str, str]:
    """Return the rules behind all legal answers."""
    seen = view(table, GAME.actors(table)[0])
    return {GAME.write(table, action): rule(seen, action) for action in seen.legal}


def test_l3_1_l3_2_risking_and_declining_cite_their_rules():
    assert cited(at(SEA, "wit1", "")) == {"risk": "L3.2", "decline": "L3.1"}


def test_l5_2_l5_5_l5_6_laying_risking_and_giving_up_cite_their_rules():
    assert cited(at(GRENDEL, "courage1", "")) == {"lay courage1": "L5.2", "risk": "L5.6", "give up": "L5.5"}


def test_l9_1_giving_up_in_an_auction_cites_its_own_rule():
    table = at(RING, "", "", front={1: "treasure2"}, options="advanced")
    assert cited(table) == {"show treasure2": "L9.1", "give up": "L9.1"}


def test_chapter_6_taking_a_space_cites_the_rule_of_its_icon():
    table = say(at(HALL, "", "", "", "", ""), "1 done, 2 done, 3 done, 4 done, 5 done")
    assert cited(table) == {
        "take card king_hrothgars_blessing": "L6.5", "take treasure 1": "L6.3", "take alliance 2": "L6.4",
        "take cards 2": "L6.5", "take misfortune": "L6.3",
    }  # fmt: skip


@pytest.mark.parametrize(("table", "expected"), [
    (lambda: at(COURT, "wit1*2", ""), {"discard wit1": "L3.3", "decline": "L3.3"}),
    (lambda: say(at(SEA, DARING, ""), "1 risk"), {f"use {DARING}": "L7.4", "keep": "L7.4"}),
])  # fmt: skip
def test_any_other_answer_cites_the_rule_of_its_question(table, expected):
    assert cited(table()) == expected
