"""`heorot check`: replay records and say whether they hold."""

import sys
from typing import Annotated

import typer

from heorot.cli.asked import SPEECH, app, read_file, say, tell
from heorot.engine import record as records
from heorot.engine.errors import BadRecord, HeorotError
from heorot.engine.exports import HIDDEN, check_export
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
            tell(verdict(file, record, places))
        except HeorotError as error:
            wrong += 1
            print(say("cli.check.wrong", file=file, sentence=SPEECH.complain(error)), file=sys.stderr)
    if wrong:
        sys.exit(1)


def verdict(file: str, record: records.Record, places: records.Places) -> str:
    """That a record holds; an export as far as its seat could see."""
    entries, result = len(record.entries), records.result_line(record.result)
    if record.seen_by is None:
        records.check(GAMES[record.game], record, places)
        return say("cli.check.holds", file=file, entries=entries, result=result)
    check_export(GAMES[record.game], record, places)
    hidden = sum(entry.text == HIDDEN for entry in record.entries)
    seat = max(record.seen_by + 1, 0)
    return say("cli.check.holds-for", file=file, seat=seat, entries=entries, hidden=hidden, result=result)
