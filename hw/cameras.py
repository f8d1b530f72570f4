"""Which camera: from the words of ``--camera`` to a camera, and the best one found."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from hw.camera import Camera, CameraError
from hw.capture import network_camera, webcam, webcams
from hw.pi_camera import PiCamera
from hw.recordings import VIDEOS, FolderCamera, VideoCamera

SPEC_HELP = "auto, sim, off, picamera2, v4l2:N, a folder, a video or an address"


def camera_from(spec: str, simulated: Callable[[], Camera]) -> Camera | None:
    """Give the camera that the words describe; None for ``off``.

    Parameters
    ----------
    spec : str
        ``auto``, ``sim``, ``off``, ``picamera2``, ``v4l2:N``, a folder, a video or an address.
    simulated : callable
        Makes the simulated table's camera, for ``sim`` and when ``auto`` finds no other.

    Raises
    ------
    CameraError
        camera-unknown when the words describe none.
    """
    if spec == "off":
        return None
    if spec == "sim":
        return simulated()
    if spec == "auto":
        return best_camera() or simulated()
    if spec == "picamera2":
        return PiCamera()
    if spec.startswith("v4l2:") and spec[5:].isdigit():
        return webcam(int(spec[5:]))
    if "://" in spec:
        return network_camera(spec)
    return _recording(Path(spec))


def _recording(path: Path) -> Camera:
    if path.is_dir():
        return FolderCamera(path)
    if path.suffix.lower() in VIDEOS:
        return VideoCamera(path)
    raise CameraError("camera-unknown", f"{str(path)!r} is no camera that I know. There is: {SPEC_HELP}.")


def best_camera() -> Camera | None:
    """Give the first real camera that opens: the Pi's own, else a webcam; None if none does."""
    candidates: list[Camera] = [PiCamera()] if find_spec("picamera2") else []
    candidates += [webcam(number) for number in webcams()]
    for camera in candidates:
        try:
            camera.open()
        except CameraError:
            continue
        camera.close()
        return camera
    return None
