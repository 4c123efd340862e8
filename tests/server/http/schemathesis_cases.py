"""Requests that schemathesis makes from the OpenAPI description of this server, one test for each route.

Building them takes seconds, so pytest does not collect this file; test_schemathesis.py runs it in one process.
"""

from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from heorot.server.app import make_app
from heorot.server.settings import Settings
from tests.server.support.live_server import serving

RATES = {"HEOROT_RATE_" + name: "100000/second" for name in ("CREATE", "IMPORT", "JOIN", "HELLO", "ASK")}
LEFT_OUT = [positive_data_acceptance]  # JSON Schema accepts 2.0 as an integer, the server does not
CALM = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None}


@pytest.fixture(scope="module")
def api(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("api"), HEOROT_MOST_TABLES="1000000", **RATES) as running:
        yield running.url


schema = schemathesis.openapi.from_dict(make_app(Settings(data=Path("nowhere"))).openapi())


def attack(case, api: str) -> None:
    """Send one request and run the checks of schemathesis."""
    answer = case.call_and_validate(base_url=api, excluded_checks=LEFT_OUT)
    if answer.status_code >= 400:
        assert answer.status_code != 500
        assert list(answer.json()) == ["problem"]


@schema.parametrize()
@settings(max_examples=8, **CALM)
def test_every_route_matches_its_description(case, api):
    attack(case, api)


@pytest.mark.heavy
@schema.parametrize()
@settings(max_examples=300, **CALM)
def test_every_route_matches_its_description_in_many_examples(case, api):
    attack(case, api)
