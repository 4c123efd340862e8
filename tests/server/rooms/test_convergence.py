"""P5: over a connection that loses, duplicates, delays and reorders messages and keeps breaking, every command is
executed once, and all clients end with the same table."""

import asyncio
import json
from contextlib import AsyncExitStack

import pytest
from websockets.asyncio.client import connect

from tests.server.support.host_process import ServerProcess
from tests.server.support.lossy_proxy import Proxy
from tests.server.support.recording_client import Person, check_against_log, start_table


async def play_behind(proxy: Proxy, people: list[Person], watching: list[Person]) -> None:
    """Play whole games over a bad connection that becomes good at the end."""
    async with AsyncExitStack() as stack:
        for client in (*people, *watching):
            client.address = proxy.address
            await stack.enter_async_context(client)
        await asyncio.gather(*(person.play_on() for person in people))
        await proxy.be_honest()
        await asyncio.gather(*(client.until_over() for client in (*people, *watching)))


async def converge(served: ServerProcess, parties: list, seed: int) -> tuple[int, dict[str, int]]:
    """Play whole games; return the number of moves and the faults of the proxy."""
    people = [person for party in parties for person in await start_table(served, *party)]
    watching = [Person("", table) for table in {person.table for person in people}]
    async with Proxy(served.socket, seed) as proxy:
        await play_behind(proxy, people, watching)
    rows = {client.table: served.events(client.table) for client in watching}
    for client in (*people, *watching):
        check_against_log(client, rows[client.table])
    return sum(row.kind == "moved" for table in rows.values() for row in table), proxy.harm


async def test_p5_clients_converge_over_a_bad_connection(tmp_path):
    with ServerProcess(tmp_path / "data") as served:
        moves, harm = await converge(served, [("movie", 2), ("legend", 2)], seed=1)
    assert moves > 60
    assert min(harm.values()) >= 5


@pytest.mark.heavy
async def test_p5_clients_converge_in_many_games(tmp_path):
    with ServerProcess(tmp_path / "data") as served:
        for seed in range(5):
            parties = [("movie", 4), ("legend", 5), ("movie", 2, 1), ("legend", 2, 2)]
            await converge(served, parties, seed)


# ---- Repeated commands -------------------------------------------------------------------------------------------


async def say(person: Person, *messages: dict) -> list[str]:
    """Return the raw replies to commands, each sent over its own connection."""
    texts = []
    for message in messages:
        async with connect(person.address, compression=None) as wire:
            await wire.send(json.dumps(person.hello()))
            await wire.send(json.dumps(message))
            texts.append(await heard(wire, message["id"]))
    return texts


async def heard(wire, id: str) -> str:
    async for text in wire:
        if json.loads(text).get("id") == id:
            return text
    raise AssertionError("no answer")


async def commands_of(person: Person) -> list[dict]:
    """Return one command of each kind that two people can send at the beginning of a game."""
    async with person:
        question = person.now["question"]
        actions = await person.completed([person.now["view"]["legal"][0]])
    commands = [{"type": "play", "question": question, "actions": actions}, {"type": "undo"},
             {"type": "say", "text": "Hail"}, {"type": "erase", "message": 0},
             {"type": "mute", "seat": 2, "muted": True}, {"type": "leave", "bot": "random"}, {"type": "return"},
             {"type": "reissue", "seat": 2}, {"type": "seat", "seat": 2, "who": "bot", "bot": "random"},
             {"type": "abort"}, {"type": "rematch"}]  # fmt: skip
    return [{"id": f"c{number}", **command} for number, command in enumerate(commands)]


@pytest.mark.parametrize("game", ["movie", "legend"])
async def test_p5_a_repeated_command_gets_the_same_bytes(game, tmp_path):
    """At once, over another connection, after other events, and by another process."""
    with ServerProcess(tmp_path / "data") as served:
        host, _ = await start_table(served, game, 2, options={"first": "1"})
        commands = await commands_of(host)
        first = [answer for command in commands for answer in await say(host, command, command)]
        assert first[::2] == first[1::2]
        assert {json.loads(text)["type"] for text in first} == {"answer"}
        stored = served.events(host.table)
        assert await say(host, *commands) == first[::2]
        served.kill()
        served.start()
        lasting = [command for command in commands if command["type"] != "reissue"]
        assert await say(host, *lasting) == [text for text in first[::2] if json.loads(text)["token"] is None]
        assert served.events(host.table) == stored
