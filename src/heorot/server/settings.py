"""Settings of the server, each from an environment variable: HEOROT_ and its name in capitals. docs/serving.md lists
all."""

import os
from collections.abc import Iterable
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias
from urllib.parse import urlsplit

import limits
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from heorot.engine.errors import HeorotError
from heorot.engine.paths import server_folder
from heorot.server.database_url import POSTGRES_URL, SQLITE_URL

PREFIX = "HEOROT_"
NON_SERVER_VARIABLES = ("HEOROT_CACHE", "HEOROT_COMPILE", "HEOROT_PLAY")  # read elsewhere
MIN_HOST_KEY = 20  # characters
Network: TypeAlias = IPv4Network | IPv6Network


def split_list(text: object) -> object:
    """Split a comma-separated string."""
    return tuple(part.strip() for part in text.split(",") if part.strip()) if isinstance(text, str) else text


def parse_origin(text: str) -> str:
    """Return a normalised origin such as https://example.org."""
    parts = urlsplit(text)
    bare = text.partition("://")[2].rstrip("/")
    if parts.scheme not in ("http", "https") or not bare or bare != parts.netloc:
        raise PydanticCustomError("origin", "no origin")
    return f"{parts.scheme}://{parts.netloc}".lower()


def parse_network(text: Any) -> Network:
    """Parse an address or a network such as 10.0.0.0/8."""
    try:
        return ip_network(text)
    except ValueError as error:
        raise PydanticCustomError("network", "no address") from error


def check_rate(text: str) -> str:
    """Accept a rate such as 30/minute or 5 per 10 second."""
    try:
        limits.parse(text)
    except ValueError as error:
        raise PydanticCustomError("rate", "no rate") from error
    return text


def check_database(text: str) -> str:
    """Accept URLs of SQLite and PostgreSQL."""
    if not text.startswith((SQLITE_URL, POSTGRES_URL)):
        raise PydanticCustomError("database", "no database")
    return text


def check_host_key(secret: SecretStr) -> SecretStr:
    """Accept a key that is long enough and can be sent in a header."""
    text = secret.get_secret_value()
    if len(text) < MIN_HOST_KEY or not all("!" <= letter <= "~" for letter in text):
        raise PydanticCustomError("host_key", "no key")
    return secret


def check_bus(text: str) -> str:
    """Accept URLs of Redis."""
    if not text.startswith(("redis://", "rediss://")):
        raise PydanticCustomError("bus", "no bus")
    return text


Origins: TypeAlias = Annotated[
    tuple[Annotated[str, AfterValidator(parse_origin)], ...], NoDecode, BeforeValidator(split_list)
]
Networks: TypeAlias = Annotated[
    tuple[Annotated[Network, BeforeValidator(parse_network)], ...], NoDecode, BeforeValidator(split_list)
]
Rate: TypeAlias = Annotated[str, AfterValidator(check_rate)]
Count: TypeAlias = Annotated[int, Field(ge=1, le=10**9)]
Days: TypeAlias = Annotated[float, Field(gt=0, le=100_000)]


class Settings(BaseSettings):
    """All settings with their defaults."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid", validate_default=False)

    # ---- Where
    data: Path = Field(default_factory=server_folder)  # folder of the database
    host: str = "127.0.0.1"  # address to listen on; 0.0.0.0 or :: for all
    port: Annotated[int, Field(ge=0, le=65535)] = 8000  # 0: any free port
    database: Annotated[str, AfterValidator(check_database)] | None = None  # sqlite:///FILE, or postgresql+asyncpg://
    bus: Annotated[str, AfterValidator(check_bus)] | None = None  # redis://, between nodes; default: PostgreSQL
    origins: Origins = ()  # additional allowed origins
    proxies: Networks = ()  # networks whose X-Forwarded-For is trusted

    # ---- Bots
    bot_beat: Annotated[float, Field(ge=0, le=60)] = 0.5  # seconds until a bot answers, up to four times that
    bot_patience: Annotated[float, Field(gt=0, le=3600)] = 20.0  # seconds to think; then a simpler bot answers
    bot_processes: Annotated[int, Field(ge=1, le=256)] = 1  # for bots, each for one at a time

    # ---- Rate limits, for each address
    limits: Literal["on", "off"] = "on"  # off: no rate limits
    rate_request: Rate = "300/minute"  # HTTP requests
    rate_create: Rate = "20/hour"  # new tables
    rate_import: Rate = "10/hour"  # imported records
    rate_join: Rate = "60/hour"  # taking seats, device codes
    rate_hello: Rate = "120/minute"  # socket connections
    rate_command: Rate = "120/10 second"  # moves and other commands
    rate_ask: Rate = "60/10 second"  # queries about a game
    rate_hint: Rate = "20/minute"  # hints
    rate_chat: Rate = "20/minute"  # chat messages
    rate_leave: Rate = "20/minute"  # handing over to a bot, and returning

    # ---- Quotas
    most_tables: Count = 100  # new tables a day, for each address
    most_sockets: Count = 50  # for each address
    all_sockets: Count = 5000  # in total
    frame_bytes: Count = 64 * 1024  # of one socket message
    body_bytes: Count = 512 * 1024  # of one request body

    # ---- Timeouts
    idle_seconds: Count = 300  # then a table's state is unloaded until it is needed
    unused_seconds: Count = 900  # then a room without connections is dropped from memory
    open_hours: Days = 72.0  # then a table that was not filled is closed
    quiet_days: Days = 30.0  # then an idle game counts as abandoned
    keep_days: Days = 365.0  # then a finished table is deleted
    stop_seconds: Count = 10  # to finish requests when the server stops

    # ---- Operation
    webhooks: Literal["off", "public", "any"] = "public"  # allowed targets: none, public https, any
    disk_mb: Count = 10_000  # then no new tables are created; running games go on
    metrics: Literal["off", "local", "all"] = "local"  # who may read /metrics
    host_key: Annotated[SecretStr, AfterValidator(check_host_key)] | None = None  # for the host's page
    log_level: Literal["debug", "info", "warning", "error"] = "info"


# ---- Reading -------------------------------------------------------------------------------------------------------


def read_settings(**given: Any) -> Settings:
    """Return the settings from `given` values and the environment; raise `HeorotError` with a sentence for the host."""
    check_names(os.environ)
    try:
        settings = Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        raise setting_error(error.errors(include_url=False)[0]) from None
    if settings.bus and not has_shared_database(settings):
        raise HeorotError("settings.bus-alone", name=f"{PREFIX}BUS", database=f"{PREFIX}DATABASE")
    return settings


def has_shared_database(settings: Settings) -> bool:
    """Return whether several nodes may share the database."""
    return settings.database is not None and settings.database.startswith(POSTGRES_URL)


def check_names(environment: Iterable[str]) -> None:
    """Raise `HeorotError` for unknown HEOROT_ variables, which are probably misspelt."""
    known = [name.upper() for name in Settings.model_fields]
    for name in sorted(environment):
        end = name.removeprefix(PREFIX)
        if end != name and end not in known and name not in NON_SERVER_VARIABLES:
            near = get_close_matches(end, known, 1)
            raise HeorotError("settings.unknown", name=name[:60], **({"near": PREFIX + near[0]} if near else {}))


def setting_error(wrong: ErrorDetails) -> HeorotError:
    """Return one sentence on one wrong setting. Database URLs are not repeated, because they may contain passwords."""
    field = str(wrong["loc"][0])
    name, value = f"{PREFIX}{field.upper()}", str(wrong["input"])[:60]
    match wrong["type"]:
        case "origin":
            return HeorotError("settings.origin", name=name, value=value)
        case "network":
            return HeorotError("settings.network", name=name, value=value)
        case "rate":
            return HeorotError("settings.rate", name=name, value=value)
        case "host_key":
            return HeorotError("settings.host-key", name=name, least=MIN_HOST_KEY)
        case "database":
            return HeorotError("settings.database", name=name)
        case "bus":
            return HeorotError("settings.bus", name=name)
        case "literal_error":
            return HeorotError("settings.choice", name=name, value=value, known=", ".join(choices(field)))
        case "int_parsing" | "int_from_float" | "float_parsing":
            return HeorotError("settings.number", name=name, value=value)
        case "greater_than" | "greater_than_equal" | "less_than_equal":
            return HeorotError("settings.range", name=name, value=value, **bounds(field))
    return HeorotError("settings.wrong", name=name, value=value)


def choices(field: str) -> Iterable[str]:
    """Return the allowed values of a setting."""
    return Settings.model_json_schema()["properties"][field]["enum"]  # type: ignore[no-any-return]


def bounds(field: str) -> dict[str, str]:
    """Return the smallest and the largest value of a setting."""
    known = Settings.model_json_schema()["properties"][field]
    least = known.get("minimum", known.get("exclusiveMinimum"))
    return {"least": str(least), "greatest": str(known["maximum"])}
