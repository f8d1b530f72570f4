"""Past games: who has won how often, and all of them as a table for a spreadsheet."""

from __future__ import annotations

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from companion.rules.boxes import box_named
from companion.rules.catalogue import GAMES, load_game
from companion.sessions.history import Summary, ended, scale_of, tallies
from companion.story.results import as_table
from webui.request.context import hub
from webui.views.options import in_labels

pages = Blueprint("past", __name__)

LISTED = 60
"""Finished games on the page; the table for a spreadsheet has all."""


@pages.get("/past")
def page() -> ResponseReturnValue:
    """Who has won how often, game by game, and the games that ended last."""
    finished = ended(hub().store.sessions())
    by_game: dict[str, list[Summary]] = {}
    for game in sorted(finished, key=_compared):
        by_game.setdefault(_compared(game), []).append(game)
    return render_template(
        "past.html",
        games=finished[:LISTED],
        more=max(0, len(finished) - LISTED),
        by_game={title: rows for title, games in by_game.items() if (rows := tallies(games))},
    )


@pages.get("/past.csv")
def table() -> ResponseReturnValue:
    """All finished games as a table for a spreadsheet."""
    text = as_table(ended(hub().store.sessions()), _called)
    # Without the mark at its beginning some spreadsheets take names for another alphabet's.
    return Response(
        text.encode("utf-8-sig"),
        mimetype="text/csv",
        headers={"Content-Disposition": 'attachment; filename="past-games.csv"'},
    )


def _title(kept: Summary) -> str:
    """Call a game, told apart from the same one played alone, of which other scores come."""
    title = load_game(kept.game).info.name if kept.game in GAMES else kept.game
    return f"{title}, alone" if len(kept.names) == 1 else title


def _compared(kept: Summary) -> str:
    """Call the games whose scores can be compared: by title and what makes scores larger or smaller."""
    if kept.game not in GAMES:
        return _title(kept)
    game = load_game(kept.game)
    return " · ".join((_title(kept), *in_labels(game, scale_of(game, kept.options))))


def _called(kept: Summary) -> tuple[str, str]:
    """Call a game and what was chosen for it, as the form does."""
    chosen = in_labels(load_game(kept.game), kept.options) if kept.game in GAMES else ()
    return _title(kept), "; ".join(chosen)


def titled(kept: Summary) -> str:
    """Call a kept game by its title, with the box of one's own that it is played with."""
    if kept.game not in GAMES:
        return kept.game
    game = load_game(kept.game)
    box = box_named(game, kept.options)
    return f"{game.info.name} · {box}" if box else game.info.name
