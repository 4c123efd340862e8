"""A real Chromium, and a monitor of requests and errors in its pages."""

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

# In order of preference: without windows, the same engine needs three quarters of the time.
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM_MISSING = f"The browser tests need Chromium. ./dev test installs it: Debian's package `{CHROMIUM_NAMES[0]}`."
LAUNCH_OPTIONS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-dev-shm-usage", "--force-color-profile=srgb",
         "--enable-blink-features=ComputedAccessibilityInfo")  # fmt: skip
expect.set_options(timeout=PATIENCE_MS)
SEAT_KEYS = "heorot.keys"
# Not every violation of the policy reaches the console, but each sends an event to the page.
REPORT_VIOLATIONS = """
addEventListener('securitypolicyviolation', (event) => console.error(
  `POLICY ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`));
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser for many users. Between tests, Playwright's event loop is not the running loop of this thread."""
    program = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    assert program, CHROMIUM_MISSING
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(LAUNCH_OPTIONS))
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        try:
            yield browser
        finally:
            asyncio._set_running_loop(loop)
            browser.close()


@contextmanager
def playwright_loop(browser: Browser) -> Iterator[None]:
    """Make Playwright's event loop the running one during a test; async tests of this process use another."""
    loop = browser._impl_obj._loop
    asyncio._set_running_loop(loop)
    try:
        yield
    finally:
        asyncio._set_running_loop(None)


SVELTE_WARNING = re.compile("derived_inert")  # Svelte warns when an element is read while it is removed


@dataclass
class BrowserMonitor:
    """Requests and errors of one browser."""

    origin: str  # scheme and host of the server
    forgiven: list[re.Pattern[str]] = field(default_factory=lambda: [SVELTE_WARNING])
    faults: list[str] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)

    def attach(self, context: BrowserContext) -> None:
        context.add_init_script(REPORT_VIOLATIONS)
        context.on("console", self.on_console)
        context.on("weberror", lambda error: self.add_fault(f"error: {error.error}"))
        context.on("request", self.on_request)
        context.on("page", self.on_page)

    def on_page(self, page: Page) -> None:
        page.on("crash", lambda _: self.add_fault("the page crashed"))
        page.on("websocket", lambda websocket: self.check_address(websocket.url))

    def on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.add_fault(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def on_request(self, request: Request) -> None:
        self.requests.append(request)
        self.check_address(request.url)

    def check_address(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob", "about") and parts.netloc != urlsplit(self.origin).netloc:
            self.add_fault(f"a request to another origin: {url}")

    def add_fault(self, fault: str) -> None:
        if not any(pattern.search(fault) for pattern in self.forgiven):
            self.faults.append(fault)

    def forgive(self, pattern: str) -> None:
        """Ignore an error that a test causes on purpose."""
        self.forgiven.append(re.compile(pattern))

    def addresses(self) -> list[str]:
        """Return every requested address and every referrer that was sent."""
        pairs = [(request.url, request.headers.get("referer", "")) for request in self.requests]
        return [text for pair in pairs for text in pair]


def wait_until(page: Page, condition: str, patience: float = PATIENCE) -> None:
    """Poll until a JavaScript condition is true. Playwright's own wait needs `eval`, which the pages forbid."""
    end = time.monotonic() + patience
    while not page.evaluate(condition):
        assert time.monotonic() < end, f"never: {condition}"
        page.wait_for_timeout(25)


def is_bundle_built() -> bool:
    return (Path(__file__).parents[3] / "src/heorot/bundle/index.html").exists()
