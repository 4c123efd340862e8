"""`heorot backup` and `heorot restore`: copy all tables of a running server into one file, and back."""

import os
from pathlib import Path
from typing import Annotated

import typer

from heorot.cli.common import DataFolder, app, print_line, translate
from heorot.cli.hosting.serve import missing_server_packages
from heorot.engine.paths import server_folder
from heorot.server.store.backup import restore_backup, sqlite_file, write_backup

Backup = Annotated[Path, typer.Argument(help=translate("cli.backup.file"), show_default=False)]


@app.command(help=translate("cli.backup.help"), epilog=translate("cli.backup.example"))
def backup(file: Backup, data: DataFolder = None) -> None:
    """Copy all tables of a server into one file."""
    write_backup(database_path(data), file)
    print_line(translate("cli.backup.done", file=str(file)))


@app.command(help=translate("cli.restore.help"), epilog=translate("cli.restore.example"))
def restore(
    file: Backup,
    data: DataFolder = None,
    force: Annotated[bool, typer.Option("--force", help=translate("cli.restore.force"))] = False,
) -> None:
    """Replace the database of a stopped server by a backup."""
    restore_backup(file, database_path(data), force)
    print_line(translate("cli.restore.done", file=str(database_path(data))))


def database_path(folder: Path | None) -> Path:
    """Return the path of the database that a server with the same settings would use. The names of settings are checked
    only if the server's packages are installed."""
    if not missing_server_packages():
        from heorot.server.settings import check_names

        check_names(os.environ)
    return sqlite_file(folder or server_folder(), os.environ.get("HEOROT_DATABASE") or None)
