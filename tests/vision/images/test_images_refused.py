"""Pictures from files that cannot be used: each is refused in a sentence, and nothing is run for it."""

from __future__ import annotations

import os
import struct
from contextlib import suppress
from pathlib import Path

import pytest
from coded_pictures import RED, coded, deep, of_bits
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import EpsImagePlugin, Image, ImageFile

from vision.images.files import MAX_BYTES
from vision.images.loading import ImageError, load_image

NOISE = coded(Image.effect_noise((200, 200), 80), "JPEG")
GOOD = coded(Image.new("RGB", (80, 64), RED), "JPEG", quality=95)


@pytest.mark.parametrize("error", [RuntimeError, NotImplementedError, struct.error, AttributeError])
def test_whatever_a_decoder_says_of_damage_is_told_in_a_sentence(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    for place, name, code in (
        (ImageFile.ImageFile, "load", "image-truncated"),
        (Image, "open", "not-an-image"),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(place, name, fail)
            with pytest.raises(ImageError) as caught:
                load_image(GOOD)
            assert caught.value.code == code


def test_only_pictures_of_cameras_are_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A drawing in PostScript would be run by Ghostscript, whatever its sender has written into it."""
    monkeypatch.setattr(EpsImagePlugin, "Ghostscript", lambda *_: pytest.fail("it was run"))
    for kind in ("EPS", "ICO", "TGA"):
        with pytest.raises(ImageError) as caught:
            load_image(coded(Image.new("RGB", (80, 64)), kind))
        assert caught.value.code == "not-an-image"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not-an-image"),
        (b"not a picture at all", "not-an-image"),
        (NOISE[: len(NOISE) * 2 // 3], "image-truncated"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "image-truncated"),
        (coded(Image.new("1", (12_000, 9_000))), "image-too-large"),
        (coded(Image.new("RGB", (8, 8))), "image-too-small"),
    ],
    ids=["empty", "text", "cut off", "HEIC without a picture", "108 megapixels", "8 pixels"],
)
def test_what_cannot_be_used_is_refused_in_a_sentence(data: bytes, code: str) -> None:
    with pytest.raises(ImageError) as caught:
        load_image(data)
    assert caught.value.code == code
    assert caught.value.sentence.endswith(".")


def test_an_empty_file_is_said_to_be() -> None:
    with pytest.raises(ImageError, match="is empty"):
        load_image(b"")


def test_a_huge_picture_is_refused_from_its_header(monkeypatch: pytest.MonkeyPatch) -> None:
    data = coded(Image.new("1", (12_000, 9_000)))
    monkeypatch.setattr(Image.Image, "load", lambda _: pytest.fail("it was decoded"))
    with pytest.raises(ImageError, match="megapixels"):
        load_image(data)


def test_deep_colours_that_are_damaged_are_refused() -> None:
    data = deep(of_bits(12, 3)[0])
    with pytest.raises(ImageError) as caught:
        load_image(data[: len(data) // 2])
    assert caught.value.code == "image-truncated"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF", "TIFF", "GIF", "BMP", "PPM"])
def test_a_picture_that_is_cut_off_is_said_to_be(kind: str) -> None:
    whole = coded(Image.effect_noise((200, 200), 80).convert("RGB"), kind)
    for part in (0.1, 0.5, 0.9):
        with pytest.raises(ImageError) as caught:
            load_image(whole[: int(len(whole) * part)])
        assert caught.value.code == "image-truncated"


def test_deep_colours_that_lie_apart_are_refused() -> None:
    """Pillow reads their values as twice as many of half the bits."""
    data = deep(of_bits(16, 3)[0], ".tif")
    apart = struct.pack("<HHIHH", 284, 3, 1, 2, 0)
    whole = struct.pack("<HHIHH", 284, 3, 1, 1, 0)
    assert whole in data
    with pytest.raises(ImageError) as caught:
        load_image(data.replace(whole, apart))
    assert caught.value.code == "not-an-image"


def test_a_missing_file_and_a_folder_are_told_apart_from_bad_pictures(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.jpg", tmp_path, "no\0name.jpg"):
        with pytest.raises(ImageError) as caught:
            load_image(path)
        assert caught.value.code == "image-missing"


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    for path in (tmp_path / "pipe.jpg", Path("/dev/zero")):
        with pytest.raises(ImageError, match="no file of a disk") as caught:
            load_image(path)
        assert caught.value.code == "image-missing"


def test_a_file_that_is_too_large_is_refused_before_it_is_read(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "large.jpg"
    path.touch()
    os.truncate(path, MAX_BYTES + 1)  # it takes no room on the disk
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("it was opened"))
    with pytest.raises(ImageError, match=r"file .* too large \(160 MB; at most 160\)") as caught:
        load_image(path)
    assert caught.value.code == "image-too-large"


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_mangled_bytes_are_a_picture_or_a_sentence(data: st.DataObject) -> None:
    mangled = bytearray(GOOD)
    for _ in range(data.draw(st.integers(1, 6))):
        mangled[data.draw(st.integers(0, len(mangled) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(mangled)))
    with suppress(ImageError):
        assert load_image(bytes(mangled[:cut])).ndim == 3
