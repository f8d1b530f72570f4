"""Our own mats and tokens as pictures: a reader of dice must not take them for dice."""

from __future__ import annotations

from pathlib import Path

import cv2

from companion.layouts import games_with_layout, load_layout
from companion.printing import artwork

MAT_PX_PER_MM, TOKEN_PX_PER_MM = 3.0, 4.0
GAMES = tuple(slug for slug in games_with_layout() if load_layout(slug).has_dice)


def export(folder: Path) -> None:
    """Write mat-*.png and token-*.png of our games; dice themselves are left out."""
    folder.mkdir(parents=True, exist_ok=True)
    for slug in GAMES:
        layout = load_layout(slug)
        for sheet in layout.sheets:
            mat = artwork.sheet_image(layout, sheet.id, MAT_PX_PER_MM)
            cv2.imwrite(str(folder / f"mat-{slug}-{sheet.id}.png"), mat)
        for name, kind in layout.kinds.items():
            if kind.shape != "die":
                token = artwork.piece_image(layout, name, TOKEN_PX_PER_MM)
                cv2.imwrite(str(folder / f"token-{slug}-{name}.png"), token)
