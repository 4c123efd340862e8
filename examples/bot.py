#!/usr/bin/env python3
"""A bot that takes a seat at any table and answers at random: the whole protocol, in sixty lines.

    python examples/bot.py http://localhost:8000 TABLE TOKEN [NAME]

TOKEN is the one of a seat's link; without a link, `-` takes a seat that is open to anyone. It needs websockets alone.
"""

import json
import random
import sys
from itertools import count
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect


def join(server: str, table: str, token: str | None, name: str) -> str:
    """Take the seat, and learn its token."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = Request(f"{server}/api/tables/{table}/join", json.dumps({"name": name}).encode(), headers)
    with urlopen(request) as answer:
        return json.load(answer)["token"]


def told(wire: ClientConnection, id: str, said: list[str]) -> dict:
    """What may follow the beginning of a set: nothing, once it is whole."""
    wire.send(json.dumps({"type": "ask", "id": id, "what": "next", "about": ", ".join(said)}))
    while (message := json.loads(wire.recv())).get("id") != id:
        pass  # news in between: the answer below names its question, so nothing is lost
    return message["told"]


def answer(wire: ClientConnection, now: dict, ids: count) -> None:
    """A whole answer to the open question: one action, or a set piece by piece."""
    said = [random.choice(now["view"]["legal"])]
    while legal := told(wire, f"ask-{next(ids)}", said)["next"]:
        said.append("done" if "done" in legal and random.random() < 0.5 else random.choice(legal))
    wire.send(json.dumps({"type": "play", "id": f"play-{next(ids)}", "question": now["question"], "actions": said}))


def play(server: str, table: str, token: str) -> None:
    """Answer whatever is asked, until the game is over."""
    address, ids = server.replace("http", "ws", 1) + "/api/socket", count(random.getrandbits(48))
    with connect(address, compression=None, max_size=None) as wire:
        wire.send(json.dumps({"type": "hello", "table": table, "token": token}))
        asked = None
        for text in wire:
            now = json.loads(text).get("now")
            if now and now["table"].get("status") in ("over", "ended"):  # an update tells what has changed of the table
                return print("The game is over.")
            if now and now["question"] not in (None, asked):
                asked = now["question"]
                answer(wire, now, ids)


if __name__ == "__main__":
    server, table, token, *name = sys.argv[1:]
    play(server, table, join(server, table, None if token == "-" else token, *name or ["Bot"]))
