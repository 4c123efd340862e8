"""Run `heorot` as a person does: in another process, with an environment of its own."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from tempfile import TemporaryFile
from typing import IO, NamedTuple

from heorot.terminal.translator import Translator
from tests.support.forked_command import ROOT, ForkedCommand
from tests.support.patience import PATIENCE

PLAIN = {"HEOROT_COMPILE": "0", "LANG": "C.UTF-8", "COLUMNS": "100", "NO_COLOR": "1"}
OURS = ("HEOROT_COMPILE", "LANG", "LC_", "PYTHON", "FORCE_COLOR", "TTY_")
STYLING = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\r")
LOCALES = {"en": "C.UTF-8", "fr": "fr_FR.UTF-8", "ru": "ru_RU.UTF-8"}

# Calls the command many times in one process, because most of the time of a call is its start.
MANY = """
import contextlib, io, json, sys, traceback
from heorot.cli import main
from tests.support.patience import PATIENCE

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


class Completed(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def sentences(self) -> list[str]:
        """Lines of the standard error; it must not contain a traceback."""
        assert "Traceback" not in self.err, self.err
        return self.err.splitlines()


def environment(**settings: str) -> dict[str, str]:
    """Return an English environment without the compiler, with the cache that all tests share."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return {**env, **PLAIN, **settings}


def run_python(*args: object, stdin: str = "", patience: float = PATIENCE, **settings: str) -> Completed:
    """Run Python in a new process."""
    done = subprocess.run(
        [sys.executable, *map(str, args)],
        input=stdin, env=environment(**settings), cwd=ROOT, capture_output=True, encoding="utf-8", timeout=patience,
    )  # fmt: skip
    return Completed(done.returncode, done.stdout, done.stderr)


def run_heorot(*args: object, stdin: str = "", patience: float = PATIENCE, **settings: str) -> Completed:
    """Run `heorot` with arguments."""
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
        given.write(stdin.encode())
        given.seek(0)
        process = ForkedCommand(*args, env=environment(**settings), stdin=given, stdout=out, stderr=err)
        try:
            code = process.wait(patience)
        finally:
            process.kill()
        return Completed(code, read_text(out), read_text(err))


def read_text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode().replace("\r\n", "\n")


def run_heorot_many(calls: Iterable[Iterable[object]], **settings: str) -> list[Completed]:
    """Run `heorot` with many lists of arguments, in one process."""
    done = run_python("-c", MANY, stdin=json.dumps([list(map(str, args)) for args in calls]), **settings)
    assert done.code == 0, done.err
    return [Completed(*finished) for finished in json.loads(done.out)]


def translated(language: str, key: str, **params: str | int) -> str:
    """Return a sentence in a language."""
    return Translator(language).translate(key, **params)
