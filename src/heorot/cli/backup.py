"""`heorot backup` and `heorot restore`: all tables of a server in one file, while it runs, and back again."""

from pathlib import Path
from typing import Annotated

import typer

from heorot.cli.asked import DataFolder, app, find_data, say, tell
from heorot.server.backup import NAME, copy_out, put_back

Backup = Annotated[Path, typer.Argument(help=say("cli.backup.file"), show_default=False)]


@app.command(help=say("cli.backup.help"), epilog=say("cli.backup.example"))
def backup(file: Backup, data: DataFolder = None) -> None:
    """Copy all tables of a server into one file."""
    copy_out(find_data(data) / NAME, file)
    tell(say("cli.backup.done", file=str(file)))


@app.command(help=say("cli.restore.help"), epilog=say("cli.restore.example"))
def restore(
    file: Backup,
    data: DataFolder = None,
    force: Annotated[bool, typer.Option("--force", help=say("cli.restore.force"))] = False,
) -> None:
    """Make a backup the database of a server that is not running."""
    database = find_data(data) / NAME
    put_back(file, database, force)
    tell(say("cli.restore.done", file=str(database)))
