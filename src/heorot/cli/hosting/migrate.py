"""`heorot migrate`: create or upgrade the database before the nodes of a server start."""

from heorot.cli.common import DataFolder, app, print_line, translate
from heorot.cli.hosting.serve import require_server_extra


@app.command(help=translate("cli.migrate.help"), epilog=translate("cli.migrate.example"))
def migrate(data: DataFolder = None) -> None:
    """Upgrade the configured database."""
    require_server_extra()
    import asyncio  # slow to import

    from heorot.server.lifecycle import migrate as migrate_database
    from heorot.server.settings import read_settings

    print_line(translate("cli.migrate.done", version=asyncio.run(migrate_database(read_settings(data=data)))))
