"""The middleware of all requests: headers, size limits, origins, rate limits, and one error model."""

import json
import socket
from contextlib import ExitStack

import pytest
from websockets.exceptions import InvalidStatus

from heorot.server.http.headers import SECURITY_HEADERS
from tests.server.support.live_server import serving
from tests.support.patience import PATIENCE

TABLE = {"game": "movie", "seats": [{"who": "open"}, {"who": "open"}]}
NOBODY = "a" * 16


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    settings = {
        "HEOROT_PROXIES": "127.0.0.1",
        "HEOROT_ORIGINS": "https://friend.example",
        "HEOROT_RATE_REQUEST": "50/minute",
        "HEOROT_RATE_CREATE": "3/hour",
        "HEOROT_MOST_SOCKETS": "3",
    }
    with serving(tmp_path_factory.mktemp("shell"), **settings) as running:
        yield running


# ---- Headers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/health", "/api/openapi.json", "/nothing", f"/api/tables/{NOBODY}", "/metrics"])
def test_every_answer_has_the_headers(server, path):
    headers = server.get(path).headers
    for name, value in SECURITY_HEADERS.items():
        assert headers[name.lower()] == value
    assert "server" not in headers
    assert (headers.get("cache-control") == "no-store") == path.startswith("/api")
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]


# ---- Errors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/nothing", None, 404, "not-found"),
        ("GET", "/api/nothing", None, 404, "not-found"),
        ("GET", "/api/health/", None, 404, "not-found"),
        ("DELETE", "/api/health", None, 405, "wrong-method"),
        ("PUT", "/api/tables", None, 405, "wrong-method"),
        ("GET", "/api/socket", None, 404, "not-found"),
        ("GET", f"/api/tables/{NOBODY}", None, 404, "no-such-table"),
        ("GET", "/api/tables/not-a-table", None, 422, "invalid"),
        ("GET", "/api/tables?before=yesterday", None, 422, "invalid"),
        ("GET", f"/api/tables/{NOBODY}/me", None, 401, "unknown-token"),
        ("POST", "/api/tables", None, 422, "invalid"),
        ("POST", "/api/tables", b"{", 400, "bad-request"),
        ("POST", "/api/tables", b"\xff\xfe", 400, "bad-request"),
        ("POST", "/api/tables", b"[" * 100_000, 400, "bad-request"),
        ("POST", "/api/tables", [], 422, "invalid"),
        ("POST", "/api/tables", {**TABLE, "listed": "yes"}, 422, "invalid"),
        ("POST", "/api/tables", {**TABLE, "surprise": 1}, 422, "invalid"),
        ("POST", "/api/devices", {"code": "abcdefghjk"}, 404, "unknown-code"),
        ("POST", "/api/mine", b"x" * 600_000, 413, "too-large"),
    ],
)
def test_every_error_has_the_same_model(server, method, path, body, status, code):
    answer = server.send(method, path, body)
    assert (answer.status, answer.code) == (status, code)
    assert answer.headers["content-type"] == "application/json"


def test_wrong_methods_get_an_allow_header(server):
    assert server.send("DELETE", "/api/health").headers["allow"] == "GET"
    assert server.send("PUT", "/api/tables").headers["allow"] == "GET, POST"
    assert server.send("PUT", f"/api/tables/{NOBODY}/me").headers["allow"] == "DELETE, GET"


def test_validation_errors_do_not_repeat_input(server):
    answer = server.post("/api/tables", {**TABLE, "name": {"secret": "swordfish"}})
    assert answer.data["problem"]["params"] == {"where": "body.name", "why": "string_type"}


def test_chunked_bodies_are_limited_while_they_arrive(server):
    with socket.create_connection(server.place.split(":"), timeout=PATIENCE) as client:
        head = f"POST /api/mine HTTP/1.1\r\nHost: {server.place}\r\nContent-Type: application/json\r\n"
        client.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        for _ in range(9):
            client.sendall(b"10000\r\n" + b" " * 65536 + b"\r\n")
        answer = client.recv(100)
    assert answer.startswith(b"HTTP/1.1 413")


# ---- Origins and addresses -----------------------------------------------------------------------------------------


def test_foreign_origins_cannot_post(server):
    answer = server.post("/api/mine", {"keys": []}, Origin="https://evil.example")
    assert (answer.status, answer.code) == (403, "foreign-origin")
    assert server.get("/api/health", Origin="https://evil.example").status == 200
    for origin in (f"http://{server.place}", "https://friend.example"):
        assert server.post("/api/mine", {"keys": []}, Origin=origin).status == 200


def test_foreign_origins_cannot_open_sockets(server):
    with pytest.raises(InvalidStatus) as refused, server.socket(origin="https://evil.example"):
        pass
    answer = refused.value.response
    assert answer.status_code == 403
    assert json.loads(answer.body)["problem"]["code"] == "foreign-origin"
    assert answer.headers["Content-Security-Policy"] == SECURITY_HEADERS["Content-Security-Policy"]
    for origin in (f"http://{server.place}", "https://friend.example", None):
        with server.socket(origin=origin):
            pass


def test_limits_count_the_forwarded_address(server):
    for _ in range(3):
        assert server.post("/api/tables", TABLE, X_Forwarded_For="203.0.113.1").status == 201
    refused = server.post("/api/tables", TABLE, X_Forwarded_For="203.0.113.1")
    assert (refused.status, refused.code) == (429, "too-fast")
    assert int(refused.headers["retry-after"]) == refused.data["problem"]["params"]["seconds"] > 3000
    assert server.post("/api/tables", TABLE, X_Forwarded_For="203.0.113.2").status == 201


def test_requests_are_limited_except_health_checks(server):
    mine = {"X_Forwarded_For": "203.0.113.5"}
    assert {server.get("/api/games", **mine).status for _ in range(50)} == {200}
    assert server.get("/api/games", **mine).code == "too-fast"
    assert server.get("/nothing", **mine).code == "too-fast"
    assert server.get("/api/health", **mine).status == 200


def test_sockets_per_address_are_limited(server):
    mine = {"additional_headers": {"X-Forwarded-For": "203.0.113.3"}}
    with ExitStack() as open_ones:
        for _ in range(3):
            open_ones.enter_context(server.socket(**mine))
        with pytest.raises(InvalidStatus) as refused, server.socket(**mine):
            pass
        assert refused.value.response.status_code == 429
        assert json.loads(refused.value.response.body)["problem"]["code"] == "too-many"
        with server.socket(additional_headers={"X-Forwarded-For": "203.0.113.4"}):
            pass


# ---- Metrics -------------------------------------------------------------------------------------------------------


def test_metrics_are_for_local_clients(server):
    assert server.get("/metrics").status == 200
    far = server.get("/metrics", X_Forwarded_For="203.0.113.1")
    assert (far.status, far.code) == (403, "far")


def test_metrics_contain_no_names(server):
    server.get(f"/api/tables/{NOBODY}")
    text = server.get("/metrics").body.decode()
    assert 'heorot_requests_total{method="GET",route="/api/tables/{table}",status="404"}' in text
    assert 'heorot_refused_total{code="no-such-table"}' in text
    for name in ("heorot_tables", "heorot_sockets", "heorot_append_seconds_bucket", "heorot_store_bytes"):
        assert f"\n{name}" in text
    assert NOBODY not in text
    assert "203.0.113" not in text
