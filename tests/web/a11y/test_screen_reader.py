"""Whole games by roles, names and announcements alone. The announcements are compared with the game log."""

import random
import re

import pytest
from playwright.sync_api import expect

from heorot.games import GAMES
from tests.support.case_sampling import thinly
from tests.web.support.catalogue import raw_keys
from tests.web.support.measurements import create_table
from tests.web.support.random_player import play
from tests.web.support.screen_reader import (
    SOFT_HYPHEN,
    ScreenReaderPlayer,
    accessible_nodes,
    order_faults,
    play_by_announcements,
)
from tests.web.support.screen_reader_log import ScreenReaderLog
from tests.web.support.tables import log_lines


def seat_listener(new_user, server, game: str, *bots: str, language: str = "en", **more) -> ScreenReaderPlayer:
    """Return a player whose announcements are recorded from the start."""
    person = new_user(language=language)
    log = ScreenReaderLog(person.page, follows=False)
    created = create_table(server.url, game, "person", *bots, **more)
    person.page.goto(f"{person.url}/#{created['table']}.{created['token']}")
    return ScreenReaderPlayer(person, game, random.Random(7), log=log)


@pytest.mark.heavy  # slow
@pytest.mark.parametrize("game", GAMES)
def test_whole_game_is_playable_by_roles_and_announcements(new_user, server, game):
    """The announcements contain every line of the game log once and in order."""
    listener = seat_listener(new_user, server, game, "greedy", "greedy")
    pressed = play_by_announcements(listener)
    expect(listener.ending).to_be_visible()
    if listener.announced_button():  # dismisses the dialog of the last act
        listener.press_any()
        listener.person.page.wait_for_timeout(500)
    announcements = listener.log.announcements()
    listener.person.page.set_viewport_size({"width": 1000, "height": 800})  # this layout has a button for the game log
    lines = list(reversed(log_lines(listener.person)))
    print(f"{game}: {pressed} presses, {len(announcements)} announcements for {len(lines)} paragraphs")
    assert raw_keys(" ".join(announcements)) == []  # an untranslated key was announced
    assert len(lines) > 20
    assert order_faults(announcements, lines) == []
    assert len(announcements) < pressed + len(lines) / 2, "too many announcements"
    assert game != "legend" or offers_are_named(announcements, listener.person)


def offers_are_named(announcements: list[str], person) -> bool:
    """Return whether each question what to take was announced with its options, and there was at least one."""
    questions = [person.say("web.legend.ask.take-space", free=free) for free in (1, 2, 3)]
    questions += [person.say(f"web.legend.ask.{which}") for which in ("take-card", "select")]
    offers = [text for text in announcements if any(question in text for question in questions)]
    return bool(offers) and all(any(f"{question}: " in text for question in questions) for text in offers)


@pytest.mark.parametrize("game", GAMES)
def test_consecutive_bot_moves_share_one_announcement(new_user, server, game):
    """At the player's next turn, one announcement contains the moves of all bots and the question."""
    listener = seat_listener(new_user, server, game, "greedy", "greedy", "greedy")
    turn = listener.person.say("web.frame.title-turn")
    for _ in range(200):
        combined = [text for text in listener.log.announcements() if mentions_several_bots(text, listener)]
        complete = [text for text in combined if turn in text]
        if len(complete) > 2 or listener.turn() is None:
            break
        listener.person.page.wait_for_timeout(15)
    assert len(complete) > 2, combined
    assert len(complete) > len(combined) / 2, combined


def figure_buttons(person):
    group = person.page.get_by_role("group", name=person.say("web.movie.tray.figures"))
    return group.get_by_role("button", disabled=False)


def mentions_several_bots(line: str, listener: ScreenReaderPlayer) -> bool:
    """Return whether an announcement mentions at least two of the bots."""
    names = [listener.person.say(f"web.bot.{mark}") for mark in "dsf"]
    return sum(name in line for name in names) > 1


@pytest.mark.parametrize("game", GAMES)
def test_players_hand_board_and_controls_have_names(new_user, server, game):
    listener = seat_listener(new_user, server, game, "greedy", "greedy")
    wait_for_turn(listener)
    person = listener.person
    bots = ", ".join(person.say(f"web.bot.{mark}") for mark in "ds")
    assert listener.log.announcements()[0].startswith(person.say("web.heard.table", name="Anna", others=bots))
    check_hand(listener, {"movie": "web.movie.tray.hand", "legend": "web.legend.hand"}[game])
    if game == "movie":
        check_board(listener)
    play(listener, presses=6)
    snapshot = listener.person.page.locator("body").aria_snapshot()
    assert SOFT_HYPHEN not in snapshot  # screen readers misread soft hyphens
    nodes = accessible_nodes(snapshot)
    roles = {"button", "radio", "link", "textbox", "combobox", "grid", "dialog", "region", "tab", "tablist"}
    assert [node for node in nodes if node.role in roles and not node.name] == []
    assert {"main", "heading", "log"} <= {node.role for node in nodes}


def check_board(listener: ScreenReaderPlayer) -> None:
    """Check that the board is a grid with named rows, columns and spaces."""
    page = listener.person.page
    grid = page.get_by_role("grid")
    expect(grid).to_be_visible()
    nodes = accessible_nodes(page.locator("body").aria_snapshot())
    assert len([node for node in nodes if node.role == "columnheader"]) > 3
    assert len([node for node in nodes if node.role == "rowheader"]) > 3
    spaces = [node for node in nodes if node.role == "button" and any(role == "gridcell" for role, _ in node.within)]
    assert all(re.match(r"[a-z]\d+: \w", node.name) for node in spaces)
    assert len({node.name.split(":")[0] for node in spaces}) == len(spaces) > 20


def check_hand(listener: ScreenReaderPlayer, key: str) -> None:
    """Check that the hand is a named list."""
    start = listener.person.say(key, number=0).split(",")[0]
    group = listener.person.page.get_by_role("group", name=re.compile(re.escape(start)))
    expect(group.get_by_role("list").first).to_be_visible()
    assert group.get_by_role("listitem").count() > 1


@pytest.mark.parametrize(("game", "language"), thinly(GAMES, ["fr", "ru"]))
def test_announcements_are_in_chosen_language(new_user, server, game, language):
    listener = seat_listener(new_user, server, game, "greedy", language=language)
    play(listener, presses=12)
    text = " ".join(listener.log.announcements())
    assert len(text) > 100
    assert raw_keys(text) == []
    assert not re.findall(r"\b(the|your|turn|draws?|card|with|press)\b", text)


# ---- On demand -----------------------------------------------------------------------------------------------------


def announcement_after(listener: ScreenReaderPlayer, key: str) -> str:
    """Press a key, and return the announcement that follows."""
    listener.read_announcements()
    listener.person.page.keyboard.press(key)
    return next_announcement(listener)


def next_announcement(listener: ScreenReaderPlayer) -> str:
    """Wait for announcements, and return them as one text."""
    for _ in range(300):
        if new := listener.read_announcements():
            return " ".join(new)
        listener.person.page.wait_for_timeout(20)
    raise AssertionError("nothing was announced")


def wait_for_turn(listener: ScreenReaderPlayer) -> None:
    """Wait for the player's turn, and skip its announcement."""
    for _ in range(1000):
        if listener.has_turn:
            break
        listener.person.page.wait_for_timeout(20)
    listener.person.page.wait_for_timeout(150)
    listener.read_announcements()


def play_until_announced(listener: ScreenReaderPlayer, key: str) -> None:
    """Play until the question with this key is announced."""
    listener.stop_sentence = listener.person.say(key)
    for _ in range(1500):
        listener.read_announcements()
        if listener.is_stopped:
            return
        assert listener.turn() is not None, f"never announced: {listener.stop_sentence}"
        listener.person.page.wait_for_timeout(15)
    raise AssertionError(f"not announced in time: {listener.stop_sentence}")


def test_previews_are_announced_on_demand(new_user, server):
    listener = seat_listener(new_user, server, "movie", "greedy", options={"first": "1"})
    wait_for_turn(listener)
    page = listener.person.page
    figure_buttons(listener.person).first.press("Enter")
    page.keyboard.press("b")
    page.keyboard.press("n")
    page.wait_for_timeout(400)
    name = listener.log.focused()[1]
    assert listener.person.say("web.movie.space.legal") in name
    preview = announcement_after(listener, "p")
    assert name.split(":")[0] in preview
    assert announcement_after(listener, "l") == preview
    assert listener.person.say("movie.ask.turn") in announcement_after(listener, "w")
    assert re.search(r"\d", announcement_after(listener, "s"))


@pytest.mark.heavy  # slow
def test_odds_are_announced_on_demand(new_user, server):
    listener = seat_listener(new_user, server, "legend", "greedy", options={"first": "1"})
    play_until_announced(listener, "web.legend.ask.risk")
    assert "%" in announcement_after(listener, "o")
    assert re.search(r"\d", announcement_after(listener, "s"))


# ---- Sealed bids ---------------------------------------------------------------------------------------------------


@pytest.mark.heavy  # slow
def test_sealed_bid_announces_selection_and_confirmation(new_user, server):
    """After a card is chosen, the announcement names the chosen cards and the button that seals them."""
    listener = seat_listener(new_user, server, "legend", "greedy", "greedy")
    person = listener.person
    play_until_announced(listener, "web.legend.ask.bid")
    hand = person.page.get_by_role("group", name=re.compile("Your hand"))
    card = hand.get_by_role("button", pressed=False, disabled=False).first
    name = card.get_attribute("aria-label").split(",")[0]
    listener.read_announcements()
    card.press("Enter")
    announcement = next_announcement(listener)
    _, so_far, chosen = announcement.partition(person.say("web.legend.heard.so-far", things="|").split("|")[0])
    assert so_far, announcement  # other players' bids may be announced before
    assert name in chosen
    assert listener.announced_button().startswith("Seal")


# ---- Connection and hand-over --------------------------------------------------------------------------------------


def test_lost_and_restored_connection_are_announced(own_server, new_user):
    listener = seat_listener(lambda **more: new_user(at=own_server, **more), own_server, "movie", "greedy")
    listener.person.monitor.forgive("ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket|ERR_EMPTY_RESPONSE")
    wait_for_turn(listener)
    own_server.kill()
    listener.person.sees("web.wire.lost")
    assert listener.person.say("web.wire.lost") in " ".join(listener.read_announcements())
    own_server.start()
    for _ in range(1000):
        if listener.person.say("web.wire.back") in " ".join(listener.read_announcements()):
            break
        listener.person.page.wait_for_timeout(20)
    else:
        pytest.fail("the restored connection was not announced")


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
        figure_buttons(person).first.press("Enter")
        person.page.keyboard.press("n")
        person.page.keyboard.press("Enter")
        person.page.keyboard.press("Enter")
