"""What a host can set, each by an environment variable: HEOROT_ and its name in capitals. docs/serving.md lists all."""

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
from heorot.engine.folders import server_folder
from heorot.server.backup import ON_DISK, SHARED

PREFIX = "HEOROT_"
OTHERS = ("HEOROT_CACHE", "HEOROT_COMPILE", "HEOROT_PLAY")  # which are not for the server
SHORTEST_KEY = 20  # letters
Network: TypeAlias = IPv4Network | IPv6Network


def listed(text: Any) -> Any:
    """Several values with commas between them."""
    return tuple(part.strip() for part in text.split(",") if part.strip()) if isinstance(text, str) else text


def origin(text: str) -> str:
    """Where a page comes from, as a browser says it: https://example.org."""
    parts = urlsplit(text)
    bare = text.partition("://")[2].rstrip("/")
    if parts.scheme not in ("http", "https") or not bare or bare != parts.netloc:
        raise PydanticCustomError("origin", "no origin")
    return f"{parts.scheme}://{parts.netloc}".lower()


def network(text: Any) -> Any:
    """An address, or all that begin like one: 10.0.0.0/8."""
    try:
        return ip_network(text)
    except ValueError as error:
        raise PydanticCustomError("network", "no address") from error


def rate(text: str) -> str:
    """So often in so long: 30/minute, or 5 per 10 second."""
    try:
        limits.parse(text)
    except ValueError as error:
        raise PydanticCustomError("rate", "no rate") from error
    return text


def known_database(text: str) -> str:
    """Tables are kept in a file of SQLite, or in PostgreSQL."""
    if not text.startswith((ON_DISK, SHARED)):
        raise PydanticCustomError("database", "no database")
    return text


def long_key(secret: SecretStr) -> SecretStr:
    """A key that nobody guesses, and that any browser can send in a header."""
    text = secret.get_secret_value()
    if len(text) < SHORTEST_KEY or not all("!" <= letter <= "~" for letter in text):
        raise PydanticCustomError("host_key", "no key")
    return secret


def known_bus(text: str) -> str:
    """Nodes hear of each other through their database, or through Redis."""
    if not text.startswith(("redis://", "rediss://")):
        raise PydanticCustomError("bus", "no bus")
    return text


Origins: TypeAlias = Annotated[tuple[Annotated[str, AfterValidator(origin)], ...], NoDecode, BeforeValidator(listed)]
Networks: TypeAlias = Annotated[tuple[Annotated[Any, BeforeValidator(network)], ...], NoDecode, BeforeValidator(listed)]
Rate: TypeAlias = Annotated[str, AfterValidator(rate)]
Count: TypeAlias = Annotated[int, Field(ge=1, le=10**9)]
Days: TypeAlias = Annotated[float, Field(gt=0, le=100_000)]


class Settings(BaseSettings):
    """All of them; what stands here is what counts where nothing is set."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid", validate_default=False)

    # ---- Where
    data: Path = Field(default_factory=server_folder)  # the folder with all that is kept
    host: str = "127.0.0.1"  # the address to listen at; 0.0.0.0 or :: for all
    port: Annotated[int, Field(ge=0, le=65535)] = 8000  # 0: any that is free
    database: Annotated[str, AfterValidator(known_database)] | None = None  # sqlite:///FILE, or postgresql+asyncpg://
    bus: Annotated[str, AfterValidator(known_bus)] | None = None  # redis://, between nodes; else PostgreSQL itself
    origins: Origins = ()  # of pages that may speak to this server, besides its own
    proxies: Networks = ()  # whose word on a client's address is taken

    # ---- Bots
    bot_beat: Annotated[float, Field(ge=0, le=60)] = 0.5  # seconds until a bot answers, or twice, four times so long
    bot_patience: Annotated[float, Field(gt=0, le=3600)] = 20.0  # seconds to think; then a simpler bot plays on
    bot_processes: Annotated[int, Field(ge=1, le=256)] = 1  # in which bots think, each for one at a time

    # ---- How often, for each address
    limits: Literal["on", "off"] = "on"  # off: anyone may do anything as often as they like
    rate_request: Rate = "300/minute"  # anything over HTTP
    rate_create: Rate = "20/hour"  # new tables
    rate_import: Rate = "10/hour"  # records to look at
    rate_join: Rate = "60/hour"  # taking seats, codes for devices
    rate_hello: Rate = "120/minute"  # sockets
    rate_command: Rate = "120/10 second"  # moves and whatever else changes a table
    rate_ask: Rate = "60/10 second"  # questions about a game
    rate_hint: Rate = "20/minute"  # hints
    rate_chat: Rate = "20/minute"  # messages
    rate_leave: Rate = "20/minute"  # letting a bot stand in, and coming back

    # ---- How many
    most_tables: Count = 100  # new ones a day, for each address
    most_sockets: Count = 50  # for each address
    all_sockets: Count = 5000  # of all together
    frame_bytes: Count = 64 * 1024  # of one message on a socket
    body_bytes: Count = 512 * 1024  # of one request

    # ---- How long
    idle_seconds: Count = 300  # then a table rests, and is read again when it is needed
    unused_seconds: Count = 900  # then one that nobody watches is forgotten until someone comes
    open_hours: Days = 72.0  # then a table that nobody filled is closed
    quiet_days: Days = 30.0  # then a game in which nothing happens counts as abandoned
    keep_days: Days = 365.0  # then a finished table is deleted
    stop_seconds: Count = 10  # to finish what is going on when the server stops

    # ---- The house
    webhooks: Literal["off", "public", "any"] = "public"  # whom people may let it call: nobody, public https, anyone
    disk_mb: Count = 10_000  # then no new tables are laid; games that are begun go on
    metrics: Literal["off", "local", "all"] = "local"  # who may read /metrics
    host_key: Annotated[SecretStr, AfterValidator(long_key)] | None = None  # to the host's page, from anywhere
    log_level: Literal["debug", "info", "warning", "error"] = "info"


# ---- What is wrong -------------------------------------------------------------------------------------------------


def read_settings(**given: Any) -> Settings:
    """The settings of the environment, and before them what is given; raises what a person should be told."""
    check_names(os.environ)
    try:
        settings = Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        raise complaint(error.errors(include_url=False)[0]) from None
    if settings.bus and not is_shared(settings):
        raise HeorotError("settings.bus-alone", name=f"{PREFIX}BUS", database=f"{PREFIX}DATABASE")
    return settings


def is_shared(settings: Settings) -> bool:
    """Whether there may be several nodes."""
    return settings.database is not None and settings.database.startswith(SHARED)


def check_names(environment: Iterable[str]) -> None:
    """A setting that is misspelt would not count, and nobody would know."""
    known = [name.upper() for name in Settings.model_fields]
    for name in sorted(environment):
        end = name.removeprefix(PREFIX)
        if end != name and end not in known and name not in OTHERS:
            near = get_close_matches(end, known, 1)
            raise HeorotError("settings.unknown", name=name[:60], **({"near": PREFIX + near[0]} if near else {}))


def complaint(wrong: ErrorDetails) -> HeorotError:
    """One sentence on one setting. Addresses of databases may hold passwords, so that they are not repeated."""
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
            return HeorotError("settings.host-key", name=name, least=SHORTEST_KEY)
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
    """What a setting may be."""
    return Settings.model_json_schema()["properties"][field]["enum"]  # type: ignore[no-any-return]


def bounds(field: str) -> dict[str, str]:
    """From where to where a setting may go."""
    known = Settings.model_json_schema()["properties"][field]
    least = known.get("minimum", known.get("exclusiveMinimum"))
    return {"least": str(least), "greatest": str(known["maximum"])}
