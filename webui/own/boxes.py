"""Boxes of one's own, as files: checked by the rules, kept, and chosen for a new game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final
from unicodedata import normalize

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.record.errors import StoreError
from companion.rules.boxes import TakesBoxes
from companion.rules.catalogue import GAMES, load_game
from companion.rules.errors import BadData
from companion.sessions.box_shelf import LARGEST_BYTES, BoxShelf
from webui.own import shelves
from webui.pages.faults import STATUS
from webui.request.host import host_only
from webui.request.language import say
from webui.request.refusal import refuse

pages = Blueprint("boxes", __name__)

PAGE: Final = "boxes.page"


def has_own_pages(slug: str) -> bool:
    """Say whether a game brings pages of its own for its boxes."""
    return slug in GAMES and GAMES[slug].has("pages")


def _shelf(slug: str) -> BoxShelf:
    """Give the shelf of a game whose boxes come as files alone. Raises `UnknownGame`."""
    if not isinstance(load_game(slug), TakesBoxes) or has_own_pages(slug):
        refuse(404, "no-box", "This game is played with what is printed for it.")
    return shelves.shelf_of(slug)


@pages.get("/new/<slug>/boxes")
def page(slug: str) -> ResponseReturnValue:
    """The boxes there are, and a form for one more."""
    return _form(_shelf(slug), "", "")


def _form(shelf: BoxShelf, name: str, sentence: str, status: int = 200) -> ResponseReturnValue:
    game = shelf.game
    option = next(each for each in game.info.options if each.key == game.box_option)
    shown = render_template(
        "boxes.html",
        game=game,
        option=option,
        own=game.boxes,
        name=name,
        sentence=sentence,
    )
    return shown, status


@pages.post("/new/<slug>/boxes")
@host_only(shelves.KEEPS)
def keep(slug: str) -> ResponseReturnValue:
    """Keep a box that came as a file."""
    shelf = _shelf(slug)
    sent = request.files.get("file")
    name = "-".join(normalize("NFC", request.form.get("name", "")).split())
    if not sent or not sent.filename:
        return _form(shelf, name, say("Choose the file first."), 400)
    try:
        added = shelves.keep(shelf, sent.read(LARGEST_BYTES + 1), name or _name_in(sent.filename))
    except BadData as error:
        return _form(shelf, name, say(error.said), 400)
    except StoreError as error:
        return _form(shelf, name, f"{say(error.said)} [{error.code}]", STATUS.get(error.code, 400))
    option = next(each for each in shelf.game.info.options if each.key == shelf.game.box_option)
    return shelves.choose(slug, added, option.label)


def _name_in(filename: str) -> str:
    """Name a box by its file, as far as that can be a name."""
    return re.sub(r"[^\w.-]+", "-", normalize("NFC", Path(filename).stem))[:32].strip("._-")


@pages.post("/new/<slug>/boxes/<name>/remove")
@host_only(shelves.KEEPS)
def remove(slug: str, name: str) -> ResponseReturnValue:
    """Keep a box no longer."""
    try:
        shelves.remove(_shelf(slug), name)
    except StoreError as error:
        refuse(STATUS.get(error.code, 400), error.code, error.said)
    flash(say("{name} is removed. Its file is put aside in the folder of the games.", name=name))
    return redirect(url_for(PAGE, slug=slug), 303)


@pages.get("/new/<slug>/boxes/<name>/file")
def export(slug: str, name: str) -> ResponseReturnValue:
    """A box as a file."""
    return shelves.as_file(_shelf(slug), name)


@pages.get("/new/<slug>/boxes/example")
def example(slug: str) -> ResponseReturnValue:
    """A file to begin with."""
    game = _shelf(slug).game
    return shelves.sent_as(game.example_box, f"{slug}-example{game.box_suffix}")
