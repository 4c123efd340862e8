"""`heorot verify`: verify that every draw of a finished game follows from the secret committed to before it began."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from heorot.cli.common import TRANSLATOR, app, print_line, read_file, translate
from heorot.engine import records
from heorot.engine.errors import BadRecord, HeorotError
from heorot.engine.records.verify_draws import proof_of, verify
from heorot.games import GAMES


@app.command(name="verify", help=translate("cli.verify.help"), epilog=translate("cli.verify.example"))
def verify_record(
    file: Annotated[str, typer.Argument(metavar="RECORD", help=translate("cli.verify.file"), show_default=False)],
    commitment: Annotated[str | None, typer.Option(metavar="HEX", help=translate("cli.verify.commitment"))] = None,
    proof: Annotated[Path | None, typer.Option(metavar="FILE", help=translate("cli.verify.proof"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=translate("cli.verify.json"))] = False,
) -> None:
    """Verify the draws of a record."""
    try:
        found = verify_text(read_file(file), commitment, proof)
    except HeorotError as error:
        print(translate("cli.check.wrong", file=file, sentence=TRANSLATOR.render_error(error)), file=sys.stderr)
        sys.exit(1)
    if as_json:
        return print_line(json.dumps({"file": file, **found}))
    print_line(translate("cli.verify.holds", file=file, **found))
    if commitment is None:
        print_line(translate("cli.verify.compare"))


def verify_text(text: str, commitment: str | None, proof: Path | None) -> dict[str, int | str]:
    """Return the number of draws and their commitment. Raise `HeorotError` if a draw does not follow from it."""
    record, places = records.read_with_lines(text)
    if record.game not in GAMES:
        raise BadRecord(places.header["game"], "record.other-game", game=record.game[:60])
    draws = verify(GAMES[record.game], record, places)
    assert record.deal is not None
    if commitment is not None and commitment.lower() != record.deal.commitment:
        raise BadRecord(places.header["deal"], "verify.other-commitment")
    if proof is not None:
        proof.write_text(proof_of(GAMES[record.game], record, places), "utf-8")
    return {"draws": len(draws), "commitment": record.deal.commitment, "salts": len(record.deal.salts)}
