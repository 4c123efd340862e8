"""Backups of a running server from another process, and restoring them."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from heorot.engine.errors import HeorotError
from heorot.server.store.backup import DATABASE_NAME, restore_backup, write_backup
from heorot.server.store.interface import StoreBusy, StoreForeign
from heorot.server.store.sqlite import open_sqlite
from heorot.terminal.translator import Translator
from tests.cli.run_heorot import run_heorot, translated
from tests.server.support.processes.launch import appender, wait_until
from tests.server.support.rows import event_bodies, make_tables, new_event, seqs


async def file_with(file: Path, *tables: str) -> Path:
    """Return a closed database with these tables."""
    store = await open_sqlite(file)
    await make_tables(store, *tables)
    await store.close()
    return file


async def tables_in(file: Path, *names: str) -> dict[str, list[int]]:
    store = await open_sqlite(file)
    numbers = {name: await seqs(store, name) for name in names}
    await store.close()
    return numbers


async def test_backup_contains_all_rows(store, tmp_path):
    await make_tables(store, "t")
    await store.append("t", 2, [new_event("x")])
    await store.backup(tmp_path / "copy")
    await store.append("t", 3, [new_event("y")])
    restore_backup(tmp_path / "copy", tmp_path / "other" / DATABASE_NAME)
    other = await open_sqlite(tmp_path / "other" / DATABASE_NAME)
    assert (await event_bodies(other), await other.find_table("t")) == (["{}", "x"], await store.find_table("t"))
    await other.append("t", 3, [new_event("z")])
    await other.close()


async def test_backup_is_one_file_readable_only_by_its_owner(store, tmp_path):
    await store.backup(tmp_path / "copy")
    await store.backup(tmp_path / "copy")
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["copy"]
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o600


def test_backup_during_writes_is_a_consistent_snapshot(file, tmp_path):
    """Each backup contains a gapless beginning of every table with all events acknowledged before, and nothing beyond
    what the server was about to acknowledge."""
    names = [f"t{number}" for number in range(5)]
    with running(file, len(names), tmp_path / "told") as acknowledged:
        for number in range(3):
            copy, before = tmp_path / f"copy{number}", acknowledged()
            assert run_heorot("backup", copy, "--data", file.parent).err == ""
            after, copied = acknowledged(), asyncio.run(tables_in(copy, *names))
            assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in copied.values())
            assert all(before.get(name, 1) <= len(copied[name]) <= after.get(name, 1) + 1 for name in names)
            assert sum(before.values()) < sum(after.values())  # writes went on meanwhile


def test_backup_commands_report_misspelt_settings(tmp_path):
    """Otherwise the backup could be of another database than the server's."""
    misspelt = HeorotError("settings.unknown", name="HEOROT_DATABSE", near="HEOROT_DATABASE")
    wrong = Translator("en").render_error(misspelt)
    for command in (("backup", tmp_path / "copy"), ("restore", tmp_path / "copy")):
        done = run_heorot(*command, "--data", tmp_path, HEOROT_DATABSE="sqlite:///elsewhere")
        assert (done.code, done.sentences) == (2, [wrong])
    assert list(tmp_path.iterdir()) == []


@contextmanager
def running(file: Path, tables: int, log_file: Path) -> Iterator[Callable[[], dict[str, int]]]:
    """Run a process that appends; yield a function that returns the last acknowledged number of each table."""

    def acknowledged() -> dict[str, int]:
        lines = [line.split() for line in log_file.read_text().splitlines()]
        return {line[1]: int(line[2]) for line in lines if line[0] == "stored"}

    with log_file.open("w") as stream, appender(file, tables, float("inf"), stdout=stream) as process:
        try:
            wait_until(lambda: bool(acknowledged()))
            yield acknowledged
        finally:
            process.kill()


async def test_restore_ignores_the_old_write_ahead_log(file, tmp_path):
    """SQLite must not apply the log of the old database to the new one."""
    await file_with(file, "old")
    write_backup(file, tmp_path / "copy")
    store = await open_sqlite(file)
    await make_tables(store, "new")
    for end in ("", "-wal", "-shm"):
        shutil.copy(f"{file}{end}", f"{tmp_path / 'left'}{end}")  # as after a power cut
    await store.close()
    restore_backup(tmp_path / "copy", tmp_path / "left", force=True)
    assert await tables_in(tmp_path / "left", "old", "new") == {"old": [1], "new": []}


async def test_restore_does_not_overwrite_without_force(file, tmp_path):
    await file_with(file, "t")
    write_backup(file, tmp_path / "copy")
    await file_with(file, "u")
    with pytest.raises(HeorotError) as caught:
        restore_backup(tmp_path / "copy", file)
    assert caught.value.key == "restore.exists"
    assert await tables_in(file, "t", "u") == {"t": [1], "u": [1]}
    restore_backup(tmp_path / "copy", file, force=True)
    assert await tables_in(file, "t", "u") == {"t": [1], "u": []}


async def test_restore_refuses_while_a_server_runs(store, file, tmp_path):
    await make_tables(store, "t")
    await store.backup(tmp_path / "copy")
    with pytest.raises(StoreBusy) as caught:
        await asyncio.to_thread(restore_backup, tmp_path / "copy", file, True)
    assert caught.value.key == "restore.in-use"
    await store.append("t", 2, [new_event()])
    assert await seqs(store) == [1, 2]


async def test_restore_can_replace_a_damaged_database(file, tmp_path):
    await file_with(file, "t")
    write_backup(file, tmp_path / "copy")
    file.write_bytes(b"nothing that SQLite could read" * 1000)
    restore_backup(tmp_path / "copy", file, force=True)
    assert await tables_in(file, "t") == {"t": [1]}


def foreign(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE events (id)")


@pytest.mark.parametrize("write", [
    lambda file: file.write_bytes(b""), lambda file: file.write_text("hello\n" * 999), Path.mkdir, foreign,
    lambda file: None,
], ids=["empty", "text", "folder", "another program's", "missing"])  # fmt: skip
def test_restore_refuses_files_that_are_no_backup(write, file, tmp_path):
    write(tmp_path / "copy")
    with pytest.raises(StoreForeign) as caught:
        restore_backup(tmp_path / "copy", file, force=True)
    assert caught.value.key == "restore.no-backup"
    assert not file.exists()


async def test_restore_refuses_truncated_or_damaged_backups(file, tmp_path):
    store = await open_sqlite(file)
    await make_tables(store, "t")
    await store.append("t", 2, [new_event("x" * 3000) for _ in range(50)])
    await store.close()
    write_backup(file, tmp_path / "copy")
    whole = (tmp_path / "copy").read_bytes()
    for broken in (whole[: len(whole) // 2], whole[:8192] + bytes(8192) + whole[16384:]):
        (tmp_path / "copy").write_bytes(broken)
        with pytest.raises(StoreForeign) as caught:
            restore_backup(tmp_path / "copy", tmp_path / "new" / DATABASE_NAME)
        assert caught.value.key in ("restore.damaged", "restore.no-backup")
        assert not (tmp_path / "new").exists()


async def test_backup_overwrites_only_backups(file, tmp_path):
    await file_with(file, "t")
    (tmp_path / "letter").write_text("Dear Hrothgar")
    for target in (tmp_path / "letter", file):
        with pytest.raises(HeorotError) as caught:
            write_backup(file, target)
        assert caught.value.key == "backup.exists"
    assert (tmp_path / "letter").read_text() == "Dear Hrothgar"


def test_backup_without_a_database_creates_nothing(file, tmp_path):
    with pytest.raises(HeorotError) as caught:
        write_backup(file, tmp_path / "copy")
    assert caught.value.key == "backup.no-database"
    assert list(tmp_path.iterdir()) == []


async def test_backup_commands_follow_the_database_setting(tmp_path):
    elsewhere, folder, copy = tmp_path / "elsewhere" / "tables.db", tmp_path / "data", tmp_path / "copy"
    await file_with(elsewhere, "t")
    settings = {"HEOROT_DATABASE": f"sqlite:///{elsewhere}", "HEOROT_DATA": str(folder)}
    assert run_heorot("backup", copy, **settings).code == 0
    elsewhere.unlink()
    assert run_heorot("restore", copy, **settings).code == 0
    assert await tables_in(elsewhere, "t") == {"t": [1]}
    assert not folder.exists()
    refused = run_heorot("backup", copy, HEOROT_DATABASE="postgresql://me:secret@host/db")
    assert (refused.code, refused.sentences) == (2, [translated("en", "settings.database", name="HEOROT_DATABASE")])


async def test_backup_commands_report_success_and_find_the_default_folder(file, tmp_path):
    await file_with(file, "t")
    copy, home = tmp_path / "copy", tmp_path / "home"
    done = run_heorot("backup", copy, HEOROT_DATA=str(file.parent))
    assert done.out == translated("en", "cli.backup.done", file=str(copy)) + "\n"
    assert run_heorot("restore", copy, XDG_DATA_HOME=str(home), HEOROT_DATA="").code == 0
    assert await tables_in(home / "heorot/server" / DATABASE_NAME, "t") == {"t": [1]}
    refused = run_heorot("restore", copy, "--data", file.parent)
    assert (refused.code, refused.sentences) == (2, [translated("en", "restore.exists", file=str(file))])
    lost = run_heorot("backup", tmp_path / "nowhere" / "copy", "--data", file.parent)
    assert (lost.code, len(lost.sentences)) == (2, 1)
