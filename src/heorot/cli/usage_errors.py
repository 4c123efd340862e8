"""Errors in the command line, in the language of the environment."""

import sys
from typing import Any, NoReturn

import typer

from heorot.cli.common import fail, translate


def fail_with_usage_error(error: typer.TyperException) -> NoReturn:
    """Print one sentence about the error and how to get help, and exit. Without arguments, print the help."""
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError" and context is not None:
        print(context.get_help())
        sys.exit(2)
    path = context.command_path if context is not None else "heorot"
    fail(translate("cli.wrong.help", sentence=error_sentence(error, context), command=path))


def error_sentence(error: Any, context: Any) -> str:
    """Return the sentence for an error by its class, because Typer's messages are English only."""
    match type(error).__name__:
        case "NoSuchOption":
            return translate("cli.wrong.option", option=error.option_name[:60])
        case "MissingParameter" if error.param is not None:
            return translate("cli.wrong.missing", name=str(error.param.name).upper())
        case "BadParameter" if error.param is not None:
            return translate("cli.wrong.value", name="/".join(error.param.opts))
    commands = getattr(getattr(context, "command", None), "commands", None)
    if commands:
        typed = next((word for word in sys.argv[1:] if not word.startswith("-")), "")
        return translate("cli.wrong.command", command=typed[:60], known=", ".join(commands))
    return translate("cli.wrong.other")
