"""Sentences about odds, bidding, worth of icons, scores and endings: keys and parameters."""

from fractions import Fraction
from functools import cache

import pytest

from heorot.engine.seats import Seat
from heorot.engine.sentence import Sentence
from heorot.games.legend.box.box import Box
from heorot.games.legend.inference import odds_count
from heorot.games.legend.inference.risk_odds import draw_odds
from heorot.games.legend.model.components import Icon
from heorot.games.legend.table.results import ScoreTally, score, score_all
from heorot.games.legend.table.table import Table
from heorot.games.legend.table.view import View, view
from heorot.games.legend.text.explanations import (
    arithmetic,
    name_chance,
    name_points,
    tell_bidding,
    tell_ending,
    tell_odds,
    tell_places,
    tell_scores,
    tell_space,
    tell_standing,
)
from heorot.games.legend.text.verdict import tell_verdict
from heorot.locales import LANGUAGES
from heorot.terminal.translator import Translator
from tests.games.legend.tables import DARING, RESOLVE, at, deal, say, small_box

ONE, TWO = Seat(0), Seat(1)
SEA, GRENDEL, HALL, RING = "Sail to Denmark", "Grendel's Attack", "King Hrothgar's Hall", "The Ring-Giver"
EN = Translator("en")


def seen(table: Table, seat: int = 1) -> View:
    return view(table, Seat(seat - 1))


def lines(sentences: object) -> list[str]:
    return [EN.render(sentence) for sentence in sentences]


# ---- Numbers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 1000), "under 1%"),
        (Fraction(1, 3), "33%"),
        (Fraction(2, 3), "67%"),
        (Fraction(999, 1000), "over 99%"),
        (Fraction(1), "100%"),
    ],
)
def test_an_uncertain_chance_is_never_rounded_to_certainty(chance, text):
    assert EN.render(name_chance(chance)) == text


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 1000), "about 1%"),
        (Fraction(1, 3), "about 33%"),
        (Fraction(999, 1000), "about 99%"),
        (Fraction(1), "100%"),
    ],
)
def test_an_approximate_chance_is_marked_with_about_unless_it_is_certain(chance, text):
    assert EN.render(name_chance(chance, exact=False)) == text


@pytest.mark.parametrize(
    ("points", "text"),
    [(5, "+5"), (0, "0"), (-15, "−15"), ("9/5", "+1.8"), ("-37/3", "−12.3"), ("99/100", "+1.0")],
)
def test_points_have_a_sign_and_averages_have_one_decimal(points, text):
    assert EN.render(name_points(Fraction(points))) == text


@pytest.mark.parametrize(("language", "text"), [("en", "+1.8"), ("fr", "+1,8"), ("ru", "+1,8")])
def test_the_decimal_separator_follows_the_language(language, text):
    assert Translator(language).render(name_points(Fraction(9, 5))) == text


# ---- Odds ----------------------------------------------------------------------------------------------------------


def test_l3_2_a_risk_in_words():
    table = at(SEA, "", "", pile="travelling1 beowulf1 wit1*2", discards="")
    assert lines(tell_odds(table.box, seen(table))) == [
        "A risk turns over 2 cards: 83% for a match (no match 17%, 1 match 67%, 2 matches 17%).",
        "Symbols to be expected: 1.0.",
    ]


@cache
def fight() -> Box:
    return small_box(
        "Fight: in turn courage fighting / fame 1, fame 1", "End: all hands / fame 1, fame 1",
        cards="courage1*3 fighting1*3 wit1*3", hand=(0, 0, 3),
    )  # fmt: skip


@cache
def laid() -> Table:
    return say(deal(fight(), "courage1*2 wit1", "courage1 fighting1 wit1"), "1 lay courage1")


@pytest.fixture
def too_much_to_count(monkeypatch):
    """Make every count of deals exceed its limit."""
    monkeypatch.setattr(odds_count, "MOST_WORK", 0)
    draw_odds.cache_clear()
    yield
    draw_odds.cache_clear()


@pytest.mark.usefixtures("too_much_to_count")
def test_l1_7_approximate_odds_are_marked_with_about():
    assert lines(tell_odds(fight(), seen(laid(), 2))) == [
        "A risk turns over 2 cards: about 90% for a match "
        "(no match about 10%, 1 match about 60%, 2 matches about 30%).",
        "Symbols to be expected: about 1.2.",
        "1 symbol is missing, and the risk alone brings it: about 90%.",
        "“About”: someone has let go of cards that nobody knew of; what that tells of the rest is too much to count "
        "and left out of account.",
    ]
    assert "bout" not in " ".join(lines(tell_odds(fight(), seen(laid(), 1))))


def test_l1_7_exact_odds_are_not_marked_with_about():
    assert "bout" not in " ".join(lines(tell_odds(fight(), seen(laid(), 2))))


@pytest.mark.usefixtures("too_much_to_count")
@pytest.mark.parametrize(("language", "about"), [("en", "about"), ("fr", "environ"), ("ru", "примерно")])
def test_about_is_translated_in_every_language(language, about):
    told = " ".join(map(Translator(language).render, tell_odds(fight(), seen(laid(), 2))))
    assert (told.count(f" {about} "), told.count(about.capitalize())) == (6, 1)


def test_l7_4_the_holder_of_beowulfs_daring_gets_the_odds_of_both_risks():
    table = at(SEA, DARING, "")
    told = lines(tell_odds(table.box, seen(table)))
    assert (len(told), told[2]) == (5, "With Beowulf’s Daring:")
    assert told[3].startswith("A risk turns over 5 cards: ")
    assert len(lines(tell_odds(table.box, seen(table, 2)))) == 2


def test_l5_6_odds_in_turn_include_the_chance_that_the_risk_alone_is_enough():
    table = say(at(GRENDEL, "courage2", "", pile="courage2 fighting1 wit1*2", discards=""), "1 lay courage2")
    last = "2 symbols are missing, and the risk alone brings them: 50%."
    assert lines(tell_odds(table.box, seen(table, 2)))[-1] == last
    last = "No symbol is missing, so any match is enough: 83%."
    assert lines(tell_odds(table.box, seen(table, 1)))[-1] == last


@pytest.mark.parametrize("episode", [HALL, "The Danish Coast", "Feast in Heorot", "King Hygelac's Court"])
def test_there_are_no_odds_in_an_episode_without_risks(episode):
    table = at(episode, "wit1*2", "")
    assert lines(tell_odds(table.box, seen(table))) == []


def test_l9_1_there_are_no_odds_in_an_auction():
    table = at(RING, "wit1*2", "", front={1: "treasure2"}, options="advanced")
    assert lines(tell_odds(table.box, seen(table))) == []


def test_l1_8_there_are_no_odds_without_cards():
    table = at(GRENDEL, "courage1", "", pile="", discards="")
    assert lines(tell_odds(table.box, seen(table))) == []
    table = say(at(SEA, RESOLVE, "", pile="wit1*2", discards=""), "1 risk, * wit1, * wit1")
    assert len(lines(tell_odds(table.box, seen(table)))) == 2


def test_l5_8_there_are_no_odds_after_all_markers_are_given():
    table = say(at(GRENDEL, "", ""), "1 give up")
    assert lines(tell_odds(table.box, seen(table))) == lines(tell_bidding(table.box, seen(table))) == []


# ---- The bidding ---------------------------------------------------------------------------------------------------


def test_l5_2_the_bidding_in_words():
    table = say(at(GRENDEL, "courage2", "courage1 fighting1 wit1", ""), "1 lay courage2, 2 lay courage1, 2 give up")
    assert lines(tell_bidding(table.box, seen(table, 3))) == [
        "The highest total: 2 symbols.",
        "Player 1: total 2, still in; missing: 0.",
        "Player 2: out.",
        "You: total 0; 2 are missing; 0 symbols in your hand count.",
    ]
    assert lines(tell_bidding(table.box, seen(table, 1)))[1] == (
        "You: total 2; enough, but one more must come; 0 symbols in your hand count."
    )


def test_l9_1_an_auction_in_words():
    table = say(at(RING, "", "", front={1: "treasure2", 2: "treasure4"}, options="advanced"), "1 show treasure2")
    assert lines(tell_bidding(table.box, seen(table, 2))) == [
        "The highest total: treasure 2.",
        "Player 1: total 2, still in; missing: 0.",
        "You: total 0; 2 are missing; treasure in front of you: 4.",
    ]


def test_l4_1_a_sealed_bid_is_explained_by_the_readers_hand_only():
    table = at(HALL, "friendship2 wit1 beowulf1", "")
    assert lines(tell_bidding(table.box, seen(table))) == ["Symbols in your hand that count here: 3."]
    assert lines(tell_bidding(table.box, view(table, None))) == []


# ---- Icons ---------------------------------------------------------------------------------------------------------

WORTHS = [
    (GRENDEL, Icon("fame", 5), "", "fame 5: +5."),
    ("Dragon Battle", Icon("fame", 2), "fame2*0", "fame 2: +2, made up of two fame 1 (L6.3)."),
    (GRENDEL, Icon("fame", 5), "fame5*0", "fame 5: nothing, since none is left."),
    (GRENDEL, Icon("misfortune"), "", "misfortune: −2 (L8.2)."),
    (GRENDEL, Icon("alliance", 2), "", "2 alliance tokens: +4 on average."),
    (GRENDEL, Icon("cards", 2), "", "2 cards: no points at once."),
    (GRENDEL, Icon("card", 0, "hides_of_land"), "", "card “Hides of Land”: no points at once."),
    (GRENDEL, Icon("scratch"), "", "scratch: no points at once; scratches then: 1."),
    (GRENDEL, Icon("wound"), "", "wound: −5 (L8.3; wounds then: 1), and 2 cards."),
    (GRENDEL, Icon("double wound"), "", "double wound: −5 (L8.3; wounds then: 2), and 2 cards."),
    (GRENDEL, Icon("fame or heal", 5), "", "fame 5, or a wound healed: +5."),
]


@pytest.mark.parametrize(("episode", "icon", "left", "line"), WORTHS)
def test_l6_3_the_value_of_an_icon_in_words(episode, icon, left, line):
    table = at(episode, "", "", left=left)
    assert EN.render(tell_space(table.box, seen(table), icon, ONE)) == line


def test_l6_6_l6_8_l9_3_l10_1_the_value_of_an_icon_for_hurt_players_and_in_variants():
    scratched = at(GRENDEL, "", "", front={1: "scratch"})
    line = "scratch: no points at once; scratches then: 2."
    assert EN.render(tell_space(scratched.box, seen(scratched), Icon("scratch"), ONE)) == line
    hurt = at(GRENDEL, "", "", front={1: "scratch*2 wound"})
    line = "scratch: the third, so a wound (L6.6): 0; wounds then: 2."
    assert EN.render(tell_space(hurt.box, seen(hurt), Icon("scratch"), ONE)) == line
    line = "fame 5, or a wound healed: +5 at best; a healed wound alone +5 (L8.3)."
    assert EN.render(tell_space(hurt.box, seen(hurt), Icon("fame or heal", 5), ONE)) == line
    assert EN.render(tell_space(hurt.box, seen(hurt), Icon("heal"), ONE)) == "healing: +5 (L8.3)."
    other = at(GRENDEL, "", "", front={2: "wound*3"}, options="advanced fallen")
    line = "treasure 3: no points, since treasure counts nothing at the end (L9.3)."
    assert EN.render(tell_space(other.box, seen(other), Icon("treasure", 3), ONE)) == line
    line = "fame 5: no points, since the fallen score none (L10.1)."
    assert EN.render(tell_space(other.box, seen(other), Icon("fame", 5), TWO)) == line


# ---- Scores --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tally", "text"),
    [
        (ScoreTally(fame=(9,), treasure=(3,), wounds=1), "9 + 3 = 12"),
        (ScoreTally(fame=(8,)), "8 + 5 = 13"),
        (ScoreTally(fame=(12,), treasure=(2,), misfortunes=1, wounds=2), "12 + 2 − 2 = 12"),
        (ScoreTally(fame=(13,), treasure=(5,), wounds=3), "13 + 5 − 15 = 3"),
        (ScoreTally(), "5"),
        (ScoreTally(wounds=1), "0"),
        (ScoreTally(misfortunes=1, wounds=1), "−2"),
        (ScoreTally(fame=(2,), alliance_fame=(3,), treasure=(1,), alliance_treasure=(1,), wounds=1), "5 + 2 = 7"),
    ],
)
def test_x4_l8_2_the_sum_of_a_score(tally, text):
    assert arithmetic(score(tally, False, False)) == text


def test_l8_2_scores_are_explained_term_by_term():
    finals = score_all(
        [ScoreTally(fame=(5, 2), misfortunes=1, scratches=1), ScoreTally(wounds=2, double_wounds=1)], False, False
    )
    first, second = tell_scores(finals, TWO)
    assert lines(first) == [
        "Player 1: 7 − 2 + 5 = 10.",
        "Fame: 5 + 2 = 7.",
        "1 misfortune: −2 (L8.2).",
        "No wound: +5 (L8.3).",
        "1 scratch counts nothing (L8.3).",
    ]
    assert lines(second) == [
        "You: −20.",
        "4 wounds, −5 each: −20 (L8.3).",
        "Among them 1 double wound, which counts as two (L8.3).",
    ]


def test_l9_3_worthless_treasure_is_mentioned_once():
    finals = score_all([ScoreTally(treasure=(3,), alliance_treasure=(1,)), ScoreTally()], True, False)
    told = lines(next(iter(tell_scores(finals, None))))
    assert told == ["Player 1: 5.", "Treasure counts nothing in the advanced game (L9.3).", "No wound: +5 (L8.3)."]


def test_l8_4_places_and_the_winner():
    finals = score_all([ScoreTally(), ScoreTally(fame=(3,)), ScoreTally()], False, False)
    assert lines(tell_ending(finals, TWO)) == [
        "Place 1: You (8).", "Place 2, shared: Player 1, Player 3 (5).", "You win with 8 points.",
    ]  # fmt: skip
    assert lines(tell_ending(finals, ONE))[-1] == "Player 2 wins with 8 points."


def test_l8_4_l10_1_a_shared_victory_and_no_victory_in_words():
    shared = score_all([ScoreTally(), ScoreTally()], False, False)
    line = "A tie, so the victory is shared, with 5 points each: Player 1, Player 2 (L8.4)."
    assert lines(tell_ending(shared, None))[-1] == line
    fallen = score_all([ScoreTally(wounds=3), ScoreTally(wounds=4)], False, True)
    assert lines(tell_ending(fallen, None)) == [
        "Place 1 (fallen in battle, L10.1): Player 1, Player 2.", "All have fallen in battle: nobody wins (L10.1).",
    ]  # fmt: skip
    names = [Sentence("legend.name", name=name) for name in ("Ann", "Ben")]
    assert lines(tell_places(shared, names)) == ["Place 1, shared: Ann, Ben (5)."]


def test_l8_4_the_verdict_has_the_winner_the_margin_and_the_deciding_term():
    front = [ScoreTally(fame=(3,)), ScoreTally(fame=(5,), wounds=3), ScoreTally(treasure=(2,))]
    assert lines(tell_verdict(score_all(front, False, False), TWO)) == [
        "The pyre burns on the headland, and the song is of Player 1.",
        "A single point behind: Player 3.",
        "Fame made the difference: +3 against 0.",
    ]
    assert lines(tell_verdict(score_all([ScoreTally(), ScoreTally(fame=(3,)), ScoreTally()], False, False), TWO)) == [
        "The pyre burns on the headland, and the song is of you.", "3 points behind: Player 1, Player 3.",
    ]  # fmt: skip


def test_l8_3_the_verdict_names_a_player_who_would_have_won_without_wounds():
    finals = score_all(
        [ScoreTally(fame=(9,), wounds=1), ScoreTally(fame=(5, 5, 2), misfortunes=1, wounds=3)], False, False
    )
    told = [
        "The pyre burns on the headland, and the song is of Player 1.",
        "14 points behind: You.",
        "Wounds made the difference: 0 against −15.",
        "But for wounds and misfortunes (−17), you would have won.",
    ]
    assert lines(tell_verdict(finals, TWO)) == told
    assert lines(tell_verdict(finals, ONE))[-1] == "But for wounds and misfortunes (−17), Player 2 would have won."


def test_l8_3_the_verdict_ignores_losses_of_the_winner():
    """Losses of the winner do not matter for players who would have won without their own losses."""
    front = [
        ScoreTally(fame=(10, 10), misfortunes=4),
        ScoreTally(fame=(9,), misfortunes=1),
        ScoreTally(fame=(8,), misfortunes=1),
    ]
    finals = score_all(front, False, False)
    assert [score.points for score in finals.scores] == [17, 12, 11]  # five of each for no wound
    assert not [line for line in lines(tell_verdict(finals, TWO)) if "But for" in line]  # 14 and 13 are no 17
    front[1] = ScoreTally(fame=(9, 4), misfortunes=1)
    told = lines(tell_verdict(score_all(front, False, False), TWO))
    assert told[-1] == "But for wounds and misfortunes (−2), you would have won."


def test_l8_4_l10_1_the_verdict_for_several_winners_no_winner_and_a_sole_survivor():
    song = "The pyre burns on the headland, and"
    several = score_all([ScoreTally(), ScoreTally()], False, False)
    assert lines(tell_verdict(several, ONE)) == [f"{song} the song has more than one name."]
    nobody = score_all([ScoreTally(wounds=3)] * 2, False, True)
    assert lines(tell_verdict(nobody, ONE)) == [f"{song} nobody is left to sing."]
    left = score_all([ScoreTally(), ScoreTally(wounds=3)], False, True)
    assert lines(tell_verdict(left, ONE)) == [f"{song} the song is of you."]


# ---- Standings -----------------------------------------------------------------------------------------------------


def test_l1_7_the_standings_in_words():
    front = {1: "fame5 alliance-fame2 wound", 2: "fame3 alliance-fame1*2"}
    table = at(GRENDEL, "", "", front=front)
    assert lines(tell_standing(table.box, seen(table))) == [
        "You: 7 so far.",
        "Player 2: 3 + 5 = 8 in the open, and 2 unknown alliance tokens (+4 on average).",
    ]
    fallen = at(GRENDEL, "", "", front={2: "fame3 wound*3"}, options="fallen")
    line = "Player 2: 3 wounds, so fallen as things stand, without points (L10.1)."
    assert lines(tell_standing(fallen.box, seen(fallen)))[1] == line


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_explanation_can_be_rendered_in_every_language(language):
    translator = Translator(language)
    finals = score_all(
        [ScoreTally((5,), (1,), (2,), (3,), 2, 1, 3, 1), ScoreTally(wounds=1), ScoreTally()], False, False
    )
    told = [sentence for paragraph in tell_scores(finals, ONE) for sentence in paragraph]
    told += [*tell_ending(finals, ONE), *tell_verdict(finals, ONE)]
    assert all("{" not in translator.render(sentence) for sentence in told)
