"""What the pages for boxes of one's own share: no box goes that a kept game needs."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Final

from flask import Response, flash, redirect, send_file, url_for
from flask import session as cookie
from flask.typing import ResponseReturnValue

from companion.rules.message import Message
from companion.rules.phrases import Listing, Value
from companion.sessions.box_shelf import BoxShelf
from webui.request.language import say
from webui.request.on_table import hub
from webui.request.refusal import refuse

BROUGHT: Final = "brought"
"""Where a phone's cookie tells the box that was brought last, and its game."""

KEEPS: Final = "keeps the boxes of your own"
"""What the host does here; it goes on after "The host of this table"."""

MIMETYPES = {".json": "application/json", ".csv": "text/csv"}


def shelf_of(slug: str) -> BoxShelf:
    """Give the shelf of a game that takes boxes."""
    return BoxShelf(hub().store.path.parent, slug)


def check_not_needed(shelf: BoxShelf, name: str) -> None:
    """See that there is such a box and no kept game needs it; leaves the page with a reason otherwise."""
    if name not in shelf.game.boxes:
        refuse(404, "no-box", "There is no such box here.")
    option = shelf.game.box_option
    games = [each for each in hub().store.sessions() if each.game == shelf.slug]
    players = next((game.names for game in games if game.options.get(option) == name), None)
    if players is not None:
        values: dict[str, Value] = {"name": name, "players": Listing(tuple(players), "and")}
        sentence = "{name} stays as it is: the game of {players} is kept, and played with it."
        refuse(409, "box-in-use", Message(sentence, values))


def keep(shelf: BoxShelf, data: bytes, name: str = "", instead_of: str = "") -> str:
    """Keep a box, perhaps instead of one that no kept game needs; raises what `BoxShelf.keep` does."""
    with hub().while_none_begins():  # one that is begun between the two would need the box before
        if instead_of:
            check_not_needed(shelf, instead_of)
        return shelf.keep(data, name, instead_of)


def choose(slug: str, box: str, option: str) -> ResponseReturnValue:
    """Go back to the form of a new game, where a box that was just kept is chosen."""
    cookie[BROUGHT] = [slug, box]
    flash(say("{box} is kept, and chosen under “{option}”.", box=box, option=say(option)))
    return redirect(url_for("home.new", slug=slug), 303)


def chosen_now(slug: str) -> str:
    """Name the box that this phone has just brought for a game, once; "" for none."""
    brought = cookie.get(BROUGHT, ("", ""))
    if brought[0] != slug:
        return ""
    del cookie[BROUGHT]
    return str(brought[1])


def remove(shelf: BoxShelf, name: str) -> None:
    """Keep a box no longer. Raises `StoreError`."""
    with hub().while_none_begins():  # one that is begun between the two would need the box
        check_not_needed(shelf, name)
        shelf.remove(name)


def as_file(shelf: BoxShelf, name: str) -> Response:
    """Give a box as a file. Raises `StoreError`."""
    data = shelf.exported(name)
    if data is None:
        refuse(404, "no-box", "There is no such box here.")
    return sent_as(data, f"{name}{shelf.game.box_suffix}")


def sent_as(data: bytes, name: str) -> Response:
    """Send a file for the phone to keep."""
    return send_file(BytesIO(data), MIMETYPES[Path(name).suffix], as_attachment=True, download_name=name)
