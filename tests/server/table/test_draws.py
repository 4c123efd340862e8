"""P3: every draw can be verified. Rules, proof and the short verifier agree, and each detects changes."""

import re
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from importlib import resources
from random import Random

import pytest

from heorot import verifier
from heorot.engine import records
from heorot.engine.errors import BadRecord, HeorotError
from heorot.engine.records import verify_draws
from heorot.engine.records.fairness import Candidate, DrawInput, choose_candidate
from heorot.engine.records.verify_draws import proof_of, verify
from heorot.engine.seats import CHANCE, Seat
from heorot.games import GAMES
from heorot.server.table.draws import draw_key, fairness_promise
from heorot.server.table.events import Begun
from heorot.server.table.identity import Identity
from heorot.server.table.table import initial_table
from heorot.server.views.export import record_for
from tests.server.support.table_setup import GAMES_TO_PLAY, ID, PlayedTable, created_event

SECRET = b"s" * 32


def play(game: str, seats: int, options: dict[str, str], seed: int = 0, back: int = 0) -> PlayedTable:
    """Play a whole game with verifiable draws and occasional undos."""
    first = created_event(game, seats, options, deal=1)
    salts = [f"salt-of-{n}" if n % 2 else None for n in range(seats)]
    salted = [place.model_copy(update={"salt": salt}) for place, salt in zip(first.places, salts, strict=True)]
    played = PlayedTable(initial_table(ID, first.model_copy(update={"places": tuple(salted)})), Random(seed))
    while played.table.status == "playing":
        for _ in played.play(12):
            pass
        if back and played.table.status == "playing" and played.table.steps:
            back -= 1
            undo_last_answer(played)
    return played


def undo_last_answer(played: PlayedTable) -> None:
    """Undo the last answer with everybody's consent."""
    seat = played.table.steps[-1].seat
    played.do(seat, type="undo")
    while played.table.request is not None:
        waiting = set(played.table.voters) - played.table.request.agreed
        played.do(min(waiting), type="agree", yes=True)


def record_text(played: PlayedTable) -> str:
    return record_for(played.first, played.events, Identity(None), SECRET)


def check(text: str) -> int:
    record, places = records.read_with_lines(text)
    return len(verify(GAMES[record.game], record, places))


def proof(text: str) -> str:
    record, places = records.read_with_lines(text)
    return proof_of(GAMES[record.game], record, places)


@pytest.fixture(scope="module", params=GAMES_TO_PLAY, ids=lambda case: f"{case[0]}-{case[1]}")
def text(request) -> str:
    return record_text(play(*request.param, back=3))


# ---- Valid proofs ------------------------------------------------------------------------------------------------


def test_p3_every_draw_follows_by_the_rules_and_by_the_short_verifier(text):
    draws = sum(line.startswith("* ") for line in text.splitlines())
    assert check(text) == draws > 5
    assert verifier.check(proof(text)) == ""
    assert len(verifier.read(proof(text))[1]) == draws
    assert "undo " in text


def test_verifier_is_short_and_runs_alone(text, tmp_path):
    source = (resources.files("heorot") / "verifier.py").read_text("utf-8")
    assert len(source.splitlines()) < 100
    assert set(re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE)) <= {"hashlib", "hmac", "sys", "typing"}
    (tmp_path / "alone.py").write_text(source)
    (tmp_path / "game.proof").write_text(proof(text))
    command = [sys.executable, "-I", "alone.py", "game.proof"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
    assert "follow from the secret" in result.stdout


def test_the_commitment_is_the_hash_of_the_published_key(text):
    deal = records.read(text).deal
    assert sha256(bytes.fromhex(deal.secret)).hexdigest() == deal.commitment
    assert verifier.check(proof(text), deal.commitment) == ""
    assert "bound" in verifier.check(proof(text), "0" * 64)


# ---- Changed proofs and records ----------------------------------------------------------------------------------


def test_a_changed_secret_salt_or_table_is_found(text):
    deal = records.read(text).deal
    others = ((deal.secret, "1" * 64), ("salt-of-1", "salt-of-x"), (f"deal table {ID}", f"deal table {'b' * 16}"))
    for old, new in others:
        with pytest.raises(BadRecord) as wrong:
            check(text.replace(old, new))
        assert wrong.value.key in ("verify.commitment", "verify.draw")
        assert verifier.check(proof(text.replace(old, new)))


def test_an_added_or_removed_salt_is_found(text):
    less = text.replace("deal salt 2 salt-of-1\n", "")
    more = text.replace("deal salt 2 salt-of-1", "deal salt 1 x\ndeal salt 2 salt-of-1")
    for changed in (less, more):
        with pytest.raises(BadRecord):
            check(changed)
        assert verifier.check(proof(changed))


def test_a_changed_outcome_is_found_at_its_position(text):
    head, *blocks = proof(text).rstrip("\n").split("\n\n")
    changes = 0
    for number, block in enumerate(blocks):
        *lines, outcome = block.split("\n")
        others = sorted({f"= {line.partition(' ')[2]}" for line in lines[1:]} - {outcome})
        changed = [*blocks[:number], "\n".join([*lines, *others[:1]]), *blocks[number + 1 :]]
        if others:
            assert verifier.check("\n\n".join([head, *changed])).startswith(f"Draw {number} does not follow")
            changes += 1
    assert changes > 5


def test_a_changed_draw_of_a_record_is_found_by_the_rules(text):
    """Swap two consecutive draws wherever the rules allow it: the record is legal, but does not follow from the key."""
    lines = text.splitlines()
    pairs = [place for place in range(len(lines) - 1) if is_pair(lines[place], lines[place + 1])]
    for place in Random(0).sample(pairs, 3):
        changed = [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :], ""]
        with pytest.raises(BadRecord):
            check("\n".join(changed))


def test_a_changed_counter_of_a_record_is_found_by_the_rules(text):
    """Add an undo and the same answer again: the game is equal, but later draws would differ."""
    lines = text.splitlines()
    last = max(place for place, line in enumerate(lines) if line.startswith("* "))
    answers = [place for place, line in enumerate(lines[:last]) if re.match(r"\d ", line)]
    for place in (answers[0], answers[len(answers) // 4]):
        with pytest.raises(BadRecord) as wrong:
            check("\n".join([*lines[: place + 1], "undo 1", *lines[place:], ""]))
        assert wrong.value.key == "verify.draw"


def test_weights_that_contradict_the_rules_are_found(text, monkeypatch):
    """A record has no weights, so that draws by other weights are detected."""
    right = verify_draws.candidates

    def heavier(game, state):
        first, *others = right(game, state)
        return (Candidate(first.weight + 1, first.text), *others)

    monkeypatch.setattr(verify_draws, "candidates", heavier)
    with pytest.raises(BadRecord) as wrong:
        check(text)
    assert wrong.value.key == "verify.draw"


def is_pair(line: str, following: str) -> bool:
    return line.startswith("* ") and following.startswith("* ") and line != following


def blocks_changed(whole: str, pattern: str, new: str) -> list[str]:
    """Return the proof with one block changed at a time."""
    blocks = whole.rstrip("\n").split("\n\n")
    changed = [re.sub(pattern, new, block, count=1) for block in blocks]
    return ["\n\n".join([*blocks[:n], changed[n], *blocks[n + 1 :]]) for n in range(1, len(blocks))]


@pytest.mark.parametrize(
    ("pattern", "new"),
    [(r"\n(\d+) ", r"\n1\1 "), (r"undo (\d+)", r"undo 1\1"), (r"\n(\d+ [^\n]+)", r"\n\1\n\1")],
    ids=["weight", "undo", "candidate"],
)
def test_a_changed_weight_or_counter_shows_over_a_game(text, pattern, new):
    """One changed draw may come out the same by luck; all of them never do."""
    one_by_one = [verifier.check(changed) for changed in blocks_changed(proof(text), pattern, new)]
    assert sum(map(bool, one_by_one)) > len(one_by_one) / 3
    head, *blocks = proof(text).split("\n\n")
    assert verifier.check("\n\n".join([head, *(re.sub(pattern, new, block, count=1) for block in blocks)]))


def test_the_undo_counter_never_decreases(text):
    """Otherwise the author of a proof could choose for each draw the counter with the preferred outcome."""
    known, draws = verifier.read(proof(text))
    head, *blocks = proof(text).rstrip("\n").split("\n\n")
    assert draws[-1][1] > 0
    number, _, candidates, _ = draws[-1]
    *lines, _ = blocks[-1].split("\n")
    lines[0] = f"draw {number} undo 0"
    pleasing = "\n".join([*lines, f"= {verifier.drawn(known, number, 0, candidates)}"])
    assert "take-backs" in verifier.check("\n\n".join([head, *blocks[:-1], pleasing]))


def test_an_invalid_proof_is_reported_in_one_sentence(tmp_path):
    (tmp_path / "game.proof").write_text("heorot-proof 1\ntable a")
    command = [sys.executable, "-I", str(resources.files("heorot") / "verifier.py"), "game.proof"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert result.returncode == 1
    assert result.stderr.startswith("This proof cannot be read")


def test_an_omitted_draw_is_found(text):
    head, *blocks = proof(text).split("\n\n")
    for place in range(len(blocks) - 1):
        assert "missing" in verifier.check("\n\n".join([head, *blocks[:place], *blocks[place + 1 :]]))


# ---- Publication of the key --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_key_is_published_after_the_last_draw(game):
    played = PlayedTable(initial_table(ID, created_event(game, 2, deal=1)), Random(1))
    for table in played.play(10):
        assert fairness_promise(table, SECRET).secret is None
    export = record_for(played.first, played.events, Identity(Seat(0)), SECRET)
    assert "deal commitment" in export
    assert "deal secret" not in export
    played.do(0, type="abort")
    played.do(1, type="agree", yes=True)
    assert fairness_promise(played.table, SECRET).secret == draw_key(SECRET).hex()


def test_the_draw_key_does_not_reveal_the_tables_secret():
    assert draw_key(SECRET) != SECRET
    assert draw_key(SECRET).hex() not in SECRET.hex()


@pytest.mark.parametrize("game", GAMES)
def test_a_draw_after_an_undo_is_fresh(game):
    played = play(game, 2, {}, seed=5, back=4)
    record, places = records.read_with_lines(record_text(played))
    inputs = [draw.input for draw in verify(GAMES[game], record, places)]
    assert len({(draw_input.undo, draw_input.draw) for draw_input in inputs}) == len(inputs)
    assert [draw_input.draw for draw_input in inputs] == list(range(len(inputs)))
    assert max(draw_input.undo for draw_input in inputs) >= 1


@pytest.mark.parametrize("game", GAMES)
def test_older_tables_draw_as_before_and_are_not_verifiable(game):
    played = PlayedTable(initial_table(ID, created_event(game, 2)), Random(1))
    for _ in played.play():
        pass
    with pytest.raises(HeorotError) as refused:
        check(record_text(played))
    assert refused.value.key == "verify.not-provable"


def test_salts_after_the_first_draw_are_ignored():
    played = PlayedTable(initial_table(ID, created_event("movie", 2, deal=1)), Random(1))
    begun = played.table
    played.do(None, host=True, type="seat", seat=2, who="open")
    played.do(None, host=True, type="seat", seat=2, who="bot", bot="random")
    assert played.table.salts == begun.salts == ()


# ---- Probabilities -----------------------------------------------------------------------------------------------


def test_draws_over_many_secrets_are_as_likely_as_their_weights():
    candidates = (Candidate(1, "a"), Candidate(2, "b"), Candidate(5, "c"), Candidate(12, "d"))
    draw, number = DrawInput(ID, ((1, "x"),), 0, 3, candidates), 20_000
    counts = Counter(choose_candidate(sha256(str(n).encode()).digest(), draw) for n in range(number))
    expected = [number * candidate.weight / 20 for candidate in candidates]
    squares = sum((counts[place] - e) ** 2 / e for place, e in enumerate(expected))
    assert squares < 21.1  # three degrees of freedom: probability 1 in 10,000


def test_draws_of_one_secret_are_independent():
    candidates = (Candidate(1, "a"), Candidate(1, "b"), Candidate(1, "c"))
    lots = [DrawInput(ID, (), 0, number, candidates) for number in range(9_000)]
    pairs = Counter(zip(results := [choose_candidate(SECRET, draw) for draw in lots], results[1:], strict=False))
    squares = sum((count - 999.9) ** 2 / 999.9 for count in pairs.values())
    assert len(pairs) == 9
    assert squares < 31.8  # eight degrees of freedom


@pytest.mark.parametrize("game", GAMES)
def test_choice_of_the_first_seat_is_a_verifiable_draw(game):
    played = PlayedTable(initial_table(ID, created_event(game, 3, deal=1)), Random(1))
    begun = played.events[0]
    assert isinstance(begun, Begun)
    assert begun.drawn[0].startswith("first ")
    assert played.table.state.history[0].seat == CHANCE
