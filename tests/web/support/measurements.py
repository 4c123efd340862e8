"""Size and speed of the client in a real Chromium, for the size limit and for bench/web.py."""

import json
import random
from contextlib import ExitStack
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, WebSocket
from websockets.sync.client import connect

from heorot.bench.client import request_json
from tests.support.patience import PATIENCE
from tests.web.support.browser import until
from tests.web.support.browser_user import BrowserUser

READY = "document.readyState === 'complete' && !!document.querySelector('main button:enabled')"


class Weight:
    """Bytes of every HTTP response on the wire: body and headers."""

    def __init__(self, person: BrowserUser) -> None:
        self.cdp = person.context.new_cdp_session(person.page)
        self.bytes: dict[str, int] = {}
        self.urls: dict[str, str] = {}
        self.heads: dict[str, int] = {}
        self.cdp.send("Network.enable")
        self.cdp.send("Network.setCacheDisabled", {"cacheDisabled": True})
        self.cdp.on("Network.responseReceived", self.begun)
        self.cdp.on("Network.loadingFinished", self.ended)

    def begun(self, told: dict[str, Any]) -> None:
        self.urls[told["requestId"]] = urlsplit(told["response"]["url"]).path
        self.heads[told["requestId"]] = int(told["response"]["encodedDataLength"])

    def ended(self, told: dict[str, Any]) -> None:
        self.bytes[told["requestId"]] = int(told["encodedDataLength"]) - self.heads.get(told["requestId"], 0)

    @property
    def by_path(self) -> dict[str, int]:
        """Return the bytes of each path, the largest first."""
        found = {self.urls.get(key, key): size for key, size in self.bytes.items()}
        return dict(sorted(found.items(), key=lambda pair: -pair[1]))

    @property
    def total(self) -> int:
        return sum(self.bytes.values())

    @property
    def with_headers(self) -> int:
        return self.total + sum(self.heads.values())


def settle(person: BrowserUser) -> None:
    """Wait until nothing more is fetched that is needed to play."""
    until(person.page, READY)
    person.page.wait_for_load_state("networkidle")


def weigh(person: BrowserUser, place: str) -> Weight:
    """Measure everything that is fetched until a page can be used, with an empty cache."""
    weight = Weight(person)
    person.page.goto(f"{person.url}/{place}")
    settle(person)
    return weight


def lay(url: str, game: str, *seats: str, **more: Any) -> dict[str, Any]:
    """Create a table through the API; the host sits at the first seat if a person does."""
    wishes = [{"who": who} if who in ("person", "open") else {"who": "bot", "bot": who} for who in seats]
    host = {"seat": 1, "name": "Anna"} if seats[0] == "person" else {}
    return request_json(f"{url}/api/tables", {"game": game, "seats": wishes, **host, **more})


# In the page: from a message until its change is in the document. Svelte writes it in a task right after the message,
# so the clock stops after that task. Painting is the browser's work, not the script's.
CLOCK = """
(() => {
  window.updates = [];
  const own = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
  const note = (begun) => window.updates.push(performance.now() - begun);
  const stop = (begun, more) => more ? Promise.resolve().then(() => stop(begun, more - 1)) : note(begun);
  Object.defineProperty(WebSocket.prototype, 'onmessage', { ...own, set(handler) {
    own.set.call(this, (event) => {
      const begun = performance.now();
      handler.call(this, event);
      if (event.data.startsWith('{"type":"update"')) stop(begun, 40);
    });
  } });
})();
"""


@dataclass
class Updates:
    """Messages to a page, and the script time of each. A program acts for its seat, so that nobody touches the page."""

    page: Page
    beyond: list[int] = field(default_factory=list)  # bytes of an update without the view
    whole: list[int] = field(default_factory=list)
    after: list[float] = field(default_factory=list)  # milliseconds of all scripts until the page was idle again
    layout: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.add_init_script(CLOCK)
        self.page.on("websocket", self.wire)
        self.cdp = self.page.context.new_cdp_session(self.page)
        self.cdp.send("Performance.enable", {"timeDomain": "timeTicks"})

    def wire(self, wire: WebSocket) -> None:
        wire.on("framereceived", self.frame)

    def frame(self, payload: str | bytes) -> None:
        message = json.loads(payload)
        if message["type"] == "update":
            view = json.dumps(message["now"]["view"], ensure_ascii=False, separators=(",", ":"))
            self.whole.append(len(payload.encode() if isinstance(payload, str) else payload))
            self.beyond.append(self.whole[-1] - len(view.encode()))

    @property
    def script(self) -> list[float]:
        """Return the milliseconds from each message until the document had changed."""
        return [float(one) for one in self.page.evaluate("window.updates")]

    def spent(self) -> tuple[float, float]:
        """Return the milliseconds of scripts, and of style and layout, since the page loaded."""
        told = {one["name"]: one["value"] for one in self.cdp.send("Performance.getMetrics")["metrics"]}
        return 1000 * told["ScriptDuration"], 1000 * (told["LayoutDuration"] + told["RecalcStyleDuration"])

    def follow(self, hand: "RandomBot", most: int) -> None:
        """Let the bot act until there were `most` updates or the game is over."""
        while len(self.whole) < most:
            before, count = self.spent(), len(self.whole)
            if not hand.answer():
                return
            self.page.wait_for_timeout(250)  # wait for what an update starts
            now, came = self.spent(), max(len(self.whole) - count, 1)
            self.after.append((now[0] - before[0]) / came)
            self.layout.append((now[1] - before[1]) / came)


class RandomBot:
    """A program that acts at random for a seat at a table that a page shows."""

    def __init__(self, url: str, table: str, token: str, chance: random.Random) -> None:
        self.open = ExitStack()
        place = f"{url.replace('http', 'ws', 1)}/api/socket"
        self.wire = self.open.enter_context(connect(place, compression=None, max_size=None))
        self.chance, self.number, self.now = chance, 0, dict[str, Any]()
        self.wire.send(json.dumps({"type": "hello", "table": table, "token": token}))

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.wire.recv(timeout=PATIENCE))
        self.now = self.now | message["now"] if message.get("now") else self.now
        return message

    def do(self, **fields: Any) -> dict[str, Any]:
        self.number += 1
        self.wire.send(json.dumps({"id": str(self.number), **fields}))
        while (message := self.hear()).get("id") != str(self.number):
            pass
        return message

    def is_asked(self) -> bool:
        """Wait for a question, and return False if the game ends first."""
        while not self.now or self.now["question"] is None:
            if self.now and self.now["table"].get("status") == "over":
                return False
            self.hear()
        return True

    def choose(self) -> list[str]:
        """Return one whole action."""
        said = [self.chance.choice(self.now["view"]["legal"])]
        while legal := self.do(type="ask", what="next", about=", ".join(said))["told"]["next"]:
            said.append("done" if "done" in legal and self.chance.random() < 0.5 else self.chance.choice(legal))
        return said

    def say(self, said: list[str]) -> bool:
        question, self.now = self.now["question"], self.now | {"question": None}
        return self.do(type="play", question=question, actions=said)["type"] == "answer"

    def answer(self) -> bool:
        """Send one whole action, and return whether there was one to send."""
        return self.is_asked() and self.say(self.choose())


def spread(values: list[float]) -> dict[str, float]:
    """Return median, 95th percentile and maximum."""
    high = quantiles(values, n=20, method="inclusive")[-1] if len(values) > 1 else values[0]
    return {"p50": round(median(values), 2), "p95": round(high, 2), "max": round(max(values), 2)}


PAINTED = """new Promise((told) => new PerformanceObserver((seen) => {
  for (const one of seen.getEntriesByName('first-contentful-paint')) told(one.startTime);
}).observe({type: 'paint', buffered: true}))"""


def paints(page: Page) -> dict[str, float]:
    """Return the milliseconds until now, and until the first paint, which the browser reports later."""
    return {"ready": page.evaluate("performance.now()"), "first-contentful-paint": page.evaluate(PAINTED)}
