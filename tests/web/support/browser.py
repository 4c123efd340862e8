"""A real Chromium, and a monitor of everything that goes wrong in it."""

import asyncio
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

from tests.support.patience import PATIENCE, PATIENCE_MS

# The first is the same engine without windows, in three quarters of the time.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
MISSING = f"Tests of the browser need Chromium: ./dev test installs Debian's package `{PROGRAMS[0]}`, and so may you."
QUIET = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-dev-shm-usage", "--force-color-profile=srgb",
         "--enable-blink-features=ComputedAccessibilityInfo")  # fmt: skip
expect.set_options(timeout=PATIENCE_MS)
KEPT = "heorot.keys"
# The page is notified of policy violations by an event; the console not always.
TELL_VIOLATIONS = """
addEventListener('securitypolicyviolation', (told) => console.error(
  `POLICY ${told.effectiveDirective} ${told.blockedURI} ${told.sourceFile}:${told.lineNumber} ${told.sample}`));
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser for many users. Between tests no event loop of Playwright is visible in this thread."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    assert program, MISSING
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(QUIET))
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        try:
            yield browser
        finally:
            asyncio._set_running_loop(loop)
            browser.close()


@contextmanager
def at_work(browser: Browser) -> Iterator[None]:
    """Make Playwright's loop the running one during a test; other tests of this process have their own."""
    loop = browser._impl_obj._loop
    asyncio._set_running_loop(loop)
    try:
        yield
    finally:
        asyncio._set_running_loop(None)

LEAVING = re.compile("derived_inert")  # Svelte, about an element that is read while it is removed

@dataclass
class BrowserMonitor:
    """Requests and errors of one browser."""

    origin: str  # scheme and host of the server
    forgiven: list[re.Pattern[str]] = field(default_factory=lambda: [LEAVING])
    faults: list[str] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)

    def over(self, context: BrowserContext) -> None:
        context.add_init_script(TELL_VIOLATIONS)
        context.on("console", self.console)
        context.on("weberror", lambda error: self.blame(f"error: {error.error}"))
        context.on("request", self.request)
        context.on("page", self.page)

    def page(self, page: Page) -> None:
        page.on("crash", lambda _: self.blame("the page crashed"))
        page.on("websocket", lambda wire: self.address(wire.url))

    def console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.blame(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def request(self, request: Request) -> None:
        self.requests.append(request)
        self.address(request.url)

    def address(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob", "about") and parts.netloc != urlsplit(self.origin).netloc:
            self.blame(f"a request to another place: {url}")

    def blame(self, fault: str) -> None:
        if not any(pattern.search(fault) for pattern in self.forgiven):
            self.faults.append(fault)

    def forgive(self, pattern: str) -> None:
        """Ignore an error that a test causes on purpose."""
        self.forgiven.append(re.compile(pattern))

    def addresses(self) -> list[str]:
        """Return every requested address and every referrer that was sent."""
        said = [(request.url, request.headers.get("referer", "")) for request in self.requests]
        return [text for pair in said for text in pair]


def until(page: Page, holds: str, patience: float = PATIENCE) -> None:
    """Poll a condition. Playwright's own wait needs `eval`, which the pages forbid."""
    end = time.monotonic() + patience
    while not page.evaluate(holds):
        assert time.monotonic() < end, f"never: {holds}"
        page.wait_for_timeout(25)


def bundle_is_there() -> bool:
    return (Path(__file__).parents[3] / "src/heorot/bundle/index.html").exists()
