"""Kinds of episodes (chapters 3, 4, 5, 8 and 9 of the rulebook), one file each.

Cards, tokens, wounds, special cards and icon spaces, which all episodes share, are in `rules/`.

May import: engine, games.legend.model, games.legend.rules.answer_list, games.legend.rules.cards,
games.legend.rules.resolution, games.legend.rules.specials, games.legend.rules.tokens, games.legend.rules.wounds.
"""
