"""The size of the bundle: what a browser must fetch before a page can be used, compressed and without a cache."""

import pytest

from heorot.games import GAMES
from heorot.locales import LANGUAGES
from tests.web.support.measurements import Weight, lay, weigh

MOST = 128 * 1024  # bytes over HTTP, compressed, without headers


def told(what: str, weight: Weight) -> None:
    whole = f"{weight.total / 1024:.1f} KB, {weight.with_headers / 1024:.1f} with headers, {len(weight.bytes)} answers"
    print(f"{what}: {whole}; the heaviest: {', '.join(f'{path} {size}' for path, size in weight.by_path.items())}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_is_small(new_user, language, record_testsuite_property):
    weight = weigh(new_user(language=language), "")
    told(f"first page, {language}", weight)
    record_testsuite_property(f"bytes of the first page, {language}", weight.total)
    assert 10_000 < weight.total <= MOST


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_page_of_a_game_is_small(new_user, server, game, language, record_testsuite_property):
    laid = lay(server.url, game, "person", "greedy", "greedy")
    weight = weigh(new_user(language=language), f"#{laid['table']}.{laid['token']}")
    told(f"{game}, {language}", weight)
    record_testsuite_property(f"bytes of {game}, {language}", weight.total)
    assert 10_000 < weight.total <= MOST
    assert not [path for path in weight.by_path if "LaterVignettes" in path]  # drawings that are needed later are fetched later


def test_only_one_language_is_fetched(new_user):
    weight = weigh(new_user(language="fr"), "")
    chunks = [path for path in weight.by_path if path.startswith(tuple(f"/assets/{one}-" for one in LANGUAGES))]
    assert sorted(path.removeprefix("/assets/").rsplit("-", 1)[0] for path in chunks) == ["fr-base", "fr-hall"]


def test_the_hall_fetches_no_game(new_user):
    weight = weigh(new_user(), "")
    assert not [path for path in weight.by_path if "Table" in path]
