"""`heorot serve`: live tables for people and bots."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from heorot.cli.asked import DataFolder, app, check_folder, say, tell
from heorot.engine.errors import HeorotError

NEEDED = ("fastapi", "uvicorn", "uvloop", "httptools", "websockets", "pydantic_settings", "sqlalchemy", "alembic",
          "limits", "structlog", "prometheus_client")  # fmt: skip

Host = Annotated[str | None, typer.Option("--host", help=say("cli.serve.host"))]
Port = Annotated[int | None, typer.Option("--port", help=say("cli.serve.port"))]


@app.command(help=say("cli.serve.help"), epilog=say("cli.serve.example"))
def serve(host: Host = None, port: Port = None, data: DataFolder = None) -> None:
    """Serve until told to stop."""
    need_server()
    from heorot.server.logs import set_up_logs
    from heorot.server.settings import read_settings

    settings = read_settings(host=host, port=port, data=data)
    make_private_folder(settings.data)
    set_up_logs(settings.log_level)
    from heorot.server import serving  # slow to load, and not needed to find a mistake

    folder = str(settings.data.absolute())
    serving.serve(settings, lambda url: tell(say("cli.serve.listening", url=url, folder=folder)))


def need_server() -> None:
    """What a server is made of is an extra."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise HeorotError("cli.serve.missing", packages=", ".join(missing))


def make_private_folder(folder: Path) -> None:
    """A folder that nobody else may look into."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise HeorotError("cli.unwritable", file=str(folder), detail=str(error)) from error
    check_folder(folder)
