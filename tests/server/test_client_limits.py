"""Rate limits and socket limits, per address and in total."""

from contextlib import ExitStack

import pytest

from heorot.server.client_limits import RATE_NAMES, Limits
from heorot.server.protocol.errors import Refusal
from heorot.server.settings import Settings
from tests.server.support.fake_clock import FakeClock

ME, YOU = "192.0.2.1", "192.0.2.2"


def limits(**settings) -> Limits:
    return Limits(Settings(**settings), FakeClock())


def refused(code: str):
    return pytest.raises(Refusal, check=lambda error: error.code == code)


def test_a_rate_limit_recovers_when_its_window_moves():
    limiter = limits(rate_chat="3/10 second")
    for _ in range(3):
        limiter.count_here("chat", ME)
        limiter.clock.advance(2)
    with refused("too-fast") as caught:
        limiter.count_here("chat", ME)
    assert caught.value.params == {"seconds": 4}
    limiter.clock.advance(3.5)
    with refused("too-fast") as caught:
        limiter.count_here("chat", ME)
    assert caught.value.params == {"seconds": 1}
    limiter.clock.advance(1)
    limiter.count_here("chat", ME)
    with refused("too-fast"):
        limiter.count_here("chat", ME)


def test_addresses_and_actions_are_counted_separately():
    limiter = limits(rate_chat="1/minute", rate_ask="1/minute")
    limiter.count_here("chat", ME)
    limiter.count_here("chat", YOU)
    limiter.count_here("ask", ME)
    with refused("too-fast"):
        limiter.count_here("chat", ME)


@pytest.mark.parametrize("what", RATE_NAMES)
def test_every_action_has_a_rate(what):
    limiter = limits(**{f"rate_{what}": "1/hour"})
    limiter.count_here(what, ME)
    with refused("too-fast") as caught:
        limiter.count_here(what, ME)
    assert caught.value.params == {"seconds": 3600}


def test_new_tables_are_limited_per_day():
    limiter = limits(most_tables=2, rate_create="100/minute", rate_import="100/minute")
    limiter.count_here("create", ME)
    limiter.count_here("import", ME)
    with refused("too-fast"):
        limiter.count_here("create", ME)
    limiter.count_here("join", ME)
    limiter.clock.advance(days=1, seconds=1)
    limiter.count_here("create", ME)


def test_a_full_disk_blocks_only_new_tables():
    limiter = limits()
    limiter.full = True
    for what in ("create", "import"):
        with refused("full"):
            limiter.count_here(what, ME)
    limiter.count_here("command", ME)
    limiter.count_here("join", ME)


def test_sockets_are_limited_per_address_and_in_total():
    limiter = limits(most_sockets=2, all_sockets=3)
    with ExitStack() as open_ones:
        for who in (ME, ME, YOU):
            open_ones.enter_context(limiter.socket(who))
        for who in (ME, YOU):
            with refused("too-many"), limiter.socket(who):
                pass
        assert limiter.connected == 3
    assert limiter.connected == 0
    assert not limiter.sockets
    with limiter.socket(ME):
        assert limiter.connected == 1


def test_idle_addresses_are_evicted():
    limiter = limits()
    for number in range(100):
        limiter.count_here("hello", f"192.0.2.{number}")
    limiter.count_here("create", ME)
    limiter.evict()
    assert len(limiter.windows.times) == 102
    limiter.clock.advance(days=2)
    limiter.count_here("hello", YOU)
    limiter.evict()
    assert len(limiter.windows.times) == 1


def test_limits_can_be_switched_off():
    limiter = limits(limits="off", rate_chat="1/hour", most_sockets=1)
    for _ in range(5):
        limiter.count_here("chat", ME)
    with limiter.socket(ME), limiter.socket(ME):
        assert limiter.connected == 2
