"""Pictures from files: any kind that a phone or camera makes, or a clear sentence why not.

Convention: pictures are (H, W, 3) uint8 in the order blue, green, red, upright as the camera's
orientation tag says.
"""

from __future__ import annotations

import warnings
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image as Pillow
from PIL import ImageOps, UnidentifiedImageError

from vision.ports import Image

MAX_PIXELS = 51_000_000
"""What phones call 50 megapixels is up to 8192 x 6144. Reading it takes 150 MB, and up to 400 MB while it is
decoded."""

BAND_PX = 512
"""Height of the bands in which a picture is taken over, so that no second copy of all of it is made."""

MIN_SIDE_PX = 32


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
    taken from the header, so that a huge picture is refused before it fills the memory.

    Returns
    -------
    (H, W, 3) uint8
        Blue, green, red.

    Raises
    ------
    ImageError
        When it is missing, no picture, too large, too small, or cut off.
    """
    stream = BytesIO(source) if isinstance(source, bytes) else _open(Path(source))
    with stream, warnings.catch_warnings():
        # Pillow warns of large pictures; we measure them ourselves, below.
        warnings.simplefilter("ignore")
        picture = _identify(stream)
        _check_size(*picture.size)
        try:
            ImageOps.exif_transpose(picture, in_place=True)
            return _in_colour(picture)
        except (OSError, SyntaxError, ValueError, EOFError, IndexError, TypeError, ArithmeticError) as error:
            raise ImageError("image-truncated", "The picture is cut off or damaged.") from error


def _open(path: Path) -> BytesIO:
    try:
        return BytesIO(path.read_bytes())
    except FileNotFoundError as error:
        raise ImageError("image-missing", f"There is no picture {path}.") from error
    except OSError as error:
        raise ImageError("image-missing", f"The picture {path} cannot be read: {error.strerror}.") from error


def _identify(stream: BytesIO) -> Pillow.Image:
    limit, Pillow.MAX_IMAGE_PIXELS = Pillow.MAX_IMAGE_PIXELS, None
    try:
        return Pillow.open(stream)
    except UnidentifiedImageError as error:
        raise ImageError("not-an-image", "This is not a picture that I can read.") from error
    except (OSError, SyntaxError, ValueError, EOFError, IndexError, TypeError, ArithmeticError) as error:
        raise ImageError("not-an-image", "This is not a picture that I can read.") from error
    finally:
        Pillow.MAX_IMAGE_PIXELS = limit


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        size = f"{width} x {height}, {width * height / 1e6:.0f} megapixels"
        raise ImageError(
            "image-too-large", f"The picture is too large ({size}; at most {MAX_PIXELS / 1e6:.0f})."
        )
    if min(width, height) < MIN_SIDE_PX:
        raise ImageError("image-too-small", f"The picture is too small ({width} x {height} pixels).")


def _in_colour(picture: Pillow.Image) -> Image:
    """Give (H, W, 3) uint8 blue, green, red."""
    width, height = picture.size
    whitest = _whitest(picture)
    colours = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, BAND_PX):
        band = picture.crop((0, top, width, min(top + BAND_PX, height)))
        colours[top : top + BAND_PX] = _band_in_colour(band, whitest)
    return colours


def _whitest(picture: Pillow.Image) -> int:
    """Give the value that is white: in pictures of 16 and 32 bits that use no more than 8 it is 255, too."""
    if not picture.mode.startswith(("I", "F")):
        return 255
    bands = range(0, picture.size[1], BAND_PX)
    tops = (picture.crop((0, top, picture.size[0], min(top + BAND_PX, picture.size[1]))) for top in bands)
    return 65535 if np.max([np.asarray(band).max() for band in tops]) > 255 else 255


def _band_in_colour(band: Pillow.Image, whitest: int) -> Image:
    if band.mode.startswith(("I", "F")):  # 16 and 32 bit grey
        grey = np.nan_to_num(np.asarray(band, dtype=np.float64)) * (255 / whitest)
        return np.clip(grey, 0, 255).astype(np.uint8)[:, :, None]
    if band.mode in ("RGBA", "LA", "PA") or "transparency" in band.info:
        clear = band.convert("RGBA")
        band = Pillow.alpha_composite(Pillow.new("RGBA", clear.size, (255, 255, 255, 255)), clear)
    return np.asarray(band.convert("RGB"))[:, :, ::-1]
