"""What anyone may read of a game without a table: its rules in each language, and examples to them, worked out."""

import json
from functools import cache
from itertools import groupby
from typing import Any

from fastapi import APIRouter, Request, Response

from heorot.engine.examples import examples as worked_out
from heorot.engine.plain import plain_sentence
from heorot.games import GAMES, part_of
from heorot.locales import LANGUAGES
from heorot.server.errors import Refusal
from heorot.server.messages import Model
from heorot.server.pages import for_everyone

router = APIRouter(prefix="/api/games/{game}")


class RuleText(Model):
    """A rule in one language: `text` in our own words, `ruling` where the rulebook leaves something open and we had to
    decide. `ours`: which of the values that it tells of are our proposals, not printed."""

    number: str
    name: str
    text: str
    ruling: str
    ours: tuple[dict[str, Any], ...]  # sentences


class RuleChapter(Model):
    """The rules below one heading."""

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
    """The rules of a game, numbered, in our own words."""
    check_game(game)
    if language not in LANGUAGES:
        raise Refusal("not-found", "server.not-found")
    return for_everyone(rules_text(game, language), request)


@router.get("/examples", response_model=dict[str, Any])
async def examples(game: str, request: Request) -> Response:
    """Examples to the rules: positions, and what the rules say of them."""
    check_game(game)
    return for_everyone(examples_text(game), request)


def check_game(game: str) -> None:
    if game not in GAMES:
        raise Refusal("no-such-game", "server.no-such-game", game=game[:60], known=", ".join(GAMES))


@cache
def rules_text(game: str, language: str) -> bytes:
    return book_of(game, language).model_dump_json().encode()


@cache
def examples_text(game: str) -> bytes:
    made = worked_out(GAMES[game], f"heorot.games.{game}")
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode()


def book_of(game: str, language: str) -> RuleBook:
    """The rulebook of a game, chapter by chapter."""
    every = part_of(game, "rulebook").rules(language)
    proposals = list(part_of(game, "ours").ours(GAMES[game].box))
    chapters = groupby(every, key=lambda rule: (rule.number.partition(".")[0], rule.chapter))
    return RuleBook(
        game=game,
        language=language,
        chapters=tuple(
            RuleChapter(number=number, name=name, rules=tuple(rule_text(rule, proposals) for rule in group))
            for (number, name), group in chapters
        ),
    )


def rule_text(rule: Any, proposals: list[tuple[str, Any]]) -> RuleText:
    """A rule, with what of it is ours."""
    here = tuple(plain_sentence(what) for number, what in proposals if number == rule.number)
    return RuleText(number=rule.number, name=rule.name, text=rule.text, ruling=rule.ruling, ours=here)
