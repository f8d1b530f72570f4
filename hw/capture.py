"""Live cameras through OpenCV: a USB webcam, an address in the network."""

from __future__ import annotations

import os
from pathlib import Path

import cv2

from hw.camera import CameraError, Frame, now_s

# A webcam that stalls would hold `read` for ten seconds; the driver takes no other way of
# saying so (CAP_PROP_READ_TIMEOUT_MSEC is not supported by V4L2).
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")

# A camera in the network that is switched off says nothing at all, and would be waited for for half
# a minute.
PATIENCE = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 5000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 2000)


class CaptureCamera:
    """A camera that `cv2.VideoCapture` opens.

    Parameters
    ----------
    name : str
        What people call it.
    source : int or str
        Number of the video device, or an address.
    size_px : (int, int) or None
        Wished width and height; the camera gives the nearest it has.
    """

    def __init__(self, name: str, source: int | str, size_px: tuple[int, int] | None = None) -> None:
        self.name = name
        self._source = source
        self._size_px = size_px
        self._capture: cv2.VideoCapture | None = None
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
        if self._size_px is not None:
            # Motion JPEG: raw frames of this size do not fit through USB 2 at a useful rate.
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size_px[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size_px[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture, self._number = capture, 0

    def _why_not_open(self) -> CameraError:
        if isinstance(self._source, int) and Path(f"/dev/video{self._source}").exists():
            return CameraError("camera-busy", f"The {self.name} is there, but another program holds it.")
        return CameraError("camera-missing", f"The {self.name} is not connected.")

    def read(self, timeout_s: float = 2.0) -> Frame:
        """Give the next frame. Raises `CameraError` camera-lost."""
        del timeout_s
        if self._capture is None:
            raise CameraError("camera-lost", f"The {self.name} is not open.")
        good, image = self._capture.read()
        if not good:
            raise CameraError("camera-lost", f"The {self.name} gives no pictures any more. Is it plugged in?")
        self._number += 1
        return Frame(image, now_s(), self._number)

    def close(self) -> None:
        """Let the device go."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


def webcam(number: int) -> CaptureCamera:
    """Give the USB webcam ``/dev/videoN``."""
    return CaptureCamera(f"webcam {number}", number, size_px=(1920, 1080))


def network_camera(address: str) -> CaptureCamera:
    """Give a camera in the network (an MJPEG or RTSP address)."""
    return CaptureCamera("network camera", address)


def webcams() -> list[int]:
    """Numbers of the video devices that there are."""
    names = (path.name.removeprefix("video") for path in Path("/dev").glob("video*"))
    return sorted(int(name) for name in names if name.isdigit())
