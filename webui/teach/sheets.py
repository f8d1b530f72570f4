"""Teaching a sheet: its photograph, its corners and size, and where its spaces lie."""

from __future__ import annotations

import math
from typing import Any, Final

from flask import Blueprint, Response, flash, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from companion.boxes.edits import photographed_anew, with_sheet, with_space, with_zone
from companion.boxes.errors import BoxError
from companion.boxes.measuring import size_by_paper, size_by_side
from companion.boxes.showing import DrawnZone, draw_sheet, proposed_zone, turned
from companion.boxes.teach_file import Corners, TaughtSheet, TaughtZone
from companion.layout import Point, Sheet
from companion.rules.phrases import marked
from webui.request.host import host_only
from webui.request.language import say, say_label
from webui.request.on_table import hub
from webui.request.refusal import refuse
from webui.teach.drafts import TEACHES, Lesson, Told, back, lesson, photograph, teaching, told
from webui.teach.numbers import number_in
from webui.teach.start import sheets_todo

pages = Blueprint("teach_sheet", __name__)

CORNERS: Final = (marked("top left"), marked("top right"), marked("bottom right"), marked("bottom left"))
LONGEST_MM: Final = 3000.0


@pages.get("/teach/<name>/picture/<picture>")
def picture(name: str, picture: str) -> ResponseReturnValue:
    """A photograph of a box that is being taught."""
    try:
        return Response(lesson(name).drafts.picture(name, picture), mimetype="image/jpeg")
    except BoxError as error:
        refuse(404, error.code, error.said)


@pages.get("/teach/<name>/sheet/<sheet>")
def page(name: str, sheet: str) -> ResponseReturnValue:
    """A sheet: first its photograph, then its corners, then its spaces."""
    found = lesson(name)
    own, taught = found.sheet(sheet), found.taught(sheet)
    if taught is None:
        return _shown("teach_photo.html", found, own, taught)
    usual = "spaces" if taught.zones else "corners"
    step = request.args.get("step", usual)
    if step == "photo":
        return _shown("teach_photo.html", found, own, taught)
    size_px = teaching().size_px(found.drafts.picture(name, taught.image))
    if step == "corners":
        return _shown("teach_corners.html", found, own, taught, size_px=size_px, names=CORNERS)
    try:
        zones = draw_sheet(taught, found.layout)
    except BoxError as error:
        flash(say(error.said), "wrong")
        return _shown("teach_corners.html", found, own, taught, size_px=size_px, names=CORNERS)
    left = next((zone.id for zone in zones if not zone.done), zones[0].id if zones else "")
    asked = request.args.get("zone", left)
    now = next((zone for zone in zones if zone.id == asked), None)
    called = _called(own, now.id) if now is not None else {}
    return _shown(
        "teach_spaces.html", found, own, taught, size_px=size_px, zones=zones, now=now, called=called
    )


def _called(own: Sheet, zone: str) -> dict[str, str]:
    """Give what people call the spaces of a zone; one without a label is called by its name."""
    cells = own.zone(zone).cells
    return {cell.id: say_label(cell.label) if cell.label else cell.id for cell in cells}


def _shown(
    template: str, found: Lesson, own: Sheet, taught: TaughtSheet | None, **more: Any
) -> ResponseReturnValue:
    return render_template(
        template, file=found.file, own=own, taught=taught, has_camera=hub().lay_has_camera, **more
    )


@pages.post("/teach/<name>/sheet/<sheet>/photo")
@host_only(TEACHES)
def take(name: str, sheet: str) -> ResponseReturnValue:
    """Take the photograph of an empty sheet; what was shown on the one before goes along."""
    found = lesson(name)
    own, before = found.sheet(sheet), found.taught(sheet)
    try:
        with told():
            data, size_px = photograph()
            corners = teaching().outline(data) or _inset(size_px)
            image = found.drafts.add_picture(name, sheet, data)
            size_mm = (
                before.size_mm if before is not None else size_by_side(corners, size_px, max(own.size_mm))
            )
            fresh = TaughtSheet(sheet, image, _as_the_sheet(corners, own), size_mm)
            if before is not None:
                fresh = photographed_anew(before, image, fresh.corners)
            found.drafts.save(_kept(found, fresh))
    except Told as error:
        return back(url_for("teach_sheet.page", name=name, sheet=sheet, step="photo"), error)
    return redirect(url_for("teach_sheet.page", name=name, sheet=sheet, step="corners"), 303)


@pages.post("/teach/<name>/sheet/<sheet>/corners")
@host_only(TEACHES)
def set_corners(name: str, sheet: str) -> ResponseReturnValue:
    """Say where the corners of a sheet lie, and how large it is."""
    found = lesson(name)
    own, taught = found.sheet(sheet), found.taught(sheet)
    if taught is None:
        refuse(409, "no-photo", "Take the photograph of the sheet first.")
    here = url_for("teach_sheet.page", name=name, sheet=sheet, step="corners")
    try:
        with told():
            data = found.drafts.picture(name, taught.image)
            size_px = teaching().size_px(data)
            corners = _quad("corner", size_px)
            if "turn" in request.form:
                corners = turned(corners)
            changed = replace(taught, corners=corners, size_mm=_size(corners, size_px, own))
            found.drafts.save(with_sheet(found.file, changed))
            if "turn" in request.form:
                return redirect(here, 303)
            draw_sheet(changed, found.layout)
            for warning in teaching().check_sheet(data, changed):
                flash(say(warning))
    except Told as error:
        return back(here, error)
    return redirect(url_for("teach_sheet.page", name=name, sheet=sheet, step="spaces"), 303)


@pages.post("/teach/<name>/sheet/<sheet>/space")
@host_only(TEACHES)
def show_space(name: str, sheet: str) -> ResponseReturnValue:
    """Show one space of a zone; the places of all others are worked out anew."""
    found = lesson(name)
    found.sheet(sheet)
    with told():
        at = (number_in("x"), number_in("y"))
        zone = with_space(
            _zone(found, sheet, request.form.get("zone", "")), request.form.get("space", ""), at
        )
        drawn = _keep_zone(found, sheet, zone)
    shown = next(each for each in drawn if each.id == zone.id)
    return jsonify(ok=True, spaces=_as_json(shown), outline=shown.outline)


@pages.post("/teach/<name>/sheet/<sheet>/done")
@host_only(TEACHES)
def zone_done(name: str, sheet: str) -> ResponseReturnValue:
    """Say that the spaces of a zone lie where they are drawn, and go on with the next."""
    found = lesson(name)
    found.sheet(sheet)
    here = url_for("teach_sheet.page", name=name, sheet=sheet, step="spaces")
    try:
        with told():
            drawn = _keep_zone(found, sheet, _zone(found, sheet, request.form.get("zone", "")))
    except Told as error:
        return back(here, error)
    if not all(zone.done for zone in drawn):
        return redirect(here, 303)
    todo = sheets_todo(lesson(name))
    left = next((each for each in todo if not each.done), None)
    if left is not None:
        return redirect(url_for("teach_sheet.page", name=name, sheet=left.id), 303)
    return redirect(url_for("teach.box", name=name), 303)


def _zone(found: Lesson, sheet: str, zone: str) -> TaughtZone:
    """Give a zone as it was shown, or as it is proposed; leaves the page where there is none."""
    taught = found.taught(sheet)
    if taught is None or all(own.id != zone for own in found.sheet(sheet).zones):
        refuse(404, "no-sheet-taught", "The sheet has no such spaces.")
    shown = next((each for each in taught.zones if each.id == zone), None)
    return shown or proposed_zone(taught, zone, found.layout)


def _keep_zone(found: Lesson, sheet: str, zone: TaughtZone) -> tuple[DrawnZone, ...]:
    """Write a zone down if all its spaces have a place; give the sheet as it is drawn then."""
    taught = found.taught(sheet)
    if taught is None:
        raise BoxError("no-photo", "Take the photograph of the sheet first.")
    changed = with_zone(taught, zone)
    drawn = draw_sheet(changed, found.layout)
    found.drafts.save(with_sheet(found.file, changed))
    return drawn


def _as_json(zone: DrawnZone) -> dict[str, Any]:
    return {
        space.id: {"centre": space.centre, "outline": space.outline, "shown": space.shown}
        for space in zone.spaces
    }


def _kept(found: Lesson, fresh: TaughtSheet) -> Any:
    """Give the file with a sheet on a new photograph, whose corners nobody has seen yet."""
    others = tuple(fresh if one.id == fresh.id else one for one in found.file.sheets)
    return replace(found.file, sheets=others if fresh in others else (*others, fresh))


def _quad(stem: str, size_px: tuple[int, int]) -> Corners:
    """Read four corners of the form, held within the picture."""
    width, height = size_px
    a, b, c, d = (
        (
            min(max(number_in(f"{stem}-{n}-x"), 0.0), width - 1.0),
            min(max(number_in(f"{stem}-{n}-y"), 0.0), height - 1.0),
        )
        for n in range(4)
    )
    return a, b, c, d


def _size(corners: Corners, size_px: tuple[int, int], own: Sheet) -> Point:
    """Read how large the sheet is: by its longer side, by both, or by a sheet of A4 beside it."""
    if request.form.get("measure") == "paper":
        return size_by_paper(corners, _quad("paper", size_px))
    longer = number_in("longer") if request.form.get("longer") else max(own.size_mm)
    if not 20 <= longer <= LONGEST_MM:
        raise BoxError(
            "sheet-size",
            "The longer side is 20 to {longest} mm long. Measure it with a ruler.",
            longest=round(LONGEST_MM),
        )
    size = size_by_side(corners, size_px, longer)
    if request.form.get("shorter"):
        shorter = number_in("shorter")
        if not 10 <= shorter <= longer:
            raise BoxError(
                "sheet-size", "The shorter side is 10 mm long or more, and no longer than the other."
            )
        size = (longer, shorter) if size[0] >= size[1] else (shorter, longer)
    return size


def _inset(size_px: tuple[int, int]) -> Corners:
    """Give corners to begin with where no outline is found."""
    width, height = size_px
    left, top, right, bottom = 0.12 * width, 0.12 * height, 0.88 * width, 0.88 * height
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _as_the_sheet(corners: Corners, own: Sheet) -> Corners:
    """Begin at the next corner where the photograph shows a wide sheet high, or a high one wide."""
    a, b, c, d = corners
    wide = math.dist(a, b) + math.dist(d, c) >= math.dist(a, d) + math.dist(b, c)
    return corners if wide == (own.size_mm[0] >= own.size_mm[1]) else turned(corners)
