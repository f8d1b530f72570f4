"""Makes a film in a process of its own: ``python -m companion.album.film_maker SCRIPT FILM NICE``.

VP8 in WebM, which browsers play and the encoder writes fast; where it is not to be had, an
animated WebP. Prints how much is done, in percent, a line each, and in the end the film's path.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")

import cv2
import msgspec
from PIL import Image as Pillow

from companion.album.film_frames import HEIGHT_PX, WIDTH_PX, Frame, frames_of
from companion.album.film_script import FilmScript

RATE: Final = 6
"""Frames a second."""

FADE: Final = 2
LONGEST_S: Final = 180.0
STEP_S: Final = (0.5, 1.6)
"""How long a step is shown, at least and at most."""

END_S: Final = 4.0


def main(script_path: str, film_path: str) -> None:
    """Make a film; its ending follows from what this machine can write."""
    cv2.setNumThreads(1)
    script = msgspec.json.decode(Path(script_path).read_bytes(), type=FilmScript)
    target = Path(film_path)
    part = target.with_name(f".{target.stem}.part.webm")
    writer = cv2.VideoWriter(str(part), cv2.CAP_FFMPEG, _vp8(), RATE, (WIDTH_PX, HEIGHT_PX))
    if writer.isOpened():
        for frame in _timed(_told(script), len(script.steps)):
            writer.write(frame)
        writer.release()
    else:
        target, part = target.with_suffix(".webp"), target.with_name(f".{target.stem}.part.webp")
        _write_webp(part, _told(script), len(script.steps))
    part.replace(target)
    print(target, flush=True)  # noqa: T201 - whoever started it reads this


def _vp8() -> int:
    return int(cv2.VideoWriter.fourcc(*"VP80"))


def _told(script: FilmScript) -> Iterator[Frame]:
    """Give the frames, and say how much is done."""
    for done, frame in enumerate(frames_of(script), 1):
        yield frame
        print(100 * done // (len(script.steps) + 1), flush=True)  # noqa: T201


def _shown_s(steps: int) -> float:
    return max(STEP_S[0], min(STEP_S[1], LONGEST_S / max(1, steps)))


def _timed(frames: Iterator[Frame], steps: int) -> Iterator[Frame]:
    """Show every frame for its time, and fade into the next one."""
    before: Frame | None = None
    hold = round(RATE * _shown_s(steps)) - FADE
    for frame in frames:
        if before is not None:
            for part in range(1, FADE + 1):
                yield cv2.addWeighted(frame, part / (FADE + 1), before, 1 - part / (FADE + 1), 0)
        for _ in range(max(1, hold)):
            yield frame
        before = frame
    for _ in range(round(RATE * END_S) if before is not None else 0):
        yield before


def _write_webp(path: Path, frames: Iterator[Frame], steps: int) -> None:
    pictures = (Pillow.fromarray(frame[..., ::-1]) for frame in frames)
    first = next(pictures)
    milliseconds: Any = [round(1000 * _shown_s(steps))] * steps + [round(1000 * END_S)]
    first.save(
        path, "WEBP", save_all=True, append_images=chain(pictures), duration=milliseconds, loop=0, quality=50
    )


if __name__ == "__main__":
    with contextlib.suppress(OSError):
        os.nice(int(sys.argv[3]))
    main(sys.argv[1], sys.argv[2])
