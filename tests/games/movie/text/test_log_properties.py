"""Narration of whole random games: complete in every language, and with correct sums."""

import pytest

from heorot.engine.seats import Seat
from heorot.games.movie.table.analysis import preview, score_changes
from heorot.games.movie.table.results import act_results, ending
from heorot.games.movie.text.explanations import account, arithmetic, name_standing, tell_act, tell_ending, tell_sheet
from heorot.games.movie.text.log import tell_action, tell_log
from heorot.locales import LANGUAGES
from heorot.terminal.translator import Translator
from tests.support.playing import MOVIE, random_game, watchers

GAMES = [("built-in", 2, 1), ("built-in", 4, 2), ("crooked", 3, 3), ("crooked", 4, 4), ("tiny", 2, 5), ("tiny", 2, 6)]
games = pytest.mark.parametrize("game", GAMES, ids="-".join("%s" for _ in range(3)).__mod__)


@games
def test_m3_3_results_of_acts_add_up_to_the_saga_points(game):
    table = random_game(*game).last
    results = act_results(table)
    assert [result.act for result in results] == [1, 2, 3]
    for seat, total in enumerate(MOVIE.score(table)):
        points = [(result.points[seat], result.cashed[seat], result.saga[seat]) for result in results]
        saga = table.box.saga_points
        for figures, cashed, after in points:
            saga += figures + cashed
            assert saga == after
        assert saga == total
    for result in results:
        for seat in range(len(result.points)):
            assert result.points[seat] == sum(score.points for score in result.figures if score.seat == seat)


@games
def test_m3_3_the_arithmetic_of_scores_is_correct(game):
    for result in act_results(random_game(*game).last):
        for score in result.figures:
            *sums, product = arithmetic(score).replace("−", "-").replace("×", "*").split(", ")
            for told in (*sums, product):
                left, right = told.split(" = ")
                assert eval(left) == int(right)
            assert int(product.split(" = ")[1]) == score.points


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_can_be_rendered_in_every_language(game, language):
    line, translator = random_game(*game), Translator(language)
    for reader in watchers(line.last):
        log = MOVIE.view(line.last, reader).log
        told = [translator.render(sentence) for sentence in tell_log(log, reader)]
        assert len(told) >= len([entry for entry in line.entries if entry.seat >= 0]) + 3
        assert [sentence for sentence in told if "{" in sentence or not sentence.endswith(".")] == []
        for result in act_results(line.last):
            for score in result.figures:
                assert all(map(translator.render, account(score, name_standing(score, reader))))
            assert all(map(translator.render_paragraph, tell_act(result, reader)))
        sheet = tell_sheet(act_results(line.last), line.last.box.saga_points, reader)
        assert all(map(translator.render, [*sheet, *tell_ending(ending(line.last), reader)]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_action_is_described_beforehand_as_in_the_log(language):
    translator = Translator(language)
    for before, seat, action, after in random_game("crooked", 3, 3).steps():
        if seat >= 0:
            said = tell_action(MOVIE.view(before, seat), action)
            story = list(tell_log(MOVIE.view(after, Seat(seat)).log, Seat(seat)))
            assert translator.render(said) in map(translator.render, story)


@games
def test_m6_2_no_log_names_tiles_drawn_by_others(game):
    line = random_game(*game)
    for reader in watchers(line.last):
        given = [s for s in tell_log(MOVIE.view(line.last, reader).log, reader) if s.key == "movie.does.given"]
        mine = [said for said in line.last.history if said.to is not None and said.to == reader]
        assert len(given) == len(mine)


@games
def test_m3_3_score_changes_are_part_of_the_preview(game):
    for before, seat, action, _ in random_game(*game).steps():
        if seat >= 0:
            changed = [c for c in preview(before, action) if c.before is None or is_gain(c)]
            assert list(score_changes(before, action)) == changed


def is_gain(change) -> bool:
    return (change.before.points, change.before.space) != (change.after.points, change.after.space)
