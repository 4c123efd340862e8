"""`heorot serve`: live tables for people and bots."""

import os
import sys
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Annotated

import typer

from heorot.cli.asked import DataFolder, app, check_folder, say, tell
from heorot.engine.errors import HeorotError

NEEDED = ("fastapi", "uvicorn", "uvloop", "httptools", "websockets", "pydantic_settings", "sqlalchemy", "alembic",
          "limits", "structlog", "prometheus_client")  # fmt: skip

Host = Annotated[str | None, typer.Option("--host", help=say("cli.serve.host"))]
Port = Annotated[int | None, typer.Option("--port", help=say("cli.serve.port"))]

Open = Annotated[bool, typer.Option("--open", help=say("cli.serve.open"))]
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")  # without one of them only a browser of the terminal could come


@app.command(help=say("cli.serve.help"), epilog=say("cli.serve.example"))
def serve(host: Host = None, port: Port = None, data: DataFolder = None, open: Open = False) -> None:
    """Serve until told to stop."""
    need_server()
    from heorot.server.logs import set_up_logs
    from heorot.server.settings import read_settings

    settings = read_settings(host=host, port=port, data=data)
    make_private_folder(settings.data)
    quiet = open and "log_level" not in settings.model_fields_set  # who plays reads no log
    set_up_logs("warning" if quiet else settings.log_level)
    from heorot.server import serving  # slow to load, and not needed to find a mistake

    folder = str(settings.data.absolute())

    def listening(url: str) -> None:
        tell(say("cli.serve.listening", url=url, folder=folder))
        if open:
            open_browser(url)

    serving.serve(settings, listening, elsewhere=open and "port" not in settings.model_fields_set)


def open_browser(url: str) -> None:
    """Show the hall in the browser of this system, if it has one; beside the server, since browsers take their time."""
    if sys.platform != "linux" or any(os.environ.get(name) for name in SCREENS):
        Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def need_server() -> None:
    """What a server is made of is an extra."""
    if missing := missing_for_server():
        raise HeorotError("cli.serve.missing", packages=", ".join(missing))


def missing_for_server() -> list[str]:
    """What of it is not installed."""
    return [name for name in NEEDED if find_spec(name) is None]


def make_private_folder(folder: Path) -> None:
    """A folder that nobody else may look into."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise HeorotError("cli.unwritable", file=str(folder), detail=str(error)) from error
    check_folder(folder)
