"""Every value of a built-in box has a source."""

import re
import tomllib

import pytest

from heorot.games import GAMES

SOURCE = re.compile(r"(rulebook|report|ours)\b")  # a remark may follow


@pytest.mark.parametrize("name", GAMES)
def test_every_built_in_value_has_a_source(name):
    values = list(GAMES[name].box.sourced())
    assert [(where, value) for where, value, source in values if not SOURCE.match(source)] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_a_box_file_is_sourced(name):
    """There are as many integers with a source as in the file, apart from `act`."""
    box = GAMES[name].box
    asked = [value for _, value, _ in box.sourced()]
    assert numbers_in(asked) == numbers_in(tomllib.loads(box.text))


def numbers_in(value: object) -> int:
    match value:
        case bool():
            return 0
        case int():
            return 1
        case list():
            return sum(map(numbers_in, value))
        case dict():
            return sum(numbers_in(part) for key, part in value.items() if key != "act")
    return 0
