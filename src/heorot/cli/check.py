"""`heorot check`: replay records and report whether they are valid."""

import sys
from typing import Annotated

import typer

from heorot.cli.common import TRANSLATOR, app, print_line, read_file, translate
from heorot.engine import records
from heorot.engine.errors import BadRecord, HeorotError
from heorot.engine.records.export_check import HIDDEN, check_export
from heorot.games import GAMES


@app.command(help=translate("cli.check.help"), epilog=translate("cli.check.example"))
def check(files: Annotated[list[str], typer.Argument(help=translate("cli.check.files"), show_default=False)]) -> None:
    """Replay records and report whether they are valid."""
    wrong = 0
    for file in files:
        try:
            record, places = records.read_with_lines(read_file(file))
            if record.game not in GAMES:
                raise BadRecord(places.header["game"], "record.other-game", game=record.game[:60])
            print_line(check_record(file, record, places))
        except HeorotError as error:
            wrong += 1
            print(translate("cli.check.wrong", file=file, sentence=TRANSLATOR.render_error(error)), file=sys.stderr)
    if wrong:
        sys.exit(1)


def check_record(file: str, record: records.Record, places: records.LineNumbers) -> str:
    """Check one record and return a line about it. An export is checked as far as its seat could see."""
    entries, result = len(record.entries), records.result_line(record.result)
    if record.seen_by is None:
        records.check(GAMES[record.game], record, places)
        return translate("cli.check.holds", file=file, entries=entries, result=result)
    check_export(GAMES[record.game], record, places)
    hidden = sum(entry.text == HIDDEN for entry in record.entries)
    seat = max(record.seen_by + 1, 0)
    return translate("cli.check.holds-for", file=file, seat=seat, entries=entries, hidden=hidden, result=result)
