"""What cameras are given from outside: who makes a picture of bytes, and where an address may lead."""

from __future__ import annotations

from typing import Final, NamedTuple

from hw.net.reach import ANYWHERE, Reach
from hw.picture import Decode, decoded


class Means(NamedTuple):
    """What a camera uses besides its driver.

    ``decode`` makes a picture of the bytes of a file, or of what a camera in the network sends. ``reach``
    says where the address of a camera may lead.
    """

    decode: Decode = decoded
    reach: Reach = ANYWHERE


USUAL_MEANS: Final = Means()
