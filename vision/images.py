"""Pictures from files: any kind that a phone or camera makes, or a clear sentence why not.

Convention: pictures are (H, W, 3) uint8 in the order blue, green, red, upright as the camera's
orientation tag says.
"""

from __future__ import annotations

import stat
import warnings
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final

import cv2
import numpy as np
from PIL import Image as Pillow

from vision.image_bits import are_of_few_bits, has_deep_colours, opacity_in, white_of, with_all_bits
from vision.ports import Floats, Image

MAX_PIXELS = 51_000_000
"""What phones call 50 megapixels is up to 8192 x 6144."""

MAX_BYTES = 160_000_000
"""That many pixels with nothing packed, at three bytes each. Photographs of phones have up to 30 MB."""

BAND_PX = 512
"""Height of the bands in which a picture is taken over, so that no second copy of all of it is made."""

MIN_SIDE_PX = 32

LONG_PX, SHORT_PX = 4000, 1000
"""A picture is taken over so many whole times smaller that its sides keep at least this. Nothing that reads
uses as much: markers are searched at 2,000 px and dice at 2,048."""

MAX_COSTLY_PIXELS = 25_000_000
"""Colours of 10, 12 or 14 bits, whole, take 12 bytes a pixel, and animations in WebP 16. Above this the
former come at half their size, and the latter are refused."""

FORMATS: Final = ("JPEG", "MPO", "PNG", "WEBP", "BMP", "TIFF", "GIF", "AVIF", "PPM")
"""What phones, cameras and programs for pictures give. Pillow knows more, and runs programs for some."""

HEIC_BRANDS: Final = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")

ORIENTATION: Final = 0x0112
LIES: Final = 5
"""From this orientation on the picture is stored lying: its rows are columns."""
BOTTOM_FIRST: Final = (3, 4, 6, 7)
RIGHT_FIRST: Final = (2, 3, 7, 8)
"""Orientations whose stored rows, or columns, run backwards."""


class ImageError(Exception):
    """A picture cannot be used; ``code`` is stable, ``sentence`` is for the player.

    Codes: image-missing, not-an-image, image-too-large, image-too-small, image-truncated.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


def load_image(source: Path | str | bytes) -> Image:
    """Read a picture from a file or from its bytes.

    Grey, 16 bit, palette and transparent pictures become 8 bit colour on white. The size is
    taken from the header, so that a huge picture is refused before it fills the memory. One of
    twice `LONG_PX` or more comes at half its size or less: boxes are told in what it comes as.

    Returns
    -------
    (H, W, 3) uint8
        Blue, green, red.

    Raises
    ------
    ImageError
        When it is missing, no picture, too large, too small, or cut off.
    """
    if isinstance(source, bytes):
        _check_weight(len(source))
    stream = BytesIO(source) if isinstance(source, bytes) else _open(Path(source))
    with stream, warnings.catch_warnings():
        # Pillow warns of large pictures; we measure them ourselves, below.
        warnings.simplefilter("ignore")
        picture = _identify(stream)
        _check_size(*picture.size)
        _check_animation(picture)
        try:
            return _read(picture, stream)
        except Exception as error:
            # Each decoder has errors of its own for what is damaged.
            raise ImageError("image-truncated", "The picture is cut off or damaged.") from error


def _read(picture: Pillow.Image, stream: BinaryIO) -> Image:
    if picture.format == "WEBP" and not _is_animated_webp(picture):
        return _read_webp(picture, stream)
    pixels = picture.size[0] * picture.size[1]
    times = _times_smaller(picture.size)
    deep = has_deep_colours(picture)
    # JPEG is decoded smaller at once, in a fraction of the memory; for other kinds this does nothing.
    picture.draft(None, (picture.size[0] // times, picture.size[1] // times))
    picture.load()
    orientation = _orientation(picture)
    if not deep or not are_of_few_bits(picture):
        return _in_colour(picture, orientation)
    opacity, coded = opacity_in(picture), _coded(stream)
    picture.close()  # it would lie in the memory beside the other
    return _in_colour(with_all_bits(coded, opacity, halved=pixels > MAX_COSTLY_PIXELS), orientation)


def _read_webp(picture: Pillow.Image, stream: BinaryIO) -> Image:
    """Read with OpenCV: Pillow takes each for an animation, and keeps four copies of 4 bytes a pixel."""
    orientation, coded = _orientation(picture), _coded(stream)
    picture.close()
    decoded = cv2.imdecode(coded, cv2.IMREAD_UNCHANGED)
    if decoded is None:
        raise ValueError("OpenCV cannot decode it")
    return _in_colour(decoded, orientation)


def _coded(stream: BinaryIO) -> Image:
    stream.seek(0)
    return np.frombuffer(stream.read(), np.uint8)


def _open(path: Path) -> BinaryIO:
    try:
        status = path.stat()
        if stat.S_ISREG(status.st_mode):
            _check_weight(status.st_size)
            return path.open("rb")
        # A pipe would be waited for, and a device never ends.
        kind = "a folder" if stat.S_ISDIR(status.st_mode) else "no file of a disk"
        raise ImageError("image-missing", f"The picture {path} cannot be read: it is {kind}.")
    except FileNotFoundError as error:
        raise ImageError("image-missing", f"There is no picture {path}.") from error
    except OSError as error:
        raise ImageError("image-missing", f"The picture {path} cannot be read: {error.strerror}.") from error


def _check_weight(size_bytes: int) -> None:
    if size_bytes > MAX_BYTES:
        size = f"{size_bytes / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f}"
        raise ImageError("image-too-large", f"The file of the picture is too large ({size}).")


def _identify(stream: BinaryIO) -> Pillow.Image:
    limit, Pillow.MAX_IMAGE_PIXELS = Pillow.MAX_IMAGE_PIXELS, None
    try:
        Pillow.init()
        return Pillow.open(stream, formats=[name for name in FORMATS if name in Pillow.OPEN])
    except Exception as error:
        raise ImageError("not-an-image", _what_it_is(stream)) from error
    finally:
        Pillow.MAX_IMAGE_PIXELS = limit


def _what_it_is(stream: BinaryIO) -> str:
    """Say why a file is no picture for us."""
    try:
        stream.seek(0)
        head = stream.read(12)
    except (OSError, ValueError):
        head = b""
    if head[4:8] == b"ftyp" and head[8:12] in HEIC_BRANDS:
        return "This is a HEIC picture, which I cannot read. Send it as a JPEG."
    return "This is not a picture that I can read."


def _orientation(picture: Pillow.Image) -> int:
    """Give the camera's orientation tag, 1 (upright) to 8, whatever the other tags hold."""
    try:
        tag = picture.getexif().get(ORIENTATION, 1)
    except Exception:  # noqa: BLE001 - tags that cannot be read must not lose the photograph
        return 1
    return int(tag) if tag in range(1, 9) else 1


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        size = f"{width} x {height}, {width * height / 1e6:.0f} megapixels"
        raise ImageError(
            "image-too-large", f"The picture is too large ({size}; at most {MAX_PIXELS / 1e6:.0f})."
        )
    if min(width, height) < MIN_SIDE_PX:
        raise ImageError("image-too-small", f"The picture is too small ({width} x {height} pixels).")


def _check_animation(picture: Pillow.Image) -> None:
    megapixels = picture.size[0] * picture.size[1] / 1e6
    if _is_animated_webp(picture) and megapixels > MAX_COSTLY_PIXELS / 1e6:
        size = f"{megapixels:.0f} megapixels; at most {MAX_COSTLY_PIXELS / 1e6:.0f}"
        raise ImageError("image-too-large", f"The animation is too large ({size}). Send a single picture.")


def _is_animated_webp(picture: Pillow.Image) -> bool:
    return picture.format == "WEBP" and bool(getattr(picture, "is_animated", False))


def _times_smaller(size: tuple[int, int]) -> int:
    return max(1, min(max(size) // LONG_PX, min(size) // SHORT_PX))


def _in_colour(decoded: Pillow.Image | Image, orientation: int) -> Image:
    """Give (H, W, 3) uint8 blue, green, red, upright, smaller where it is very large."""
    size = decoded.size if isinstance(decoded, Pillow.Image) else (decoded.shape[1], decoded.shape[0])
    times = _times_smaller(size)
    width, height = size[0] // times, size[1] // times
    whitest = _whitest(decoded)
    colours = np.empty((width, height, 3) if orientation >= LIES else (height, width, 3), np.uint8)
    stored = _as_stored(colours, orientation)
    for top in range(0, height, BAND_PX):
        bottom = min(top + BAND_PX, height)
        band = _part(decoded, (0, top * times, width * times, bottom * times))
        stored[top:bottom] = _smaller(_band_in_colour(band, whitest), times)
    return colours


def _part(decoded: Pillow.Image | Image, box: tuple[int, int, int, int]) -> Pillow.Image:
    """Give the part between left, top, right and bottom of what Pillow or OpenCV has decoded."""
    if isinstance(decoded, Pillow.Image):
        return decoded.crop(box)
    left, top, right, bottom = box
    turned = cv2.COLOR_BGRA2RGBA if decoded.shape[2] == 4 else cv2.COLOR_BGR2RGB
    return Pillow.fromarray(cv2.cvtColor(decoded[top:bottom, left:right], turned))


def _smaller(band: Image, times: int) -> Image:
    if times == 1:
        return band
    height, width = band.shape[:2]
    small = cv2.resize(band, (width // times, height // times), interpolation=cv2.INTER_AREA)
    return small.reshape(height // times, width // times, -1)


def _as_stored(upright: Image, orientation: int) -> Image:
    """Give a view of an upright picture in which it lies as the camera has stored it."""
    if orientation >= LIES:
        upright = upright.swapaxes(0, 1)
    rows = -1 if orientation in BOTTOM_FIRST else 1
    columns = -1 if orientation in RIGHT_FIRST else 1
    return upright[::rows, ::columns]


def _whitest(decoded: Pillow.Image | Image) -> float:
    """Give the value that is white."""
    if not isinstance(decoded, Pillow.Image) or not decoded.mode.startswith(("I", "F")):
        return 255
    width, height = decoded.size
    bands = (
        _numbers(decoded.crop((0, top, width, min(top + BAND_PX, height))))
        for top in range(0, height, BAND_PX)
    )
    return white_of(bands, width * height, fractions=decoded.mode.startswith("F"))


def _numbers(band: Pillow.Image) -> Floats:
    """Give (H, W) values; what is no number, or endless, is black."""
    return np.nan_to_num(np.asarray(band, dtype=np.float64), nan=0, posinf=0, neginf=0)


def _band_in_colour(band: Pillow.Image, whitest: float) -> Image:
    if band.mode.startswith(("I", "F")):  # 16 and 32 bit grey
        grey = _numbers(band) * (255 / whitest)
        return np.clip(grey, 0, 255).astype(np.uint8)[:, :, None]
    if band.mode in ("RGBA", "LA", "PA") or "transparency" in band.info:
        clear = band.convert("RGBA")
        band = Pillow.alpha_composite(Pillow.new("RGBA", clear.size, (255, 255, 255, 255)), clear)
    return np.asarray(band.convert("RGB"))[:, :, ::-1]
