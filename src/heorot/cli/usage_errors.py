"""A command line that is not understood, told in the language of the person who typed it."""

import sys
from typing import Any, NoReturn

import typer

from heorot.cli.asked import fail, say


def explain_usage(error: typer.TyperException) -> NoReturn:
    """One sentence, and where to read more; without any words at all, everything there is."""
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError" and context is not None:
        print(context.get_help())
        sys.exit(2)
    path = context.command_path if context is not None else "heorot"
    fail(say("cli.wrong.help", sentence=sentence_of(error, context), command=path))


def sentence_of(error: Any, context: Any) -> str:
    """What is wrong, by the kind of error: Typer says it in English alone."""
    match type(error).__name__:
        case "NoSuchOption":
            return say("cli.wrong.option", option=error.option_name[:60])
        case "MissingParameter" if error.param is not None:
            return say("cli.wrong.missing", name=str(error.param.name).upper())
        case "BadParameter" if error.param is not None:
            return say("cli.wrong.value", name="/".join(error.param.opts))
    commands = getattr(getattr(context, "command", None), "commands", None)
    if commands:
        typed = next((word for word in sys.argv[1:] if not word.startswith("-")), "")
        return say("cli.wrong.command", command=typed[:60], known=", ".join(commands))
    return say("cli.wrong.other")
