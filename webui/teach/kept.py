"""The taught boxes that are kept: saved as a file, brought as one, put aside."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from flask import Blueprint, flash, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue

from companion.boxes.drafts import NAME
from companion.boxes.errors import BoxError
from companion.boxes.play_lessons import PlayLessons
from companion.boxes.taught_box import LARGEST_BYTES, TaughtBox, unpack_box
from companion.boxes.taught_shelf import box_file, keep_box, kept_boxes, load_box, put_box_aside
from companion.layouts import games_with_layout, load_layout
from companion.rules.boxes import TakesBoxes
from companion.rules.catalogue import GAMES, load_game
from companion.rules.errors import BadData
from companion.sessions.box_shelf import BoxShelf
from webui.request.host import host_only
from webui.request.language import say, say_label
from webui.request.on_table import hub
from webui.request.refusal import refuse, refusing
from webui.teach.drafts import TEACHES, Told, back, told

pages = Blueprint("teach_kept", __name__)


@pages.get("/taught/<name>.box")
def save(name: str) -> ResponseReturnValue:
    """A kept box as a file, for another table."""
    try:
        data = box_file(name, hub().store.path.parent)
    except BoxError as error:
        refuse(404, error.code, error.said)
    return send_file(BytesIO(data), "application/zip", as_attachment=True, download_name=f"{name}.box")


@pages.post("/taught")
@host_only(TEACHES)
def bring() -> ResponseReturnValue:
    """Keep a box that somebody else has taught; what is in it comes along."""
    try:
        with told():
            sent = request.files.get("file")
            if sent is None or not sent.filename:
                raise BoxError("no-photo", "Choose the file of a box first.")
            data = sent.read(LARGEST_BYTES + 1)
            box = unpack_box(data)
            name = _checked_name(box)
            _keep_own(box, name)
            keep_box(name, data, hub().store.path.parent)
    except Told as error:
        return back(url_for("teach.page"), error)
    flash(say("{name} is kept. Choose it for a new game.", name=name))
    if box.contents.game is None:
        return redirect(url_for("teach.page"), 303)
    return redirect(url_for("home.new", slug=box.contents.game), 303)


@pages.post("/taught/<name>/remove")
@host_only(TEACHES)
def remove(name: str) -> ResponseReturnValue:
    """Keep a box no longer."""
    try:
        with told():
            put_box_aside(name, hub().store.path.parent)
    except Told as error:
        return back(url_for("teach.page"), error)
    flash(say("{name} is put aside in the folder of the games.", name=name))
    return redirect(url_for("teach.page"), 303)


def own_of(slug: str | None, name: str) -> bytes | None:
    """Give the cards or tiles that are kept under the name of a box, to go along with its look."""
    if slug is None or not isinstance(load_game(slug), TakesBoxes):
        return None
    return BoxShelf(hub().store.path.parent, slug).exported(name)


def _checked_name(box: TaughtBox) -> str:
    """Give the name of a box that was brought. Raises `BoxError` where it cannot be kept."""
    name, slug = box.contents.name, box.contents.game
    if not NAME.fullmatch(name):
        raise BoxError(
            "bad-box", "A box cannot be kept under the name “{name}”. Ask for the file again.", name=name
        )
    if slug is not None and (slug not in GAMES or slug not in games_with_layout()):
        raise BoxError(
            "box-of-another-game",
            "The box is of the game {slug}, which this program does not know.",
            slug=slug,
        )
    folder = hub().store.path.parent
    if name in kept_boxes(folder) and unpack_box(box_file(name, folder)).digest != box.digest:
        raise BoxError(
            "box-name-taken", "Another box called {name} is kept here. Put it aside first.", name=name
        )
    return name


def _keep_own(box: TaughtBox, name: str) -> None:
    """Keep the cards or tiles that came with a box. Raises `BoxError`."""
    slug = box.contents.game
    game = load_game(slug) if slug is not None else None
    if slug is None or box.own is None or not isinstance(game, TakesBoxes) or name in game.boxes:
        return
    try:
        with hub().while_none_begins():
            BoxShelf(hub().store.path.parent, slug).keep(box.own, name)
    except BadData as error:
        raise BoxError("bad-box", "What is in the box cannot be used: {why}", why=error) from error


def _check_kept(name: str) -> None:
    """Raise `BoxError` where no box of that name is kept."""
    if name not in kept_boxes(hub().store.path.parent):
        raise BoxError("box-missing", "There is no taught box {name}.", name=name)


@pages.get("/taught/<name>")
def learned(name: str) -> ResponseReturnValue:
    """What a kept box has learned from corrections in play."""
    folder = hub().store.path.parent
    with refusing(404):
        _check_kept(name)
    lessons = PlayLessons(name, folder).all()
    return render_template("teach_learned.html", name=name, lessons=lessons, labels=_labels(name, folder))


@pages.get("/taught/<name>/lesson/<lesson>.png")
def lesson_picture(name: str, lesson: str) -> ResponseReturnValue:
    """A piece that was learned in play."""
    found = PlayLessons(name, hub().store.path.parent).all() if NAME.fullmatch(name) else {}
    if lesson not in found:
        refuse(404, "no-such-lesson", "That lesson is taken back already.")
    return send_file(BytesIO(found[lesson].patch), "image/png")


@pages.post("/taught/<name>/lesson/<lesson>/back")
@host_only(TEACHES)
def take_back(name: str, lesson: str) -> ResponseReturnValue:
    """Forget what was learned in play."""
    here = url_for("teach_kept.learned", name=name)
    try:
        with told():
            _check_kept(name)
            PlayLessons(name, hub().store.path.parent).take_back(lesson)
    except Told as error:
        return back(here, error)
    flash(say("It is taken back. The next game reads without it."))
    return redirect(here, 303)


def _labels(name: str, folder: Path) -> dict[str, str]:
    try:
        slug = load_box(name, folder).contents.game
    except BoxError:
        return {}
    if slug is None or slug not in games_with_layout():
        return {}
    return {kind.name: say_label(kind.label) for kind in load_layout(slug).kinds.values()}
