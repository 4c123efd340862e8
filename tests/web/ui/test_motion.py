"""Animations and sounds of other players' actions: moving pieces, turning cards, counting scores, skipping, and the
settings of speed and sound."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.server.support.host_process import ServerProcess
from tests.web.support.browser import wait_until
from tests.web.support.browser_user import BrowserUser
from tests.web.support.measurements import RandomBot, create_table

# Records in the page each scripted animation, the positions of flying pieces by frame, and the pitch of each tone.
RECORD_MOTION = """
window.animations = []; window.flown = {}; window.tones = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  window.animations.push({ of: String(this.className.baseVal ?? this.className), wait: options.delay ?? 0 });
  return animate.call(this, frames, options);
};
const { setValueAtTime } = AudioParam.prototype;
AudioParam.prototype.setValueAtTime = function (value, at) {
  if (value > 20) window.tones.push(value); // hertz
  return setValueAtTime.call(this, value, at);
};
const look = () => {
  for (const piece of document.querySelectorAll('.fly')) {
    const { x, y } = piece.getBoundingClientRect();
    (window.flown[piece.style.cssText] ??= []).push([Math.round(x), Math.round(y)]);
  }
  requestAnimationFrame(look);
};
look();
"""

# Records in the page the number of log lines while a piece was moving, and after it arrived. As soon as risk cards are
# shown, it records the opacity of their text and the number of log lines.
RECORD_LOG_LINES = """
window.logLines = [];
const count = () => document.querySelectorAll('section.tale li').length;
let [before, frames] = [null, 0];
const listen = () => {
  if (document.querySelector('.fly')) [before, frames] = [count(), 0];
  else if (before !== null && (count() > before || ++frames > 30)) { // a slow machine adds the line some frames later
    window.logLines.push([before, count()]);
    before = null;
  }
  const risk = document.querySelector('.rf p');
  if (risk) window.riskCards ??= [getComputedStyle(risk).opacity, count()];
  requestAnimationFrame(listen);
};
listen();
"""


def watch_bot(new_user, server: ServerProcess, game: str, *bots: str, **settings) -> tuple[Page, RandomBot]:
    """Show a table to a user while a bot acts for the user's seat."""
    created = create_table(server.url, game, "person", *bots)
    person: BrowserUser = new_user(**settings)
    person.context.add_init_script(RECORD_MOTION + RECORD_LOG_LINES)
    person.page.goto(f"{person.url}/#{created['table']}.{created['token']}")
    wait_until(person.page, "!!document.querySelector('main [data-piece], main [data-question]')")
    return person.page, RandomBot(server.url, created["table"], created["token"], random.Random(5))


def play_until(bot: RandomBot, page: Page, condition: str, pause: float = 60, max_actions: int = 60) -> None:
    """Let the bot act until a JavaScript condition holds. The bot does not wait for animations, so pause for them."""
    for _ in range(max_actions):
        if page.evaluate(condition) or not bot.act():
            return
        page.wait_for_timeout(pause)


def test_figure_moves_and_tile_turns_over(new_user, server):
    page, bot = watch_bot(new_user, server, "movie", "greedy", speed="normal")
    play_until(bot, page, "window.animations.some(({ of }) => of.startsWith('back'))", pause=900)
    wait_until(page, "window.animations.some(({ of }) => of.startsWith('back')) && !document.querySelector('.fly')")
    flown = page.evaluate("Object.values(window.flown)")
    assert max(len({tuple(place) for place in places}) for places in flown) > 3  # it was seen at several places


def test_log_line_waits_for_moving_piece(new_user, server):
    page, bot = watch_bot(new_user, server, "movie", "greedy", speed="slow")
    play_until(bot, page, "window.logLines.length > 0", pause=1500)
    on_its_way, arrived = page.evaluate("window.logLines[0]")
    assert arrived > on_its_way


def test_log_line_waits_for_risk_cards(new_user, server):
    page, bot = watch_bot(new_user, server, "legend", "greedy", "greedy", speed="slow")
    play_until(bot, page, "!!window.riskCards")
    text = "document.querySelector('.rf p')"
    opacity, before = page.evaluate("window.riskCards")
    assert opacity == "0"
    wait_until(page, f"!{text} || getComputedStyle({text}).opacity === '1'")
    assert page.locator("section.tale li").count() > before


def test_pieces_do_not_fly_when_motion_is_off(new_user, server):
    page, bot = watch_bot(new_user, server, "movie", "greedy", speed="off")
    for _ in range(6):
        assert bot.act()
    page.wait_for_timeout(400)
    assert page.evaluate("Object.keys(window.flown)") == []


@pytest.mark.parametrize("way", ["click", "Escape"])
def test_running_animation_can_be_skipped(new_user, server, way):
    page, bot = watch_bot(new_user, server, "movie", "greedy", "greedy", "greedy", speed="slow")
    bot.act()
    shown = page.locator("section.tale li")
    bot.wait_for_question()  # all three bots have acted, but the page still shows the first
    before = shown.count()
    if way == "click":
        page.mouse.click(640, 790)
    else:
        page.keyboard.press("Escape")
    wait_until(page, "!!document.querySelector('.say .dot')", patience=5)  # without the skip it takes longer
    assert shown.count() > before


def test_risk_cards_turn_over_one_by_one(new_user, server):
    page, bot = watch_bot(new_user, server, "legend", "greedy", "greedy", speed="fast")
    flips = "window.animations.filter(({ of }) => of.startsWith('both'))"
    play_until(bot, page, f"{flips}.length > 1")
    delays = [flip["wait"] for flip in page.evaluate(flips)]
    assert len(set(delays)) > 1


def test_score_of_act_counts_up_and_can_be_skipped(new_user, server):
    page, bot = watch_bot(new_user, server, "movie", "greedy", speed="fast")
    play_until(bot, page, "!!document.querySelector('.sheet ol li')")
    skip = page.get_by_role("button", name="Skip", exact=True)
    expect(skip).to_be_visible()
    rows = page.locator(".sheet ol li")
    first = rows.count()
    wait_until(page, f"document.querySelectorAll('.sheet ol li').length > {first}")
    skip.click()
    expect(skip).to_be_hidden()
    assert rows.count() > first + 1


def test_sounds_are_off_by_default(new_user, server):
    page, bot = watch_bot(new_user, server, "movie", "greedy", speed="off")
    page.mouse.click(640, 790)
    for _ in range(4):
        assert bot.act()
    page.wait_for_timeout(500)
    assert page.evaluate("window.tones") == []


def test_sounds_are_played_when_enabled(new_user, server):
    page, bot = watch_bot(new_user, server, "movie", "greedy", speed="off", sound=True)
    page.mouse.click(640, 790)
    for _ in range(6):
        bot.act()
    wait_until(page, "window.tones.some((pitch) => pitch === 190)")  # a piece is placed
    wait_until(page, "window.tones.some((pitch) => pitch === 392)")  # the player's turn
    play_until(bot, page, "window.tones.some((pitch) => pitch === 147)")  # the act is over
    wait_until(page, "window.tones.some((pitch) => pitch === 147)")
