"""`heorot backup` and `heorot restore`: all tables of a server in one file, while it runs, and back again."""

import os
from pathlib import Path
from typing import Annotated

import typer

from heorot.cli.asked import DataFolder, app, say, tell
from heorot.cli.serve import missing_for_server
from heorot.engine.folders import server_folder
from heorot.server.backup import copy_out, database_in, put_back

Backup = Annotated[Path, typer.Argument(help=say("cli.backup.file"), show_default=False)]


@app.command(help=say("cli.backup.help"), epilog=say("cli.backup.example"))
def backup(file: Backup, data: DataFolder = None) -> None:
    """Copy all tables of a server into one file."""
    copy_out(database(data), file)
    tell(say("cli.backup.done", file=str(file)))


@app.command(help=say("cli.restore.help"), epilog=say("cli.restore.example"))
def restore(
    file: Backup,
    data: DataFolder = None,
    force: Annotated[bool, typer.Option("--force", help=say("cli.restore.force"))] = False,
) -> None:
    """Make a backup the database of a server that is not running."""
    put_back(file, database(data), force)
    tell(say("cli.restore.done", file=str(database(data))))


def database(folder: Path | None) -> Path:
    """The file that a server has, or would have, with the same settings. What a server is made of is not needed here;
    without it nobody can say which settings there are."""
    if not missing_for_server():
        from heorot.server.settings import check_names

        check_names(os.environ)
    return database_in(folder or server_folder(), os.environ.get("HEOROT_DATABASE") or None)
