"""Chapter 2: the journey."""

import pytest

from heorot.games.legend.box.box import built_in
from heorot.games.legend.game import GAME
from tests.games.legend.tables import asked, at, episode, first, log, refused, say, small_box
from tests.support.playing import dice, play_on

TREASURE = ("treasure auction", "treasure ranking")


def visited(options: dict[str, str], seats: int = 2) -> list[str]:
    """Return every episode with a question to a player, in order."""
    line = play_on(GAME, GAME.setup(built_in(), seats, options, 1), dice(1))
    return list(dict.fromkeys(episode(table) for table in line.tables if table.state.episode >= 0))


def test_l2_1_the_basic_game_passes_over_the_treasure_episodes():
    names = [stop.name for stop in built_in().episodes if stop.kind not in TREASURE]
    assert len(names) == 30
    assert [name for name in visited({}) if name != "Break Ranks?"] == [n for n in names if n != "Break Ranks?"]


def test_l2_1_the_advanced_game_plays_all_36():
    names = [stop.name for stop in built_in().episodes]
    assert len(names) == 36
    skipped = {"Break Ranks?"}  # there is no question where no player is hurt
    there = visited({"advanced": "yes"})
    assert [name for name in there if name not in skipped] == [name for name in names if name not in skipped]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_l2_2_the_players_act_clockwise_the_first_player_first(number):
    table = at("Feast in Heorot", "", "", "", first=number)
    order = []
    for _ in range(3):
        order.append(asked(table))
        table = say(table, f"{order[-1][0]} take fame 2")
    assert order == [f"{(number + turn - 1) % 3 + 1} select" for turn in range(3)]
    assert refused(at("Feast in Heorot", "", "", ""), "2 take fame 2") == ("L2.2", "not-asked")


def test_l2_3_after_a_major_episode_the_player_with_the_highest_marker_becomes_first_player():
    table = at("King Hrothgar's Hall", "", "friendship1", "friendship2", first=3)
    table = say(table, "3 bid friendship2, 3 done, 1 done, 2 bid friendship1, 2 done")
    table = say(table, "3 take treasure 1, 2 take card king_hrothgars_blessing")
    assert first(table) == 3
    table = say(table, "1 take alliance 2, * alliance-fame1, * alliance-fame1")
    assert (episode(table), first(table), asked(table)) == ("Night Watch", 1, "1 risk")


def test_l2_3_the_first_player_stays_after_minor_episodes():
    table = say(at("Feast in Heorot", "", "", first=2), "2 take fame 2, 1 take fame 2")
    assert (episode(table), first(table)) == ("The Queen's Cup", 2)


def test_l2_3_the_first_player_stays_after_treasure_episodes():
    auction = at("The Ring-Giver", "", "", first=2, front={2: "treasure1"}, options="advanced")
    auction = say(auction, "2 show treasure1, 1 give up, * wit1, * wit1, * wit1")
    assert (episode(auction), first(auction)) == ("Feast in Heorot", 2)
    ranking = at("Recover Treasures", "", "", front={1: "treasure4"}, options="advanced")
    ranking = say(ranking, "1 take fame 7, 2 take fame 1")
    assert (episode(ranking), first(ranking)) == ("Death of Beowulf", 1)


def test_l2_4_the_game_ends_after_death_of_beowulf():
    table = say(at("Death of Beowulf", "", ""), "1 take fame 2, 2 take fame 5 or heal")
    assert (asked(table), GAME.score(table)) == ("2 fame-or-heal", (7, 5))
    table = say(table, "2 take fame 5")
    assert (asked(table), GAME.actors(table), GAME.score(table)) == ("over", (), (7, 10))
    assert refused(table, "1 take fame 2") == ("L2.4", "over")
    assert GAME.legal(table, 0) == ()


def test_l2_4_a_journey_of_one_episode_ends_with_it():
    box = small_box("End: all hands / fame 1, fame 2", cards="wit1", fame="1 2")
    table = say(at("End", "wit1", "", box=box), "1 take fame 2, 2 take fame 1")
    assert (asked(table), log(table)) == ("over", ["1 take fame 2", "2 take fame 1"])
