"""The GPIO chip of the kernel's simulator: press by pulling a line, look at what is driven."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

CONFIG: Final = Path("/sys/kernel/config/gpio-sim/pi")
HELD_S: Final = 0.5
PAUSE_S: Final = 0.003


def _lines() -> Path:
    device, chip = (CONFIG / "dev_name").read_text().strip(), (CONFIG / "bank0/chip_name").read_text().strip()
    return Path(f"/sys/devices/platform/{device}/{chip}")


def press(line: int) -> None:
    """Press a button, which is between its line and ground, and let it go."""
    pull = _lines() / f"sim_gpio{line}" / "pull"
    pull.write_text("pull-down")
    time.sleep(HELD_S)
    pull.write_text("pull-up")


def lit(line: int, seconds: float = 5.0) -> bool:
    """Whether a light is on at any moment of the next seconds; one that is dimmed is on by turns."""
    value = _lines() / f"sim_gpio{line}" / "value"
    ends_s = time.monotonic() + seconds
    while time.monotonic() < ends_s:
        if value.read_text().strip() == "1":
            return True
        time.sleep(PAUSE_S)
    return False
