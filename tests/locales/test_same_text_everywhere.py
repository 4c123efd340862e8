"""Terminal and browser say the same: both formatters make the same text of every sentence, in every language."""

import json
import re
import subprocess
from itertools import islice
from pathlib import Path

import pytest

from heorot.locales import LANGUAGES
from heorot.terminal.speech import Speech
from tests.locales.test_keys_client import HERE
from tests.locales.test_locales import samples, sentences
from web import bundle

SCRIPT = Path(__file__).parent / "say.mjs"
MOST = 60  # samples of a sentence: some have many choices
GROUPED = re.compile(r"(?<=\d)[,\u202f\xa0](?=\d{3})")  # in numbers that a sentence does not count with, one may


def in_the_browser(asked: list[tuple[str, str, dict[str, str | int]]]) -> list[str]:
    """What the browser's formatter says, in the Node that builds the client."""
    bundle.install()
    done = subprocess.run([bundle.node(), SCRIPT], input=json.dumps(asked), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_the_same_text(language):
    ours = {key: message for key, message in sentences(language).items() if key in HERE}
    cases = [(key, message, params) for key, message in ours.items() for params in islice(samples(message), MOST)]
    shown = in_the_browser([(language, message, params) for _, message, params in cases])
    said = [Speech(language).say(key, **params) for key, _, params in cases]
    pairs = zip([key for key, _, _ in cases], said, shown, strict=True)
    assert [(key, told, here) for key, told, here in pairs if GROUPED.sub("", told) != GROUPED.sub("", here)] == []
    assert len(cases) > len(ours) > 200
