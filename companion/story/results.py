"""How games ended, as a table for a spreadsheet: one line for every player of every finished game."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from io import StringIO
from typing import Final

from companion.record.clock import local_time
from companion.sessions.history import Summary, ended

COLUMNS: Final = ("ended", "game", "options", "players", "name", "points", "won", "id")

CALCULATES: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for a formula begins so, whatever a player calls himself."""


def as_table(games: Iterable[Summary], called: Callable[[Summary], tuple[str, str]]) -> str:
    """Give finished games as comma separated values, the oldest first, with a line of headings.

    Parameters
    ----------
    games
        Those that are not finished are left out.
    called
        Gives what people call a game, and what was chosen for it.
    """
    text = StringIO()
    table = csv.writer(text)
    table.writerow(COLUMNS)
    for game in reversed(ended(games)):
        title, options = called(game)
        about = (_plain(local_time(game.ended_at, "%Y-%m-%d %H:%M")), _plain(title), _plain(options))
        for name in game.names:
            points, won = game.totals.get(name, ""), int(name in game.winners)
            table.writerow((*about, len(game.names), _plain(name), points, won, game.id))
    return text.getvalue()


def _plain(text: str) -> str:
    """Keep a spreadsheet from calculating with what somebody typed."""
    return f"'{text}" if text.startswith(CALCULATES) else text
