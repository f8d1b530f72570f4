"""What the camera sees, what was read, and photographs sent from a phone."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.frames.pictures import jpeg
from companion.rules.phrases import marked
from companion.sessions.session import Session
from companion.sighting import DieFlag, Sighting
from webui.remembered import Photo
from webui.request.host import for_players, host_only, open_to_all
from webui.request.laid_out import layout_now, may_be_photographed, sheet_names
from webui.request.language import heard_by, say
from webui.request.on_table import game_on, hub, live_table, simulated, still_on
from webui.request.phone import my_seat
from webui.request.refusal import refuse, refusing
from webui.request.uploads import read_sent
from webui.views.status import ON_ITS_PAGE, last_picture_at, live_view, readings_view

pages = Blueprint("camera", __name__)


@pages.get("/camera")
def page() -> ResponseReturnValue:
    """The picture with what was read, and what is wrong with the view, in words."""
    live, session = hub().live, hub().session
    seq = session.seq if session else 0
    on = live is not None and live.camera_on
    switched_off = live is not None and hub().lay_has_camera and not on
    last_at = last_picture_at(live)
    # What it saw last it does not see now.
    view = live.view if live is not None and on and last_at is None else None
    me = my_seat(session) if session else None
    return render_template(
        "camera.html",
        live=live_view(live, heard_by(session.names), me, meanwhile=ON_ITS_PAGE) if session else None,
        problems=[say(problem.said) for problem in view.sighting.view] if view else [],
        mirrored=_is_mirrored(view.sighting) if view else False,
        dice=view.sighting.dice if view else (),
        sheets=_in_view(view.sighting) if view else (),
        on=on,
        last_at=last_at,
        switched_off=switched_off,
        nothing_seen=_nothing_seen(session, on=on, switched_off=switched_off),
        has_picture=live is not None and on and (live.view is not None or live.frame is not None),
        frame=live.view.sighting.frame if live is not None and live.view is not None else 0,
        readings=readings_view(live, heard_by(session.names)) if session else [],
        photos=hub().read_photo is not None,
        unmarked=not may_be_photographed(session),
        seq=seq,
        cameras=hub().cameras,
        may_try=session is None and hub().try_camera is not None and hub().lay_has_camera and not simulated(),
    )


def _is_mirrored(sighting: Sighting) -> bool:
    return any(problem.code == "mirrored" for problem in sighting.view)


def _nothing_seen(session: Session | None, *, on: bool, switched_off: bool) -> str:
    """Say why there is no picture."""
    if switched_off:
        return say("It looks at nothing until it is switched on.")
    if on:
        return say("The camera has not given a picture yet.")
    if session is not None:
        return say("This table has no camera. Everything works by tapping.")
    if hub().lay_has_camera:
        return say("The camera is looked through as soon as a game is on the table.")
    return say(
        "There is no camera: it was switched off when the table was started. Everything works by tapping."
    )


@pages.post("/camera/choose")
@host_only("chooses the camera")
def choose() -> ResponseReturnValue:
    """Use another camera."""
    cameras = hub().cameras
    if cameras is None:
        refuse(404, "no-camera", "The camera of this table cannot be chosen.")
    listed, session = request.form.get("camera", ""), hub().session
    with refusing(400):
        cameras.choose(listed or request.form.get("address", ""))
    live = hub().live
    if live is not None and hub().lay_has_camera and session is not None and not session.settings.camera:
        live.set_camera(on=True)  # who chooses one wants it to look
    return redirect(url_for("camera.page"), 303)


@pages.post("/camera/turn")
@host_only("turns the camera's picture")
def put_upright() -> ResponseReturnValue:
    """Turn or mirror the pictures of the camera in use; that is kept for this camera."""
    cameras = hub().cameras
    if cameras is None:
        refuse(404, "no-camera", "The camera of this table cannot be turned.")
    with refusing(400):
        cameras.put_upright(request.form.get("how", ""))
    return redirect(url_for("camera.page"), 303)


@pages.get("/camera/picture.jpg")
def picture() -> ResponseReturnValue:
    """The last reading drawn over its picture, or the bare picture before the first reading."""
    live = live_table()
    view, frame = live.view, live.frame  # the table may be read anew meanwhile
    if view is not None:
        return _jpeg(_annotated(view.image, view.sighting))
    if frame is None:
        refuse(404, "no-picture", "The camera has not given a picture yet.")
    return _jpeg(frame.image)


@pages.get("/camera/crop.jpg")
def crop() -> ResponseReturnValue:
    """The surroundings of the cell ``?where=zone/cell`` in the last reading."""
    found = live_table().crop(request.args.get("where", ""))
    if found is None:
        refuse(404, "no-picture", "That place is not in the picture.")
    return Response(found, mimetype="image/jpeg")


@pages.post("/camera/switch")
@for_players
def switch() -> ResponseReturnValue:
    """Use the camera, or play by tapping."""
    game_on()
    live_table().set_camera(on=request.form.get("on") == "yes")
    return redirect(url_for("camera.page"), 303)


@pages.post("/camera/photo")
@open_to_all
def send() -> ResponseReturnValue:
    """Read a photograph; it is of the game that lay there before that took its time."""
    session = hub().session
    image, sighting, drawn = read_sent(hub().read_photo)
    live = hub().live  # of this game, where that still lies there afterwards
    still_on(session)
    said = live.see_photo(image, sighting).render(heard_by(session.names)) if live and session else ""
    name = hub().photos.keep(Photo(_encoded(drawn), sighting, said))
    return redirect(url_for("camera.photo", name=name), 303)


@pages.post("/camera/try")
@open_to_all
def look_through() -> ResponseReturnValue:
    """Look through the camera once while no game is on the table: nothing else does then."""
    look = hub().try_camera
    if look is None or not hub().lay_has_camera:
        refuse(404, "no-camera", "This table has no camera to look through.")
    with hub().while_none_begins():  # a game that begins would open the camera, too
        still_on(None)
        with refusing(503):
            _, sighting, drawn = look()
    name = hub().photos.keep(Photo(_encoded(drawn), sighting, trial=True))
    return redirect(url_for("camera.photo", name=name), 303)


def _in_view(sighting: Sighting) -> list[str]:
    """The names of the sheets that were seen."""
    return sheet_names(hub().session, (sheet.sheet for sheet in sighting.sheets))


DIE_FLAGS: Final[dict[DieFlag, str]] = {
    "cocked": marked("leans on something"),
    "stacked": marked("lies on another die"),
    "cut-off": marked("cut off by the edge of the picture"),
    "blurred": marked("blurred"),
    "small": marked("too small in the picture"),
    "numeral": marked("numbers instead of pips"),
}
"""What keeps a die from being read, for people."""


def _photo(name: str) -> Photo:
    return hub().photos.get(name) or refuse(404, "no-picture", "That photograph is no longer kept.")


@pages.get("/camera/photo/<name>")
def photo(name: str) -> ResponseReturnValue:
    """What was read on a photograph."""
    kept, session = _photo(name), hub().session
    return render_template(
        "photo.html",
        name=name,
        sighting=kept.sighting,
        said=kept.said,
        trial=kept.trial,
        mirrored=kept.trial and _is_mirrored(kept.sighting),
        cameras=hub().cameras,
        has_dice=session is None or layout_now(session, session.state).has_dice,
        die_flags=DIE_FLAGS,
        sheets=_in_view(kept.sighting),
        live=live_view(hub().live, heard_by(session.names), my_seat(session)) if session else None,
    )


@pages.get("/camera/photo/<name>.jpg")
def photo_picture(name: str) -> ResponseReturnValue:
    """The photograph with what was read."""
    return Response(_photo(name).jpeg, mimetype="image/jpeg")


def _annotated(image: Any, sighting: Any) -> Any:
    annotate = hub().annotate
    return annotate(image, sighting) if annotate else image


def _encoded(bgr: Any) -> bytes:
    return jpeg(bgr[..., ::-1])


def _jpeg(bgr: Any) -> Response:
    return Response(_encoded(bgr), mimetype="image/jpeg")
