"""The browser's client as text: what the tests of this folder and those of the catalogues read."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.architecture.source import ROOT

WEB = ROOT / "web"
GENERATED = {"src/protocol.ts"}  # made by `heorot openapi`
COMMENT = re.compile(r"<!--.*?-->|/\*.*?\*/|(?<![:'\"`\w])//[^\n]*", re.DOTALL)
TEST = re.compile(r"\.test\.ts$|\.svelte\.test\.ts$|/testing/")


class Leaf(NamedTuple):
    """A file of the client."""

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
        """Without its comments; lines keep their numbers."""
        return COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), self.text)

    def places(self, pattern: re.Pattern[str], text: str | None = None) -> list[str]:
        """Where a pattern is found in its code."""
        code = self.code if text is None else text
        return [f"web/{self.name}:{code.count(chr(10), 0, m.start()) + 1}: {m[0][:60]}" for m in pattern.finditer(code)]


@cache
def client(*suffixes: str) -> list[Leaf]:
    """All that is written by hand below web/src; of these kinds, if any are named."""
    files = sorted(file for file in (WEB / "src").rglob("*") if file.is_file())
    leaves = [Leaf(file.relative_to(WEB).as_posix(), file.read_text("utf-8")) for file in files]
    wanted = suffixes or (".svelte", ".ts", ".css")
    return [leaf for leaf in leaves if leaf.name.endswith(wanted) and leaf.name not in GENERATED]
