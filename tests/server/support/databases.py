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

MISSING = "These tests need {what}: install Debian's package `{package}`, or run ./dev test, which installs it."
TEMPLATE = "ours"  # name of an empty database with the current schema
CHOICE = "TEST_DATABASE"
QUICK = ("fsync=off", "full_page_writes=off")  # power cuts are not tested here
numbers = count(1)

# PR_SET_PDEATHSIG ends a program with the thread that started it, so a thread that outlives each test starts them.
LAUNCHER = ThreadPoolExecutor(1)


class Server:
    """A program in its own folder that exits with the tests, even if they are killed."""

    def __init__(self, *command: str, user: str | None = None) -> None:
        self.command = (*tied_to_tests(user), *command)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, probe: list[str]) -> None:
        """Start the program and wait until the probe succeeds."""
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = LAUNCHER.submit(subprocess.Popen, self.command, **quiet).result()
        atexit.register(self.stop)
        end = time.monotonic() + PATIENCE
        while subprocess.run(probe, capture_output=True).returncode:
            assert self.process.poll() is None, self.command
            assert time.monotonic() < end
            time.sleep(0.02)

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(PATIENCE)
            self.process = None


def tied_to_tests(user: str | None) -> list[str]:
    """Return the command prefix that ties the program to this process and drops root, which PostgreSQL refuses."""
    person = ["--reuid", user, "--regid", user, "--clear-groups"] if user else []
    return ["setpriv", *person, "--pdeathsig", "INT", "--"]


def folder_for(user: str | None) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="heorot-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    return folder


# ---- PostgreSQL --------------------------------------------------------------------------------------------------


class Postgres:
    """A PostgreSQL cluster, reached by a socket in its folder or by a local port."""

    def __init__(self, *settings: str) -> None:
        self.user = "postgres" if os.geteuid() == 0 else None
        self.name = self.user or pwd.getpwuid(os.geteuid()).pw_name
        self.bin = postgres_programs()
        self.folder = folder_for(self.user)
        self.data = self.folder / "data"
        initdb = [self.bin / "initdb", "-D", self.data, "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run([*tied_to_tests(self.user), *initdb], check=True, capture_output=True, cwd="/")
        self.port = free_port()
        options = [f"port={self.port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}",
                   "shared_buffers=32MB", "max_connections=200", *settings]  # fmt: skip
        arguments = [word for option in options for word in ("-c", option)]
        self.server = Server(str(self.bin / "postgres"), "-D", str(self.data), *arguments, user=self.user)
        self.start()

    def start(self) -> None:
        self.server.start([str(self.bin / "pg_isready"), "-q", "-h", str(self.folder), "-p", str(self.port)])

    def restart(self) -> None:
        """Restart as an administrator does, which cuts all connections."""
        self.server.stop()
        self.start()

    def execute(self, command: str, database: str = "postgres") -> str:
        """Return the result of an SQL statement."""
        place = ["-h", str(self.folder), "-p", str(self.port), "-U", self.name]
        client = [str(self.bin / "psql"), *place, "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", command, database]
        return subprocess.run(client, check=True, capture_output=True, text=True).stdout.strip()

    def dump(self, database: str) -> bytes:
        """Return every row as text; bytes are written in hexadecimal."""
        place = ["-h", str(self.folder), "-p", str(self.port), "-U", self.name]
        pg_dump = [str(self.bin / "pg_dump"), *place, "--data-only", database]
        return subprocess.run(pg_dump, check=True, capture_output=True).stdout

    def url(self, database: str) -> str:
        return f"postgresql+asyncpg://{self.name}@127.0.0.1:{self.port}/{database}"

    def new_empty_database(self) -> str:
        """Create an empty database; return its name."""
        name = f"d{next(numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return name

    def new_database(self) -> str:
        """Create a database with the current schema and no rows; return its name."""
        name = f"d{next(numbers)}"
        self.template()
        self.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        return name

    @cache  # noqa: B019  # there are one or two of these
    def template(self) -> None:
        self.execute(f"CREATE DATABASE {TEMPLATE}")
        migrate(self.url(TEMPLATE))

    def cut(self, database: str) -> int:
        """Cut every connection to a database; return their number."""
        query = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{}'"
        return int(self.execute(query.format(database)))


def migrate(url: str) -> None:
    """Migrate a database as a host does."""
    command = [sys.executable, "-m", "heorot", "migrate"]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=environment(HEOROT_DATABASE=url))


def postgres_programs() -> Path:
    programs = [*Path("/usr/lib/postgresql").glob("*/bin/initdb"), *filter(None, [shutil.which("initdb")])]
    assert programs, MISSING.format(what="PostgreSQL", package="postgresql")
    return Path(sorted(programs, key=str)[0]).resolve().parent


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
        arguments = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder_for(None))]
        self.server = Server(program, *arguments)
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        self.server.start(["redis-cli", "-p", str(self.port), "ping"])

    def execute(self, *command: str) -> str:
        client = ["redis-cli", "-p", str(self.port), *command]
        return subprocess.run(client, check=True, capture_output=True, text=True).stdout.strip()

    def cut(self) -> None:
        """Cut every subscriber's connection."""
        self.execute("CLIENT", "KILL", "TYPE", "pubsub")


@cache
def redis() -> Redis:
    """Return the server shared by all tests of this process."""
    return Redis()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# ---- Other tests on PostgreSQL -----------------------------------------------------------------------------------


def database_of(folder: Path) -> str | None:
    """Return the database of a server with this folder, the same after every start: a file in the folder, or PostgreSQL
    if `TEST_DATABASE=postgres`."""
    return fresh_for(folder) if on_postgres() else None


def on_postgres() -> bool:
    return os.environ.get(CHOICE) == "postgres"


@cache
def fresh_for(folder: Path) -> str:
    return postgres().url(postgres().new_database())


# ---- Tests -------------------------------------------------------------------------------------------------------


def run_on_both_databases(metafunc: pytest.Metafunc) -> None:
    """Run tests that inspect no file on both databases."""
    fixtures = metafunc.definition._fixtureinfo.argnames
    if "store" in fixtures and "file" not in fixtures:
        metafunc.parametrize("store", ["sqlite", "postgres"], indirect=True)
