"""Alliance tokens in other worlds: evidence of a treasure ranking, and tokens that can be drawn again."""

from random import Random

from heorot.engine.seats import Seat
from heorot.games.legend.inference.worlds import Worlds
from heorot.games.legend.table.public_events import TurnsUpTokens
from heorot.games.legend.table.view import view
from tests.games.legend.inference.test_worlds import END, treasures_shown
from tests.games.legend.tables import asked, deal, say, small_box


def check_views(table, *watchers: Seat | None) -> None:
    """Check that no world looks different to these seats."""
    for me in watchers:
        worlds, rng = Worlds(table.box, view(table, me)), Random(5)
        assert all(view(worlds.draw(rng), me) == view(table, me) for _ in range(20))


def test_l9_2_a_token_drawn_in_the_ranking_and_kept_is_fame():
    table = say(treasures_shown(), "1 take alliance 1, * alliance-fame2, 2 take fame 1")
    turned_up = [event for event in table.history[-1].events if isinstance(event, TurnsUpTokens)]
    assert turned_up == []
    check_views(table, None, Seat(1))


def test_l9_2_returned_treasure_can_be_drawn_again():
    box = small_box(
        "Allies: simultaneous wit / alliance 1, alliance 1", "Hoard: treasure ranking / fame 1, fame 1",
        "Market: treasure auction / alliance 1", END, cards="wit1*2", fame="1*6", treasure="1",
        alliance="treasure1 treasure2",
    )  # fmt: skip
    table = say(
        deal(box, "", "", options="advanced"),
        "1 done, 2 done, 1 take alliance 1, * alliance-treasure1, 2 take alliance 1, * alliance-treasure2",
    )
    first, second = asked(table)[0], "1" if asked(table)[0] == "2" else "2"
    table = say(table, f"{first} take fame 1, {second} take fame 1")
    table = say(table, f"{asked(table)[0]} give up")
    check_views(say(table, "* alliance-treasure2"), None, Seat(0), Seat(1))
