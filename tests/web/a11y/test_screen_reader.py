"""Whole games by roles, names and announcements alone, and the announcements compared with the game log."""

import random
import re

import pytest
from playwright.sync_api import expect

from heorot.games import GAMES
from tests.support.case_sampling import thinly
from tests.web.support.catalogue import raw_keys
from tests.web.support.measurements import lay
from tests.web.support.random_player import play
from tests.web.support.screen_reader import SOFT, ScreenReaderPlayer, listen_through, things, told_in_order
from tests.web.support.screen_reader_log import ScreenReaderLog
from tests.web.support.tables import tale


def seated(new_user, server, game: str, *bots: str, language: str = "en", **more) -> ScreenReaderPlayer:
    """Return a player whose announcements are recorded from the start."""
    person = new_user(language=language)
    ears = ScreenReaderLog(person.page, follows=False)
    laid = lay(server.url, game, "person", *bots, **more)
    person.page.goto(f"{person.url}/#{laid['table']}.{laid['token']}")
    return ScreenReaderPlayer(person, game, random.Random(7), ears=ears)


@pytest.mark.heavy  # slow
@pytest.mark.parametrize("game", GAMES)
def test_whole_game_is_playable_by_roles_and_announcements(new_user, server, game):
    """Actions of others are announced once and in order; together they are the whole game log."""
    listener = seated(new_user, server, game, "greedy", "greedy")
    pressed = listen_through(listener)
    expect(listener.ending).to_be_visible()
    if listener.told_to_press():  # the dialog of the last act
        listener.step()
        listener.person.page.wait_for_timeout(500)
    heard = listener.ears.heard()
    listener.person.page.set_viewport_size({"width": 1000, "height": 800})  # where the game log has a button of its own
    told = list(reversed(tale(listener.person)))
    print(f"{game}: {pressed} presses, {len(heard)} announcements for {len(told)} paragraphs")
    assert raw_keys(" ".join(heard)) == []  # an announced key is a message that the page was not sent
    assert told_in_order(heard, told) == []
    assert len(heard) < pressed + len(told) / 2, "a flood"
    assert game != "legend" or offers_are_named(heard, listener.person)


def offers_are_named(heard: list[str], person) -> bool:
    """Return whether each question what to take was announced with all that can be taken."""
    asked = [person.say("web.legend.ask.take-space", free=free) for free in (1, 2, 3)]
    asked += [person.say(f"web.legend.ask.{which}") for which in ("take-card", "select")]
    told = [one for one in heard if any(question in one for question in asked)]
    return bool(told) and all(any(f"{question}: " in one for question in asked) for one in told)


@pytest.mark.parametrize("game", GAMES)
def test_consecutive_bot_moves_share_one_announcement(new_user, server, game):
    """At the player's next turn one announcement tells everything, and the question."""
    listener = seated(new_user, server, game, "greedy", "greedy", "greedy")
    turn = listener.person.say("web.frame.title-turn")
    for _ in range(200):
        told = [one for one in listener.ears.heard() if others(one, listener)]
        whole = [one for one in told if turn in one]
        if len(whole) > 2 or listener.turn() is None:
            break
        listener.person.page.wait_for_timeout(15)
    assert len(whole) > 2, told
    assert len(whole) > len(told) / 2, told


def figures(person):
    group = person.page.get_by_role("group", name=person.say("web.movie.tray.figures"))
    return group.get_by_role("button", disabled=False)


def others(line: str, listener: ScreenReaderPlayer) -> bool:
    """Return whether an announcement mentions at least two of the bots."""
    names = [listener.person.say(f"web.bot.{mark}") for mark in "dsf"]
    return sum(name in line for name in names) > 1


@pytest.mark.parametrize("game", GAMES)
def test_first_announcement_names_players_at_table(new_user, server, game):
    listener = seated(new_user, server, game, "greedy", "greedy")
    asked(listener)
    person = listener.person
    others = ", ".join(person.say(f"web.bot.{mark}") for mark in "ds")
    assert listener.ears.heard()[0].startswith(person.say("web.heard.table", name="Anna", others=others))


@pytest.mark.parametrize("game", GAMES)
def test_every_control_on_table_has_name(new_user, server, game):
    listener = seated(new_user, server, game, "greedy")
    play(listener, until=6)
    snapshot = listener.person.page.locator("body").aria_snapshot()
    assert SOFT not in snapshot  # screen readers stumble over soft hyphens
    told = things(snapshot)
    named = {"button", "radio", "link", "textbox", "combobox", "grid", "dialog", "region", "tab", "tablist"}
    assert [one for one in told if one.role in named and not one.name] == []
    assert {"main", "heading", "log"} <= {one.role for one in told}


def test_board_is_grid_with_named_rows_and_columns(new_user, server):
    listener = seated(new_user, server, "movie", "greedy", options={"first": "1"})
    page = listener.person.page
    grid = page.get_by_role("grid")
    expect(grid).to_be_visible()
    told = things(page.locator("body").aria_snapshot())
    assert len([one for one in told if one.role == "columnheader"]) > 3
    assert len([one for one in told if one.role == "rowheader"]) > 3
    spaces = [one for one in told if one.role == "button" and any(role == "gridcell" for role, _ in one.within)]
    assert all(re.match(r"[a-z]\d+: \w", one.name) for one in spaces)
    assert len({one.name.split(":")[0] for one in spaces}) == len(spaces) > 20


def test_hand_is_named_list(new_user, server):
    for game, name in (("movie", "web.movie.tray.hand"), ("legend", "web.legend.hand")):
        listener = seated(new_user, server, game, "greedy")
        start = listener.person.say(name, number=0).split(",")[0]
        group = listener.person.page.get_by_role("group", name=re.compile(re.escape(start)))
        expect(group.get_by_role("list").first).to_be_visible()
        assert group.get_by_role("listitem").count() > 1


@pytest.mark.parametrize(("game", "language"), thinly(GAMES, ["fr", "ru"]))
def test_announcements_are_in_chosen_language(new_user, server, game, language):
    listener = seated(new_user, server, game, "greedy", language=language)
    play(listener, until=12)
    text = " ".join(listener.ears.heard())
    assert len(text) > 100
    assert raw_keys(text) == []
    assert not re.findall(r"\b(the|your|turn|draws?|card|with|press)\b", text)


# ---- On demand -----------------------------------------------------------------------------------------------------


def after(listener: ScreenReaderPlayer, key: str) -> str:
    """Return the announcement after a key."""
    listener.hear()
    listener.person.page.keyboard.press(key)
    for _ in range(200):
        if fresh := listener.hear():
            return " ".join(fresh)
        listener.person.page.wait_for_timeout(20)
    raise AssertionError(f"nothing is said after {key}")


def asked(listener: ScreenReaderPlayer) -> None:
    """Wait for a question."""
    for _ in range(1000):
        if listener.asked:
            break
        listener.person.page.wait_for_timeout(20)
    listener.person.page.wait_for_timeout(150)
    listener.hear()


def until_asked(listener: ScreenReaderPlayer, key: str) -> None:
    """Play until a question is asked."""
    listener.stop = listener.person.say(key)
    for _ in range(1500):
        listener.hear()
        if listener.stopped:
            return
        assert listener.turn() is not None, f"never asked: {listener.stop}"
        listener.person.page.wait_for_timeout(15)
    raise AssertionError(f"not asked in time: {listener.stop}")


def test_previews_are_announced_on_demand(new_user, server):
    listener = seated(new_user, server, "movie", "greedy", options={"first": "1"})
    asked(listener)
    page = listener.person.page
    figures(listener.person).first.press("Enter")
    page.keyboard.press("b")
    page.keyboard.press("n")
    page.wait_for_timeout(400)
    name = listener.ears.focused()[1]
    assert listener.person.say("web.movie.space.legal") in name
    said = after(listener, "p")
    assert name.split(":")[0] in said
    assert after(listener, "l") == said
    assert listener.person.say("movie.ask.turn") in after(listener, "w")
    assert re.search(r"\d", after(listener, "s"))


@pytest.mark.heavy  # slow
def test_odds_are_announced_on_demand(new_user, server):
    listener = seated(new_user, server, "legend", "greedy", options={"first": "1"})
    until_asked(listener, "web.legend.ask.risk")
    assert "%" in after(listener, "o")
    assert re.search(r"\d", after(listener, "s"))


# ---- What is sealed ------------------------------------------------------------------------------------------------


@pytest.mark.heavy  # slow
def test_sealed_bid_announces_selection_and_confirmation(new_user, server):
    """The question, that it is secret, what is chosen so far, and how to confirm."""
    listener = seated(new_user, server, "legend", "greedy", "greedy")
    person = listener.person
    until_asked(listener, "web.legend.ask.bid")
    hand = person.page.get_by_role("group", name=re.compile("Your hand"))
    card = hand.get_by_role("button", pressed=False, disabled=False).first
    name = card.get_attribute("aria-label").split(",")[0]
    listener.hear()
    card.press("Enter")
    said = next(line for _ in range(300) if (line := " ".join(listener.hear())) or person.page.wait_for_timeout(20))
    _, so_far, chosen = said.partition(person.say("web.legend.heard.so-far", things="|").split("|")[0])
    assert so_far, said  # bids that others seal meanwhile come before
    assert name in chosen
    assert listener.told_to_press().startswith("Seal")


# ---- A wire that breaks, words, a screen that is handed over ---------------------------------------------------------


def test_lost_and_restored_connection_are_announced(own_server, new_user):
    listener = seated(lambda **more: new_user(at=own_server, **more), own_server, "movie", "greedy")
    listener.person.monitor.forgive("ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket|ERR_EMPTY_RESPONSE")
    asked(listener)
    own_server.kill()
    listener.person.sees("web.wire.lost")
    assert listener.person.say("web.wire.lost") in " ".join(listener.hear())
    own_server.start()
    for _ in range(1000):
        if listener.person.say("web.wire.back") in " ".join(listener.hear()):
            break
        listener.person.page.wait_for_timeout(20)
    else:
        pytest.fail("nobody was told that the line is back")


def test_announcements_are_cleared_when_screen_is_handed_over(new_user):
    person = new_user()
    person.visit("#/new/movie/here")
    person.button("web.setup.begin").click()
    for _ in range(2):
        ready = person.page.get_by_role("button", name=re.compile("^" + person.say("web.hand.ready", name="")))
        expect(ready.first).to_be_focused()
        expect(person.page.get_by_role("log")).to_be_empty()
        ready.first.press("Enter")
        expect(person.page.get_by_role("log").get_by_text(person.say("web.frame.title-turn")).first).to_be_attached()
        person.page.keyboard.press("h")
        figures(person).first.press("Enter")
        person.page.keyboard.press("n")
        person.page.keyboard.press("Enter")
        person.page.keyboard.press("Enter")
