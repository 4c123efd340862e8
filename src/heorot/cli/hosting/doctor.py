"""`heorot doctor`: check whether a server would run well with the current settings."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from heorot.cli.common import TRANSLATOR, AsJson, DataFolder, app, print_line, translate
from heorot.cli.hosting.serve import Host, Port, require_server_extra
from heorot.engine.errors import HeorotError

if TYPE_CHECKING:  # needs the extra `server`
    from heorot.server.doctor import Finding

Backups = Annotated[Path | None, typer.Option("--backups", metavar="DIR", help=translate("cli.doctor.backups"))]


@app.command(help=translate("cli.doctor.help"), epilog=translate("cli.doctor.example"))
def doctor(
    host: Host = None, port: Port = None, data: DataFolder = None, backups: Backups = None, as_json: AsJson = False
) -> None:
    """Print all findings; exit with 1 if one is an error."""
    require_server_extra()
    levels = []
    for finding in findings(backups, host=host, port=port, data=data):
        levels.append(finding.level)
        if as_json:
            print_line(json.dumps(finding_json(finding)))
        else:
            print_line(translate(f"doctor.level.{finding.level}", sentence=finding_text(finding)))
    if not as_json:
        print_line(translate("doctor.told", wrong=levels.count("wrong"), doubts=levels.count("doubt")))
    sys.exit(1 if "wrong" in levels else 0)


def findings(backups: Path | None, **given: Any) -> Iterator["Finding"]:
    """Yield findings as they are made. Unreadable settings are the only finding."""
    from heorot.server.doctor import Finding, examine
    from heorot.server.settings import read_settings

    try:
        settings = read_settings(**given)
    except HeorotError as error:
        yield Finding.from_error(error)
    else:
        yield from examine(settings, backups)


def finding_text(finding: "Finding") -> str:
    return TRANSLATOR.render_error(HeorotError(finding.sentence.key, **finding.sentence.params))


def finding_json(finding: "Finding") -> dict[str, Any]:
    """Return a finding as JSON for programs."""
    sentence = finding.sentence
    return {"level": finding.level, "key": sentence.key, "params": sentence.params, "sentence": finding_text(finding)}
