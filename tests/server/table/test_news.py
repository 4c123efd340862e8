"""What happens besides the game is said in words: in updates as it happens, and to whoever comes later."""

import pytest

from heorot.engine.sentence import Sentence
from heorot.server.events import NEWS, Ended, Place, Placed, Rekeyed, Replaced, Resigned
from heorot.server.news import tell, tell_news
from heorot.terminal.speech import Speech
from tests.server.laid import lay

WHYS = ("aborted", "abandoned", "resigned", "closed")


def keys(played, since: int = 0) -> list[str]:
    return [sentence["key"] for sentence in tell_news(played.table, since)]


def test_p4_the_log_says_that_something_was_taken_back_and_by_whom():
    played = lay("movie", 3, seed=9)
    for _ in played.play(12):
        pass
    before, seat = played.table.seq, played.table.steps[-3].seat
    found = played.do(seat, type="undo")
    while played.table.request:
        played.do(min(set(played.table.people) - played.table.request.agreed), type="agree", yes=True)
    assert found[0].kind == "asked-back"
    assert keys(played, before) == ["news.asked-back", "news.agreed", "news.agreed", "news.went-back"]
    told = tell_news(played.table, before)[-1]["params"]
    assert told["seat"] == seat + 1
    assert told["steps"] >= 3


def test_a_free_take_back_is_told_too():
    played = lay("legend", 4, seed=5)
    while not played.table.sealed:
        played.answer()
    seat = played.table.asked[0]
    played.answer(seat)
    played.do(seat, type="undo")
    assert keys(played)[-1] == "news.took-back"


def test_who_plays_for_whom_is_told():
    played = lay("movie", 2, seed=1)
    played.do(0, type="leave", bot="random")
    played.add((Replaced(seat=0, bot="random", failed="greedy"),))
    played.do(0, type="return")
    played.do(0, type="resign")
    assert keys(played) == ["news.handed-over", "news.replaced", "news.came-back", "news.resigned"]


def samples() -> list[Sentence]:
    """Every kind of news, in every form."""
    made = [event.model_construct(seat=0, name="Ann", bot="greedy", failed="greedy", steps=2, yes=True, why="closed",
                                  host=False, place=Place(who="open"), options={}) for event in NEWS]  # fmt: skip
    made += [Ended(why=why) for why in WHYS]
    made += [Placed(seat=0, place=Place(who=who, bot="greedy")) for who in ("person", "open", "bot")]
    made += [Resigned(seat=1, bot=None), Resigned(seat=1, bot="greedy"), Rekeyed(seat=None, host=True)]
    return [tell(event) for event in made]


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_all_of_it_can_be_said(language):
    said = [Speech(language).utter(sentence) for sentence in samples()]
    assert all(line.endswith(".") for line in said)
    assert not any("{" in line for line in said)
