"""Settings: defaults, environment variables, and one sentence for each error."""

import pytest

from heorot.engine.errors import HeorotError
from heorot.server.settings import NON_SERVER_VARIABLES, PREFIX, Settings, has_shared_database, read_settings
from heorot.terminal.translator import Translator
from tests.architecture.source import ROOT


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch):
    for name in Settings.model_fields:
        monkeypatch.delenv(PREFIX + name.upper(), raising=False)


def error_sentence(**arguments) -> str:
    with pytest.raises(HeorotError) as refused:
        read_settings(**arguments)
    return Translator("en").render_error(refused.value)


def test_every_setting_has_a_default():
    settings = read_settings()
    assert (settings.host, settings.port, settings.limits, settings.metrics) == ("127.0.0.1", 8000, "on", "local")
    assert settings.data.parts[-2:] == ("heorot", "server")


def test_arguments_override_the_environment(monkeypatch):
    monkeypatch.setenv("HEOROT_PORT", "9000")
    monkeypatch.setenv("HEOROT_PROXIES", "10.0.0.0/8, ::1")
    monkeypatch.setenv("HEOROT_ORIGINS", "https://Example.org,http://localhost:5173/")
    settings = read_settings(port=None)
    assert settings.port == 9000
    assert [str(network) for network in settings.proxies] == ["10.0.0.0/8", "::1/128"]
    assert settings.origins == ("https://example.org", "http://localhost:5173")
    assert read_settings(port=1).port == 1


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "x", "HEOROT_PORT must be a number, not “x”."),
        ("PORT", "-1", "HEOROT_PORT must be from 0 to 65535, not -1."),
        ("BOT_BEAT", "slow", "HEOROT_BOT_BEAT must be a number, not “slow”."),
        ("KEEP_DAYS", "0", "HEOROT_KEEP_DAYS must be from 0 to 100000, not 0."),
        ("LOG_LEVEL", "loud", "HEOROT_LOG_LEVEL must be one of these: debug, info, warning, error; not “loud”."),
        ("RATE_CHAT", "often", "HEOROT_RATE_CHAT must be a rate like 30/minute, not “often”."),
        ("PROXIES", "10.0.0.1,home", "HEOROT_PROXIES must list addresses like 10.0.0.0/8, with commas between them; "
                                     "“home” is none."),
        ("ORIGINS", "example.org", "HEOROT_ORIGINS must list origins like https://example.org, with commas between "
                                   "them; “example.org” is none."),
        ("ORIGINS", "https://a.org/page", "HEOROT_ORIGINS must list origins like https://example.org, with commas "
                                          "between them; “https://a.org/page” is none."),
    ],
)  # fmt: skip
def test_invalid_settings_are_reported_in_one_sentence(monkeypatch, name, value, sentence):
    monkeypatch.setenv(PREFIX + name, value)
    assert error_sentence() == sentence


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("HEOROT_PROT", "HEOROT_PROT is not a setting of the server. Did you mean “HEOROT_PORT”?"),
        ("HEOROT_XYZZY", "HEOROT_XYZZY is not a setting of the server."),
    ],
)
def test_misspelt_settings_are_named(monkeypatch, name, sentence):
    monkeypatch.setenv(name, "1")
    assert error_sentence() == sentence


def test_variables_of_other_programs_are_accepted(monkeypatch):
    for name in NON_SERVER_VARIABLES:
        monkeypatch.setenv(name, "1")
    read_settings()


def test_passwords_are_not_repeated(monkeypatch):
    monkeypatch.setenv("HEOROT_DATABASE", "postgresql://me:secret@host/db")
    known = "sqlite:///, followed by the name of a file, or with postgresql+asyncpg://"
    assert error_sentence() == f"HEOROT_DATABASE must begin with {known}."


def test_a_bus_needs_a_shared_database(monkeypatch):
    monkeypatch.setenv("HEOROT_BUS", "amqp://me:secret@host")
    assert error_sentence() == "HEOROT_BUS must begin with redis:// or rediss://."
    monkeypatch.setenv("HEOROT_BUS", "redis://me:secret@host")
    assert error_sentence() == (
        "HEOROT_BUS is for several nodes, and they need HEOROT_DATABASE to begin with postgresql+asyncpg://."
    )
    monkeypatch.setenv("HEOROT_DATABASE", "postgresql+asyncpg://me@host/db")
    assert has_shared_database(read_settings())


def test_every_setting_is_documented_with_its_default():
    page = (ROOT / "docs" / "serving.md").read_text("utf-8")
    for name, field in Settings.model_fields.items():
        line = next((line for line in page.splitlines() if line.startswith(f"| `{PREFIX}{name.upper()}` |")), None)
        assert line, name
        if field.default_factory is None and field.default not in (None, ()):
            assert f"`{field.default}`" in line, name
