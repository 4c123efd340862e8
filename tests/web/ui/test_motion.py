"""What others do is seen happening and, if one likes, heard: pieces walk and turn over, cards flip one after the other,
sums count up; it can be skipped, and is quick, slow or absent as one has chosen."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.server.serving import Served
from tests.web.browsing import until
from tests.web.measuring import Hand, lay
from tests.web.person import Person

# In the page: each motion that a script begins, where every flying piece was frame by frame, each voice of a sound.
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

# The same, of words: how many paragraphs there were while a piece was on its way, and once it had arrived.
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


def sit(newcomer, server: Served, game: str, *bots: str, **settings) -> tuple[Page, Hand]:
    """Someone who looks on while a program answers for the own seat."""
    laid = lay(server.url, game, "person", *bots)
    person: Person = newcomer(**settings)
    person.context.add_init_script(WATCH + WORDS)
    person.page.goto(f"{person.url}/#{laid['table']}.{laid['token']}")
    until(person.page, "!!document.querySelector('main [data-piece], main [data-question]')")
    return person.page, Hand(server.url, laid["table"], laid["token"], random.Random(5))


def answer_until(hand: Hand, page: Page, holds: str, pause: float = 60, most: int = 60) -> None:
    """Let the game go on. With a pause it is also looked at: nobody waits for what came before their own answer."""
    for _ in range(most):
        if page.evaluate(holds) or not hand.answer():
            return
        page.wait_for_timeout(pause)


def test_a_figure_walks_and_a_tile_turns_over(newcomer, server):
    page, hand = sit(newcomer, server, "movie", "greedy", speed="normal")
    answer_until(hand, page, "window.begun.some(({ of }) => of.startsWith('back'))", pause=900)
    until(page, "window.begun.some(({ of }) => of.startsWith('back')) && !document.querySelector('.fly')")
    flown = page.evaluate("Object.values(window.flown)")
    assert max(len({tuple(place) for place in places}) for places in flown) > 3  # it was seen on its way


def test_words_wait_for_the_piece_of_which_they_tell(newcomer, server):
    page, hand = sit(newcomer, server, "movie", "greedy", speed="slow")
    answer_until(hand, page, "window.words.length > 0", pause=1500)
    on_its_way, arrived = page.evaluate("window.words[0]")
    assert arrived > on_its_way


def test_words_wait_for_the_cards_of_a_risk(newcomer, server):
    page, hand = sit(newcomer, server, "legend", "greedy", "greedy", speed="slow")
    answer_until(hand, page, "!!document.querySelector('.rf')")
    seen = "getComputedStyle(document.querySelector('.rf p')).opacity"
    rows = page.locator("section.tale li")
    hidden, before = page.evaluate(seen), rows.count()
    assert hidden == "0"
    until(page, f"{seen} === '1'")
    assert rows.count() > before


def test_pieces_stay_where_nothing_shall_move(newcomer, server):
    page, hand = sit(newcomer, server, "movie", "greedy", speed="off")
    for _ in range(6):
        hand.answer()
    page.wait_for_timeout(400)
    assert page.evaluate("Object.keys(window.flown)") == []


@pytest.mark.parametrize("way", ["click", "Escape"])
def test_what_is_still_being_shown_is_skipped(newcomer, server, way):
    page, hand = sit(newcomer, server, "movie", "greedy", "greedy", "greedy", speed="slow")
    hand.answer()
    shown = page.locator("section.tale li")
    hand.is_asked()  # by now all three bots have answered, and the page shows the first of them
    before = shown.count()
    if way == "click":
        page.mouse.click(640, 790)
    else:
        page.keyboard.press("Escape")
    until(page, "!!document.querySelector('.say .dot')", patience=1)
    assert shown.count() > before


def test_cards_of_a_risk_turn_over_one_after_the_other(newcomer, server):
    page, hand = sit(newcomer, server, "legend", "greedy", "greedy", speed="fast")
    flips = "window.begun.filter(({ of }) => of.startsWith('both'))"
    answer_until(hand, page, f"{flips}.length > 1")
    waits = [one["wait"] for one in page.evaluate(flips)]
    assert len(set(waits)) > 1


def test_the_arithmetic_of_an_act_counts_up(newcomer, server):
    page, hand = sit(newcomer, server, "movie", "greedy", speed="fast")
    answer_until(hand, page, "!!document.querySelector('.sheet ol li')")
    skip = page.get_by_role("button", name="Skip", exact=True)
    expect(skip).to_be_visible()
    rows = page.locator(".sheet ol li")
    first = rows.count()
    until(page, f"document.querySelectorAll('.sheet ol li').length > {first}")
    skip.click()
    expect(skip).to_be_hidden()
    assert rows.count() > first + 1


def test_sounds_are_off_at_first(newcomer, server):
    page, hand = sit(newcomer, server, "movie", "greedy", speed="off")
    page.mouse.click(640, 790)
    for _ in range(4):
        hand.answer()
    page.wait_for_timeout(500)
    assert page.evaluate("window.voices") == []


def test_sounds_are_made_when_something_happens(newcomer, server):
    page, hand = sit(newcomer, server, "movie", "greedy", speed="off", sound=True)
    page.mouse.click(640, 790)
    for _ in range(6):
        hand.answer()
    until(page, "window.voices.some((pitch) => pitch === 190)")  # a piece is laid
    until(page, "window.voices.some((pitch) => pitch === 392)")  # one's turn
    answer_until(hand, page, "window.voices.some((pitch) => pitch === 147)")  # the act is over
    until(page, "window.voices.some((pitch) => pitch === 147)")
