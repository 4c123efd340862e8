"""All commands, and how one of them is run."""

import sys
from io import TextIOWrapper

import typer

from heorot.cli import (  # noqa: F401  each adds its commands
    backup,
    box,
    check,
    doctor,
    match,
    migrate,
    openapi,
    play,
    rules,
    score,
    serve,
    sim,
    speed,
    verify,
)
from heorot.cli.asked import SPEECH, app, fail, say
from heorot.cli.usage import explain_usage
from heorot.engine.errors import HeorotError


def run() -> None:
    """Run the command; an error is one sentence, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may lack our letters
    try:
        sys.exit(app(standalone_mode=False))
    except typer.TyperException as error:
        explain_usage(error)
    except HeorotError as error:
        fail(SPEECH.complain(error))
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:  # a full disk, or a pipe that was closed
        sys.stdout = None  # or Python complains once more at its end
        fail(say("cli.output", detail=str(error)))
