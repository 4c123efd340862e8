"""Limits: so often in so long, so many at once, and nobody suffers for another."""

from contextlib import ExitStack

import pytest

from heorot.server.errors import Refusal
from heorot.server.limits import MATTERS, Limits
from heorot.server.settings import Settings
from tests.server.timing import FakeClock

ME, YOU = "192.0.2.1", "192.0.2.2"


def limits(**given) -> Limits:
    return Limits(Settings(**given), FakeClock())


def refused(code: str):
    return pytest.raises(Refusal, check=lambda error: error.code == code)


def test_so_often_and_no_more_and_again_when_the_window_has_moved():
    found = limits(rate_chat="3/10 second")
    for _ in range(3):
        found.hit("chat", ME)
        found.clock.pass_by(2)
    with refused("too-fast") as told:
        found.hit("chat", ME)
    assert told.value.params == {"seconds": 4}
    found.clock.pass_by(3.5)
    with refused("too-fast") as told:
        found.hit("chat", ME)
    assert told.value.params == {"seconds": 1}
    found.clock.pass_by(1)
    found.hit("chat", ME)
    with refused("too-fast"):
        found.hit("chat", ME)


def test_nobody_suffers_for_another_address_or_another_matter():
    found = limits(rate_chat="1/minute", rate_ask="1/minute")
    found.hit("chat", ME)
    found.hit("chat", YOU)
    found.hit("ask", ME)
    with refused("too-fast"):
        found.hit("chat", ME)


@pytest.mark.parametrize("what", MATTERS)
def test_every_matter_has_a_rate(what):
    found = limits(**{f"rate_{what}": "1/hour"})
    found.hit(what, ME)
    with refused("too-fast") as told:
        found.hit(what, ME)
    assert told.value.params == {"seconds": 3600}


def test_tables_are_counted_for_a_day():
    found = limits(most_tables=2, rate_create="100/minute", rate_import="100/minute")
    found.hit("create", ME)
    found.hit("import", ME)
    with refused("too-fast"):
        found.hit("create", ME)
    found.hit("join", ME)
    found.clock.pass_by(days=1, seconds=1)
    found.hit("create", ME)


def test_a_full_disk_keeps_new_tables_out_and_nothing_else():
    found = limits()
    found.full = True
    for what in ("create", "import"):
        with refused("full"):
            found.hit(what, ME)
    found.hit("command", ME)
    found.hit("join", ME)


def test_so_many_sockets_of_an_address_and_of_all():
    found = limits(most_sockets=2, all_sockets=3)
    with ExitStack() as open_ones:
        for who in (ME, ME, YOU):
            open_ones.enter_context(found.socket(who))
        for who in (ME, YOU):
            with refused("too-many"), found.socket(who):
                pass
        assert found.connected == 3
    assert found.connected == 0
    assert not found.sockets
    with found.socket(ME):
        assert found.connected == 1


def test_whoever_is_quiet_is_forgotten():
    found = limits()
    for number in range(100):
        found.hit("hello", f"192.0.2.{number}")
    found.hit("create", ME)
    found.tidy()
    assert len(found.windows.times) == 102
    found.clock.pass_by(days=2)
    found.hit("hello", YOU)
    found.tidy()
    assert len(found.windows.times) == 1


def test_limits_can_be_switched_off():
    found = limits(limits="off", rate_chat="1/hour", most_sockets=1)
    for _ in range(5):
        found.hit("chat", ME)
    with found.socket(ME), found.socket(ME):
        assert found.connected == 2
