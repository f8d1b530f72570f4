"""Teaching a box: which one, what is still to be shown of it."""

from __future__ import annotations

import re
from typing import NamedTuple
from unicodedata import normalize

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.boxes.errors import BoxError
from companion.boxes.showing import sheets_to_show
from companion.boxes.taught_shelf import kept_boxes
from companion.boxes.teach_file import TeachFile
from companion.layouts import games_with_layout
from companion.rules.catalogue import GAMES
from webui.request.host import host_only
from webui.request.laid_out import playable
from webui.request.language import say, say_label
from webui.request.on_table import hub
from webui.teach.drafts import TEACHES, Lesson, Told, back, drafts, lesson, told
from webui.teach.pieces import kinds_todo, photos_todo

pages = Blueprint("teach", __name__)


class SheetTodo(NamedTuple):
    """A sheet on the list: its name, its title, how far it has come, and its photograph."""

    id: str
    title: str
    step: str
    picture: str

    @property
    def done(self) -> bool:
        """Whether nothing of it is left to be shown."""
        return self.step == "done"


@pages.get("/teach")
def page() -> ResponseReturnValue:
    """The boxes that are being taught, and a form for one more."""
    shelf = drafts()
    begun: list[TeachFile] = []
    for name in shelf.names:
        try:
            begun.append(shelf.load(name))
        except BoxError as error:
            flash(say(error.said), "wrong")
    games = [playable(slug) for slug in GAMES if slug in games_with_layout()]
    titles = {game.info.slug: game.info.name for game in games}
    return render_template(
        "teach.html",
        begun=begun,
        games=games,
        titles=titles,
        kept=kept_boxes(hub().store.path.parent),
        chosen=request.args.get("game", ""),
    )


@pages.post("/teach")
@host_only(TEACHES)
def begin() -> ResponseReturnValue:
    """Begin to teach a box."""
    slug = request.form.get("game", "")
    game = playable(slug)
    typed = normalize("NFC", request.form.get("name", "")).strip()
    name = re.sub(r"\s+", "-", typed) or f"our-{slug}"[:32]
    try:
        with told():
            drafts().begin(name, game.info.slug)
    except Told as error:
        return back(url_for("teach.page", game=slug), error)
    return redirect(url_for("teach.box", name=name), 303)


@pages.get("/teach/<name>")
def box(name: str) -> ResponseReturnValue:
    """What was shown of a box, and what is still to be shown."""
    found = lesson(name)
    todo = sheets_todo(found)
    return render_template(
        "teach_box.html",
        file=found.file,
        game=playable(found.layout.game),
        sheets=todo,
        kinds=kinds_todo(found),
        photos=photos_todo(found),
        tried=found.drafts.trial(name) is not None,
        next_sheet=next((each for each in todo if not each.done), None),
    )


@pages.post("/teach/<name>/remove")
@host_only(TEACHES)
def remove(name: str) -> ResponseReturnValue:
    """Teach a box no longer."""
    try:
        with told():
            drafts().remove(name)
    except Told as error:
        return back(url_for("teach.page"), error)
    flash(say("{name} is put aside in the folder of the games.", name=name))
    return redirect(url_for("teach.page"), 303)


def sheets_todo(found: Lesson) -> list[SheetTodo]:
    """Give the sheets of a box and how far each has come."""
    todo = []
    for sheet in sheets_to_show(found.layout):
        taught = found.taught(sheet.id)
        shown = {zone.id for zone in taught.zones} if taught is not None else set()
        if taught is None:
            step = "photograph"
        elif shown >= {zone.id for zone in sheet.zones}:
            step = "done"
        else:
            step = "spaces" if shown else "corners"
        picture = taught.image if taught is not None else ""
        todo.append(SheetTodo(sheet.id, say_label(sheet.title), step, picture))
    return todo
