"""Measurements of the client's size and speed in a real Chromium, for test_bundle_size.py and bench/web.py."""

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
from tests.web.support.browser import wait_until
from tests.web.support.browser_user import BrowserUser

READY = "document.readyState === 'complete' && !!document.querySelector('main button:enabled')"


class Weight:
    """Bytes of every HTTP response as transferred: bodies and headers."""

    def __init__(self, person: BrowserUser) -> None:
        self.cdp = person.context.new_cdp_session(person.page)
        self.bytes: dict[str, int] = {}
        self.urls: dict[str, str] = {}
        self.heads: dict[str, int] = {}
        self.cdp.send("Network.enable")
        self.cdp.send("Network.setCacheDisabled", {"cacheDisabled": True})
        self.cdp.on("Network.responseReceived", self.on_response)
        self.cdp.on("Network.loadingFinished", self.on_finished)

    def on_response(self, event: dict[str, Any]) -> None:
        self.urls[event["requestId"]] = urlsplit(event["response"]["url"]).path
        self.heads[event["requestId"]] = int(event["response"]["encodedDataLength"])

    def on_finished(self, event: dict[str, Any]) -> None:
        self.bytes[event["requestId"]] = int(event["encodedDataLength"]) - self.heads.get(event["requestId"], 0)

    @property
    def by_path(self) -> dict[str, int]:
        """Return the bytes of each path, the largest first."""
        sizes = {self.urls.get(key, key): size for key, size in self.bytes.items()}
        return dict(sorted(sizes.items(), key=lambda item: -item[1]))

    @property
    def total(self) -> int:
        return sum(self.bytes.values())

    @property
    def with_headers(self) -> int:
        return self.total + sum(self.heads.values())


def wait_until_loaded(person: BrowserUser) -> None:
    """Wait until everything that is needed to play has been fetched."""
    wait_until(person.page, READY)
    person.page.wait_for_load_state("networkidle")


def weigh(person: BrowserUser, place: str) -> Weight:
    """Measure the responses that a browser with an empty cache needs until a page can be used."""
    weight = Weight(person)
    person.page.goto(f"{person.url}/{place}")
    wait_until_loaded(person)
    return weight


def create_table(url: str, game: str, *seats: str, **more: Any) -> dict[str, Any]:
    """Create a table through the API. If the first seat is a person's, it is the host's."""
    choices = [{"who": who} if who in ("person", "open") else {"who": "bot", "bot": who} for who in seats]
    host = {"seat": 1, "name": "Anna"} if seats[0] == "person" else {}
    return request_json(f"{url}/api/tables", {"game": game, "seats": choices, **host, **more})


# Measures in the page the time from a message until the document has changed. Svelte changes the document in microtasks
# right after the message, so the clock stops after those. Painting is not script time.
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
    """Updates that a page receives: their sizes and script times. A bot acts for the seat; the page gets no input."""

    page: Page
    beyond: list[int] = field(default_factory=list)  # bytes of each update without its view
    whole: list[int] = field(default_factory=list)  # bytes of each update
    after: list[float] = field(default_factory=list)  # milliseconds of script per update until the page was idle
    layout: list[float] = field(default_factory=list)  # milliseconds of style and layout per update

    def __post_init__(self) -> None:
        self.page.add_init_script(CLOCK)
        self.page.on("websocket", self.on_websocket)
        self.cdp = self.page.context.new_cdp_session(self.page)
        self.cdp.send("Performance.enable", {"timeDomain": "timeTicks"})

    def on_websocket(self, websocket: WebSocket) -> None:
        websocket.on("framereceived", self.on_frame)

    def on_frame(self, payload: str | bytes) -> None:
        message = json.loads(payload)
        if message["type"] == "update":
            view = json.dumps(message["now"]["view"], ensure_ascii=False, separators=(",", ":"))
            self.whole.append(len(payload.encode() if isinstance(payload, str) else payload))
            self.beyond.append(self.whole[-1] - len(view.encode()))

    @property
    def script(self) -> list[float]:
        """Return the milliseconds from each message until the document had changed."""
        return [float(milliseconds) for milliseconds in self.page.evaluate("window.updates")]

    def spent(self) -> tuple[float, float]:
        """Return the milliseconds of scripts, and of style and layout, since the page loaded."""
        seconds = {metric["name"]: metric["value"] for metric in self.cdp.send("Performance.getMetrics")["metrics"]}
        return 1000 * seconds["ScriptDuration"], 1000 * (seconds["LayoutDuration"] + seconds["RecalcStyleDuration"])

    def follow(self, bot: "RandomBot", most: int) -> None:
        """Let the bot act until the page has received `most` updates or the game is over."""
        while len(self.whole) < most:
            before, count = self.spent(), len(self.whole)
            if not bot.act():
                return
            self.page.wait_for_timeout(250)  # for queries and animations that an update starts
            now, updates = self.spent(), max(len(self.whole) - count, 1)
            self.after.append((now[0] - before[0]) / updates)
            self.layout.append((now[1] - before[1]) / updates)


class RandomBot:
    """A client that plays random actions for the seat that a page shows."""

    def __init__(self, url: str, table: str, token: str, chance: random.Random) -> None:
        self.resources = ExitStack()
        place = f"{url.replace('http', 'ws', 1)}/api/socket"
        self.connection = self.resources.enter_context(connect(place, compression=None, max_size=None))
        self.chance, self.number, self.now = chance, 0, dict[str, Any]()
        self.connection.send(json.dumps({"type": "hello", "table": table, "token": token}))

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.connection.recv(timeout=PATIENCE))
        self.now = self.now | message["now"] if message.get("now") else self.now
        return message

    def request(self, **fields: Any) -> dict[str, Any]:
        self.number += 1
        self.connection.send(json.dumps({"id": str(self.number), **fields}))
        while (message := self.receive()).get("id") != str(self.number):
            pass
        return message

    def wait_for_question(self) -> bool:
        """Wait until the seat has a question; return False if the game ends first."""
        while not self.now or self.now["question"] is None:
            if self.now and self.now["table"].get("status") == "over":
                return False
            self.receive()
        return True

    def choose_action(self) -> list[str]:
        """Return a complete random action."""
        actions = [self.chance.choice(self.now["view"]["legal"])]
        while legal := self.request(type="ask", what="next", about=", ".join(actions))["told"]["next"]:
            actions.append("done" if "done" in legal and self.chance.random() < 0.5 else self.chance.choice(legal))
        return actions

    def send_action(self, actions: list[str]) -> bool:
        question, self.now = self.now["question"], self.now | {"question": None}
        return self.request(type="play", question=question, actions=actions)["type"] == "answer"

    def act(self) -> bool:
        """Play one complete action; return False if the game is over or the server refuses it."""
        return self.wait_for_question() and self.send_action(self.choose_action())


def summarize(values: list[float]) -> dict[str, float]:
    """Return median, 95th percentile and maximum."""
    high = quantiles(values, n=20, method="inclusive")[-1] if len(values) > 1 else values[0]
    return {"p50": round(median(values), 2), "p95": round(high, 2), "max": round(max(values), 2)}


PAINTED = """new Promise((resolve) => new PerformanceObserver((entries) => {
  for (const entry of entries.getEntriesByName('first-contentful-paint')) resolve(entry.startTime);
}).observe({type: 'paint', buffered: true}))"""


def paint_times(page: Page) -> dict[str, float]:
    """Return the milliseconds from navigation until now and until the first paint."""
    return {"ready": page.evaluate("performance.now()"), "first-contentful-paint": page.evaluate(PAINTED)}
