"""`heorot openapi`: write the description of the API, and TypeScript types for it."""

from pathlib import Path
from typing import Annotated

import typer

from heorot.cli.common import app, translate
from heorot.cli.hosting.serve import require_server_extra
from heorot.engine.errors import HeorotError

Target = Annotated[Path, typer.Argument(help=translate("cli.openapi.file"), show_default=False)]
Types = Annotated[Path | None, typer.Option("--types", metavar="FILE", help=translate("cli.openapi.types"))]


@app.command(help=translate("cli.openapi.help"), epilog=translate("cli.openapi.example"))
def openapi(file: Target, types: Types = None) -> None:
    """Write the description of the API."""
    require_server_extra()
    from heorot.server.app import make_app
    from heorot.server.protocol import openapi, typescript
    from heorot.server.settings import Settings

    document = openapi.openapi_schema(make_app(Settings.model_construct()))
    write_file(file, openapi.to_text(document))
    if types is not None:
        write_file(types, typescript.write(document["components"]["schemas"]))


def write_file(file: Path, text: str) -> None:
    """Write a text file. Raise `HeorotError` if that fails."""
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise HeorotError("cli.unwritable", file=str(file), detail=str(error)) from error
