"""The process that decodes pictures for another one: ``python -m vision.images.worker``.

It reads requests from standard input and answers each on standard output (`Answer`), under a limit of memory
that it cannot lift. It ends when nobody has asked for `IDLE_S`, and when its input ends.
"""

from __future__ import annotations

import os
import resource
import select
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

IDLE_S: Final = 60.0
"""A worker takes some 60 MB of a table's memory while it waits."""

MOST_MEMORY_BYTES: Final = 560_000_000
"""Of data. The largest pictures that are read take up to 510 MB, libraries included."""

LENGTH_BYTES: Final = 8
"""A request is the length of a file in so many bytes, then the file. An answer is the length of an `Answer`,
the `Answer` as JSON, then the pixels."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The shape (H, W, 3) of a picture whose pixels follow, or the code and the sentence of an error."""

    shape: tuple[int, int, int] | None = None
    code: str = ""
    sentence: str = ""


TOO_COSTLY: Final = Answer(
    code="image-too-costly",
    sentence="The picture takes more memory than there is for one. Make it smaller, or send it as a JPEG.",
)


def main() -> None:
    """Decode pictures until nobody wants any more."""
    _limit()
    from vision.images.loading import ImageError, load_image  # under the limits, as all that it loads

    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    while select.select([requests], [], [], IDLE_S)[0]:
        length = requests.read(LENGTH_BYTES)
        if len(length) < LENGTH_BYTES:
            return
        try:
            image = load_image(requests.read(int.from_bytes(length, "big")))
        except ImageError as error:
            _send(answers, Answer(code=error.code, sentence=error.sentence))
        except MemoryError:
            _send(answers, TOO_COSTLY)
        else:
            height, width, _ = image.shape
            _send(answers, Answer((height, width, 3)), image.data)
            del image


def _limit() -> None:
    """Limit the memory, write no files, and let the system end this process first when memory is short."""
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY_BYTES, MOST_MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(OSError):
        Path(f"/proc/{os.getpid()}/oom_score_adj").write_text("1000")


def _send(answers: BinaryIO, answer: Answer, pixels: memoryview | bytes = b"") -> None:
    told = msgspec.json.encode(answer)
    answers.write(len(told).to_bytes(LENGTH_BYTES, "big"))
    answers.write(told)
    answers.write(pixels)
    answers.flush()


if __name__ == "__main__":
    main()
