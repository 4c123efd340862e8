"""Without a connection: rules, lessons and pads open from the cache, and pages say what needs the server."""

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from tests.web.pages.test_pad import LEGEND_LINK, MOVIE_LINK
from tests.web.support.browser import wait_until
from tests.web.support.measurements import create_table

CACHED_URLS = """
(async () => {
  const urls = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) urls.push(request.url);
  return urls;
})()
"""


@pytest.fixture
def visitor(new_user):
    """Return a user who has visited the hall and stayed until everything for offline use was cached."""
    person = new_user(worker=True).visit()
    person.monitor.forgive("ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|Failed to load|WebSocket|Failed to fetch")
    wait_until(person.page, "navigator.serviceWorker.controller !== null")
    for _ in range(200):
        if sum(url.endswith(("/examples", "/lesson")) for url in cached_urls(person)) == 4:
            break
        person.page.wait_for_timeout(100)
    person.page.wait_for_load_state("networkidle")
    return person


def cached_urls(person):
    """Return the addresses in all caches of the service worker."""
    return person.page.evaluate(CACHED_URLS)


def test_manifest_lists_existing_icons(server):
    with urllib.request.urlopen(f"{server.url}/manifest.webmanifest") as response:
        assert response.headers["content-type"] == "application/manifest+json"
        manifest = json.loads(response.read())
    assert {icon.get("purpose") for icon in manifest["icons"]} == {None, "maskable"}
    for icon in manifest["icons"]:
        with urllib.request.urlopen(f"{server.url}{icon['src']}") as response:
            assert response.headers["content-type"] == icon["type"]
            size = int.from_bytes(response.read()[16:20]) if icon["type"] == "image/png" else 0
        assert icon["sizes"] in ("any", f"{size}x{size}")


def test_hall_reports_missing_connection(visitor):
    visitor.context.set_offline(True)
    visitor.page.reload()
    expect(visitor.page.get_by_role("heading", name="Heorot").first).to_be_visible()
    visitor.sees("web.hall.welcome")
    visitor.sees("web.offline.needs")
    visitor.sees("web.offline.rules")
    visitor.check(axe=False)


@pytest.mark.parametrize("game", ["movie", "legend"])
def test_rules_open_without_connection(visitor, game):
    visitor.context.set_offline(True)
    visitor.page.goto(f"{visitor.url}/#/rules/{game}")
    visitor.page.reload()
    expect(visitor.page.locator("article").first).to_be_visible()
    expect(visitor.page.locator("figure svg").first).to_be_visible()
    visitor.check(axe=False)


@pytest.mark.parametrize("game", ["movie", "legend"])
def test_lesson_opens_without_connection(visitor, game):
    visitor.context.set_offline(True)
    visitor.page.goto(f"{visitor.url}/#/learn/{game}")
    visitor.page.reload()
    expect(visitor.page.locator(".coach")).to_be_visible()
    expect(visitor.page.locator("main svg").first).to_be_visible()
    expect(visitor.page.get_by_role("alert")).to_have_count(0)


def test_action_in_offline_lesson_reports_missing_server(visitor):
    visitor.context.set_offline(True)
    visitor.page.goto(f"{visitor.url}/#/learn/movie")
    visitor.page.reload()
    visitor.page.locator("[data-piece=longship]").first.click()
    for _ in range(2):
        visitor.page.locator("[data-space=a4]").first.click()
    expect(visitor.page.get_by_role("alert")).to_have_text(visitor.say("web.offline.now"))
    assert visitor.page.get_by_text(visitor.say("web.movie.counting")).count() == 0


@pytest.mark.parametrize("game", ["movie", "legend"])
def test_score_pad_opens_without_connection(visitor, game):
    visitor.context.set_offline(True)
    visitor.page.goto(f"{visitor.url}/#/pad/{game}")
    visitor.page.reload()
    expect(visitor.page.locator("main button:enabled").first).to_be_visible()
    expect(visitor.page.get_by_text(visitor.say("web.offline.page"))).to_have_count(0)


@pytest.mark.parametrize(("game", "link"), [("movie", MOVIE_LINK), ("legend", LEGEND_LINK)])
def test_offline_pad_marks_entries_as_uncounted(visitor, game, link):
    visitor.context.set_offline(True)
    visitor.page.goto(f"{visitor.url}/#/pad/{game}{link}")
    visitor.page.reload()
    visitor.sees("web.pad.away")
    visitor.sees("web.pad.uncounted")
    visitor.check(axe=False)


def test_uncached_page_reports_it_and_links_to_hall(visitor):
    visitor.context.set_offline(True)
    visitor.page.goto(f"{visitor.url}/#/gallery")
    visitor.page.reload()
    visitor.sees("web.offline.page")
    visitor.link("web.back-to-hall").click()
    visitor.sees("web.hall.welcome")


def test_unavailable_language_is_reported_and_not_selected(visitor):
    visitor.context.set_offline(True)
    visitor.page.reload()
    visitor.page.get_by_role("button", name="Français").click()
    visitor.sees("web.offline.language", tongue="Français")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "en")


def test_table_reports_missing_connection_until_it_returns(visitor, server):
    created = create_table(server.url, "movie", "person", "greedy")
    visitor.page.goto(f"{visitor.url}/#{created['table']}.{created['token']}")
    expect(visitor.page.locator("main button:enabled").first).to_be_visible()
    visitor.context.set_offline(True)
    visitor.page.reload()
    visitor.sees("web.offline.needs")
    visitor.context.set_offline(False)
    expect(visitor.page.get_by_role("grid")).to_be_visible()


def test_cache_contains_no_table_and_no_seat_key(visitor, server):
    created = create_table(server.url, "legend", "person", "greedy")
    visitor.page.goto(f"{visitor.url}/#{created['table']}.{created['token']}")
    expect(visitor.page.locator("main button:enabled").first).to_be_visible()
    visitor.page.reload()
    visitor.page.wait_for_load_state("networkidle")
    urls = cached_urls(visitor)
    assert urls
    assert not [url for url in urls if created["token"] in url or created["table"] in url or "/api/tables" in url]
    assert not [url for url in urls if "/api/" in url and "/api/games" not in url]


def test_shell_survives_server_outage(own_server, new_user):
    person = new_user(at=own_server, worker=True).visit()
    person.monitor.forgive("ERR_CONNECTION|Failed to load|WebSocket|Failed to fetch")
    wait_until(person.page, "navigator.serviceWorker.controller !== null")
    for _ in range(200):
        if any("examples" in url for url in cached_urls(person)):
            break
        person.page.wait_for_timeout(100)
    person.page.wait_for_load_state("networkidle")
    own_server.kill()
    person.page.reload()
    person.sees("web.offline.needs")
    own_server.start()
    person.page.reload()
    expect(person.page.get_by_text(person.say("web.offline.needs"))).to_be_hidden()
