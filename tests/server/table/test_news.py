"""Events outside the game are reported as sentences: in updates, and to clients that connect later."""

import pytest

from heorot.engine.sentence import Sentence
from heorot.locales import LANGUAGES
from heorot.server.table.events import NEWS, Ended, Placed, Rekeyed, Replaced, Resigned, SeatAssignment
from heorot.server.table.news import news_sentence, news_since
from heorot.terminal.translator import Translator
from tests.server.support.table_setup import start_table

END_REASONS = ("aborted", "abandoned", "resigned", "closed")


def keys(played, since: int = 0) -> list[str]:
    return [sentence["key"] for sentence in news_since(played.table, since)]


def test_p4_the_log_reports_an_undo_and_its_seat():
    played = start_table("movie", 3, seed=9)
    for _ in played.play(12):
        pass
    before, seat = played.table.seq, played.table.steps[-3].seat
    new_events = played.do(seat, type="undo")
    while played.table.request:
        played.do(min(set(played.table.voters) - played.table.request.agreed), type="agree", yes=True)
    assert new_events[0].kind == "asked-back"
    assert keys(played, before) == ["news.asked-back", "news.agreed", "news.agreed", "news.went-back"]
    params = news_since(played.table, before)[-1]["params"]
    assert params["seat"] == seat + 1
    assert params["steps"] >= 3


def test_the_log_reports_a_free_undo():
    played = start_table("legend", 4, seed=5)
    while not played.table.sealed:
        played.answer()
    seat = played.table.awaited[0]
    played.answer(seat)
    played.do(seat, type="undo")
    assert keys(played)[-1] == "news.took-back"


def test_the_log_reports_stand_ins():
    played = start_table("movie", 2, seed=1)
    played.do(0, type="leave", bot="random")
    played.add((Replaced(seat=0, bot="random", failed="greedy"),))
    played.do(0, type="return")
    played.do(0, type="resign")
    assert keys(played) == ["news.handed-over", "news.replaced", "news.came-back", "news.resigned"]


def samples() -> list[Sentence]:
    """Return every kind of news in every form."""
    fields = {"seat": 0, "name": "Ann", "bot": "greedy", "failed": "greedy", "steps": 2, "yes": True, "why": "closed"}
    fields |= {"host": False, "place": SeatAssignment(who="open"), "options": {}}
    sampled = [event.model_construct(**fields) for event in NEWS]
    sampled += [Ended(why=why) for why in END_REASONS]
    sampled += [Placed(seat=0, place=SeatAssignment(who=who, bot="greedy")) for who in ("person", "open", "bot")]
    sampled += [Resigned(seat=1, bot=None), Resigned(seat=1, bot="greedy"), Rekeyed(seat=None, host=True)]
    return [news_sentence(event) for event in sampled]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_news_has_a_translation(language):
    sentences = [Translator(language).render(sentence) for sentence in samples()]
    assert all(line.endswith(".") for line in sentences)
    assert not any("{" in line for line in sentences)
