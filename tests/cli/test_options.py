"""Options of the command line become options of the table, if the game has them."""

from types import SimpleNamespace

import pytest

from heorot.cli.common import find_options
from heorot.engine.errors import HeorotError
from heorot.engine.game import GameInfo
from tests.cli.run_heorot import run_heorot, translated

FLAGS = ("advanced", "fallen", "open_tokens")
GAME_WITH_OPTIONS, GAME_WITHOUT_OPTIONS = (
    SimpleNamespace(info=GameInfo(name="any", seats=(2, 5), rules=(1,), options=options))
    for options in (("first", "advanced", "fallen", "open-tokens"), ("first",))
)


def test_unset_flags_give_no_options():
    assert find_options(GAME_WITH_OPTIONS, None, advanced=False, fallen=False, open_tokens=False) == {}
    assert find_options(GAME_WITHOUT_OPTIONS, None, advanced=False, fallen=False, open_tokens=False) == {}


def test_set_flags_become_options():
    chosen = find_options(GAME_WITH_OPTIONS, 3, advanced=True, fallen=False, open_tokens=True)
    assert chosen == {"first": "3", "advanced": "yes", "open-tokens": "yes"}


@pytest.mark.parametrize("flag", FLAGS)
def test_game_without_the_option_refuses_the_flag(flag):
    assert find_options(GAME_WITH_OPTIONS, **{flag: True}) == {flag.replace("_", "-"): "yes"}
    with pytest.raises(HeorotError) as caught:
        find_options(GAME_WITHOUT_OPTIONS, **{flag: True})
    assert (caught.value.key, caught.value.params) == ("option.unknown", {"option": flag.replace("_", "-")})


def test_every_command_accepts_option_flags_and_refuses_unknown_options():
    flags = ("--advanced", "--fallen", "--open-tokens")
    scored = run_heorot("score", "legend", "-", *flags, stdin="Martha: fame 8\n")
    assert (scored.code, scored.err) == (0, "")
    refused = run_heorot("bench", "movie", *flags)
    assert (refused.code, refused.out) == (2, "")
    assert refused.sentences == [translated("en", "option.unknown", option="advanced")]
