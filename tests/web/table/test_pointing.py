"""Pointers and fingers at a table: drag, tap to look first, hold; resigning a seat and erasing chat."""

import re

from playwright.sync_api import expect

from tests.web.support.browser import until
from tests.web.support.random_player import play
from tests.web.support.tables import alone, sit_down


def middle(thing):
    box = thing.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def asked(player):
    """Wait until something can be taken up."""
    until(player.person.page, "!!document.querySelector('main .tray [data-piece][aria-disabled=false]')")
    return player.person.page


def test_figure_is_dragged_to_space(new_user, server):
    player = alone(new_user, server, "movie")
    page = asked(player)
    page.mouse.move(*middle(page.locator("main .tray [data-piece=longship]")))
    page.mouse.down()
    page.mouse.move(*middle(page.locator("main [data-space=c3]")), steps=6)
    page.mouse.up()
    expect(page.locator("section.tale li").filter(has_text="c3").first).to_be_visible()


def test_hover_over_space_shows_preview_without_move(new_user, server):
    player = alone(new_user, server, "movie")
    page = asked(player)
    before = page.locator("section.tale li").count()
    page.locator("main .tray [data-piece=castle]").click()
    page.locator("main [data-space=b2]").hover()
    expect(page.get_by_text(player.person.say("web.movie.preview")).first).to_be_visible()
    page.wait_for_timeout(300)
    assert page.locator("section.tale li").count() == before


def test_long_press_on_space_shows_preview(new_user, server):
    player = alone(new_user, server, "movie", "phone")
    page = asked(player)
    page.locator("main .tray [data-piece=longship]").tap()
    x, y = middle(page.locator("main [data-space=b2]"))
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator("main .pvp")).to_contain_text("b2")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("main .pvp")).to_contain_text("b2")
    assert asked(player)


def test_seat_is_given_to_bot_and_taken_back(new_user, server):
    player, other = sit_down(new_user, server, "movie", "greedy", sizes=("desktop", "desktop"))
    person = player.person
    person.button("web.frame.menu").click()
    person.page.get_by_role("button", name=person.say("web.menu.leave")).click()
    person.sees("web.away")
    play(other, until=2)
    person.button("web.menu.return").first.click()
    expect(person.page.get_by_text(person.say("web.away"))).to_be_hidden()
    while not player.pressed:
        play(player, other, until=1)


def of_anyone(person, key: str) -> re.Pattern[str]:
    """Return a pattern of a sentence about any player."""
    return re.compile(re.escape(person.say(key, name="@")).replace("@", ".+"))


def test_chat_of_hidden_player_is_not_shown(new_user, server):
    mine, other = (player.person for player in sit_down(new_user, server, "movie", sizes=("desktop", "desktop")))
    other.button("web.frame.chat").click()
    other.page.get_by_label(other.say("web.chat.say")).fill("Grendel is here")
    other.button("web.chat.send").click()
    mine.page.get_by_role("button", name=mine.say("web.frame.chat-unread", number=1)).click()
    words = mine.page.get_by_role("dialog").get_by_text("Grendel is here")
    expect(words).to_be_visible()
    mine.page.get_by_role("button", name=of_anyone(mine, "web.chat.hide")).click()
    expect(words).to_be_hidden()
    mine.page.get_by_role("button", name=of_anyone(mine, "web.chat.hear")).click()
    expect(words).to_be_visible()
