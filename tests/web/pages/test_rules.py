"""The rules in the browser: complete, searchable, with examples, and one tap away from any rule number."""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from heorot.games import GAMES, TITLES
from heorot.locales import LANGUAGES
from tests.support.case_sampling import quick_or_heavy, thinly
from tests.web.support.browser_user import SIZES
from tests.web.support.random_player import play
from tests.web.support.tables import seat_user

QUICK_PAGES = {("movie", "desktop"), ("legend", "phone")}


def rules(game, language="en"):
    return TITLES[game].rulebook.rules(language)


@pytest.mark.parametrize(("game", "size"), quick_or_heavy(QUICK_PAGES, *product(GAMES, SIZES)))
def test_rules_page_contains_every_rule(new_user, game, size):
    language = {"desktop": "fr", "phone": "ru"}.get(size, "en")
    person = new_user(size, language=language, theme="dark" if size == "phone" else "light")
    person.visit(f"#/rules/{game}")
    expect(person.page.locator("article")).to_have_count(len(rules(game, language)))
    expect(person.page.locator("figure").first).to_be_visible()
    person.page.wait_for_load_state("networkidle")
    person.check(where=f"rules of {game} in {language}")


@pytest.mark.parametrize(("game", "language"), thinly(GAMES, LANGUAGES))
def test_address_with_rule_number_shows_rule(new_user, game, language):
    """Every rule has an anchor, and every link to a rule leads to one."""
    person = new_user(language=language)
    last = rules(game, language)[-1]
    person.visit(f"#/rules/{game}/{last.number}")
    expect(person.page.locator("article.hit")).to_be_in_viewport()
    expect(person.page.locator("article.hit")).to_contain_text((last.text or last.ruling)[:40])
    anchors = person.page.locator("article").evaluate_all("all => all.map((rule) => rule.id)")
    assert anchors == [rule.number for rule in rules(game, language)]
    links = person.page.locator("main a").evaluate_all("all => all.map((link) => link.getAttribute('href'))")
    linked = {found for link in links for found in re.findall(r"/([ML]\d+\.\d+)$", link)}
    assert linked
    assert linked <= set(anchors)


@pytest.mark.parametrize(
    ("language", "typed", "number"), [("en", "GORGE", "M4.10"), ("fr", "epuis", "M2.5"), ("ru", "УЩЕЛЬ", "M4.10")]
)
def test_search_ignores_case_and_accents(new_user, language, typed, number):
    person = new_user(language=language).visit("#/rules/movie")
    person.page.get_by_role("searchbox").fill(typed)
    expect(person.page.locator("article mark").first).to_be_visible()
    shown = person.page.locator("article")
    expect(shown).not_to_have_count(len(rules("movie", language)))
    assert number in shown.evaluate_all("all => all.map((rule) => rule.id)")
    person.check(axe=False)
    person.page.get_by_role("searchbox").fill("qqqq")
    person.sees("web.rules.nothing", words="qqqq")


def test_examples_are_drawn_and_explained(new_user):
    """M4.10 is an example of its own. M4.9: a figure that still has points after Treachery has lost some."""
    person = new_user().visit("#/rules/movie/M4.10")
    example = person.page.get_by_role("figure", name=person.say("web.rules.example", number="M4.10"))
    expect(example.locator("svg.board")).to_be_visible()
    expect(example).to_contain_text("= 12")
    expect(person.page.locator("svg.board")).to_have_count(9)
    expect(person.page.locator("article.hit")).to_be_in_viewport()  # although drawings above it load later
    person.visit("#/rules/movie/M4.9")
    example = person.page.get_by_role("figure", name=person.say("web.rules.example", number="M4.9"))
    expect(example.locator("li .loss")).to_have_count(2)


PROPOSED = ("movie", "M4.3", "movie.ours.cash"), ("legend", "L1.3", "legend.ours.cards")


@pytest.mark.parametrize(("game", "number", "value"), quick_or_heavy(PROPOSED[:1], *PROPOSED))
def test_proposed_values_are_marked(new_user, game, number, value):
    person = new_user().visit(f"#/rules/{game}/{number}")
    hit = person.page.locator("article.hit")
    expect(hit).to_contain_text(person.say("web.rules.value"))
    expect(hit).to_contain_text(person.say(value))


@pytest.mark.parametrize(("game", "size"), quick_or_heavy(QUICK_PAGES, *product(GAMES, ["desktop", "phone"])))
def test_lines_of_game_log_cite_rules_that_open_over_table(new_user, server, game, size):
    """Reading a rule during a game returns to the same place."""
    player = seat_user(new_user, server, game, size)
    play(player, presses=3)
    person, page = player.person, player.person.page
    place = page.url
    button, log = person.button("web.frame.tale"), page.locator("section.tale")
    if button.is_visible():
        person.tap(button)
        log = page.get_by_role("dialog").locator("section.tale")
    else:
        tab = page.get_by_role("tab", name=person.say("web.legend.tab.tale"), exact=True)
        if tab.count() and tab.first.is_visible():
            person.tap(tab.first)
    rows = log.locator("li")
    expect(rows.first).to_be_visible()
    assert rows.evaluate_all("all => all.filter((row) => !row.querySelector('a.rule')).length") == 0
    links = log.locator("a.rule").evaluate_all("all => all.map((link) => link.getAttribute('href'))")
    assert set(links) <= {f"#/rules/{game}/{rule.number}" for rule in rules(game)}
    link = log.locator("a.rule").first
    number = link.inner_text()
    person.tap(link)
    sheet = page.get_by_role("dialog", name=person.say("web.rule", number=number))
    rule = next(rule for rule in rules(game) if rule.number == number)
    expect(sheet).to_contain_text((rule.text or rule.ruling)[:40])
    person.check(where=f"{number} over {game}")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert page.url == place
