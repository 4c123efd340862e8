"""`heorot serve`: run a server with live tables."""

import os
import sys
import webbrowser
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Annotated

import typer

from heorot.cli.common import DataFolder, app, check_folder, print_line, translate
from heorot.cli.compiling import missing_entries, notice
from heorot.engine.errors import HeorotError
from heorot.engine.kernels.compile_cache import can_compile, is_ready
from heorot.games import GAMES
from heorot.search import simulator_name

NEEDED = ("fastapi", "uvicorn", "uvloop", "httptools", "websockets", "pydantic_settings", "sqlalchemy", "alembic",
          "limits", "structlog", "prometheus_client")  # fmt: skip

Host = Annotated[str | None, typer.Option("--host", help=translate("cli.serve.host"))]
Port = Annotated[int | None, typer.Option("--port", help=translate("cli.serve.port"))]

Open = Annotated[bool, typer.Option("--open", help=translate("cli.serve.open"))]
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")  # without any of them only a text browser could open


@app.command(help=translate("cli.serve.help"), epilog=translate("cli.serve.example"))
def serve(host: Host = None, port: Port = None, data: DataFolder = None, open: Open = False) -> None:
    """Serve until the process is terminated."""
    require_server_extra()
    from heorot.server.logs import configure_logging
    from heorot.server.settings import read_settings

    settings = read_settings(host=host, port=port, data=data)
    make_private_folder(settings.data)
    quiet = open and "log_level" not in settings.model_fields_set  # a player does not read the log
    configure_logging("warning" if quiet else settings.log_level)
    from heorot.server import serving  # slow to import, and not needed for errors

    folder = str(settings.data.absolute())

    def listening(url: str) -> None:
        print_line(translate("cli.serve.listening", url=url, folder=folder))
        announce_compiling()
        if open:
            open_browser(url)

    serving.serve(settings, listening, elsewhere=open and "port" not in settings.model_fields_set)


def announce_compiling() -> None:
    """Print on a terminal how long the server will compile the rules in the background, if it must."""
    if not sys.stderr.isatty() or not can_compile():
        return
    packages = [f"heorot.search.{game}" for game in GAMES if not is_ready(simulator_name(game))]
    if packages:
        for package in packages:
            import_module(f"{package}.simulate")
        entries = [entry for package in packages for entry in missing_entries(package)]
        print(notice(entries, "cli.warmup.background"), file=sys.stderr)


def open_browser(url: str) -> None:
    """Open the hall in the system's browser, if there is one; in a thread, because browsers start slowly."""
    if sys.platform != "linux" or any(os.environ.get(name) for name in SCREENS):
        Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def require_server_extra() -> None:
    """Raise `HeorotError` if packages of the extra `server` are missing."""
    if missing := missing_server_packages():
        raise HeorotError("cli.serve.missing", packages=", ".join(missing))


def missing_server_packages() -> list[str]:
    """Return the packages of the extra `server` that are not installed."""
    return [name for name in NEEDED if find_spec(name) is None]


def make_private_folder(folder: Path) -> None:
    """Create a writable folder that other users cannot read."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise HeorotError("cli.unwritable", file=str(folder), detail=str(error)) from error
    check_folder(folder)
