"""Animations and sounds of others' actions: pieces walk and turn over, cards flip, sums count up; they can be skipped,
and are fast, slow or off by choice."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.server.support.host_process import ServerProcess
from tests.web.support.browser import until
from tests.web.support.browser_user import BrowserUser
from tests.web.support.measurements import RandomBot, lay

# In the page: each animation that a script starts, the positions of flying pieces by frame, each sound.
WATCH = """
window.begun = []; window.flown = {}; window.voices = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  window.begun.push({ of: String(this.className.baseVal ?? this.className), wait: options.delay ?? 0 });
  return animate.call(this, frames, options);
};
const { setValueAtTime } = AudioParam.prototype;
AudioParam.prototype.setValueAtTime = function (value, at) {
  if (value > 20) window.voices.push(value); // hertz
  return setValueAtTime.call(this, value, at);
};
const look = () => {
  for (const one of document.querySelectorAll('.fly')) {
    const { x, y } = one.getBoundingClientRect();
    (window.flown[one.style.cssText] ??= []).push([Math.round(x), Math.round(y)]);
  }
  requestAnimationFrame(look);
};
look();
"""

# In the page: the number of paragraphs while a piece was moving, and after it arrived.
WORDS = """
window.words = [];
const told = () => document.querySelectorAll('section.tale li').length;
let before = null;
const listen = () => {
  if (document.querySelector('.fly')) before = told();
  else if (before !== null) {
    window.words.push([before, told()]);
    before = null;
  }
  requestAnimationFrame(listen);
};
listen();
"""


def sit(new_user, server: ServerProcess, game: str, *bots: str, **settings) -> tuple[Page, RandomBot]:
    """Show a table to a user while a program acts for the user's seat."""
    laid = lay(server.url, game, "person", *bots)
    person: BrowserUser = new_user(**settings)
    person.context.add_init_script(WATCH + WORDS)
    person.page.goto(f"{person.url}/#{laid['table']}.{laid['token']}")
    until(person.page, "!!document.querySelector('main [data-piece], main [data-question]')")
    return person.page, RandomBot(server.url, laid["table"], laid["token"], random.Random(5))


def answer_until(hand: RandomBot, page: Page, holds: str, pause: float = 60, most: int = 60) -> None:
    """Let the game go on. With a pause the animations run: nobody waits for those before their own action."""
    for _ in range(most):
        if page.evaluate(holds) or not hand.answer():
            return
        page.wait_for_timeout(pause)


def test_figure_moves_and_tile_turns_over(new_user, server):
    page, hand = sit(new_user, server, "movie", "greedy", speed="normal")
    answer_until(hand, page, "window.begun.some(({ of }) => of.startsWith('back'))", pause=900)
    until(page, "window.begun.some(({ of }) => of.startsWith('back')) && !document.querySelector('.fly')")
    flown = page.evaluate("Object.values(window.flown)")
    assert max(len({tuple(place) for place in places}) for places in flown) > 3  # it was seen moving


def test_log_line_waits_for_moving_piece(new_user, server):
    page, hand = sit(new_user, server, "movie", "greedy", speed="slow")
    answer_until(hand, page, "window.words.length > 0", pause=1500)
    on_its_way, arrived = page.evaluate("window.words[0]")
    assert arrived > on_its_way


def test_log_line_waits_for_risk_cards(new_user, server):
    page, hand = sit(new_user, server, "legend", "greedy", "greedy", speed="slow")
    answer_until(hand, page, "!!document.querySelector('.rf')")
    seen = "getComputedStyle(document.querySelector('.rf p')).opacity"
    rows = page.locator("section.tale li")
    hidden, before = page.evaluate(seen), rows.count()
    assert hidden == "0"
    until(page, f"{seen} === '1'")
    assert rows.count() > before


def test_pieces_do_not_fly_when_motion_is_off(new_user, server):
    page, hand = sit(new_user, server, "movie", "greedy", speed="off")
    for _ in range(6):
        hand.answer()
    page.wait_for_timeout(400)
    assert page.evaluate("Object.keys(window.flown)") == []


@pytest.mark.parametrize("way", ["click", "Escape"])
def test_running_animation_can_be_skipped(new_user, server, way):
    page, hand = sit(new_user, server, "movie", "greedy", "greedy", "greedy", speed="slow")
    hand.answer()
    shown = page.locator("section.tale li")
    hand.is_asked()  # all three bots have acted, and the page shows the first of them
    before = shown.count()
    if way == "click":
        page.mouse.click(640, 790)
    else:
        page.keyboard.press("Escape")
    until(page, "!!document.querySelector('.say .dot')", patience=1)
    assert shown.count() > before


def test_risk_cards_turn_over_one_by_one(new_user, server):
    page, hand = sit(new_user, server, "legend", "greedy", "greedy", speed="fast")
    flips = "window.begun.filter(({ of }) => of.startsWith('both'))"
    answer_until(hand, page, f"{flips}.length > 1")
    waits = [one["wait"] for one in page.evaluate(flips)]
    assert len(set(waits)) > 1


def test_score_of_act_counts_up_and_can_be_skipped(new_user, server):
    page, hand = sit(new_user, server, "movie", "greedy", speed="fast")
    answer_until(hand, page, "!!document.querySelector('.sheet ol li')")
    skip = page.get_by_role("button", name="Skip", exact=True)
    expect(skip).to_be_visible()
    rows = page.locator(".sheet ol li")
    first = rows.count()
    until(page, f"document.querySelectorAll('.sheet ol li').length > {first}")
    skip.click()
    expect(skip).to_be_hidden()
    assert rows.count() > first + 1


def test_sounds_are_off_by_default(new_user, server):
    page, hand = sit(new_user, server, "movie", "greedy", speed="off")
    page.mouse.click(640, 790)
    for _ in range(4):
        hand.answer()
    page.wait_for_timeout(500)
    assert page.evaluate("window.voices") == []


def test_sounds_are_played_when_enabled(new_user, server):
    page, hand = sit(new_user, server, "movie", "greedy", speed="off", sound=True)
    page.mouse.click(640, 790)
    for _ in range(6):
        hand.answer()
    until(page, "window.voices.some((pitch) => pitch === 190)")  # a piece is placed
    until(page, "window.voices.some((pitch) => pitch === 392)")  # the player's turn
    answer_until(hand, page, "window.voices.some((pitch) => pitch === 147)")  # the act is over
    until(page, "window.voices.some((pitch) => pitch === 147)")
