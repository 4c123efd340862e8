"""The browser's client over the wire: small, kept where it may be kept, guarded, and nothing but the bundle's files."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from heorot.server.app import make_app
from heorot.server.headers import HEADERS
from heorot.server.pages import Pages, best_of, pages_of
from heorot.server.settings import Settings
from tests.server.house import scope
from tests.server.process import serving

BUNDLE = Path(__file__).parents[2] / "src/heorot/bundle"
EVER = "public, max-age=31536000, immutable"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("pages"), HEOROT_RATE_REQUEST="100000/second") as running:
        yield running


def script() -> str:
    """A file of the bundle whose name changes with what is in it."""
    return next(f"/assets/{file.name}" for file in sorted(BUNDLE.glob("assets/*.js")))


def text(path: str) -> bytes:
    return (BUNDLE / (path.removeprefix("/") or "index.html")).read_bytes()


# ---- What comes ----------------------------------------------------------------------------------------------------


def test_the_first_page_is_there_and_asked_for_again_each_time(server):
    page = server.get("/")
    assert (page.status, page.body) == (200, text("/"))
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"


def test_what_is_named_by_its_content_is_kept_for_ever(server):
    page = server.get(script())
    assert (page.status, page.body) == (200, text(script()))
    assert page.headers["content-type"] == "text/javascript; charset=utf-8"
    assert page.headers["cache-control"] == EVER


def test_every_file_of_the_bundle_has_a_type_and_comes_whole(server):
    paths = [f"/{path}" for path in pages_of(BUNDLE) if path != "index.html"]
    assert len(paths) > 5
    for path in paths:
        page = server.get(path)
        assert (page.status, page.body) == (200, text(path)), path
        assert "octet-stream" not in page.headers["content-type"], path


def test_every_page_has_the_headers_of_every_answer(server):
    for path in ("/", script(), "/icon.svg"):
        headers = server.get(path).headers
        assert {name: headers[name.lower()] for name in HEADERS} == HEADERS


def test_the_first_page_needs_no_inline_script_or_style(server):
    page = server.get("/").body.decode()
    assert "<style" not in page
    assert "style=" not in page
    assert page.count("<script") == page.count('<script type="module" crossorigin src="/assets/')


# ---- Compressed ----------------------------------------------------------------------------------------------------


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
def test_the_best_form_that_the_browser_takes(server, accepted, encoding):
    for path in ("/", script()):
        page = server.get(path, Accept_Encoding=accepted)
        assert page.headers.get("content-encoding") == encoding
        assert page.headers["vary"] == "Accept-Encoding"
        assert int(page.headers["content-length"]) == len(page.body)
        ends = {"br": ".br", "gzip": ".gz", None: ""}
        assert page.body == text(f"{path if path != '/' else '/index.html'}{ends[encoding]}")


def test_what_is_compressed_is_the_same(server):
    assert gzip.decompress(server.get(script(), Accept_Encoding="gzip").body) == text(script())


def test_compressed_files_and_the_stamp_of_the_build_are_no_pages(server):
    for path in (f"{script()}.br", "/index.html.gz", "/built-from.txt"):
        assert server.get(path).code == "not-found"


def test_a_file_that_was_not_compressed_comes_as_it_is():
    page = pages_of(BUNDLE)["index.html"]
    assert best_of(page, "br, gzip") == "br"
    assert best_of(type(page)(page.kind, False, {"": b"x"}, '"1"'), "br, gzip") == ""


@pytest.mark.parametrize("accepted", ["gzip, br", "br", "gzip;q=0"])
def test_a_box_comes_compressed_to_whoever_takes_that(server, accepted):
    laid = server.post("/api/tables", {"game": "legend", "seats": [{"who": "open"}, {"who": "open"}]}).data
    paths = ("/api/games/legend/box", f"/api/tables/{laid['table']}/box")
    plain = [server.get(path) for path in paths]
    assert plain[0].data == plain[1].data
    for path, whole in zip(paths, plain, strict=True):
        box = server.get(path, Accept_Encoding=accepted)
        assert box.headers["vary"] == "Accept-Encoding"
        assert box.headers.get("content-encoding") == ("gzip" if accepted == "gzip, br" else None)
        assert (gzip.decompress(box.body) if "content-encoding" in box.headers else box.body) == whole.body
        assert len(box.body) < len(whole.body) / 4 or "content-encoding" not in box.headers


def test_what_is_for_one_seat_is_never_compressed(server):
    laid = server.post("/api/tables", {"game": "movie", "seats": [{"who": "bot"}] * 2, "listed": True}).data
    for path in (f"/api/tables/{laid['table']}", f"/api/tables/{laid['table']}/past", "/api/games", "/api/tables"):
        assert "content-encoding" not in server.get(path, Accept_Encoding="gzip, br").headers


# ---- Kept ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["{}", 'W/{}', '"other", {}'])
def test_who_has_it_already_is_told_so_in_a_few_bytes(server, form):
    for path in ("/", script()):
        tag = server.get(path).headers["etag"]
        again = server.get(path, If_None_Match=form.format(tag))
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
        assert again.headers["cache-control"] == server.get(path).headers["cache-control"]
        assert HEADERS["Content-Security-Policy"] == again.headers["content-security-policy"]


def test_who_has_something_older_is_sent_the_new(server):
    assert server.get("/", If_None_Match='"of-yesterday"').status == 200


def test_two_files_have_two_tags():
    tags = [page.tag for page in pages_of(BUNDLE).values()]
    assert len(set(tags)) == len(tags)


# ---- Nothing else --------------------------------------------------------------------------------------------------


def test_whoever_only_asks_what_would_come_gets_the_headers(server):
    page, told = server.get("/"), server.send("HEAD", "/")
    assert (told.status, told.body) == (200, b"")
    assert told.headers["content-length"] == page.headers["content-length"]
    assert told.headers["etag"] == page.headers["etag"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_a_page_can_only_be_read(server, method):
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
def test_no_other_path_leads_to_a_file_and_the_failure_has_its_shape(server, path):
    answer = server.get(path)
    assert (answer.status, answer.code) == (404, "not-found")
    assert answer.headers["content-type"] == "application/json"


def test_a_question_mark_and_what_follows_it_change_nothing(server):
    assert server.get("/?table=none").body == text("/")


async def test_without_a_bundle_the_first_page_says_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setattr("heorot.server.app.Pages", lambda: Pages(tmp_path / "nothing"))
    app = make_app(Settings(data=tmp_path))
    assert await failure_at(app, "/") == {"code": "not-found", "key": "server.no-client", "params": {}}
    assert (await failure_at(app, "/icon.svg"))["key"] == "server.not-found"


async def failure_at(app, path: str) -> Any:
    """What an app says that has nothing to show there."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope("http", path, method="GET"), receive, send)
    assert sent[0]["status"] == 404
    return json.loads(sent[1]["body"])["problem"]
