"""How games ended, as a table for a spreadsheet: one line for every player of every finished game."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from datetime import datetime
from io import StringIO
from typing import Final

from companion.play.history import Summary

COLUMNS: Final = ("ended", "game", "options", "players", "name", "points", "won", "id")

CALCULATES: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for a formula begins so, whatever a player calls himself."""


def as_table(games: Iterable[Summary], titles: Mapping[str, str]) -> str:
    """Give finished games as comma separated values, the oldest first, with a line of headings.

    Parameters
    ----------
    games
        Those that are not finished are left out.
    titles
        What the games are called, by their short names.
    """
    text = StringIO()
    table = csv.writer(text)
    table.writerow(COLUMNS)
    for game in sorted((each for each in games if each.finished), key=lambda each: each.ended_at):
        options = "; ".join(f"{key}={value}" for key, value in game.options.items())
        about = (_on_the_clock(game.ended_at), titles.get(game.game, game.game), _plain(options))
        for name in game.names:
            points, won = game.totals.get(name, ""), int(name in game.winners)
            table.writerow((*about, len(game.names), _plain(name), points, won, game.id))
    return text.getvalue()


def _plain(text: str) -> str:
    """Keep a spreadsheet from calculating with what somebody typed."""
    return f"'{text}" if text.startswith(CALCULATES) else text


def _on_the_clock(at: str) -> str:
    """Give a moment as the clock on the wall shows it; one that cannot be read, as it stands."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError):
        return _plain(at)
