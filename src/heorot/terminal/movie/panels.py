"""The whole table of the Movie game, drawn to fit: the board, and everything else beside or below it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from rich.text import Text

from heorot.engine.seats import Seat
from heorot.engine.sentence_params import format_number, format_signed
from heorot.games.movie.box.box import Box
from heorot.games.movie.box.names import name_tile, roman
from heorot.games.movie.model.actions import Action, Counsel, PlaceFigure, PlaceTile, Remove, Swap, SwapWith
from heorot.games.movie.model.components import Tile
from heorot.games.movie.table.analysis import FigureScore, explain
from heorot.games.movie.table.results import act_results, scored_board
from heorot.games.movie.table.table import Table
from heorot.games.movie.table.view import PlayerView, View
from heorot.games.movie.table.view import view as spectate
from heorot.games.movie.text.narrator import describe_end_of_act
from heorot.terminal.columns import HEADING, QUIET, SEAT_STYLES, side_by_side, wrap_styled
from heorot.terminal.game_ui import Milestone, Snapshot
from heorot.terminal.movie.board import SIZES, SpaceSize, draw_board, tile_style
from heorot.terminal.translator import Translator
from heorot.terminal.wrapping import wrap

GAP = 2  # between the board and the side panel
NARROWEST = 32  # fewest columns of a side panel
FEWEST_LOGGED = 4  # lines of the log; with fewer, the players are listed in pairs


@dataclass(frozen=True, slots=True)
class MovieScreen:
    """The data of one screen: public information and the viewer's own."""

    box: Box
    view: View
    scores: Mapping[str, FigureScore]  # by space
    new: frozenset[str]  # spaces changed since the viewer was last asked
    names: tuple[str, ...]  # by seat
    log: tuple[str, ...]


def make_screen(snapshot: Snapshot) -> MovieScreen:
    """Return the data of the screen for a snapshot."""
    table, new = snapshot.table, new_spaces(snapshot.previous, snapshot.table)
    return MovieScreen(
        table.box, snapshot.view, scores_by_space(table), new, tuple(snapshot.names), tuple(snapshot.log)
    )


def new_spaces(since: Table, now: Table) -> frozenset[str]:
    """Return the spaces of the current act that were changed since another table."""
    said = [one for one in now.history[len(since.history) :] if one.act == now.state.act]
    return frozenset(space for one in said for space in named_spaces(one.action))


def scores_by_space(table: Table) -> dict[str, FigureScore]:
    """Return the current score of every figure, by its space."""
    return {score.space: score for score in explain(table.box, table.state)}


def draw(screen: MovieScreen, width: int, height: int, translator: Translator) -> list[Text]:
    """Draw the table with the largest board that leaves room for the rest."""
    board = screen.box.boards[screen.view.act - 1]
    fitting: list[SpaceSize | None] = [size for size in SIZES if size.board_size(board)[0] <= width]
    for size in fitting or [None]:
        lines = arrange(screen, size, width, height, translator)
        if len(lines) <= height or size is None:
            return lines
    return arrange(screen, next(size for size in fitting if size and not size.framed), width, height, translator)


def arrange(screen: MovieScreen, size: SpaceSize | None, width: int, height: int, translator: Translator) -> list[Text]:
    """Arrange the table with a board of this size, or without a board if none fits."""
    if size is None:
        board = [Text(line) for line in wrap(translator.translate("movie.screen.narrow"), width)]
    else:
        board = draw_board(screen.box, screen.view, screen.scores, screen.new, size, translator)
    columns = max(len(line) for line in board)
    beside = width - columns - GAP
    heading = draw_heading(screen.view, translator)
    if beside >= NARROWEST:
        side = draw_side(screen, beside, max(len(board), height - 1), translator)
        return [heading, *side_by_side(board, side, columns + GAP)]
    below = draw_side(screen, width, height - len(board) - 1, translator)
    return [heading, *board, *below]


def draw_heading(view: View, translator: Translator) -> Text:
    """Draw the act and the size of the pool."""
    return Text(translator.translate("movie.screen.act", act=roman(view.act), pool=view.pool), HEADING)


def milestone(before: Table, now: Table, reader: Seat | None) -> Milestone | None:
    """Return the end of an act: the last board with every figure on it."""
    told = describe_end_of_act(before, now.history[len(before.history)], now, reader)
    return Milestone(told, partial(draw_final_board, before, now)) if told else None


def draw_final_board(
    before: Table, now: Table, names: Sequence[str], width: int, height: int, translator: Translator
) -> list[Text]:
    """Draw the board at the end of an act; empty if it does not fit."""
    action = now.history[len(before.history)].action
    table = scored_board(before, action)
    view, scores = spectate(table, None), scores_by_space(table)
    board = table.box.boards[view.act - 1]
    for size in SIZES:
        columns, lines = size.board_size(board)
        if columns <= width and lines <= height:
            return draw_board(table.box, view, scores, frozenset(named_spaces(action)), size, translator)
    return []


def draw_score_sheet(table: Table, names: Sequence[str], width: int, height: int, translator: Translator) -> list[Text]:
    """Draw the score sheet."""
    results = act_results(table)
    titles = [translator.translate("movie.screen.player"), translator.translate("movie.sheet.start")]
    titles += [translator.translate("movie.sheet.act-title", act=roman(result.act)) for result in results]
    titles += [translator.translate("movie.sheet.treasures"), translator.translate("movie.sheet.total")]
    rows = [titles]
    for seat, name in enumerate(names):
        cashed = sum(result.cashed[seat] for result in results)
        acts = [format_signed(result.points[seat]) for result in results]
        total = format_number(results[-1].saga[seat])
        rows.append([f" {seat + 1} {name}", str(table.box.saga_points), *acts, format_signed(cashed), total])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [Text("  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])])[:width]) for row in rows]
    for seat, line in enumerate(lines[1:]):
        line.stylize(SEAT_STYLES[seat], 0, 3)
    return [Text(translator.translate("movie.sheet.title"), HEADING), *lines, Text()]


# ---- The side panel ------------------------------------------------------------------------------------------------


def draw_side(screen: MovieScreen, width: int, height: int, translator: Translator) -> list[Text]:
    """Draw the players and the viewer's hand; below them unseen tiles and the log, as far as there is room."""
    hand, players = draw_hand(screen.view, width, translator), draw_players(screen, width, translator)
    crowded = len(hand) + len(players) + FEWEST_LOGGED > height
    fixed = [*hand, *(pair_rows(players, width) if crowded else players)]
    unseen = draw_unseen(screen.view, width, translator)
    room = height - len(fixed)
    if room < len(unseen) + 3:
        unseen = []
    log = [line for sentence in screen.log[-room:] for line in wrap(sentence, width)] if room > 1 else []
    return [*fixed, *unseen, *(Text(line) for line in log[-(room - len(unseen) - 1) :] if room > len(unseen) + 1)]


def pair_rows(lines: Sequence[Text], width: int) -> list[Text]:
    """Return a heading and its lines in two columns if they fit."""
    heading, *rows = lines
    half = max(map(len, lines)) + GAP
    if 2 * half - GAP > width:
        return list(lines)
    left, right = [heading, *rows[::2]], [heading, *rows[1::2]]
    return list(side_by_side(left, right, half))


def draw_players(screen: MovieScreen, width: int, translator: Translator) -> list[Text]:
    """Draw a line for each player: saga points, figures left and the backs of the hand."""
    rows = [player_row(screen, player, translator) for player in screen.view.players]
    who, saga = translator.translate("movie.screen.player"), translator.translate("movie.screen.saga")
    titles = (who, saga, translator.translate("movie.screen.figures"), translator.translate("movie.screen.backs"))
    columns = list(zip(titles, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    others = sum(widths[1:]) + 1 + 2 * len(widths[2:])  # with the gaps between columns
    widths[0] = max(3, min(widths[0], width - others))
    lines = [Text(fit_row(titles, widths)[:width], QUIET)]
    for player, row in zip(screen.view.players, rows, strict=True):
        line = Text(fit_row(row, widths)[:width])
        line.stylize(SEAT_STYLES[player.seat], 0, 3)
        if player.seat in screen.view.asked:
            line.stylize("bold")
        lines.append(line)
    return lines


def fit_row(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Return the cells of a row padded to the widths of the columns, numbers right-aligned."""
    name, saga, *others = cells
    first = f"{name[: widths[0]]:<{widths[0]}} {saga:>{widths[1]}}"
    return "  ".join([first, *(f"{cell:<{room}}" for cell, room in zip(others, widths[2:], strict=True))]).rstrip()


def player_row(screen: MovieScreen, player: PlayerView, translator: Translator) -> tuple[str, str, str, str]:
    """Return the four cells of a player."""
    letters = ((translator.translate(f"movie.cell.{kind}"), number) for kind, number in player.in_front if number)
    figures = " ".join(f"{number if number > 1 else ''}{letter}" for letter, number in letters)
    held = ((roman(act), number) for act, number in enumerate(player.backs, 1) if number)
    backs = " ".join(f"{act}×{number}" if number > 1 else act for act, number in held)
    name = f" {player.seat + 1} {screen.names[player.seat]}"
    return name, format_number(player.saga), figures or "–", backs or "–"


def draw_hand(view: View, width: int, translator: Translator) -> list[Text]:
    """Draw the viewer's hand; empty for spectators."""
    if view.seat is None:
        return []
    line = Text.assemble((translator.translate("movie.screen.hand"), HEADING), " ")
    for tile in view.hand:
        name = translator.render(name_tile(tile, view.act)).replace(" ", "\u00a0")  # keep a tile on one line
        line.append(f"[{name}]", tile_style(tile)).append(" ")
    return wrap_styled(line, width)


def draw_unseen(view: View, width: int, translator: Translator) -> list[Text]:
    """M6.2: Draw the tiles of this act that the viewer has not seen."""
    tiles = view.unseen[view.act - 1]
    line = Text.assemble(
        (translator.translate("movie.screen.unseen", count=sum(number for _, number in tiles)), HEADING), " "
    )
    for tile, number in tiles:
        line.append(tile_code(tile, view.act, translator), tile_style(tile))
        line.append(f"×{number} " if number > 1 else " ", QUIET)
    return wrap_styled(line, width)


def tile_code(tile: Tile, act: int, translator: Translator) -> str:
    """Return a tile in a few letters, with its act if it is not the current one."""
    name = translator.translate(f"movie.cell.{tile.ability}") if tile.ability else ""
    value = format_signed(tile.value) if tile.value or not tile.ability else ""
    back = "" if tile.act == act else f"{roman(tile.act)}:"
    return f"{back}{name}{value}"


def named_spaces(action: Action) -> list[str]:
    """Return the spaces that an action names."""
    match action:
        case PlaceFigure(_, space) | PlaceTile(_, space) | Remove(space) | Swap(space) | SwapWith(space):
            return [space]
        case Counsel(_, start, end):
            return [start, end]
    return []
