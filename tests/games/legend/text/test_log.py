"""Log sentences for each reader, and actions before they are taken, in English."""

import pytest

from heorot.engine.seats import Seat
from heorot.games.legend.game import GAME
from heorot.games.legend.table.table import Table
from heorot.games.legend.table.view import view
from heorot.games.legend.text.log import tell_action, tell_log
from heorot.terminal.translator import Translator
from tests.games.legend.tables import BLESSING, DARING, INSPIRATION, RESOLVE, REST, asked, at, deal, say, small_box

HALL, GRENDEL, SEA, COAST = "King Hrothgar's Hall", "Grendel's Attack", "Sail to Denmark", "The Danish Coast"
COURT, REWARDS, FRIENDS, BREAK = "King Hygelac's Court", "Great Rewards", "Many Friendships", "Break Ranks?"
FEAST, RING, RECOVER, DEATH = "Feast in Heorot", "The Ring-Giver", "Recover Treasures", "Death of Beowulf"
EN = Translator("en")


def whole(table: Table, seat: int | None = None, discreet: bool = False) -> list[str]:
    """Return the log for a reader."""
    reader = None if seat is None else Seat(seat - 1)
    return [EN.render(sentence) for sentence in tell_log(table.box, view(table, reader), discreet)]


def told(table: Table, seat: int | None = None, discreet: bool = False) -> list[str]:
    """Return the sentences from the first episode with entries on."""
    log = whole(table, seat, discreet)
    first = next(number for number, line in enumerate(log) if line.startswith("Episode") and "passes" not in line)
    return log[first + 1 :]


def in_episode(table: Table, seat: int | None = None) -> list[str]:
    """Return the sentences before the next episode."""
    log = told(table, seat)
    return log[: next((n for n, line in enumerate(log) if line.startswith("Episode")), len(log))]


# ---- Journey -------------------------------------------------------------------------------------------------------


def test_l1_2_l1_4_the_log_begins_with_the_first_player_and_the_deal():
    box = small_box(
        "A: selection", "B: all hands / fame 1, fame 1", cards="wit1*9 beowulf1*2 fighting2*2", hand=(1, 1, 2)
    )
    table = say(GAME.setup(box, 2, {}, 1), "* first 2, * wit1, * wit1, * wit1, * wit1")
    begins = "Everyone begins with 1 Beowulf card, 1 double fighting card and 2 cards from the draw pile."
    assert whole(table) == ["The lot falls on player 2, the first player.", begins, "Episode 1: A (selection)."]
    assert whole(table, 2)[:2] == ["The lot falls on you: you are the first player.", "You are dealt: 2 × wit 1."]


def test_l1_4_a_hand_of_fixed_cards_alone_needs_no_deal():
    box = small_box("A: selection", "B: all hands / fame 1, fame 1", cards="wit1*4 beowulf1*2", hand=(1, 0, 0))
    table = GAME.setup(box, 2, {"first": "1"}, 1)
    assert whole(table) == []
    assert whole(say(table, "1 decline"))[1:] == ["Episode 1: A (selection).", "Player 1 declines."]


@pytest.mark.parametrize(
    ("episode", "options", "heading"),
    [
        (COURT, "", "Episode 1: King Hygelac’s Court (opportunity: any 2 cards → 2 cards)."),
        (SEA, "", "Episode 2: Sail to Denmark (risk: travelling, friendship)."),
        (COAST, "", "Episode 3: The Danish Coast (recovery)."),
        (HALL, "", "Episode 4: King Hrothgar’s Hall (simultaneous: friendship)."),
        (RING, "advanced", "Episode 8: The Ring-Giver (treasure auction: 3 cards)."),
    ],
)
def test_l2_1_an_episode_heading_has_its_kind_and_its_symbols_or_price(episode, options, heading):
    table = at(episode, "wit1*2", "", options=options)
    answer = (
        GAME.legal(table, GAME.actors(table)[0])[-1]
        if asked(table)[0] != "*"
        else GAME.chance_outcomes(table)[0].action
    )
    assert heading in whole(GAME.apply(table, GAME.actors(table)[0], answer))


def test_l3_5_an_episode_with_nothing_to_offer_is_logged_as_passed():
    table = say(at("Peace Returns", "", "", left="alliance*0"), "1 decline, 2 decline")
    assert told(table)[2:] == [
        "Episode 29: Many Friendships. It passes by, since it has nothing to offer.",
        "Episode 30: The Dragon Wakes (simultaneous: wit).",
    ]


def test_l2_1_the_log_says_why_the_basic_game_skips_treasure_episodes():
    table = say(at(REWARDS, "", ""), "1 decline, 2 decline")
    assert told(table)[2:] == [
        "Episode 8: The Ring-Giver. It passes by: only the advanced game plays it.",
        "Episode 9: Feast in Heorot (selection).",
    ]


def test_l2_3_a_new_first_player():
    table = say(at(GRENDEL, "", ""), "1 give up, 2 take fame 5, 1 take wound, * wit1, * wit1")
    assert "is the first player" not in " ".join(told(table))
    table = say(at(GRENDEL, "courage1", ""), "1 lay courage1, 2 give up, 1 take fame 5, 2 take wound, * wit1, * wit1")
    assert told(table)[-2:] == [
        "Player 2 is the first player now.", "Episode 7: Great Rewards (opportunity: 2 × fighting → treasure 3).",
    ]  # fmt: skip
    assert told(table, 2)[-2] == "You are the first player now."


# ---- Minor episodes ------------------------------------------------------------------------------------------------


def test_l3_2_the_cards_of_a_risk_and_its_matches_are_logged_together():
    table = say(at(SEA, "", "", ""), "1 risk, * travelling2")
    assert told(table) == []
    table = say(table, "* wit1")
    assert told(table) == ["Player 1 risks it and turns over travelling 2, wit 1. Into the hand: travelling 2."]
    table = say(table, "2 risk, * wit1, * wit1")
    assert told(table, 2)[1:] == ["You risk it and turn over 2 × wit 1. Nothing matches.", "You take a scratch."]
    assert told(say(table, "3 decline"))[3] == "Player 3 declines."


def test_l1_8_a_reshuffle_within_a_risk():
    table = say(at(SEA, "", "", pile="wit1", discards="wit1*2 beowulf1"), "1 risk, * wit1, * beowulf1")
    assert told(table) == [
        "The discards are shuffled into a new draw pile.",
        "Player 1 risks it and turns over wit 1, Beowulf 1. Into the hand: Beowulf 1.",
    ]


def test_l3_3_an_exchange_is_one_sentence_and_only_its_owner_sees_the_drawn_cards():
    table = say(at(COURT, "wit1 wit2", "wit1*2"), "1 discard wit1, 1 discard wit2")
    assert whole(table)[-1].startswith("Episode 1")
    table = say(table, "1 done, * courage1, * fighting2")
    assert told(table, 2) == ["Player 1 discards wit 1, wit 2.", "Player 1 draws 2 cards."]
    assert told(table, 1) == ["You discard wit 1, wit 2.", "You draw: courage 1, fighting 2."]
    assert told(table, 1, discreet=True) == ["You discard wit 1, wit 2.", "You draw 2 cards."]


def test_l1_8_l6_5_missing_cards_are_not_drawn():
    table = say(at(FEAST, "", "", pile="wit1", discards=""), "1 take cards 2, * wit1")
    assert told(table) == []
    assert told(say(table, "2 decline"))[:2] == ["Player 1 draws 1 card.", "Player 2 declines."]
    table = say(at(FEAST, "", "", pile="", discards=""), "1 take cards 2, 2 take cards 2")
    assert in_episode(table) == [
        "Player 1 draws no card, since none is left.",
        "Player 2 draws no card, since none is left.",
    ]


def test_l3_3_a_price_and_its_reward():
    table = say(at(REWARDS, "fighting1*2", ""), "1 pay fighting1, 1 pay fighting1, 1 done")
    assert told(table, 1) == ["You pay with 2 × fighting 1.", "You take treasure 3."]
    table = say(at(FRIENDS, "friendship2", ""), "1 pay friendship2, 1 done, * alliance-fame3")
    assert told(table, 1) == ["You pay with friendship 2.", "You draw: fame 3 (alliance)."]
    assert told(table) == ["Player 1 pays with friendship 2.", "Player 1 draws 1 alliance token."]


def test_l7_2_the_reward_of_a_price_is_logged_after_the_blessing():
    box = small_box(
        f"A: simultaneous wit / card {BLESSING}, fame 1",
        "B: opportunity wit 1 / fame 1",
        "C: all hands / fame 1, fame 1",
        cards="wit1*9", hand=(0, 0, 1), specials=BLESSING, fame="1*5",
    )  # fmt: skip
    table = say(deal(box, "wit1", "wit1"), f"1 done, 2 done, 1 take card {BLESSING}, 2 take fame 1, 2 decline")
    table = say(table, "1 pay wit1, 1 done")
    assert whole(table)[-1] == "Player 1 pays with wit 1."
    used = [f"Player 1 uses “{BLESSING}”. Back to the hand: wit 1.", "Player 1 takes fame 1."]
    kept = [f"Player 1 does not use “{BLESSING}”.", "Player 1 takes fame 1."]
    assert in_second(say(table, "1 take back wit1"))[-2:] == used
    assert in_second(say(table, "1 keep"))[-2:] == kept


@pytest.mark.parametrize(
    ("healed", "text"),
    [("wound", "a wound"), ("double wound", "the double wound"), ("scratches", "all scratches")],
)
def test_l3_3_healed_wounds_and_scratches_are_named_precisely(healed, text):
    front = {1: "fame1 alliance-fame2 wound double-wound scratch"}
    table = say(at(BREAK, "", "", front=front), "1 give fame1, 1 give alliance-fame2, 1 done")
    assert told(table) == ["Player 1 returns fame 1, fame 2 (alliance)."]
    assert in_episode(say(table, f"1 heal {healed}"), 1)[1:] == [f"You return {text}."]


def test_l3_6_the_options_of_a_selection():
    table = at(FEAST, *[""] * 5, front={5: "scratch*2"})
    table = say(table, "1 take treasure 2, 2 take alliance 1, * alliance-fame1, 3 take fame 2, 4 take cards 2, * wit1")
    assert in_episode(say(table, "* wit1, 5 heal scratches")) == [
        "Player 1 takes treasure 2.",
        "Player 2 draws 1 alliance token.",
        "Player 3 takes fame 2.",
        "Player 4 draws 2 cards.",
        "Player 5 returns all scratches.",
    ]


def test_l3_7_a_recovery():
    table = say(at(COAST, "", "", pile="wit1*3 courage2", discards=""), "* wit1, * courage2, * wit1")
    assert told(table) == []
    table = say(table, "* wit1")
    assert told(table) == ["Turned over: 3 × wit 1, courage 2."]
    table = say(table, "1 take courage2, 2 take wit1")
    assert told(table, 1) == ["Turned over: 3 × wit 1, courage 2.", "You take courage 2.", "Player 2 takes wit 1."]


def test_l3_7_a_recovery_with_too_few_cards_is_logged_when_the_first_is_taken():
    table = say(at(COAST, "", "", pile="wit1", discards=""), "* wit1")
    assert told(table) == []
    assert in_episode(say(table, "1 take wit1")) == ["Turned over: wit 1.", "Player 1 takes wit 1."]


# ---- Major episodes ------------------------------------------------------------------------------------------------


def test_l4_1_l4_4_a_bid_is_sealed_until_all_are_in():
    table = say(
        at(HALL, "friendship1 wit1", "friendship2", ""), "1 bid friendship1, 1 bid wit1, 2 bid friendship2, 1 done"
    )
    assert told(table, 1) == ["Your bid: friendship 1, wit 1."]
    assert told(table, 2) == told(table) == ["Player 1’s bid is sealed."]
    assert told(table, 1, discreet=True) == ["Your bid is sealed."]
    table = say(table, "2 done, 3 done")
    assert told(table, 3)[1:] == [
        "Player 2’s bid is sealed.",
        "Your bid: nothing.",
        "Player 1 shows friendship 1, wit 1: 1 symbol, marker 2.",
        "Not a match, so back to player 1’s hand: wit 1.",
        "Player 2 shows friendship 2: 2 symbols, marker 1.",
        "You show nothing: 0 symbols, marker 3.",
    ]


def test_l4_2_a_tie_is_logged_with_its_tie_break():
    table = at(HALL, "friendship1", "", "", "friendship1")
    bids = "1 bid friendship1, 4 bid friendship1, 1 done, 2 done, 3 done, 4 done"
    assert told(say(table, bids), 4)[-2:] == [
        "A tie with 1. In order, clockwise from the first player: Player 1, you.",
        "A tie with 0. In order, clockwise from the first player: Player 2, Player 3.",
    ]


def test_x2_laying_risking_and_giving_up_with_totals():
    table = at(GRENDEL, "fighting1", "courage2 beowulf1", "courage1 fighting2", "")
    table = say(table, "1 lay fighting1, 2 lay courage2, 3 lay courage1, 3 lay fighting2, 4 give up")
    assert told(table, 3) == [
        "Player 1 lays fighting 1 (total 1).",
        "Player 2 lays courage 2 (total 2).",
        "You lay courage 1 (total 1).",
        "You lay fighting 2 (total 3).",
        "Player 4 gives up and takes marker 4.",
    ]
    risk = say(table, "1 risk, * travelling1, * beowulf1")
    assert told(risk)[5:] == ["Player 1 risks it and turns over travelling 1, Beowulf 1. Laid: Beowulf 1 (total 2)."]


def test_l5_6_l5_8_out_after_a_risk_and_the_last_one_in():
    table = say(at(GRENDEL, "courage1", ""), "1 lay courage1, 2 risk, * wit1, * wit2")
    assert told(table, 2)[1:] == [
        "You risk it and turn over wit 1, wit 2. Nothing matches.",
        "You take a scratch.",
        "You are out and take marker 2.",
        "Player 1 is the last one in and takes marker 1.",
    ]


def test_l9_1_an_auction():
    front = {1: "treasure2", 2: "treasure1 alliance-treasure3", 3: ""}
    table = at(RING, "", "", "", front=front, options="advanced")
    table = say(table, "1 show treasure2, 2 show treasure1, 2 show alliance-treasure3, 3 give up, 1 give up")
    assert told(table, 1) == [
        "You show treasure 2 (total 2).",
        "Player 2 shows treasure 1 (total 1).",
        "Player 2 shows treasure 3 (alliance) (total 4).",
        "Player 3 gives up.",
        "You give up and take back treasure 2.",
        "Player 2 wins the auction for treasure 1, treasure 3 (alliance).",
    ]
    assert in_episode(say(table, "* wit1, * wit1, * wit1"), 1)[-1] == "Player 2 draws 3 cards."


def test_l9_1_an_auction_that_everyone_leaves_at_once_and_a_reward_that_has_run_out():
    table = say(at("Unferth's Offer", "", "", options="advanced", left="fame3*0"), "1 give up")
    assert in_episode(table, 2) == [
        "Player 1 gives up.", "You win the auction for nothing.", "None is left (fame 3): you get nothing.",
    ]  # fmt: skip


def test_l9_2_treasures_are_shown_and_returned():
    table = at(BREAK, "", "", front={1: "treasure2 alliance-treasure1 scratch", 2: "treasure4"}, options="advanced")
    table = say(table, "1 decline")
    assert told(table)[1:] == [
        "Episode 35: Recover Treasures (treasure ranking).",
        "Player 1 shows treasure 2, treasure 1 (alliance): treasure 3, marker 2.",
        "Player 2 shows treasure 4: treasure 4, marker 1.",
    ]
    table = say(table, "2 take fame 7, 1 take fame 1")
    assert "All treasure goes back to the supply." in told(table)


END = "End: all hands / fame 1, fame 1"


def test_l9_1_a_paid_token_that_returns_as_the_reward():
    box = small_box("Sale: treasure auction / treasure 2", END, cards="wit1", treasure="2*2")
    table = at("Sale", "", "", box=box, front={1: "treasure2", 2: "treasure2"}, options="advanced")
    wins = ["wins the auction for treasure 2.", "takes treasure 2."]
    assert in_episode(say(table, "1 show treasure2, 2 give up"))[-2:] == [f"Player 1 {what}" for what in wins]
    table = say(table, "1 show treasure2, 2 show treasure2, 1 give up")
    assert in_episode(table)[-3:] == [
        "Player 1 gives up and takes back treasure 2.", *(f"Player 2 {what}" for what in wins),
    ]  # fmt: skip


def test_l9_1_giving_up_returns_the_shown_tokens_and_nothing_else():
    front = {1: "treasure2", 2: "treasure1*2"}
    table = at(RING, "", "", front=front, options="advanced")
    told_of_it = in_episode(say(table, "1 show treasure2, 2 show treasure1, 2 give up"))
    assert "Player 2 gives up and takes back treasure 1." in told_of_it
    assert "Player 2 takes treasure 1." not in told_of_it


def test_l3_5_a_returned_fame_token_that_comes_back_as_the_offer():
    box = small_box("Trade: opportunity fame tokens 2 / fame 1", END, cards="wit1", fame="1*3")
    table = at("Trade", "", "", box=box, front={1: "fame1*2"})
    assert in_episode(say(table, "1 give fame1, 1 give fame1, 1 done")) == [
        "Player 1 returns 2 × fame 1.", "Player 1 takes fame 1.",
    ]  # fmt: skip


def test_l9_2_treasure_that_is_taken_last_and_goes_back_at_once():
    box = small_box("Hoard: treasure ranking / treasure 2, treasure 2", END, cards="wit1", treasure="2*2")
    table = say(at("Hoard", "", "", box=box, options="advanced"), "1 take treasure 2")
    back = "All treasure goes back to the supply."
    assert in_episode(say(table, "2 take treasure 2"))[-2:] == ["Player 2 takes treasure 2.", back]
    lone = at("Hoard", "", "", box=box, left="treasure2*1", options="advanced")
    assert in_episode(say(lone, "1 take treasure 2, 2 take treasure 2"))[-2:] == [
        "None is left (treasure 2): player 2 gets nothing.", back,
    ]  # fmt: skip


def test_l8_1_all_hands_are_shown_at_the_end():
    table = say(at(BREAK, "wit2 courage1", "naegling", front={1: "scratch"}), "1 decline")
    assert told(table)[2:] == [
        "Episode 36: Death of Beowulf (all hands).",
        "Player 1 shows wit 2, courage 1: 3 symbols, marker 1.",
        "Player 2 shows Naegling: 3 symbols, marker 2.",
        "A tie with 3. In order, clockwise from the first player: Player 1, Player 2.",
    ]


# ---- Resolution ----------------------------------------------------------------------------------------------------

TAKEN = [
    ("fame 5", "", [], ["Player 2 takes fame 5."]),
    ("wound", "* wit1, * wit1", [], ["Player 2 takes a wound.", "Player 2 draws 2 cards."]),
    ("fame 5", "", ["fame5*0"], ["None is left (fame 5): player 2 gets nothing."]),
]


@pytest.mark.parametrize(("space", "more", "left", "lines"), TAKEN)
def test_l6_3_l6_7_the_reward_of_a_space(space, more, left, lines):
    table = say(at(GRENDEL, "", "", left=" ".join(left)), f"1 give up, 2 take {space}, {more}")
    assert told(table)[2:] == lines


def test_l6_3_change_and_a_misfortune():
    table = say(at("Dragon Battle", *[""] * 4, left="fame2*0"), "1 give up, 2 give up, 3 give up, 4 take fame 2")
    assert told(table)[-1] == "Player 4 takes 2 × fame 1."
    table = say(at("Return to King Hygelac", "", ""), "1 done, 2 done, 1 take misfortune")
    assert told(table, 1)[-1] == "You take a misfortune."


def test_l6_5_a_special_card():
    table = say(at(GRENDEL, "", "", ""), "1 give up, 2 give up, 3 take card beowulfs_daring")
    assert told(table)[-1] == "Player 3 takes the special card “Beowulf’s Daring”."


def test_l6_6_a_third_scratch_is_logged_as_a_wound():
    table = say(at(SEA, "", "", front={1: "scratch*2"}), "1 risk, * wit1, * wit1")
    assert told(table, 1)[1] == "A third scratch: you return all three and take a wound, without cards."


def test_l6_7_a_double_wound():
    table = say(at("Dragon Battle", "", ""), "1 give up, 2 take double wound")
    assert told(table)[-1] == "Player 2 takes a double wound, which counts as two."


def test_l6_8_fame_or_heal():
    table = say(at(DEATH, "wit1", "", front={1: "wound"}), "1 take fame 5 or heal")
    assert whole(table, 1)[-1] == "You take the space “fame 5, or a wound healed”."
    assert whole(say(table, "1 heal wound"))[-1] == "Player 1 returns a wound."
    assert whole(say(table, "1 take fame 5"))[-1] == "Player 1 takes fame 5."


# ---- Special cards -------------------------------------------------------------------------------------------------


def inspired() -> Table:
    """Return a game in which the first player openly took the Inspiration."""
    box = small_box(
        "A: simultaneous wit / card queen_wealhtheows_inspiration, fame 1",
        "B: simultaneous wit / wound, scratch",
        "C: simultaneous wit / misfortune, misfortune",
        "D: all hands / fame 1, fame 1",
        cards="wit1*9", specials=INSPIRATION, fame="1*5", misfortune=1,
    )  # fmt: skip
    table = say(GAME.setup(box, 2, {"first": "1"}, 1), f"1 done, 2 done, 1 take card {INSPIRATION}, 2 take fame 1")
    return say(table, "2 done, 1 done")


def test_l7_3_the_inspiration_used_and_kept():
    table = say(inspired(), "2 take scratch, 1 take wound")
    name = f"“{INSPIRATION}”"
    assert told(table)[-2:] == ["Player 2 takes a scratch.", "Player 1 takes the space “wound”."]
    assert in_second(say(table, f"1 use {INSPIRATION}"))[-1] == f"Player 1 uses {name}. Avoided: wound."
    kept = say(table, "1 keep, * wit1, * wit1")
    lines = [f"Player 1 does not use {name}.", "Player 1 takes a wound.", "Player 1 draws 2 cards."]
    assert in_second(kept)[-3:] == lines


def in_second(table: Table) -> list[str]:
    """Return the sentences of the second episode."""
    log = whole(table)
    start = next(n for n, line in enumerate(log) if line.startswith("Episode 2"))
    end = next((n for n, line in enumerate(log) if line.startswith("Episode 3")), len(log))
    return [line for line in log[start:end] if "first player" not in line]


def test_l7_7_nobody_is_asked_about_a_misfortune_that_has_run_out():
    table = say(inspired(), "2 take scratch, 1 take wound, 1 keep, * wit1, * wit1, 1 done, 2 done")
    table = say(table, "1 take misfortune")
    assert whole(table)[-1] == "Player 1 takes the space “misfortune”."
    table = say(table, "1 keep, 2 take misfortune")
    assert [line for line in whole(table) if "misfortune" in line][-2:] == [
        "Player 1 takes a misfortune.", "None is left (misfortune): player 2 gets nothing.",
    ]  # fmt: skip


def test_l7_4_l7_5_daring_and_resolve():
    table = say(at(SEA, f"{DARING} {RESOLVE}", ""), f"1 risk, 1 use {DARING}")
    assert told(table) == ["Player 1 uses “Beowulf’s Daring”: the risk turns over 5 cards."]
    table = say(table, "* wit1, * wit1, * wit1, * wit1, * wit1")
    assert told(table, 1)[1:] == ["You risk it and turn over 5 × wit 1. Nothing matches."]
    used = say(table, f"1 use {RESOLVE}")
    assert told(used)[2] == "Player 1 uses “Beowulf’s Resolve”: no scratch, and that player decides again."
    assert told(say(table, "1 keep"), 1)[2:] == ["You do not use “Beowulf’s Resolve”.", "You take a scratch."]


def test_l7_6_the_warriors_rest():
    table = say(at(SEA, REST, "", front={1: "scratch*2"}), "1 risk, * wit1, * wit1")
    name = "“The Warrior’s Rest”"
    assert told(say(table, "1 rest 2"))[1:] == [f"Player 1 uses {name}: 2 scratches go back before the new one comes."]
    third = "A third scratch: player 1 returns all three and takes a wound, without cards."
    assert told(say(table, "1 keep"))[1:] == [f"Player 1 does not use {name}.", third]


# ---- Actions not taken yet -----------------------------------------------------------------------------------------

ACTIONS = [
    (lambda: at(SEA, "", ""), "risk", "You risk it."),
    (lambda: at(SEA, "", ""), "decline", "You decline."),
    (lambda: at(COURT, "wit1*2", ""), "discard wit1", "You add wit 1 to what is discarded."),
    (lambda: say(at(COURT, "wit1*2", ""), "1 discard wit1, 1 discard wit1"), "done", "You discard 2 × wit 1."),
    (lambda: at(REWARDS, "fighting2", ""), "pay fighting2", "You add fighting 2 to the price."),
    (lambda: say(at(REWARDS, "fighting2", ""), "1 pay fighting2"), "done", "You pay with fighting 2."),
    (lambda: at(BREAK, "", "", front={1: "fame1*2 wound"}), "give fame1", "You add fame 1 to what is returned."),
    (
        lambda: say(at(BREAK, "", "", front={1: "fame1*2 wound"}), "1 give fame1, 1 give fame1"),
        "done",
        "You return 2 × fame 1.",
    ),
    (lambda: at(HALL, "wit1", ""), "bid wit1", "You add wit 1 to the bid."),
    (lambda: say(at(HALL, "wit1", ""), "1 bid wit1"), "done", "Your bid: wit 1."),
    (lambda: at(GRENDEL, "courage2", ""), "lay courage2", "You lay courage 2 (total 2)."),
    (lambda: at(GRENDEL, "courage2", ""), "give up", "You give up."),
    (lambda: at(FEAST, "", ""), "take fame 2", "You take: fame 2."),
    (lambda: at(FEAST, "", "", front={1: "scratch"}), "heal scratches", "You return all scratches."),
    (
        lambda: at(RING, "", "", front={1: "treasure2"}, options="advanced"),
        "show treasure2",
        "You show treasure 2 (total 2).",
    ),
    (lambda: say(at(SEA, DARING, ""), "1 risk"), "keep", "You do not use “Beowulf’s Daring”."),
]


@pytest.mark.parametrize(("situation", "text", "line"), ACTIONS)
def test_an_action_is_described_before_it_is_played(situation, text, line):
    table = situation()
    reader = GAME.actors(table)[0]
    assert EN.render(tell_action(table.box, view(table, reader), GAME.read(table, text))) == line


def test_an_action_is_described_for_the_acting_seat():
    table = at(GRENDEL, "courage2", "")
    assert EN.render(tell_action(table.box, view(table, None), GAME.read(table, "risk"))) == "Player 1 risks it."
    table = say(at(REWARDS, "", "fighting2"), "1 decline, 2 pay fighting2")
    line = "Player 2 pays with fighting 2."
    assert EN.render(tell_action(table.box, view(table, None), GAME.read(table, "done"))) == line


def test_a_discreet_log_hides_the_dealt_cards():
    box = small_box("A: selection", "B: all hands / fame 1, fame 1", cards="wit1*9", hand=(0, 0, 2))
    table = deal(box, "wit1*2", "wit1*2")
    assert [line for line in whole(table, 1, discreet=True) if "dealt" in line] == []
