"""Small pictures that unpack to much, several at once: the table goes on, and its memory stays bounded."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image

from bench.attack.outcome import Outcome
from bench.attack.stranger import Stranger

SIDE_PX: Final = 7000
AT_ONCE: Final = 6
MORE_MB: Final = 300
"""So much more than before the table itself may take: for the picture that it is given, and the reading."""

DECODER_MB: Final = 600
"""So much a process that decodes may have, beside the table."""

TAKEN: Final = (303, 400, 413, 503)
"""Read, or refused in a sentence."""

PLAY_S: Final = 10.0
"""A page that takes longer than this keeps people from playing; a busy machine makes all slow."""


def attack(port: int, pid: int, kinds: tuple[str, ...] = ("PNG", "GIF", "WEBP", "TIFF")) -> list[Outcome]:
    """Send six pictures at once while somebody plays.

    Parameters
    ----------
    port
        Where the service listens.
    pid
        Its first process.
    kinds
        Of pictures; a round of six for each.
    """
    broken: list[str] = []
    before_mb = _most_mb(pid)
    for kind in kinds:
        done = threading.Event()
        player = threading.Thread(target=_play, args=(port, done, broken))
        player.start()
        with ThreadPoolExecutor(AT_ONCE) as phones:
            answers = list(phones.map(_send, [port] * AT_ONCE, [bomb(kind)] * AT_ONCE))
        done.set()
        player.join()
        broken += [f"{kind}: answer {status}" for status in answers if status not in TAKEN]
    for process, taken_mb in _most_mb(pid).items():
        most_mb = before_mb[process] + MORE_MB if process in before_mb else DECODER_MB
        if taken_mb > most_mb:
            broken.append(f"process {process} took {taken_mb} MB")
    return [Outcome("small pictures take no memory and stop no table", AT_ONCE * len(kinds), tuple(broken))]


def bomb(kind: str) -> bytes:
    """Give a picture of 49 megapixels in less than half a megabyte."""
    coded = BytesIO()
    options = {"PNG": {"compress_level": 9}, "WEBP": {"method": 0}, "TIFF": {"compression": "tiff_deflate"}}
    Image.new("RGB", (SIDE_PX, SIDE_PX)).save(coded, kind, **options.get(kind, {}))
    return coded.getvalue()


def _send(port: int, data: bytes) -> int:
    part = (
        b'--b\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n' + data + b"\r\n--b--\r\n"
    )
    headers = {"Content-Type": "multipart/form-data; boundary=b"}
    return Stranger(port, patience_s=120.0).ask("POST", "/camera/photo", part, headers).status


def _play(port: int, done: threading.Event, broken: list[str]) -> None:
    player = Stranger(port, patience_s=PLAY_S)
    while not done.wait(0.2):
        status = player.get("/play").status
        if status != 200:
            broken.append(f"the page of the game answered {status} meanwhile")


def _most_mb(pid: int) -> dict[int, int]:
    """Give the most memory that each process of the service has had."""
    found = {}
    for process in (pid, *_children(pid)):
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
        found[process] = int(dict(line.split(":", 1) for line in lines)["VmHWM"].split()[0]) // 1024
    return found


def _children(pid: int) -> list[int]:
    """Give all processes below one."""
    own = [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]
    return own + [below for child in own for below in _children(child)]
