"""`heorot rules`: the rules in short, one in full with its ruling, and suggestions if nothing is found."""

import pytest

from heorot.games import Title
from heorot.games.movie.text.rulebook import rules
from heorot.locales import LANGUAGES
from tests.cli.run_heorot import LOCALES, Completed, run_heorot, run_heorot_many, translated

GORGE = {"en": "gorge", "fr": "gorge", "ru": "ущелье"}


def joined(text: str) -> str:
    """Return a wrapped text on one line."""
    return " ".join(line.strip(" ") for line in text.splitlines())


def refused(result: Completed) -> str:
    assert (result.code, result.out) == (2, "")
    assert len(result.sentences) == 1
    return result.sentences[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_listed_by_chapter_without_a_search(language):
    code, out, err = run_heorot("rules", "movie", LANG=LOCALES[language])
    assert (code, err) == (0, "")
    listed = [line.split()[0] for line in out.splitlines() if line.startswith("  M")]
    assert listed == [rule.number for rule in rules(language)]
    chapters = dict.fromkeys(f"{rule.number[:2]} {rule.chapter}" for rule in rules(language))
    assert [line for line in out.splitlines() if line.startswith("M")] == list(chapters)
    assert [rule.name for rule in rules(language) if f" {rule.name}" not in out] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_rule_is_shown_in_full_with_its_ruling(language):
    every = rules(language)
    answers = run_heorot_many((["rules", "movie", rule.number, "--lang", language] for rule in every), COLUMNS="80")
    for rule, (code, out, err) in zip(every, answers, strict=True):
        assert (code, err) == (0, "")
        assert out.startswith(f"{rule.number} ")
        assert rule.text in joined(out)
        assert rule.chapter in out
        assert (translated(language, "cli.rules.ruling", text=rule.ruling) in joined(out)) == bool(rule.ruling)
        assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_search_finds_rules_by_word(language):
    out = run_heorot("rules", "movie", GORGE[language], "--lang", language).out
    assert out.startswith("M4.10 ")
    assert "\n\nM4.11 " in out


def test_lines_are_wrapped_to_the_terminal_width():
    for columns, widest in ((60, 60), (1000, 100), (3, 40)):
        out = run_heorot("rules", "movie", "M6.1", COLUMNS=str(columns)).out
        assert widest - 15 < max(map(len, out.splitlines())) <= widest


SUGGESTIONS = {  # search, language, suggestion
    ("gogre", "en"): "Gorge",
    ("royal dragn horn", "en"): "royal dragon horn",
    ("M4.9" + "9", "en"): "M4.9",
    ("Corrne", "fr"): "Corne",
    ("ущлье", "ru"): "Ущелье",
}


def test_failed_search_suggests_a_similar_word():
    answers = run_heorot_many(["rules", "movie", *words.split(), "--lang", language] for words, language in SUGGESTIONS)
    for (words, language), near, result in zip(SUGGESTIONS, SUGGESTIONS.values(), answers, strict=True):
        none = translated(language, "cli.rules.none", words=words, game="movie")
        assert refused(result).casefold() == translated(language, "error.near", sentence=none, near=near).casefold()


def test_failed_search_without_similar_words_is_short():
    common = (["zzzzzz"], ["zzz"] * 25, ["x" * 100_000], ["qq"] * 1000)
    sentences = [refused(answer) for answer in run_heorot_many(["rules", "movie", *words] for words in common)]
    assert sentences[0] == translated("en", "cli.rules.none", words="zzzzzz", game="movie")
    assert all(len(sentence) < 200 for sentence in sentences)


def test_error_names_the_unknown_game_or_language():
    common = (("rules", "chess"), ("rules", "movie", "--lang", "tlh"))
    assert [args[-1] in refused(result) for args, result in zip(common, run_heorot_many(common), strict=True)] == [
        True,
        True,
    ]


def test_missing_rulebook_or_box_is_reported(monkeypatch, capsys):
    """No such game exists yet: the registry is patched."""
    from heorot.cli import box, common
    from heorot.cli import rules as command

    monkeypatch.setitem(common.GAMES, "hnefatafl", object())
    monkeypatch.setitem(common.TITLES, "hnefatafl", Title("hnefatafl", object()))
    monkeypatch.setattr("heorot.games.find_spec", lambda name: None)
    for show, key in ((command.rules, "cli.rules.missing"), (box.box, "cli.box.missing")):
        with pytest.raises(SystemExit) as stopped:
            show("hnefatafl", lang="fr")
        assert stopped.value.code == 2
        assert capsys.readouterr().err == translated("fr", key, game="hnefatafl") + "\n"
