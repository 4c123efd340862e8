"""Public documents of a game: its rules in each language, and worked examples."""

import json
from functools import cache
from itertools import groupby

from fastapi import APIRouter, Request, Response

from heorot.engine.content.examples import examples_json
from heorot.engine.content.rulebook import Rule
from heorot.engine.sentence import Sentence
from heorot.engine.serialize import sentence_json
from heorot.games import GAMES, TITLES
from heorot.locales import LANGUAGES
from heorot.server.http.static_pages import cacheable_json
from heorot.server.protocol.errors import Refusal
from heorot.server.protocol.messages import Model
from heorot.server.protocol.types import Json
from heorot.server.routes.dependencies import find_game

router = APIRouter(prefix="/api/games/{game}")


class RuleText(Model):
    """A rule in one language: `text` in our own words, `ruling` where the rulebook is ambiguous. `ours` lists values of
    the rule that are our proposals, not printed."""

    number: str
    name: str
    text: str
    ruling: str
    ours: tuple[dict[str, Json], ...]  # sentences


class RuleChapter(Model):
    """The rules of one chapter."""

    number: str
    name: str
    rules: tuple[RuleText, ...]


class RuleBook(Model):
    """All rules of a game in one language."""

    game: str
    language: str
    chapters: tuple[RuleChapter, ...]


@router.get("/rules/{language}", response_model=RuleBook)
async def rules(game: str, language: str, request: Request) -> Response:
    """Return the numbered rules of a game, in our own words."""
    find_game(game)
    if language not in LANGUAGES:
        raise Refusal("not-found", "server.not-found")
    return cacheable_json(rules_text(game, language), request)


@router.get("/examples", response_model=dict[str, Json])
async def examples(game: str, request: Request) -> Response:
    """Return worked examples of the rules."""
    find_game(game)
    return cacheable_json(examples_text(game), request)


@cache
def rules_text(game: str, language: str) -> bytes:
    return rule_book(game, language).model_dump_json().encode()


@cache
def examples_text(game: str) -> bytes:
    made = examples_json(GAMES[game], f"heorot.games.{game}")
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode()


def rule_book(game: str, language: str) -> RuleBook:
    """Return the rulebook of a game by chapters."""
    title = TITLES[game]
    every = title.rulebook.rules(language) if title.rulebook else ()
    proposals = list(title.proposals.proposed_values(title.game.box)) if title.proposals else []
    chapters = groupby(every, key=lambda rule: (rule.number.partition(".")[0], rule.chapter))
    return RuleBook(
        game=game,
        language=language,
        chapters=tuple(
            RuleChapter(number=number, name=name, rules=tuple(rule_text(rule, proposals) for rule in group))
            for (number, name), group in chapters
        ),
    )


def rule_text(rule: Rule, proposals: list[tuple[str, Sentence]]) -> RuleText:
    """Return a rule with its proposed values."""
    here = tuple(sentence_json(what) for number, what in proposals if number == rule.number)
    return RuleText(number=rule.number, name=rule.name, text=rule.text, ruling=rule.ruling, ours=here)
