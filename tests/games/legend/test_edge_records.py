"""Every edge record shows the situation in its notes."""

import re
from pathlib import Path

import pytest

from heorot.engine import records
from heorot.games.legend.game import GAME
from heorot.games.legend.text.rulebook import rules
from tests.games.legend.make_records import FOLDER, scenarios
from tests.games.legend.tables import (
    BLESSING,
    DARING,
    INSPIRATION,
    RESOLVE,
    REST,
    after,
    asked,
    asked_in,
    before,
    chances,
    discards,
    episode,
    first,
    front,
    hand,
    laid,
    last,
    markers,
    may_say,
    past,
    pile,
    said_in,
    shown,
    supply,
    totals,
    turned,
)

FILES = sorted(FOLDER.glob("*.record"))
HALL, GRENDEL, CUP, DRAGON = "King Hrothgar's Hall", "Grendel's Attack", "The Queen's Cup", "Dragon Battle"

# ---- All -----------------------------------------------------------------------------------------------------------


def test_every_record_has_a_scenario():
    assert {file.stem for file in FILES} == scenarios().keys()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_scenario_reproduces_its_record(file: Path):
    assert records.write(scenarios()[file.stem]().record()) == file.read_text("utf-8")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_notes_cite_rules_or_examples(file: Path):
    known = {"X1", "X2", "X3", "X4", *(rule.number for rule in rules("en"))}
    for note in records.read(file.read_text("utf-8")).notes:
        cited = set(re.findall(r"\b[LX]\d+(?:\.\d+)?\b", note))
        assert cited
        assert cited <= known


def test_the_edge_cases_are_played_to_their_end():
    ended = {file.stem for file in FILES if not GAME.actors(last(file.stem))}
    assert {file.stem for file in FILES} - ended == {
        "rulebook-hrothgars-hall", "rulebook-grendel-out", "rulebook-grendel-risk",
    }  # fmt: skip


# ---- The piles -----------------------------------------------------------------------------------------------------


def test_l1_8_a_reshuffle_in_the_middle_of_a_risk():
    name = "reshuffle-in-a-risk"
    table = before(name, "* wit1", "Storm", 3)  # Martha's first card
    assert (pile(table), discards(table), asked(table)) == ("wit1", "wit1 wit1", "* risk-card")
    table = before(name, "* wit1", "Storm", 4)
    assert (pile(table), discards(table), turned(table)) == ("wit1 wit1", "", "wit1")
    assert chances(table) == {"wit1": 2}
    table = after(name, "* wit1", "Storm", 4)
    assert (discards(table), front(table, 2)) == ("wit1 wit1", "scratch")


def test_l1_8_an_empty_pile_without_discards():
    name = "empty-pile-without-discards"
    start = next(table for table, _ in past(name) if episode(table))
    assert (episode(start), pile(start), discards(start)) == ("Feast", "", "")  # neither the risk nor the recovery
    assert hand(after(name, "1 take cards 2"), 1) == hand(start, 1)
    assert may_say(before(name, "1 lay courage1")) == ["lay courage1", "give up"]
    wounded = before(name, "2 take wound")
    assert (pile(wounded), discards(wounded)) == ("", "courage1")
    assert said_in(name, "Battle")[-2:] == ["2 take wound", "* courage1"]
    assert (hand(wounded, 2), front(after(name, "* courage1", "Battle"), 2)) == ("wit1 wit1", "fame2 wound")
    market = after(name, "2 done", "Market")
    assert (pile(market), discards(market)) == ("wit1 wit1", "")


def test_l3_7_a_recovery_with_too_few_cards():
    name = "recovery-with-too-few-cards"
    assert asked_in(name, "Camp") == ["* recovery-card"] * 4 + [f"{seat} take-card" for seat in (2, 3, 1, 2)]
    assert asked_in(name, "Rest") == []
    assert [len(hand(last(name), seat).split()) for seat in (1, 2, 3)] == [2, 3, 2]


# ---- Bids ----------------------------------------------------------------------------------------------------------


def test_l4_2_all_bids_tied():
    table = before("all-bids-tied", "3 take treasure 1", HALL)
    assert (totals(table), first(table), markers(table)) == ([1] * 5, 3, [4, 5, 1, 2, 3])
    assert first(next(t for t, _ in past("all-bids-tied") if episode(t) == "Night Watch")) == 2


def test_l4_1_everyone_bids_nothing():
    name = "everyone-bids-nothing"
    assert said_in(name, HALL)[:3] == ["2 done", "3 done", "1 done"]
    table = after(name, "1 done", HALL)
    assert (totals(table), markers(table), discards(table)) == ([0, 0, 0], [3, 1, 2], "")


def test_l4_3_everyone_bids_cards_that_do_not_match():
    name = "everyone-bids-nothing"
    start = next(table for table, _ in past(name) if episode(table) == CUP)
    bids = [said for said in said_in(name, CUP) if " bid " in said]
    assert f"2 bid {BLESSING}" in bids
    assert {said[0] for said in bids} == {"1", "2", "3"}
    shown_table = next(table for table, _ in past(name) if episode(table) == CUP and asked(table).endswith("space"))
    assert [hand(shown_table, seat) for seat in (1, 2, 3)] == [hand(start, seat) for seat in (1, 2, 3)]
    assert (totals(shown_table), discards(shown_table)) == ([0, 0, 0], discards(start))


def test_l5_8_the_last_player_in_without_laying():
    name = "last-in-without-laying"
    assert said_in(name, GRENDEL)[:3] == ["1 give up", "2 give up", "3 give up"]
    assert "4 lay" not in asked_in(name, GRENDEL)
    table = before(name, "4 take fame 5", GRENDEL)
    assert (markers(table), totals(table), laid(table, 4)) == ([4, 3, 2, 1], [0, 0, 0, 0], "")


def test_l9_1_an_auction_that_everyone_leaves_at_once():
    name = "auction-left-at-once"
    ring = said_in(name, "The Ring-Giver")
    assert [said[1:] for said in ring[:2]] == [" give up"] * 2
    assert [said[0] for said in ring[2:]] == ["*"] * 3
    assert {shown(table, seat) for table, _ in past(name) for seat in (1, 2, 3)} == {"", "treasure2"}
    table = before(name, "1 show treasure2", "Unferth's Offer")
    assert "treasure2" in front(table, 1)
    paid = after(name, said_in(name, "Unferth's Offer")[-1], "Unferth's Offer")
    assert (shown(paid, 1), supply(paid, "treasure2")) == ("", supply(table, "treasure2") + 1)
    assert front(paid, 1).split().count("fame3") == front(table, 1).split().count("fame3") + 1
    gifts = next(table for table, _ in past(name) if episode(table) == "Gifts for the King")
    assert all("treasure2" in front(gifts, seat) for seat in (1, 2, 3))
    assert [said for said in said_in(name, "Gifts for the King") if said[0] != "*"] == [
        f"{seat} give up" for seat in (first(gifts), first(gifts) % 3 + 1)
    ]


# ---- Special cards -------------------------------------------------------------------------------------------------

USED, KEPT = "special-cards-used", "special-cards-kept"


def test_l7_2_blessing_on_a_card_laid_by_a_risk_used_and_kept():
    table = before(USED, "1 take back courage2", GRENDEL)
    assert (laid(table, 1), asked(table)) == ("courage2", "1 blessing")
    assert "1 risk" in said_in(USED, GRENDEL)
    assert "courage2" in hand(after(USED, "1 take back courage2"), 1)
    kept = after(KEPT, "1 keep", GRENDEL)
    assert (BLESSING in hand(kept, 1), "courage2" in discards(kept)) == (True, True)


def test_l7_5_resolve_after_daring_used_and_kept():
    table = before(USED, f"1 use {RESOLVE}")
    assert (len(turned(table).split()), DARING in hand(table, 1)) == (5, False)
    table = after(USED, f"1 use {RESOLVE}")
    assert (asked(table), turned(table), front(table, 1).count("scratch")) == ("1 risk", "", 2)
    throne = [asked(table) for table, said in past(KEPT) if episode(table) == "The Empty Throne" and said == "1 keep"]
    assert throne == ["1 daring", "1 resolve", "1 rest"]


def test_l7_6_rest_at_the_third_scratch_used_and_kept():
    assert front(before(USED, "1 rest 2"), 1).count("scratch") == 2
    assert (front(after(USED, "1 rest 2"), 1).count("scratch"), REST in hand(after(USED, "1 rest 2"), 1)) == (1, False)
    table = before(KEPT, "1 keep", "The Empty Throne", 3)
    after_it = after(KEPT, "1 keep", "The Empty Throne", 3)
    assert (front(table, 1).count("scratch"), front(after_it, 1).count("scratch")) == (2, 0)
    assert front(after_it, 1).count("wound") == front(table, 1).count("wound") + 1


def test_l7_3_inspiration_on_a_double_wound_used_and_kept():
    table = after(USED, f"1 use {INSPIRATION}", DRAGON)
    assert (front(table, 1).count("double-wound"), asked(table)[0]) == (0, "2")
    assert [asked(table) for table, said in past(KEPT) if episode(table) == DRAGON and said == "1 keep"] == [
        "1 blessing", "1 inspiration",
    ]  # fmt: skip
    kept = after(KEPT, "1 keep", DRAGON, 2)
    assert ("double-wound" in front(kept, 1), asked(kept)) == (True, "* drawn-card")


def test_l7_1_special_cards_with_symbols_are_used_up_or_stay_in_the_hand():
    said = [line for _, line in past(USED)]
    for line in ("lay hrunting", "lay naegling", "lay all_iron_shield", "bid hides_of_land", "pay golden_torque"):
        assert f"1 {line}" in said
    others = ("hrunting", "naegling", "all_iron_shield", "hides_of_land", "golden_torque")
    texts = (BLESSING, INSPIRATION, DARING, RESOLVE, REST)
    assert [card for card in (*others, *texts) if card in hand(last(USED), 1)] == []
    assert [card for card in (*others, *texts) if card not in hand(last(KEPT), 1)] == []


# ---- Supplies ------------------------------------------------------------------------------------------------------


def test_l3_6_options_that_have_run_out():
    name = "supplies-run-out"
    assert may_say(before(name, "1 take fame 2", "Revel")) == [
        "take alliance 1", "take fame 2", "take cards 2", "decline",
    ]  # fmt: skip
    assert may_say(before(name, "2 decline", "Revel")) == ["take alliance 1", "take cards 2", "decline"]


def test_l3_5_offers_that_are_not_made():
    name = "supplies-run-out"
    assert asked_in(name, "Trade") == ["1 pay", "1 pay"]
    assert asked_in(name, "Pact") == []


def test_l6_4_fewer_alliance_tokens_than_scrolls():
    name = "supplies-run-out"
    table = before(name, "2 take alliance 2")
    assert (supply(table, "alliance"), said_in(name, "Hall")[-3:]) == (
        1, ["2 take alliance 2", "* alliance-fame1", "3 take misfortune"],
    )  # fmt: skip


def test_l6_3_tokens_that_have_run_out():
    name = "supplies-run-out"
    court, death = (next(table for table, _ in past(name) if episode(table) == where) for where in ("Court", "Death"))
    for seat in (1, 2, 3):
        assert front(court, seat) == front(death, seat)
    got = [front(last(name), seat).split().count("fame1") for seat in (1, 2, 3)]
    assert (sum(got), supply(last(name), "fame1"), supply(last(name), "fame2")) == (1, 0, 0)


def test_l6_3_fame_2_made_of_two_fame_1():
    name = "fame-2-in-change"
    table = next(table for table, _ in past(name) if episode(table) == "King Beowulf")
    assert (supply(table, "fame2"), "take fame 2" in may_say(table)) == (0, False)
    line = next(said for said in said_in(name, DRAGON) if said.endswith("take fame 2"))
    seat = int(line[0])
    fames = [front(t, seat).split().count("fame1") for t in (before(name, line, DRAGON), after(name, line, DRAGON))]
    assert fames[1] - fames[0] == 2
    lines = [said for said in said_in(name, "Death of Beowulf") if said.endswith("take fame 2")]
    assert len(lines) == 2
    for line in lines:
        table, then = before(name, line, "Death of Beowulf"), after(name, line, "Death of Beowulf")
        assert (front(table, int(line[0])), supply(table, "fame1")) == (front(then, int(line[0])), 1)


# ---- The end -------------------------------------------------------------------------------------------------------


ALLIANCES = ("alliance-fame1", "alliance-fame3")


def test_l3_5_break_ranks_with_alliance_tokens():
    name = "break-ranks-with-alliance-tokens"
    table, done = before(name, "1 give alliance-fame1"), after(name, "1 done", "Break Ranks?")
    assert (asked(done), supply(done, "alliance")) == ("1 heal", supply(table, "alliance") + 2)
    healed = after(name, "1 heal wound")
    assert front(healed, 1).count("wound") == front(table, 1).count("wound") - 1
    given = [words.split().count(token) for words in (front(table, 1), front(healed, 1)) for token in ALLIANCES]
    assert [given[0] - given[2], given[1] - given[3]] == [1, 1]
    hurt = {seat for seat in (1, 2, 3, 4) if re.search("wound|scratch", front(table, seat))}
    assert {int(text[0]) for text in asked_in(name, "Break Ranks?")} == hurt


def test_l9_2_recover_treasures_with_ties():
    name = "recover-treasures-with-ties"
    table = before(name, "3 take fame 3", "Hoard")
    assert (totals(table), first(table), markers(table)) == ([4, 4, 4], 3, [2, 3, 1])
    end = after(name, "2 take fame 2", "Hoard")
    assert (first(end), supply(end, "treasure2"), supply(end, "alliance")) == (3, 3, 3)
    assert "treasure" not in "".join(front(end, seat) for seat in (1, 2, 3))


def test_l10_1_all_have_fallen():
    table = last("all-fallen")
    assert (GAME.score(table), GAME.victory_shares(table)) == ((0, 0), (0, 0))
    assert (FOLDER / "all-fallen.record").read_text("utf-8").endswith("result 0 0 won nobody\n")
    for seat in (1, 2):
        assert front(table, seat).count("wound") + front(table, seat).count("double-wound") >= 3
