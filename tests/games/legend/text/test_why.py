"""Why, and what if: the arithmetic of a bid laid card by card, and the privacy of answers."""

from heorot.engine.seats import Seat
from heorot.games.legend.queries import PreviewAnswer, add_total
from heorot.games.legend.table.view import View, view
from heorot.games.legend.text.why import tell_everyone, tell_reach
from tests.games.legend.tables import at, say

GRENDEL = "Grendel's Attack"


def bidding(more: str = ""):
    """Return an episode in which the second player has laid one symbol and must reach two."""
    table = at(GRENDEL, "courage2*2", "courage1*3 fighting2", "")
    return say(table, "1 lay courage2, 2 lay courage1" + more)


def reached(seen: View, more: int) -> dict[str, int | None]:
    """Return the total of a preview after an addition, and the amount still missing."""
    answer = add_total(PreviewAnswer("preview", (), ""), seen, more)
    return {"total": answer.total, "missing": answer.missing}


def test_l5_2_a_preview_adds_the_value_of_one_more_card():
    seen = view(bidding(), Seat(1))
    assert (seen.high, seen.players[1].total) == (2, 1)
    assert reached(seen, 1) == {"total": 2, "missing": 0}
    assert reached(seen, 0) == {"total": 1, "missing": 1}
    assert reached(seen, 2) == {"total": 3, "missing": 0}
    assert dict(tell_reach(seen, 1).params) == {"highest": 2, "missing": 0}
    assert dict(tell_reach(seen, 0).params) == {"highest": 2, "missing": 1}


def test_l5_2_a_preview_subtracts_the_new_total_from_a_high_total():
    table = at(GRENDEL, "courage2*3", "courage1*9", "")
    table = say(table, "1 lay courage2, 2 lay courage1, 2 lay courage1, 3 give up, 1 lay courage2, 2 lay courage1")
    seen = view(table, Seat(1))
    assert (seen.high, seen.players[1].total) == (4, 3)
    assert reached(seen, 1) == {"total": 4, "missing": 0}
    assert dict(tell_reach(seen, 1).params) == {"highest": 4, "missing": 0}
    assert dict(tell_reach(seen, 0).params) == {"highest": 4, "missing": 1}


def test_l1_7_an_answer_about_rivals_has_open_information_only():
    table = at(GRENDEL, "wit1", "wit1", "wit1", front={1: "fame2", 2: "fame3", 3: "fame1"})
    for seat in range(3):
        rivals = [sentence.key == "legend.why.rival" for sentence in tell_everyone(table.box, view(table, Seat(seat)))]
        assert rivals == [other != seat for other in range(3)]
    shown = at(GRENDEL, "wit1", "wit1", "wit1", options="open-tokens")
    told = tell_everyone(shown.box, view(shown, Seat(0)))
    assert not any(sentence.key == "legend.why.rival" for sentence in told)
