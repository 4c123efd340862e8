"""The contents pages and the about page: every piece is counted, and proposed values are marked as such."""

from itertools import product

import pytest
from playwright.sync_api import expect

from heorot.games import GAMES
from heorot.games.legend.box.box import built_in as legend_box
from heorot.games.movie.box.box import built_in as movie_box
from tests.support.case_sampling import quick_or_heavy
from tests.web.support.browser_user import PAGE_SIZES, SIZES

QUICK_PAGES = {("movie", "desktop"), ("legend", "phone")}


@pytest.mark.parametrize(("game", "size"), quick_or_heavy(QUICK_PAGES, *product(GAMES, SIZES)))
def test_contents_page_passes_checks(new_user, game, size):
    language = {"desktop": "fr", "phone": "ru"}.get(size, "en")
    person = new_user(size, language=language, theme="dark" if size == "phone" else "light").visit(f"#/box/{game}")
    expect(person.page.locator("main .src").nth(20)).to_be_visible()
    person.check(where=f"the contents of {game} in {language}")


def test_tiles_show_printed_and_proposed_counts(new_user):
    person = new_user().visit("#/box/movie")
    rows = movie_box().tiles
    tiles = person.page.locator(".tiles li")
    expect(tiles).to_have_count(len(rows))
    proposed = person.page.locator(".tiles .src.ours")
    printed = person.page.locator(".tiles .src.rulebook")
    count = "all => all.reduce((sum, tag) => sum + parseInt(tag.textContent), 0)"
    assert proposed.evaluate_all(count) == sum(row.count - row.seen for row in rows)
    assert printed.evaluate_all(count) == sum(row.seen for row in rows)


def test_episodes_mark_proposed_names(new_user):
    person = new_user().visit("#/box/legend")
    episodes = legend_box().episodes
    items = person.page.locator(".road li")
    expect(items).to_have_count(len(episodes))
    assert {episode.sources.of("name") for episode in episodes} > {"ours"}  # some are proposed, some are printed
    for row, episode in zip(items.all(), episodes, strict=True):
        mark = row.locator(".of > span", has_text=person.say("web.legend.box.of.name"))
        assert (mark.count() > 0) == (episode.sources.of("name") == "ours"), episode.name


@pytest.mark.parametrize("size", PAGE_SIZES)
def test_about_page_states_legal_and_privacy_notes(new_user, size):
    language = {"tablet": "ru", "phone": "fr"}.get(size, "en")
    person = new_user(size, language=language).visit("#/about")
    person.sees("web.about.unofficial-text")
    person.sees("web.about.privacy-text")
    person.check(where=f"about, {language}")


def test_hall_links_to_rules_contents_and_about(new_user):
    person = new_user().visit()
    for key, place in (("web.hall.rules", "#/rules"), ("web.hall.box", "#/box"), ("web.hall.about", "#/about")):
        expect(person.link(key)).to_have_attribute("href", place)
