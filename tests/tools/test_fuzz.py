"""`./dev fuzz` for a few seconds, and with injected faults that it must find."""

import pytest

from heorot.engine import records
from heorot.games import GAMES
from tests.games.legend import invariants
from tests.games.movie import invariants as invariants_movie
from tests.tools import fuzz

INVARIANTS = {"movie": invariants_movie, "legend": invariants}
BEGINNING = {"movie": lambda table: table.state.act == 0, "legend": lambda table: table.state.episode < 5}
each_game = pytest.mark.parametrize("game", GAMES)


@each_game
def test_two_seconds_of_fuzzing_find_nothing(game, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(fuzz, "FOUND", tmp_path)
    assert fuzz.main(["--seconds", "2", "--seed", "1", "--game", game]) == 0, capsys.readouterr().out
    assert "nothing found" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


@each_game
def test_a_failure_is_saved_as_a_record_that_reproduces_it(game, monkeypatch, tmp_path, capsys):
    check = INVARIANTS[game].check_table

    def fails_after_the_beginning(table):
        assert BEGINNING[game](table), "planted"
        check(table)

    monkeypatch.setattr(fuzz, "FOUND", tmp_path / "found")
    monkeypatch.setattr(INVARIANTS[game], "check_table", fails_after_the_beginning)
    assert fuzz.main(["--seconds", "60", "--seed", "5", "--game", game]) == 1
    assert "planted" in capsys.readouterr().out
    (file,) = (tmp_path / "found").glob("*.record")
    record = records.read(file.read_text("utf-8"))
    assert any("planted" in note for note in record.notes)
    assert not BEGINNING[game](records.replay(GAMES[game], record))


@each_game
def test_a_dead_end_is_found(game, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(fuzz, "FOUND", tmp_path)
    monkeypatch.setattr(type(GAMES[game]), "chance_outcomes", lambda self, table: ())
    assert fuzz.run(60, 5, [game]) == 1
    assert "dead end" in capsys.readouterr().out


def test_both_games_are_played_in_turn(monkeypatch, tmp_path):
    played = []
    monkeypatch.setattr(fuzz, "numbers", lambda seed, seconds: range(seed, seed + 4))
    monkeypatch.setattr(fuzz.Game, "play", lambda self: played.append(self.name))
    assert fuzz.main(["--seed", "3"]) == 0
    assert sorted(played) == sorted([*GAMES] * 2)
    assert played[0] != played[1]
