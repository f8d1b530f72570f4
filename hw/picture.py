"""What is wished of a camera: how large its pictures are, who chooses the exposure, and who decodes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias

import cv2
import msgspec
import numpy as np
from msgspec import Meta

Exposure: TypeAlias = Literal["locked", "auto"] | Annotated[int, Meta(ge=10, le=1_000_000)]


Degrees: TypeAlias = Literal[0, 90, 180, 270]

Decode: TypeAlias = Callable[[bytes], Any | None]
"""Makes a picture, (H, W, 3) uint8 blue, green, red, of the bytes of a file; None where they are none."""


def decoded(data: bytes) -> Any | None:
    """Decode a picture here and now: for files that nobody else has made."""
    try:
        return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:  # it says that it is larger than any picture
        return None


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How pictures are taken: by the Pi's own camera and by USB webcams."""

    width_px: Annotated[
        Annotated[int, Meta(ge=320)] | None,
        Meta(description="Width of a picture; the camera gives the nearest it has."),
    ] = None
    height_px: Annotated[Annotated[int, Meta(ge=240)] | None, Meta(description="Its height.")] = None
    exposure: Annotated[
        Exposure,
        Meta(
            description="locked: settles, then stays until the light changes. auto: the camera goes on "
            "adjusting. A number: so many microseconds."
        ),
    ] = "locked"

    turned: Annotated[
        Degrees,
        Meta(description="Turns pictures clockwise: 0, 90, 180 or 270. The Camera page has the last word."),
    ] = 0
    mirrored: Annotated[bool, Meta(description="Mirrors pictures left to right, before they are turned.")] = (
        False
    )

    def size_px(self, usual: tuple[int, int]) -> tuple[int, int]:
        """Give the wished size, or the usual one."""
        return (self.width_px, self.height_px) if self.width_px and self.height_px else usual
