"""A camera whose pictures come turned or mirrored, put upright before anybody sees them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

import cv2
import msgspec

from hw.camera import Camera, Frame
from hw.picture import Degrees

ROTATIONS: Final = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How pictures are put upright: mirrored left to right first, then turned clockwise."""

    degrees: Degrees = 0
    mirrored: bool = False

    def __call__(self, image: Any) -> Any:
        """Give a picture, (H, W) or (H, W, 3), upright."""
        if self.mirrored:
            image = cv2.flip(image, 1)
        return cv2.rotate(image, ROTATIONS[self.degrees]) if self.degrees else image

    def turned_on(self) -> Turn:
        """Give the same with a quarter turn clockwise more."""
        steps: dict[int, Degrees] = {0: 90, 90: 180, 180: 270, 270: 0}
        return Turn(steps[self.degrees], self.mirrored)

    def mirrored_anew(self) -> Turn:
        """Give the turn that shows the picture of this one mirrored left to right."""
        # A picture that lies is mirrored before it is turned: top to bottom is left to right there.
        across: dict[int, Degrees] = {0: 0, 90: 270, 180: 180, 270: 90}
        return Turn(across[self.degrees], not self.mirrored)


AS_IT_COMES: Final = Turn()


class TurnedFrame(Frame):
    """A frame that is put upright when somebody asks for its picture."""

    def __init__(self, frame: Frame, turn: Turn) -> None:
        # Not as every other frame: its picture may still lie in the camera's memory.
        self.t_s, self.number = frame.t_s, frame.number
        self.small = turn(frame.small) if frame.small is not None else None
        self._frame, self._turn, self._image = frame, turn, None
        self._lock = threading.Lock()

    @property
    def image(self) -> Any:
        """The picture, upright."""
        with self._lock:
            if self._image is None:
                self._image = self._turn(self._frame.image)
            return self._image


class TurnedCamera:
    """A camera whose frames are put upright.

    Parameters
    ----------
    camera : Camera
        The camera.
    turn_of : callable
        Gives how the pictures of a camera are put upright, by the words that choose it. It is asked when the
        camera has been opened: only then is it known which one the best one is.
    """

    def __init__(self, camera: Camera, turn_of: Callable[[str], Turn]) -> None:
        self._camera, self._turn_of = camera, turn_of
        self._turn = AS_IT_COMES

    @property
    def name(self) -> str:
        """What people call it."""
        return self._camera.name

    @property
    def spec(self) -> str:
        """The words that choose it."""
        return self._camera.spec

    def open(self) -> None:
        """Open the camera. Raises `CameraError` as it does."""
        self._camera.open()
        self._turn = self._turn_of(self._camera.spec)

    def read(self, timeout_s: float = 2.0) -> Frame:
        """Give the next frame, upright. Raises `CameraError` as the camera does."""
        frame = self._camera.read(timeout_s)
        return frame if self._turn == AS_IT_COMES else TurnedFrame(frame, self._turn)

    def close(self) -> None:
        """Let the camera go."""
        self._camera.close()
