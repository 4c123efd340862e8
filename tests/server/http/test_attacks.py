"""A real server under attack. Each attack is refused as docs/protocol.md says, and others are served all the while."""

import json
import socket
import time
from contextlib import contextmanager, suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from heorot.server.headers import HEADERS
from tests.server.process import Running, serving

OPEN = {"game": "movie", "seats": [{"who": "open"}, {"who": "open"}], "name": "Beaw", "seat": 1}
BIG = 10_000_000


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("attacked"), **{"HEOROT_RATE_" + n: "100000/second" for n in (
        "CREATE", "IMPORT", "JOIN", "HELLO", "COMMAND", "ASK", "CHAT")},
        HEOROT_MOST_TABLES="100000", HEOROT_MOST_SOCKETS="1000") as running:  # fmt: skip
        yield running


@pytest.fixture
def table(server) -> dict[str, str]:
    return server.post("/api/tables", OPEN).data


@pytest.fixture(autouse=True)
def others_are_served(server, table):
    """Before and after each attack somebody else, at the same table, is answered."""
    with enter(server, table) as wire:
        yield
        wire.send('{"type": "ping"}')
        while json.loads(wire.recv(timeout=20))["type"] != "pong":
            pass
    assert server.get("/api/ready").status == 200
    assert not [line for line in server.lines() if line["event"] in ("failed", "socket.failed")]


@contextmanager
def enter(server: Running, table: dict[str, str]):
    """Someone at a table."""
    with server.socket() as wire:
        wire.send(json.dumps({"type": "hello", "table": table["table"], "token": table["token"]}))
        assert json.loads(wire.recv(timeout=20))["type"] == "welcome"
        yield wire


def closed(wire) -> int:
    """How the server closes, after whatever it still says."""
    try:
        while True:
            wire.recv(timeout=20)
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else 1006


def refusal(wire, message) -> str:
    """The code of the answer to something."""
    wire.send(message)
    while (said := json.loads(wire.recv(timeout=20)))["type"] != "refused":
        pass
    return said["problem"]["code"]


# ---- Frames --------------------------------------------------------------------------------------------------------


def test_a_frame_of_ten_megabytes(server, table):
    with enter(server, table) as wire:
        with suppress(ConnectionClosed):
            wire.send("x" * BIG)
        assert closed(wire) in (1009, 1006)


def test_a_message_in_many_pieces_is_not_longer_either(server, table):
    with enter(server, table) as wire:
        with pytest.raises(ConnectionClosed):
            wire.send("x" * 1000 for _ in range(10_000))
        assert closed(wire) in (1009, 1006)


def test_dust(server, table):
    """A message of very many empty pieces."""
    with enter(server, table) as wire:
        with pytest.raises(ConnectionClosed):
            wire.send("" for _ in range(1_000_000))
        closed(wire)


def test_invalid_utf_8(server, table):
    with enter(server, table) as wire:
        with wire.protocol_mutex:
            wire.protocol.send_text(b"\xff\xfe{}")
            wire.send_data()
        assert closed(wire) == 1007


NO_MESSAGES = [
    b"\x00\x01binary", "", "nonsense", "null", "[]", "{}", "7", '"hello"', "[" * 60_000, '{"a":' * 10_000,
    '{"type": "pong"}', '{"type": "play"}', '{"type": "undo", "id": "1", "more": 1}', '{"type": "undo", "id": ""}',
    '{"type": "undo", "id": "ä"}', '{"type": "undo", "id": "1\\n"}', '{"type": "undo", "id": 1}',
    '{"type": "play", "id": "1", "question": NaN, "actions": ["draw"]}',
    '{"type": "play", "id": "1", "question": 1e999, "actions": ["draw"]}',
    '{"type": "play", "id": "1", "question": ' + "9" * 50_000 + ', "actions": ["draw"]}',
    '{"type": "play", "id": "1", "question": 1, "actions": []}',
    '{"type": "play", "id": "1", "question": true, "actions": ["draw"]}',
    '{"type": "play", "id": "1", "question": 1, "actions": ["' + "x" * 5000 + '"]}',
    '{"type": "play", "id": "1", "question": 1, "actions": [' + '"draw",' * 1000 + '"draw"]}',
    '{"type": "say", "id": "1", "text": "' + "x" * 501 + '"}', '{"type": "say", "id": "1", "text": "\\ud800"}',
    '{"type": "hello", "table": "aaaaaaaaaaaaaaaa"}', '{"type": "mute", "id": "1", "seat": -1, "muted": true}',
]  # fmt: skip


@pytest.mark.parametrize("message", NO_MESSAGES, ids=range(len(NO_MESSAGES)))
def test_what_is_no_message_is_refused_and_the_wire_stays(server, table, message):
    with enter(server, table) as wire:
        assert refusal(wire, message) == "bad-message"
        assert refusal(wire, '{"type": "undo", "id": "x"}') == "not-begun"


def test_of_a_key_that_stands_twice_the_last_counts(server, table):
    with enter(server, table) as wire:
        twice = '{"type": "undo", "type": "erase", "id": "1", "id": "2", "message": 1}'
        assert refusal(wire, twice) == "no-such-message"


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ('{"type": "undo", "id": "1"}', "no-hello"), ('{"type": "ping"}', "no-hello"), ("what?", "bad-message"),
        ('{"type": "hello", "table": "../../etc/passwd"}', "bad-message"),
        ('{"type": "hello", "table": "aaaaaaaaaaaaaaaa"}', "no-such-table"),
        ('{"type": "hello", "table": "aaaaaaaaaaaaaaaa", "token": "\' or 1=1 --         "}', "bad-message"),
    ],
)  # fmt: skip
def test_whoever_does_not_greet_is_turned_away(server, first, code):
    with server.socket() as wire:
        wire.send(first)
        said = json.loads(wire.recv(timeout=20))
        assert (said["type"], said["problem"]["code"]) == ("goodbye", code)
        assert closed(wire) == 1008


# ---- Whoever does not read, and whoever does not finish -------------------------------------------------------------


def memory(server: Running) -> int:
    """Kilobytes."""
    with open(f"/proc/{server.process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def raw(server: Running, data: bytes) -> socket.socket:
    """A bare wire that hardly has room for what comes back."""
    host, port = server.place.split(":")
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.settimeout(20)
    wire.connect((host, int(port)))
    wire.sendall(data)
    return wire


def handshake(server: Running) -> bytes:
    lines = ("GET /api/socket HTTP/1.1", f"Host: {server.place}", "Upgrade: websocket", "Connection: Upgrade",
             "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "")  # fmt: skip
    return "\r\n".join(lines).encode()


def frame(opcode: Opcode, text: str) -> bytes:
    return Frame(opcode, text.encode()).serialize(mask=True, extensions=[])


def is_cut_off(wire: socket.socket, data: bytes, seconds: float = 20.0) -> bool:
    """Whether a wire that never reads is ended while it sends this again and again."""
    end = time.monotonic() + seconds
    wire.settimeout(0.2)
    while time.monotonic() < end:
        try:
            wire.sendall(data)
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


def test_who_never_reads_is_sent_away_and_nobody_waits(server, table):
    before = memory(server)
    hello = {"type": "hello", "table": table["table"], "token": table["token"]}
    with raw(server, handshake(server)) as deaf, enter(server, table) as other:
        deaf.sendall(frame(Opcode.TEXT, json.dumps(hello)))
        for number in range(400):
            other.send(json.dumps({"type": "say", "id": str(number), "text": "hail " * 90}))
            while json.loads(other.recv(timeout=20)).get("id") != str(number):
                pass
        assert is_cut_off(deaf, frame(Opcode.PING, ""))
    assert memory(server) - before < 40_000
    with enter(server, table) as again:
        again.send('{"type": "ping"}')
        assert json.loads(again.recv(timeout=20))["type"] == "pong"


def test_a_flood_of_pings_that_nobody_reads_the_answers_of(server, table):
    before = memory(server)
    with raw(server, handshake(server)) as deaf:
        assert is_cut_off(deaf, frame(Opcode.PING, "x" * 125) * 500)
    assert memory(server) - before < 20_000


def test_a_head_without_end(server):
    with raw(server, b"GET /api/health HTTP/1.1\r\nHost: x\r\nX: ") as wire:
        assert is_cut_off(wire, b"x" * 4096)


@pytest.mark.heavy
@pytest.mark.parametrize("begun", [b"", b"GET /api/health HTT", b"GET /api/health HTTP/1.1\r\nHost: x\r\n"])
def test_a_head_that_does_not_come(server, begun):
    begun_at = time.monotonic()
    with raw(server, begun) as wire, suppress(ConnectionError):
        assert wire.recv(1000) == b""
    assert time.monotonic() - begun_at < 15


@pytest.mark.heavy
def test_no_hello(server):
    with server.socket() as wire:
        said = json.loads(wire.recv(timeout=20))
        assert (said["problem"]["code"], said["again"]) == ("no-hello", True)
        assert closed(wire) == 1012


# ---- HTTP ----------------------------------------------------------------------------------------------------------


def test_bodies_that_are_too_large(server):
    assert server.post("/api/tables", b"x" * 600_000).code == "too-large"
    head = f"POST /api/tables HTTP/1.1\r\nHost: {server.place}\r\nContent-Type: application/json\r\n"
    with raw(server, f"{head}Content-Length: {BIG}\r\n\r\n".encode()) as wire:
        assert b" 413 " in wire.recv(5000).splitlines()[0]
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    with raw(server, f"{head}Transfer-Encoding: chunked\r\n\r\n".encode()) as wire:
        with suppress(OSError):  # it may be ended before all is sent, or read
            for _ in range(160):
                wire.sendall(chunk)
        with suppress(ConnectionError):
            assert b" 413 " in wire.recv(5000).splitlines()[0]


NO_REQUESTS = [
    b"\xff\xfe", b"{", b"", b"null", b"[]", b"[" * 100_000, b'{"a":' * 100_000, b'{"game": NaN}', b'{"\\ud800": 1}',
    b'{"game": "\\ud800", "seats": []}', b'{"game": "movie", "seats": ' + b"9" * 400_000 + b"}", b'{"game": 1e999}',
    b'{"game": "movie", "seats": [{"who": "bot"}], "seat": 1e400}', b"\x00" * 1000,
    b'{"game": "movie", "seats": [{"who":"open"},{"who":"open"}], "options": {"first": "\\ud800"}}',
    b'{"game": "movie", "seats": [{"who":"open"},{"who":"open"}], "options": {"\\u0000": "1"}}',
    b'{"game": "movie", "seats": [{"who":"open"},{"who":"open"}], "box": "\\ud800"}',
    b'{"game": "movie", "seats": [{"who":"open"},{"who":"open"}], "name": "\\u200b", "seat": 1}',
    b'{"game": "movie", "seats": [{"who":"bot","bot":"\'; drop table events; --"}]}',
]  # fmt: skip


@pytest.mark.parametrize("body", NO_REQUESTS, ids=range(len(NO_REQUESTS)))
def test_what_is_no_request_is_refused_in_our_shape(server, body):
    found = server.post("/api/tables", body)
    assert found.status in (400, 422)
    assert found.code


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/..%2f..%2fetc%2fpasswd", "/api/tables/%00", "/api//tables", "/api/tables/", "/../../etc/passwd",
        "/api/tables/aaaaaaaaaaaaaaaa%0a", "/api/tables?before=" + "9" * 400, "/api/tables?before=-1",
        "/api/games/" + "x" * 8000 + "/box", "/api/games/%F0%9F%90%89/box", "/api/games/..%2f/box",
        "/nothing", "/assets/",
        "/assets/..%2f..%2findex.html", "/index.html.br", "/built-from.txt/",
        "/api/tables/aaaaaaaaaaaaaaaa", "/api/openapi.json/", "/docs", "/redoc", "/api/socket",
    ],
)  # fmt: skip
def test_paths_lead_nowhere_else(server, path):
    found = server.get(path)
    assert found.status in (400, 404, 422)
    assert found.code


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/health"), ("GET", "/metrics"), ("GET", "/nothing"), ("PUT", "/api/tables"),
        ("POST", "/api/tables"), ("GET", "/api/openapi.json"),
        ("OPTIONS", "/api/tables"), ("GET", "/api/tables/x"), ("HEAD", "/api/games"),
    ],
)  # fmt: skip
def test_every_answer_has_the_headers(server, method, path):
    found = server.send(method, path)
    assert {name: found.headers.get(name.lower()) for name in HEADERS} == HEADERS
    assert "server" not in found.headers
    assert not [name for name in found.headers if name.startswith("access-control")]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1.evil.example", "file://"])
def test_pages_of_strangers_are_refused(server, origin):
    found = server.post("/api/tables", OPEN, Origin=origin)
    assert (found.status, found.code) == (403, "foreign-origin")
    with pytest.raises(InvalidStatus, match="403"), server.socket(origin=origin):
        pass


def test_what_a_stranger_says_of_the_own_address_is_not_believed(server):
    for said in ("127.0.0.1", "10.0.0.1"):
        assert server.get("/metrics", X_Forwarded_For=said).code == "far"
