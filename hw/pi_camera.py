"""The Raspberry Pi's camera module, through picamera2 and libcamera from the system."""

from __future__ import annotations

from typing import Any

from hw.camera import CameraError, Frame, now_s

SIZE_PX = (1640, 1232)
"""The sensor's 2x2 binned full view on the camera module 2, and near enough on the 3."""


class PiCamera:
    """The camera module. picamera2 is imported when it is opened, and only then."""

    def __init__(self, size_px: tuple[int, int] = SIZE_PX) -> None:
        self.name = "Pi camera"
        self._size_px = size_px
        self._device: Any = None
        self._number = 0

    def open(self) -> None:
        """Start the camera. Raises `CameraError` camera-missing or camera-busy."""
        self.close()
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise CameraError(
                "camera-missing", "picamera2 is not installed: sudo apt install python3-picamera2"
            ) from error
        if not Picamera2.global_camera_info():
            raise CameraError("camera-missing", "No camera module is connected to this Pi.")
        try:
            device = Picamera2()
            # picamera2 names the order of the bytes from the other end: RGB888 is OpenCV's B, G, R.
            device.configure(device.create_video_configuration({"size": self._size_px, "format": "RGB888"}))
            device.start()
        except RuntimeError as error:
            raise CameraError("camera-busy", "The Pi camera is held by another program.") from error
        self._device, self._number = device, 0

    def read(self, timeout_s: float = 2.0) -> Frame:
        """Give the next frame. Raises `CameraError` camera-slow or camera-lost."""
        if self._device is None:
            raise CameraError("camera-lost", "The Pi camera is not open.")
        try:
            job = self._device.capture_array(wait=False)
            image = self._device.wait(job, timeout=timeout_s)
        except TimeoutError as error:
            raise CameraError("camera-slow", "The Pi camera takes too long over a picture.") from error
        except RuntimeError as error:
            raise CameraError("camera-lost", "The Pi camera gives no pictures any more.") from error
        self._number += 1
        return Frame(image, now_s(), self._number)

    def close(self) -> None:
        """Stop the camera and let it go."""
        if self._device is not None:
            self._device.stop()
            self._device.close()
            self._device = None
