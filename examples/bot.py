#!/usr/bin/env python3
"""A bot that takes a seat at any table and plays at random: the whole protocol in sixty lines.

    python examples/bot.py http://localhost:8000 TABLE TOKEN [NAME]

TOKEN is that of a seat's link, or `-` to take any open seat. Needs only the package websockets.
"""

import json
import random
import sys
from itertools import count
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect


def join(server: str, table: str, token: str | None, name: str) -> str:
    """Take a seat and return its token."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = Request(f"{server}/api/tables/{table}/join", json.dumps({"name": name}).encode(), headers)
    with urlopen(request) as answer:
        return json.load(answer)["token"]


def query_next(connection: ClientConnection, id: str, actions: list[str]) -> dict:
    """Return the data of the query `next`: the actions that may follow in a set, none once it is complete."""
    connection.send(json.dumps({"type": "ask", "id": id, "what": "next", "about": ", ".join(actions)}))
    while (message := json.loads(connection.recv())).get("id") != id:
        pass  # ignore updates: an answer to a closed question is refused anyway
    return message["told"]


def answer(connection: ClientConnection, now: dict, ids: count) -> None:
    """Answer the open question with one action, or a set action by action."""
    actions = [random.choice(now["view"]["legal"])]
    while legal := query_next(connection, f"ask-{next(ids)}", actions)["next"]:
        actions.append("done" if "done" in legal and random.random() < 0.5 else random.choice(legal))
    command = {"type": "play", "id": f"play-{next(ids)}", "question": now["question"], "actions": actions}
    connection.send(json.dumps(command))


def play(server: str, table: str, token: str) -> None:
    """Answer every question until the game is over."""
    address, ids = server.replace("http", "ws", 1) + "/api/socket", count(random.getrandbits(48))
    with connect(address, compression=None, max_size=None) as connection:
        connection.send(json.dumps({"type": "hello", "table": table, "token": token}))
        asked = None
        for text in connection:
            now = json.loads(text).get("now")
            if now and now["table"].get("status") in ("over", "ended"):  # updates contain only changed fields
                return print("The game is over.")
            if now and now["question"] not in (None, asked):
                asked = now["question"]
                answer(connection, now, ids)


if __name__ == "__main__":
    server, table, token, *name = sys.argv[1:]
    play(server, table, join(server, table, None if token == "-" else token, *name or ["Bot"]))
