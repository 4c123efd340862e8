"""`heorot check`: replay records and say whether they hold."""

import sys
from typing import Annotated

import typer

from heorot.cli.asked import SPEECH, app, read_file, say, tell
from heorot.engine import record as records
from heorot.engine.errors import BadRecord, HeorotError
from heorot.games import GAMES


@app.command(help=say("cli.check.help"), epilog=say("cli.check.example"))
def check(files: Annotated[list[str], typer.Argument(help=say("cli.check.files"), show_default=False)]) -> None:
    """Replay records and say whether they hold."""
    wrong = 0
    for file in files:
        try:
            record, places = records.read_lines(read_file(file))
            if record.game not in GAMES:
                raise BadRecord(places.header["game"], "record.other-game", game=record.game[:60])
            records.check(GAMES[record.game], record, places)
            result = records.result_line(record.result)
            tell(say("cli.check.holds", file=file, entries=len(record.entries), result=result))
        except HeorotError as error:
            wrong += 1
            print(say("cli.check.wrong", file=file, sentence=SPEECH.complain(error)), file=sys.stderr)
    if wrong:
        sys.exit(1)
