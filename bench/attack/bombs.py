"""Pictures that unpack to far more than their files: the memory stays bounded, and others play on."""

from __future__ import annotations

import re
import struct
import threading
import time
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Final, TypeAlias

from PIL import Image

from bench.attack.outcome import Outcome
from bench.attack.stranger import Stranger

Bomb: TypeAlias = tuple[str, Callable[[], bytes]]
"""What is sent, in words, and what makes the file."""

UNIT: Final = Path(__file__).parents[2] / "systemd" / "companion.service"
AT_ONCE: Final = 6
PAUSE_S: Final = 0.1
ANSWERS: Final = (303, 400, 413, 503)
"""What a picture may be answered with: it was read, it was not, it was too large, the table was busy."""


def attack(
    port: int, session: int, bombs: Sequence[Bomb] | None = None, limit_mb: int | None = None
) -> list[Outcome]:
    """Send each bomb several times at once; measure the service meanwhile, and ask for pages as a player.

    Parameters
    ----------
    port
        Where the service listens, with a game on its table whose photographs are read.
    session
        The session that its processes belong to: the number of its first process.
    bombs
        What is sent; None: all `BOMBS`.
    limit_mb
        What the service may take; None: what its unit allows.
    """
    limit_mb = limit_mb or most_mb()
    player, answered, unserved, sizes_mb, tried = Stranger(port), [], [], [], 0
    with ThreadPoolExecutor(AT_ONCE) as phones:
        for name, make in BOMBS if bombs is None else bombs:
            bomb = make()
            sent = [phones.submit(_send, port, name, bomb) for _ in range(AT_ONCE)]
            over = False
            while not over:
                over = all(each.done() for each in sent)
                sizes_mb.append(memory_mb(session))
                status = player.get("/play").status
                unserved += [f"{name}: a player gets {status or 'no answer'}"] if status != 200 else []
                time.sleep(PAUSE_S)
            statuses = [each.result() for each in sent]
            answered += [f"{name}: {status or 'no answer'}" for status in statuses if status not in ANSWERS]
            tried += AT_ONCE
    most = max(sizes_mb)
    large = () if 0 < most < limit_mb else (f"{most} MB",)
    return [
        Outcome("a picture that unpacks to far more is answered like any other", tried, tuple(answered)),
        Outcome("a player is served meanwhile", len(sizes_mb), tuple(unserved)),
        Outcome(f"the service stays under {limit_mb} MB meanwhile ({most} MB)", len(sizes_mb), large),
    ]


def most_mb() -> int:
    """Give the memory that the unit allows the service."""
    found = re.search(r"^MemoryMax=(\d+)M$", UNIT.read_text(), re.MULTILINE)
    if found is None:
        raise ValueError(f"{UNIT.name} names no limit")
    return int(found[1])


def memory_mb(session: int) -> int:
    """Give the memory of all processes of a session; what they share counts once."""
    total_kb = 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended
            if int((process / "stat").read_text().rpartition(")")[2].split()[3]) == session:
                found = re.search(r"^Pss:\s+(\d+)", (process / "smaps_rollup").read_text(), re.MULTILINE)
                total_kb += int(found[1]) if found else 0
    return total_kb // 1024


def png(width: int, height: int, bits: int = 8, colour: int = 2) -> bytes:
    """Give a PNG of one colour, however large: it is packed line by line."""
    channels = {0: 1, 2: 3, 6: 4}[colour]
    line = b"\0" + b"\x55" * ((width * channels * bits + 7) // 8)
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(line) for _ in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _saved(kind: str) -> bytes:
    coded = BytesIO()
    options = {"WEBP": {"method": 0}, "TIFF": {"compression": "tiff_deflate"}}
    Image.new("RGB", (7000, 7000)).save(coded, kind, **options.get(kind, {}))
    return coded.getvalue()


def _lying() -> bytes:
    small = png(4, 4)
    return small.replace(small[16:24], struct.pack(">II", 2**31 - 1, 2**31 - 1))


BOMBS: Final[tuple[Bomb, ...]] = (
    ("49 megapixels", partial(png, 7000, 7000)),
    ("49 megapixels of 16 bits", partial(png, 7000, 7000, bits=16, colour=6)),
    ("900 megapixels of one bit", partial(png, 30_000, 30_000, bits=1, colour=0)),
    *((f"49 megapixels, {kind}", partial(_saved, kind)) for kind in ("GIF", "WEBP", "TIFF")),
    ("a head that lies", _lying),
    ("a GIF of 4 gigapixels", lambda: b"GIF89a" + struct.pack("<HHBBB", 65535, 65535, 0x80, 0, 0) + bytes(6)),
)
"""Small files of large pictures, and of heads that only claim to be large."""


def _send(port: int, name: str, picture: bytes) -> int:
    mark = f"mark{threading.get_ident()}"
    head = f'--{mark}\r\nContent-Disposition: form-data; name="photo"; filename="{name}.png"\r\n\r\n'
    body = head.encode() + picture + f"\r\n--{mark}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={mark}"}
    return Stranger(port, patience_s=120).ask("POST", "/camera/photo", body, headers).status
