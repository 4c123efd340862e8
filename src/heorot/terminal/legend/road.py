"""The road, drawn: the current episode with its icon spaces, and the next episodes."""

from collections.abc import Iterator

from rich.text import Text

from heorot.engine.sentence import Sentence
from heorot.games.legend.box.names import name_episode, name_icon
from heorot.games.legend.model.components import Episode, Icon
from heorot.games.legend.rules.wounds import CARDS_FOR_A_WOUND
from heorot.games.legend.table.action_codes import SELECTION_ICONS
from heorot.games.legend.table.memory import expand
from heorot.games.legend.table.view import SpaceView
from heorot.games.legend.table.view_lookup import episode_of, episodes_ahead
from heorot.games.legend.text.log_context import name_cards
from heorot.games.legend.text.why import describe_demand, describe_demand_and_rewards
from heorot.terminal.columns import HEADING, QUIET, wrap_styled
from heorot.terminal.legend.screen import GOOD, STYLES, LegendScreen, seat_mark, truncate, truncate_styled
from heorot.terminal.legend.symbols import SCRATCH, short_episode, sign_icon
from heorot.terminal.translator import Translator

NEXT = 6  # upcoming episodes shown
NUMBER, SHORTEST = 3, 8  # columns of an episode's number; fewest columns of its name
SIGN = 4  # columns of an icon's sign
HANG = " " * (SIGN + 1)
TITLE = "bold reverse"

# ---- The current episode -------------------------------------------------------------------------------------------


def draw_episode(screen: LegendScreen, width: int, translator: Translator) -> list[Text]:
    """Draw what the episode asks for, and its icon spaces with their owners."""
    episode, view = episode_of(screen.box, screen.view), screen.view
    lines = wrap_styled(Text(translator.render(describe_demand(screen.box, episode)), HEADING), width, "  ")
    for space in view.spaces:
        lines += draw_space(screen, space, width, translator)
    if episode.kind == "selection":
        lines += [line for icon in SELECTION_ICONS for line in draw_icon(screen, icon, width, translator)]
        lines.append(Text.assemble((f"−{SCRATCH}".ljust(SIGN), GOOD), " ", translator.translate("legend.screen.heal")))
    if view.turned:
        cards = name_cards(expand(view.turned), screen.box)
        lines += wrap_styled(Text(translator.translate("legend.screen.turned", cards=cards)), width, "  ")
    return lines


def draw_episode_in_signs(screen: LegendScreen, width: int, translator: Translator) -> list[Text]:
    """Draw the episode in signs on as few lines as possible, with the seat after a space that is taken."""
    line = Text(translator.render(describe_demand(screen.box, episode_of(screen.box, screen.view))), HEADING)
    for space in screen.view.spaces:
        line.append("  ").append(sign_icon(space.icon), STYLES.get(space.icon.kind, GOOD))
        if space.taken is not None:
            line.append("\u00a0").append(*seat_mark(space.taken))
    return wrap_styled(line, width, "  ")


def draw_space(screen: LegendScreen, space: SpaceView, width: int, translator: Translator) -> list[Text]:
    """L6.1: Draw an icon space with its owner."""
    lines = draw_icon(screen, space.icon, width - (4 if space.taken is not None else 0), translator)
    if space.taken is not None:
        lines[0].pad_right(width - 4 - len(lines[0]))
        lines[0].append(" ").append(*seat_mark(space.taken))
    return lines


def draw_icon(screen: LegendScreen, icon: Icon, width: int, translator: Translator) -> list[Text]:
    """Draw an icon, as a sign and in words."""
    line = Text.assemble((sign_icon(icon).ljust(SIGN), STYLES.get(icon.kind, GOOD)), " ")
    line.append(translator.render(name_payment(screen, icon)))
    return wrap_behind_sign(line, width)


def wrap_behind_sign(line: Text, width: int) -> list[Text]:
    """Wrap the words beside a sign, indented to the first of them."""
    words = wrap_styled(line[SIGN + 1 :], max(width - SIGN - 1, 8))
    return [line[: SIGN + 1].append_text(words[0]), *(Text(HANG).append_text(more) for more in words[1:])]


def name_payment(screen: LegendScreen, icon: Icon) -> Sentence:
    """Return what a space gives; a wound comes with cards (L6.7)."""
    name = name_icon(icon, screen.box)
    if icon.kind in ("wound", "double wound"):
        return Sentence("legend.screen.with-cards", icon=name, number=CARDS_FOR_A_WOUND)
    return name


# ---- The next episodes ---------------------------------------------------------------------------------------------


def draw_road(screen: LegendScreen, width: int, number: int, translator: Translator) -> list[Text]:
    """Draw the next episodes, a line each: what they ask for and offer with this number of players."""
    coming = episodes_ahead(screen.box, screen.view)[:number]
    if not coming:
        return []
    names = [translator.render(name_episode(episode)) for episode in coming]
    asked = [translator.render(describe_demand_and_rewards(screen.box, screen.view, episode)) for episode in coming]
    longest = max(map(len, names))
    if longest + max(map(len, asked)) + NUMBER + 1 > width:
        asked = [short_episode(episode, len(screen.view.players), translator) for episode in coming]
        longest = min(longest, max(width - NUMBER - 1 - max(map(len, asked)), SHORTEST))
    rows = zip(coming, names, asked, strict=True)
    lines = [
        draw_episode_line(episode, truncate(name, longest).ljust(longest), f" {told}") for episode, name, told in rows
    ]
    return [Text(translator.translate("legend.screen.ahead"), QUIET), *(truncate_styled(line, width) for line in lines)]


def draw_road_in_words(screen: LegendScreen, width: int, number: int, translator: Translator) -> list[Text]:
    """Draw the next episodes in words, several lines each."""
    lines = []
    for episode in episodes_ahead(screen.box, screen.view)[:number]:
        name = translator.render(name_episode(episode))
        asked = describe_demand_and_rewards(screen.box, screen.view, episode)
        told = translator.translate("legend.screen.coming", name=name, asked=asked).removeprefix(name)
        lines += wrap_styled(draw_episode_line(episode, name, told), width, " " * NUMBER)
    return [Text(translator.translate("legend.screen.ahead"), QUIET), *lines] if lines else []


def draw_episode_line(episode: Episode, name: str, asked: str) -> Text:
    """Draw one upcoming episode."""
    return Text.assemble((f"{episode.number:>2} ", QUIET), (name, HEADING), asked)


def frame(title: str, lines: list[Text], width: int) -> Iterator[Text]:
    """Yield lines within a titled frame."""
    name = f" {truncate(title, width - 8)} "
    yield Text.assemble(("┌─", QUIET), (name, TITLE), ("─" * (width - 3 - len(name)) + "┐", QUIET))
    for line in lines:
        line = line.copy()
        line.pad_right(width - 4 - len(line))
        yield Text.assemble(("│ ", QUIET), line, (" │", QUIET))
    yield Text("└" + "─" * (width - 2) + "┘", QUIET)
