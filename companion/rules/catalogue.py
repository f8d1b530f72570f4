"""The games, one room each; `load_game` opens the room."""

from __future__ import annotations

from importlib import import_module

from companion.rules.errors import UnknownGame
from companion.rules.game import Game

GAMES: dict[str, str] = {
    "caterpillar-filler": "companion.games.caterpillar_filler.rules",
    "filler-tiles": "companion.games.filler_tiles.rules",
    "star-baker": "companion.games.star_baker.rules",
    "it-happens": "companion.games.it_happens.rules",
    "papillon": "companion.games.papillon.rules",
    "octopus-garden": "companion.games.octopus_garden.rules",
}
"""Slug -> module; the module's ``GAME`` is the game."""


_TAKEN_IN: dict[str, Game] = {}


def take_in(game: Game) -> None:
    """Let this game stand for its name from now on: the same rules with boxes of one's own."""
    _TAKEN_IN[game.info.slug] = game


def is_taken_in(slug: str) -> bool:
    """Say whether another game than the printed one stands for that name."""
    return slug in _TAKEN_IN


def load_game(slug: str) -> Game:
    """Give the game of that name.

    Raises
    ------
    UnknownGame
        Naming the games there are.
    """
    if slug not in GAMES:
        raise UnknownGame(f"There is no game called {slug!r} here. There is: {', '.join(GAMES)}.")
    game: Game = _TAKEN_IN.get(slug) or import_module(GAMES[slug]).GAME
    return game
