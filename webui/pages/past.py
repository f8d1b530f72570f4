"""Past games: who has won how often, and all of them as a table for a spreadsheet."""

from __future__ import annotations

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from companion.play.history import Summary, tallies
from companion.play.results import as_table
from companion.rules.boxes import box_named
from companion.rules.games import GAMES, load_game
from webui.context import hub

pages = Blueprint("past", __name__)

LISTED = 60
"""Finished games on the page; the table for a spreadsheet has all."""


@pages.get("/past")
def page() -> ResponseReturnValue:
    """Who has won how often, game by game, and the games that ended last."""
    finished = hub().store.finished()
    by_game = {
        title: [game for game in finished if game.game == slug] for slug, title in sorted(_titles().items())
    }
    return render_template(
        "past.html",
        games=finished[:LISTED],
        more=max(0, len(finished) - LISTED),
        by_game={title: tallies(games) for title, games in by_game.items() if games},
    )


@pages.get("/past.csv")
def table() -> ResponseReturnValue:
    """All finished games as a table for a spreadsheet."""
    text = as_table(hub().store.finished(), _titles())
    # Without the mark at its beginning some spreadsheets take names for another alphabet's.
    return Response(
        text.encode("utf-8-sig"),
        mimetype="text/csv",
        headers={"Content-Disposition": 'attachment; filename="past-games.csv"'},
    )


def _titles() -> dict[str, str]:
    return {slug: load_game(slug).info.name for slug in GAMES}


def titled(kept: Summary) -> str:
    """Call a kept game by its title, with the box of one's own that it is played with."""
    if kept.game not in GAMES:
        return kept.game
    game = load_game(kept.game)
    box = box_named(game, kept.options)
    return f"{game.info.name} · {box}" if box else game.info.name
