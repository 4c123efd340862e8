"""The browser's client: the files of the bundle, read once, and other open data, handed out compressed."""

import gzip
import json
import mimetypes
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from heorot.server.errors import Refusal

FIRST = "index.html"
OF_THE_BUILD = {"built-from.txt"}  # lies in the bundle, and is nobody's page
SQUEEZED = {"br": ".br", "gzip": ".gz"}  # the best first
FOR_EVER = "public, max-age=31536000, immutable"  # its name changes with what is in it
ASK_AGAIN = "no-cache"


@dataclass(frozen=True, slots=True)
class Page:
    """A file of the bundle, and the same compressed."""

    kind: str
    named_by_content: bool
    bytes: dict[str, bytes]  # by encoding; "" is as it is
    tag: str


def pages_of(folder: Traversable) -> dict[str, Page]:
    """The bundle by path; nothing, where it was never built."""
    files = dict(walk(folder, "")) if folder.is_dir() else {}
    shown = [path for path in files if not path.endswith(tuple(SQUEEZED.values())) and path not in OF_THE_BUILD]
    return {path: page_of(path, files) for path in shown}


def walk(folder: Traversable, before: str) -> Iterator[tuple[str, bytes]]:
    """All files below a folder, by path."""
    for file in folder.iterdir():
        if file.is_dir():
            yield from walk(file, f"{before}{file.name}/")
        else:
            yield before + file.name, file.read_bytes()


def page_of(path: str, files: dict[str, bytes]) -> Page:
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    kind = f"{kind}; charset=utf-8" if kind.startswith("text/") or kind.endswith("javascript") else kind
    squeezed = {name: files[path + end] for name, end in SQUEEZED.items() if path + end in files}
    tag = f'"{sha256(files[path]).hexdigest()[:20]}"'
    return Page(kind, path.startswith("assets/"), {"": files[path], **squeezed}, tag)


class Pages:
    """Answers for every path that is not the API's."""

    def __init__(self, folder: Traversable | None = None) -> None:
        self.pages = pages_of(folder or resources.files("heorot") / "bundle")

    def routes(self) -> list[Route]:
        """One for each page, and no other path leads to a file; the first is there even if nothing was built."""
        paths = dict.fromkeys([FIRST, *self.pages])
        return [Route("/" if path == FIRST else f"/{path}", self.answer, methods=["GET"]) for path in paths]

    async def answer(self, request: Request) -> Response:
        page = self.pages.get(request.scope["path"].removeprefix("/") or FIRST)
        if page is None:
            raise Refusal("not-found", "server.no-client")
        headers = {"ETag": page.tag, "Vary": "Accept-Encoding"}
        headers["Cache-Control"] = FOR_EVER if page.named_by_content else ASK_AGAIN
        if page.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        encoding = best_of(page, request.headers.get("accept-encoding", ""))
        if encoding:
            headers["Content-Encoding"] = encoding
        return Response(page.bytes[encoding], media_type=page.kind, headers=headers)


def best_of(page: Page, accepted: str) -> str:
    """The smallest form that the browser takes."""
    return next((name for name in SQUEEZED if name in page.bytes and name in taken(accepted)), "")


def taken(accepted: str) -> set[str]:
    """The encodings that a browser takes; those with q=0 it does not."""
    wishes = [one.replace(" ", "").partition(";") for one in accepted.split(",")]
    return {name for name, _, weight in wishes if weight not in ("q=0", "q=0.0")}


def squeezed(told: object, request: Request) -> Response:
    """Plain data that everybody may read, compressed. What is for one seat never is: its length would tell of it."""
    text, headers = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode(), {"Vary": "Accept-Encoding"}
    if "gzip" in taken(request.headers.get("accept-encoding", "")):
        text, headers["Content-Encoding"] = gzip.compress(text, mtime=0), "gzip"
    return Response(text, media_type="application/json", headers=headers)


def for_everyone(text: bytes, request: Request) -> Response:
    """Plain data that everybody may read and keep, as long as it is asked for again."""
    tag, small = kept(text)
    headers = {"ETag": tag, "Vary": "Accept-Encoding", "Cache-Control": ASK_AGAIN}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in taken(request.headers.get("accept-encoding", "")):
        text, headers["Content-Encoding"] = small, "gzip"
    return Response(text, media_type="application/json", headers=headers)


@lru_cache(64)
def kept(text: bytes) -> tuple[str, bytes]:
    """The tag of a text, and the text compressed."""
    return f'"{sha256(text).hexdigest()[:20]}"', gzip.compress(text, mtime=0)
