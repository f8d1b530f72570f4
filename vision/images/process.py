"""Reads pictures that people hand in, each decoded in a process of its own with limits on memory and time.

A file of 0.4 MB can unpack to gigabytes, and decoders have bugs. Whatever a picture does to that process, the
caller gets a sentence and goes on.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
from contextlib import closing, suppress
from io import BufferedReader
from pathlib import Path
from typing import Final, cast

import msgspec
import numpy as np

import vision
from vision.images.files import ImageError, opened
from vision.images.worker import LENGTH_BYTES, Answer
from vision.ports import Image

LONGEST_S: Final = 30.0
"""The largest ones, HEIC pictures of 48 megapixels, take 14 s where two cores have ten other things to do."""

MOST_ANSWER_BYTES: Final = 10_000
MOST_SHOWN_BYTES: Final = 200_000_000
"""Of an answer and of its pixels; a worker that says more is not to be believed."""

ROOT: Final = Path(vision.__file__).resolve().parent.parent
ONE_THREAD: Final = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""Each thread's stack counts as memory of the process."""

TOO_SLOW: Final = "The picture takes too long to be decoded. Make it smaller, or send it as a JPEG."
FAILED: Final = "Decoding this picture failed. Save it anew as a JPEG, and send that."


class _WorkerGone(Exception):
    """The worker has ended before it answered."""


class PictureProcess:
    """Decodes pictures one at a time in a worker, which is begun when it is needed, and again after it ended.

    It may be asked from several threads.

    Parameters
    ----------
    longest_s
        So long one picture may take.
    """

    def __init__(self, longest_s: float = LONGEST_S) -> None:
        self._longest_s = longest_s
        self._turn = threading.Lock()
        self._worker: subprocess.Popen[bytes] | None = None

    def load(self, source: Path | str | bytes) -> Image:
        """Read a picture from a file or from its bytes, as `vision.images.loading.load_image` does.

        Returns
        -------
        (H, W, 3) uint8
            Blue, green, red.

        Raises
        ------
        ImageError
            As there, and image-too-costly or image-failed.
        """
        with closing(opened(source)) as stream:
            data = source if isinstance(source, bytes) else stream.read()
        with self._turn:
            return self._decoded(data)

    def close(self) -> None:
        """End the worker; the next picture begins another."""
        with self._turn:
            self._end()

    def _decoded(self, data: bytes) -> Image:
        rested = self._worker is not None
        try:
            return self._asked(data)
        except _WorkerGone:
            # One that had rested may have ended for want of work, just as it was asked.
            if not rested:
                raise ImageError("image-failed", FAILED) from None
        try:
            return self._asked(data)
        except _WorkerGone:
            raise ImageError("image-failed", FAILED) from None

    def _asked(self, data: bytes) -> Image:
        """Have the worker decode a picture; it is ended when that takes too long."""
        worker = self._worker = self._worker or self._begun()
        late = threading.Event()

        def end() -> None:
            late.set()
            worker.kill()

        timer = threading.Timer(self._longest_s, end)
        timer.daemon = True
        timer.start()
        try:
            return _exchange(worker, data)
        except (OSError, ValueError, msgspec.MsgspecError) as error:
            self._end()
            if late.is_set():
                raise ImageError("image-too-costly", TOO_SLOW) from error
            raise _WorkerGone from error
        finally:
            timer.cancel()

    @staticmethod
    def _begun() -> subprocess.Popen[bytes]:
        environment = {**os.environ, **ONE_THREAD, "PYTHONPATH": str(ROOT)}
        environment.pop("NOTIFY_SOCKET", None)  # only the table speaks to systemd
        return subprocess.Popen(
            # -P: what lies in the folder where somebody calls us is not imported.
            [sys.executable, "-P", "-m", "vision.images.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )

    def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is None:
            return
        worker.kill()
        for pipe in (worker.stdin, worker.stdout):
            if pipe is not None:
                with suppress(OSError):  # what it did not take any more cannot be flushed
                    pipe.close()
        worker.wait()


def _exchange(worker: subprocess.Popen[bytes], data: bytes) -> Image:
    """Send a picture and take the answer.

    Raises `ImageError`; OSError or ValueError where no whole answer comes.
    """
    if worker.stdin is None or worker.stdout is None:
        raise ValueError("the worker has no pipes")
    worker.stdin.write(len(data).to_bytes(LENGTH_BYTES, "big"))
    worker.stdin.write(data)
    worker.stdin.flush()
    answers = cast("BufferedReader", worker.stdout)
    length = int.from_bytes(_whole(answers, LENGTH_BYTES), "big")
    if length > MOST_ANSWER_BYTES:
        raise ValueError("an answer is shorter")
    answer = msgspec.json.decode(_whole(answers, length), type=Answer)
    if answer.shape is None:
        raise ImageError(answer.code, answer.sentence)
    if min(answer.shape) < 1 or int(np.prod(answer.shape, dtype=np.int64)) > MOST_SHOWN_BYTES:
        raise ValueError("no picture is like that")
    image = np.empty(answer.shape, np.uint8)
    if answers.readinto(image.data.cast("B")) < image.size:
        raise ValueError("the picture is cut off")
    return image


def _whole(pipe: BufferedReader, length: int) -> bytes:
    data = pipe.read(length)
    if len(data) < length:
        raise ValueError("the answer is cut off")
    return data


_PROCESS: Final = PictureProcess()


def load_apart(source: Path | str | bytes) -> Image:
    """Read a picture by the one worker of this process; see `PictureProcess.load`."""
    return _PROCESS.load(source)


atexit.register(_PROCESS.close)
