"""Actions as text: each is written in one way, and read in many."""

import pytest

from heorot.engine.errors import Unreadable
from heorot.games.legend.box.box import built_in
from heorot.games.legend.game import GAME
from heorot.games.legend.model.actions import (
    Action,
    Bid,
    Decline,
    Discard,
    Done,
    First,
    Give,
    GivenCard,
    GivenToken,
    GiveUp,
    Heal,
    Hidden,
    Keep,
    Lay,
    Pay,
    Recover,
    ReturnScratches,
    Risk,
    Show,
    Take,
    TakeBack,
    Use,
)
from heorot.games.legend.model.components import Card, Icon, Token
from heorot.games.legend.table.notation import read, vocabulary, write, write_log_entry, write_shown
from heorot.games.legend.table.public_events import FirstPlayer, ShowsCards, ShowsTokens
from heorot.locales import words
from heorot.locales.keyboards import normalize
from tests.games.legend.tables import small_box
from tests.support.playing import dice, play_on

WRITTEN: dict[str, Action] = {
    "bid wit2": Bid(Card("wit2")),
    "bid king_hrothgars_blessing": Bid(Card("king_hrothgars_blessing")),
    "lay beowulf1": Lay(Card("beowulf1")),
    "pay naegling": Pay(Card("naegling")),
    "discard travelling1": Discard(Card("travelling1")),
    "take courage2": Recover(Card("courage2")),
    "take back fighting2": TakeBack(Card("fighting2")),
    "show treasure2": Show(Token("treasure", 2)),
    "show alliance-treasure3": Show(Token("alliance-treasure", 3)),
    "give fame7": Give(Token("fame", 7)),
    "give alliance-fame1": Give(Token("alliance-fame", 1)),
    "take fame 5": Take(Icon("fame", 5)),
    "take treasure 4": Take(Icon("treasure", 4)),
    "take alliance 2": Take(Icon("alliance", 2)),
    "take cards 2": Take(Icon("cards", 2)),
    "take card naegling": Take(Icon("card", card="naegling")),
    "take misfortune": Take(Icon("misfortune")),
    "take scratch": Take(Icon("scratch")),
    "take wound": Take(Icon("wound")),
    "take double wound": Take(Icon("double wound")),
    "take fame 5 or heal": Take(Icon("fame or heal", 5)),
    "heal wound": Heal("wound"),
    "heal double wound": Heal("double wound"),
    "heal scratches": Heal("scratches"),
    "use beowulfs_daring": Use(Card("beowulfs_daring")),
    "rest 2": ReturnScratches(2),
    "risk": Risk(),
    "decline": Decline(),
    "give up": GiveUp(),
    "done": Done(),
    "keep": Keep(),
    "first 3": First(2),
    "wit1": GivenCard(Card("wit1")),
    "alliance-fame2": GivenToken(Token("alliance-fame", 2)),
}


@pytest.mark.parametrize(("text", "action"), WRITTEN.items())
def test_an_action_has_one_text(text, action):
    assert (write(action), read(text, built_in())) == (text, action)


def test_every_action_has_a_text():
    assert {type(action) for action in WRITTEN.values()} == set(Action.__args__)


READ = [
    ("BID  Wit2", "bid wit2"),
    ("bid wit 2", "bid wit2"),
    ("bid wit", "bid wit1"),
    ("lay the wit 2 symbol", "lay wit2"),
    ("lay fight2", "lay fighting2"),
    ("discard king hrothgar's blessing", "discard king_hrothgars_blessing"),
    ("use Beowulf’s Daring", "use beowulfs_daring"),
    ("use Beowulf's Daring", "use beowulfs_daring"),
    ("take special card naegling", "take card naegling"),
    ("take back the beowulf", "take back beowulf1"),
    ("show treasure 2", "show treasure2"),
    ("return fame 2", "give fame2"),
    ("give alliance fame 2", "give alliance-fame2"),
    ("heal all scratches", "heal scratches"),
    ("take a risk", "risk"),
    ("no", "decline"),
    ("leave", "give up"),
    ("ready", "done"),
    ("do not use", "keep"),
    ("first seat 2", "first 2"),
    # French
    ("miser intelligence2", "bid wit2"),
    ("poser combat 2", "lay fighting2"),
    ("payer amitié", "pay friendship1"),
    ("Défausser un voyage", "discard travelling1"),
    ("prendre gloire 5 ou soigner", "take fame 5 or heal"),
    ("prendre carte naegling", "take card naegling"),
    ("prendre courage2", "take courage2"),
    ("reprendre beowulf", "take back beowulf1"),
    ("montrer trésor 3", "show treasure3"),
    ("rendre alliance gloire 2", "give alliance-fame2"),
    ("soigner double blessure", "heal double wound"),
    ("guérir toutes les égratignures", "heal scratches"),
    ("utiliser beowulfs_daring", "use beowulfs_daring"),
    ("repos 1", "rest 1"),
    ("risquer", "risk"),
    ("refuser", "decline"),
    ("abandonner", "give up"),
    ("terminé", "done"),
    ("garder", "keep"),
    ("premier 2", "first 2"),
    # Russian
    ("Поставить смекалку 2", "bid wit2"),
    ("выложить битву2", "lay fighting2"),
    ("заплатить дружбу", "pay friendship1"),
    ("сбросить странствие 2", "discard travelling2"),
    ("взять славу 5 или исцелить", "take fame 5 or heal"),
    ("взять двойную рану", "take double wound"),
    ("взять карту naegling", "take card naegling"),
    ("взять отвагу 2", "take courage2"),
    ("вернуть в руку беовульфа", "take back beowulf1"),
    ("показать сокровище 2", "show treasure2"),
    ("отдать союз славу 2", "give alliance-fame2"),
    ("исцелить все царапины", "heal scratches"),
    ("применить beowulfs_daring", "use beowulfs_daring"),
    ("отдых 2", "rest 2"),
    ("рискнуть", "risk"),
    ("отказаться", "decline"),
    ("сдаться", "give up"),
    ("готово", "done"),
    ("оставить", "keep"),
    ("первый 2", "first 2"),
]


@pytest.mark.parametrize(("typed", "text"), READ)
def test_reading_is_forgiving_in_three_languages(typed, text):
    assert write(read(typed, built_in())) == text


UNREADABLE = ["", "hello", "bid", "bid dragon", "take", "take 5 fame", "wit3", "rest", "heal", "first", "first 0"]


@pytest.mark.parametrize("text", UNREADABLE)
def test_unreadable_text_is_quoted_up_to_a_limit(text):
    for typed in (text, text + " " * 80):
        with pytest.raises(Unreadable) as caught:
            read(typed, built_in())
        assert (caught.value.key, caught.value.params["text"]) == ("notation.unknown", typed[:60])


def test_a_word_has_one_meaning_in_all_languages():
    meant: dict[str, set[str]] = {}
    for word, phrases in words("legend.read").items():
        for phrase in phrases:
            meant.setdefault(normalize(phrase), set()).add(word)
    assert {phrase: both for phrase, both in meant.items() if len(both) > 1} == {}
    assert set(meant) == set(vocabulary()[1])


@pytest.mark.parametrize("seed", range(3))
def test_every_legal_action_is_read_back(seed):
    line = play_on(GAME, GAME.setup(built_in(), 2 + seed, {"advanced": "yes"}, 1), dice(seed))
    for table in line.tables:
        for seat in GAME.actors(table):
            for action in GAME.legal(table, seat) or [chance.action for chance in GAME.chance_outcomes(table)]:
                assert GAME.read(table, GAME.write(table, action)) == action


def test_a_card_of_another_box_may_have_the_name_of_a_notation_word():
    names = ["of", "travel", "rest", "fight", "done", "a_b", "ab", "keep"]
    box = small_box(
        "Hall: simultaneous wit / card of, card travel", "End: all hands / fame 1, fame 1", cards="wit1 travelling1",
        fame="1*2", specials=" ".join(f"{name}:wit=2" for name in names),
    )  # fmt: skip
    for name in names:
        for action in (Bid(Card(name)), Lay(Card(name)), Pay(Card(name)), Discard(Card(name)), TakeBack(Card(name))):
            assert read(write(action), box) == action
    for name in ("of", "travel"):
        assert read(f"take card {name}", box) == Take(Icon("card", card=name))


def test_a_hidden_action_is_written_as_a_question_mark():
    assert (write_log_entry(Hidden()), write_log_entry(Risk())) == ("?", "risk")


def test_shown_pieces_are_written_in_an_export():
    assert write_shown(ShowsCards(1, (Card("wit2"), Card("beowulf1")), 3)) == (1, "shows wit2 beowulf1")
    assert write_shown(ShowsTokens(0, (Token("alliance-treasure", 2),), 2)) == (0, "shows alliance-treasure2")
    assert write_shown(ShowsTokens(0, (), 0)) == (0, "shows")
    assert write_shown(FirstPlayer(0)) is None
