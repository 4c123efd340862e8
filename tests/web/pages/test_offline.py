"""Without a connection: rules, lessons and pads open from the cache, and pages say what needs the server.

Each test visits several pages, because it takes long until everything is cached."""

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


def visit_and_cache(person, files):
    """Visit the hall, and stay until this number of rule examples and lessons is cached."""
    person.monitor.forgive("ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|Failed to load|WebSocket|Failed to fetch")
    person.visit()
    wait_until(person.page, "navigator.serviceWorker.controller !== null")
    cached = f"{CACHED_URLS}.then((urls) => urls.filter((url) => /(examples|lesson)$/.test(url)).length)"
    wait_until(person.page, f"{cached}.then((number) => number >= {files})")
    person.page.wait_for_load_state("networkidle")
    return person


@pytest.fixture
def visitor(new_user):
    """Return a user whose browser has cached everything for offline use."""
    return visit_and_cache(new_user(worker=True), files=4)


@pytest.fixture
def offline(visitor):
    """Return a user who has lost the connection after everything was cached."""
    visitor.context.set_offline(True)
    return visitor


def open_page(person, place):
    """Start the client at an address, as from a bookmark."""
    person.page.goto(f"{person.url}/{place}")
    person.page.reload()


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


def test_hall_and_missing_pages_report_missing_connection(offline):
    page = offline.page
    page.reload()
    expect(page.get_by_role("heading", name="Heorot").first).to_be_visible()
    offline.sees("web.hall.welcome")
    offline.sees("web.offline.needs")
    offline.sees("web.offline.rules")
    offline.check(axe=False)
    page.get_by_role("button", name="Français").click()
    offline.sees("web.offline.language", tongue="Français")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    open_page(offline, "#/gallery")  # is not cached
    offline.sees("web.offline.page")
    offline.link("web.back-to-hall").click()
    offline.sees("web.hall.welcome")


@pytest.mark.parametrize(("game", "link"), [("movie", MOVIE_LINK), ("legend", LEGEND_LINK)])
def test_rules_lesson_and_pad_open_without_connection(offline, game, link):
    page = offline.page
    open_page(offline, f"#/rules/{game}")
    expect(page.locator("article").first).to_be_visible()
    expect(page.locator("figure svg").first).to_be_visible()
    offline.check(axe=False)
    open_page(offline, f"#/learn/{game}")
    expect(page.locator(".coach")).to_be_visible()
    expect(page.locator("main svg").first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    if game == "movie":
        check_action_is_refused(offline)
    open_page(offline, f"#/pad/{game}")
    expect(page.locator("main button:enabled").first).to_be_visible()
    expect(page.get_by_text(offline.say("web.offline.page"))).to_have_count(0)
    open_page(offline, f"#/pad/{game}{link}")
    offline.sees("web.pad.away")
    offline.sees("web.pad.uncounted")
    offline.check(axe=False)


def check_action_is_refused(offline):
    """Place a figure in the lesson, and check that the missing server is reported."""
    offline.page.locator("[data-piece=longship]").first.click()
    for _ in range(2):
        offline.page.locator("[data-space=a4]").first.click()
    expect(offline.page.get_by_role("alert")).to_have_text(offline.say("web.offline.now"))
    assert offline.page.get_by_text(offline.say("web.movie.counting")).count() == 0


def test_table_is_not_cached_and_reports_missing_connection(visitor, server):
    for game in ("legend", "movie"):
        created = create_table(server.url, game, "person", "greedy")
        visitor.page.goto(f"{visitor.url}/#{created['table']}.{created['token']}")
        expect(visitor.page.locator("main button:enabled").first).to_be_visible()
        visitor.page.reload()
        visitor.page.wait_for_load_state("networkidle")
        urls = cached_urls(visitor)
        assert urls
        assert not [url for url in urls if created["token"] in url or created["table"] in url or "/api/tables" in url]
        assert not [url for url in urls if "/api/" in url and "/api/games" not in url]
    visitor.context.set_offline(True)
    visitor.page.reload()
    visitor.sees("web.offline.needs")
    visitor.context.set_offline(False)
    expect(visitor.page.get_by_role("grid")).to_be_visible()


def test_shell_survives_server_outage(own_server, new_user):
    person = visit_and_cache(new_user(at=own_server, worker=True), files=1)
    own_server.kill()
    person.page.reload()
    person.sees("web.offline.needs")
    own_server.start()
    person.page.reload()
    expect(person.page.get_by_text(person.say("web.offline.needs"))).to_be_hidden()
