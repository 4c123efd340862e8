"""The client and the catalogues match: used keys exist and get their parameters, all keys of the client are used, and
its files contain no sentences."""

import json
import re

from heorot.locales import catalogue, files
from tests.architecture.client.client_files import WEB, client_files
from tests.locales.icu_patterns import arguments
from tests.locales.usage_client import FILE_SUFFIXES, calls, client_home, quoted, templates

ENGLISH = catalogue("en")
CLIENT_KEYS = [key for key in ENGLISH if key.startswith("web.")]
AREAS = {key.split(".")[0] for key in ENGLISH}
NAME_PARAMETERS = {"player", "players"}  # the plugin replaces {seat} and {seats} by these
# Attributes that are read or announced, whose text must come from the catalogues.
SPOKEN = "aria-label|aria-description|title|alt|placeholder|label"
READ_ALOUD = re.compile(rf'\b(?:{SPOKEN})="([^"{{]*[^\W\d_]{{2,}}[^"{{]*)"')
BETWEEN = re.compile(r">([^<>{}]*[^\W\d_]{2,}[^<>{}]*)<")
NAMES = {"Heorot", "English", "Français", "Русский"}
TYPES = re.compile(r'generics="[^"]*"')
SENTENCE = re.compile(r"""(['"`])[A-Z][a-z’']* [a-z]+ [a-z][^'"`]*\1|(['"`])[a-z]+ [a-z]+ [a-z]+[.!?]\2""")


def terminal_only() -> re.Pattern[str]:
    """Return the pattern of keys that only the terminal uses, which the plugin leaves out."""
    plugin = (WEB / "plugins/catalogues.ts").read_text("utf-8")
    return re.compile(re.search(r"TERMINAL_ONLY = /(.*)/;", plugin)[1])


BROWSER_KEYS = {key for key in ENGLISH if not terminal_only().search(key)}


def test_every_client_key_exists():
    keys = [use for use in quoted() if use.key.split(".")[0] in AREAS and not use.key.endswith(FILE_SUFFIXES)]
    assert [use for use in keys if use.key not in ENGLISH] == []


def test_every_client_key_is_sent_to_browser():
    assert [use for use in quoted() if use.key in ENGLISH and use.key not in BROWSER_KEYS] == []
    assert [use for use in CLIENT_KEYS if use not in BROWSER_KEYS] == []


def topic_of(file: str) -> str:
    """Return the topic of a catalogue file, as the plugin does. Messages of a topic are fetched together."""
    stem = file.removesuffix(".json")
    return "" if stem in ("common", "server", "web") else stem.removeprefix("web-")


TOPICS = {key: topic_of(file.name) for file in files("en") for key in json.loads(file.read_text("utf-8"))}


def test_topic_messages_are_used_only_in_their_folder():
    used = [(use, TOPICS[use.key]) for use in quoted() if TOPICS.get(use.key)]
    assert [use for use, topic in used if not use.place.startswith(f"web/src/{client_home(topic)}")] == []


# Code that may use the messages of the hall (HALL in the plugin), which are fetched with it.
WITH_THE_HALL = (
    "pages/hall/", "pages/gallery/", "games/legend/pad/",
    "table/GameOptions.svelte", "table/JoinPage.svelte", "table/WaitingRoom.svelte",
)  # fmt: skip


def test_hall_messages_are_used_only_where_fetched():
    hall = re.compile(re.search(r"HALL = /(.*?)/;", (WEB / "plugins/catalogues.ts").read_text("utf-8"))[1])
    used = [use for use in quoted() if use.key in ENGLISH and hall.match(use.key)]
    assert used
    assert [use for use in used if not use.place.removeprefix("web/src/").startswith(WITH_THE_HALL)] == []


def test_every_template_matches_key():
    areas = tuple(f"{area}\\." for area in AREAS)
    patterns = [(place, p) for place, p in templates() if p.pattern.startswith(areas) or p.pattern.startswith("[a-z")]
    assert [(place, p.pattern) for place, p in patterns if not any(p.fullmatch(key) for key in BROWSER_KEYS)] == []


def test_every_client_message_is_used():
    used_keys, patterns = {use.key for use in quoted()}, [pattern for _, pattern in templates()]
    assert [key for key in CLIENT_KEYS if key not in used_keys and not any(p.fullmatch(key) for p in patterns)] == []


def test_every_sentence_gets_its_parameters():
    needed = {key: {a.name for a in arguments(message)} - NAME_PARAMETERS for key, message in ENGLISH.items()}
    whole = [use for use in calls() if use.all_given and use.key in needed]
    assert len(whole) > 500
    assert [(use.place, use.key, missing) for use in whole if (missing := needed[use.key] - use.given)] == []


def test_calls_pass_no_unknown_parameter():
    taken = {key: {a.name for a in arguments(message)} for key, message in ENGLISH.items() if key.startswith("web.")}
    known = [(use, use.given - taken[use.key] - {"seat", "seats"}) for use in calls() if use.key in taken]
    assert [(use.place, use.key, extra) for use, extra in known if extra] == []


# ---- No sentences in code ------------------------------------------------------------------------------------------


def markup(text: str) -> str:
    """Return the markup without scripts, styles and braces."""
    text = re.sub(r"<(script|style)\b.*?</\1>", "", text, flags=re.DOTALL)
    while (fewer := re.sub(r"\{[^{}]*\}", "{}", text)) != text and (fewer := fewer.replace("{}", "")) != text:
        text = fewer
    return text


def test_markup_contains_no_words():
    files = client_files(".svelte")
    words = [(file.name, text.strip()) for file in files for text in BETWEEN.findall(markup(file.code))]
    assert BETWEEN.search("<p>Your turn</p>")
    assert [(name, text) for name, text in words if text not in NAMES] == []


def test_spoken_attributes_contain_no_words():
    texts = [(file.name, text) for file in client_files(".svelte") for text in READ_ALOUD.findall(file.code)]
    assert READ_ALOUD.search('<button aria-label="Undo">')
    assert [(name, text) for name, text in texts if text not in NAMES] == []


def test_code_contains_no_sentence():
    code = [file for file in client_files(".svelte", ".ts") if not file.is_test]
    assert SENTENCE.search("'Your turn has come'")
    assert [place for file in code for place in file.places(SENTENCE, TYPES.sub("", file.code))] == []
