"""Readers of untrusted text: they read it, or raise HeorotError."""

import re
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from heorot.engine import records
from heorot.engine.errors import BadBox, BadOption, BadRecord, IllegalAction, Unreadable
from heorot.engine.game import play
from heorot.engine.records import Record
from heorot.games import GAMES
from tests.support.fuzzed_text import HUGE, STRANGE, mutated, only_ours
from tests.support.playing import OWN_BOXES, box_named, dice, play_on, random_game
from tests.support.strategies import AS_FOUND, lines

each_game = pytest.mark.parametrize("game", GAMES)
WORDS = {
    "movie": ("thane", "beowulf", "mead", "+4", "-2", "cash", "treasure", "counsel", "b2", "a1-a2", "II:", "i:", "swap",
              "b2-b3", "remove", "draw", "first", "2", ":7", "keep", "pass", "fill", "фи1", "с3", "−3", "казна", "→",
              "²"),
    "legend": ("bid", "lay", "pay", "discard", "take", "back", "take back", "show", "give", "use", "heal", "rest", "up",
               "done", "decline", "risk", "keep", "first", "wit", "wit2", "fighting", "beowulf1", "fame", "fame5",
               "alliance-fame2", "alliance", "treasure", "cards", "2", "0", "naegling", "beowulfs_daring", "double",
               "wound", "scratches", "misfortune", "5 or heal", "ум", "рана", "prendre", "²", "−2", "_", "→"),
}


def typed(game: str) -> st.SearchStrategy[str]:
    """Generate words of the notation, and others, in any order."""
    return st.lists(st.sampled_from(WORDS[game]) | st.text(max_size=4), max_size=6).map(" ".join)


def boxes(game: str) -> tuple[str, ...]:
    return "built-in", *OWN_BOXES[game]


# ---- Actions -------------------------------------------------------------------------------------------------------


@each_game
@given(data=st.data())
@settings(max_examples=900)
def test_any_text_is_an_action_or_unreadable(game, data):
    rules = GAMES[game]
    line = random_game(data.draw(st.sampled_from(boxes(game))), 2, 3, game)
    table = line.tables[data.draw(st.integers(0, 2)) * (len(line.entries) // 2)]
    action = only_ours(Unreadable, rules.read, table, data.draw(STRANGE | typed(game)))
    if action is not None:
        assert rules.read(table, rules.write(table, action)) == action


@each_game
@given(data=st.data())
@settings(AS_FOUND, max_examples=60)
def test_a_mutated_action_is_played_refused_or_unreadable(game, data):
    rules, table = GAMES[game], data.draw(lines(deepest=150, game=game)).last
    for seat in rules.actors(table):
        action = data.draw(st.sampled_from(rules.legal(table, seat)))
        text = data.draw(mutated(rules.write(table, action)))
        said = only_ours(Unreadable, rules.read, table, text)
        if said is not None:
            only_ours(IllegalAction, play, rules, table, seat, said)


@each_game
@given(data=st.data(), rng=st.randoms(use_true_random=False))
@settings(AS_FOUND, max_examples=60)
def test_case_and_blanks_do_not_matter(game, data, rng):
    rules, table = GAMES[game], data.draw(lines(deepest=150, game=game)).last
    for seat in rules.actors(table):
        for action in rules.legal(table, seat)[:: max(1, len(rules.legal(table, seat)) // 12)]:
            assert rules.read(table, carelessly(rules.write(table, action), rng)) == action


def carelessly(text: str, rng) -> str:
    """Change the case, blanks and minus signs of a text."""
    text = "".join(letter.upper() if rng.random() < 0.5 else letter.lower() for letter in text)
    text = re.sub(r"([:-])", lambda found: " " * rng.randrange(2) + found[0] + " " * rng.randrange(2), text)
    text = text.replace("-", rng.choice("-−–"))
    text = text.replace(" ", rng.choice([" ", "  ", "\u00a0"]))
    return rng.choice(["", " ", "\t"]) + text + rng.choice(["", "  ", "\n"])


# ---- Records -------------------------------------------------------------------------------------------------------


def own_record(game: str) -> Record:
    """Return the record of a whole game with a custom box."""
    seats, options = (2, ()) if game == "movie" else (3, (("advanced", "yes"),))
    return random_game("crooked" if game == "movie" else "small", seats, 4, game, options).record()


@cache
def own_text(game: str) -> str:
    return records.write(own_record(game))


@cache
def built_in_text(game: str) -> str:
    """Return the record of an unfinished game with the built-in box."""
    rules = GAMES[game]
    table = rules.setup(rules.box, 3, {"first": "2"}, rules.info.rules[-1])
    return records.write(play_on(rules, table, islice(dice(1), 70 if game == "legend" else 40)).record())


def read_and_check(game: str, text: str) -> None:
    rules = GAMES[game]
    record = only_ours(BadRecord, records.read, text)
    if record is not None:
        assert records.read(records.write(record)) == record
        only_ours(BadRecord, records.effective_entries, record)
        only_ours(BadRecord, records.replay, rules, record)
        only_ours(BadRecord, records.check, rules, *records.read_with_lines(text))


@given(STRANGE | st.text(st.characters(), max_size=200).map(lambda tail: f"{records.FORMAT}\n{tail}"))
@settings(max_examples=300)
def test_any_text_is_a_record_or_refused(text):
    for game in GAMES:
        read_and_check(game, text)


@each_game
@given(data=st.data())
@settings(max_examples=250)
def test_a_mutated_record_with_its_own_box_is_checked_or_refused(game, data):
    read_and_check(game, data.draw(mutated(own_text(game))))


@each_game
@given(data=st.data())
@settings(max_examples=150)
def test_a_mutated_record_is_checked_or_refused(game, data):
    read_and_check(game, data.draw(mutated(built_in_text(game))))


@each_game
@given(data=st.data())
@settings(max_examples=40)
def test_a_record_with_swapped_entries_is_checked_or_refused(game, data):
    """Swapped lines include sealed answers out of order."""
    record = own_record(game)
    entries = list(record.entries)
    places = st.integers(0, len(entries) - 1)
    one, two = data.draw(places), data.draw(places)
    entries[one], entries[two] = entries[two], entries[one]
    read_and_check(game, records.write(replace(record, entries=tuple(entries))))


LINES = ("undo 1", "undo 5", "undo x", "undo -1", f"undo {HUGE}", f"result {HUGE} 1 1 won 1", "result 1 2 3 won 9",
         "note ", "result open", "1 draw", "* +4", "3 thane b2", "9 draw", "2 ", "* first 2", "option first 9",
         f"option first {HUGE}", "option first ²", "option colour red", "seat 4 me", "rules 99", f"rules {HUGE}",
         "seen-by 1", "seen-by 0", "note x", f"* first {HUGE}", "seen-by spectator", "* wit1", "* naegling", "2 done",
         "1 bid wit2", "option advanced yes", "option advanced no", "option fallen yes", "result 0 0 0 won nobody",
         "2 take fame 5", "* alliance-fame2")


@each_game
@given(before=st.lists(st.sampled_from(LINES), max_size=5), after=st.lists(st.sampled_from(LINES), max_size=5))
@example([], [f"result {HUGE} 1 1 won 1"])
@example([f"option first {HUGE}"], ["result open"])
@example([], ["undo x", "result open"])
@example([], ["undo 5", "result open"])
@example(["option first ²"], ["result open"])
@settings(max_examples=200)
def test_a_record_made_of_strange_lines_is_checked_or_refused(game, before, after):
    head = built_in_text(game).partition("\n\n")[0].replace("option first 2", "\n".join(before))
    read_and_check(game, "\n".join([head, *after]))


@each_game
@pytest.mark.parametrize("box", ["no toml at all", "map = 'x", "[box]\ntitle = 3", "[[tile]]\n[[tile", "[[episode]]"])
def test_a_record_with_a_faulty_box_is_refused(game, box):
    record = replace(own_record(game), box_text=box)
    with pytest.raises(BadRecord):
        records.replay(GAMES[game], record)
    with pytest.raises(BadRecord):
        records.check(GAMES[game], *records.read_with_lines(records.write(record)))


ODD = ("#\n# a comment with blanks at its end   \n#", "# next\u2028line", "# next\x85line", "#\ttab\t", "\n\n#|")


@each_game
@pytest.mark.parametrize("odd", ODD)
def test_a_record_keeps_the_text_of_any_box_unchanged(game, odd):
    rules = GAMES[game]
    box = rules.read_box(f"{odd}\n{box_named('tiny' if game == 'movie' else 'small', game).text}", "odd")
    line = play_on(rules, rules.setup(box, 2, {}, 1), dice(5), in_order=True)
    assert records.read(records.write(line.record())) == line.record()
    assert records.replay(rules, records.read(records.write(line.record()))) == line.last


# ---- Boxes ---------------------------------------------------------------------------------------------------------


@each_game
@given(data=st.data())
@settings(max_examples=500)
def test_any_text_is_a_box_or_refused(game, data):
    rules = GAMES[game]
    one, two = (mutated(box_named(name, game).text) for name in OWN_BOXES[game])
    box = only_ours(BadBox, rules.read_box, data.draw(STRANGE | one | two), "fuzzed")
    if box is not None:
        assert rules.read_box(box.text, "again") == box
        rules.setup(box, box.players[0], {}, 1)


NAMES = st.sampled_from(["first", "advanced", "fallen", "open-tokens", "colour"]) | st.text(max_size=3)
VALUES = STRANGE | st.sampled_from([HUGE, "yes", "no", "1"])


@each_game
@given(options=st.dictionaries(NAMES, VALUES, max_size=3), seats=st.integers(-1, 7))
@example({"first": HUGE}, 2)
@example({"first": "²"}, 2)
@settings(max_examples=200)
def test_any_options_are_accepted_or_refused(game, options, seats):
    rules = GAMES[game]
    only_ours(BadOption, rules.setup, rules.box, seats, options, rules.info.rules[-1])
