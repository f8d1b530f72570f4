"""Live cameras through OpenCV: a USB webcam, a stream by RTSP."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any, Final

import cv2

from companion.errors import Saying
from hw.camera import CameraError, Frame, now_s
from hw.exposure import ExposureKeeper, brightness
from hw.means import USUAL_MEANS, Means
from hw.net.address import CameraAddress, parsed
from hw.net.http_camera import HttpCamera
from hw.net.reach import ANYWHERE, Reach
from hw.net.rtsp_relay import RtspRelay
from hw.picture import Picture
from hw.v4l2 import holder, video_devices
from hw.webcam_names import WEBCAM, device_number, plain_name

_log = logging.getLogger(__name__)

# A webcam that stalls would hold `read` for ten seconds; the driver takes no other way of
# saying so (CAP_PROP_READ_TIMEOUT_MSEC is not supported by V4L2).
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")

# FFmpeg opens nothing for a stream but what RTSP itself needs, and over its one connection; a film is a file.
os.environ.setdefault(
    "OPENCV_FFMPEG_CAPTURE_OPTIONS",
    "rtsp_transport;tcp|protocol_whitelist;file,rtsp,rtsps,rtp,srtp,tcp,tls,udp",
)

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
    source : int, Path or CameraAddress
        Number or name of the video device, or where its stream is.
    picture : Picture or None
        What is wished of it; None: it is taken as it is.
    reach : Reach
        Where an address may lead.
    """

    def __init__(
        self,
        name: str,
        source: int | Path | CameraAddress,
        picture: Picture | None = None,
        reach: Reach = ANYWHERE,
    ) -> None:
        self.name = name
        self.spec = source.text if isinstance(source, CameraAddress) else f"{WEBCAM}{source}"
        self._source = source
        self._picture, self._reach = picture, reach
        self._capture: cv2.VideoCapture | None = None
        self._relay: RtspRelay | None = None
        self._keeper = ExposureKeeper()
        self._number = 0

    def open(self) -> None:
        """Open the device. Raises `CameraError` camera-missing, camera-busy or camera-out-of-reach."""
        self.close()
        capture = self._opened()
        if capture is None or not capture.isOpened():
            if capture is not None:
                capture.release()
            self.close()
            raise self._why_not_open()
        self._capture, self._number, self._keeper = capture, 0, ExposureKeeper()
        if self._picture is not None:
            self._set_up(capture, self._picture)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def _opened(self) -> cv2.VideoCapture | None:
        """Give what OpenCV has opened, or has failed to open; None where there is no such device."""
        if isinstance(self._source, CameraAddress):
            number = self._reach.number_of(self._source)
            if self._reach is ANYWHERE:
                return cv2.VideoCapture(self._source.at(number), cv2.CAP_FFMPEG, PATIENCE)
            self._relay = RtspRelay(self._source, number)
            return cv2.VideoCapture(self._relay.text, cv2.CAP_FFMPEG, PATIENCE)
        device = device_number(self._source)
        return cv2.VideoCapture(device, cv2.CAP_V4L2) if device is not None else None

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

    def _error(self, code: str, text: str, **named: str | Saying) -> CameraError:
        return CameraError(code, Saying(text, camera=Saying(self.name), **named))

    def _why_not_open(self) -> CameraError:
        number = None if isinstance(self._source, CameraAddress) else device_number(self._source)
        device = Path(f"/dev/video{number}")
        if number is None or not device.exists():
            return self._error("camera-missing", "The {camera} is not connected.")
        why_not = next((found.why_not for found in video_devices() if found.number == number), "")
        if why_not:
            return self._error("camera-missing", "The {camera} cannot be used. {why_not}", why_not=why_not)
        other = holder(device) or "another program"
        return self._error("camera-busy", "The {camera} is there, but {other} holds it.", other=other)

    def read(self, timeout_s: float = 2.0) -> Frame:
        """Give the next frame. Raises `CameraError` camera-lost."""
        del timeout_s
        if self._capture is None:
            raise self._error("camera-lost", "The {camera} is not open.")
        image = self._image(self._capture)
        if image is None:
            raise self._error("camera-lost", "The {camera} gives no pictures any more. Is it plugged in?")
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
        if self._relay is not None:
            self._relay.close()
            self._relay = None


def webcam(source: int | Path, picture: Picture | None = None) -> CaptureCamera:
    """Give the USB webcam ``/dev/videoN``, or the one of a name in ``/dev``."""
    name = str(source) if isinstance(source, int) else plain_name(source)
    return CaptureCamera(f"webcam {name}", source, picture or Picture())


def network_camera(text: str, means: Means = USUAL_MEANS) -> CaptureCamera | HttpCamera:
    """Give a camera in the network: a still picture or motion JPEG by HTTP, or a stream by RTSP.

    Raises
    ------
    CameraError
        camera-unknown where the address cannot be one of a camera.
    """
    address = parsed(text)
    if address.scheme.startswith("http"):
        return HttpCamera(address, means)
    return CaptureCamera("network camera", address, reach=means.reach)


def webcams() -> list[int]:
    """Numbers of the video devices that are cameras."""
    return [device.number for device in video_devices() if not device.why_not]
