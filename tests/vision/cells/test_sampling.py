"""Samples lie where they should, also far from the middle of a large piece in a slanted view."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cells.sampling import Spots
from vision.ports import Floats

PX_PER_MM = 2.0
CARD_MM = np.array([(-32, -44), (32, -44), (32, 44), (-32, 44)], dtype=float)


class SeenAslant:
    """Stands for the registration of a sheet that is seen from 36 degrees aslant, 700 mm away."""

    px_per_mm = PX_PER_MM

    def to_frame(self, points_mm: Floats, _height_mm: float = 0.0) -> Floats:
        lean = np.radians(36.0)
        focal = PX_PER_MM * 700.0
        homography = np.array(
            [[focal, 0, 800 * 700], [0, focal * np.cos(lean), 600 * 700], [0, np.sin(lean), 700]]
        )
        flat = points_mm.reshape(1, -1, 2)
        return cv2.perspectiveTransform(flat, homography).reshape(points_mm.shape)


def test_the_corners_of_a_card_are_sampled_where_they_are_seen() -> None:
    places_mm = np.array([(60.0, 80.0), (-90.0, -100.0), (0.0, 150.0)])
    view = SeenAslant()
    wanted = view.to_frame(places_mm[:, None] + CARD_MM)
    apart_px = np.linalg.norm(Spots(places_mm, CARD_MM).points(view) - wanted, axis=-1)
    assert apart_px.max() < 0.3 * PX_PER_MM
