"""A person with a browser, who finds and uses controls by their visible names."""

import json
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.support.patience import PATIENCE_MS
from tests.web.support.browser import KEPT, BrowserMonitor
from tests.web.support.catalogue import raw_keys, say
from tests.web.support.checks import axe_faults, layout_faults

SIZES = {"desktop": (1280, 800), "tablet": (1024, 768), "upright": (768, 1024), "phone": (360, 740)}
TOUCHED = {"tablet", "upright", "phone"}
HEARD = {"desktop", "phone"}  # tablets announce as one of these
QUICK = {"speed": "off", "theme": "light", "language": "en", "name": ""}


class BrowserUser:
    """One browser with separate storage; another user of it opens another page."""

    def __init__(
        self, browser: Browser, url: str, size: str = "desktop", worker: bool = False, **settings: Any
    ) -> None:
        self.url, self.size, self.language = url, size, str(settings.get("language", "en"))
        self.monitor = BrowserMonitor(url)
        self.monitor.forgive("Service Worker registration blocked by Playwright")
        wide, high = SIZES[size]
        touch = {"has_touch": True, "is_mobile": True} if size in TOUCHED else {}
        self.context: BrowserContext = browser.new_context(
            viewport={"width": wide, "height": high}, locale="en-GB", service_workers="allow" if worker else "block",
            storage_state=chosen(url, QUICK | settings), **touch,
        )  # fmt: skip
        self.context.set_default_timeout(PATIENCE_MS)
        self.monitor.over(self.context)
        self.page: Page = self.context.new_page()

    # ---- Places ----------------------------------------------------------------------------------------------------

    def visit(self, place: str = "#/") -> "BrowserUser":
        """Open an address of this server; the part after # is handled by the page."""
        self.page.goto(f"{self.url}/{place}")
        expect(self.page.locator("main, [role=main]").first).to_be_visible()
        return self

    def another_tab(self) -> "BrowserUser":
        """Open a second page in the same browser."""
        twin = object.__new__(BrowserUser)
        twin.__dict__.update(self.__dict__)
        twin.page = self.context.new_page()
        return twin

    # ---- Finding ---------------------------------------------------------------------------------------------------

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

    def tap(self, thing: Locator) -> None:
        """Click, or tap where there is no mouse."""
        if self.size in TOUCHED:
            thing.tap()
        else:
            thing.click()

    def point_at(self, x: float, y: float) -> None:
        if self.size in TOUCHED:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    # ---- What must hold on every page ------------------------------------------------------------------------------

    def text(self) -> str:
        return self.page.locator("body").inner_text()

    def check(self, *, layout: bool = True, axe: bool = True, where: str = "") -> None:
        """Check for raw keys, cut text, small targets and accessibility violations."""
        faults = [f"a key: {key}" for key in raw_keys(self.text())]
        faults += layout_faults(self.page, touch=self.size in TOUCHED) if layout else []
        faults += axe_faults(self.page) if axe and self.size in HEARD else []
        assert not faults, f"{where or self.page.url} at {self.size}:\n" + "\n".join(faults)

    # ---- Keys ------------------------------------------------------------------------------------------------------

    def keys(self, page: Page | None = None) -> list[dict[str, Any]]:
        """Return the seat keys that this browser stores."""
        kept = (page or self.page).evaluate(f"localStorage.getItem('{KEPT}')")
        return json.loads(kept or "[]")

    def table(self) -> str:
        """Return the id of the table that this page shows."""
        return self.page.evaluate("location.hash").lstrip("#").split(".")[0]

    def leave(self) -> None:
        """Close the browser, and raise the errors of its pages."""
        urls = self.monitor.addresses()
        kept = next((self.keys(page) for page in self.context.pages if page.url.startswith(self.url)), [])
        told = [key["token"] for key in kept for url in urls if key.get("token") and key["token"] in url]
        self.context.close()
        assert not told, "a key to a seat was part of an address"
        assert not self.monitor.faults, "\n".join(self.monitor.faults)


def chosen(url: str, settings: dict[str, Any]) -> Any:
    """Return settings as an earlier visit stored them."""
    stored = [{"name": "heorot.settings", "value": json.dumps(settings)}]
    return {"cookies": [], "origins": [{"origin": url, "localStorage": stored}]}
