"""The formatters of the terminal and of the browser render every message to the same text, in every language."""

import json
import re
import subprocess
from itertools import islice
from pathlib import Path

import pytest

from heorot.locales import LANGUAGES
from heorot.terminal.translator import Translator
from tests.locales.test_keys_client import HERE
from tests.locales.test_locales import samples, sentences
from web import bundle

SCRIPT = Path(__file__).parent / "say.mjs"
MOST = 60  # samples of a message: some have many choices
GROUPED = re.compile(r"(?<=\d)[,\u202f\xa0](?=\d{3})")  # digit groups, where a message does not count


def in_the_browser(asked: list[tuple[str, str, dict[str, str | int]]]) -> list[str]:
    """Render messages with the browser's formatter, in the Node that builds the client."""
    bundle.install()
    done = subprocess.run([bundle.node(), SCRIPT], input=json.dumps(asked), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("language", LANGUAGES)
def test_terminal_and_browser_render_same_text(language):
    ours = {key: message for key, message in sentences(language).items() if key in HERE}
    cases = [(key, message, params) for key, message in ours.items() for params in islice(samples(message), MOST)]
    shown = in_the_browser([(language, message, params) for _, message, params in cases])
    said = [Translator(language).translate(key, **params) for key, _, params in cases]
    pairs = zip([key for key, _, _ in cases], said, shown, strict=True)
    assert [(key, told, here) for key, told, here in pairs if GROUPED.sub("", told) != GROUPED.sub("", here)] == []
    assert len(cases) > len(ours) > 200
