"""A user of one browser, who finds controls by their visible names."""

import json
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.support.case_sampling import quick_or_heavy
from tests.support.patience import PATIENCE_MS
from tests.web.support.browser import SEAT_KEYS, BrowserMonitor
from tests.web.support.catalogue import raw_keys, say
from tests.web.support.checks import axe_faults, layout_faults

SIZES = {"desktop": (1280, 800), "tablet": (1024, 768), "upright": (768, 1024), "phone": (360, 740)}
TOUCHED = {"tablet", "upright", "phone"}
AXE_SIZES = {"desktop", "phone"}  # tablets have the layout of one of these
PAGE_SIZES = quick_or_heavy(AXE_SIZES, *SIZES)  # of tests that check a page at every size
DEFAULT_SETTINGS = {"speed": "off", "theme": "light", "language": "en", "name": ""}


class BrowserUser:
    """One browser with separate storage. `another_tab` opens a second page in it."""

    def __init__(
        self, browser: Browser, url: str, size: str = "desktop", worker: bool = False, **settings: Any
    ) -> None:
        self.url, self.size, self.language = url, size, str(settings.get("language", "en"))
        self.monitor = BrowserMonitor(url)
        self.monitor.forgive("Service Worker registration blocked by Playwright")
        width, height = SIZES[size]
        touch = {"has_touch": True, "is_mobile": True} if size in TOUCHED else {}
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, locale="en-GB", service_workers="allow" if worker else "block",
            storage_state=stored_settings(url, DEFAULT_SETTINGS | settings), **touch,
        )  # fmt: skip
        self.context.set_default_timeout(PATIENCE_MS)
        self.monitor.attach(self.context)
        self.page: Page = self.context.new_page()

    # ---- Places ----------------------------------------------------------------------------------------------------

    def visit(self, place: str = "#/") -> "BrowserUser":
        """Open an address of this server, such as `#/rules/movie`."""
        self.page.goto(f"{self.url}/{place}")
        expect(self.page.locator("main, [role=main]").first).to_be_visible()
        return self

    def another_tab(self) -> "BrowserUser":
        """Open a second page in the same browser."""
        twin = object.__new__(BrowserUser)
        twin.__dict__.update(self.__dict__)
        twin.page = self.context.new_page()
        return twin

    # ---- Controls --------------------------------------------------------------------------------------------------

    def say(self, key: str, **params: object) -> str:
        return say(key, self.language, **params)

    def button(self, key: str, **params: object) -> Locator:
        return self.page.get_by_role("button", name=self.say(key, **params), exact=True)

    def link(self, key: str, **params: object) -> Locator:
        return self.page.get_by_role("link", name=self.say(key, **params), exact=True)

    def hall_card(self, game: str) -> Locator:
        """Return the card of a game in the hall."""
        return self.page.get_by_role("region", name=self.say(f"web.game.{game}"), exact=True)

    def sees(self, key: str, **params: object) -> None:
        expect(self.page.get_by_text(self.say(key, **params)).first).to_be_visible()

    def tap(self, locator: Locator) -> None:
        """Tap on sizes with a touch screen, click on others."""
        if self.size in TOUCHED:
            locator.tap()
        else:
            locator.click()

    def point_at(self, x: float, y: float) -> None:
        if self.size in TOUCHED:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    # ---- Checks of any page ----------------------------------------------------------------------------------------

    def text(self) -> str:
        return self.page.locator("body").inner_text()

    def check(self, *, layout: bool = True, axe: bool = True, where: str = "") -> None:
        """Check for raw keys, cut text, small targets and accessibility violations."""
        faults = [f"a key: {key}" for key in raw_keys(self.text())]
        faults += layout_faults(self.page, touch=self.size in TOUCHED) if layout else []
        faults += axe_faults(self.page) if axe and self.size in AXE_SIZES else []
        assert not faults, f"{where or self.page.url} at {self.size}:\n" + "\n".join(faults)

    # ---- Keys ------------------------------------------------------------------------------------------------------

    def keys(self, page: Page | None = None) -> list[dict[str, Any]]:
        """Return the seat keys that this browser stores."""
        stored = (page or self.page).evaluate(f"localStorage.getItem('{SEAT_KEYS}')")
        return json.loads(stored or "[]")

    def table(self) -> str:
        """Return the id of the table that this page shows."""
        return self.page.evaluate("location.hash").lstrip("#").split(".")[0]

    def close(self) -> None:
        """Close the browser, and raise `AssertionError` for errors in its pages or a seat key in an address."""
        urls = self.monitor.addresses()
        stored = next((self.keys(page) for page in self.context.pages if page.url.startswith(self.url)), [])
        leaked = [key["token"] for key in stored for url in urls if key.get("token") and key["token"] in url]
        self.context.close()
        assert not leaked, "a seat key was part of an address"
        assert not self.monitor.faults, "\n".join(self.monitor.faults)


def stored_settings(url: str, settings: dict[str, Any]) -> Any:
    """Return the browser storage of a user who chose these settings on an earlier visit."""
    stored = [{"name": "heorot.settings", "value": json.dumps(settings)}]
    return {"cookies": [], "origins": [{"origin": url, "localStorage": stored}]}
