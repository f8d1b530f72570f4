"""A camera in the network by HTTP: a still picture that is asked for again and again, or motion JPEG."""

from __future__ import annotations

import http.client
import select
import time
from contextlib import suppress
from typing import Any, Final

from hw.camera import CameraError, Frame, now_s
from hw.jpeg import BEGIN, end_of, size_px
from hw.means import Means
from hw.net.address import CameraAddress
from hw.net.asking import answer_of
from hw.picture import decoded

PAUSE_S: Final = 0.5
"""Between a still picture and the next request: a hand is seen, and a small camera keeps up."""

PICTURE_S: Final = 8.0
"""One picture may take so long, however it drips."""

MOST_BYTES: Final = 30_000_000
MOST_PIXELS: Final = 25_000_000
UNSAID: Final = "application/octet-stream"
"""What comes where a camera does not say what it sends."""

STREAMS: Final = ("video/x-motion-jpeg", "video/x-mjpeg", "video/mjpeg")
"""Names that some cameras have for motion JPEG."""

AT_ONCE: Final = 65_536
NEWEST_OF: Final = 30
"""So many pictures of a stream are passed over at most for a newer one that has come already."""

LOST: Final = "The network camera gives no pictures any more. Is it plugged in?"


class HttpCamera:
    """A camera in the network.

    Parameters
    ----------
    address : CameraAddress
        Of a still picture or of motion JPEG; what comes tells which.
    means : Means
        Where it may lead, and who decodes a still picture.
    """

    def __init__(self, address: CameraAddress, means: Means) -> None:
        self.name, self.spec = "network camera", address.text
        self._address, self._means = address, means
        self._answer: http.client.HTTPResponse | None = None
        self._stream: _Stream | None = None
        self._still: bytes | None = None
        self._next_s = 0.0
        self._number = 0

    def open(self) -> None:
        """Ask for the first picture.

        Raises
        ------
        CameraError
            camera-missing, camera-refuses, camera-out-of-reach.
        """
        self.close()
        self._answer = answer = answer_of(self._address, self._means.reach)
        self._number = 0
        kind = answer.headers.get_content_type() if "Content-Type" in answer.headers else UNSAID
        if kind.startswith("multipart/") or kind in STREAMS:
            self._stream = _Stream(answer)
        elif kind.startswith("image/") or kind == UNSAID:
            self._still = _body(answer)
            self._next_s = now_s()
        else:
            self.close()
            raise CameraError("camera-refuses", "The network camera sends no picture, but {kind}.", kind=kind)

    def read(self, timeout_s: float = 2.0) -> Frame:
        """Give the next picture; a still one is asked for after a pause. Raises `CameraError` camera-lost."""
        del timeout_s
        image = self._streamed() if self._stream is not None else self._asked_again()
        self._number += 1
        return Frame(image, now_s(), self._number)

    def _streamed(self) -> Any:
        if self._stream is None:
            raise _lost()
        data = self._stream.newest()
        width_px, height_px = size_px(data)
        image = decoded(data) if 0 < width_px * height_px <= MOST_PIXELS else None
        if image is None:
            raise _lost()
        return image

    def _asked_again(self) -> Any:
        if self._answer is None:
            raise CameraError("camera-lost", "The network camera is not open.")
        data, self._still = self._still, None
        if data is None:
            time.sleep(max(0.0, self._next_s - now_s()))
            try:
                self._answer = answer_of(self._address, self._means.reach)
            except CameraError as error:
                raise _lost() if error.code == "camera-missing" else error from error
            data = _body(self._answer)
        self._next_s = now_s() + PAUSE_S
        image = self._means.decode(data)
        if image is None:
            raise CameraError("camera-refuses", "What the network camera sends is no picture.")
        return image

    def close(self) -> None:
        """Let the connection go."""
        answer, self._answer, self._stream, self._still = self._answer, None, None, None
        if answer is not None:
            with suppress(OSError):
                answer.close()


def _lost() -> CameraError:
    return CameraError("camera-lost", LOST)


def _body(answer: http.client.HTTPResponse) -> bytes:
    """Read a still picture. Raises `CameraError` camera-lost where it is cut off, too large or too slow."""
    ends_s, data = now_s() + PICTURE_S, bytearray()
    try:
        while part := answer.read1(AT_ONCE):
            data += part
            if len(data) > MOST_BYTES or now_s() > ends_s:
                raise _lost()
    except (OSError, http.client.HTTPException) as error:
        raise _lost() from error
    finally:
        answer.close()
    if answer.length:  # the connection ended before the picture
        raise _lost()
    return bytes(data)


class _Stream:
    """The pictures of a motion JPEG stream, found by their own beginnings and ends.

    What stands between them differs from camera to camera, and is not needed.
    """

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self._answer, self._data = answer, bytearray()

    def newest(self) -> bytes:
        """Give the newest picture that has come, waiting for one. Raises `CameraError` camera-lost."""
        ends_s, newest = now_s() + PICTURE_S, b""
        for _ in range(NEWEST_OF):
            while not (picture := self._next()):
                if newest and not self._has_more():
                    return newest
                if now_s() > ends_s or len(self._data) > MOST_BYTES or not self._take():
                    if newest:
                        return newest
                    raise _lost()
            newest = picture
        return newest

    def _next(self) -> bytes:
        """Take the next whole picture out of what has come; nothing where there is none."""
        begin = self._data.find(BEGIN)
        if begin < 0:
            del self._data[: -len(BEGIN)]
            return b""
        end = end_of(self._data, begin)
        if end < 0:
            del self._data[:begin]
            return b""
        picture = bytes(self._data[begin:end])
        del self._data[:end]
        return picture

    def _has_more(self) -> bool:
        if self._answer.isclosed():  # the camera has ended the stream: there is nothing to wait on
            return False
        return bool(select.select([self._answer], [], [], 0)[0])

    def _take(self) -> bool:
        """Wait for more, as long as `PATIENCE_S` of `hw.net.asking`; False where none comes any more."""
        try:
            part = self._answer.read1(AT_ONCE)
        except (OSError, http.client.HTTPException):
            return False
        self._data += part
        return bool(part)
