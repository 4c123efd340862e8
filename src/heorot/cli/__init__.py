"""The command `heorot`. It reads options, calls the rest of the house and prints; every sentence is in the locales."""

import gc


def main() -> None:
    """Load all commands, and run one. What is loaded stays until the end: to look for garbage in it, while it is loaded
    and once more at the end, would take a fifth of all that a short command takes."""
    gc.disable()
    from heorot.cli.commands import run

    gc.freeze()
    gc.enable()
    run()
