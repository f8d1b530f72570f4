"""Pictures that are decoded in a process of their own: it is bounded, may die, and is begun again."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pytest
from coded_pictures import RED, coded
from PIL import Image
from sweeps import slow

from vision.images import process as image_process
from vision.images.loading import ImageError, load_image
from vision.images.process import PictureProcess
from vision.images.worker import MOST_MEMORY_BYTES

GOOD = coded(Image.new("RGB", (80, 64), RED), "JPEG", quality=95)


@pytest.fixture
def process():
    made = PictureProcess()
    yield made
    made.close()


def memory_mb(pid: int, key: str = "VmHWM") -> int:
    """The most memory that a process has had."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(dict(line.split(":", 1) for line in lines)[key].split()[0]) // 1024


def test_a_picture_comes_as_it_does_within_the_process(process: PictureProcess, tmp_path: Path) -> None:
    noise = coded(Image.effect_noise((300, 200), 80).convert("RGB"))
    path = tmp_path / "a.png"
    path.write_bytes(noise)
    for source in (noise, path, str(path)):
        read = process.load(source)
        assert np.array_equal(read, load_image(noise))
        assert read.flags.writeable


def test_refusals_are_the_same_and_the_worker_goes_on(process: PictureProcess, tmp_path: Path) -> None:
    process.load(GOOD)
    worker = process._worker
    for bad in (b"", b"no picture", GOOD[: len(GOOD) // 2], tmp_path / "nowhere.jpg"):
        errors = []
        for load in (process.load, load_image):
            with pytest.raises(ImageError) as caught:
                load(bad)
            errors.append((caught.value.code, caught.value.sentence))
        assert errors[0] == errors[1]
    assert process.load(GOOD).shape == (64, 80, 3)
    assert process._worker is worker


BOMBS = {
    "png": (7000, {"compress_level": 9}),
    "gif": (5100, {}),
    "webp": (5100, {"method": 0}),
    "tiff": (5100, {"compression": "tiff_lzw"}),
}
"""Kind -> the side of a picture, and how it is packed."""


def bomb(kind: str) -> bytes:
    side, options = BOMBS[kind]
    return coded(Image.new("RGB", (side, side), RED), kind, **options)


@pytest.mark.whole
@pytest.mark.parametrize("kinds", [("png", "png"), *slow((("png", "gif", "webp", "tiff", "png", "png"),))])
def test_small_files_that_unpack_to_much_take_no_memory_here_and_bounded_memory_there(
    process: PictureProcess, kinds: tuple[str, ...]
) -> None:
    sent = {kind: bomb(kind) for kind in {*kinds}}
    assert max(map(len, sent.values())) < 2_000_000
    process.load(GOOD)
    before_mb = memory_mb(os.getpid(), "VmRSS")
    with ThreadPoolExecutor(6) as phones:
        read = list(phones.map(lambda kind: process.load(sent[kind]).shape, kinds))
    assert read == [(BOMBS[kind][0] // 2, BOMBS[kind][0] // 2, 3) for kind in kinds]
    assert memory_mb(process._worker.pid) < MOST_MEMORY_BYTES / 1e6
    assert memory_mb(os.getpid(), "VmRSS") - before_mb < 150, "one picture of 12 megapixels, and room"


@pytest.mark.whole
@pytest.mark.parametrize(
    ("size_px", "options", "read_px"),
    [
        ((9248, 6936), {}, (4624, 3468)),
        pytest.param((12_000, 9000), {}, (3000, 2250), marks=pytest.mark.slow),
        pytest.param((12_000, 9000), {"progressive": True}, (3000, 2250), marks=pytest.mark.slow),
        ((16_000, 3625), {}, (8000, 1813)),
        pytest.param((16_320, 12_240), {}, (4080, 3060), marks=pytest.mark.slow),
    ],
    ids=["64 megapixels", "108", "108 progressive", "panorama of 58", "200"],
)
def test_large_jpegs_are_read_smaller(process: PictureProcess, size_px, options, read_px) -> None:
    width, height = size_px
    half = Image.new("RGB", size_px, RED)
    half.paste((255, 255, 255), (0, 0, width // 2, height))
    read = process.load(coded(half, "JPEG", **options))
    assert read.shape == (read_px[1], read_px[0], 3)
    assert read[10, 10].tolist() == [255] * 3
    assert np.abs(read[-10, -10].astype(int) - np.array(RED[::-1])).max() <= 3
    assert memory_mb(process._worker.pid) < MOST_MEMORY_BYTES / 1e6


def test_a_progressive_jpeg_that_takes_too_much_is_refused_before_it_is_decoded() -> None:
    head = coded(Image.new("RGB", (64, 64)), "JPEG", progressive=True, subsampling=0)
    at = head.index(b"\xff\xc2")
    huge = head[: at + 5] + (9000).to_bytes(2, "big") + (12_000).to_bytes(2, "big") + head[at + 9 :]
    with pytest.raises(ImageError, match="progressive") as caught:
        load_image(huge)
    assert caught.value.code == "image-too-large"


@pytest.mark.whole
def test_a_picture_that_takes_more_memory_than_there_is_is_refused_and_the_next_is_read(
    process: PictureProcess, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A worker with little memory stands for a picture that takes very much."""
    with_less(monkeypatch, tmp_path, "MOST_MEMORY_BYTES = 200_000_000")
    with pytest.raises(ImageError) as caught:
        process.load(coded(Image.new("RGB", (6000, 6000), RED)))
    assert (caught.value.code, "memory" in caught.value.sentence) == ("image-too-costly", True)
    assert process.load(GOOD).shape == (64, 80, 3)


def with_less(monkeypatch: pytest.MonkeyPatch, folder: Path, line: str) -> None:
    """Have workers begun with another value of a constant."""
    code = f"from vision.images import worker as image_worker\nimage_worker.{line}\nimage_worker.main()\n"
    (folder / "worker.py").write_text(code)
    real = image_process.subprocess.Popen

    def begun(command, **options):
        return real([command[0], str(folder / "worker.py")], **options)

    monkeypatch.setattr(image_process.subprocess, "Popen", begun)


def test_a_picture_that_takes_too_long_is_refused_and_the_next_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    slow = PictureProcess(longest_s=3.0)
    monkeypatch.setattr(image_process, "_exchange", stopped(image_process._exchange))
    with pytest.raises(ImageError, match="too long") as caught:
        slow.load(GOOD)
    assert caught.value.code == "image-too-costly"
    monkeypatch.undo()
    slow._longest_s = 60.0
    assert slow.load(GOOD).shape == (64, 80, 3)
    slow.close()


def stopped(exchange):
    """Have the worker stand still before it is asked."""

    def asked(worker, data):
        os.kill(worker.pid, signal.SIGSTOP)
        return exchange(worker, data)

    return asked


def test_a_worker_that_dies_over_a_picture_costs_that_picture_alone(
    process: PictureProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, died = image_process._exchange, []

    def dying(worker, data):
        if data == GOOD:
            os.kill(worker.pid, signal.SIGSEGV)
            worker.wait()
            died.append(worker.pid)
        return real(worker, data)

    monkeypatch.setattr(image_process, "_exchange", dying)
    other = coded(Image.new("RGB", (40, 40)))
    assert process.load(other).shape == (40, 40, 3)
    with pytest.raises(ImageError) as caught:
        process.load(GOOD)
    assert caught.value.code == "image-failed"
    assert len(set(died)) == 2, "one that had rested may have gone for another reason"
    assert process.load(other).shape == (40, 40, 3)


def test_a_worker_that_has_gone_home_is_begun_again(
    process: PictureProcess, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with_less(monkeypatch, tmp_path, "IDLE_S = 0.2")
    process.load(GOOD)
    first = process._worker
    ends_s = time.monotonic() + 30
    while first.poll() is None and time.monotonic() < ends_s:
        time.sleep(0.02)
    assert first.returncode == 0, "it takes no memory of a table that is sent no photographs"
    assert process.load(GOOD).shape == (64, 80, 3)
    assert process._worker.pid != first.pid


def test_what_lies_in_the_current_folder_is_not_run(
    process: PictureProcess, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "vision").mkdir()
    (tmp_path / "vision" / "__init__.py").write_text("raise SystemExit")
    monkeypatch.chdir(tmp_path)
    assert process.load(GOOD).shape == (64, 80, 3)


def test_a_worker_cannot_write_files() -> None:
    process = PictureProcess()
    process.load(GOOD)
    limits = Path(f"/proc/{process._worker.pid}/limits").read_text()
    process.close()
    rows = {line[:26].strip(): line[26:].split()[:2] for line in limits.splitlines()}
    assert rows["Max file size"] == ["0", "0"]
    assert rows["Max data size"] == [str(MOST_MEMORY_BYTES)] * 2


def test_jpegs_of_cameras_are_read_by_the_worker_as_opencv_reads_them(process: PictureProcess) -> None:
    noise = cv2.GaussianBlur(np.random.default_rng(1).integers(0, 256, (200, 300, 3), np.uint8), (0, 0), 3)
    data = cv2.imencode(".jpg", noise)[1].tobytes()
    read = process.load(data)
    assert np.abs(read.astype(int) - cv2.imdecode(np.frombuffer(data, np.uint8), 1)).max() <= 3
