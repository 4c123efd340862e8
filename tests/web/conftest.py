"""A real server, a real browser, and people; whatever goes wrong behind the back of a test makes it fail."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.serving import Served
from tests.web.browsing import at_work, bundle_is_there, chromium
from tests.web.person import Person

Newcomer = Callable[..., Person]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests of this process; each person has storage of his own in it."""
    with chromium() as running:
        yield running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """`heorot serve` in a process of its own, whose bots answer at once."""
    assert bundle_is_there(), "The browser's client is not built: web/bundle.py does it."
    with Served(tmp_path_factory.mktemp("browsed") / "data") as served:
        yield served


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Served]:
    """One that may be killed. A test names it before its people, so that they leave before it ends."""
    with Served(tmp_path / "data") as served:
        yield served


@pytest.fixture(autouse=True)
def _at_work(browser: Browser) -> Iterator[None]:
    with at_work(browser):
        yield


@pytest.fixture
def newcomer(browser: Browser, server: Served, _at_work: None) -> Iterator[Newcomer]:
    """People with empty browsers, at this server or another; they are looked at when they leave."""
    came: list[Person] = []

    def come(size: str = "desktop", at: Served | None = None, **settings: Any) -> Person:
        came.append(Person(browser, (at or server).url, size, **settings))
        return came[-1]

    yield come
    wrong = [fault for person in came if (fault := farewell(person))]
    assert not wrong, "\n".join(wrong)


def farewell(person: Person) -> str:
    """See someone off, whatever he has to complain of."""
    try:
        person.leave()
    except AssertionError as fault:
        return str(fault)
    return ""


@pytest.fixture
def person(newcomer: Newcomer) -> Person:
    return newcomer()
