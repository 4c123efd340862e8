"""The client and the catalogues match: used keys exist and get their parameters, the client's keys are used, and its
files contain no sentence."""

import json
import re

from heorot.locales import catalogue, files
from tests.architecture.client import WEB, client
from tests.locales.icu_patterns import arguments
from tests.locales.usage_client import FILES, calls, client_home, quoted, templates

ENGLISH = catalogue("en")
OURS = [key for key in ENGLISH if key.startswith("web.")]
AREAS = {key.split(".")[0] for key in ENGLISH}
NAMED = {"player", "players"}  # what the plugin makes of {seat} and {seats}
# Attributes that people read or hear must come from the catalogues.
SPOKEN = "aria-label|aria-description|title|alt|placeholder|label"
READ_ALOUD = re.compile(rf'\b(?:{SPOKEN})="([^"{{]*[^\W\d_]{{2,}}[^"{{]*)"')
BETWEEN = re.compile(r">([^<>{}]*[^\W\d_]{2,}[^<>{}]*)<")
NAMES = {"Heorot", "English", "Français", "Русский"}
TYPES = re.compile(r'generics="[^"]*"')
SENTENCE = re.compile(r"""(['"`])[A-Z][a-z’']* [a-z]+ [a-z][^'"`]*\1|(['"`])[a-z]+ [a-z]+ [a-z]+[.!?]\2""")


def not_here() -> re.Pattern[str]:
    """Return the pattern of keys that the plugin leaves out, because only the terminal needs them."""
    plugin = (WEB / "plugins/catalogues.ts").read_text("utf-8")
    return re.compile(re.search(r"TERMINAL_ONLY = /(.*)/;", plugin)[1])


HERE = {key for key in ENGLISH if not not_here().search(key)}


def test_every_key_in_the_client_exists():
    keys = [said for said in quoted() if said.key.split(".")[0] in AREAS and not said.key.endswith(FILES)]
    assert [said for said in keys if said.key not in ENGLISH] == []


def test_every_key_in_the_client_reaches_the_browser():
    assert [said for said in quoted() if said.key in ENGLISH and said.key not in HERE] == []
    assert [said for said in OURS if said not in HERE] == []


def topic_of(file: str) -> str:
    """Return the topic of a catalogue file, as the plugin does: messages of a topic are fetched together."""
    stem = file.removesuffix(".json")
    return "" if stem in ("common", "server", "web") else stem.removeprefix("web-")


TOPICS = {key: topic_of(file.name) for file in files("en") for key in json.loads(file.read_text("utf-8"))}


def test_words_of_a_topic_are_used_in_its_own_folder():
    used = [(said, TOPICS[said.key]) for said in quoted() if TOPICS.get(said.key)]
    assert [said for said, topic in used if not said.place.startswith(f"web/src/{client_home(topic)}")] == []


# Keys among those of every page that come with the messages of the hall (HALL in the plugin).
WITH_THE_HALL = (
    "pages/hall/", "pages/gallery/", "games/legend/pad/",
    "table/GameOptions.svelte", "table/JoinPage.svelte", "table/WaitingRoom.svelte",
)  # fmt: skip


def test_words_of_the_hall_are_used_where_they_are_fetched():
    hall = re.compile(re.search(r"HALL = /(.*?)/;", (WEB / "plugins/catalogues.ts").read_text("utf-8"))[1])
    used = [said for said in quoted() if said.key in ENGLISH and hall.match(said.key)]
    assert used
    assert [said for said in used if not said.place.removeprefix("web/src/").startswith(WITH_THE_HALL)] == []


def test_every_template_makes_at_least_one_key():
    areas = tuple(f"{area}\\." for area in AREAS)
    patterns = [(place, p) for place, p in templates() if p.pattern.startswith(areas) or p.pattern.startswith("[a-z")]
    assert [(place, p.pattern) for place, p in patterns if not any(p.fullmatch(key) for key in HERE)] == []


def test_every_sentence_of_the_client_is_used():
    said, made = {use.key for use in quoted()}, [pattern for _, pattern in templates()]
    assert [key for key in OURS if key not in said and not any(p.fullmatch(key) for p in made)] == []


def test_every_sentence_is_given_its_parameters():
    needed = {key: {a.name for a in arguments(message)} - NAMED for key, message in ENGLISH.items()}
    whole = [use for use in calls() if use.all_given and use.key in needed]
    assert [(use.place, use.key, less) for use in whole if (less := needed[use.key] - use.given)] == []


def test_nothing_is_given_that_a_sentence_does_not_take():
    taken = {key: {a.name for a in arguments(message)} for key, message in ENGLISH.items() if key.startswith("web.")}
    more = [(use.place, use.key, use.given - taken[use.key] - {"seat", "seats"}) for use in calls() if use.key in taken]
    assert [one for one in more if one[2]] == []


# ---- No sentence in code -------------------------------------------------------------------------------------------


def markup(text: str) -> str:
    """Return the markup without scripts, styles and braces."""
    text = re.sub(r"<(script|style)\b.*?</\1>", "", text, flags=re.DOTALL)
    while (fewer := re.sub(r"\{[^{}]*\}", "{}", text)) != text and (fewer := fewer.replace("{}", "")) != text:
        text = fewer
    return text


def test_no_words_stand_between_tags():
    found = [(leaf.name, text.strip()) for leaf in client(".svelte") for text in BETWEEN.findall(markup(leaf.code))]
    assert [(name, text) for name, text in found if text not in NAMES] == []


def test_no_words_stand_in_attributes_that_are_read_aloud():
    found = [(leaf.name, text) for leaf in client(".svelte") for text in READ_ALOUD.findall(leaf.code)]
    assert [(name, text) for name, text in found if text not in NAMES] == []


def test_no_sentence_stands_in_code():
    code = [leaf for leaf in client(".svelte", ".ts") if not leaf.is_test]
    assert [place for leaf in code for place in leaf.places(SENTENCE, TYPES.sub("", leaf.code))] == []
