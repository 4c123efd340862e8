"""Options of the command line become options of the table, if the game has them."""

from types import SimpleNamespace

import pytest

from heorot.cli.common import find_options
from heorot.engine.errors import HeorotError
from heorot.engine.game import GameInfo
from tests.cli.run_heorot import run_heorot, translated

FLAGS = ("advanced", "fallen", "open_tokens")
RICH, POOR = (
    SimpleNamespace(info=GameInfo(name="any", seats=(2, 5), rules=(1,), options=options))
    for options in (("first", "advanced", "fallen", "open-tokens"), ("first",))
)


def test_nothing_chosen_is_nothing_said():
    assert find_options(RICH, None, advanced=False, fallen=False, open_tokens=False) == {}
    assert find_options(POOR, None, advanced=False, fallen=False, open_tokens=False) == {}


def test_what_is_chosen_becomes_an_option():
    chosen = find_options(RICH, 3, advanced=True, fallen=False, open_tokens=True)
    assert chosen == {"first": "3", "advanced": "yes", "open-tokens": "yes"}


@pytest.mark.parametrize("flag", FLAGS)
def test_a_game_without_that_option_refuses_it(flag):
    assert find_options(RICH, **{flag: True}) == {flag.replace("_", "-"): "yes"}
    with pytest.raises(HeorotError) as caught:
        find_options(POOR, **{flag: True})
    assert (caught.value.key, caught.value.params) == ("option.unknown", {"option": flag.replace("_", "-")})


def test_every_command_takes_the_options_and_a_game_refuses_what_it_does_not_have():
    flags = ("--advanced", "--fallen", "--open-tokens")
    scored = run_heorot("score", "legend", "-", *flags, stdin="Martha: fame 8\n")
    assert (scored.code, scored.err) == (0, "")
    refused = run_heorot("bench", "movie", *flags)
    assert (refused.code, refused.out) == (2, "")
    assert refused.sentences == [translated("en", "option.unknown", option="advanced")]
