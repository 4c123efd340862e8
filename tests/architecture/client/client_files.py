"""The source files of the browser's client, for the tests of this folder and of the catalogues."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.architecture.source import ROOT

WEB = ROOT / "web"
GENERATED = {"src/protocol.ts"}  # made by `heorot openapi`
COMMENT = re.compile(r"<!--.*?-->|/\*.*?\*/|(?<![:'\"`\w])//[^\n]*", re.DOTALL)
TEST = re.compile(r"\.test\.ts$|\.svelte\.test\.ts$|/testing/")


class ClientFile(NamedTuple):
    """A source file of the client."""

    name: str  # within web/
    text: str

    @property
    def parts(self) -> tuple[str, ...]:
        return Path(self.name).parts

    @property
    def is_test(self) -> bool:
        return bool(TEST.search(self.name))

    @property
    def code(self) -> str:
        """Return the text with blanks in place of comments, so that lines keep their numbers."""
        return COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), self.text)

    def places(self, pattern: re.Pattern[str], text: str | None = None) -> list[str]:
        """Return the places where a pattern matches the code, or another version of it with the same lines."""
        code = self.code if text is None else text
        return [f"web/{self.name}:{code.count(chr(10), 0, m.start()) + 1}: {m[0][:60]}" for m in pattern.finditer(code)]


@cache
def client_files(*suffixes: str) -> list[ClientFile]:
    """Return the handwritten files below web/src, of all kinds or of those with the given suffixes."""
    paths = sorted(path for path in (WEB / "src").rglob("*") if path.is_file())
    files = [ClientFile(path.relative_to(WEB).as_posix(), path.read_text("utf-8")) for path in paths]
    wanted = suffixes or (".svelte", ".ts", ".css")
    return [file for file in files if file.name.endswith(wanted) and file.name not in GENERATED]
