"""Ratings, seasons, records and what people take away."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select

from companion.hub import exports
from companion.hub.league import ratings, records, seasons
from companion.hub.store import schema
from companion.hub.web.access import needs, parts
from companion.hub.web.api import asked_number, json
from companion.hub.web.forms import text_in

pages = Blueprint("league", __name__)
MOST_EXPORTED = 100_000


@pages.get("/league")
@needs("screen")
def page() -> ResponseReturnValue:
    """Show the rating list of a season and a game, and the records."""
    season, slug = asked_number("season", ratings.EVER), request.args.get("game", "")
    with parts().database.reading() as connection:
        lines = records.rating_list(connection, season, slug)
        found = records.records(connection)
        all_seasons = ratings.seasons_of(connection)
        latest = records.plays(connection, schema.games.c.over, most=20)
    return render_template(
        "league.html",
        lines=lines,
        records=found,
        seasons=all_seasons,
        season=season,
        slug=slug,
        latest=latest,
    )


@pages.post("/league/seasons")
@needs("host")
def add_season() -> ResponseReturnValue:
    """Add a season."""
    seasons.add_season(parts().database, text_in("name"), text_in("starts"), text_in("ends"))
    return redirect(url_for("league.page"), 303)


@pages.post("/league/seasons/<int:number>/remove")
@needs("host")
def remove_season(number: int) -> ResponseReturnValue:
    """Take a season away."""
    seasons.remove_season(parts().database, number)
    return redirect(url_for("league.page"), 303)


def _finished() -> list[records.Play]:
    with parts().database.reading() as connection:
        return records.plays(connection, schema.games.c.over, most=MOST_EXPORTED, oldest_first=True)


def _file(data: bytes | str, kind: str, name: str) -> Response:
    response = Response(data, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@pages.get("/export/results.csv")
@needs("screen")
def as_csv() -> ResponseReturnValue:
    """Give all results for a spreadsheet."""
    return _file(exports.as_csv(_finished()), "text/csv", "results.csv")


@pages.get("/export/results.json")
@needs("screen")
def as_json() -> ResponseReturnValue:
    """Give all results as JSON."""
    response = json(_finished())
    response.headers["Content-Disposition"] = 'attachment; filename="results.json"'
    return response


@pages.get("/export/results.bgsplay")
@needs("screen")
def as_bg_stats() -> ResponseReturnValue:
    """Give all results for BG Stats."""
    response = json(exports.as_bg_stats(_finished(), parts().settings.name))
    response.headers["Content-Disposition"] = 'attachment; filename="results.bgsplay"'
    return response


@pages.get("/calendar.ics")
@needs("screen")
def calendar() -> ResponseReturnValue:
    """Give seasons and tournaments as a calendar."""
    with parts().database.reading() as connection:
        all_seasons = ratings.seasons_of(connection)
        found = connection.execute(select(schema.tournaments)).all()
    data = exports.as_calendar(parts().settings.name, all_seasons, found)
    return Response(data, mimetype="text/calendar")
