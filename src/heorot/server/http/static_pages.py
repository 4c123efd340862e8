"""Static files of the browser client, read once into memory, and compressed JSON responses."""

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

from heorot.server.protocol.errors import Refusal

INDEX = "index.html"
BUILD_FILES = {"built-from.txt"}  # part of the bundle, but not served
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # best first
IMMUTABLE = "public, max-age=31536000, immutable"  # for files with a content hash in their name
REVALIDATE = "no-cache"


@dataclass(frozen=True, slots=True)
class StaticPage:
    """A file of the bundle with its precompressed variants."""

    kind: str
    named_by_content: bool
    bytes: dict[str, bytes]  # by encoding; "" is uncompressed
    tag: str


def load_pages(folder: Traversable) -> dict[str, StaticPage]:
    """Return the bundle's files by path; empty if the client was not built."""
    files = dict(walk_files(folder, "")) if folder.is_dir() else {}
    shown = [path for path in files if not path.endswith(tuple(ENCODINGS.values())) and path not in BUILD_FILES]
    return {path: load_page(path, files) for path in shown}


def walk_files(folder: Traversable, before: str) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of all files below a folder."""
    for file in folder.iterdir():
        if file.is_dir():
            yield from walk_files(file, f"{before}{file.name}/")
        else:
            yield before + file.name, file.read_bytes()


def load_page(path: str, files: dict[str, bytes]) -> StaticPage:
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    kind = f"{kind}; charset=utf-8" if kind.startswith("text/") or kind.endswith("javascript") else kind
    squeezed = {name: files[path + end] for name, end in ENCODINGS.items() if path + end in files}
    tag = f'"{sha256(files[path]).hexdigest()[:20]}"'
    return StaticPage(kind, path.startswith("assets/"), {"": files[path], **squeezed}, tag)


class StaticPages:
    """Serve the files of the bundle."""

    def __init__(self, folder: Traversable | None = None) -> None:
        self.pages = load_pages(folder or resources.files("heorot") / "bundle")

    def routes(self) -> list[Route]:
        """Return one route per file, so that no other path reaches the file system; the index exists even without a
        bundle."""
        paths = dict.fromkeys([INDEX, *self.pages])
        return [Route("/" if path == INDEX else f"/{path}", self.answer, methods=["GET"]) for path in paths]

    async def answer(self, request: Request) -> Response:
        page = self.pages.get(request.scope["path"].removeprefix("/") or INDEX)
        if page is None:
            raise Refusal("not-found", "server.no-client")
        headers = {"ETag": page.tag, "Vary": "Accept-Encoding"}
        headers["Cache-Control"] = IMMUTABLE if page.named_by_content else REVALIDATE
        if page.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        encoding = best_encoding(page, request.headers.get("accept-encoding", ""))
        if encoding:
            headers["Content-Encoding"] = encoding
        return Response(page.bytes[encoding], media_type=page.kind, headers=headers)


def best_encoding(page: StaticPage, accepted: str) -> str:
    """Return the smallest encoding that the browser accepts."""
    return next((name for name in ENCODINGS if name in page.bytes and name in accepted_encodings(accepted)), "")


def accepted_encodings(accepted: str) -> set[str]:
    """Return the encodings of an Accept-Encoding header, without those with q=0."""
    offers = [offer.replace(" ", "").partition(";") for offer in accepted.split(",")]
    return {name for name, _, weight in offers if weight not in ("q=0", "q=0.0")}


def compressed_json(data: object, request: Request) -> Response:
    """Return public data as a compressed JSON response. Never use it for data of one seat: the compressed length would
    leak it."""
    text, headers = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(), {"Vary": "Accept-Encoding"}
    if "gzip" in accepted_encodings(request.headers.get("accept-encoding", "")):
        text, headers["Content-Encoding"] = gzip.compress(text, mtime=0), "gzip"
    return Response(text, media_type="application/json", headers=headers)


def cacheable_json(text: bytes, request: Request) -> Response:
    """Return public JSON with an ETag, to be cached and revalidated."""
    tag, compressed = etag_and_gzip(text)
    headers = {"ETag": tag, "Vary": "Accept-Encoding", "Cache-Control": REVALIDATE}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in accepted_encodings(request.headers.get("accept-encoding", "")):
        text, headers["Content-Encoding"] = compressed, "gzip"
    return Response(text, media_type="application/json", headers=headers)


@lru_cache(64)
def etag_and_gzip(text: bytes) -> tuple[str, bytes]:
    """Return the ETag of a text, and the text compressed."""
    return f'"{sha256(text).hexdigest()[:20]}"', gzip.compress(text, mtime=0)
