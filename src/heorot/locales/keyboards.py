"""Normalization of typed text: case, blanks, accents, and letters of the Latin and the Russian keyboard layout."""

import re
import unicodedata

# Letters on the same keys of a Russian keyboard, so that people can type Latin words without switching the layout.
SAME_KEYS = dict(zip("фисвуапршолдьтщзйкыегмцчня", "abcdefghijklmnopqrstuvwxyz", strict=True))
OTHER_KEYS = {latin: russian for russian, latin in SAME_KEYS.items()} | dict(zip("[];',.`", "хъжэбюё", strict=True))
LOOKS = dict(zip("авекморстух", "abekmopctyx", strict=True))
WORD = re.compile(r"[a-z\[\];',.`]{2,}")
COLUMN = re.compile(r"(?<![^\W\d_])[а-я](?= ?\d)")
MINUS = re.compile("[−–—‐‑‒]")


def normalize(text: str) -> str:
    """Return a text in lower case with single blanks, one kind of minus and no accents."""
    text = unicodedata.normalize("NFKC", MINUS.sub("-", text).casefold())
    return " ".join("".join(map(without_accent, text)).split())


def without_accent(letter: str) -> str:
    """Return a letter without its accent: `é` is `e`, but `й` is a letter of its own."""
    return letter if letter == "й" else unicodedata.normalize("NFKD", letter)[0]


def to_latin_layout(text: str) -> str:
    """Return a text as if the same keys had been pressed on a Latin keyboard."""
    return "".join(SAME_KEYS.get(letter, letter) for letter in normalize(text))


def to_russian_layout(text: str) -> str:
    """Return a text as if the same keys had been pressed on a Russian keyboard. Names of spaces and numbers stay as
    they are."""
    return WORD.sub(lambda found: "".join(OTHER_KEYS.get(letter, letter) for letter in found[0]), normalize(text))


def columns_by_look(text: str) -> str:
    """Replace the Cyrillic letter of a space by the Latin one that looks like it: `а1` is a1, although its key is that
    of f."""
    return COLUMN.sub(lambda found: LOOKS.get(found[0], found[0]), normalize(text))


def columns_by_keys(text: str) -> str:
    """Replace the Cyrillic letter of a space (`с4`) by the Latin one on the same key. Words stay as they are."""
    return COLUMN.sub(lambda found: SAME_KEYS.get(found[0], found[0]), text)
