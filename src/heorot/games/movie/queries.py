"""What one may ask at any time: why, what if, what is still unseen, how everyone stands, what may follow."""

import re
from collections.abc import Iterator, Sequence

from heorot.engine.asking import Answer, answer, first_pieces, is_over, player, what_follows
from heorot.engine.errors import HeorotError
from heorot.engine.game import Game
from heorot.engine.plain import Plain
from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph, Sentence
from heorot.games.movie.accounts import account, name_standing, tell_preview
from heorot.games.movie.actions import Action, Draw
from heorot.games.movie.box import KIND_WORDS, Box
from heorot.games.movie.explain import Change, Figure, FigureScore, explain, points_of, preview, state_after
from heorot.games.movie.names import ABILITY_RULES, name_tile, roman
from heorot.games.movie.notation import in_our_words, write
from heorot.games.movie.results import ActResult, act_results, ending
from heorot.games.movie.showing import writing
from heorot.games.movie.table import Table
from heorot.games.movie.telling import tell_scores, tell_winner
from heorot.games.movie.view import Unseen, View, view
from heorot.games.movie.words import tell_action

QUERIES = ("preview", "previews", "why", "unseen", "scores", "next")


def ask(game: Game[Box, Table, Action, View], table: Table, seat: Seat | None, what: str, about: str) -> Answer:
    """The answer to a question, for one seat, or for those who watch."""
    match what:
        case "preview":
            return ask_preview(game, table, seat, about)
        case "previews":
            return answer(what, (), previews=list(preview_each(game, table, seat, about)))
        case "why":
            return ask_why(table, look(table, seat), about)
        case "unseen":
            seen = look(table, seat)
            return answer(what, [(told,) for told in tell_unseen(table.box, seen)], unseen=as_plain(seen, seen.unseen))
        case "scores":
            return ask_scores(table, look(table, seat))
        case "next":
            return what_follows(game, table, seat, about)
    raise HeorotError("ask.unknown", what=what[:60])


def look(table: Table, seat: Seat | None) -> View:
    """The view of a seat without its log."""
    return view(table, seat, len(table.history))


# ---- What if -------------------------------------------------------------------------------------------------------


def ask_preview(game: Game[Box, Table, Action, View], table: Table, seat: Seat | None, about: str) -> Answer:
    """What the last of these actions would change, after the others."""
    then, action = first_pieces(game, table, seat, about)
    seen = look(then, seat)
    plain = writing(seen.act).of(tuple[Change, ...])(changes_by(then, action))
    said = write(action, seen.act)
    return answer("preview", tell_what_if(then, seen, action), action=said, changes=plain)


def changes_by(table: Table, action: Action) -> tuple[Change, ...]:
    """What an action does to the scores; a draw does nothing."""
    return () if isinstance(action, Draw) else preview(table, action)


def tell_what_if(table: Table, view: View, action: Action) -> Iterator[Paragraph]:
    """`preview`: every figure that an action touches, before and after."""
    yield (Sentence("movie.change.what-if", told=tell_action(view, action)),)
    yield from tell_preview(changes_by(table, action), view.seat)


def preview_each(
    game: Game[Box, Table, Action, View], table: Table, seat: Seat | None, about: str
) -> Iterator[dict[str, Plain]]:
    """In points alone, what each answer that begins with these words would bring: for a piece taken up, on every
    space. `points` are those of a figure that is placed or moves, `seats` what each player gains or loses."""
    was = points_of(table.box, table.state)
    for action in game.legal(table, player(seat)):
        text = game.write(table, action)
        if not isinstance(action, Draw) and f"{text} ".startswith(f"{about} " if about else ""):
            now = points_of(table.box, state_after(table, action))
            here = [points for figure, points in now.items() if figure not in was]
            seats = [by_seat(now, one) - by_seat(was, one) for one in range(table.state.seats)]
            yield {"action": text, "points": here[0] if here else None, "seats": [*seats]}


def by_seat(points: dict[Figure, int], seat: int) -> int:
    """What the figures of a player score together."""
    return sum(worth for (owner, _, _), worth in points.items() if owner == seat)


# ---- Why -----------------------------------------------------------------------------------------------------------


def ask_why(table: Table, view: View, where: str) -> Answer:
    """How figures stand now."""
    figures = writing(view.act).of(tuple[FigureScore, ...])(asked_figures(table, asked_about(table, where)))
    return answer("why", tell_why(table, view, where), figures=figures)


def asked_about(table: Table, where: str) -> set[str]:
    """The spaces and the kinds of figures in a text; nothing for all."""
    said = set(re.findall(r"[a-z]\d{1,2}|[a-z]+", re.sub(r" (?=\d)", "", in_our_words(where))))
    known = said & {*table.box.boards[table.state.act].numbers, *KIND_WORDS}
    if where and not known:
        raise HeorotError("movie.why.unknown", text=where[:60])
    return known


def asked_figures(table: Table, asked: set[str]) -> tuple[FigureScore, ...]:
    """The figures on these spaces, or of these kinds; all of them, if nothing is asked."""
    scores = explain(table.box, table.state)
    return tuple(score for score in scores if not asked or {score.space, score.kind} & asked)


def tell_why(table: Table, view: View, where: str) -> Iterator[Paragraph]:
    """`why b3`: how a figure stands now, or a tile with its rule; `why thane`: all of a kind; `why` alone: all."""
    asked = asked_about(table, where)
    scores, spaces = asked_figures(table, asked), asked - {*KIND_WORDS}
    yield from (tuple(account(score, name_standing(score, view.seat))) for score in scores)
    for space in sorted(spaces - {score.space for score in scores}):
        yield (tell_space(table, view, space),)
    if not scores and not spaces:
        yield (Sentence("movie.why.no-figure"),)


def tell_space(table: Table, view: View, space: str) -> Sentence:
    """What is on a space where no figure stands."""
    board = table.box.boards[view.act - 1]
    tiles = {lying.space: lying.tile for lying in view.tiles}
    if space in tiles:
        tile = tiles[space]
        return Sentence("movie.why.tile", space=space, tile=name_tile(tile), rule=ABILITY_RULES[tile.ability])
    if board.numbers[space] in board.gorges:
        return Sentence("movie.why.gorge", space=space, rule="M4.11")
    return Sentence("movie.why.open", space=space)


# ---- Unseen --------------------------------------------------------------------------------------------------------


def as_plain(view: View, unseen: Sequence[Unseen]) -> Plain:
    """Tiles with how many of each, by act."""
    return [writing(view.act).of(Unseen)(tiles) for tiles in unseen]


def tell_unseen(box: Box, view: View) -> Iterator[Sentence]:
    """`unseen`: the tiles that nobody has shown you, by act: of this act in the pool or in a hand; of older ones in a
    hand, or gone with the pool (M6.2)."""
    for act, tiles in enumerate(view.unseen, 1):
        key = "movie.unseen.now" if act == view.act else "movie.unseen.old" if act < view.act else "movie.unseen.later"
        if tiles:
            yield Sentence(key, act=roman(act), count=sum(number for _, number in tiles), tiles=name_tiles(tiles))


def name_tiles(tiles: Unseen) -> tuple[Sentence, ...]:
    """Tiles with how many of each."""
    return tuple(
        name_tile(tile) if number == 1 else Sentence("movie.unseen.several", tile=name_tile(tile), number=number)
        for tile, number in tiles
    )


# ---- Scores --------------------------------------------------------------------------------------------------------


def ask_scores(table: Table, view: View) -> Answer:
    """M3.3, M5.1 to M5.3: what the acts brought, and how every figure stands now, or how it ended."""
    plain, acts, over = writing(view.act), act_results(table), is_over(view.question)
    told = [tuple(tell_scores(table, view.seat))] if acts else []
    told += [tuple(tell_winner(table, view.seat))] if over else tell_why(table, view, "")
    data: dict[str, Plain] = {
        "saga": [player.saga for player in view.players],
        "acts": plain.of(tuple[ActResult, ...])(acts),
        "figures": plain.of(tuple[FigureScore, ...])(() if over else explain(table.box, table.state)),
        "ending": plain.plain(ending(table)) if over else None,
    }
    return answer("scores", told, **data)
