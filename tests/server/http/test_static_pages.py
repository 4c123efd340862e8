"""The static pages of the browser client: compression, caching, security headers, and no other files."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from heorot.server.app import make_app
from heorot.server.http.headers import SECURITY_HEADERS
from heorot.server.http.static_pages import StaticPages, best_encoding, load_pages
from heorot.server.settings import Settings
from tests.server.support.in_process_server import scope
from tests.server.support.live_server import serving

BUNDLE = Path(__file__).parents[3] / "src/heorot/bundle"
EVER = "public, max-age=31536000, immutable"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("pages"), HEOROT_RATE_REQUEST="100000/second") as running:
        yield running


def script() -> str:
    """Return a file of the bundle with a content hash in its name."""
    return next(f"/assets/{file.name}" for file in sorted(BUNDLE.glob("assets/*.js")))


def text(path: str) -> bytes:
    return (BUNDLE / (path.removeprefix("/") or "index.html")).read_bytes()


# ---- Responses -----------------------------------------------------------------------------------------------------


def test_the_index_is_revalidated(server):
    page = server.get("/")
    assert (page.status, page.body) == (200, text("/"))
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"


def test_hashed_files_are_immutable(server):
    page = server.get(script())
    assert (page.status, page.body) == (200, text(script()))
    assert page.headers["content-type"] == "text/javascript; charset=utf-8"
    assert page.headers["cache-control"] == EVER


def test_every_file_of_the_bundle_is_served_with_its_type(server):
    paths = [f"/{path}" for path in load_pages(BUNDLE) if path != "index.html"]
    assert len(paths) > 5
    for path in paths:
        page = server.get(path)
        assert (page.status, page.body) == (200, text(path)), path
        assert "octet-stream" not in page.headers["content-type"], path


def test_every_page_has_security_headers(server):
    for path in ("/", script(), "/icon.svg"):
        headers = server.get(path).headers
        assert {name: headers[name.lower()] for name in SECURITY_HEADERS} == SECURITY_HEADERS


def test_the_index_has_no_inline_script_or_style(server):
    page = server.get("/").body.decode()
    assert "<style" not in page
    assert "style=" not in page
    assert page.count("<script") == page.count('<script type="module" crossorigin src="/assets/')


# ---- Compression ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br; q=0.0, gzip;q=0", None),
        ("identity", None),
        ("", None),
    ],
)
def test_the_best_accepted_encoding_is_served(server, accepted, encoding):
    for path in ("/", script()):
        page = server.get(path, Accept_Encoding=accepted)
        assert page.headers.get("content-encoding") == encoding
        assert page.headers["vary"] == "Accept-Encoding"
        assert int(page.headers["content-length"]) == len(page.body)
        ends = {"br": ".br", "gzip": ".gz", None: ""}
        assert page.body == text(f"{path if path != '/' else '/index.html'}{ends[encoding]}")


def test_compressed_files_have_the_same_content(server):
    assert gzip.decompress(server.get(script(), Accept_Encoding="gzip").body) == text(script())


def test_compressed_variants_and_the_build_stamp_are_not_served(server):
    for path in (f"{script()}.br", "/index.html.gz", "/built-from.txt"):
        assert server.get(path).code == "not-found"


def test_uncompressed_files_are_served_as_they_are():
    page = load_pages(BUNDLE)["index.html"]
    assert best_encoding(page, "br, gzip") == "br"
    assert best_encoding(type(page)(page.kind, False, {"": b"x"}, '"1"'), "br, gzip") == ""


@pytest.mark.parametrize("accepted", ["gzip, br", "br", "gzip;q=0"])
def test_boxes_are_compressed_if_accepted(server, accepted):
    created = server.post("/api/tables", {"game": "legend", "seats": [{"who": "open"}, {"who": "open"}]}).data
    paths = ("/api/games/legend/box", f"/api/tables/{created['table']}/box")
    plain = [server.get(path) for path in paths]
    assert plain[0].data == plain[1].data
    for path, whole in zip(paths, plain, strict=True):
        box = server.get(path, Accept_Encoding=accepted)
        assert box.headers["vary"] == "Accept-Encoding"
        assert box.headers.get("content-encoding") == ("gzip" if accepted == "gzip, br" else None)
        assert (gzip.decompress(box.body) if "content-encoding" in box.headers else box.body) == whole.body
        assert len(box.body) < len(whole.body) / 4 or "content-encoding" not in box.headers


def test_private_data_is_never_compressed(server):
    created = server.post("/api/tables", {"game": "movie", "seats": [{"who": "bot"}] * 2, "listed": True}).data
    for path in (
        f"/api/tables/{created['table']}",
        f"/api/tables/{created['table']}/past",
        "/api/games",
        "/api/tables",
    ):
        assert "content-encoding" not in server.get(path, Accept_Encoding="gzip, br").headers


# ---- Caching -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}'])
def test_a_matching_etag_gets_304(server, form):
    for path in ("/", script()):
        tag = server.get(path).headers["etag"]
        again = server.get(path, If_None_Match=form.format(tag))
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
        assert again.headers["cache-control"] == server.get(path).headers["cache-control"]
        assert SECURITY_HEADERS["Content-Security-Policy"] == again.headers["content-security-policy"]


def test_another_etag_gets_the_new_file(server):
    assert server.get("/", If_None_Match='"of-yesterday"').status == 200


def test_different_files_have_different_etags():
    tags = [page.tag for page in load_pages(BUNDLE).values()]
    assert len(set(tags)) == len(tags)


# ---- Other requests ------------------------------------------------------------------------------------------------


def test_head_requests_get_headers_only(server):
    page, response = server.get("/"), server.send("HEAD", "/")
    assert (response.status, response.body) == (200, b"")
    assert response.headers["content-length"] == page.headers["content-length"]
    assert response.headers["etag"] == page.headers["etag"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_pages_accept_only_get_and_head(server, method):
    answer = server.send(method, "/", {})
    assert (answer.status, answer.code) == (405, "wrong-method")
    assert answer.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize(
    "path",
    [
        "/assets", "/assets/", "/assets/none.js", "/index.html", "/..", "/../pyproject.toml", "/assets/../../app.py",
        "/%2e%2e/app.py", "/assets/%2e%2e/index.html", "//", "/icon.svg/", "/ICON.SVG", "/server/app.py", "/%00",
    ],
)  # fmt: skip
def test_other_paths_get_404_with_our_error_model(server, path):
    answer = server.get(path)
    assert (answer.status, answer.code) == (404, "not-found")
    assert answer.headers["content-type"] == "application/json"


def test_query_strings_are_ignored(server):
    assert server.get("/?table=none").body == text("/")


async def test_index_without_a_bundle_explains_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setattr("heorot.server.app.StaticPages", lambda: StaticPages(tmp_path / "nothing"))
    app = make_app(Settings(data=tmp_path))
    assert await failure_at(app, "/") == {"code": "not-found", "key": "server.no-client", "params": {}}
    assert (await failure_at(app, "/icon.svg"))["key"] == "server.not-found"


async def failure_at(app, path: str) -> Any:
    """Return the error of an app without a bundle."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope("http", path, method="GET"), receive, send)
    assert sent[0]["status"] == 404
    return json.loads(sent[1]["body"])["problem"]
