"""`heorot verify`: whether every draw of a finished game follows from the secret that its table was bound to."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from heorot.cli.asked import SPEECH, app, read_file, say, tell
from heorot.engine import record as records
from heorot.engine.errors import BadRecord, HeorotError
from heorot.engine.verifying import proof_of, verify
from heorot.games import GAMES


@app.command(name="verify", help=say("cli.verify.help"), epilog=say("cli.verify.example"))
def verify_record(
    file: Annotated[str, typer.Argument(metavar="RECORD", help=say("cli.verify.file"), show_default=False)],
    commitment: Annotated[str | None, typer.Option(metavar="HEX", help=say("cli.verify.commitment"))] = None,
    proof: Annotated[Path | None, typer.Option(metavar="FILE", help=say("cli.verify.proof"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=say("cli.verify.json"))] = False,
) -> None:
    """Work out every draw again."""
    try:
        found = verified(read_file(file), commitment, proof)
    except HeorotError as error:
        print(say("cli.check.wrong", file=file, sentence=SPEECH.complain(error)), file=sys.stderr)
        sys.exit(1)
    if as_json:
        return tell(json.dumps({"file": file, **found}))
    tell(say("cli.verify.holds", file=file, **found))
    if commitment is None:
        tell(say("cli.verify.compare"))


def verified(text: str, commitment: str | None, proof: Path | None) -> dict[str, int | str]:
    """How many draws there are, and what they were bound to; raises what is wrong with them."""
    record, places = records.read_lines(text)
    if record.game not in GAMES:
        raise BadRecord(places.header["game"], "record.other-game", game=record.game[:60])
    draws = verify(GAMES[record.game], record, places)
    assert record.deal is not None
    if commitment is not None and commitment.lower() != record.deal.commitment:
        raise BadRecord(places.header["deal"], "verify.other-commitment")
    if proof is not None:
        proof.write_text(proof_of(GAMES[record.game], record, places), "utf-8")
    return {"draws": len(draws), "commitment": record.deal.commitment, "salts": len(record.deal.salts)}
