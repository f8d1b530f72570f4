"""Which camera: from the words of ``--camera`` to a camera, and the best one found."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from hw.camera import Camera, CameraError
from hw.capture import network_camera, webcam, webcams
from hw.pi_camera import PiCamera
from hw.picture import Picture
from hw.recordings import VIDEOS, FolderCamera, VideoCamera
from hw.v4l2 import video_devices

SPEC_HELP = "auto, sim, off, picamera2, v4l2:N, a folder, a video or an address"


def camera_from(spec: str, simulated: Callable[[], Camera], picture: Picture | None = None) -> Camera | None:
    """Give the camera that the words describe; None for ``off``.

    Parameters
    ----------
    spec : str
        ``auto``, ``sim``, ``off``, ``picamera2``, ``v4l2:N``, a folder, a video or an address.
    simulated : callable
        Makes the simulated table's camera, for ``sim`` and when ``auto`` finds no other.
    picture : Picture, optional
        What is wished of a live camera.

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
        return best_camera(picture) or simulated()
    if spec == "picamera2":
        return PiCamera(picture)
    if spec.startswith("v4l2:") and spec[5:].isdigit():
        return webcam(int(spec[5:]), picture)
    if "://" in spec:
        return network_camera(spec)
    return _recording(Path(spec))


def _recording(path: Path) -> Camera:
    if path.is_dir():
        return FolderCamera(path)
    if path.suffix.lower() in VIDEOS:
        return VideoCamera(path)
    raise CameraError("camera-unknown", f"{str(path)!r} is no camera that I know. There is: {SPEC_HELP}.")


def best_camera(picture: Picture | None = None) -> Camera | None:
    """Give the first real camera that opens: the Pi's own, else a webcam; None if none does."""
    candidates: list[Camera] = [PiCamera(picture)] if find_spec("picamera2") else []
    candidates += [webcam(number, picture) for number in webcams()]
    for camera in candidates:
        try:
            camera.open()
        except CameraError:
            continue
        camera.close()
        return camera
    return None


class Found(NamedTuple):
    """A camera that is there, or might be.

    ``spec`` are the words that choose it, ``about`` says more of it, and ``why_not`` why it cannot be
    used: it is empty where it can.
    """

    spec: str
    name: str
    about: str = ""
    why_not: str = ""


def cameras_found() -> list[Found]:
    """Look what cameras there are, without disturbing any that is in use."""
    found = [_pi_found()]
    for device in video_devices():
        largest = "{}x{}".format(*device.sizes_px[0]) if device.sizes_px else ""
        about = ", ".join(filter(None, (largest, " ".join(device.formats))))
        found.append(Found(f"v4l2:{device.number}", device.name, about, device.why_not))
    found.append(Found("sim", "Simulated table", "needs no camera"))
    found.append(Found("off", "No camera", "everything is tapped"))
    return found


def _pi_found() -> Found:
    name = "Pi camera"
    if find_spec("picamera2") is None:
        remedy = "picamera2 is not installed: sudo apt install python3-picamera2"
        return Found("picamera2", name, why_not=remedy)
    try:
        from picamera2 import Picamera2

        there = Picamera2.global_camera_info()
    except Exception as error:  # noqa: BLE001 - a broken installation fails in ways of its own
        return Found(
            "picamera2", name, why_not=f"picamera2 does not work: {error}. companion doctor says more."
        )
    if not there:
        return Found("picamera2", name, why_not="No camera module is connected to this Pi.")
    return Found("picamera2", name, ", ".join(str(info.get("Model", "")) for info in there))
