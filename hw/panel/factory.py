"""gpiozero's pin factory for this board: lgpio on the right chip, or RPi.GPIO on an old board.

gpiozero itself goes on to a lesser factory when one does not load, and then fails in words that
help nobody ("Cannot determine SOC peripheral base address", gpiozero#1172). Here a factory is
chosen, and what is missing is named together with what to install.
"""

from __future__ import annotations

import os
import tempfile
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from companion.errors import Saying
from hw.gpio_chips import Chip, chips, header_chip
from hw.panel.errors import PanelError

INSTALL_LGPIO: Final = "sudo apt install python3-lgpio, in a venv made with --system-site-packages"
MODEL: Final = Path("/proc/device-tree/model")


def pin_factory(driver: str, label: str) -> Any:
    """Give a gpiozero factory.

    Parameters
    ----------
    driver : str
        ``auto``, ``lgpio`` or ``rpigpio``, see `hw.panel.wiring.Wiring`.
    label : str
        Label of the chip; empty: the one behind the header.

    Raises
    ------
    PanelError
        ``panel-driver`` where something must be installed, ``panel-chip`` where there is no chip,
        ``panel-rights`` where it may not be opened, ``panel-busy`` where another program holds it.
    """
    if find_spec("gpiozero") is None:
        raise PanelError("panel-driver", "A panel needs gpiozero: pip install -r requirements-device.lock.")
    kind = driver if driver != "auto" else _best_driver()
    return _lgpio_factory(label) if kind == "lgpio" else _rpi_gpio_factory()


def _best_driver() -> str:
    """Lgpio wherever it is installed; RPi.GPIO where it is the only one, and can serve this board."""
    if find_spec("lgpio") is not None or find_spec("RPi") is None:
        return "lgpio"
    if is_rpi_lgpio() or not on_a_pi_5():
        return "rpigpio"
    raise PanelError(
        "panel-driver",
        "RPi.GPIO cannot work the pins of a Pi 5. Install lgpio: {command}.",
        command=INSTALL_LGPIO,
    )


def on_a_pi_5(model: Path = MODEL) -> bool:
    """Whether this board has the RP1 chip between processor and header."""
    text = model.read_text(encoding="utf-8", errors="replace") if model.exists() else ""
    return "Raspberry Pi 5" in text or "Compute Module 5" in text or "Raspberry Pi 500" in text


def is_rpi_lgpio() -> bool:
    """Whether the installed RPi.GPIO is rpi-lgpio, which has its interface and works on every board."""
    try:
        return bool(version("rpi-lgpio"))
    except PackageNotFoundError:
        return False


def _lgpio_factory(label: str) -> Any:
    if find_spec("lgpio") is None:
        raise PanelError("panel-driver", "A panel needs lgpio: {command}.", command=INSTALL_LGPIO)
    chip = _chip(label)
    _give_lgpio_a_folder()
    from gpiozero.exc import PinUnknownPi
    from gpiozero.pins.lgpio import LGPIOFactory

    try:
        return LGPIOFactory(chip=chip.number)
    except PinUnknownPi as error:
        raise PanelError("panel-chip", "gpiozero does not know this board's header.") from error
    except Exception as error:
        raise PanelError(
            "panel-busy", "The GPIO chip {label} does not open: {error}.", label=chip.label, error=error
        ) from error


def _chip(label: str) -> Chip:
    there = chips()
    chip = header_chip(label, there)
    if chip is not None:
        return chip
    shut = [each for each in there if each.why_not]
    if shut:
        raise PanelError("panel-rights", "{why_not}. Is the user in the group gpio?", why_not=shut[0].why_not)
    labels = ", ".join(each.label for each in there) or Saying("none")
    if not label:
        raise PanelError(
            "panel-chip", "This machine has no Raspberry Pi's header. There is: {labels}.", labels=labels
        )
    raise PanelError(
        "panel-chip", "No GPIO chip is called {label}. There is: {labels}.", label=label, labels=labels
    )


def _give_lgpio_a_folder() -> None:
    """Lgpio makes a pipe in ``$LG_WD`` or the current folder, and fails where that cannot be written."""
    if "LG_WD" not in os.environ:
        os.environ["LG_WD"] = os.environ.get("RUNTIME_DIRECTORY") or tempfile.mkdtemp(prefix="companion-")


def _rpi_gpio_factory() -> Any:
    if find_spec("RPi") is None:
        raise PanelError(
            "panel-driver", "RPi.GPIO is not installed. Better: {command}.", command=INSTALL_LGPIO
        )
    if on_a_pi_5() and not is_rpi_lgpio():
        raise PanelError(
            "panel-driver",
            "RPi.GPIO cannot work the pins of a Pi 5. Install lgpio: {command}.",
            command=INSTALL_LGPIO,
        )
    try:
        from gpiozero.pins.rpigpio import RPiGPIOFactory

        return RPiGPIOFactory()
    except Exception as error:
        raise PanelError("panel-driver", "RPi.GPIO does not work here: {error}.", error=error) from error
