"""Pictures as files, made for the tests."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

import cv2
import numpy as np
from PIL import Image

RED = (200, 30, 10)


def coded(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def deep(picture: np.ndarray, kind: str = ".png", orientation: int = 1) -> bytes:
    """Code values of 16 bits: grey, grey with alpha, or blue, green, red, and alpha."""
    colour = {1: 0, 2: 4, 3: 2, 4: 6}[picture.shape[2]]
    if kind == ".tif":
        return cv2.imencode(kind, picture)[1].tobytes()
    turned = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + struct.pack(">HxxI", orientation, 0)
    ordered = picture[:, :, [2, 1, 0, 3][: picture.shape[2]]] if picture.shape[2] > 2 else picture
    rows = b"".join(b"\0" + row.tobytes() for row in ordered.astype(">u2"))
    header = struct.pack(">IIBBBBB", picture.shape[1], picture.shape[0], 16, colour, 0, 0, 0)
    parts = [(b"IHDR", header), (b"eXIf", turned), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )


def of_bits(bits: int, channels: int) -> tuple[np.ndarray, np.ndarray]:
    """Give values of so many bits, and the same of 8 bits; colours differ from each other."""
    eight = np.random.default_rng(1).integers(0, 256, (64, 80, channels), np.uint8)
    if channels in (2, 4):
        eight[:, :, -1] = 255
    return (eight * ((2**bits - 1) / 255)).astype(np.uint16), eight
