"""Players over all tables: the list, one player, and what the host may do about names."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select

from companion.hub.errors import HubError
from companion.hub.league import people, records
from companion.hub.store import schema
from companion.hub.web.access import needs, parts, told_next
from companion.hub.web.forms import number_in, text_in
from companion.rules.message import Message
from companion.rules.phrases import Count
from webui.request.language import say

pages = Blueprint("players", __name__)


@pages.get("/players")
@needs("screen")
def page() -> ResponseReturnValue:
    """List everybody."""
    with parts().database.reading() as connection:
        found = [records.profile(connection, each) for each in records.all_players(connection)]
    return render_template("players.html", players=found)


@pages.get("/players/<int:number>")
@needs("screen")
def player(number: int) -> ResponseReturnValue:
    """Show one player."""
    with parts().database.reading() as connection:
        found = records.profile(connection, people.player(connection, number))
        games = schema.seats.c
        mine = select(games.game_id).where(games.player_id == number)
        plays = records.plays(connection, schema.games.c.id.in_(mine), most=30)
        others = [each for each in records.all_players(connection) if each.id != number]
    return render_template(
        "player.html", player=found, plays=plays, others=others, so_far=say(_so_far(found))
    )


def _so_far(found: records.Profile) -> Message:
    """Say what a player has done so far."""
    return Message(
        "{games}, {wins}, {row} in a row at best.",
        {"games": Count(found.games, "game"), "wins": Count(found.wins, "win"), "row": found.longest_row},
    )


def _back(number: int, sentence: str) -> ResponseReturnValue:
    return told_next(redirect(url_for("players.player", number=number), 303), sentence)  # type: ignore[arg-type]


@pages.post("/players/<int:number>/name")
@needs("host")
def rename(number: int) -> ResponseReturnValue:
    """Call a player otherwise."""
    name = text_in("name")
    people.rename(parts().database, number, name)
    return _back(number, say("The player is called {name} now.", name=name))


@pages.post("/players/<int:number>/member")
@needs("host")
def member(number: int) -> ResponseReturnValue:
    """Let a player be a member, or a guest."""
    so = request.form.get("member") == "yes"
    people.set_member(parts().database, number, member=so)
    return _back(number, say("The player is a member now.") if so else say("The player is a guest now."))


@pages.post("/players/<int:number>/merge")
@needs("host")
def merge(number: int) -> ResponseReturnValue:
    """Let a player be another one."""
    into = number_in("into")
    people.merge(parts().database, number, into)
    return _back(into, say("The two are one player now."))


@pages.post("/players/<int:number>/forget")
@needs("host")
def forget(number: int) -> ResponseReturnValue:
    """Take a person's name out of everything."""
    if request.form.get("sure") != "yes":
        raise HubError("hub-not-sure", "Tick the box first: this cannot be undone.")
    sentence = say(people.forget(parts().database, number))
    return told_next(redirect(url_for("players.page"), 303), sentence)  # type: ignore[arg-type]
