"""Fixtures of the browser tests: a real server, a real browser and its users. An error in any page fails the test."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.support.host_process import ServerProcess
from tests.web.support.browser import at_work, bundle_is_there, chromium
from tests.web.support.browser_user import BrowserUser

NewUser = Callable[..., BrowserUser]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this process; each user has separate storage in it."""
    with chromium() as running:
        yield running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """`heorot serve` in a process of its own, whose bots act at once."""
    assert bundle_is_there(), "The browser's client is not built: web/bundle.py does it."
    with ServerProcess(tmp_path_factory.mktemp("browsed") / "data") as served:
        yield served


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that may be killed. A test requests it before its users, so that they are closed before it ends."""
    with ServerProcess(tmp_path / "data") as served:
        yield served


@pytest.fixture(autouse=True)
def _at_work(browser: Browser) -> Iterator[None]:
    with at_work(browser):
        yield


@pytest.fixture
def new_user(browser: Browser, server: ServerProcess, _at_work: None) -> Iterator[NewUser]:
    """Users with empty browsers, at this server or another; errors in their pages are raised when they are closed."""
    came: list[BrowserUser] = []

    def come(size: str = "desktop", at: ServerProcess | None = None, **settings: Any) -> BrowserUser:
        came.append(BrowserUser(browser, (at or server).url, size, **settings))
        return came[-1]

    yield come
    wrong = [fault for person in came if (fault := close_user(person))]
    assert not wrong, "\n".join(wrong)


def close_user(person: BrowserUser) -> str:
    """Close a user's browser and return the errors of its pages."""
    try:
        person.leave()
    except AssertionError as fault:
        return str(fault)
    return ""


@pytest.fixture
def person(new_user: NewUser) -> BrowserUser:
    return new_user()
