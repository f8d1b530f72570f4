"""The card of a table on the room's screen."""

from __future__ import annotations

from typing import Any, Final

from jinja2 import Environment

from companion.hub.parts import Parts
from companion.hub.room import Place, played_s
from companion.rules.phrases import Term
from webui.request.language import speaking

WORDS: Final = {
    "idle": Term("Free"),
    "playing": Term("Playing"),
    "asking": Term("Asks"),
    "waiting": Term("Waiting"),
    "wrong": Term("Differs"),
    "lost": Term("No camera"),
    "off": Term("Playing"),
    "over": Term("Over"),
}
GONE: Final = Term("Gone")


def card(environment: Environment, parts: Parts, table: str, tag: str) -> str:
    """Draw the card of a table in a language; empty where it is not shown any more."""
    place = parts.room.place(table)
    if place is None:
        return ""
    with speaking(tag):
        return environment.get_template("card.html").render(**looks_of(parts, place))


def looks_of(parts: Parts, place: Place) -> dict[str, Any]:
    """Give what a card shows of a table."""
    state = place.state
    best = max(state.totals.values(), default=0)
    players = [
        {
            "seat": seat,
            "name": name,
            "points": state.totals.get(seat),
            "acts": int(seat) in state.acting if seat.isdecimal() else False,
            "won": seat.isdecimal() and int(seat) in state.winners,
            "leads": state.totals.get(seat) == best and best > 0,
        }
        for seat, name in state.names.items()
    ]
    return {
        "table": place.table,
        "seq": state.seq,
        "state": state.state if place.online else "gone",
        "word": WORDS.get(state.state, state.state) if place.online else GONE,
        "title": state.title,
        "players": players,
        "help": parts.help_for(place.table),
        # The table's clock at both ends: whether it is right does not matter.
        "played_s": int(played_s(state, state.at) + parts.room.now_s() - place.heard_s)
        if state.game
        else None,
        "runs": state.state not in ("over", "idle") and place.online,
    }


def whole_room(environment: Environment, parts: Parts, tag: str) -> str:
    """Draw all cards in a language."""
    return "".join(card(environment, parts, place.table, tag) for place in parts.room.places())


def summary(parts: Parts) -> dict[str, int]:
    """Count the tables by how they stand."""
    places = parts.room.places()
    return {
        "tables": len(places),
        "playing": sum(each.online and each.state.state not in ("idle", "over") for each in places),
        "free": sum(each.online and each.state.state in ("idle", "over") for each in places),
        "help": sum(bool(parts.help_for(each.table)) for each in places),
    }
