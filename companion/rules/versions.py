"""Older versions of a game's rules: a record is followed by the version it was played by."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from companion.rules.game import Game


@runtime_checkable
class KeepsVersions(Game, Protocol):
    """A game that still follows older versions of its rules.

    Attributes
    ----------
    older_versions
        Those besides the one that new games follow.
    """

    older_versions: tuple[str, ...]

    def under(self, version: str) -> Game:
        """Give the same game by one of its older versions."""
        ...


def under(game: Game, version: str) -> Game | None:
    """Give a game by a version of its rules; None for a version that is not known here."""
    if version == game.info.rules_version:
        return game
    if isinstance(game, KeepsVersions) and version in game.older_versions:
        return game.under(version)
    return None
