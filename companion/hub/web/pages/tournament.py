"""Tournaments: making one, its rounds, its standing, results by hand."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select

from companion.hub.league import matches, records, tournaments
from companion.hub.store import schema
from companion.hub.web.access import needs, parts, told_next, who
from companion.hub.web.forms import number_in, number_of, numbers_in, text_in
from webui.request.language import say

pages = Blueprint("tournament", __name__)


@pages.get("/tournaments")
@needs("screen")
def page() -> ResponseReturnValue:
    """List tournaments, and let the host make one."""
    with parts().database.reading() as connection:
        found = connection.execute(select(schema.tournaments).order_by(schema.tournaments.c.id.desc())).all()
        players = records.all_players(connection)
        slugs = records.records(connection)
    return render_template("tournaments.html", tournaments=found, players=players, games=slugs)


@pages.post("/tournaments")
@needs("host")
def create() -> ResponseReturnValue:
    """Begin a tournament."""
    number = tournaments.create(
        parts().database,
        text_in("name"),
        request.form.get("game", ""),
        text_in("way"),
        number_in("size"),
        number_in("rounds"),
        numbers_in("player"),
    )
    return redirect(url_for("tournament.show", number=number), 303)


@pages.get("/tournaments/<int:number>")
@needs("screen")
def show(number: int) -> ResponseReturnValue:
    """Show standing and rounds."""
    with parts().database.reading() as connection:
        found = tournaments.tournament_row(connection, number)
        standing = tournaments.standing(connection, number)
        pairings = tournaments.pairings_of(connection, number)
    rounds: dict[int, list[tournaments.Pairing]] = {}
    for each in pairings:
        rounds.setdefault(each.round, []).append(each)
    ready = found.way == tournaments.SWISS and len(rounds) < found.rounds
    return render_template(
        "tournament.html",
        tournament=found,
        standing=standing,
        rounds=sorted(rounds.items(), reverse=True),
        ready=ready and all(each.played for each in pairings),
    )


@pages.post("/tournaments/<int:number>/round")
@needs("host")
def next_round(number: int) -> ResponseReturnValue:
    """Pair the next round."""
    paired = tournaments.pair_next(parts().database, number)
    page = redirect(url_for("tournament.show", number=number), 303)
    return told_next(page, say("Round {round} is paired.", round=paired))  # type: ignore[arg-type]


@pages.post("/tournaments/<int:number>/leave")
@needs("host")
def leave(number: int) -> ResponseReturnValue:
    """Let a player leave."""
    tournaments.leave(parts().database, number, number_in("player"))
    return redirect(url_for("tournament.show", number=number), 303)


@pages.post("/tournaments/<int:number>/matches/<int:match>")
@needs("host")
def result(number: int, match: int) -> ResponseReturnValue:
    """Enter the result of a match that no table has followed."""
    points = {
        number_of(key.removeprefix("points-"), key): number_of(value, "points")
        for key, value in request.form.items()
        if key.startswith("points-")
    }
    matches.enter_by_hand(parts().database, match, points, who().about)
    return redirect(url_for("tournament.show", number=number), 303)
