"""What is wished of a camera: how large its pictures are, and who chooses the exposure."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Exposure: TypeAlias = Literal["locked", "auto"] | Annotated[int, Meta(ge=10, le=1_000_000)]


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

    def size_px(self, usual: tuple[int, int]) -> tuple[int, int]:
        """Give the wished size, or the usual one."""
        return (self.width_px, self.height_px) if self.width_px and self.height_px else usual
