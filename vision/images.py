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

MAX_PIXELS = 50_000_000
"""As much as the largest phone cameras give; decoding takes 150 MB."""

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
            upright = ImageOps.exif_transpose(picture)
            colours = _in_colour(upright)
        except (OSError, SyntaxError, ValueError, EOFError, IndexError, TypeError, ArithmeticError) as error:
            raise ImageError("image-truncated", "The picture is cut off or damaged.") from error
    return np.ascontiguousarray(colours[:, :, ::-1])


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
        raise ImageError("image-too-large", f"The picture is too large ({size}; at most 50).")
    if min(width, height) < MIN_SIDE_PX:
        raise ImageError("image-too-small", f"The picture is too small ({width} x {height} pixels).")


def _in_colour(picture: Pillow.Image) -> np.ndarray:
    """Give (H, W, 3) uint8 red, green, blue."""
    if picture.mode.startswith(("I", "F")):  # 16 and 32 bit grey
        grey = np.asarray(picture, dtype=np.float64)
        scale = 255 / 65535 if grey.max() > 255 else 1.0
        grey8 = np.clip(np.nan_to_num(grey) * scale, 0, 255).astype(np.uint8)
        return np.repeat(grey8[:, :, None], 3, axis=2)
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        clear = picture.convert("RGBA")
        white = Pillow.new("RGBA", clear.size, (255, 255, 255, 255))
        return np.asarray(Pillow.alpha_composite(white, clear).convert("RGB"))
    return np.asarray(picture.convert("RGB"))
