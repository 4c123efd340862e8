"""Citations: every line of the log names a rule, and every cited number is a rule in each language."""

import re

import pytest

from heorot.games import GAMES, TITLES
from heorot.locales import LANGUAGES
from tests.architecture.source import literals, package
from tests.games.contract.cases import Case, cases, params
from tests.support.playing import Line, watchers

NUMBER = re.compile(r"[ML]\d+\.\d+")


@pytest.fixture(params=params(cases()))
def case(request) -> Case:
    return request.param


@pytest.fixture
def line(case) -> Line:
    return case.line(in_order=False)


def numbers(game: str, language: str = "en") -> set[str]:
    return {rule.number for rule in TITLES[game].rulebook.rules(language)}


def test_every_line_of_the_log_cites_a_rule(line):
    known = numbers(line.game.info.name)
    for reader in watchers(line.last)[:2]:
        told = line.game.narrator(line.tables[0], reader).narrate_moves(line.tables[0], line.last)
        assert [paragraph[0].key for paragraph in told if paragraph[0].params.get("rule") not in known] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_number_cited_in_the_code_is_a_rule(game, language):
    """The cited numbers are string literals in the code of the game."""
    sources = [source for source in package() if game in source.parts]
    named = {found for source in sources for text in literals(source.tree) for found in NUMBER.findall(str(text.value))}
    assert len(named) > 20
    assert named - numbers(game, language) == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_language_has_the_same_rules(game):
    assert len({frozenset(numbers(game, language)) for language in LANGUAGES}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_citations_between_rules_name_existing_rules(game, language):
    rules = TITLES[game].rulebook.rules(language)
    named = {found for rule in rules for found in NUMBER.findall(f"{rule.text} {rule.ruling}")}
    assert named
    assert named - numbers(game, language) == set()
