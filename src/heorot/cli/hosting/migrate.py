"""`heorot migrate`: a database made ours, or brought up to date, before nodes begin."""

from heorot.cli.asked import DataFolder, app, say, tell
from heorot.cli.serve import need_server


@app.command(help=say("cli.migrate.help"), epilog=say("cli.migrate.example"))
def migrate(data: DataFolder = None) -> None:
    """Bring the database of the settings up to date."""
    need_server()
    import asyncio  # slow to load, as are these

    from heorot.server.household import bring_up_to_date
    from heorot.server.settings import read_settings

    tell(say("cli.migrate.done", version=asyncio.run(bring_up_to_date(read_settings(data=data)))))
