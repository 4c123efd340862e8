"""The hosting page: opened on the server's machine or with the host key, it shows the server's current state."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import expect

from heorot.locales import LANGUAGES
from tests.server.support.host_process import ServerProcess
from tests.support.case_sampling import quick_or_heavy
from tests.web.support.browser_user import SIZES
from tests.web.support.measurements import create_table

QUICK_LOOKS = {("desktop", "fr"), ("phone", "ru")}
KEY = "sesame-sesame-sesame-sesame"
LINE = re.compile("M.*L")  # in the path of a chart


@pytest.fixture(scope="module")
def server_with_key(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that shows its metrics only to holders of the host key."""
    data = tmp_path_factory.mktemp("hosted") / "data"
    with ServerProcess(data, HEOROT_METRICS="off", HEOROT_HOST_KEY=KEY) as served:
        yield served


def figure(person, key: str):
    """Return the locator of a figure by the key of its heading."""
    return person.page.locator("section", has=person.page.get_by_role("heading", name=person.say(key))).locator(".big")


@pytest.mark.parametrize(("size", "language"), quick_or_heavy(QUICK_LOOKS, *product(SIZES, LANGUAGES)))
def test_page_passes_checks_at_every_size_and_language(new_user, size, language):
    theme = "dark" if language == "fr" else "light"
    person = new_user(size, language=language, theme=theme)
    person.visit("#/host")
    expect(figure(person, "web.hosting.sockets")).to_be_visible()
    expect(person.page.locator(".ink").first).to_have_attribute("d", LINE)  # there is a second sample
    person.check(where=f"the hosting page, {language}, {theme}")


def test_page_shows_current_tables_and_connections_and_lost_server(own_server, new_user):
    person, player = new_user(at=own_server), new_user(at=own_server)
    person.visit("#/host")
    expect(figure(person, "web.hosting.tables")).to_have_text("0")
    created = create_table(own_server.url, "movie", "person", "greedy")
    player.visit(f"#{created['table']}")
    expect(figure(person, "web.hosting.tables")).to_have_text("1")
    expect(figure(person, "web.hosting.sockets")).to_have_text("1")
    chart = person.page.get_by_role("img", name=person.say("web.hosting.sockets"))
    expect(chart.locator(".ink")).to_have_attribute("d", LINE)
    person.monitor.forgive("ERR_|Failed to load")
    player.monitor.forgive("ERR_|Failed to load|WebSocket")
    own_server.kill()
    expect(person.page.get_by_role("alert")).to_contain_text(person.say("web.offline.now"))
    own_server.start()
    expect(person.page.get_by_role("alert")).to_have_count(0)
    expect(figure(person, "web.hosting.sockets")).to_be_visible()


def test_host_key_is_kept_in_tab_and_in_no_address(server_with_key, new_user):
    person = new_user(at=server_with_key)
    person.monitor.forgive("404|401")
    person.visit("#/host")
    field = person.page.get_by_label(person.say("web.hosting.key"))
    expect(field).to_be_visible()
    person.check(where="the hosting page, closed")
    field.fill("x" * 24)
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_role("alert")).to_contain_text(person.say("server.host-key"))
    field.fill(KEY)
    person.button("web.hosting.open").click()
    expect(figure(person, "web.hosting.sockets")).to_be_visible()
    person.page.reload()
    expect(figure(person, "web.hosting.sockets")).to_be_visible()
    assert not [address for address in person.monitor.addresses() if KEY in address]
    assert person.page.evaluate("JSON.stringify(localStorage)").find(KEY) == -1
    log = server_with_key.log.read_text()
    assert log
    assert KEY not in log
