"""A real PostgreSQL and a real Redis, started by the tests that need them and stopped with them.

Debian's packages `postgresql` and `redis-server` provide them; `./dev test` installs both if they are missing.
"""

import atexit
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from tests.cli.run_heorot import ROOT, environment
from tests.support.patience import PATIENCE

MISSING = "These tests need {what}: ./dev test installs Debian's package `{package}`, and so may you."
TEMPLATE = "ours"  # an empty database, up to date
CHOICE = "TEST_DATABASE"
QUICK = ("fsync=off", "full_page_writes=off")  # a machine that is switched off is PostgreSQL's own matter to survive
numbers = count(1)

# A program ends with the thread that has started it, and the threads of a test end with the test: so this one does it.
LAUNCHER = ThreadPoolExecutor(1)


class Server:
    """A program in its own folder that exits with the tests, even if they are killed."""

    def __init__(self, *command: str, user: str | None = None) -> None:
        self.command = (*ends_with_us(user), *command)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, is_there: list[str]) -> None:
        """Start it and wait until it answers."""
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = LAUNCHER.submit(subprocess.Popen, self.command, **quiet).result()
        atexit.register(self.stop)
        end = time.monotonic() + PATIENCE
        while subprocess.run(is_there, capture_output=True).returncode:
            assert self.process.poll() is None, self.command
            assert time.monotonic() < end
            time.sleep(0.02)

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(PATIENCE)
            self.process = None


def ends_with_us(user: str | None) -> list[str]:
    """Return the command prefix that ties the program to this process and drops root, which PostgreSQL refuses."""
    person = ["--reuid", user, "--regid", user, "--clear-groups"] if user else []
    return ["setpriv", *person, "--pdeathsig", "INT", "--"]


def folder_for(user: str | None) -> Path:
    made = Path(tempfile.mkdtemp(prefix="heorot-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    if user:
        os.chown(made, pwd.getpwnam(user).pw_uid, -1)
    return made


# ---- PostgreSQL --------------------------------------------------------------------------------------------------


class Postgres:
    """A PostgreSQL cluster, reached by a socket in its folder or by a local port."""

    def __init__(self, *settings: str) -> None:
        self.user = "postgres" if os.geteuid() == 0 else None
        self.name = self.user or pwd.getpwuid(os.geteuid()).pw_name
        self.bin = postgres_programs()
        self.folder = folder_for(self.user)
        self.data = self.folder / "data"
        made = [self.bin / "initdb", "-D", self.data, "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run([*ends_with_us(self.user), *made], check=True, capture_output=True, cwd="/")
        self.port = free_port()
        options = [f"port={self.port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}",
                   "shared_buffers=32MB", "max_connections=200", *settings]  # fmt: skip
        told = [word for option in options for word in ("-c", option)]
        self.server = Server(str(self.bin / "postgres"), "-D", str(self.data), *told, user=self.user)
        self.start()

    def start(self) -> None:
        self.server.start([str(self.bin / "pg_isready"), "-q", "-h", str(self.folder), "-p", str(self.port)])

    def restart(self) -> None:
        """Restart as an administrator does, which cuts all connections."""
        self.server.stop()
        self.start()

    def tell(self, command: str, database: str = "postgres") -> str:
        """Return the result of an SQL statement."""
        place = ["-h", str(self.folder), "-p", str(self.port), "-U", self.name]
        asked = [str(self.bin / "psql"), *place, "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", command, database]
        return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()

    def dump(self, database: str) -> bytes:
        """Return every row as text; bytes are written in hexadecimal."""
        place = ["-h", str(self.folder), "-p", str(self.port), "-U", self.name]
        asked = [str(self.bin / "pg_dump"), *place, "--data-only", database]
        return subprocess.run(asked, check=True, capture_output=True).stdout

    def url(self, database: str) -> str:
        return f"postgresql+asyncpg://{self.name}@127.0.0.1:{self.port}/{database}"

    def empty(self) -> str:
        """Create an empty database; return its name."""
        name = f"d{next(numbers)}"
        self.tell(f"CREATE DATABASE {name}")
        return name

    def fresh(self) -> str:
        """Create a database with our schema but no tables; return its name."""
        name = f"d{next(numbers)}"
        self.template()
        self.tell(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        return name

    @cache  # noqa: B019  # there are one or two of these
    def template(self) -> None:
        self.tell(f"CREATE DATABASE {TEMPLATE}")
        migrate(self.url(TEMPLATE))

    def cut(self, database: str) -> int:
        """Cut every connection to a database; return their number."""
        ended = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{}'"
        return int(self.tell(ended.format(database)))


def migrate(url: str) -> None:
    """Migrate a database as a host does."""
    command = [sys.executable, "-m", "heorot", "migrate"]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=environment(HEOROT_DATABASE=url))


def postgres_programs() -> Path:
    found = [*Path("/usr/lib/postgresql").glob("*/bin/initdb"), *filter(None, [shutil.which("initdb")])]
    assert found, MISSING.format(what="PostgreSQL", package="postgresql")
    return Path(sorted(found, key=str)[0]).resolve().parent


@cache
def postgres() -> Postgres:
    """Return the cluster shared by all tests of this process."""
    return Postgres(*QUICK)


# ---- Redis -------------------------------------------------------------------------------------------------------


class Redis:
    """An empty Redis server without persistence."""

    def __init__(self) -> None:
        program = shutil.which("redis-server")
        assert program, MISSING.format(what="Redis", package="redis-server")
        self.port = free_port()
        told = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder_for(None))]
        self.server = Server(program, *told)
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        self.server.start(["redis-cli", "-p", str(self.port), "ping"])

    def tell(self, *command: str) -> str:
        asked = ["redis-cli", "-p", str(self.port), *command]
        return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()

    def cut(self) -> None:
        """Cut every subscriber's connection."""
        self.tell("CLIENT", "KILL", "TYPE", "pubsub")


@cache
def redis() -> Redis:
    """Return the server shared by all tests of this process."""
    return Redis()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


# ---- All else on PostgreSQL too ----------------------------------------------------------------------------------


def database_of(folder: Path) -> str | None:
    """Return the database of a server with this folder, the same after every start: a file in the folder, or PostgreSQL
    if `TEST_DATABASE=postgres`."""
    return fresh_for(folder) if on_postgres() else None


def on_postgres() -> bool:
    return os.environ.get(CHOICE) == "postgres"


@cache
def fresh_for(folder: Path) -> str:
    return postgres().url(postgres().fresh())


# ---- Tests -------------------------------------------------------------------------------------------------------


def on_both(metafunc: pytest.Metafunc) -> None:
    """Run tests that inspect no file on both databases."""
    asked = metafunc.definition._fixtureinfo.argnames
    if "store" in asked and "file" not in asked:
        metafunc.parametrize("store", ["sqlite", "postgres"], indirect=True)
