"""`./dev fuzz`, for two seconds; and a fault that is put there for it to find."""

from heorot.engine import record as records
from tests import fuzz, invariants
from tests.playing import MOVIE


def test_two_seconds_of_fuzzing_find_nothing(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(fuzz, "FOUND", tmp_path)
    assert fuzz.main(["--seconds", "2", "--seed", "1"]) == 0, capsys.readouterr().out
    assert "nothing found" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


def test_what_is_found_is_kept_as_a_record_that_leads_there(monkeypatch, tmp_path, capsys):
    check = invariants.check_table

    def fails_in_the_second_act(table):
        assert table.state.act == 0, "planted"
        check(table)

    monkeypatch.setattr(fuzz, "FOUND", tmp_path / "found")
    monkeypatch.setattr(invariants, "check_table", fails_in_the_second_act)
    assert fuzz.main(["--seconds", "60", "--seed", "5"]) == 1
    assert "planted" in capsys.readouterr().out
    (file,) = (tmp_path / "found").glob("*.record")
    record = records.read(file.read_text("utf-8"))
    assert any("planted" in note for note in record.notes)
    assert records.replay(MOVIE, record).state.act > 0


def test_a_dead_end_is_found(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(fuzz, "FOUND", tmp_path)
    monkeypatch.setattr(type(MOVIE), "chances", lambda self, table: ())
    assert fuzz.run(60, 5) == 1
    assert "dead end" in capsys.readouterr().out
