"""What lies on the table while a request is answered: the hub, the game, the camera."""

from __future__ import annotations

from typing import Final

from flask import current_app, g, request

from companion.live.running_table import RunningTable
from companion.record.errors import StaleAction
from companion.rules.phrases import marked
from companion.sessions.session import Session
from webui.hub import Hub
from webui.ports import Simulation
from webui.request.refusal import refuse


def hub() -> Hub:
    """What this app stands on."""
    found: Hub = current_app.extensions["hub"]
    return found


def game_on() -> Session:
    """The game on the table, the same throughout a request.

    Raises
    ------
    PageError
        ``no-game``.
    StaleAction
        When somebody tapped on the page of another game, which was put aside meanwhile.
    """
    found = hub().session or refuse(404, "no-game", "No game is on the table. Begin one, or take one up.")
    if request.form.get("game", found.id) != found.id:
        raise StaleAction(marked("Another game is on the table now. Look at it, then act."))
    # While this page is made somebody may act, and another phone may put another game on the table: the page
    # hears of all that is newer than its number, so that is from before.
    if g.get("session_on") is not found:
        g.session_on, g.seq_on = found, found.seq
    return found


def still_on(session: Session | None) -> None:
    """Make sure that the game that was on the table before something took its time lies there still.

    Raises
    ------
    StaleAction
        When another phone has put another one there.
    """
    if hub().session is not session:
        raise StaleAction(
            marked("Another game was put on the table meanwhile. Look at it, then photograph that.")
        )


def camera_wanted() -> bool:
    """Whether the next game is to be watched: where the camera was switched off, it stays off."""
    return hub().lay_has_camera and hub().store.camera_left_on()


SIMULATED: Final = "sim"
"""The words that choose the simulated table among the cameras."""


def simulated() -> bool:
    """Whether the next table is known to be a simulated one."""
    cameras = hub().cameras
    chosen = cameras is not None and SIMULATED in (cameras.chosen, cameras.used)
    return chosen or hub().simulation is not None


def live_table() -> RunningTable:
    """The running table. Raises `PageError` ``no-camera``."""
    return hub().live or refuse(404, "no-camera", "This table has no camera. Tap what happens.")


def simulated_table() -> Simulation:
    """The simulated table. Raises `PageError` ``no-simulation``."""
    return hub().simulation or refuse(404, "no-simulation", "This table is a real one; nothing is simulated.")
