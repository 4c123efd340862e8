"""Any mixture of commands from several sockets, checked against a model of rights and invariants.

Valid, invalid, foreign, old and repeated commands come in any order, while seats change hands. After every step each
command has one answer, versions have grown by the visible events, the table is the fold of the stored events, and each
client was sent only its own seat's view.
"""

import asyncio
import json
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from heorot.engine.seats import Seat
from heorot.server.rooms.bot_processes import InlineBotRunner
from heorot.server.table.fold import fold_rows
from tests.server.support.asgi_client import SteppedClock, run_app
from tests.server.support.table_setup import random_answer

PEOPLE = st.sampled_from([0, 1, 2, None])  # two players, a host without a seat, a spectator
REFUSALS = {
    "illegal", "unreadable", "stale", "half-a-set", "too-many-answers", "not-seated", "not-host", "not-begun",
    "begun", "over", "not-over", "nothing-to-undo", "asked-already", "nothing-asked", "not-away", "bot-plays",
    "resigned", "no-such-message", "no-such-query", "no-such-seat", "muted", "refused", "bad-option", "no-clock",
    "no-such-bot",
}  # fmt: skip
COMMANDS = [
    {"type": "undo"}, {"type": "abort"}, {"type": "agree", "yes": False}, {"type": "agree", "yes": True},
    {"type": "return"}, {"type": "say", "text": "hail"}, {"type": "erase", "message": 0}, {"type": "close"},
    {"type": "rematch"}, {"type": "mute", "seat": 1, "muted": False}, {"type": "mute", "seat": 9, "muted": True},
    {"type": "configure", "options": {}}, {"type": "ask", "what": "scores"}, {"type": "ask", "what": "next"},
    {"type": "ask", "what": "nothing"}, {"type": "pause"}, {"type": "resume"}, {"type": "leave", "bot": "random"},
    {"type": "leave", "bot": "random", "seat": 1}, {"type": "leave", "bot": "none"},
]  # fmt: skip
HOST_COMMANDS = ("mute", "configure", "close", "reissue")
FOLDED = ("seq", "state", "steps", "questions", "places", "status", "chat", "request", "end_reason", "undo_count")
PLAYER_COMMANDS = ("play", "undo", "abort", "agree", "say", "return")


class Pondering(InlineBotRunner):
    """A stand-in bot that never answers."""

    async def choose_action(self, *_):
        await asyncio.Event().wait()


class Machine(RuleBasedStateMachine):
    """One table and all its clients."""

    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.runner = asyncio.Runner()
        self.number = 0
        self.said, self.rng = {}, Random(1)

    def run(self, work):
        return self.runner.run(work)

    @initialize(game=st.sampled_from(["movie", "legend"]))
    def begin(self, game):
        self.run(self.create_table(game))

    async def create_table(self, game):
        self.life = run_app(self.folder, SteppedClock(), Pondering(), bot_patience=3600)
        self.server = await self.life.__aenter__()
        created = await self.server.call("POST", "/api/tables", {"game": game, "seats": [{"who": "person"}] * 2})
        self.table, keys = created.json["table"], []
        for number, link in enumerate(created.json["links"]):
            path = f"/api/tables/{self.table}/join"
            keys.append((await self.server.call("POST", path, {"name": f"P{number}"}, link["token"])).json["token"])
        self.keys = {0: keys[0], 1: keys[1], 2: created.json["token"], None: None}
        self.clients = {who: [await self.enter(who)] for who in self.keys}
        await self.server.wait_until_idle()
        self.room = self.server.registry.rooms[self.table]

    # ---- Rules

    @rule(who=PEOPLE, seed=st.integers(0, 99))
    def answer(self, who, seed):
        """Send a legal answer, whether or not the sender may give it."""
        table = self.room.table
        if table.awaited:
            seat = Seat(who) if who in table.awaited else table.awaited[0]
            actions = random_answer(table, seat, Random(seed))
            reply = self.send(who, type="play", question=table.questions[seat], actions=actions)
            assert (reply["type"] == "answer") == (who == seat and not table.is_bot_seat(seat))

    @rule(who=PEOPLE, question=st.integers(0, 20), action=st.sampled_from(["done", "draw", "pass", "x", "thane a1"]))
    def answer_wrongly(self, who, question, action):
        self.send(who, type="play", question=question, actions=[action, "?"])

    @rule(who=PEOPLE, command=st.sampled_from(COMMANDS))
    def command(self, who, command):
        reply = self.send(who, **command)
        if reply["type"] == "answer":
            assert who == 2 or command["type"] not in HOST_COMMANDS
            assert who in (0, 1) or command["type"] not in PLAYER_COMMANDS

    @rule(who=PEOPLE)
    def repeat(self, who):
        """Repeat a command over another connection: the answer is the same, and nothing changes."""
        if self.said.get(who):
            message, before, seq = *self.rng.choice(self.said[who]), self.room.table.seq
            reply = self.run(self.exchange(who, message))
            assert self.room.table.seq == seq
            assert reply == before or (before["type"], reply["type"]) == ("refused", "refused")

    @rule(who=PEOPLE, text=st.sampled_from(["", "[]", "{", '{"type": "hello"}', '{"type": "undo"}', "nul"]))
    def nonsense(self, who, text):
        client = self.clients[who][-1]
        client.send_message(text)
        assert self.run(client.answer(None))["problem"]["code"] == "bad-message"

    @rule(who=PEOPLE, seen=st.integers(0, 30))
    def reconnect_with_seen_version(self, who, seen):
        self.run(self.reconnect(who, seen))

    async def reconnect(self, who, seen):
        await self.clients[who][-1].disconnect()
        self.clients[who].append(await self.enter(who, seen=seen))
        await self.server.wait_until_idle()

    async def enter(self, who, **more):
        client = await self.server.enter(self.table, self.keys[who], **more)
        assert (await client.next())["type"] == "welcome"
        return client

    def send(self, who, **command):
        self.number += 1
        message, seq = {"id": f"m{self.number}", **command}, self.room.table.seq
        reply = self.run(self.exchange(who, message))
        if reply["type"] == "refused":
            assert reply["problem"]["code"] in REFUSALS, reply
            assert self.room.table.seq == seq
        if command["type"] != "ask" and who is not None and reply.get("table") is None:
            self.said.setdefault(who, []).append((message, reply))
        return reply

    async def exchange(self, who, message):
        client = self.clients[who][-1]
        client.read = len(client.received)
        reply = await client.ask(message)
        await self.server.wait_until_idle()
        answers = [json.loads(text).get("id") for text in client.received[client.read - 1 :]]
        assert Counter(answers)[message["id"]] == 1
        return reply

    # ---- Invariants

    @invariant()
    def table_equals_the_folded_events(self):
        if hasattr(self, "room"):
            rows = self.run(self.server.registry.context.store.load(self.table))
            again, now = fold_rows(self.table, rows), self.room.table
            assert [getattr(again, name) for name in FOLDED] == [getattr(now, name) for name in FOLDED]

    @invariant()
    def clients_have_received_their_current_view(self):
        for who, clients in getattr(self, "clients", {}).items():
            seat = Seat(who) if who in (0, 1) else None
            news = [json.loads(text) for text in clients[-1].received]
            versions = [message["now"]["version"] for message in news if message["type"] in ("welcome", "update")]
            assert versions == sorted(set(versions))
            assert versions[-1] == self.room.table.version(seat, host=who == 2)  # the host receives chat
            latest = next(message for message in reversed(news) if message["type"] in ("welcome", "update"))
            shown = self.room.table.game.view_json(self.room.table.state, seat, len(self.room.table.state.history))
            assert latest["now"]["view"] == json.loads(json.dumps({k: v for k, v in shown.items() if k != "log"}))

    def teardown(self):
        if hasattr(self, "life"):
            self.run(self.life.__aexit__(None, None, None))
        self.runner.close()
        shutil.rmtree(self.folder)


class TestProtocol(Machine.TestCase):
    """A few examples, in the default suite."""

    settings = settings(max_examples=15, stateful_step_count=30)


@pytest.mark.heavy
class TestProtocolForLong(Machine.TestCase):
    """Many examples."""

    settings = settings(max_examples=400, stateful_step_count=100)
