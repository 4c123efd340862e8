"""The whole table of the Movie game, drawn for the room there is: the board, and beside or below it everything else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from rich.text import Text

from heorot.engine.naming import plain_number, signed
from heorot.engine.seats import Seat
from heorot.games.movie.actions import Action, Counsel, PlaceFigure, PlaceTile, Remove, Swap, SwapWith
from heorot.games.movie.box import Box, Tile
from heorot.games.movie.explain import FigureScore, explain
from heorot.games.movie.names import name_tile, roman
from heorot.games.movie.results import act_results, board_after
from heorot.games.movie.table import Table
from heorot.games.movie.telling import tell_end_of_act
from heorot.games.movie.view import PlayerView, View
from heorot.games.movie.view import view as spectate
from heorot.terminal.columns import HEADING, QUIET, SEAT_STYLES, cut, side_by_side
from heorot.terminal.guide import Milestone, Sight
from heorot.terminal.movie.board import SIZES, Size, draw_board, tile_style
from heorot.terminal.speech import Speech
from heorot.terminal.wrapping import wrap

GAP = 2  # between the board and what stands beside it
NARROWEST = 32  # columns that are worth standing beside the board
FEWEST_LOGGED = 4  # lines for what happened; with fewer, the players stand closer together


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a screen shows: open things, and what the one who looks may know."""

    box: Box
    view: View
    scores: Mapping[str, FigureScore]  # by space
    new: frozenset[str]  # spaces where something happened since the one who looks was asked last
    names: tuple[str, ...]  # who sits where
    log: tuple[str, ...]  # what happened, in words


def scene(sight: Sight) -> Scene:
    """What is to be drawn."""
    table, new = sight.table, new_spaces(sight.since, sight.table)
    return Scene(table.box, sight.view, scores_by_space(table), new, tuple(sight.names), tuple(sight.log))


def new_spaces(since: Table, now: Table) -> frozenset[str]:
    """Where something happened in this act since another table."""
    said = [one for one in now.history[len(since.history) :] if one.act == now.state.act]
    return frozenset(space for one in said for space in touched(one.action))


def scores_by_space(table: Table) -> dict[str, FigureScore]:
    """Every figure on the board as it would score now."""
    return {score.space: score for score in explain(table.box, table.state)}


def draw(shown: Scene, width: int, height: int, speech: Speech) -> list[Text]:
    """The table in so many columns and lines: the largest board that leaves room for the rest."""
    board = shown.box.boards[shown.view.act - 1]
    fitting: list[Size | None] = [size for size in SIZES if size.room(board)[0] <= width]
    for size in fitting or [None]:
        lines = arrange(shown, size, width, height, speech)
        if len(lines) <= height or size is None:
            return lines
    return arrange(shown, next(size for size in fitting if size and not size.framed), width, height, speech)


def arrange(shown: Scene, size: Size | None, width: int, height: int, speech: Speech) -> list[Text]:
    """The table with a board of this size, or without any where none fits."""
    if size is None:
        board = [Text(line) for line in wrap(speech.say("movie.screen.narrow"), width)]
    else:
        board = draw_board(shown.box, shown.view, shown.scores, shown.new, size, speech)
    columns = max(len(line) for line in board)
    beside = width - columns - GAP
    heading = draw_heading(shown.view, speech)
    if beside >= NARROWEST:
        side = draw_side(shown, beside, max(len(board), height - 1), speech)
        return [heading, *side_by_side(board, side, columns + GAP)]
    below = draw_side(shown, width, height - len(board) - 1, speech)
    return [heading, *board, *below]


def draw_heading(view: View, speech: Speech) -> Text:
    """The act and the pool."""
    return Text(speech.say("movie.screen.act", act=roman(view.act), pool=view.pool), HEADING)


def milestone(before: Table, now: Table, reader: Seat | None) -> Milestone | None:
    """The end of an act: the last board, and every figure on it."""
    told = tell_end_of_act(before, now.history[len(before.history)], now, reader)
    return Milestone(told, partial(draw_last, before, now)) if told else None


def draw_last(before: Table, now: Table, names: Sequence[str], width: int, height: int, speech: Speech) -> list[Text]:
    """The board as an act left it, if there is room for it."""
    action = now.history[len(before.history)].action
    table = board_after(before, action)
    view, scores = spectate(table, None), scores_by_space(table)
    board = table.box.boards[view.act - 1]
    for size in SIZES:
        columns, lines = size.room(board)
        if columns <= width and lines <= height:
            return draw_board(table.box, view, scores, frozenset(touched(action)), size, speech)
    return []


def draw_sheet(table: Table, names: Sequence[str], width: int, height: int, speech: Speech) -> list[Text]:
    """The score sheet as a table."""
    results = act_results(table)
    titles = [speech.say("movie.screen.player"), speech.say("movie.sheet.start")]
    titles += [speech.say("movie.sheet.act-title", act=roman(result.act)) for result in results]
    titles += [speech.say("movie.sheet.treasures"), speech.say("movie.sheet.total")]
    rows = [titles]
    for seat, name in enumerate(names):
        cashed = sum(result.cashed[seat] for result in results)
        acts = [signed(result.points[seat]) for result in results]
        total = plain_number(results[-1].saga[seat])
        rows.append([f" {seat + 1} {name}", str(table.box.saga_points), *acts, signed(cashed), total])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [Text("  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])])[:width]) for row in rows]
    for seat, line in enumerate(lines[1:]):
        line.stylize(SEAT_STYLES[seat], 0, 3)
    return [Text(speech.say("movie.sheet.title"), HEADING), *lines, Text()]


# ---- What stands beside the board ----------------------------------------------------------------------------------


def draw_side(shown: Scene, width: int, height: int, speech: Speech) -> list[Text]:
    """Players and the own hand; then what is unseen and what happened, as far as there is room."""
    hand, players = draw_hand(shown.view, width, speech), draw_players(shown, width, speech)
    crowded = len(hand) + len(players) + FEWEST_LOGGED > height
    fixed = [*hand, *(in_pairs(players, width) if crowded else players)]
    unseen = draw_unseen(shown.view, width, speech)
    room = height - len(fixed)
    if room < len(unseen) + 3:
        unseen = []
    log = [line for sentence in shown.log[-room:] for line in wrap(sentence, width)] if room > 1 else []
    return [*fixed, *unseen, *(Text(line) for line in log[-(room - len(unseen) - 1) :] if room > len(unseen) + 1)]


def in_pairs(lines: Sequence[Text], width: int) -> list[Text]:
    """A heading and its lines, two of these side by side if they fit."""
    heading, *rows = lines
    half = max(map(len, lines)) + GAP
    if 2 * half - GAP > width:
        return list(lines)
    left, right = [heading, *rows[::2]], [heading, *rows[1::2]]
    return list(side_by_side(left, right, half))


def draw_players(shown: Scene, width: int, speech: Speech) -> list[Text]:
    """Saga points, figures left and the backs of the hand, a line for each player."""
    rows = [player_row(shown, player, speech) for player in shown.view.players]
    who, saga = speech.say("movie.screen.player"), speech.say("movie.screen.saga")
    titles = (who, saga, speech.say("movie.screen.figures"), speech.say("movie.screen.backs"))
    columns = list(zip(titles, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    others = sum(widths[1:]) + 1 + 2 * len(widths[2:])  # with the gaps between them
    widths[0] = max(3, min(widths[0], width - others))
    lines = [Text(fit_row(titles, widths)[:width], QUIET)]
    for player, row in zip(shown.view.players, rows, strict=True):
        line = Text(fit_row(row, widths)[:width])
        line.stylize(SEAT_STYLES[player.seat], 0, 3)
        if player.seat in shown.view.asked:
            line.stylize("bold")
        lines.append(line)
    return lines


def fit_row(cells: Sequence[str], widths: Sequence[int]) -> str:
    """The cells of a row, numbers to the right."""
    name, saga, *others = cells
    first = f"{name[: widths[0]]:<{widths[0]}} {saga:>{widths[1]}}"
    return "  ".join([first, *(f"{cell:<{room}}" for cell, room in zip(others, widths[2:], strict=True))]).rstrip()


def player_row(shown: Scene, player: PlayerView, speech: Speech) -> tuple[str, str, str, str]:
    """A player in four cells."""
    letters = ((speech.say(f"movie.cell.{kind}"), number) for kind, number in player.in_front if number)
    figures = " ".join(f"{number if number > 1 else ''}{letter}" for letter, number in letters)
    held = ((roman(act), number) for act, number in enumerate(player.backs, 1) if number)
    backs = " ".join(f"{act}×{number}" if number > 1 else act for act, number in held)
    name = f" {player.seat + 1} {shown.names[player.seat]}"
    return name, plain_number(player.saga), figures or "–", backs or "–"


def draw_hand(view: View, width: int, speech: Speech) -> list[Text]:
    """The own hand, with what is printed on the tiles; nothing for those who only watch."""
    if view.seat is None:
        return []
    line = Text.assemble((speech.say("movie.screen.hand"), HEADING), " ")
    for tile in view.hand:
        name = speech.utter(name_tile(tile, view.act)).replace(" ", "\u00a0")  # a tile is not cut in two
        line.append(f"[{name}]", tile_style(tile)).append(" ")
    return cut(line, width)


def draw_unseen(view: View, width: int, speech: Speech) -> list[Text]:
    """M6.2: the tiles of this act that the one who looks has seen nowhere."""
    tiles = view.unseen[view.act - 1]
    line = Text.assemble((speech.say("movie.screen.unseen", count=sum(number for _, number in tiles)), HEADING), " ")
    for tile, number in tiles:
        line.append(short(tile, view.act, speech), tile_style(tile))
        line.append(f"×{number} " if number > 1 else " ", QUIET)
    return cut(line, width)


def short(tile: Tile, act: int, speech: Speech) -> str:
    """A tile in few letters; the act in front if it is not the current one."""
    name = speech.say(f"movie.cell.{tile.ability}") if tile.ability else ""
    value = signed(tile.value) if tile.value or not tile.ability else ""
    back = "" if tile.act == act else f"{roman(tile.act)}:"
    return f"{back}{name}{value}"


def touched(action: Action) -> list[str]:
    """The spaces that an action names."""
    match action:
        case PlaceFigure(_, space) | PlaceTile(_, space) | Remove(space) | Swap(space) | SwapWith(space):
            return [space]
        case Counsel(_, start, end):
            return [start, end]
    return []
