"""Which camera: from the words of ``--camera`` to a camera, and the best one found."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from os.path import isdir
from pathlib import Path
from typing import NamedTuple

from companion.errors import Saying
from hw.camera import Camera, CameraError, Frame
from hw.capture import network_camera, webcam, webcams
from hw.means import USUAL_MEANS, Means
from hw.net.address import parsed
from hw.pi_camera import NO_PICAMERA2, PI_CAMERA, PiCamera, modules, pi_called, pi_number, pi_spec
from hw.picture import Picture
from hw.recordings import VIDEOS, FolderCamera, VideoCamera, why_unseen
from hw.v4l2 import VideoDevice, video_devices
from hw.webcam_names import device_number, lasting, lasting_spec, webcam_in

_log = logging.getLogger(__name__)

SPEC_HELP = "auto, sim, off, picamera2, picamera2:N, v4l2:N, /dev/NAME, a folder, a video or an address"
NO_ANSWER = Saying("The driver does not answer.")


class BestCamera:
    """The first of several cameras that opens; from then on that one, and no other.

    Which one is found out when it is opened, not when it is made: drivers take their time, and some hang.
    One that is there but does not open, as when another program holds it, is told and looked for again: it is
    what people want to play with, and nothing else is put in its place.

    Parameters
    ----------
    candidates : callable
        Looks for cameras, the best first.
    otherwise : callable
        Makes the camera that there is when none of them is there.
    found : callable
        Told which one it is, before that gives its first frame.

    Attributes
    ----------
    taken : str
        Which one it is, and why not one before it, in sentences; empty while none was found.
    """

    def __init__(
        self,
        candidates: Callable[[], Iterable[Camera]],
        otherwise: Callable[[], Camera],
        found: Callable[[Camera], object] = lambda _: None,
    ) -> None:
        self.name = "camera"
        self._candidates, self._otherwise, self._found = candidates, otherwise, found
        self._camera: Camera | None = None
        self.taken: Saying | None = None

    @property
    def spec(self) -> str:
        """The words that choose the camera that was found; ``auto`` before."""
        return self._camera.spec if self._camera is not None else "auto"

    def open(self) -> None:
        """Open the camera that was found, or find one.

        Raises
        ------
        CameraError
            As that camera does; where none opens, as the first does that is there.
        """
        if self._camera is not None:
            self._camera.open()
            return
        self._camera = self._first()
        if self._camera is None:
            self._camera = self._opened(self._otherwise())
            used = Saying(self._camera.name)
            self.taken = Saying("No camera was found: the {camera} is used.", camera=used)
        self._found(self._camera)

    def _first(self) -> Camera | None:
        """Give the first that opens, and tell it; None where none is there."""
        there: list[CameraError] = []
        for camera in self._candidates():
            try:
                opened = self._opened(camera)
            except Exception as raised:  # noqa: BLE001 - a defect of one driver hides no other camera
                error = _told(camera, raised)
                if error.code != "camera-missing":
                    there.append(error)
            else:
                self.taken = Saying("The {camera} is used.", camera=full_name(opened))
                for error in there:
                    self.taken = Saying("{taken} {error}", taken=self.taken, error=error)
                return opened
        if there:
            raise there[0]
        return None

    def _opened(self, camera: Camera) -> Camera:
        self.name = camera.name
        camera.open()
        return camera

    def read(self, timeout_s: float = 2.0) -> Frame:
        """Give the next frame of the camera that was found. Raises `CameraError` as that does."""
        if self._camera is None:
            raise CameraError("camera-lost", "No camera is open.")
        return self._camera.read(timeout_s)

    def close(self) -> None:
        """Let it go."""
        if self._camera is not None:
            self._camera.close()


def full_name(camera: Camera) -> Saying:
    """Give what people call a camera, what its maker calls it, and the words that choose it."""
    titles = (each.name for each in video_devices() if lasting_spec(each.number) == lasting(camera.spec))
    return Saying("{camera} ({spec})", camera=Saying(", ".join((camera.name, *titles))), spec=camera.spec)


def _told(camera: Camera, error: Exception) -> CameraError:
    """Say in words why a camera does not open, and let go what its driver may hold after a defect."""
    if isinstance(error, CameraError):
        _log.info("The %s is not used (%s): %s", camera.name, error.code, error.sentence)
        return error
    _log.error("The driver of the %s failed", camera.name, exc_info=error)
    with suppress(Exception):
        camera.close()
    return CameraError(
        "camera-lost", "The {camera} does not open: {error}.", camera=Saying(camera.name), error=error
    )


def camera_from(
    spec: str,
    simulated: Callable[[], Camera],
    picture: Picture | None = None,
    found: Callable[[Camera], object] = lambda _: None,
    means: Means = USUAL_MEANS,
) -> Camera | None:
    """Give the camera that the words describe; None for ``off``. No driver is asked for anything yet.

    Parameters
    ----------
    spec : str
        ``auto``, ``sim``, ``off``, ``picamera2``, ``picamera2:N``, ``v4l2:N``, ``/dev/NAME`` with ``v4l2:``
        before it or not, a folder, a video or an address.
    simulated : callable
        Makes the simulated table's camera, for ``sim``, and for ``auto`` when no other is there.
    picture : Picture, optional
        What is wished of a live camera.
    found : callable
        Told which camera it is: at once where the words say so, and when it is opened for ``auto``.
    means : Means
        What a camera uses besides its driver.

    Raises
    ------
    CameraError
        camera-unknown when the words describe none.
    """
    if spec == "off":
        return None
    if spec == "auto":
        return BestCamera(partial(_candidates, picture), simulated, found)
    camera = simulated() if spec == "sim" else _named(spec, picture, means)
    found(camera)
    return camera


def _named(spec: str, picture: Picture | None, means: Means) -> Camera:
    number, source = pi_number(spec), webcam_in(spec)
    if number is not None:
        return PiCamera(picture, number)
    if source is not None:
        return webcam(source, picture)
    if "://" in spec:
        return network_camera(spec, means)
    return _recording(spec, means)


def _recording(spec: str, means: Means) -> Camera:
    path = Path(spec)
    if isdir(path):  # noqa: PTH112 - `Path.is_dir` raises where a folder above may not be searched
        return FolderCamera(path, decode=means.decode)
    if path.suffix.lower() in VIDEOS:
        return VideoCamera(path)
    if "/" in spec and why_unseen(path, ""):  # it is waited for, as any camera is
        return FolderCamera(path, decode=means.decode)
    raise unknown(spec)


def unknown(spec: str, why: Saying | None = None) -> CameraError:
    """Say that words name no camera."""
    why = why or Saying("{spec} is no camera that I know.", spec=repr(spec))
    return CameraError("camera-unknown", "{why} There is: {known}.", why=why, known=Saying(SPEC_HELP))


def is_recording(camera: Camera | None) -> bool:
    """Whether it replays a folder or a film."""
    return isinstance(camera, FolderCamera | VideoCamera)


def absent(spec: str) -> Saying | None:
    """Say which webcam, folder or film is not there now; None where it is, or only a driver can tell."""
    if spec in ("auto", "sim", "off") or pi_number(spec) is not None or "://" in spec:
        return None
    source = webcam_in(spec)
    if source is not None:
        number = device_number(source)
        there = number is not None and Path(f"/dev/video{number}").exists()
        camera = Saying(webcam(source).name)
        return None if there else Saying("The {camera} is not connected.", camera=camera)
    return why_unseen(Path(spec), "There is no {path}.")


def _candidates(picture: Picture | None) -> Iterator[Camera]:
    """Give the real cameras: the Pi's own, then the webcams."""
    if find_spec("picamera2"):
        yield PiCamera(picture)
    for number in webcams():
        yield webcam(number, picture)


class Found(NamedTuple):
    """A camera that is there, or might be.

    ``spec`` are the words that choose it, ``about`` says more of it, and ``why_not`` why it cannot be
    used: it is empty where it can.
    """

    spec: str
    name: str | Saying
    about: str | Saying = ""
    why_not: str | Saying = ""

    @property
    def shown(self) -> str:
        """The words that choose it, for people: without the password of an address."""
        return parsed(self.spec).shown if "://" in self.spec else self.spec


class Source(NamedTuple):
    """One kind of cameras: how to look for them, and what is said while their driver does not answer."""

    look: Callable[[], Sequence[Found]]
    silent: Found


def cameras_found(look: Callable[[Source], Sequence[Found]] = lambda source: source.look()) -> list[Found]:
    """Look what cameras there are, without disturbing any that is in use.

    Parameters
    ----------
    look
        Looks at one source; a driver may hang even then.
    """
    sources = (
        Source(_pi_found, Found("picamera2", PI_CAMERA, why_not=NO_ANSWER)),
        Source(_webcams_found, Found("v4l2", Saying("Webcams"), why_not=NO_ANSWER)),
    )
    found = [each for source in sources for each in look(source)]
    found.append(Found("sim", Saying("Simulated table"), Saying("needs no camera")))
    found.append(Found("off", Saying("No camera"), Saying("everything is tapped")))
    return found


def _webcams_found() -> list[Found]:
    return [_webcam_found(device) for device in video_devices()]


def _webcam_found(device: VideoDevice) -> Found:
    largest = "{}x{}".format(*device.sizes_px[0]) if device.sizes_px else ""
    about = ", ".join(filter(None, (largest, " ".join(device.formats))))
    return Found(lasting_spec(device.number), device.name, about, device.why_not)


def _pi_found() -> list[Found]:
    models, why_not = _pi_cameras()
    if why_not:
        return [Found("picamera2", PI_CAMERA, why_not=why_not)]
    return [Found(pi_spec(number), pi_called(number), model) for number, model in enumerate(models)]


def _pi_cameras() -> tuple[list[str], str | Saying]:
    """Give the models of the Pi's own cameras in their order, or why there is none."""
    if find_spec("picamera2") is None:
        return [], Saying(NO_PICAMERA2)
    try:
        from picamera2 import Picamera2

        there = modules(Picamera2)
    except Exception as error:  # noqa: BLE001 - a broken installation fails in ways of its own
        return [], Saying("picamera2 does not work: {error}. companion doctor says more.", error=error)
    if not there:
        return [], Saying("No camera module is connected to this Pi.")
    return [str(info.get("Model", "")) for info in there], ""
