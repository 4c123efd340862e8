"""A table with several people: two tabs, spectators, undo, chat, and a server that is killed."""

import re
import time

import pytest
from playwright.sync_api import Locator, expect

from heorot.games import GAMES
from tests.support.case_sampling import quick_or_heavy
from tests.support.patience import PATIENCE
from tests.web.support.browser import wait_until
from tests.web.support.browser_user import BrowserUser
from tests.web.support.catalogue import pattern
from tests.web.support.measurements import create_table
from tests.web.support.random_player import play
from tests.web.support.tables import seat_user, seat_users

HOSTILE = "<img src=x onerror=alert(1)> {name} <b>bold</b> &amp;"


def move_count(person) -> int:
    """Return the number of moves in the game log, which is visible on a desktop."""
    jump = re.compile(person.say("web.tale.jump", number=9).replace("9", r"\d+"))
    return person.page.get_by_role("button", name=jump).count()


def play_action(player) -> None:
    """Play one complete action, and wait until the game log shows it."""
    before = time.monotonic()
    while not player.has_turn:
        player.person.page.wait_for_timeout(20)
        assert time.monotonic() < before + PATIENCE
    start = move_count(player.person)
    while move_count(player.person) == start:
        player.press_any()
        player.person.page.wait_for_timeout(20)
        assert time.monotonic() < before + PATIENCE


# ---- Two browsers, two tabs ----------------------------------------------------------------------------------------


def test_second_tab_shows_same_state_and_spectator_sees_no_hand_and_no_question(new_user, server):
    player = seat_user(new_user, server, "movie")
    twin = player.person.another_tab()
    twin.page.goto(player.person.page.url.split("#")[0] + "#" + player.person.table())
    expect(twin.page.get_by_role("grid")).to_be_visible()
    play_action(player)
    wait_until(player.person.page, f"document.title.startsWith({player.person.say('web.frame.title-turn')!r})")
    expect(twin.page.get_by_role("status").first).to_have_text(player.person.page.get_by_role("status").first.inner_text())
    assert move_count(twin) == move_count(player.person) > 0
    hand = player.person.page.get_by_role("group", name=player.person.say("web.movie.tray.hand"))
    expect(hand).to_have_count(1)
    watcher = new_user()
    watcher.page.goto(f"{watcher.url}/#{player.person.table()}")
    expect(watcher.page.get_by_role("grid")).to_be_visible()
    assert watcher.page.get_by_role("group", name=watcher.say("web.movie.tray.hand")).count() == 0
    assert watcher.keys() == []
    assert not watcher.page.title().startswith(watcher.say("web.frame.title-turn"))
    watcher.check(where="watching")


# ---- Undo ----------------------------------------------------------------------------------------------------------


def test_move_that_revealed_nothing_is_undone_at_once(new_user, server):
    """A placed figure reveals nothing until another player acts."""
    first, second = seat_users(new_user, server, "movie", sizes=("desktop", "desktop"), options={"first": "1"})
    wait_until(first.person.page, "document.querySelectorAll('main [aria-pressed]:enabled').length > 0")
    place_figure(first)
    undo = first.person.button("web.frame.undo-free")
    expect(undo).to_be_enabled()
    undo.click()
    expect(first.person.button("web.frame.undo-none")).to_be_disabled()
    assert first.has_turn
    assert not second.has_turn


def place_figure(player) -> None:
    """Place the first available figure on the first legal space."""
    person = player.person
    group = person.page.get_by_role("group", name=person.say("web.movie.tray.figures"))
    group.get_by_role("button", disabled=False).first.click()
    person.page.get_by_role("button", name=re.compile(re.escape(person.say("web.movie.space.legal")))).first.click()
    person.page.get_by_role("main").get_by_role("button", name=pattern("web.movie.do.figure")).click()
    wait_until(person.page, f"!document.title.startsWith({person.say('web.frame.title-turn')!r})")


def test_seen_move_is_undone_only_if_all_agree(new_user, server):
    first, second = seat_users(new_user, server, "movie", sizes=("desktop", "phone"), options={"first": "1"})
    place_figure(first)
    play(second, presses=3)
    wait_until(first.person.page, f"document.title.startsWith({first.person.say('web.frame.title-turn')!r})")
    moves = move_count(first.person)
    first.person.button("web.frame.undo-ask").click()
    first.person.check(where="the undo request")
    first.person.button("web.frame.undo-yes").click()
    first.person.sees("web.request.own-back")
    expect(second.person.page.get_by_role("alert")).to_be_visible()
    second.person.check(where="an undo request of another player")
    second.person.tap(second.person.button("web.request.decline"))
    expect(first.person.page.get_by_role("alert")).to_have_count(0)
    assert move_count(first.person) == moves
    first.person.button("web.frame.undo-ask").click()
    first.person.button("web.frame.undo-yes").click()
    expect(second.person.page.get_by_role("alert")).to_be_visible()
    second.person.tap(second.person.button("web.request.agree"))
    expect(first.person.page.get_by_role("alert")).to_have_count(0)
    wait_until(first.person.page, f"document.title.startsWith({first.person.say('web.frame.title-turn')!r})")
    assert move_count(first.person) == 0


# ---- Texts ---------------------------------------------------------------------------------------------------------


def test_chat_shows_markup_as_text(new_user, server):
    first, second = seat_users(new_user, server, "movie")
    expect(second.person.page.get_by_role("grid")).to_be_visible()  # earlier chat would not count as unread
    first.person.button("web.frame.chat").click()
    first.person.page.get_by_role("textbox", name=first.person.say("web.chat.say")).fill(HOSTILE)
    first.person.button("web.chat.send").click()
    second.person.tap(second.person.button("web.frame.chat-unread", number=1))
    for person in (first.person, second.person):
        expect(person.page.get_by_role("dialog").get_by_text(HOSTILE).first).to_be_visible()
        assert person.page.locator("dialog img, dialog b b").count() == 0
        person.check(where="the chat")


def test_chat_draft_survives_start_of_game(new_user, server):
    created = create_table(server.url, "movie", "person", "person")
    first, second = new_user(), new_user()
    first.page.goto(f"{first.url}/#{created['table']}.{created['token']}")
    first.button("web.frame.chat").click()
    line = first.page.get_by_role("textbox", name=first.say("web.chat.say"))
    line.fill("Grendel")
    second.page.goto(f"{second.url}/#{created['table']}.{created['links'][0]['token']}")
    second.button("web.hall.sit").click()
    expect(second.page.get_by_role("grid")).to_be_visible()
    wait_until(first.page, "!!document.querySelector('[role=grid]')")
    expect(line).to_have_value("Grendel")
    first.button("web.chat.send").click()
    expect(first.page.get_by_role("dialog").get_by_text("Grendel").first).to_be_visible()


def test_player_name_shows_markup_as_text(new_user, server):
    person = new_user(name="<i>Eve</i>")
    person.visit()
    person.hall_card("movie").get_by_role("button", name=person.say("web.hall.play")).click()
    expect(person.page.get_by_role("grid")).to_be_visible()
    expect(person.page.get_by_role("main").get_by_text("<i>Eve</i>").first).to_be_visible()
    assert person.page.locator("main i:text-is('Eve')").count() == 0


# ---- Server outages -------------------------------------------------------------------------------------------------


def connection_message(person: BrowserUser) -> Locator:
    """Return the message about a lost connection, which is short at first and detailed later."""
    short, detailed = (person.page.get_by_text(person.say(f"web.wire.{key}")) for key in ("lost", "text"))
    return short.or_(detailed)


@pytest.mark.parametrize("game", quick_or_heavy(["movie"], *GAMES))
def test_game_continues_after_server_is_killed(own_server, new_user, game):
    players = seat_users(new_user, own_server, game, "greedy")
    for player in players:
        player.person.monitor.forgive("ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket|ERR_EMPTY_RESPONSE")
    play(*players, presses=6)
    own_server.kill()
    stored = own_server.events(own_server.tables()[0])
    for player in players:
        expect(connection_message(player.person).first).to_be_visible()
    players[0].person.check(where="the connection is lost")
    own_server.start()
    for player in players:
        expect(connection_message(player.person)).to_have_count(0)
    for _ in range(5):  # six clicks may not complete an action
        play(*players, presses=6)
        events = own_server.events(own_server.tables()[0])
        assert events[: len(stored)] == stored
        if len(events) > len(stored):
            return
    raise AssertionError("no action was stored after the restart")


def test_hall_reports_missing_server(own_server, new_user):
    person = new_user(at=own_server)
    person.monitor.forgive("ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE")
    person.visit()
    play = person.hall_card("movie").get_by_role("button", name=person.say("web.hall.play"))
    expect(play).to_be_enabled()
    person.page.wait_for_load_state("networkidle")  # the pictures of the hall are loaded too
    own_server.kill()
    play.click()
    expect(person.page.get_by_role("alert").first).to_have_text(re.compile(re.escape(person.say("web.offline.now"))))


# ---- Secrets -------------------------------------------------------------------------------------------------------


def test_seat_keys_are_in_no_address_referrer_or_log(new_user, server):
    player = seat_user(new_user, server, "movie")
    wait_until(player.person.page, "/^#[a-z2-7]{16}$/.test(location.hash)")
    assert player.person.keys()[0]["table"] == player.person.table()
    play_action(player)
    player.person.page.reload()
    expect(player.person.page.get_by_role("grid")).to_be_visible()
    tokens = [key["token"] for key in player.person.keys()]
    assert tokens
    log = server.log.read_text("utf-8")
    assert log
    texts = "\n".join([*player.person.monitor.addresses(), log])
    assert not [token for token in tokens if token in texts]
    assert not [request for request in player.person.monitor.requests if request.headers.get("referer")]
