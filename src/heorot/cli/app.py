"""All commands, and the function that runs one of them."""

import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from heorot.cli import bench, box, check, match, play, rules, score, sim, verify  # noqa: F401  they add commands
from heorot.cli.common import TRANSLATOR, app, fail, translate
from heorot.cli.hosting import backup, doctor, migrate, openapi, serve  # noqa: F401  they add commands
from heorot.cli.usage_errors import fail_with_usage_error
from heorot.cli.version import VERSION
from heorot.engine.errors import HeorotError


def show_version(wanted: bool) -> None:
    """Print the version and exit, before any command is looked for."""
    if wanted:
        print(VERSION)
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help=translate("cli.version.option"))
    ] = False,
) -> None:
    """Accept the options that stand before a command."""


def run() -> None:
    """Run the command. An error is printed as one sentence, never as a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may lack some letters
    try:
        sys.exit(app(standalone_mode=False))
    except typer.TyperException as error:
        fail_with_usage_error(error)
    except HeorotError as error:
        fail(TRANSLATOR.render_error(error))
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:  # a full disk, or a pipe that was closed
        sys.stdout = None  # so that Python does not report it again at exit
        fail(translate("cli.output", detail=str(error)))
