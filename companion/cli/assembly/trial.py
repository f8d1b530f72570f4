"""A look through the camera while no game is on the table: whether all is in view, and light enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import wait
from pathlib import Path
from typing import Any, Final

from companion.cli.assembly.camera_turns import CameraTurns, turns_of
from companion.cli.assembly.parts import MEANS, frames_of
from companion.cli.assembly.photos import PhotoDesk
from companion.cli.commands.calibrating import kept_lens
from companion.frames.aside import Aside
from companion.sighting import Sighting
from hw.camera import Camera, CameraEnded, CameraError, Frame
from hw.cameras import camera_from
from hw.means import Means
from hw.picture import Picture
from hw.turned import TurnedCamera

WARM_UP_S: Final = 1.5
"""Until a camera that was just opened has found its exposure and its white."""

PATIENCE_S: Final = 15.0
"""A camera that is well opens and warms up in a few seconds; one in the network may take seven to say no."""


class CameraTrial:
    """Looks through the camera that the next game would be watched by.

    Parameters
    ----------
    chosen
        Gives the words that choose it.
    picture
        What is wished of a live camera.
    folder
        Where lenses that were measured are kept.
    desk
        Reads what it sees.
    means
        Gives what a camera uses besides its driver.
    turns
        How cameras are turned; None: as is kept in the folder.
    """

    def __init__(
        self,
        chosen: Callable[[], str],
        picture: Picture,
        folder: Path,
        desk: PhotoDesk,
        means: Callable[[], Means] = lambda: MEANS,
        turns: CameraTurns | None = None,
    ) -> None:
        self._turns = turns or turns_of(folder, picture)
        self._means = means
        self._chosen, self._picture, self._folder, self._desk = chosen, picture, folder, desk
        self._aside = Aside("look through the camera", counted=False)

    def __call__(self) -> tuple[Any, Sighting, Any]:
        """Give a picture, what was read in it, and that drawn over it.

        Raises
        ------
        CameraError
            When there is no camera, or none that gives pictures.
        """
        if self._aside.since_s is not None:
            raise _silent()
        look = self._aside.ask(self._look)
        if not wait((look,), PATIENCE_S).done:
            raise _silent()
        camera, frame = look.result()
        return self._desk.read_picture(frame.image, kept_lens(self._folder, camera.spec))

    def _look(self) -> tuple[Camera, Frame]:
        camera = camera_from(self._chosen(), _none, self._picture, means=self._means()) or _none()
        frames = frames_of(TurnedCamera(camera, self._turns.of))
        try:
            frame = _warmed_up(frames)
        finally:
            frames.close()
        return camera, frame


def _warmed_up(frames: Iterable[Frame]) -> Frame:
    """Give the first frame after the warming up, or the last of a recording that is shorter."""
    last: Frame | None = None
    began_s = 0.0
    for frame in frames:
        began_s = frame.t_s if last is None else began_s
        last = frame
        if frame.t_s - began_s >= WARM_UP_S:
            break
    if last is None:
        raise CameraEnded
    return last


def _silent() -> CameraError:
    return CameraError("camera-silent", "The camera does not answer.")


def _none() -> Camera:
    raise CameraError("camera-missing", "No camera is connected.")
