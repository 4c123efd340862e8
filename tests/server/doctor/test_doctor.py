"""`heorot doctor`: one test for each finding, and each finding in every language."""

import asyncio
import json
import os
import resource
import shutil
import sqlite3
import time
from collections import namedtuple
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import version
from pathlib import Path
from threading import Thread

import pytest

from heorot.locales import LANGUAGES, catalogue
from heorot.server.doctor import CHECKS, examine, machine, network, postgresql, storage
from heorot.server.settings import Settings
from heorot.server.store.backup import DATABASE_NAME, write_backup
from heorot.server.store.postgres import SESSION_SETTINGS
from heorot.server.store.sqlite import open_sqlite
from heorot.terminal.translator import Translator
from tests.cli.run_heorot import LOCALES, run_heorot, translated
from tests.server.support.databases import Postgres, free_port, postgres, redis
from tests.server.support.host_process import ServerProcess
from tests.server.support.rows import make_tables
from tests.support.patience import PATIENCE

Usage = namedtuple("Usage", "total used free")
# Sentences that `serve` uses too.
SHARED = ("serve.taken", "serve.cannot-listen", "store.foreign", "store.newer", "store.older", "store.unreachable")


@pytest.fixture
def folder(tmp_path) -> Path:
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    return data


@pytest.fixture
def settings(folder):
    return lambda **overrides: Settings(**{"data": folder, "port": 0, **overrides})


def found(look, settings: Settings) -> list[tuple[str, str]]:
    """Return level and key of each finding; check that it can be rendered in every language."""
    findings = list(look(settings))
    for finding in findings:
        for language in LANGUAGES:
            assert Translator(language).render(finding.sentence)
    return [(finding.level, finding.sentence.key) for finding in findings]


async def database_in(folder: Path) -> Path:
    store = await open_sqlite(folder / DATABASE_NAME)
    await make_tables(store, "t")
    await store.close()
    return folder / DATABASE_NAME


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


# ---- The folder ----------------------------------------------------------------------------------------------------


def test_a_private_folder_is_good(settings):
    assert found(storage.folder, settings()) == [("good", "doctor.folder.good")]


def test_a_folder_readable_by_others_is_a_doubt(settings, folder):
    folder.chmod(0o755)
    assert found(storage.folder, settings()) == [("doubt", "doctor.folder.open")]


def test_a_missing_folder_can_be_created(settings, folder):
    assert found(storage.folder, settings(data=folder / "a" / "b")) == [("good", "doctor.folder.new")]
    assert not (folder / "a").exists()


def test_a_file_instead_of_a_folder_is_wrong(settings, folder):
    (folder / "file").write_text("")
    assert found(storage.folder, settings(data=folder / "file")) == [("wrong", "doctor.folder.none")]


def test_an_unwritable_folder_is_wrong(settings):
    existing, missing = settings(data=Path("/proc/self")), settings(data=Path("/proc/self/heorot"))
    assert found(storage.folder, existing) == [("wrong", "doctor.folder.unwritable")]
    assert found(storage.folder, missing) == [("wrong", "doctor.folder.unmakable")]


# ---- The disk ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("free_mb", "limit", "level", "key"),
    [
        (50_000, 10_000, "good", "doctor.space.good"),
        (5_000, 10_000, "doubt", "doctor.space.less"),
        (100, 50, "wrong", "doctor.space.none"),
    ],
)
def test_free_space(settings, monkeypatch, free_mb, limit, level, key):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, free_mb * 1_000_000))
    assert found(storage.space, settings(disk_mb=limit)) == [(level, key)]


def test_a_used_up_disk_quota_is_a_doubt(settings, folder):
    with (folder / DATABASE_NAME).open("wb") as file:
        file.truncate(3_000_000)
    assert found(storage.space, settings(disk_mb=2)) == [("doubt", "doctor.space.full")]


@pytest.mark.parametrize(("ms", "level", "key"), [(0.4, "good", "doctor.sync.good"), (30, "doubt", "doctor.sync.slow")])
def test_sync_time(settings, monkeypatch, ms, level, key):
    monkeypatch.setattr(storage, "fsync_p95_ms", lambda *_: ms)
    assert found(storage.sync_time, settings()) == [(level, key)]


def test_sync_time_is_measured(settings, folder):
    [finding] = storage.sync_time(settings())
    assert float(finding.sentence.params["ms"]) >= 0
    assert list(folder.iterdir()) == []


# ---- The database --------------------------------------------------------------------------------------------------


def test_checks_create_no_database(settings, folder):
    assert found(storage.database, settings()) == [("good", "doctor.database.new")]
    assert list(folder.iterdir()) == []


async def test_a_sound_database_is_good(settings, folder):
    await database_in(folder)
    assert found(storage.database, settings()) == [("good", "doctor.database.good")]


async def test_a_database_readable_by_others_is_a_doubt(settings, folder):
    (await database_in(folder)).chmod(0o644)
    assert found(storage.database, settings()) == [("doubt", "doctor.database.open")]


def test_a_foreign_file_is_wrong(settings, folder):
    (folder / DATABASE_NAME).write_text("a poem, and no database at all")
    assert found(storage.database, settings()) == [("wrong", "store.foreign")]


async def test_a_newer_database_is_wrong(settings, folder):
    change(await database_in(folder), "UPDATE alembic_version SET version_num = '9999'")
    assert found(storage.database, settings()) == [("wrong", "store.newer")]


async def test_a_damaged_database_is_wrong(settings, folder):
    file = await database_in(folder)
    change(file, "PRAGMA wal_checkpoint(TRUNCATE)")
    with file.open("r+b") as damaged:
        damaged.seek(4096)
        damaged.write(b"\xff" * (file.stat().st_size - 4096))
    assert found(storage.database, settings()) == [("wrong", "doctor.database.damaged")]


def test_an_unreadable_database_is_wrong(settings, folder):
    (folder / "dir").mkdir()
    elsewhere = settings(database=f"sqlite:///{folder / 'dir'}")
    assert found(storage.database, elsewhere) == [("wrong", "doctor.database.unreadable")]


async def test_changes_in_the_future_are_a_doubt(settings, folder):
    ahead = 1000 * (time.time() + 86_400)
    change(await database_in(folder), f"UPDATE tables SET changed_at = {int(ahead)}")
    assert ("doubt", "doctor.clock.behind") in found(storage.database, settings())


# ---- Several nodes -------------------------------------------------------------------------------------------------


def test_postgresql_is_checked(settings):
    databases = postgres()
    names = (databases.new_database(), databases.new_empty_database())
    migrated, empty = (settings(database=databases.url(name)) for name in names)
    assert found(storage.database, migrated)[0] == ("good", "doctor.database.good")
    assert found(storage.database, empty) == [("wrong", "store.older")]
    assert found(storage.database, empty) == [("wrong", "store.older")]  # the check does not migrate


def test_durability_of_postgresql_is_checked(settings):
    """The PostgreSQL of most tests runs without fsync; this one has the default settings."""
    quick, durable = postgres(), Postgres()
    assert found(storage.database, settings(database=quick.url(quick.new_database())))[1:] == [
        ("wrong", "doctor.postgres.lossy"), ("doubt", "doctor.postgres.torn"),
    ]  # fmt: skip
    configured = settings(database=durable.url(durable.new_database()))
    assert found(storage.database, configured)[1:] == [("good", "doctor.postgres.durable")]
    for command in ("ALTER SYSTEM SET synchronous_commit = off", "ALTER SYSTEM SET full_page_writes = off"):
        durable.execute(command)
    durable.execute("SELECT pg_reload_conf()")
    assert until_found(configured, "doctor.postgres.torn")
    assert durable.execute("SHOW synchronous_commit") == "off"  # nodes set it for their own sessions
    assert "doctor.postgres.lossy" not in [key for _, key in found(storage.database, configured)]
    durable.server.stop()


def until_found(settings: Settings, key: str) -> bool:
    """Wait until a changed setting is reloaded."""
    end = time.monotonic() + PATIENCE
    while key not in [finding.sentence.key for finding in storage.database(settings)]:
        assert time.monotonic() < end
        time.sleep(0.05)
    return True


def test_unsafe_postgresql_settings_are_reported(settings, monkeypatch):
    monkeypatch.setitem(SESSION_SETTINGS, "synchronous_commit", "off")
    status = asyncio.run(postgresql.query_status(settings(database=postgres().url(postgres().new_database()))))
    assert "synchronous_commit" in status.off
    lossy = [finding for finding in postgresql.findings(status) if finding.sentence.key == "doctor.postgres.lossy"]
    assert [finding.sentence.params["setting"] for finding in lossy] == ["fsync", "synchronous_commit"]


@pytest.mark.parametrize(("seconds", "doubts"), [(-30.0, 1), (-0.5, 0), (0.5, 0), (3600.0, 1)])
def test_the_clock_of_postgresql_is_compared(settings, monkeypatch, seconds, doubts):
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + seconds)
    findings = found(storage.database, settings(database=postgres().url(postgres().new_database())))
    assert findings.count(("doubt", "doctor.postgres.clock")) == doubts


def test_unreachable_postgresql_is_reported_without_its_password(settings):
    nowhere = settings(database=f"postgresql+asyncpg://me:hush@127.0.0.1:{free_port()}/heorot")
    [finding] = storage.database(nowhere)
    assert (finding.level, finding.sentence.key) == ("wrong", "store.unreachable")
    assert "hush" not in str(finding.sentence.params)


def test_redis_is_checked(settings):
    shared = {"database": "postgresql+asyncpg://nobody@127.0.0.1/heorot"}
    assert found(network.bus, settings()) == []
    assert found(network.bus, settings(**shared, bus=redis().url)) == [("good", "doctor.bus.good")]
    silent = settings(**shared, bus=f"redis://:hush@127.0.0.1:{free_port()}/0")
    [finding] = network.bus(silent)
    assert (finding.level, finding.sentence.key) == ("wrong", "doctor.bus.silent")
    assert "hush" not in str(finding.sentence.params)


# ---- Backups -------------------------------------------------------------------------------------------------------


async def test_the_age_of_the_newest_backup(settings, folder, tmp_path):
    backups = tmp_path / "kept"
    look = lambda _: storage.backups(backups)  # noqa: E731
    assert found(look, settings()) == [("wrong", "doctor.backup.no-folder")]
    backups.mkdir()
    assert found(look, settings()) == [("doubt", "doctor.backup.none")]
    write_backup(await database_in(folder), backups / "one.db")
    assert found(look, settings()) == [("good", "doctor.backup.good")]
    os.utime(backups / "one.db", (0, time.time() - 3 * 86_400))
    assert found(look, settings()) == [("doubt", "doctor.backup.old")]
    (backups / "two.db").write_text("")  # empty files do not count
    assert found(look, settings()) == [("doubt", "doctor.backup.old")]


def test_backups_are_checked_if_a_folder_is_given(settings, tmp_path):
    assert "doctor.backup.none" in [finding.sentence.key for finding in examine(settings(), tmp_path)]
    assert not [one for one in examine(settings()) if one.sentence.key.startswith("doctor.backup")]


# ---- The port ------------------------------------------------------------------------------------------------------


class Answering:
    """Another program at a port, with fixed answers by path."""

    def __init__(self, **answers: tuple[int, str]) -> None:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                status, text = answers.get(self.path.rpartition("/")[2], (404, "no"))
                self.send_response(status)
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *_: object) -> None:
                """Discard the log."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)

    def __enter__(self) -> int:
        Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return int(self.server.server_port)

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()


def health(version: str) -> tuple[int, str]:
    return 200, json.dumps({"status": "ok", "version": version})


def test_a_free_port_is_good(settings):
    assert found(network.port, settings()) == [("good", "doctor.port.free")]


def test_a_foreign_address_is_wrong(settings):
    assert found(network.port, settings(host="192.0.2.1")) == [("wrong", "serve.cannot-listen")]


@pytest.mark.parametrize(
    ("answers", "level", "key"),
    [
        ({}, "wrong", "serve.taken"),
        ({"health": (200, "hello")}, "wrong", "serve.taken"),
        ({"health": (200, "[1]")}, "wrong", "serve.taken"),
        ({"health": health("0.0.1")}, "doubt", "doctor.port.other-version"),
        ({"health": health(version("heorot")), "ready": (503, "{}")}, "wrong", "doctor.port.not-ready"),
    ],
)
def test_another_program_at_the_port(settings, answers, level, key):
    with Answering(**answers) as port:
        assert found(network.port, settings(port=port)) == [(level, key)]


def test_a_running_server_is_recognised(settings, folder):
    with ServerProcess(folder) as server:
        code, out, err = run_heorot("doctor", "--port", server.port, "--data", folder)
        assert (
            translated("en", "doctor.port.ours", host="127.0.0.1", port=str(server.port), version=version("heorot"))
            in out
        )
        assert (code, err) == (0, "")


# ---- Exposure ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("overrides", "findings"),
    [
        ({}, [("good", "doctor.doors.here")]),
        ({"host": "localhost"}, [("good", "doctor.doors.here")]),
        ({"limits": "off"}, [("good", "doctor.doors.here")]),
        ({"proxies": "127.0.0.1"}, [("good", "doctor.doors.proxied")]),
        ({"host": "0.0.0.0"}, [("doubt", "doctor.doors.bare")]),
        ({"host": "0.0.0.0", "proxies": "10.0.0.1"}, [("good", "doctor.doors.proxied")]),
        ({"proxies": "0.0.0.0/0"}, [("wrong", "doctor.doors.any-proxy")]),
        ({"host": "::", "limits": "off"}, [("doubt", "doctor.doors.bare"), ("doubt", "doctor.doors.unlimited")]),
        ({"proxies": "::1", "limits": "off"}, [("good", "doctor.doors.proxied"), ("doubt", "doctor.doors.unlimited")]),
    ],
)
def test_exposure(settings, overrides, findings):
    assert found(network.exposure, settings(**overrides)) == findings


def test_metrics_access(settings):
    assert found(network.metrics_access, settings(metrics="all")) == [("doubt", "doctor.metrics.all")]
    assert found(network.metrics_access, settings(metrics="off")) == [("good", "doctor.metrics.good")]


# ---- The machine ---------------------------------------------------------------------------------------------------


def test_client_bundle(settings, monkeypatch, tmp_path):
    monkeypatch.setattr(machine.resources, "files", lambda _: tmp_path)
    assert found(machine.client, settings()) == [("doubt", "doctor.client.missing")]
    (tmp_path / "bundle").mkdir()
    (tmp_path / "bundle" / "index.html").write_text("x")
    assert found(machine.client, settings()) == [("good", "doctor.client.good")]


@pytest.mark.parametrize(
    ("can", "keeps", "ready", "level", "key"),
    [
        (False, True, True, "doubt", "doctor.compiled.no-numba"),
        (True, False, True, "doubt", "doctor.compiled.unkept"),
        (True, True, False, "doubt", "doctor.compiled.cold"),
        (True, True, True, "good", "doctor.compiled.good"),
    ],
)
def test_compiled_rules(settings, monkeypatch, can, keeps, ready, level, key):
    monkeypatch.setattr(machine, "can_compile", lambda: can)
    monkeypatch.setattr(machine, "can_write_cache", lambda _: keeps)
    monkeypatch.setattr(machine, "is_ready", lambda _: ready)
    assert found(machine.compiled_rules, settings()) == [(level, key)]


def test_a_clock_in_the_past_is_wrong(settings, monkeypatch):
    assert found(machine.system_clock, settings()) == [("good", "doctor.clock.good")]
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert found(machine.system_clock, settings()) == [("wrong", "doctor.clock.wrong")]


@pytest.mark.parametrize(
    ("may", "level"), [(1024, "doubt"), (100_000, "good"), (resource.RLIM_INFINITY, "good")], ids=str
)
def test_open_files(settings, monkeypatch, may, level):
    monkeypatch.setattr(resource, "getrlimit", lambda _: (may, may))
    key = "doctor.files.good" if level == "good" else "doctor.files.few"
    assert found(machine.open_files, settings(all_sockets=5000)) == [(level, key)]


@pytest.mark.parametrize(
    ("processes", "cores", "level"), [(1, 1, "good"), (1, 2, "good"), (2, 2, "doubt"), (3, 4, "good")]
)
def test_bots_leave_a_processor_free(settings, monkeypatch, processes, cores, level):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)))
    key = "doctor.bots.good" if level == "good" else "doctor.bots.many"
    assert found(machine.bots, settings(bot_processes=processes)) == [(level, key)]


# ---- The command ---------------------------------------------------------------------------------------------------


def test_exit_code_without_errors(folder):
    code, out, err = run_heorot("doctor", "--data", folder, "--port", 0)
    assert (code, err) == (0, "")
    assert (
        translated("en", "doctor.level.good", sentence=translated("en", "doctor.folder.good", folder=str(folder)))
        in out
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_exit_code_and_sentences_with_errors(folder, language):
    (folder / DATABASE_NAME).write_text("no database")
    code, out, err = run_heorot("doctor", "--data", folder, "--port", 0, LANG=LOCALES[language])
    assert (code, err) == (1, "")
    sentence = translated(language, "store.foreign", file=str(folder / DATABASE_NAME))
    assert translated(language, "doctor.level.wrong", sentence=sentence) in out


def test_invalid_settings_are_the_only_finding():
    code, out, err = run_heorot("doctor", "--json", HEOROT_PROT="1")
    [finding] = map(json.loads, out.splitlines())
    assert (code, err, finding["level"], finding["key"]) == (1, "", "wrong", "settings.unknown")
    assert finding["sentence"] == "HEOROT_PROT is not a setting of the server. Did you mean “HEOROT_PORT”?"


def test_json_output_has_an_object_for_each_finding(folder):
    code, out, err = run_heorot("doctor", "--data", folder, "--port", 0, "--json")
    findings = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert len(findings) >= len(CHECKS) - 1  # a single node has no bus
    assert all(finding.keys() == {"level", "key", "params", "sentence"} for finding in findings)


def test_every_finding_has_a_test():
    """Every sentence of the catalogue occurs in this file, except those of the page layout."""
    page = Path(__file__).read_text("utf-8")
    keys = [key for key in catalogue("en") if key.startswith("doctor.") and not key.startswith("doctor.level.")]
    assert [key for key in [*keys, *SHARED] if f'"{key}"' not in page and key != "doctor.told"] == []
