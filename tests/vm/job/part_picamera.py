"""Fourth start: the Pi's camera, by picamera2 and libcamera, whose own virtual camera shows the table."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
from case import FILMED, NAMES, TableCase
from installed import TAKEN, UNIT, run

SETTINGS: Final = Path("/etc/companion/companion.toml")
PICTURE: Final = Path("/var/lib/virtual-camera/table.jpg")


class PiCamera(TableCase):
    """The service with ``camera = "picamera2"``."""

    def test_1_a_game_is_read_through_picamera2(self) -> None:
        SETTINGS.write_text('camera = "picamera2"\n[picture]\nwidth_px = 1280\nheight_px = 960\n')
        self._show(1)
        begun = self.service.instead(f"/new/{FILMED}", chance="camera", **NAMES)
        self.assertEqual(begun.status, TAKEN, begun.text)
        self.play(1, show=False)

    def test_2_it_is_opened_again_by_a_new_process(self) -> None:
        self._show(2)
        self.play(2, show=False)
        self.assertEqual(self.service.lost(), [])

    def _show(self, number: int) -> None:
        """Have the virtual camera show a moment: it looks at its picture when it is opened."""
        run("systemctl", "stop", UNIT)
        picture = cv2.imread(f"film/{number}.png")
        PICTURE.parent.mkdir(exist_ok=True)
        cv2.imwrite(str(PICTURE), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
        run("systemctl", "start", UNIT)
        self.service.wait()
