"""The formatters of the terminal and of the browser render every message to the same text in every language."""

import json
import re
import subprocess
from itertools import islice
from pathlib import Path

import pytest

from heorot.locales import LANGUAGES
from heorot.terminal.translator import Translator
from tests.locales.test_keys_client import BROWSER_KEYS
from tests.locales.test_locales import samples, sentences
from web import bundle

SCRIPT = Path(__file__).parent / "say.mjs"
MAX_SAMPLES = 60  # samples of a message: some have many choices
GROUPED = re.compile(r"(?<=\d)[,\u202f\xa0](?=\d{3})")  # separators of digit groups


def render_in_browser(requests: list[tuple[str, str, dict[str, str | int]]]) -> list[str]:
    """Render messages with the browser's formatter in Node."""
    bundle.install()
    command, text = [bundle.node(), SCRIPT], json.dumps(requests)
    return json.loads(subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout)


@pytest.mark.parametrize("language", LANGUAGES)
def test_terminal_and_browser_render_same_text(language):
    messages = {key: message for key, message in sentences(language).items() if key in BROWSER_KEYS}
    sampled = {key: islice(samples(message), MAX_SAMPLES) for key, message in messages.items()}
    cases = [(key, messages[key], params) for key, all_params in sampled.items() for params in all_params]
    in_browser = render_in_browser([(language, message, params) for _, message, params in cases])
    in_terminal = [Translator(language).translate(key, **params) for key, _, params in cases]
    pairs = zip([key for key, _, _ in cases], in_terminal, in_browser, strict=True)
    ungrouped = [(key, GROUPED.sub("", terminal), GROUPED.sub("", browser)) for key, terminal, browser in pairs]
    assert [(key, terminal, browser) for key, terminal, browser in ungrouped if terminal != browser] == []
    assert len(cases) > len(messages) > 200
