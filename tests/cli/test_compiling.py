"""The estimate that is shown while the rules are compiled."""

from contextlib import contextmanager

import pytest

from heorot.cli import compiling
from heorot.cli.compiling import measure_machine, missing_entries, notice, round_to_five, seconds_for
from heorot.engine.kernels.compile_cache import cache_directory
from heorot.engine.kernels.compiler import entry_points_of
from heorot.search.legend import simulate as legend
from heorot.search.movie import simulate as movie


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache of compiled code."""
    monkeypatch.setenv("HEOROT_CACHE", str(tmp_path))
    return cache_directory()


def add_cache_entry(cache, folder, name):
    """Put an index file into the cache as Numba does."""
    (cache / f"{folder}_0123").mkdir(parents=True, exist_ok=True)
    (cache / f"{folder}_0123" / f"{name}-68.py311.nbi").touch()


def test_cache_entry_counts_for_its_own_game_only(cache):
    assert not movie.simulate.is_cached()
    add_cache_entry(cache, "movie", "simulate.simulate")
    assert movie.simulate.is_cached()
    assert not legend.simulate.is_cached()


def test_missing_entries_exclude_cached_ones(cache):
    package = "heorot.search.movie"
    assert missing_entries(package) == entry_points_of(package)
    add_cache_entry(cache, "movie", "simulate.simulate")
    assert movie.simulate not in missing_entries(package)
    assert len(missing_entries(package)) == len(entry_points_of(package)) - 1 > 1


def test_slow_machine_gets_a_longer_estimate(monkeypatch):
    monkeypatch.setattr(compiling, "measure_machine", lambda: compiling.REFERENCE)
    assert notice([movie.simulate]) == "Compiling the rules, about 15 seconds"
    monkeypatch.setattr(compiling, "measure_machine", lambda: 2 * compiling.REFERENCE)
    assert notice([movie.simulate]) == "Compiling the rules, about 30 seconds"


def test_estimates_are_multiples_of_five():
    assert [round_to_five(seconds) for seconds in (0.1, 7, 8, 41)] == [5, 5, 10, 40]
    assert seconds_for(legend.simulate) > seconds_for(legend.start) > 0
    assert measure_machine() > 0


@pytest.mark.parametrize(("terminal", "cold", "shown"), [(True, True, 1), (True, False, 0), (False, True, 0)])
def test_progress_bar_is_shown_only_on_a_terminal_while_compiling(monkeypatch, terminal, cold, shown):
    bars, done = [], []

    @contextmanager
    def fake_report(start, progress):
        def work():
            for entry in [movie.simulate, movie.start] if cold else []:
                start(entry)
                progress(1, 2)
            done.append(True)

        yield works.append(work)

    @contextmanager
    def fake_bar(description):
        bars.append(description)
        yield lambda done, total: None

    works = [lambda: done.append(True)]
    monkeypatch.setattr(compiling, "can_compile", lambda: True)
    monkeypatch.setattr(compiling, "report_compiling", fake_report)
    monkeypatch.setattr(compiling, "progress_bar", fake_bar)
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    compiling.compile_with_progress(lambda: works[-1]())
    assert (len(bars), done) == (shown, [True])
