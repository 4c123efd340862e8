"""Mouse and touch at a table: dragging, hovering, long presses; seats given to bots; hidden chat."""

import re

from playwright.sync_api import expect

from tests.web.support.browser import wait_until
from tests.web.support.random_player import play
from tests.web.support.tables import seat_user, seat_users


def centre(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def wait_for_piece(player):
    """Wait until a piece can be taken up, and return the page."""
    wait_until(player.person.page, "!!document.querySelector('main .tray [data-piece][aria-disabled=false]')")
    return player.person.page


def test_figure_is_dragged_to_space(new_user, server):
    player = seat_user(new_user, server, "movie")
    page = wait_for_piece(player)
    page.mouse.move(*centre(page.locator("main .tray [data-piece=longship]")))
    page.mouse.down()
    page.mouse.move(*centre(page.locator("main [data-space=c3]")), steps=6)
    page.mouse.up()
    expect(page.locator("section.tale li").filter(has_text="c3").first).to_be_visible()


def test_hover_over_space_shows_preview_without_move(new_user, server):
    player = seat_user(new_user, server, "movie")
    page = wait_for_piece(player)
    before = page.locator("section.tale li").count()
    page.locator("main .tray [data-piece=castle]").click()
    page.locator("main [data-space=b2]").hover()
    expect(page.get_by_text(player.person.say("web.movie.preview")).first).to_be_visible()
    page.wait_for_timeout(300)
    assert page.locator("section.tale li").count() == before


def test_long_press_on_space_shows_preview(new_user, server):
    player = seat_user(new_user, server, "movie", "phone")
    page = wait_for_piece(player)
    page.locator("main .tray [data-piece=longship]").tap()
    x, y = centre(page.locator("main [data-space=b2]"))
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator("main .pvp")).to_contain_text("b2")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("main .pvp")).to_contain_text("b2")
    assert wait_for_piece(player)


def test_seat_is_given_to_bot_and_taken_back(new_user, server):
    player, other = seat_users(new_user, server, "movie", "greedy", sizes=("desktop", "desktop"))
    person = player.person
    person.button("web.frame.menu").click()
    person.page.get_by_role("button", name=person.say("web.menu.leave")).click()
    person.sees("web.away")
    play(other, presses=2)
    person.button("web.menu.return").first.click()
    expect(person.page.get_by_text(person.say("web.away"))).to_be_hidden()
    while not player.pressed:
        play(player, other, presses=1)


def any_name_pattern(person, key: str) -> re.Pattern[str]:
    """Return a pattern of a message with the name of any player."""
    return re.compile(re.escape(person.say(key, name="@")).replace("@", ".+"))


def test_chat_of_hidden_player_is_not_shown(new_user, server):
    reader, writer = (player.person for player in seat_users(new_user, server, "movie", sizes=("desktop", "desktop")))
    writer.button("web.frame.chat").click()
    writer.page.get_by_label(writer.say("web.chat.say")).fill("Grendel is here")
    writer.button("web.chat.send").click()
    reader.page.get_by_role("button", name=reader.say("web.frame.chat-unread", number=1)).click()
    message = reader.page.get_by_role("dialog").get_by_text("Grendel is here")
    expect(message).to_be_visible()
    reader.page.get_by_role("button", name=any_name_pattern(reader, "web.chat.hide")).click()
    expect(message).to_be_hidden()
    reader.page.get_by_role("button", name=any_name_pattern(reader, "web.chat.hear")).click()
    expect(message).to_be_visible()
