"""Fixtures of the browser tests: a real server, a real browser and its users. An error in any page fails the test."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.support.host_process import ServerProcess
from tests.support.patience import PATIENCE
from tests.web.support.browser import chromium, is_bundle_built, playwright_loop
from tests.web.support.browser_user import BrowserUser

NewUser = Callable[..., BrowserUser]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this process; each user has separate storage in it."""
    with chromium() as running:
        yield running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """`heorot serve` in its own process, with bots that act without delay and enough time for hints."""
    assert is_bundle_built(), "The browser's client is missing: build it with web/bundle.py."
    with ServerProcess(tmp_path_factory.mktemp("browsed") / "data", HEOROT_BOT_PATIENCE=str(PATIENCE)) as served:
        yield served


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that the test may kill. Request it before the users, so that they are closed before it ends."""
    with ServerProcess(tmp_path / "data") as served:
        yield served


@pytest.fixture(autouse=True)
def _playwright_loop(browser: Browser) -> Iterator[None]:
    with playwright_loop(browser):
        yield


@pytest.fixture
def new_user(browser: Browser, server: ServerProcess, _playwright_loop: None) -> Iterator[NewUser]:
    """A function that opens empty browsers at any server. Errors in their pages fail the test when it ends."""
    users: list[BrowserUser] = []

    def open_browser(size: str = "desktop", at: ServerProcess | None = None, **settings: Any) -> BrowserUser:
        users.append(BrowserUser(browser, (at or server).url, size, **settings))
        return users[-1]

    yield open_browser
    faults = [fault for person in users if (fault := close_user(person))]
    assert not faults, "\n".join(faults)


def close_user(person: BrowserUser) -> str:
    """Close a user's browser and return the errors of its pages."""
    try:
        person.close()
    except AssertionError as fault:
        return str(fault)
    return ""


@pytest.fixture
def person(new_user: NewUser) -> BrowserUser:
    return new_user()
