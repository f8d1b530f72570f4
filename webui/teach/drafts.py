"""What the pages of teaching share: the box that is being taught, its game, and how errors are told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from flask import flash, redirect, request
from flask.typing import ResponseReturnValue

from companion.boxes.drafts import Drafts
from companion.boxes.errors import BoxError
from companion.boxes.teach_file import TaughtSheet, TeachFile
from companion.errors import CompanionError
from companion.layout import Layout, Sheet
from companion.layouts import load_layout
from webui.ports import Teaching
from webui.request.language import say
from webui.request.on_table import hub
from webui.request.refusal import refuse, refusing, wants_json

TEACHES: Final = "teaches boxes"
"""What the host does here; it goes on after "The host of this table"."""


@dataclass(frozen=True)
class Lesson:
    """A box that is being taught: where it is kept, what was taught so far, and the layout of its game."""

    drafts: Drafts
    file: TeachFile
    layout: Layout

    def load(self, picture: str) -> bytes:
        """Give a photograph of the box. Raises `BoxError`."""
        return self.drafts.picture(self.file.name, picture)

    def sheet(self, sheet_id: str) -> Sheet:
        """Give a sheet of the game; leaves the page where the game has none of that name."""
        found = [sheet for sheet in self.layout.sheets if sheet.id == sheet_id and not sheet.bare]
        return found[0] if found else refuse(404, "no-sheet-taught", "The game has no such sheet.")

    def taught(self, sheet_id: str) -> TaughtSheet | None:
        """Give what was taught of a sheet, None before its photograph."""
        return next((sheet for sheet in self.file.sheets if sheet.id == sheet_id), None)


def drafts() -> Drafts:
    """Give the boxes that are being taught beside the games."""
    return Drafts(hub().store.path.parent)


def lesson(name: str) -> Lesson:
    """Give a box that is being taught; leaves the page where there is none, or it is of no game."""
    shelf = drafts()
    with refusing(404):
        file = shelf.load(name)
    if file.game is None:
        refuse(409, "draft-of-no-game", "A box of no game is taught by its file: companion teach.")
    return Lesson(shelf, file, load_layout(file.game))


def teaching() -> Teaching:
    """Give what looks at the photographs; leaves the page where nothing does."""
    return hub().teaching or refuse(404, "no-teaching", "This table cannot look at photographs of boxes.")


@contextmanager
def told() -> Iterator[None]:
    """Tell an error of a box on the page from which its form came."""
    try:
        yield
    except CompanionError as error:
        if wants_json():
            refuse(400, error.code, error.said)
        raise Told(error.code, error.said) from error


class Told(BoxError):
    """An error that is told on the page from which a form came."""


def back(address: str, error: Told) -> ResponseReturnValue:
    """Go back to a page and tell of an error there."""
    flash(f"{say(error.said)} [{error.code}]", "wrong")
    return redirect(address, 303)


def photograph() -> tuple[bytes, tuple[int, int]]:
    """Give the photograph that a form brings: one that was chosen, or one by the table's camera."""
    desk = teaching()
    if request.form.get("by") == "camera":
        return desk.through_camera()
    sent = request.files.get("photo")
    if sent is None or not sent.filename:
        raise BoxError("no-photo", "Choose a photograph first.")
    return desk.prepare(sent.read())
