"""What libcamera's virtual camera lacks of a Pi's, for a picamera2 that is otherwise as it comes.

It gives NV12 alone, keeps its pictures in memory that picamera2's own allocator does not know, and has no
raw stream. `tests/vm/build` puts this into the system's packages, where picamera2 imports it at its end.
"""

from __future__ import annotations

import mmap
from typing import Any

import cv2
import libcamera
from picamera2.allocators.libcameraallocator import LibcameraAllocator
from picamera2.picamera2 import Picamera2
from picamera2.request import CompletedRequest

PIXELS = {"format": "NV12"}


class Mapped:
    """The memory of one picture while somebody looks at it; all its planes lie in one piece."""

    def __init__(self, _: object, buffer: Any, __: bool) -> None:
        self._planes = buffer.planes

    def __enter__(self) -> mmap.mmap:
        length = sum(plane.length for plane in self._planes)
        self._memory = mmap.mmap(self._planes[0].fd, length, mmap.MAP_SHARED, mmap.PROT_READ)
        return self._memory

    def __exit__(self, *_: object) -> None:
        self._memory.close()


class Allocator(LibcameraAllocator):
    """Libcamera's own, which is handed the camera only when that is open."""

    def __init__(self) -> None:
        super().__init__(None)
        self.sync = Mapped


def _opened(self: Any, *words: Any, **more: Any) -> None:
    allocator = Allocator()
    _open(self, *words, allocator=allocator, **more)
    allocator.camera = self.camera


def _modes(self: Any) -> list[dict[str, Any]]:
    formats = self.camera.generate_configuration([_viewfinder]).at(0).formats
    return [
        {"format": str(pixels), "size": (size.width, size.height)}
        for pixels in formats.pixel_formats
        for size in formats.sizes(pixels)
    ]


def _configuration(self: Any, main: Any = None, lores: Any = None, **more: Any) -> Any:
    small = lores and {**lores, **PIXELS}
    return _video(self, main={**(main or {}), **PIXELS}, lores=small, **more)


def _array(self: Any, name: str) -> Any:
    """Give the large picture in the bytes that a Pi gives it in; the small one's grey comes first in both."""
    array = _raw_array(self, name)
    return cv2.cvtColor(array, cv2.COLOR_YUV2BGR_NV12) if name == "main" else array


_open, _video, _raw_array = (
    Picamera2.__init__,
    Picamera2.create_video_configuration,
    CompletedRequest.make_array,
)
_viewfinder = libcamera.StreamRole.Viewfinder
Picamera2.__init__ = _opened
Picamera2._get_raw_modes = _modes
Picamera2.create_video_configuration = _configuration
CompletedRequest.make_array = _array
