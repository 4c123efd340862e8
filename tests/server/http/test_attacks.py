"""Attacks on a real server: each is refused as docs/protocol.md says, while other clients are served."""

import json
import socket
import time
from contextlib import contextmanager, suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from heorot.server.http.headers import SECURITY_HEADERS
from tests.server.support.live_server import RunningServer, serving
from tests.support.patience import PATIENCE

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
    """Check that another client of the same table is served before and after each attack."""
    with enter(server, table) as client:
        yield
        client.send('{"type": "ping"}')
        while json.loads(client.recv(timeout=PATIENCE))["type"] != "pong":
            pass
    assert server.get("/api/ready").status == 200
    assert not [line for line in server.lines() if line["event"] in ("failed", "socket.failed")]


@contextmanager
def enter(server: RunningServer, table: dict[str, str]):
    """Connect to a table."""
    with server.socket() as client:
        client.send(json.dumps({"type": "hello", "table": table["table"], "token": table["token"]}))
        assert json.loads(client.recv(timeout=PATIENCE))["type"] == "welcome"
        yield client


def closed(client) -> int:
    """Return the close code after all remaining messages."""
    try:
        while True:
            client.recv(timeout=PATIENCE)
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else 1006


def refusal(client, message) -> str:
    """Return the error code of the answer to a message."""
    client.send(message)
    while (message := json.loads(client.recv(timeout=PATIENCE)))["type"] != "refused":
        pass
    return message["problem"]["code"]


# ---- Frames --------------------------------------------------------------------------------------------------------


def test_a_frame_of_ten_megabytes_is_refused(server, table):
    with enter(server, table) as client:
        with suppress(ConnectionClosed):
            client.send("x" * BIG)
        assert closed(client) in (1009, 1006)


def test_the_frame_limit_covers_fragmented_messages(server, table):
    with enter(server, table) as client:
        with pytest.raises(ConnectionClosed):
            client.send("x" * 1000 for _ in range(10_000))
        assert closed(client) in (1009, 1006)


def test_a_message_of_many_empty_fragments_is_cut_off(server, table):
    """Empty fragments stay below the size limit."""
    with enter(server, table) as client:
        with pytest.raises(ConnectionClosed):
            client.send("" for _ in range(1_000_000))
        closed(client)


def test_invalid_utf_8_closes_the_connection(server, table):
    with enter(server, table) as client:
        with client.protocol_mutex:
            client.protocol.send_text(b"\xff\xfe{}")
            client.send_data()
        assert closed(client) == 1007


INVALID_MESSAGES = [
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


@pytest.mark.parametrize("message", INVALID_MESSAGES, ids=range(len(INVALID_MESSAGES)))
def test_invalid_messages_are_refused_and_the_connection_stays_open(server, table, message):
    with enter(server, table) as client:
        assert refusal(client, message) == "bad-message"
        assert refusal(client, '{"type": "undo", "id": "x"}') == "not-begun"


def test_the_last_of_duplicate_json_keys_wins(server, table):
    with enter(server, table) as client:
        twice = '{"type": "undo", "type": "erase", "id": "1", "id": "2", "message": 1}'
        assert refusal(client, twice) == "no-such-message"


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ('{"type": "undo", "id": "1"}', "no-hello"), ('{"type": "ping"}', "no-hello"), ("what?", "bad-message"),
        ('{"type": "hello", "table": "../../etc/passwd"}', "bad-message"),
        ('{"type": "hello", "table": "aaaaaaaaaaaaaaaa"}', "no-such-table"),
        ('{"type": "hello", "table": "aaaaaaaaaaaaaaaa", "token": "\' or 1=1 --         "}', "bad-message"),
    ],
)  # fmt: skip
def test_connections_without_a_valid_hello_are_closed(server, first, code):
    with server.socket() as client:
        client.send(first)
        message = json.loads(client.recv(timeout=PATIENCE))
        assert (message["type"], message["problem"]["code"]) == ("goodbye", code)
        assert closed(client) == 1008


# ---- Slow clients --------------------------------------------------------------------------------------------------


def memory(server: RunningServer) -> int:
    """Return the server's memory in kilobytes."""
    with open(f"/proc/{server.process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def raw(server: RunningServer, data: bytes) -> socket.socket:
    """Open a TCP connection with a tiny receive buffer and send data."""
    host, port = server.place.split(":")
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(PATIENCE)
    client.connect((host, int(port)))
    client.sendall(data)
    return client


def handshake(server: RunningServer) -> bytes:
    lines = ("GET /api/socket HTTP/1.1", f"Host: {server.place}", "Upgrade: websocket", "Connection: Upgrade",
             "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "")  # fmt: skip
    return "\r\n".join(lines).encode()


def frame(opcode: Opcode, text: str) -> bytes:
    return Frame(opcode, text.encode()).serialize(mask=True, extensions=[])


def is_cut_off(client: socket.socket, data: bytes, seconds: float = PATIENCE) -> bool:
    """Return whether the server closes a connection that sends this repeatedly and never reads."""
    end = time.monotonic() + seconds
    client.settimeout(0.2)
    while time.monotonic() < end:
        try:
            client.sendall(data)
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


def test_clients_that_never_read_are_disconnected(server, table):
    before = memory(server)
    hello = {"type": "hello", "table": table["table"], "token": table["token"]}
    with raw(server, handshake(server)) as deaf, enter(server, table) as other:
        deaf.sendall(frame(Opcode.TEXT, json.dumps(hello)))
        for number in range(400):
            other.send(json.dumps({"type": "say", "id": str(number), "text": "hail " * 90}))
            while json.loads(other.recv(timeout=PATIENCE)).get("id") != str(number):
                pass
        assert is_cut_off(deaf, frame(Opcode.PING, ""))
    assert memory(server) - before < 40_000
    with enter(server, table) as again:
        again.send('{"type": "ping"}')
        assert json.loads(again.recv(timeout=PATIENCE))["type"] == "pong"


def test_a_flood_of_pings_with_unread_pongs_is_cut_off(server, table):
    before = memory(server)
    with raw(server, handshake(server)) as deaf:
        assert is_cut_off(deaf, frame(Opcode.PING, "x" * 125) * 500)
    assert memory(server) - before < 20_000


def test_an_endless_request_head_is_cut_off(server):
    with raw(server, b"GET /api/health HTTP/1.1\r\nHost: x\r\nX: ") as client:
        assert is_cut_off(client, b"x" * 4096)


@pytest.mark.heavy
@pytest.mark.parametrize("begun", [b"", b"GET /api/health HTT", b"GET /api/health HTTP/1.1\r\nHost: x\r\n"])
def test_a_slow_request_head_is_cut_off(server, begun):
    begun_at = time.monotonic()
    with raw(server, begun) as client, suppress(ConnectionError):
        assert client.recv(1000) == b""
    assert time.monotonic() - begun_at < PATIENCE


@pytest.mark.heavy
def test_a_connection_without_hello_times_out(server):
    with server.socket() as client:
        message = json.loads(client.recv(timeout=PATIENCE))
        assert (message["problem"]["code"], message["again"]) == ("no-hello", True)
        assert closed(client) == 1012


# ---- HTTP ----------------------------------------------------------------------------------------------------------


def test_bodies_that_are_too_large_are_refused(server):
    assert server.post("/api/tables", b"x" * 600_000).code == "too-large"
    head = f"POST /api/tables HTTP/1.1\r\nHost: {server.place}\r\nContent-Type: application/json\r\n"
    with raw(server, f"{head}Content-Length: {BIG}\r\n\r\n".encode()) as client:
        assert b" 413 " in client.recv(5000).splitlines()[0]
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    with raw(server, f"{head}Transfer-Encoding: chunked\r\n\r\n".encode()) as client:
        with suppress(OSError):  # the server may close before all is sent or read
            for _ in range(160):
                client.sendall(chunk)
        with suppress(ConnectionError):
            assert b" 413 " in client.recv(5000).splitlines()[0]


INVALID_BODIES = [
    b"\xff\xfe", b"{", b"", b"null", b"[]", b"[" * 100_000, b'{"a":' * 100_000, b'{"game": NaN}', b'{"\\ud800": 1}',
    b'{"game": "\\ud800", "seats": []}', b'{"game": "movie", "seats": ' + b"9" * 400_000 + b"}", b'{"game": 1e999}',
    b'{"game": "movie", "seats": [{"who": "bot"}], "seat": 1e400}', b"\x00" * 1000,
    b'{"game": "movie", "seats": [{"who":"open"},{"who":"open"}], "options": {"first": "\\ud800"}}',
    b'{"game": "movie", "seats": [{"who":"open"},{"who":"open"}], "options": {"\\u0000": "1"}}',
    b'{"game": "movie", "seats": [{"who":"open"},{"who":"open"}], "box": "\\ud800"}',
    b'{"game": "movie", "seats": [{"who":"open"},{"who":"open"}], "name": "\\u200b", "seat": 1}',
    b'{"game": "movie", "seats": [{"who":"bot","bot":"\'; drop table events; --"}]}',
]  # fmt: skip


@pytest.mark.parametrize("body", INVALID_BODIES, ids=range(len(INVALID_BODIES)))
def test_invalid_bodies_are_refused_with_our_error_model(server, body):
    response = server.post("/api/tables", body)
    assert response.status in (400, 422)
    assert response.code


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
def test_path_traversal_is_refused(server, path):
    response = server.get(path)
    assert response.status in (400, 404, 422)
    assert response.code


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/health"), ("GET", "/metrics"), ("GET", "/nothing"), ("PUT", "/api/tables"),
        ("POST", "/api/tables"), ("GET", "/api/openapi.json"),
        ("OPTIONS", "/api/tables"), ("GET", "/api/tables/x"), ("HEAD", "/api/games"),
    ],
)  # fmt: skip
def test_every_answer_has_the_headers(server, method, path):
    response = server.send(method, path)
    assert {name: response.headers.get(name.lower()) for name in SECURITY_HEADERS} == SECURITY_HEADERS
    assert "server" not in response.headers
    assert not [name for name in response.headers if name.startswith("access-control")]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1.evil.example", "file://"])
def test_foreign_origins_are_refused(server, origin):
    response = server.post("/api/tables", OPEN, Origin=origin)
    assert (response.status, response.code) == (403, "foreign-origin")
    with pytest.raises(InvalidStatus, match="403"), server.socket(origin=origin):
        pass


def test_forwarded_addresses_of_untrusted_clients_are_ignored(server):
    for message in ("127.0.0.1", "10.0.0.1"):
        assert server.get("/metrics", X_Forwarded_For=message).code == "far"
