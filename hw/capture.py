"""Live cameras through OpenCV: a USB webcam, an address in the network."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any, Final

import cv2

from hw.camera import CameraError, Frame, now_s
from hw.exposure import ExposureKeeper, brightness
from hw.picture import Picture
from hw.v4l2 import holder, video_devices

_log = logging.getLogger(__name__)

# A webcam that stalls would hold `read` for ten seconds; the driver takes no other way of
# saying so (CAP_PROP_READ_TIMEOUT_MSEC is not supported by V4L2).
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")

# A camera in the network that is switched off says nothing at all, and would be waited for for half
# a minute.
PATIENCE = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 5000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 2000)

WEBCAM_PX: Final = (1920, 1080)
MANUAL, AUTOMATIC = 1, 3
"""V4L2_EXPOSURE_MANUAL and V4L2_EXPOSURE_APERTURE_PRIORITY, the two that webcams know."""

EXPOSURE_UNIT_US: Final = 100
"""V4L2 counts exposure in steps of 100 microseconds."""


class CaptureCamera:
    """A camera that `cv2.VideoCapture` opens.

    Parameters
    ----------
    name : str
        What people call it.
    source : int or str
        Number of the video device, or an address.
    picture : Picture or None
        What is wished of it; None: it is taken as it is.
    """

    def __init__(self, name: str, source: int | str, picture: Picture | None = None) -> None:
        self.name = name
        self.spec = f"v4l2:{source}" if isinstance(source, int) else source
        self._source = source
        self._picture = picture
        self._capture: cv2.VideoCapture | None = None
        self._keeper = ExposureKeeper()
        self._number = 0

    def open(self) -> None:
        """Open the device. Raises `CameraError` camera-missing or camera-busy."""
        self.close()
        if isinstance(self._source, int):
            capture = cv2.VideoCapture(self._source, cv2.CAP_V4L2)
        else:
            capture = cv2.VideoCapture(self._source, cv2.CAP_ANY, PATIENCE)
        if not capture.isOpened():
            capture.release()
            raise self._why_not_open()
        self._capture, self._number, self._keeper = capture, 0, ExposureKeeper()
        if self._picture is not None:
            self._set_up(capture, self._picture)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def _set_up(self, capture: Any, picture: Picture) -> None:
        # Motion JPEG: raw frames of this size do not fit through USB 2 at a useful rate.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        width_px, height_px = picture.size_px(WEBCAM_PX)
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, width_px)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height_px)
        # A webcam keeps the focus that was locked before; the arm may hang higher by now.
        capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)
        if isinstance(picture.exposure, int):
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL)
            capture.set(cv2.CAP_PROP_EXPOSURE, picture.exposure / EXPOSURE_UNIT_US)
        else:
            # The camera may still have what another program locked.
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, AUTOMATIC)
            capture.set(cv2.CAP_PROP_AUTO_WB, 1)

    def _why_not_open(self) -> CameraError:
        device = Path(f"/dev/video{self._source}")
        if not isinstance(self._source, int) or not device.exists():
            return CameraError("camera-missing", f"The {self.name} is not connected.")
        why_not = next((found.why_not for found in video_devices() if found.number == self._source), "")
        if why_not:
            return CameraError("camera-missing", f"The {self.name} cannot be used. {why_not}")
        other = holder(device) or "another program"
        return CameraError("camera-busy", f"The {self.name} is there, but {other} holds it.")

    def read(self, timeout_s: float = 2.0) -> Frame:
        """Give the next frame. Raises `CameraError` camera-lost."""
        del timeout_s
        if self._capture is None:
            raise CameraError("camera-lost", f"The {self.name} is not open.")
        image = self._image(self._capture)
        if image is None:
            raise CameraError("camera-lost", f"The {self.name} gives no pictures any more. Is it plugged in?")
        self._number += 1
        frame = Frame(image, now_s(), self._number)
        if self._picture is not None and self._picture.exposure == "locked":
            self._keep_exposure(self._capture, image, frame.t_s)
        return frame

    @staticmethod
    def _image(capture: Any) -> Any | None:
        try:
            good, image = capture.read()
        except cv2.error as error:  # a picture that is torn in some ways is not only none
            _log.warning("OpenCV failed on a picture: %s", error)
            return None
        return image if good else None

    def _keep_exposure(self, capture: Any, image: Any, t_s: float) -> None:
        wish = self._keeper.look(brightness(image[..., 1]), t_s, ())
        if wish == "lock":
            exposure = capture.get(cv2.CAP_PROP_EXPOSURE)
            # One that does not say what it has chosen, or does not take it back, goes on by itself.
            if exposure > 0 and capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL):
                capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
            capture.set(cv2.CAP_PROP_AUTO_WB, 0)
            capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        elif wish == "unlock":
            _log.info("The light has changed: the %s settles anew", self.name)
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, AUTOMATIC)
            capture.set(cv2.CAP_PROP_AUTO_WB, 1)

    def close(self) -> None:
        """Let the device go."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


def webcam(number: int, picture: Picture | None = None) -> CaptureCamera:
    """Give the USB webcam ``/dev/videoN``."""
    return CaptureCamera(f"webcam {number}", number, picture or Picture())


def network_camera(address: str) -> CaptureCamera:
    """Give a camera in the network (an MJPEG or RTSP address)."""
    return CaptureCamera("network camera", address)


def webcams() -> list[int]:
    """Numbers of the video devices that are cameras."""
    return [device.number for device in video_devices() if not device.why_not]
