"""What cameras are given that is not theirs to know: who makes a picture of bytes."""

from __future__ import annotations

from typing import Final, NamedTuple

from hw.picture import Decode, decoded


class Means(NamedTuple):
    """What a camera uses besides its driver.

    ``decode`` makes a picture of the bytes of a file, or of what a camera in the network sends.
    """

    decode: Decode = decoded


USUAL_MEANS: Final = Means()
