"""The command `heorot`: it parses options, calls the other packages and prints. Every sentence is in the locales.

May import: engine, games, search, bots, terminal, bench, cli.
"""

import gc
import sys
from importlib.util import find_spec

from heorot.cli.version import VERSION

PACKAGES = ("typer", "rich", "icu4py")  # of the extra `cli`
WITH_SERVER = {"serve", "doctor", "migrate", "backup", "restore"}  # commands that need the extra `server` too


def main() -> None:
    """Load all commands and run one. The garbage collector is off while they load, and skips them afterwards: both
    together save a fifth of the time of a short command."""
    if sys.argv[1:] == ["--version"]:  # works without any extra
        return print(VERSION)
    gc.disable()
    try:
        from heorot.cli.app import run
    except ModuleNotFoundError as error:
        sys.exit(explain(error))
    gc.freeze()
    gc.enable()
    run()


def explain(error: ModuleNotFoundError) -> int:
    """Print what to install, without the library that fills in sentences; return the exit code."""
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if not missing:
        raise error
    from heorot.locales import catalogue
    from heorot.locales.environment import environment_language

    command = f'pip install "heorot[{"cli,server" if WITH_SERVER & set(sys.argv[1:2]) else "cli"}]"'
    sentence = catalogue(environment_language())["cli.missing"]
    print(sentence.replace("{packages}", ", ".join(missing)).replace("{command}", command), file=sys.stderr)
    return 2
