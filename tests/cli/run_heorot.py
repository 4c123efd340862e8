"""`heorot` run as a person runs it: another process, with an environment of its own."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from heorot.terminal.speech import Speech

ROOT = Path(__file__).parents[2]
PLAIN = {"HEOROT_COMPILE": "0", "LANG": "C.UTF-8", "COLUMNS": "100", "NO_COLOR": "1"}
OURS = ("HEOROT_COMPILE", "LANG", "LC_", "PYTHON", "FORCE_COLOR", "TTY_")
STYLING = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\r")
LOCALES = {"en": "C.UTF-8", "fr": "fr_FR.UTF-8", "ru": "ru_RU.UTF-8"}
PATIENCE = 300  # seconds

# Calls the command many times in one process, since most of a call is its start.
MANY = """
import contextlib, io, json, sys, traceback
from heorot.cli import main

def call(args):
    out, err, code = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            sys.argv = ["heorot", *args]
            main()
        except SystemExit as stop:
            code = stop.code or 0
        except BaseException:
            traceback.print_exc()
            code = 1
    return code, out.getvalue(), err.getvalue()

json.dump([call(args) for args in json.load(sys.stdin)], sys.stdout)
"""


class Finished(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def sentences(self) -> list[str]:
        """What was said about an error, line by line; it may never be a traceback."""
        assert "Traceback" not in self.err, self.err
        return self.err.splitlines()


def environment(**settings: str) -> dict[str, str]:
    """An English person's environment, without the compiler; the cache is the one that the tests share."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return {**env, **PLAIN, **settings}


def python(*args: str, stdin: str = "", patience: float = PATIENCE, **settings: str) -> Finished:
    """What a new Python says."""
    done = subprocess.run(
        [sys.executable, *args],
        input=stdin, env=environment(**settings), cwd=ROOT, capture_output=True, encoding="utf-8", timeout=patience,
    )  # fmt: skip
    return Finished(done.returncode, done.stdout, done.stderr)


def heorot(*args: object, stdin: str = "", patience: float = PATIENCE, **settings: str) -> Finished:
    """What `heorot` says to some arguments."""
    return python("-m", "heorot", *map(str, args), stdin=stdin, patience=patience, **settings)


def heorot_many(calls: Iterable[Iterable[object]], **settings: str) -> list[Finished]:
    """What it says to many arguments, one call after the other in the same process."""
    done = python("-c", MANY, stdin=json.dumps([list(map(str, args)) for args in calls]), **settings)
    assert done.code == 0, done.err
    return [Finished(*finished) for finished in json.loads(done.out)]


def told(language: str, key: str, **params: str | int) -> str:
    """A sentence as it is said in a language."""
    return Speech(language).say(key, **params)
