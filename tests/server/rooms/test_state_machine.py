"""Any mixture of commands from several sockets, against a model: who may do what, and what never happens.

Valid, invalid, foreign, old and repeated commands come in any order; seats come and go. After every step each answer
has come once, versions have grown by what was shown, the table is the fold of what is stored, and each has been sent
the view of the own seat and no other."""

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
from heorot.server.bots import AtOnce
from heorot.server.room import read_table
from tests.server.laid import some_answer
from tests.server.served import FakeClock, served

PEOPLE = st.sampled_from([0, 1, 2, None])  # two who play, a host who only looks on, someone who watches
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
HOSTS_ALONE = ("mute", "configure", "close", "reissue")
FOLDED = ("seq", "state", "steps", "questions", "places", "status", "chat", "request", "why", "undone")
PLAYERS_ALONE = ("play", "undo", "abort", "agree", "say", "return")


class Pondering(AtOnce):
    """A bot that stands in and never comes to an answer: what happens is what people do."""

    async def think(self, *_):
        await asyncio.Event().wait()


class Machine(RuleBasedStateMachine):
    """One table, and all who speak there."""

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
        self.run(self.lay(game))

    async def lay(self, game):
        self.life = served(self.folder, FakeClock(), Pondering(), bot_patience=3600)
        self.house = await self.life.__aenter__()
        laid = await self.house.call("POST", "/api/tables", {"game": game, "seats": [{"who": "person"}] * 2})
        self.table, keys = laid.json["table"], []
        for number, link in enumerate(laid.json["links"]):
            way = f"/api/tables/{self.table}/join"
            keys.append((await self.house.call("POST", way, {"name": f"P{number}"}, link["token"])).json["token"])
        self.keys = {0: keys[0], 1: keys[1], 2: laid.json["token"], None: None}
        self.wires = {who: [await self.enter(who)] for who in self.keys}
        await self.house.quiet()
        self.room = self.house.hall.rooms[self.table]

    # ---- What they do

    @rule(who=PEOPLE, seed=st.integers(0, 99))
    def answer(self, who, seed):
        """A right answer, of whoever says it."""
        table = self.room.table
        if table.asked:
            seat = Seat(who) if who in table.asked else table.asked[0]
            said = some_answer(table, seat, Random(seed))
            found = self.send(who, type="play", question=table.questions[seat], actions=said)
            assert (found["type"] == "answer") == (who == seat and not table.plays_by_itself(seat))

    @rule(who=PEOPLE, question=st.integers(0, 20), action=st.sampled_from(["done", "draw", "pass", "x", "thane a1"]))
    def answer_wrongly(self, who, question, action):
        self.send(who, type="play", question=question, actions=[action, "?"])

    @rule(who=PEOPLE, command=st.sampled_from(COMMANDS))
    def command(self, who, command):
        found = self.send(who, **command)
        if found["type"] == "answer":
            assert who == 2 or command["type"] not in HOSTS_ALONE
            assert who in (0, 1) or command["type"] not in PLAYERS_ALONE

    @rule(who=PEOPLE)
    def repeat(self, who):
        """The same again, over another wire: the same answer, and nothing changes."""
        if self.said.get(who):
            message, before, seq = *self.rng.choice(self.said[who]), self.room.table.seq
            found = self.run(self.exchange(who, message))
            assert self.room.table.seq == seq
            assert found == before or (before["type"], found["type"]) == ("refused", "refused")

    @rule(who=PEOPLE, text=st.sampled_from(["", "[]", "{", '{"type": "hello"}', '{"type": "undo"}', "nul"]))
    def nonsense(self, who, text):
        wire = self.wires[who][-1]
        wire.say(text)
        assert self.run(wire.answer(None))["problem"]["code"] == "bad-message"

    @rule(who=PEOPLE, seen=st.integers(0, 30))
    def come_again(self, who, seen):
        self.run(self.reconnect(who, seen))

    async def reconnect(self, who, seen):
        await self.wires[who][-1].hang_up()
        self.wires[who].append(await self.enter(who, seen=seen))
        await self.house.quiet()

    async def enter(self, who, **more):
        wire = await self.house.enter(self.table, self.keys[who], **more)
        assert (await wire.next())["type"] == "welcome"
        return wire

    def send(self, who, **command):
        self.number += 1
        message, seq = {"id": f"m{self.number}", **command}, self.room.table.seq
        found = self.run(self.exchange(who, message))
        if found["type"] == "refused":
            assert found["problem"]["code"] in REFUSALS, found
            assert self.room.table.seq == seq
        if command["type"] != "ask" and who is not None and found.get("table") is None:
            self.said.setdefault(who, []).append((message, found))
        return found

    async def exchange(self, who, message):
        wire = self.wires[who][-1]
        wire.read = len(wire.heard)
        found = await wire.ask(message)
        await self.house.quiet()
        answers = [json.loads(text).get("id") for text in wire.heard[wire.read - 1 :]]
        assert Counter(answers)[message["id"]] == 1
        return found

    # ---- What is always so

    @invariant()
    def the_table_is_what_is_stored(self):
        if hasattr(self, "room"):
            rows = self.run(self.house.hall.means.store.load(self.table))
            again, now = read_table(self.table, rows), self.room.table
            assert [getattr(again, name) for name in FOLDED] == [getattr(now, name) for name in FOLDED]

    @invariant()
    def everyone_has_seen_exactly_what_is_shown(self):
        for who, wires in getattr(self, "wires", {}).items():
            seat = Seat(who) if who in (0, 1) else None
            news = [json.loads(text) for text in wires[-1].heard]
            versions = [one["now"]["version"] for one in news if one["type"] in ("welcome", "update")]
            assert versions == sorted(set(versions))
            assert versions[-1] == self.room.table.version(seat, host=who == 2)  # a host hears what is said
            latest = next(one for one in reversed(news) if one["type"] in ("welcome", "update"))
            shown = self.room.table.game.shown(self.room.table.state, seat, len(self.room.table.state.history))
            assert latest["now"]["view"] == json.loads(json.dumps({k: v for k, v in shown.items() if k != "log"}))

    def teardown(self):
        if hasattr(self, "life"):
            self.run(self.life.__aexit__(None, None, None))
        self.runner.close()
        shutil.rmtree(self.folder)


class TestProtocol(Machine.TestCase):
    """A few, in the usual suite."""

    settings = settings(max_examples=15, stateful_step_count=30)


@pytest.mark.heavy
class TestProtocolForLong(Machine.TestCase):
    """And many."""

    settings = settings(max_examples=400, stateful_step_count=100)
