"""`heorot openapi`: what the server says and hears, for programs."""

from pathlib import Path
from typing import Annotated

import typer

from heorot.cli.asked import app, say
from heorot.cli.serve import need_server
from heorot.engine.errors import HeorotError

Target = Annotated[Path, typer.Argument(help=say("cli.openapi.file"), show_default=False)]
Types = Annotated[Path | None, typer.Option("--types", metavar="FILE", help=say("cli.openapi.types"))]


@app.command(help=say("cli.openapi.help"), epilog=say("cli.openapi.example"))
def openapi(file: Target, types: Types = None) -> None:
    """Write the description of the API."""
    need_server()
    from heorot.server import openapi, typescript
    from heorot.server.app import make_app
    from heorot.server.settings import Settings

    told = openapi.describe(make_app(Settings.model_construct()))
    write(file, openapi.write(told))
    if types is not None:
        write(types, typescript.write(told["components"]["schemas"]))


def write(file: Path, text: str) -> None:
    """A text into a file."""
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise HeorotError("cli.unwritable", file=str(file), detail=str(error)) from error
