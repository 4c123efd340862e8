"""Backups: of a running server, from another process, to one consistent moment, and back."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from heorot.engine.errors import HeorotError
from heorot.server.backup import NAME, copy_out, put_back
from heorot.server.sqlite import open_sqlite
from heorot.server.store import StoreBusy, StoreForeign
from heorot.terminal.speech import Speech
from tests.cli.running import heorot, told
from tests.server.processes import appender, wait_until
from tests.server.rows import bodies, make, said, seqs


async def file_with(file: Path, *tables: str) -> Path:
    """A database that nobody has open."""
    store = await open_sqlite(file)
    await make(store, *tables)
    await store.close()
    return file


async def tables_in(file: Path, *names: str) -> dict[str, list[int]]:
    store = await open_sqlite(file)
    found = {name: await seqs(store, name) for name in names}
    await store.close()
    return found


async def test_a_backup_holds_everything(store, tmp_path):
    await make(store, "t")
    await store.append("t", 2, [said("x")])
    await store.backup(tmp_path / "copy")
    await store.append("t", 3, [said("y")])
    put_back(tmp_path / "copy", tmp_path / "other" / NAME)
    other = await open_sqlite(tmp_path / "other" / NAME)
    assert (await bodies(other), await other.find("t")) == (["{}", "x"], await store.find("t"))
    await other.append("t", 3, [said("z")])
    await other.close()


async def test_a_backup_is_one_file_for_its_owner_alone(store, tmp_path):
    await store.backup(tmp_path / "copy")
    await store.backup(tmp_path / "copy")
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["copy"]
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o600


def test_a_backup_while_a_server_writes_is_one_moment_of_it(file, tmp_path):
    """By the command, from another process, again and again: each has a gapless beginning of every table, with all
    that was acknowledged before it began; what it has beyond that, the server has told or was about to tell."""
    names = [f"t{number}" for number in range(5)]
    with running(file, len(names), tmp_path / "told") as acknowledged:
        for number in range(3):
            copy, before = tmp_path / f"copy{number}", acknowledged()
            assert heorot("backup", copy, "--data", file.parent).err == ""
            after, found = acknowledged(), asyncio.run(tables_in(copy, *names))
            assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in found.values())
            assert all(before.get(name, 1) <= len(found[name]) <= after.get(name, 1) + 1 for name in names)
            assert sum(before.values()) < sum(after.values())  # it was written to all the time


def test_a_setting_that_is_misspelt_is_told_of_as_by_every_command(tmp_path):
    """Else the copy would be one of another database than the server's."""
    misspelt = HeorotError("settings.unknown", name="HEOROT_DATABSE", near="HEOROT_DATABASE")
    wrong = Speech("en").complain(misspelt)
    for command in (("backup", tmp_path / "copy"), ("restore", tmp_path / "copy")):
        done = heorot(*command, "--data", tmp_path, HEOROT_DATABSE="sqlite:///elsewhere")
        assert (done.code, done.sentences) == (2, [wrong])
    assert list(tmp_path.iterdir()) == []


@contextmanager
def running(file: Path, tables: int, said: Path) -> Iterator[Callable[[], dict[str, int]]]:
    """A process that appends until the end; asked for, the last number that it has acknowledged at each table."""

    def acknowledged() -> dict[str, int]:
        lines = [line.split() for line in said.read_text().splitlines()]
        return {line[1]: int(line[2]) for line in lines if line[0] == "stored"}

    with said.open("w") as stream, appender(file, tables, float("inf"), stdout=stream) as process:
        try:
            wait_until(lambda: bool(acknowledged()))
            yield acknowledged
        finally:
            process.kill()


async def test_what_a_backup_already_holds_does_not_grow_when_it_is_restored_over_a_log(file, tmp_path):
    """What the old database had in its log is not taken for a part of the new one."""
    await file_with(file, "old")
    copy_out(file, tmp_path / "copy")
    store = await open_sqlite(file)
    await make(store, "new")
    for end in ("", "-wal", "-shm"):
        shutil.copy(f"{file}{end}", f"{tmp_path / 'left'}{end}")  # as a power cut leaves it
    await store.close()
    put_back(tmp_path / "copy", tmp_path / "left", force=True)
    assert await tables_in(tmp_path / "left", "old", "new") == {"old": [1], "new": []}


async def test_no_database_is_overwritten_without_force(file, tmp_path):
    await file_with(file, "t")
    copy_out(file, tmp_path / "copy")
    await file_with(file, "u")
    with pytest.raises(HeorotError) as caught:
        put_back(tmp_path / "copy", file)
    assert caught.value.key == "restore.exists"
    assert await tables_in(file, "t", "u") == {"t": [1], "u": [1]}
    put_back(tmp_path / "copy", file, force=True)
    assert await tables_in(file, "t", "u") == {"t": [1], "u": []}


async def test_no_database_is_taken_from_under_a_running_server(store, file, tmp_path):
    await make(store, "t")
    await store.backup(tmp_path / "copy")
    with pytest.raises(StoreBusy) as caught:
        await asyncio.to_thread(put_back, tmp_path / "copy", file, True)
    assert caught.value.key == "restore.in-use"
    await store.append("t", 2, [said()])
    assert await seqs(store) == [1, 2]


async def test_a_damaged_database_can_be_replaced(file, tmp_path):
    await file_with(file, "t")
    copy_out(file, tmp_path / "copy")
    file.write_bytes(b"nothing that SQLite could read" * 1000)
    put_back(tmp_path / "copy", file, force=True)
    assert await tables_in(file, "t") == {"t": [1]}


def foreign(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE events (id)")


@pytest.mark.parametrize("write", [
    lambda file: file.write_bytes(b""), lambda file: file.write_text("hello\n" * 999), Path.mkdir, foreign,
    lambda file: None,
], ids=["empty", "text", "folder", "another program's", "missing"])  # fmt: skip
def test_what_is_no_backup_is_refused(write, file, tmp_path):
    write(tmp_path / "copy")
    with pytest.raises(StoreForeign) as caught:
        put_back(tmp_path / "copy", file, force=True)
    assert caught.value.key == "restore.no-backup"
    assert not file.exists()


async def test_a_backup_that_was_cut_off_or_damaged_is_refused(file, tmp_path):
    store = await open_sqlite(file)
    await make(store, "t")
    await store.append("t", 2, [said("x" * 3000) for _ in range(50)])
    await store.close()
    copy_out(file, tmp_path / "copy")
    whole = (tmp_path / "copy").read_bytes()
    for broken in (whole[: len(whole) // 2], whole[:8192] + bytes(8192) + whole[16384:]):
        (tmp_path / "copy").write_bytes(broken)
        with pytest.raises(StoreForeign) as caught:
            put_back(tmp_path / "copy", tmp_path / "new" / NAME)
        assert caught.value.key in ("restore.damaged", "restore.no-backup")
        assert not (tmp_path / "new").exists()


async def test_nothing_but_a_backup_is_written_over(file, tmp_path):
    await file_with(file, "t")
    (tmp_path / "letter").write_text("Dear Hrothgar")
    for target in (tmp_path / "letter", file):
        with pytest.raises(HeorotError) as caught:
            copy_out(file, target)
        assert caught.value.key == "backup.exists"
    assert (tmp_path / "letter").read_text() == "Dear Hrothgar"


def test_without_a_database_there_is_no_backup_and_none_is_made(file, tmp_path):
    with pytest.raises(HeorotError) as caught:
        copy_out(file, tmp_path / "copy")
    assert caught.value.key == "backup.no-database"
    assert list(tmp_path.iterdir()) == []


async def test_the_commands_find_a_database_that_is_elsewhere(tmp_path):
    elsewhere, folder, copy = tmp_path / "elsewhere" / "tables.db", tmp_path / "data", tmp_path / "copy"
    await file_with(elsewhere, "t")
    settings = {"HEOROT_DATABASE": f"sqlite:///{elsewhere}", "HEOROT_DATA": str(folder)}
    assert heorot("backup", copy, **settings).code == 0
    elsewhere.unlink()
    assert heorot("restore", copy, **settings).code == 0
    assert await tables_in(elsewhere, "t") == {"t": [1]}
    assert not folder.exists()
    refused = heorot("backup", copy, HEOROT_DATABASE="postgresql://me:secret@host/db")
    assert (refused.code, refused.sentences) == (2, [told("en", "settings.database", name="HEOROT_DATABASE")])


async def test_the_commands_say_what_they_did_and_find_the_folder_by_themselves(file, tmp_path):
    await file_with(file, "t")
    copy, home = tmp_path / "copy", tmp_path / "home"
    done = heorot("backup", copy, HEOROT_DATA=str(file.parent))
    assert done.out == told("en", "cli.backup.done", file=str(copy)) + "\n"
    assert heorot("restore", copy, XDG_DATA_HOME=str(home), HEOROT_DATA="").code == 0
    assert await tables_in(home / "heorot/server" / NAME, "t") == {"t": [1]}
    refused = heorot("restore", copy, "--data", file.parent)
    assert (refused.code, refused.sentences) == (2, [told("en", "restore.exists", file=str(file))])
    lost = heorot("backup", tmp_path / "nowhere" / "copy", "--data", file.parent)
    assert (lost.code, len(lost.sentences)) == (2, 1)
