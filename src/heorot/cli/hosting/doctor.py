"""`heorot doctor`: whether a server would run well with these settings, and what to mend if not."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from heorot.cli.asked import SPEECH, AsJson, DataFolder, app, say, tell
from heorot.cli.serve import Host, Port, need_server
from heorot.engine.errors import HeorotError

if TYPE_CHECKING:  # an extra
    from heorot.server.doctor import Finding

Backups = Annotated[Path | None, typer.Option("--backups", metavar="DIR", help=say("cli.doctor.backups"))]


@app.command(help=say("cli.doctor.help"), epilog=say("cli.doctor.example"))
def doctor(
    host: Host = None, port: Port = None, data: DataFolder = None, backups: Backups = None, as_json: AsJson = False
) -> None:
    """Look at everything; the exit code tells whether something is wrong."""
    need_server()
    found = []
    for finding in findings(backups, host=host, port=port, data=data):
        found.append(finding.level)
        tell(json.dumps(plain(finding)) if as_json else line(finding))
    if not as_json:
        tell(say("doctor.told", wrong=found.count("wrong"), doubts=found.count("doubt")))
    sys.exit(1 if "wrong" in found else 0)


def findings(backups: Path | None, **given: Any) -> Iterator["Finding"]:
    """One after the other, as they are found; of settings that cannot be read there is nothing more to say."""
    from heorot.server.doctor import examine, wrong_by
    from heorot.server.settings import read_settings

    try:
        settings = read_settings(**given)
    except HeorotError as error:
        yield wrong_by(error)
    else:
        yield from examine(settings, backups)


def line(finding: "Finding") -> str:
    """For people: how grave it is, and what."""
    return say(f"doctor.level.{finding.level}", sentence=spoken(finding))


def spoken(finding: "Finding") -> str:
    return SPEECH.complain(HeorotError(finding.sentence.key, **finding.sentence.params))


def plain(finding: "Finding") -> dict[str, Any]:
    """For programs: one object on each line."""
    sentence = finding.sentence
    return {"level": finding.level, "key": sentence.key, "params": sentence.params, "sentence": spoken(finding)}
