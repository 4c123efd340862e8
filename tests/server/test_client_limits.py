"""Rate limits and socket limits, per address and in total."""

from contextlib import ExitStack

import pytest

from heorot.server.client_limits import RATE_NAMES, Limits
from heorot.server.protocol.errors import Refusal
from heorot.server.settings import Settings
from tests.server.support.fake_clock import FakeClock

ME, YOU = "192.0.2.1", "192.0.2.2"


def limits(**given) -> Limits:
    return Limits(Settings(**given), FakeClock())


def refused(code: str):
    return pytest.raises(Refusal, check=lambda error: error.code == code)


def test_a_rate_limit_recovers_when_its_window_moves():
    found = limits(rate_chat="3/10 second")
    for _ in range(3):
        found.count_here("chat", ME)
        found.clock.advance(2)
    with refused("too-fast") as caught:
        found.count_here("chat", ME)
    assert caught.value.params == {"seconds": 4}
    found.clock.advance(3.5)
    with refused("too-fast") as caught:
        found.count_here("chat", ME)
    assert caught.value.params == {"seconds": 1}
    found.clock.advance(1)
    found.count_here("chat", ME)
    with refused("too-fast"):
        found.count_here("chat", ME)


def test_addresses_and_actions_are_counted_separately():
    found = limits(rate_chat="1/minute", rate_ask="1/minute")
    found.count_here("chat", ME)
    found.count_here("chat", YOU)
    found.count_here("ask", ME)
    with refused("too-fast"):
        found.count_here("chat", ME)


@pytest.mark.parametrize("what", RATE_NAMES)
def test_every_action_has_a_rate(what):
    found = limits(**{f"rate_{what}": "1/hour"})
    found.count_here(what, ME)
    with refused("too-fast") as caught:
        found.count_here(what, ME)
    assert caught.value.params == {"seconds": 3600}


def test_new_tables_are_limited_per_day():
    found = limits(most_tables=2, rate_create="100/minute", rate_import="100/minute")
    found.count_here("create", ME)
    found.count_here("import", ME)
    with refused("too-fast"):
        found.count_here("create", ME)
    found.count_here("join", ME)
    found.clock.advance(days=1, seconds=1)
    found.count_here("create", ME)


def test_a_full_disk_blocks_only_new_tables():
    found = limits()
    found.full = True
    for what in ("create", "import"):
        with refused("full"):
            found.count_here(what, ME)
    found.count_here("command", ME)
    found.count_here("join", ME)


def test_sockets_are_limited_per_address_and_in_total():
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


def test_idle_addresses_are_evicted():
    found = limits()
    for number in range(100):
        found.count_here("hello", f"192.0.2.{number}")
    found.count_here("create", ME)
    found.evict()
    assert len(found.windows.times) == 102
    found.clock.advance(days=2)
    found.count_here("hello", YOU)
    found.evict()
    assert len(found.windows.times) == 1


def test_limits_can_be_switched_off():
    found = limits(limits="off", rate_chat="1/hour", most_sockets=1)
    for _ in range(5):
        found.count_here("chat", ME)
    with found.socket(ME), found.socket(ME):
        assert found.connected == 2
