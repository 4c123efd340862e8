"""What one may ask of the program during the Legend: odds, the road, why, what if, and what is still unseen."""

from collections.abc import Iterator

from heorot.engine.errors import HeorotError
from heorot.engine.sentence import Paragraph, Part, Sentence
from heorot.games.legend import accounts
from heorot.games.legend.accounts import tell_bidding
from heorot.games.legend.box import Box
from heorot.games.legend.explain import number_of
from heorot.games.legend.memory import Cards, Tokens, one_by_one
from heorot.games.legend.names import name_card
from heorot.games.legend.story import name_cards, name_tokens
from heorot.games.legend.table import Table
from heorot.games.legend.view import View

FALLEN = "fallen"


def introduce(table: Table) -> list[Sentence]:
    """What it is about, how this table plays, and what the box is; values of ours are never shown as printed."""
    box, options = table.box, dict(table.options)
    about = [Sentence("legend.intro.aim"), Sentence("legend.intro.hand"), Sentence("legend.intro.wounds")]
    about += [Sentence("legend.intro.advanced")] if "advanced" in options else []
    about += [Sentence("legend.intro.fallen")] if FALLEN in options else []
    if box.built_in:
        return [*about, Sentence("legend.intro.built-in")]
    sources = sorted({source for _, _, source in box.sourced() if source})
    named = tuple(Sentence("play.quoted", text=source) for source in sources) or (Sentence("box.not-stated"),)
    return [*about, Sentence("legend.intro.other-box", title=box.title, designer=box.designer, sources=named)]


def tell_help(example: Part) -> list[Sentence]:
    """What one may ask, with an example of an answer."""
    several = Sentence("legend.help.several")
    return [several, Sentence("legend.help.ask", example=example), Sentence("legend.help.table")]


def tell_odds(table: Table, view: View, rest: str, language: str) -> Iterator[Paragraph]:
    """`odds`: what a risk may bring, who has bid how much, and what is missing."""
    told = [tuple(accounts.tell_odds(table.box, view)), *((one,) for one in tell_bidding(table.box, view))]
    if not any(told):
        raise HeorotError("legend.why.no-odds")
    yield from filter(None, told)


def tell_unseen(box: Box, view: View) -> Iterator[Sentence]:
    """`unseen`: the cards and alliance tokens that nobody has shown you, what may be drawn, and what is beside the
    board."""
    yield tell_cards("legend.unseen.cards", box, view.unseen)
    if not view.supply.pile:
        yield Sentence("legend.unseen.no-pile")
    elif view.drawable == view.unseen:
        yield Sentence("legend.unseen.all-drawable", pile=view.supply.pile)
    else:
        yield tell_cards("legend.unseen.drawable", box, view.drawable, pile=view.supply.pile)
    yield tell_cards("legend.unseen.discards", box, view.supply.discards)
    yield tell_tokens("legend.unseen.alliances", view.unseen_alliances, pile=view.supply.alliances)
    yield tell_tokens("legend.unseen.supply", view.supply.tokens, misfortunes=view.supply.misfortunes)
    if view.supply.specials:
        names = tuple(name_card(card, box) for card in view.supply.specials)
        yield Sentence("legend.unseen.specials", cards=names)


def tell_cards(key: str, box: Box, cards: Cards, **more: Part) -> Sentence:
    """Cards with how many of each."""
    return Sentence(key, count=number_of(cards), cards=name_cards(one_by_one(cards), box), **more)


def tell_tokens(key: str, tokens: Tokens, **more: Part) -> Sentence:
    """Tokens with how many of each."""
    return Sentence(key, count=number_of(tokens), tokens=name_tokens(one_by_one(tokens)), **more)
