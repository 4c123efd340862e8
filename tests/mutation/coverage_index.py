"""The coverage index of ./dev mutate: the lines of the rules that each test runs, its seconds, and the test that killed
each mutant.

It takes minutes to build, and so it is stored in .cache/. It is valid as long as only other files of tests have
changed and the same lines run on import, because some results are cached. For the same reason a test may run more
than its index says, but nothing that no test of its file runs.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.mutation.mutants import ROOT, Mutant

CACHE = ROOT / ".cache"
Known = dict[str, Any]
WITHOUT_EFFECT = ("test_", "mutants", "mutate", "runner", "coverage_index")  # on the results of other tests
IMPORTED = re.compile(r"^from tests\.(?:\w+\.)*(test_\w+) import", re.MULTILINE)


def file_of(test: str) -> str:
    return test.partition("::")[0]


class CoverageIndex:
    """The coverage of a game's tests, in a copy of the project."""

    def __init__(self, tree: Path, game: str, on_loading: Mapping[str, list[int]]) -> None:
        self.tree = tree
        self.file = CACHE / f"mutate-{game}.json"
        everything = [digest(file) for file in sorted(tree.rglob("*")) if file.is_file() and not self.is_test(file)]
        self.key = hashlib.sha256(json.dumps([everything, on_loading], sort_keys=True).encode()).hexdigest()

    def is_test(self, file: Path) -> bool:
        """Return whether no other file depends on a file."""
        stem = file.stem
        return stem.startswith(WITHOUT_EFFECT) and stem not in self.imported

    @cached_property
    def imported(self) -> set[str]:
        """Return the files of tests that others import."""
        return {name for file in self.tree.rglob("tests/**/*.py") for name in IMPORTED.findall(file.read_text("utf-8"))}

    def digests(self, tests: Mapping[str, Known]) -> dict[str, str]:
        return {file: digest(self.tree / file) for file in sorted({file_of(test) for test in tests})}

    def recall(self) -> dict[str, Known]:
        """Return the stored coverage of every test for which it is still valid."""
        kept = json.loads(self.file.read_text()) if self.file.exists() else {}
        if kept.get("key") != self.key:
            return {}
        same = {file for file, known in kept["files"].items() if known == digest(self.tree / file)}
        return {test: known for test, known in kept["tests"].items() if file_of(test) in same}

    def keep(self, tests: Mapping[str, Known]) -> None:
        self.file.write_text(json.dumps({"key": self.key, "files": self.digests(tests), "tests": tests}))


class Killers:
    """The test that killed each mutant, which runs first when that mutant comes again. It is only a hint, so it never
    expires."""

    def __init__(self, game: str) -> None:
        self.file = CACHE / f"mutate-{game}-killers.json"
        self.tests: dict[str, str] = json.loads(self.file.read_text()) if self.file.exists() else {}

    def of(self, mutant: Mutant) -> str:
        return self.tests.get(str(mutant) + mutant.diff, "")

    def note(self, mutant: Mutant, test: str) -> None:
        self.tests[str(mutant) + mutant.diff] = test

    def keep(self) -> None:
        self.file.write_text(json.dumps(self.tests))


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else ""
