"""What people type, whatever their keyboard: small letters, single blanks, no accents, letters by their keys."""

import re
import unicodedata

# The letters that lie on the same keys of a Russian keyboard, so that Latin words can be typed without changing it.
SAME_KEYS = dict(zip("фисвуапршолдьтщзйкыегмцчня", "abcdefghijklmnopqrstuvwxyz", strict=True))
OTHER_KEYS = {latin: russian for russian, latin in SAME_KEYS.items()} | dict(zip("[];',.`", "хъжэбюё", strict=True))
LOOKS = dict(zip("авекморстух", "abekmopctyx", strict=True))
WORD = re.compile(r"[a-z\[\];',.`]{2,}")
COLUMN = re.compile(r"(?<![^\W\d_])[а-я](?= ?\d)")
MINUS = re.compile("[−–—‐‑‒]")


def plain(text: str) -> str:
    """Small letters, single blanks, one kind of minus, no accents."""
    text = unicodedata.normalize("NFKC", MINUS.sub("-", text).casefold())
    return " ".join("".join(map(without_accent, text)).split())


def without_accent(letter: str) -> str:
    """`é` is `e`; but `й` is a letter of its own."""
    return letter if letter == "й" else unicodedata.normalize("NFKD", letter)[0]


def by_keys(text: str) -> str:
    """A text as it would be if the keyboard had been Latin."""
    return "".join(SAME_KEYS.get(letter, letter) for letter in plain(text))


def by_other_keys(text: str) -> str:
    """A text as it would be if the keyboard had been Russian; spaces and numbers stay as they are."""
    return WORD.sub(lambda found: "".join(OTHER_KEYS.get(letter, letter) for letter in found[0]), plain(text))


def columns_by_look(text: str) -> str:
    """The letter of a space as the Latin one that looks like it: `а1` is a1, though its key is that of f."""
    return COLUMN.sub(lambda found: LOOKS.get(found[0], found[0]), plain(text))


def columns_by_keys(text: str) -> str:
    """The letter of a space (`с4`) as a Latin one, by its key; words stay as they are."""
    return COLUMN.sub(lambda found: SAME_KEYS.get(found[0], found[0]), text)
