"""The Raspberry Pi's camera module, through picamera2 and libcamera from the system.

Two streams come from one sensor: a large one that is read, and a small grey one by which one sees
whether anything moves. The large picture is copied out of the camera's memory only when somebody
asks for it, which on a quiet table is about once in ten seconds.
"""

from __future__ import annotations

import logging
import threading
from typing import Any, Final

from companion.errors import Saying
from hw.camera import CameraError, Frame, now_s
from hw.exposure import ExposureKeeper, brightness
from hw.picture import Picture

_log = logging.getLogger(__name__)

SIZE_PX: Final = (1640, 1232)
"""The sensor's 2x2 binned full view on the camera module 2, and near enough on the 3."""

SMALL_PX: Final = (320, 240)
FRAMES_S: Final = 10.0
"""Pictures a second: a hand is seen, and a quiet table costs little."""

FOCUSED: Final = (2, 3)
"""libcamera's AfState once it has focused, or given up."""

MANUAL_FOCUS, FOCUS_ONCE = 0, 1
"""libcamera's AfMode."""


SPEC: Final = "picamera2"

NO_PICAMERA2: Final = "picamera2 is not installed. “companion doctor” tells what to install."
"""Players read this: the commands are for whoever looks after the machine."""


def pi_number(spec: str) -> int | None:
    """Give the number of the Pi's own camera that words choose, from 0; None where they choose none."""
    word, colon, number = spec.partition(":")
    if word != SPEC or (colon and not (number.isascii() and number.isdigit())):
        return None
    return int(number) if colon else 0


def pi_spec(number: int) -> str:
    """Give the words that choose one of the Pi's own cameras."""
    return f"{SPEC}:{number}" if number else SPEC


PI_CAMERA: Final = Saying("Pi camera")


def pi_called(number: int) -> Saying:
    """Give what people call one of the Pi's own cameras, for readers of any language."""
    return Saying("Pi camera {number}", number=number) if number else PI_CAMERA


def pi_name(number: int) -> str:
    """Give what people call one of the Pi's own cameras: the second is 1, as its socket is."""
    return str(pi_called(number))


def modules(picamera2: Any) -> list[dict[str, Any]]:
    """Give what libcamera says of the camera modules; it lists USB webcams behind them."""
    return [each for each in picamera2.global_camera_info() if "usb" not in str(each.get("Id", "")).lower()]


class PiFrame(Frame):
    """A picture that still lies in the camera's memory.

    ``image`` may be asked for until the next one is read; whoever has asked before keeps it.
    """

    def __init__(self, request: Any, small: Any, t_s: float, number: int) -> None:
        # Not as every other frame: its picture is not there yet.
        self.t_s, self.number, self.small = t_s, number, small
        self._request, self._copy = request, None
        self._lock = threading.Lock()

    @property
    def image(self) -> Any:
        """The large picture, blue, green, red."""
        with self._lock:
            if self._copy is None:
                if self._request is None:
                    raise CameraError("camera-slow", "That picture has gone already.")
                # picamera2 names the order of the bytes from the other end: RGB888 is OpenCV's B, G, R.
                self._copy = self._request.make_array("main")
            return self._copy

    def release(self) -> None:
        """Give the memory back to the camera."""
        with self._lock:
            if self._request is not None:
                self._request.release()
                self._request = None


class PiCamera:
    """A camera module. picamera2 is imported when it is opened, and only then.

    Parameters
    ----------
    picture : Picture, optional
        What is wished of it.
    number : int
        Which one: a Pi 5 has two sockets.
    """

    def __init__(self, picture: Picture | None = None, number: int = 0) -> None:
        self.name, self.spec = pi_name(number), pi_spec(number)
        self._module = number
        self._picture = picture or Picture()
        self._device: Any = None
        self._frame: PiFrame | None = None
        self._keeper = ExposureKeeper()
        self._number = 0

    def open(self) -> None:
        """Start the camera. Raises `CameraError` camera-missing, camera-busy or camera-lost."""
        self.close()
        self._device = self._opened()
        try:
            self._configure(self._device)
            self._device.start()
            self._begin_focus()
        except Exception as error:
            # Held on to, it would be busy by ourselves at every later try.
            self.close()
            raise self._error(
                "camera-lost", "The {camera} does not start: {error}.", error=str(error)
            ) from error
        self._number, self._keeper = 0, ExposureKeeper()

    def _opened(self) -> Any:
        """Give the camera as picamera2 has it; a broken installation fails in ways of its own."""
        try:
            from picamera2 import Picamera2

            there = modules(Picamera2)
        except ImportError as error:
            raise CameraError("camera-missing", NO_PICAMERA2) from error
        except Exception as error:
            raise CameraError("camera-missing", "picamera2 does not work: {error}.", error=error) from error
        if not there:
            raise CameraError("camera-missing", "No camera module is connected to this Pi.")
        if self._module >= len(there):
            raise self._error("camera-missing", "The {camera} is not connected to this Pi.")
        try:
            return Picamera2(self._module) if self._module else Picamera2()
        except RuntimeError as error:
            _log.warning(f"The {self.name} does not open: %s", error.__cause__ or error)
            raise self._error("camera-busy", "The {camera} is held by another program.") from error
        except Exception as error:
            raise self._error(
                "camera-lost", "The {camera} does not open: {error}.", error=str(error)
            ) from error

    def _error(self, code: str, text: str, **named: str) -> CameraError:
        return CameraError(code, Saying(text, camera=Saying(self.name), **named))

    def _configure(self, device: Any) -> None:
        pause_us = int(1_000_000 / FRAMES_S)
        exposure = self._picture.exposure
        controls: dict[str, Any] = {"FrameDurationLimits": (pause_us, pause_us)}
        if isinstance(exposure, int):
            controls |= {"AeEnable": False, "ExposureTime": exposure}
        device.configure(
            device.create_video_configuration(
                main={"size": self._picture.size_px(SIZE_PX), "format": "RGB888"},
                lores={"size": SMALL_PX, "format": "YUV420"},
                controls=controls,
            )
        )

    def _begin_focus(self) -> None:
        """Focus once; the arm does not move afterwards, and hands are not to be focused on."""
        if "AfMode" in self._device.camera_controls:
            self._device.set_controls({"AfMode": FOCUS_ONCE, "AfTrigger": 0})

    def read(self, timeout_s: float = 2.0) -> Frame:
        """Give the next frame. Raises `CameraError` camera-slow or camera-lost."""
        if self._device is None:
            raise self._error("camera-lost", "The {camera} is not open.")
        self._let_frame_go()
        try:
            job = self._device.capture_request(wait=False)
            return self._frame_of(self._device.wait(job, timeout=timeout_s))
        except TimeoutError as error:
            raise self._error("camera-slow", "The {camera} takes too long over a picture.") from error
        except Exception as error:
            _log.warning("The Pi camera failed: %s", error)
            raise self._error("camera-lost", "The {camera} gives no pictures any more.") from error

    def _frame_of(self, request: Any) -> PiFrame:
        self._number += 1
        # The request is let go with its frame, also if something fails from here on.
        self._frame = frame = PiFrame(request, None, now_s(), self._number)
        # YUV420 is the grey picture with its colours below; rows may be longer than the picture.
        frame.small = request.make_array("lores")[: SMALL_PX[1], : SMALL_PX[0]]
        if self._picture.exposure == "locked":
            self._keep_exposure(request.get_metadata(), frame.small, frame.t_s)
        return frame

    def _keep_exposure(self, metadata: dict[str, Any], small: Any, t_s: float) -> None:
        exposure, gain = metadata.get("ExposureTime", 0), metadata.get("AnalogueGain", 1.0)
        colours = tuple(metadata.get("ColourGains", ()))
        ready = "AfMode" not in self._device.camera_controls or metadata.get("AfState", 2) in FOCUSED
        wish = self._keeper.look(brightness(small), t_s, (exposure * gain, *colours), ready=ready)
        if wish == "lock":
            self._lock(metadata)
        elif wish == "unlock":
            _log.info("The light has changed: the camera settles anew")
            self._device.set_controls({"AeEnable": True, "AwbEnable": True})

    def _lock(self, metadata: dict[str, Any]) -> None:
        """Keep what was chosen, as far as this camera tells what that is."""
        controls: dict[str, Any] = {}
        if "ExposureTime" in metadata and "AnalogueGain" in metadata:
            kept = {key: metadata[key] for key in ("ExposureTime", "AnalogueGain")}
            controls |= {"AeEnable": False, **kept}
        if "ColourGains" in metadata:
            controls |= {"AwbEnable": False, "ColourGains": tuple(metadata["ColourGains"])}
        if "LensPosition" in metadata:
            controls |= {"AfMode": MANUAL_FOCUS, "LensPosition": metadata["LensPosition"]}
        self._device.set_controls(controls)

    def _let_frame_go(self) -> None:
        if self._frame is not None:
            self._frame.release()
            self._frame = None

    def close(self) -> None:
        """Stop the camera and let it go."""
        if self._device is None:
            return
        device, self._device = self._device, None
        for let_go in (self._let_frame_go, device.stop, device.close):
            try:
                let_go()
            except Exception:  # noqa: BLE001 - a camera that is gone fails in ways of its own
                _log.exception("The Pi camera could not be closed")
