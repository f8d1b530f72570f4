"""Cameras that replay: a folder of numbered pictures, a video file.

Opened again they begin anew, but their time goes on: whoever looks at frames counts on that.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import cv2

from companion.errors import Saying
from hw.camera import CameraEnded, CameraError, Frame
from hw.jpeg import BEGIN, end_of
from hw.picture import Decode, decoded

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".heic", ".heif", ".avif", ".tif", ".tiff"})
VIDEOS = frozenset({".mp4", ".avi", ".mkv", ".mov", ".mjpeg", ".mjpg", ".webm"})


def numbered(path: Path) -> tuple[tuple[int | str, ...], ...]:
    """Sort key under which picture 2 comes before picture 10."""
    return tuple((0, int(part)) if part.isdigit() else (1, part) for part in re.split(r"(\d+)", path.name))


def picture_in(path: Path, decode: Decode = decoded) -> Any | None:
    """Give the picture in a file, (H, W, 3) uint8; None where it cannot be read, or is not all there."""
    try:
        data = path.read_bytes()
    except OSError:  # it is gone
        return None
    return decode(data) if is_whole(data) else None


def is_whole(data: bytes) -> bool:
    """Whether there is a picture, and a JPEG ends; half of one would be read as one that is grey below."""
    return end_of(data) >= 0 if data.startswith(BEGIN[:2]) else bool(data)


def why_unseen(path: Path, text: str) -> Saying | None:
    """Say that a folder or a film is not there, or that nobody may look into it; None where it is."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return Saying(text, path=path)
    except OSError as error:
        return Saying("{path} may not be looked into: {why}.", path=path, why=error.strerror)
    return None


def _look_for(path: Path, text: str) -> None:
    """Raise `CameraError` camera-missing where a folder or a film is not there or cannot be seen."""
    why = why_unseen(path, text)
    if why:
        raise CameraError("camera-missing", why)


class FolderCamera:
    """The pictures of a folder, in the order of their numbers, each once.

    Parameters
    ----------
    folder : Path
        Where the pictures lie.
    interval_s : float
        Time between two frames' time stamps; nothing waits for it.
    decode : callable
        Makes a picture of the bytes of a file.
    """

    def __init__(self, folder: Path, interval_s: float = 1.0, decode: Decode = decoded) -> None:
        self._decode = decode
        self.name, self.spec = f"folder {folder.name}", str(folder.resolve())
        self._folder = folder
        self._interval_s = interval_s
        self._files: list[Path] = []
        self._told: set[Path] = set()
        self._begun_s = 0.0
        self._number = 0

    def open(self) -> None:
        """List the pictures. Raises `CameraError` camera-missing when there is none."""
        _look_for(self._folder, "There is no folder {path}.")
        try:
            lying = list(self._folder.iterdir())
        except OSError as error:
            sentence = f"The folder {self._folder} may not be looked into: {error.strerror}."
            raise CameraError("camera-missing", sentence) from error
        self._files = sorted((path for path in lying if path.suffix.lower() in PICTURES), key=numbered)
        if not self._files:
            raise CameraError(
                "camera-missing", "There is no picture in the folder {folder}.", folder=self._folder
            )
        self._begun_s += self._number * self._interval_s
        self._number = 0

    def read(self, timeout_s: float = 2.0) -> Frame:
        """Give the next picture. One that cannot be read is passed over, and told of once.

        Raises
        ------
        CameraError
            picture-unreadable: read on; camera-missing when the folder has been taken away.
        CameraEnded
            After the last.
        """
        del timeout_s
        while self._number < len(self._files):
            path = self._files[self._number]
            self._number += 1
            image = picture_in(path, self._decode)
            if image is not None:
                return Frame(image, self._begun_s + self._number * self._interval_s, self._number)
            self._tell_of(path)
        raise CameraEnded

    def _tell_of(self, path: Path) -> None:
        _look_for(self._folder, "There is no folder {path}.")
        if path not in self._told:
            self._told.add(path)
            raise CameraError(
                "picture-unreadable", Saying("The picture {name} cannot be read.", name=path.name)
            )

    def close(self) -> None:
        """Forget the list."""
        self._files = []


class VideoCamera:
    """A video file, frame by frame, with the time stamps of the film."""

    def __init__(self, path: Path) -> None:
        self.name, self.spec = f"video {path.name}", str(path.resolve())
        self._path = path
        self._capture: cv2.VideoCapture | None = None
        self._frame_s = 1 / 25
        self._begun_s = 0.0
        self._number = 0

    def open(self) -> None:
        """Open the film. Raises `CameraError` camera-missing."""
        _look_for(self._path, "There is no video {path}.")
        self.close()
        capture = cv2.VideoCapture(str(self._path))
        if not capture.isOpened():
            capture.release()
            raise CameraError(
                "camera-missing", Saying("The video {name} cannot be played.", name=self._path.name)
            )
        self._begun_s += self._number * self._frame_s
        self._frame_s = 1 / (capture.get(cv2.CAP_PROP_FPS) or 25)
        self._capture, self._number = capture, 0

    def read(self, timeout_s: float = 2.0) -> Frame:
        """Give the next frame. Raises `CameraEnded` after the last."""
        del timeout_s
        if self._capture is None:
            raise CameraError("camera-lost", "The video is not open.")
        good, image = self._capture.read()
        if not good:
            raise CameraEnded
        self._number += 1
        return Frame(image, self._begun_s + self._number * self._frame_s, self._number)

    def close(self) -> None:
        """Close the film."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None
