"""The size of the bundle: the compressed bytes that a browser without a cache fetches before a page can be used."""

import re

import pytest

from heorot.games import GAMES
from heorot.locales import LANGUAGES
from tests.architecture.source import PACKAGE
from tests.support.case_sampling import thinly
from tests.web.support.measurements import Weight, create_table, weigh

MAX_BYTES = 128 * 1024  # bytes over HTTP, compressed, without headers


def print_weight(subject: str, weight: Weight) -> None:
    total = f"{weight.total / 1024:.1f} KB, {weight.with_headers / 1024:.1f} with headers"
    print(f"{subject}: {total}: {', '.join(f'{path} {size}' for path, size in weight.by_path.items())}")


def chunks() -> str:
    """Return the names of all files of the built client."""
    return " ".join(file.name for file in (PACKAGE / "bundle" / "assets").iterdir())


@pytest.mark.parametrize("language", LANGUAGES)
def test_hall_page_fits_size_limit_and_fetches_only_what_it_needs(new_user, language, record_testsuite_property):
    weight = weigh(new_user(language=language), "")
    print_weight(f"first page, {language}", weight)
    record_testsuite_property(f"bytes of the first page, {language}", weight.total)
    assert 10_000 < weight.total <= MAX_BYTES
    catalogues = re.findall(rf"^/assets/((?:{'|'.join(LANGUAGES)})-\w+)-", "\n".join(weight.by_path), re.MULTILINE)
    assert sorted(catalogues) == [f"{language}-base", f"{language}-hall"]
    for part in ("TableLoader", "hosting"):  # else their names could not be among the paths
        assert part in chunks()
    assert not [path for path in weight.by_path if "Table" in path or "host" in path.lower()]


@pytest.mark.parametrize(("game", "language"), thinly(GAMES, LANGUAGES))
def test_table_page_fits_size_limit(new_user, server, game, language, record_testsuite_property):
    created = create_table(server.url, game, "person", "greedy", "greedy")
    weight = weigh(new_user(language=language), f"#{created['table']}.{created['token']}")
    print_weight(f"{game}, {language}", weight)
    record_testsuite_property(f"bytes of {game}, {language}", weight.total)
    assert 10_000 < weight.total <= MAX_BYTES
    assert "LaterVignettes" in chunks()  # else its name could not be among the paths
    assert not [path for path in weight.by_path if "LaterVignettes" in path]  # fetched on later turns
